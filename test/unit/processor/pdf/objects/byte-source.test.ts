// Sources of bytes: a file read by range says what its bytes say, and a file that changes ends the job.

import { appendFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileChanged } from '../../../../../processor/failure.ts';
import { eachPiece, fileSource, joinedSource, lastIndexIn, memorySource, piecesOf } from '../../../../../processor/pdf/byte-source.ts';
import { DigestSink, FileSink, MemorySink } from '../../../../../processor/pdf/byte-sink.ts';
import { chooseSeed, makeRandom } from '../../../../../support/documents/mutations.ts';
import { useWorkDir } from '../../../../support/work-dir.ts';

const workDir = useWorkDir();
const random = makeRandom(chooseSeed());
const bytes = Buffer.from(Array.from({ length: 700_000 }, () => Math.floor(random() * 256)));

function fileOf(content: Uint8Array, name: string) {
  const path = join(workDir, name);
  writeFileSync(path, content);
  return { path, source: fileSource(path) };
}

describe('a source', () => {
  test('in a file, in part, or joined of parts gives the same ranges as bytes in memory', () => {
    const { source } = fileOf(Buffer.concat([Buffer.from('head'), bytes, Buffer.from('tail')]), 'whole');
    const cut = Math.floor(random() * bytes.length);
    const memory = memorySource(bytes);
    const inFile = source.part(4, bytes.length);
    const joined = joinedSource([inFile.part(0, cut), memory.part(cut, 1), inFile.part(cut + 1, bytes.length)]);
    for (let round = 0; round < 200; round++) {
      const [offset, length] = [Math.floor(random() * 720_000) - 1000, Math.floor(random() ** 4 * 300_000)];
      const expected = bytes.subarray(Math.max(0, offset), Math.max(0, offset + length));
      for (const one of [memory, inFile, joined]) {
        expect(one.size).toBe(bytes.length);
        expect(one.read(offset, length).equals(expected)).toBe(true);
        expect(one.part(offset, length).read(0, length).equals(expected)).toBe(true);
      }
    }
    for (const one of [memory, inFile, joined]) {
      expect(Buffer.concat([...piecesOf(one)]).equals(bytes)).toBe(true);
      const seen: Buffer[] = [];
      eachPiece(one, (piece) => seen.push(Buffer.from(piece)));
      expect(Buffer.concat(seen).equals(bytes)).toBe(true);
    }
  });

  test('finds the last of several places, also across the pieces it searches', () => {
    for (const at of [0, 44_640 - 3, 700_000 - 65_536 - 3, 699_990]) {
      const content = Buffer.alloc(700_000, 'x');
      content.write('startxref', 0);
      content.write('startxref', at);
      expect(lastIndexIn(fileOf(content, `at-${at}`).source, 'startxref')).toBe(at);
    }
    expect(lastIndexIn(fileOf(Buffer.alloc(700_000), 'without').source, 'startxref')).toBe(-1);
  });

  test.each([
    ['becomes shorter', (path: string) => truncateSync(path, 300_000)],
    ['grows', (path: string) => appendFileSync(path, 'more')],
    ['is replaced by another one', (path: string) => (rmSync(path), writeFileSync(path, bytes))],
    ['is removed', (path: string) => rmSync(path)],
  ])('in a file that %s ends the job with a reason', (what, change) => {
    const { path, source } = fileOf(bytes, what);
    source.read(0, 10);
    change(path);
    expect(() => source.read(400_000, 200_000)).toThrow(FileChanged);
  });
});

test('what is written to a file, to memory and to a digest is the same', () => {
  const path = join(workDir, 'written');
  const [memory, digest, again] = [new MemorySink(), new DigestSink(), new DigestSink()];
  {
    using file = new FileSink(path);
    for (const sink of [memory, digest, file]) {
      for (let at = 0; at < bytes.length; at += 1 + Math.floor(at / 3)) sink.write(bytes.subarray(at, at + 1 + Math.floor(at / 3)));
      sink.copy(fileOf(bytes, `copied-${sink.constructor.name}`).source);
      expect(sink.size).toBe(2 * bytes.length);
    }
  }
  expect(memory.bytes().equals(Buffer.concat([bytes, bytes]))).toBe(true);
  expect(
    fileSource(path)
      .read(0, 2 * bytes.length)
      .equals(memory.bytes()),
  ).toBe(true);
  again.write(memory.bytes());
  expect(digest.hex()).toBe(again.hex());
});
