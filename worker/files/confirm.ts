// Finds out whether the bytes of a presigned upload have arrived: they reach R2 without passing here, so the row is settled when
// somebody first asks for the file. The object is checked as a streamed upload is: type, size, SHA-256.

import { FILE_TYPES, HEAD_BYTES, type UploadType } from '#contract/files.ts';
import { toHex } from '#contract/internal-signature.ts';
import type { Deps } from '../deps.ts';
import { ok, refuse, type Result } from '../result.ts';
import { PRESIGNED_PART } from './addresses.ts';
import { digestBytes } from './bytes.ts';
import { findFile, findOwnFile, markUploaded, requireBytes } from './file-rows.ts';
import type { FileRow } from './file-table.ts';
import { expiryOf, uploadKey } from './file.ts';

/** The row as it is now. Bytes that differ from what was declared are removed, and the refusal says what was wrong. */
export async function confirmUpload(deps: Pick<Deps, 'orm' | 'now' | 'regions'>, file: FileRow): Promise<Result<FileRow>> {
  const region = deps.regions.get(file.region);
  if (file.state !== 'awaiting_upload' || !region?.presign) return ok(file);
  const key = uploadKey(file.id, PRESIGNED_PART);
  const object = await region.bucket.head(key);
  if (!object) return ok(file);

  const head = await region.bucket.get(key, { range: { offset: 0, length: Math.min(HEAD_BYTES, object.size) } });
  if (!head || !FILE_TYPES[file.content_type as UploadType].recognise(new Uint8Array(await head.arrayBuffer()))) {
    await region.bucket.delete(key);
    return refuse('unsupported_file_type', `The uploaded bytes are not of the type ${file.content_type}.`);
  }
  const sha256 = object.checksums.sha256 ? toHex(object.checksums.sha256) : await digestOf(region.bucket, key, object.size);
  if (object.size !== file.size_bytes || !sha256 || (file.sha256 && file.sha256 !== sha256)) {
    await region.bucket.delete(key);
    return refuse(object.size === file.size_bytes ? 'checksum_mismatch' : 'size_mismatch');
  }
  const nowMs = deps.now();
  await markUploaded(deps, file.id, {
    objectKey: key,
    etag: object.httpEtag,
    sizeBytes: object.size,
    sha256,
    uploadedAt: object.uploaded.getTime(),
    expiresAt: expiryOf('uploaded', nowMs),
  });
  return ok((await findFile(deps, file.id)) ?? file);
}

/** The account's file, if its bytes can be used now. */
export async function findUploaded(
  deps: Pick<Deps, 'db' | 'orm' | 'now' | 'regions'>,
  accountId: string,
  fileId: string,
): Promise<Result<FileRow>> {
  const found = await findOwnFile(deps, accountId, fileId);
  return found.ok ? requireUploaded(deps, found.value) : found;
}

/** As findUploaded, for a row of the account. */
export async function requireUploaded(deps: Pick<Deps, 'orm' | 'now' | 'regions'>, file: FileRow): Promise<Result<FileRow>> {
  const confirmed = await confirmUpload(deps, file);
  return confirmed.ok ? requireBytes(confirmed.value, deps.now()) : confirmed;
}

async function digestOf(bucket: R2Bucket, key: string, sizeBytes: number): Promise<string | undefined> {
  const object = await bucket.get(key);
  return object ? digestBytes(object.body, sizeBytes) : undefined;
}
