// HTTP of batches.

import { BatchItemsQuery, BatchListQuery, type BatchObject, CreateBatch } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import { cellsOf } from '../cells/find-cell.ts';
import { contentDisposition } from '../files/addresses.ts';
import { answer, answerRefusal } from '../http/answer.ts';
import type { AppContext } from '../http/context.ts';
import { answerIsKept, keepAnswer } from '../http/idempotency.ts';
import { answerPage, readPage } from '../http/list.ts';
import { readJson, validate } from '../http/read-body.ts';
import { traceparentOf } from '../jobs/routes.ts';
import { wakeParked } from '../jobs/wake.ts';
import { acceptBatch } from './accept.ts';
import { batchObject, type CountedBatch, countsOf, findOwnBatch } from './batch.ts';
import type { ReadBatchRow } from './batch-table.ts';
import { cancelBatch } from './cancel.ts';
import { readItems } from './items.ts';
import { batchList } from './list.ts';
import { zipResults } from './results.ts';

const POLL_SECONDS = '5';

export async function handleCreateBatch(c: AppContext): Promise<Response> {
  const deps = c.get('deps');
  const body = await readJson(c.req.raw, CreateBatch, LIMITS.batchBodyBytesMax);
  if (!body.ok) return answerRefusal(c, body.refusal);
  const { requestId, clientRequestId } = c.var;
  const request = { body: body.value, requestId, traceparent: traceparentOf(c) };
  const accepted = await acceptBatch(deps, c.get('caller'), request, async (batch) =>
    keepAnswer(
      c,
      { status: 202, body: JSON.stringify(batch), headers: headersOf(batch) },
      { sql: 'EXISTS (SELECT 1 FROM batches WHERE id = ?)', values: [batch.batch_id] },
    ),
  );
  if (!accepted.ok) return answerRefusal(c, accepted.refusal);
  await answerIsKept(c);
  const { answer: batch, regions } = accepted.value;
  deps.log.info('batch.accepted', {
    batch_id: batch.batch_id,
    items: batch.counts.total,
    request_id: requestId,
    client_request_id: clientRequestId,
  });
  // The jobs are accepted and wait in line; the sweep wakes those whom nobody has woken.
  c.executionCtx.waitUntil(Promise.all([...regions].map(async (region) => wakeParked(deps, region))));
  return answer(c, 202, batch, headersOf(batch));
}

function headersOf(batch: BatchObject): Record<string, string> {
  return { Location: `/v1/batches/${batch.batch_id}`, 'Retry-After': POLL_SECONDS };
}

export async function handleListBatches(c: AppContext): Promise<Response> {
  const query = validate(BatchListQuery, c.req.query());
  if (!query.ok) return answerRefusal(c, query.refusal);
  const { accountId } = c.get('caller');
  const page = await readPage<ReadBatchRow>(await cellsOf(c.get('deps'), accountId), batchList(accountId, query.value));
  return page.ok ? answerPage(c, page.value, (row) => batchObject(countsOf(row))) : answerRefusal(c, page.refusal);
}

export async function handleReadBatch(c: AppContext): Promise<Response> {
  const found = await findBatch(c);
  return found.ok ? answerBatch(c, 200, found.value) : answerRefusal(c, found.refusal);
}

export async function handleListBatchItems(c: AppContext): Promise<Response> {
  const query = validate(BatchItemsQuery, c.req.query());
  if (!query.ok) return answerRefusal(c, query.refusal);
  const found = await findBatch(c);
  if (!found.ok) return answerRefusal(c, found.refusal);
  const page = await readItems(c.get('deps'), found.value.id, query.value);
  return page.ok ? answerPage(c, page.value, (item) => item) : answerRefusal(c, page.refusal);
}

export async function handleCancelBatch(c: AppContext): Promise<Response> {
  const cancelled = await cancelBatch(c.get('deps'), c.get('caller').accountId, c.req.param('batch_id') ?? '');
  if (!cancelled.ok) return answerRefusal(c, cancelled.refusal);
  return answerBatch(c, cancelled.value.completed_at === null ? 202 : 200, cancelled.value);
}

export async function handleBatchResults(c: AppContext): Promise<Response> {
  const found = await findBatch(c);
  if (!found.ok) return answerRefusal(c, found.refusal);
  const zip = await zipResults(c.get('deps'), found.value);
  if (!zip.ok) return answerRefusal(c, zip.refusal);
  return c.body(zip.value, 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition(`${found.value.id}.zip`),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
}

async function findBatch(c: AppContext) {
  return findOwnBatch(c.get('deps'), c.get('caller').accountId, c.req.param('batch_id') ?? '');
}

function answerBatch(c: AppContext, status: 200 | 202, row: CountedBatch): Response {
  return answer(c, status, batchObject(row), row.completed_at === null ? { 'Retry-After': POLL_SECONDS } : {});
}
