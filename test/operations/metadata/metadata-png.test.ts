// `metadata` on PNG, judged by exiftool and by an own walk over the chunks.

import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { JobFailure } from '../../../processor/failure.ts';
import { readPng, removePng, setPng } from '../../../processor/metadata/png.ts';
import { hasExiftool, readTags, writeTags } from '../../../support/judges/exiftool.ts';
import { failureReason } from '../../support/expect-failure.ts';
import { chunkData, chunkTypes, makeChunk, makePng } from '../../../support/documents/make-png.ts';
import { chooseSeed, damage, makeRandom } from '../../../support/documents/mutations.ts';

const VALUES = {
  title: 'Tïtle <b>&amp;',
  author: 'Zoë Müller',
  subject: '日本語の説明',
  keywords: 'one, two',
  creator: 'Some Tool 1.0',
  created_at: '2024-02-03T04:05:06+02:00',
  modified_at: '2025-02-03T04:05:06Z',
};
const DISPLAY = [
  makeChunk('gAMA', Uint8Array.of(0, 0, 0xb1, 0x8f)),
  makeChunk('pHYs', Uint8Array.of(0, 0, 0x0b, 0x13, 0, 0, 0x0b, 0x13, 1)),
  makeChunk('bKGD', Uint8Array.of(0, 9)),
];
const HIDDEN = [
  makeChunk('tEXt', 'Author\0Planted author'),
  makeChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync('Planted compressed comment')])),
  makeChunk('iTXt', Buffer.concat([Buffer.from('Title\0\u0001\0en\0Titel\0'), deflateSync(Buffer.from('Planted title ☃'))])),
  makeChunk('tIME', Uint8Array.of(7, 0xe4, 1, 2, 3, 4, 5)),
  makeChunk('prVt', 'Planted private chunk'),
];
const plain = makePng(DISPLAY);
const planted = Buffer.concat([makePng([...DISPLAY, ...HIDDEN]), Buffer.from('Planted trailer')]);

describe('metadata remove on PNG', () => {
  test('removes text, time, private chunks and what follows the end, and keeps all else byte for byte', () => {
    const result = removePng(planted, { removeAuthors: false });
    expect(Buffer.from(result.bytes).equals(plain)).toBe(true);
    expect(result.removed.map(({ kind }) => kind).toSorted()).toEqual(['private_chunk', 'text', 'time', 'trailer']);
    expect(result.proof).toMatchObject({ markers_left: 0, markers_searched: 4 });
  });

  test('reads compressed and international text', () => {
    const entries = readPng(planted).entries.map(({ kind, name, value }) => `${kind} ${name}: ${value}`);
    expect(entries).toContain('text Author: Planted author');
    expect(entries).toContain('text Comment: Planted compressed comment');
    expect(entries).toContain('text Title: Planted title ☃');
    expect(entries).toContain('time undefined: 2020-01-02T03:04:05Z');
  });

  test('lists a text that inflates to 50 MB by its size only', () => {
    const bomb = makePng([makeChunk('zTXt', Buffer.concat([Buffer.from('Bomb\0\0'), deflateSync(Buffer.alloc(50_000_000))]))]);
    expect(readPng(bomb).entries).toEqual([{ kind: 'text', location: 'zTXt', name: 'Bomb', bytes: expect.any(Number) as number }]);
    expect(Buffer.from(removePng(bomb, { removeAuthors: false }).bytes).equals(makePng())).toBe(true);
  });

  test.skipIf(!hasExiftool)('removes what exiftool planted and keeps only an orientation that turns the picture', () => {
    const source = writeTags(planted, 'png', ['-n', '-EXIF:Artist=Planted Artist', '-XMP-dc:Creator=Planted XMP', '-Orientation=6']);
    expect(readTags(source, 'png')['IFD0:Artist']).toBe('Planted Artist');
    const result = removePng(source, { removeAuthors: false });
    const tags = Object.keys(readTags(result.bytes, 'png')).filter((name) => !/^PNG(?:-pHYs)?:/.test(name));
    expect(tags).toEqual(['IFD0:Orientation']);
    expect(Buffer.from(result.bytes).toString('latin1')).not.toMatch(/planted/i);
    expect(chunkData(result.bytes, 'IDAT')).toEqual(chunkData(plain, 'IDAT'));
    expect(result.notes.map(({ code }) => code)).toEqual(['orientation_kept']);
  });
});

