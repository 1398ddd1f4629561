// Fetches a file from an address that the customer names. The courier makes the call, since it judges every address that it connects to; the bytes
// are stored as those of any other upload. The address may hold a permission: it is neither stored nor logged.

import type { FetchFile } from '#contract/api.ts';
import { FETCH_ERRORS, type FetchFailed } from '#contract/courier.ts';
import { canonicalType, isUploadType } from '#contract/files.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import { ok, refuse, refuseField, type Result } from '../result.ts';
import { normaliseUrl } from '../webhooks/register.ts';
import { choosePlace, type Reserver } from './choose-region.ts';
import { insertFile } from './file-rows.ts';
import type { FileRow } from './file-table.ts';
import { refuseType } from './reserve.ts';
import { storeFile } from './store-file.ts';

type FetchDeps = Pick<Deps, 'cells' | 'now' | 'config' | 'courier' | 'log'>;

/** The source broke off: its fault, and nothing of it is kept. */
class SourceBroken extends Error {
  override readonly name = 'SourceBroken';
}

export async function fetchFile(deps: FetchDeps, account: Reserver, fields: FetchFile): Promise<Result<FileRow>> {
  const { source_url, ...described } = fields;
  const content_type = canonicalType(fields.content_type);
  if (account.plan.source_urls !== true)
    return refuseField('source_url', 'not_in_plan', 'The plan does not have files fetched from addresses.');
  if (!isUploadType(content_type)) return refuseType(fields.content_type, fields.filename);
  const bytesMax = account.plan.file_bytes;
  if ((fields.size_bytes ?? 0) > bytesMax) return refuse('file_too_large', `The plan allows files of up to ${bytesMax} bytes.`);
  const place = await choosePlace(deps, account, fields.region);
  if (!place.ok) return place;
  const url = normaliseUrl(deps, 'source_url', source_url);
  if (!url.ok) return url;

  const fetched = await deps.courier.fetchSource({
    url: url.value,
    account_id: account.accountId,
    // One byte more than it may have: a file that is too large is known from one that just fits.
    bytes_max: bytesMax + 1,
    timeout_ms: LIMITS.sourceFetchMs,
    ...(deps.config.allowLocalWebhooks ? { allow_loopback: true } : {}),
  });
  if (fetched.outcome === 'unreachable') {
    deps.log.error('courier.unreachable', fetched.cause, {});
    return refuse('unavailable', 'The part of the service that fetches files does not answer.');
  }
  if (fetched.outcome === 'busy')
    return refuse('rate_limited', `At most ${LIMITS.sourceFetchesMax} files of an account are fetched at a time.`);
  if (fetched.outcome === 'failed') return refuseFetch(fetched);
  try {
    const stored = await storeFile(deps, account, { ...described, content_type }, untilBroken(fetched.body), place.value);
    if (!stored.ok) return stored;
    await insertFile(place.value.deps, stored.value.row);
    return ok(stored.value.row);
  } catch (cause) {
    if (cause instanceof SourceBroken) return refuse('source_unavailable', 'The source broke off, or took too long, before its end.');
    throw cause;
  }
}

/** @throws SourceBroken instead of what the stream throws */
async function* untilBroken(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  let isDone = false;
  try {
    for (;;) {
      const read = await reader.read().catch((cause: unknown) => {
        isDone = true;
        throw new SourceBroken('the source broke off', { cause });
      });
      isDone ||= read.done;
      if (read.done) return;
      yield read.value;
    }
  } finally {
    if (!isDone) await reader.cancel();
  }
}

function refuseFetch({ error, status }: FetchFailed): Result<never> {
  if (error === 'url_refused' || error === 'address_refused') return refuseField('source_url', error, FETCH_ERRORS[error]);
  const message = status === undefined ? FETCH_ERRORS[error] : `The source answered ${status}.`;
  return refuse('source_unavailable', message, { details: [{ field: 'source_url', issue: error, message }] });
}
