// As recompress-stream.ts, for streams that are better not held: piece by piece from the source into a file of the work directory.

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createDeflate, createInflate } from 'node:zlib';
import { PDFName, type PDFRawStream } from 'pdf-lib';
import { JobFailure } from '../../failure.ts';
import { FileSink } from '../byte-sink.ts';
import { fileSource, piecesOf } from '../byte-source.ts';
import { replaceContents, sourceOf } from '../syntax/source-stream.ts';
import { filtersOf } from './decode-stream.ts';
import { setFilter } from './recompress-stream.ts';

const LARGE_BYTES_MIN = 8 * 1024 * 1024;

/** Large, and stored plainly or with deflate alone. */
export function isLargeStream(stream: PDFRawStream): boolean {
  const [step, ...more] = filtersOf(stream.dict);
  const isSimple = !step || (step.name === 'FlateDecode' && !step.params && more.length === 0);
  // /F names a file that holds the data (ISO 32000-1, table 5).
  return isSimple && !stream.dict.has(PDFName.of('F')) && stream.getContentsSize() >= LARGE_BYTES_MIN;
}

/** @returns true when the stream is smaller now; it stays as it is where its data are damaged. @throws JobFailure decompression_limit */
export async function recompressLargeStream(stream: PDFRawStream, bytesMax: number, workDir: string): Promise<boolean> {
  const path = join(workDir, `stream-${randomUUID()}`);
  const isSmaller = await deflateInto(path, stream, bytesMax);
  if (!isSmaller) {
    await rm(path);
    return false;
  }
  replaceContents(stream, fileSource(path));
  setFilter(stream.dict, { name: 'FlateDecode', params: undefined });
  return true;
}

async function deflateInto(path: string, stream: PDFRawStream, bytesMax: number): Promise<boolean> {
  using sink = new FileSink(path);
  const before = stream.getContentsSize();
  const isPlain = filtersOf(stream.dict).length === 0;
  let plainBytes = 0;
  const count = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      plainBytes += chunk.length;
      if (!isPlain && plainBytes > bytesMax) throw new JobFailure('decompression_limit');
      yield chunk;
    }
  };
  const write = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      if (sink.size + chunk.length >= before) throw new NotSmaller();
      sink.write(Buffer.from(chunk));
    }
  };
  const pieces = Readable.from(piecesOf(sourceOf(stream)));
  const deflate = createDeflate({ level: 9, memLevel: 9 });
  try {
    if (isPlain) await pipeline(pieces, count, deflate, write);
    else await pipeline(pieces, createInflate({ finishFlush: constants.Z_SYNC_FLUSH }), count, deflate, write);
    return true;
  } catch (error) {
    // Damaged data stay as they are.
    if (error instanceof NotSmaller || (error as NodeJS.ErrnoException).code === 'Z_DATA_ERROR') return false;
    throw error;
  }
}

class NotSmaller extends Error {
  override readonly name = 'NotSmaller';
}