describe.skipIf(!hasExiftool)('metadata set on PNG', () => {
  test('writes text chunks and XMP in step', () => {
    const result = setPng(plain, VALUES);
    expect(readTags(result.bytes, 'png')).toMatchObject({
      'PNG:Title': VALUES.title,
      'PNG:Author': VALUES.author,
      'PNG:Description': VALUES.subject,
      'PNG:Software': VALUES.creator,
      'PNG:ModifyDate': '2025:02:03 04:05:06',
      'XMP-dc:Title': VALUES.title,
      'XMP-dc:Creator': VALUES.author,
      'XMP-dc:Description': VALUES.subject,
      'XMP-dc:Subject': 'one|two',
      'XMP-xmp:CreateDate': '2024:02:03 04:05:06+02:00',
    });
    expect(chunkData(result.bytes, 'IDAT')).toEqual(chunkData(plain, 'IDAT'));
    expect(chunkTypes(result.bytes).at(-1)).toBe('IEND');
  });

  test('keeps what is not named and replaces what is', () => {
    const source = writeTags(planted, 'png', ['-EXIF:Artist=Planted Artist', '-EXIF:Make=Planted Camera']);
    const result = setPng(source, { author: 'New Author' });
    const tags = readTags(result.bytes, 'png');
    expect(tags).toMatchObject({
      'PNG:Author': 'New Author',
      'PNG:Comment': 'Planted compressed comment',
      'IFD0:Artist': 'New Author',
      'IFD0:Make': 'Planted Camera',
    });
    expect(Buffer.from(result.bytes).toString('latin1')).not.toMatch(/Planted (?:author|Artist)/);
  });

  test('removes an entry that is set to an empty text', () => {
    const tags = readTags(setPng(setPng(plain, VALUES).bytes, { author: '' }).bytes, 'png');
    expect(tags['PNG:Author']).toBeUndefined();
    expect(tags['XMP-dc:Creator']).toBeUndefined();
    expect(tags['PNG:Title']).toBe(VALUES.title);
  });
});

describe('damaged PNG', () => {
  test('tells each kind of bad file by its reason', () => {
    const remove = (bytes: Uint8Array) => failureReason(() => removePng(bytes, { removeAuthors: false }));
    expect(remove(new Uint8Array(0))).toBe('empty_file');
    expect(remove(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('type_mismatch');
    expect(remove(makePng([], 0, 0))).toBe('corrupt_file');
    expect(remove(plain.subarray(0, 60))).toBe('corrupt_file');
    const wrongCrc = Buffer.from(plain);
    wrongCrc[20] = 1;
    expect(remove(wrongCrc)).toBe('corrupt_file');
    const lyingLength = Buffer.from(plain);
    lyingLength.writeUInt32BE(0xffffffff, 33);
    expect(remove(lyingLength)).toBe('corrupt_file');
    expect(remove(Buffer.concat([plain.subarray(0, 33), ...Array.from({ length: 200_001 }, () => makeChunk('prVt'))]))).toBe(
      'decompression_limit',
    );
  });

  test('adds a missing end mark and says so', () => {
    const result = removePng(plain.subarray(0, -12), { removeAuthors: false });
    expect(Buffer.from(result.bytes).equals(plain)).toBe(true);
    expect(result.notes.map(({ code }) => code)).toEqual(['repaired']);
  });

  test('never fails but by a known reason, whatever the bytes', { tags: 'long' }, () => {
    const random = makeRandom(chooseSeed());
    const source = setPng(planted, VALUES).bytes;
    let results = 0;
    for (let round = 0; round < 1500; round++) {
      const bytes = damage(source, random);
      for (const run of [() => readPng(bytes), () => removePng(bytes, { removeAuthors: false }), () => setPng(bytes, { title: 'x' })]) {
        try {
          run();
          results += 1;
        } catch (error) {
          if (!(error instanceof JobFailure) || error.reason === 'internal') throw error;
        }
      }
    }
    expect(results).toBeGreaterThan(100);
  });
});
