// Creates an upload record: checks the declared fields and answers where to send the bytes.

import type { CreatedFile, CreateFile } from '#contract/api.ts';
import { canonicalType, isUploadType, typeOfName, UPLOAD_TYPES } from '#contract/files.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Region } from '../deps.ts';
import { ok, refuse, type Result } from '../result.ts';
import { makePartsAddress, makeUploadAddress } from './addresses.ts';
import { partCountOf } from './part-sizes.ts';
import { choosePlace, type PlaceDeps, type Reserver } from './choose-region.ts';
import { insertFile } from './file-rows.ts';
import type { FileRow } from './file-table.ts';
import { expiryOf, isoTime } from './file.ts';

interface ReservedFile {
  readonly row: FileRow;
  readonly region: Region;
}

async function reserveFile(deps: PlaceDeps, account: Reserver, fields: CreateFile): Promise<Result<ReservedFile>> {
  const contentType = canonicalType(fields.content_type);
  if (!isUploadType(contentType)) return refuseType(fields.content_type, fields.filename);
  if (fields.size_bytes > account.plan.file_bytes) {
    return refuse('file_too_large', `The plan allows files of up to ${account.plan.file_bytes} bytes.`);
  }
  const place = await choosePlace(deps, account, fields.region);
  if (!place.ok) return place;
  const { deps: home, region } = place.value;
  const nowMs = deps.now();
  const isInParts = partCountOf(fields.size_bytes, deps.config.uploadPartBytes) > 1;
  const row: FileRow = {
    id: home.newId('file'),
    account_id: account.accountId,
    region: region.name,
    state: 'awaiting_upload',
    filename: fields.filename,
    content_type: contentType,
    size_bytes: fields.size_bytes,
    sha256: fields.sha256 ?? null,
    object_key: null,
    etag: null,
    job_id: null,
    created_at: nowMs,
    upload_expires_at: nowMs + (isInParts ? LIMITS.uploadInPartsMs : LIMITS.uploadAddressMs),
    uploaded_at: null,
    expires_at: isInParts ? nowMs + LIMITS.uploadInPartsMs : expiryOf('awaiting_upload', nowMs),
    deleted_at: null,
    records: null,
    metadata: fields.metadata ? JSON.stringify(fields.metadata) : null,
  };
  await insertFile(home, row);
  return ok({ row, region });
}

export async function createUpload(deps: PlaceDeps, account: Reserver, fields: CreateFile, origin: string): Promise<Result<CreatedFile>> {
  const reserved = await reserveFile(deps, account, fields);
  if (!reserved.ok) return reserved;
  const { row, region } = reserved.value;
  const address = await makeUploadAddress(deps, region, row, origin);
  return ok({
    file_id: row.id,
    upload_url: address.url,
    expires_at: isoTime(row.upload_expires_at ?? row.expires_at),
    upload_method: 'PUT',
    upload_headers: address.headers,
    status: 'awaiting_upload',
    region: row.region,
    ...(await makePartsAddress(deps, row, origin)),
  });
}

/** @param filename whose ending may say what was meant */
export function refuseType(type: string, filename = ''): Result<never> {
  const meant = typeOfName(filename) ?? typeOfName(`.${type.split('/').at(-1)}`);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return refuse(
    'unsupported_file_type',
    `Files of the type ${printable(type)} are not supported.${hint} The supported types are ${UPLOAD_TYPES.join(', ')}.`,
  );
}

function printable(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
