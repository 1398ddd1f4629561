// Fills the introduction of the API document (docs/introduction.md) with what the tables of the contract say. Pure.

import { SPLIT_FILES_MAX } from '../params/split-params.ts';
import { BASE_PATH } from '../api.ts';
import { ERROR_CODES, ERRORS } from '../errors.ts';
import { EVENT_NAMES } from '../events.ts';
import { FAILURE_REASONS } from '../failures.ts';
import { UPLOAD_TYPES } from '../files.ts';
import { LIMITS } from '../limits.ts';
import { OPERATION_NAMES, OPERATIONS } from '../operations.ts';
import { SCOPES } from '../scopes.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * @param introduction Markdown with `{{names}}`.
 * @throws Error for a name that has no value.
 */
export function fillIntroduction(introduction: string, origin: string): string {
  const values = valuesAt(origin);
  return introduction.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the introduction names ${name}, which has no value`);
    return value;
  });
}

function valuesAt(origin: string): Readonly<Record<string, string>> {
  return {
    origin,
    base_url: origin + BASE_PATH,
    upload_types: list(UPLOAD_TYPES),
    operations: OPERATION_NAMES.map((name) => `- \`POST /jobs/${OPERATIONS[name].path}\`: ${OPERATIONS[name].summary}`).join('\n'),
    scopes: list(SCOPES),
    errors: [
      '| status and code | meaning |',
      '| --- | --- |',
      ...ERROR_CODES.map((code) => {
        const { status, meaning, retryable } = ERRORS[code];
        return `| ${status} \`${code}\` | ${meaning}${retryable ? ' Trying again can help.' : ''} |`;
      }),
    ].join('\n'),
    events: list(EVENT_NAMES),
    webhook_timeout_seconds: String(LIMITS.webhookTimeoutMs / 1000),
    failure_reasons: list(FAILURE_REASONS),
    wait_seconds_max: String(LIMITS.waitSecondsMax),
    event_stream_minutes: String(LIMITS.eventStreamMsMax / MINUTE_MS),
    event_streams_max: String(LIMITS.eventStreamsMax),
    split_files_max: String(SPLIT_FILES_MAX),
    upload_part_mib: String(LIMITS.uploadPartBytes / 2 ** 20),
    upload_in_parts_hours: String(LIMITS.uploadInPartsMs / HOUR_MS),
    upload_address_minutes: String(LIMITS.uploadAddressMs / MINUTE_MS),
    download_address_minutes: String(LIMITS.downloadAddressMsDefault / MINUTE_MS),
    never_uploaded_hours: String(LIMITS.neverUploadedMs / HOUR_MS),
    unused_upload_hours: String(LIMITS.unusedUploadMs / HOUR_MS),
    rows_kept_days: String(LIMITS.rowsKeptMs / (24 * HOUR_MS)),
    job_attempts_max: String(LIMITS.jobAttemptsMax),
    source_fetch_seconds: String(LIMITS.sourceFetchMs / 1000),
    source_redirects_max: String(LIMITS.sourceRedirectsMax),
    source_fetches_max: String(LIMITS.sourceFetchesMax),
    batch_items_max: String(LIMITS.batchItemsMax),
    batch_body_kib: String(LIMITS.batchBodyBytesMax / 1024),
    json_body_kib: String(LIMITS.jsonBodyBytesMax / 1024),
  };
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
