// A large file that comes in parts. Each part is an object of its own until all are there; then they pass, one behind the other, through what a single
// upload passes through, so that type, size, hash and races are judged in one place. A part may be sent again; whoever was cut off asks what is there.
// What is never completed goes with its record.

import { FILE_TYPES, type UploadType } from '#contract/files.ts';
import type { Deps, Region } from '../deps.ts';
import { ok, refuse, refuseField, type Result } from '../result.ts';
import { storeBytes } from './bytes.ts';
import type { DeclaredDigests } from './digests.ts';
import type { FileRow } from './file-table.ts';
import { uploadKey } from './file.ts';
import { partCountOf, partSizeOf } from './part-sizes.ts';
import { type Received, receiveBytes } from './receive.ts';

type PartDeps = Pick<Deps, 'now' | 'config'>;

interface Part {
  readonly number: number;
  readonly body: ReadableStream<Uint8Array>;
  readonly sizeBytes: number;
  readonly digests: DeclaredDigests;
}

export interface StoredPart {
  readonly number: number;
  readonly size_bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

const PREFIX = 'parts/';
const DIGITS = 5;

function partKey(file: FileRow, number: number): string {
  return uploadKey(file.id, `${PREFIX}${String(number).padStart(DIGITS, '0')}`);
}

/** Why nothing more of the file is taken. */
function leave({ now, config }: PartDeps, file: FileRow): Result<never> | undefined {
  const { uploadPartBytes } = config;
  if (partCountOf(file.size_bytes, uploadPartBytes) < 2) {
    return refuseField(
      'size_bytes',
      'too_small',
      `Files of up to ${uploadPartBytes} bytes come in one piece: send the bytes to the upload address.`,
    );
  }
  if (file.state === 'uploaded') return refuse('upload_already_completed');
  return file.state !== 'awaiting_upload' || file.expires_at <= now() ? refuse('expired', 'The upload record has expired.') : undefined;
}

export async function receivePart(deps: PartDeps, region: Region, file: FileRow, part: Part): Promise<Result<StoredPart>> {
  const refused = leave(deps, file);
  if (refused) return refused;
  const { number, body, sizeBytes, digests } = part;
  const wanted = partSizeOf(file.size_bytes, deps.config.uploadPartBytes, number);
  if (wanted === undefined)
    return refuseField(
      'number',
      'out_of_range',
      `The file has the parts 1 to ${partCountOf(file.size_bytes, deps.config.uploadPartBytes)}.`,
    );
  if (sizeBytes !== wanted) return refuse('size_mismatch', `The body has ${sizeBytes} bytes; part ${number} has ${wanted}.`);
  const { recognise } = FILE_TYPES[file.content_type as UploadType];
  const key = partKey(file, number);
  const outcome = await storeBytes(region.bucket, key, body, {
    sizeBytes,
    recognise: number === 1 ? recognise : () => true,
    md5: digests.md5[0],
  });
  if (outcome.kind === 'unrecognised') return refuse('unsupported_file_type', `The bytes are not of the type ${file.content_type}.`);
  if (outcome.kind === 'size_mismatch') return refuse('size_mismatch', 'The body ended before its declared length.');
  if (outcome.kind === 'md5_mismatch') return refuse('checksum_mismatch', 'The bytes do not have the MD5 of Content-MD5.');
  const { sha256 } = outcome.bytes;
  if (digests.sha256.some((declared) => declared !== sha256)) {
    await region.bucket.delete(key);
    return refuse('checksum_mismatch', `The bytes have the SHA-256 ${sha256}.`);
  }
  return ok({ number, size_bytes: sizeBytes, sha256 });
}

/** Numbers of the parts that have arrived, ascending. */
export async function listParts(deps: PartDeps, region: Region, file: FileRow): Promise<Result<number[]>> {
  return leave(deps, file) ?? ok(await arrived(region, file));
}

async function arrived(region: Region, file: FileRow): Promise<number[]> {
  const prefix = uploadKey(file.id, PREFIX);
  // A file has fewer parts than a page of the list has keys.
  const { objects } = await region.bucket.list({ prefix });
  return objects.map(({ key }) => Number(key.slice(prefix.length))).toSorted((a, b) => a - b);
}

/** Joins the parts. Once that is done it is answered again, so that a lost answer costs nothing. */
export async function completeParts(
  deps: PartDeps & Pick<Deps, 'orm' | 'newId'>,
  region: Region,
  file: FileRow,
): Promise<Result<Received>> {
  if (file.state === 'uploaded' && partCountOf(file.size_bytes, deps.config.uploadPartBytes) > 1)
    return ok({ file, etag: file.etag ?? '' });
  const refused = leave(deps, file);
  if (refused) return refused;
  const there = new Set(await arrived(region, file));
  const numbers = Array.from({ length: partCountOf(file.size_bytes, deps.config.uploadPartBytes) }, (_, i) => i + 1);
  const missing = numbers.filter((number) => !there.has(number));
  if (missing.length > 0) return refuse('size_mismatch', `Of ${numbers.length} parts these have not arrived: ${missing.join(', ')}.`);
  const keys = numbers.map((number) => partKey(file, number));
  const body = joined(region.bucket, keys);
  const received = await receiveBytes(deps, region, file, { body, sizeBytes: file.size_bytes, digests: { sha256: [], md5: [] } });
  // Also of a file that is refused: it has to come again, whatever was wrong with it.
  await region.bucket.delete(keys);
  const isOvertaken = !received.ok && received.refusal.code === 'upload_already_completed';
  return isOvertaken ? refuse('checksum_mismatch', 'Other bytes became the file while the parts were joined.') : received;
}

/** One object behind the other; no more of them is read than is asked for. */
function joined(bucket: R2Bucket, keys: readonly string[]): ReadableStream<Uint8Array> {
  const waiting = [...keys];
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        if (!reader) {
          const key = waiting.shift();
          if (key === undefined) return controller.close();
          const object = await bucket.get(key);
          // Somebody else has joined them meanwhile.
          if (!object) return controller.close();
          reader = (object.body as ReadableStream<Uint8Array>).getReader();
        }
        const read = await reader.read();
        if (!read.done) return controller.enqueue(read.value);
        reader = undefined;
      }
    },
    async cancel() {
      await reader?.cancel();
    },
  });
}
