// Receives the bytes of a file. They stream into a fresh object; only the one statement that marks the row `uploaded` makes them the
// file's, so a race of two PUTs has one winner and the loser's object is removed. A repeated PUT of the same bytes succeeds again.

import { FILE_TYPES } from '#contract/files.ts';
import type { UploadType } from '#contract/files.ts';
import type { Deps, Region } from '../deps.ts';
import { ok, refuse, type Result } from '../result.ts';
import { digestBytes, storeBytes } from './bytes.ts';
import type { DeclaredDigests } from './digests.ts';
import { findFile, markUploaded } from './file-rows.ts';
import type { FileRow } from './file-table.ts';
import { expiryOf, uploadKey } from './file.ts';

export interface Arrival {
  readonly body: ReadableStream<Uint8Array>;
  readonly sizeBytes: number;
  readonly digests: DeclaredDigests;
}

export interface Received {
  readonly file: FileRow;
  readonly etag: string;
}

type ReceiveDeps = Pick<Deps, 'orm' | 'now' | 'newId'>;

export async function receiveBytes(deps: ReceiveDeps, region: Region, file: FileRow, arrival: Arrival): Promise<Result<Received>> {
  if (arrival.sizeBytes > file.size_bytes && file.state === 'awaiting_upload') {
    return refuse('file_too_large', `The body has ${arrival.sizeBytes} bytes; the declared size is ${file.size_bytes}.`);
  }
  if (arrival.sizeBytes < file.size_bytes && file.state === 'awaiting_upload') {
    return refuse('size_mismatch', `The body has ${arrival.sizeBytes} bytes; the declared size is ${file.size_bytes}.`);
  }
  if (file.state === 'uploaded') return repeatUpload(file, arrival);
  if (file.state !== 'awaiting_upload' || file.expires_at <= deps.now()) return refuse('expired', 'The upload record has expired.');

  const key = uploadKey(file.id, deps.newId('file').slice(5));
  const { recognise } = FILE_TYPES[file.content_type as UploadType];
  const outcome = await storeBytes(region.bucket, key, arrival.body, {
    sizeBytes: arrival.sizeBytes,
    recognise,
    md5: arrival.digests.md5[0],
  });
  if (outcome.kind === 'unrecognised') return refuse('unsupported_file_type', `The bytes are not of the type ${file.content_type}.`);
  if (outcome.kind === 'size_mismatch') return refuse('size_mismatch', 'The body ended before its declared length.');
  if (outcome.kind === 'md5_mismatch') return refuse('checksum_mismatch', 'The bytes do not have the MD5 of Content-MD5.');

  const { sha256, etag, sizeBytes } = outcome.bytes;
  if ([file.sha256, ...arrival.digests.sha256].some((declared) => declared && declared !== sha256)) {
    await region.bucket.delete(key);
    return refuse('checksum_mismatch', `The bytes have the SHA-256 ${sha256}.`);
  }
  const nowMs = deps.now();
  const won = await markUploaded(deps, file.id, {
    objectKey: key,
    etag,
    sizeBytes,
    sha256,
    uploadedAt: nowMs,
    expiresAt: expiryOf('uploaded', nowMs),
  });
  const row = await findFile(deps, file.id);
  if (!won) await region.bucket.delete(key);
  if (row?.state !== 'uploaded') return refuse('expired', 'The file was deleted while its bytes arrived.');
  if (!won && row.sha256 !== sha256) return refuse('upload_already_completed');
  return ok({ file: row, etag: row.etag ?? etag });
}

async function repeatUpload(file: FileRow, arrival: Arrival): Promise<Result<Received>> {
  if (arrival.sizeBytes !== file.size_bytes) {
    await arrival.body.cancel();
    return refuse('upload_already_completed');
  }
  const sha256 = await digestBytes(arrival.body, arrival.sizeBytes);
  if (sha256 !== undefined && arrival.digests.sha256.some((declared) => declared !== sha256)) {
    return refuse('checksum_mismatch', `The bytes have the SHA-256 ${sha256}.`);
  }
  return sha256 === file.sha256 ? ok({ file, etag: file.etag ?? '' }) : refuse('upload_already_completed');
}
