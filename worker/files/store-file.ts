// Stores a file whose length is unknown until its end: the bytes go into R2 in blocks of BLOCK_BYTES. Its row is the caller's to write.

import { FILE_TYPES, HEAD_BYTES, UPLOAD_TYPES, type UploadType } from '#contract/files.ts';
import { toHex } from '#contract/internal-signature.ts';
import type { Region } from '../deps.ts';
import { ok, refuse, type Result } from '../result.ts';
import { choosePlace, type Place, type PlaceDeps, type Reserver } from './choose-region.ts';
import { detectType } from './detect-type.ts';
import type { FileRow } from './file-table.ts';
import { expiryOf, uploadKey } from './file.ts';

/** R2 wants equal parts of at least 5 MiB; no more than this of a file is held at a time. */
const BLOCK_BYTES = 8 * 1024 * 1024;

interface DescribedFile {
  readonly filename: string;
  /** Undefined: the name and the bytes say it. */
  readonly content_type: UploadType | undefined;
  readonly region: string;
  readonly size_bytes?: number | undefined;
  readonly sha256?: string | undefined;
  readonly metadata?: Record<string, string> | undefined;
}

/** An object that is complete; its row is not written yet. */
export interface StoredFile {
  readonly row: FileRow;
  readonly place: Place;
  readonly discard: () => Promise<void>;
}

/** @param beside where another file of the same request is: they stay together */
export async function storeFile(
  deps: PlaceDeps,
  account: Reserver,
  fields: DescribedFile,
  body: AsyncIterable<Uint8Array>,
  beside?: Place,
): Promise<Result<StoredFile>> {
  const chosen = beside ? ok(beside) : await choosePlace(deps, account, fields.region);
  if (!chosen.ok) return chosen;
  const place = chosen.value;
  const { region } = place;

  const id = place.deps.newId('file');
  const key = uploadKey(id, place.deps.newId('file').slice(5));
  const stored = await storeBody(region, key, body, (start) => judgeType(fields, start), account.plan.file_bytes);
  if (!stored.ok) return stored;
  const { sizeBytes, sha256, etag, type } = stored.value;
  const wrong = checkDeclared(fields, sizeBytes, sha256);
  if (wrong) {
    await region.bucket.delete(key);
    return wrong;
  }
  const nowMs = deps.now();
  const row: FileRow = {
    id,
    account_id: account.accountId,
    region: region.name,
    state: 'uploaded',
    filename: fields.filename,
    content_type: type,
    size_bytes: sizeBytes,
    sha256,
    object_key: key,
    etag,
    job_id: null,
    created_at: nowMs,
    upload_expires_at: null,
    uploaded_at: nowMs,
    expires_at: expiryOf('uploaded', nowMs),
    deleted_at: null,
    records: null,
    metadata: fields.metadata ? JSON.stringify(fields.metadata) : null,
  };
  return ok({ row, place, discard: async () => region.bucket.delete(key) });
}

/** The declared type, if the first bytes can be of it; without one, what name and bytes are. */
function judgeType({ content_type, filename }: DescribedFile, start: Uint8Array): Result<UploadType> {
  if (start.byteLength === 0) return refuse('size_mismatch', 'The file is empty.');
  if (content_type !== undefined) {
    if (FILE_TYPES[content_type].recognise(start.subarray(0, HEAD_BYTES))) return ok(content_type);
    const detected = detectType(filename, start);
    const seen = detected === undefined ? '' : ` They look like ${detected}.`;
    return refuse('unsupported_file_type', `The bytes are not of the declared type ${content_type}.${seen}`);
  }
  const detected = detectType(filename, start);
  return detected === undefined
    ? refuse('unsupported_file_type', `Neither name nor bytes are of a type that is supported: ${UPLOAD_TYPES.join(', ')}.`)
    : ok(detected);
}

function checkDeclared(fields: DescribedFile, sizeBytes: number, sha256: string): Result<never> | undefined {
  if (fields.size_bytes !== undefined && fields.size_bytes !== sizeBytes) {
    return refuse('size_mismatch', `The file has ${sizeBytes} bytes; the declared size is ${fields.size_bytes}.`);
  }
  if (fields.sha256 !== undefined && fields.sha256 !== sha256) return refuse('checksum_mismatch', `The bytes have the SHA-256 ${sha256}.`);
  return undefined;
}

interface StoredBody {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly etag: string;
  readonly type: UploadType;
}

async function storeBody(
  region: Region,
  key: string,
  body: AsyncIterable<Uint8Array>,
  judge: (start: Uint8Array) => Result<UploadType>,
  bytesMax: number,
): Promise<Result<StoredBody>> {
  const digest = new crypto.DigestStream('SHA-256');
  const hasher = digest.getWriter();
  const parts: R2UploadedPart[] = [];
  let upload: R2MultipartUpload | undefined;
  let sizeBytes = 0;
  let type: UploadType | undefined;
  const abort = async <T>(result: Result<T>): Promise<Result<T>> => {
    digest.digest.catch(() => undefined);
    await hasher.abort(new Error('the file is refused'));
    await upload?.abort();
    return result;
  };
  try {
    for await (const block of blocksOf(body)) {
      sizeBytes += block.bytes.byteLength;
      if (type === undefined) {
        const judged = judge(block.bytes);
        if (!judged.ok) return await abort(judged);
        type = judged.value;
      }
      if (sizeBytes > bytesMax) return await abort(refuse('file_too_large', `The plan allows files of up to ${bytesMax} bytes.`));
      await hasher.write(block.bytes);
      if (block.isLast && !upload) {
        const object = await region.bucket.put(key, block.bytes);
        await hasher.close();
        return ok({ sizeBytes, sha256: toHex(await digest.digest), etag: object?.httpEtag ?? '', type });
      }
      upload ??= await region.bucket.createMultipartUpload(key);
      if (block.bytes.byteLength > 0) parts.push(await upload.uploadPart(parts.length + 1, block.bytes));
    }
  } catch (cause) {
    await abort(refuse('internal_error'));
    throw cause;
  }
  if (!upload || !type) throw new Error('a body without blocks');
  const object = await upload.complete(parts);
  await hasher.close();
  return ok({ sizeBytes, sha256: toHex(await digest.digest), etag: object.httpEtag, type });
}

/** Equal blocks of BLOCK_BYTES and one last block that may be shorter, or empty. */
async function* blocksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<{ bytes: Uint8Array; isLast: boolean }, void, undefined> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    let rest = chunk;
    while (length + rest.length >= BLOCK_BYTES) {
      held.push(rest.subarray(0, BLOCK_BYTES - length));
      rest = rest.subarray(BLOCK_BYTES - length);
      yield { bytes: joinAll(held, BLOCK_BYTES), isLast: false };
      held = [];
      length = 0;
    }
    if (rest.length > 0) held.push(rest);
    length += rest.length;
  }
  yield { bytes: joinAll(held, length), isLast: true };
}

export function joinAll(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
