// HTTP of files: each handler reads the request, calls one verb and answers its result.

import { CreateFile, DownloadQuery, FetchFile, FileListQuery } from '#contract/api.ts';
import { canonicalType } from '#contract/files.ts';
import { cellOf, cellsOf } from '../cells/find-cell.ts';
import { answer, answerRefusal, answerResult } from '../http/answer.ts';
import { actorOf, type AppContext } from '../http/context.ts';
import { answerPage, readPage } from '../http/list.ts';
import { isForm } from '../http/multipart.ts';
import { readJson, validate } from '../http/read-body.ts';
import { ok, refuse, type Result } from '../result.ts';
import type { Deps, Region } from '../deps.ts';
import { verifyAddress } from '../http/signed-address.ts';
import { confirmUpload } from './confirm.ts';
import { readDigests } from './digests.ts';
import { deleteFile } from './erase.ts';
import { fetchFile } from './fetch.ts';
import { findFile, findOwnFile } from './file-rows.ts';
import type { FileRow } from './file-table.ts';
import { fileObject } from './file.ts';
import { grantDownload } from './grant-download.ts';
import { fileList } from './list.ts';
import { receiveForm } from './receive-form.ts';
import { partCountOf } from './part-sizes.ts';
import { type Arrival, receiveBytes } from './receive.ts';
import { completeParts, listParts, receivePart } from './receive-parts.ts';
import { createUpload } from './reserve.ts';
import { sendFile } from './send.ts';

export async function handleCreateFile(c: AppContext): Promise<Response> {
  const deps = c.get('deps');
  const caller = c.get('caller');
  const contentType = c.req.header('content-type') ?? '';
  if (isForm(contentType)) {
    const received = await receiveForm(deps, caller, { contentType, body: c.req.raw.body });
    if (!received.ok) return answerRefusal(c, received.refusal);
    return answer(c, 201, fileObject(received.value, deps.now()), { Location: `/v1/files/${received.value.id}` });
  }
  const fields = await readJson(c.req.raw, CreateFile);
  if (!fields.ok) return answerRefusal(c, fields.refusal);
  const created = await createUpload(deps, caller, fields.value, new URL(c.req.url).origin);
  if (!created.ok) return answerRefusal(c, created.refusal);
  c.set('deps', await cellOf(deps, 'file', created.value.file_id));
  return answer(c, 201, created.value, { Location: `/v1/files/${created.value.file_id}` });
}

export async function handleFetchFile(c: AppContext): Promise<Response> {
  const deps = c.get('deps');
  const fields = await readJson(c.req.raw, FetchFile);
  if (!fields.ok) return answerRefusal(c, fields.refusal);
  const fetched = await fetchFile(deps, c.get('caller'), fields.value);
  if (!fetched.ok) return answerRefusal(c, fetched.refusal);
  c.set('deps', await cellOf(deps, 'file', fetched.value.id));
  return answer(c, 201, fileObject(fetched.value, deps.now()), { Location: `/v1/files/${fetched.value.id}` });
}

interface Addressed {
  readonly cell: Deps;
  readonly file: FileRow;
  readonly region: Region;
}

/** What an upload address is for. */
async function findAddressed(c: AppContext): Promise<Result<Addressed>> {
  const deps = c.get('deps');
  const address = await verifyAddress(await deps.config.addressSecret, 'upload', c.req.param('token') ?? '', deps.now());
  if (!address.ok) return address;
  const cell = await cellOf(deps, 'file', address.value.subject);
  const file = await findFile(cell, address.value.subject);
  if (!file) return refuse('not_found');
  const region = cell.regions.get(file.region);
  return region ? ok({ cell, file, region }) : refuse('unavailable');
}

export async function handleUpload(c: AppContext): Promise<Response> {
  const addressed = await findAddressed(c);
  if (!addressed.ok) return answerRefusal(c, addressed.refusal);
  const { cell, file, region } = addressed.value;

  const mediaType = canonicalType(c.req.header('content-type') ?? '');
  if (mediaType !== file.content_type) {
    return answerRefusal(c, {
      code: 'unsupported_file_type',
      message: `Send the bytes with Content-Type: ${file.content_type}, as declared.`,
    });
  }
  const body = readBody(c, file.size_bytes);
  if (!body.ok) return answerRefusal(c, body.refusal);

  const received = await receiveBytes(cell, region, file, body.value);
  if (!received.ok) return answerRefusal(c, received.refusal);
  const { file: row, etag } = received.value;
  return answer(c, 200, { file_id: row.id, status: 'uploaded', size_bytes: row.size_bytes, sha256: row.sha256 }, { ETag: etag });
}

/** @param expectedBytes for whoever sends none */
function readBody(c: AppContext, expectedBytes: number): Result<Arrival> {
  const { body, headers } = c.req.raw;
  const lengthHeader = headers.get('content-length');
  const sizeBytes = Number(lengthHeader);
  if (lengthHeader === null || !Number.isSafeInteger(sizeBytes)) return refuse('length_required');
  if (!body) return refuse('size_mismatch', `The body is empty; the declared size is ${expectedBytes}.`);
  const digests = readDigests(headers);
  return digests.ok ? ok({ body, sizeBytes, digests: digests.value }) : digests;
}

export async function handleUploadPart(c: AppContext): Promise<Response> {
  const addressed = await findAddressed(c);
  if (!addressed.ok) return answerRefusal(c, addressed.refusal);
  const { cell, file, region } = addressed.value;
  const body = readBody(c, file.size_bytes);
  if (!body.ok) return answerRefusal(c, body.refusal);
  return answerResult(c, 200, await receivePart(cell, region, file, { number: Number(c.req.param('number')), ...body.value }));
}

export async function handleListParts(c: AppContext): Promise<Response> {
  const addressed = await findAddressed(c);
  if (!addressed.ok) return answerRefusal(c, addressed.refusal);
  const { cell, file, region } = addressed.value;
  const partBytes = cell.config.uploadPartBytes;
  const received = await listParts(cell, region, file);
  if (!received.ok) return answerRefusal(c, received.refusal);
  return answer(c, 200, { part_bytes: partBytes, count: partCountOf(file.size_bytes, partBytes), received: received.value });
}

export async function handleCompleteUpload(c: AppContext): Promise<Response> {
  const addressed = await findAddressed(c);
  if (!addressed.ok) return answerRefusal(c, addressed.refusal);
  const { cell, file, region } = addressed.value;
  const received = await completeParts(cell, region, file);
  if (!received.ok) return answerRefusal(c, received.refusal);
  const { file: row, etag } = received.value;
  return answer(c, 200, { file_id: row.id, status: 'uploaded', size_bytes: row.size_bytes, sha256: row.sha256 }, { ETag: etag });
}

export async function handleListFiles(c: AppContext): Promise<Response> {
  const deps = c.get('deps');
  const query = validate(FileListQuery, c.req.query());
  if (!query.ok) return answerRefusal(c, query.refusal);
  const nowMs = deps.now();
  const { accountId } = c.get('caller');
  const page = await readPage<FileRow>(await cellsOf(deps, accountId), fileList(accountId, query.value, nowMs));
  return page.ok ? answerPage(c, page.value, (row) => fileObject(row, nowMs)) : answerRefusal(c, page.refusal);
}

export async function handleReadFile(c: AppContext): Promise<Response> {
  const deps = c.get('deps');
  const found = await findOwnFile(deps, c.get('caller').accountId, c.req.param('file_id') ?? '');
  if (!found.ok) return answerRefusal(c, found.refusal);
  const confirmed = await confirmUpload(deps, found.value);
  return answer(c, 200, fileObject(confirmed.ok ? confirmed.value : found.value, deps.now()));
}

export async function handleDownloadAddress(c: AppContext): Promise<Response> {
  const query = validate(DownloadQuery, c.req.query());
  if (!query.ok) return answerRefusal(c, query.refusal);
  const origin = new URL(c.req.url).origin;
  return answerResult(
    c,
    200,
    await grantDownload(c.get('deps'), c.get('caller').accountId, c.req.param('file_id') ?? '', query.value, origin),
  );
}

export async function handleDownload(c: AppContext): Promise<Response> {
  const deps = c.get('deps');
  const address = await verifyAddress(await deps.config.addressSecret, 'download', c.req.param('token') ?? '', deps.now());
  if (!address.ok) return answerRefusal(c, address.refusal);
  const sent = await sendFile(await cellOf(deps, 'file', address.value.subject), address.value.subject, c.req.raw);
  return sent.ok ? sent.value : answerRefusal(c, sent.refusal);
}

/** @param cancelJobs Ends the jobs that still need the file. Files may not import jobs, a later room, so the door passes it in. */
export function makeHandleDeleteFile(cancelJobs: (c: AppContext, file: FileRow) => Promise<void>) {
  return async (c: AppContext): Promise<Response> => {
    const deps = c.get('deps');
    const found = await findOwnFile(deps, c.get('caller').accountId, c.req.param('file_id') ?? '');
    if (!found.ok) return answerRefusal(c, found.refusal);
    await deleteFile(deps, actorOf(c), found.value);
    await cancelJobs(c, found.value);
    return answer(c, 200, { file_id: found.value.id, deleted: true });
  };
}
