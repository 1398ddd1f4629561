// `metadata` on JPEG, judged by exiftool, which also plants what has to go.

import { describe, expect, test } from 'vitest';
import { JobFailure } from '../../../processor/failure.ts';
import { readJpeg, removeJpeg, setJpeg } from '../../../processor/metadata/jpeg.ts';
import { hasExiftool, readTags, writeTags } from '../../../support/judges/exiftool.ts';
import { failureReason } from '../../support/expect-failure.ts';
import { JFIF, makeJpeg, makeSegment, pictureOf } from '../../../support/documents/make-jpeg.ts';
import { chooseSeed, damage, makeRandom } from '../../../support/documents/mutations.ts';

const PLANTED = [
  '-EXIF:Artist=Planted Artist',
  '-EXIF:Make=Planted Camera',
  '-EXIF:UserComment=Planted user comment',
  '-EXIF:XPTitle=Planted Windows title',
  '-EXIF:DateTimeOriginal=2020:01:02 03:04:05',
  '-GPS:GPSLatitude=48.858222',
  '-GPS:GPSLatitudeRef=N',
  '-GPS:GPSLongitude=2.2945',
  '-GPS:GPSLongitudeRef=E',
  '-XMP-dc:Creator=Planted XMP creator',
  '-XMP-dc:Title=Planted XMP title',
  '-XMP-photoshop:City=Planted City',
  '-IPTC:By-line=Planted by-line',
  '-IPTC:Keywords=planted keyword',
  '-Comment=Planted comment segment',
];
const VALUES = {
  title: 'Tïtle <b>&amp; "quotes"\nsecond line',
  author: 'Zoë Müller',
  subject: '日本語の説明',
  keywords: 'one, two;three',
  creator: 'Some Tool 1.0',
  producer: 'Some Producer',
  created_at: '2024-02-03T04:05:06+02:00',
  modified_at: '2025-02-03T04:05:06Z',
};

describe.skipIf(!hasExiftool)('metadata remove on JPEG', () => {
  const source = writeTags(makeJpeg(), 'jpg', PLANTED);

  test('removes EXIF, GPS, XMP, IPTC and comments and keeps every byte of the picture', () => {
    const before = readTags(source, 'jpg');
    expect(Object.keys(before).filter((name) => /^(?:IFD0|ExifIFD|GPS|XMP|IPTC)/.test(name)).length).toBeGreaterThan(10);
    const result = removeJpeg(source, { removeAuthors: false });
    expect(Object.keys(readTags(result.bytes, 'jpg')).filter((name) => !name.startsWith('JFIF:'))).toEqual([]);
    expect(Buffer.from(result.bytes).toString('latin1')).not.toMatch(/planted/i);
    expect(pictureOf(result.bytes)).toBe(pictureOf(source));
    expect(pictureOf(source).length).toBeGreaterThan(200);
    expect(result.proof.markers_left).toBe(0);
    expect(result.proof.markers_searched).toBeGreaterThan(8);
    expect(result.removed.map(({ kind }) => kind).toSorted()).toEqual(['comment', 'exif', 'iptc', 'xmp']);
    expect(result.notes).toEqual([]);
  });

  test('reads what exiftool wrote, with names and places', () => {
    const entries = readJpeg(source).entries.map(({ kind, name, value }) => `${kind} ${name}: ${value}`);
    expect(entries).toContain('exif Artist: Planted Artist');
    expect(entries).toContain('exif XPTitle: Planted Windows title');
    expect(entries).toContain('exif UserComment: Planted user comment');
    expect(entries).toContain('xmp dc:creator: Planted XMP creator');
    expect(entries).toContain('xmp photoshop:City: Planted City');
    expect(entries).toContain('iptc By-line: Planted by-line');
    expect(entries).toContain('gps GPSLatitudeRef: N');
    expect(entries.some((entry) => entry.startsWith('gps GPSLatitude: 48 51 29.'))).toBe(true);
  });

  test.each([2, 3, 6, 8])('keeps only the orientation %i of a turned picture and says so', (orientation) => {
    const turned = writeTags(source, 'jpg', ['-n', `-Orientation=${orientation}`]);
    const result = removeJpeg(turned, { removeAuthors: false });
    const tags = Object.entries(readTags(result.bytes, 'jpg')).filter(([name]) => !name.startsWith('JFIF:'));
    expect(tags).toEqual([['IFD0:Orientation', String(orientation)]]);
    expect(result.notes.map(({ code }) => code)).toEqual(['orientation_kept']);
  });

  test('keeps the colour profile and the Adobe transform, which the pixels depend on', () => {
    const profile = makeSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\u0001\u0001', 'latin1'), Buffer.alloc(128, 'p')]));
    const adobe = makeSegment(0xee, 'Adobe\0\u0064\0\0\0\0\u0001');
    const result = removeJpeg(makeJpeg([1, 2, 3, 4], 2, [JFIF, profile, adobe]), { removeAuthors: false });
    expect(Buffer.from(result.bytes).includes(Buffer.from(profile))).toBe(true);
    expect(Buffer.from(result.bytes).includes(Buffer.from(adobe))).toBe(true);
    expect(result.notes.map(({ code }) => code)).toEqual(['icc_profile_kept']);
  });

  test('removes thumbnails, further pictures and whatever follows the end', () => {
    const thumbnail = makeSegment(0xe0, `JFIF\0\u0001\u0002\u0001\0\u0060\0\u0060\u0001\u0001abc`);
    const multi = makeSegment(0xe2, 'MPF\0something');
    const file = Buffer.concat([makeJpeg([1, 2, 3, 4], 2, [thumbnail, multi]), makeJpeg(), Buffer.from('ftypmp42 motion photo')]);
    const result = removeJpeg(file, { removeAuthors: false });
    expect(Buffer.from(result.bytes).equals(makeJpeg([1, 2, 3, 4]))).toBe(true);
    expect(result.removed.map(({ kind }) => kind).toSorted()).toEqual(['multi_picture', 'thumbnail', 'trailer']);
  });

  test('leaves the bytes that it was given alone', () => {
    const thumbnail = makeSegment(0xe0, 'JFIF\0\u0001\u0002\u0001\0\u0060\0\u0060\u0001\u0001abc');
    const given = Buffer.from(writeTags(makeJpeg([1, 2, 3, 4], 2, [thumbnail]), 'jpg', PLANTED));
    const copy = Buffer.from(given);
    removeJpeg(given, { removeAuthors: false });
    setJpeg(given, VALUES);
    expect(given.equals(copy)).toBe(true);
  });

  test('changes nothing in a picture that is clean', () => {
    expect(Buffer.from(removeJpeg(makeJpeg(), { removeAuthors: true }).bytes).equals(makeJpeg())).toBe(true);
  });
});

describe.skipIf(!hasExiftool)('metadata set on JPEG', () => {
  test('writes EXIF and XMP in step', () => {
    const result = setJpeg(makeJpeg(), VALUES);
    const tags = readTags(result.bytes, 'jpg');
    expect(tags).toMatchObject({
      'XMP-dc:Title': VALUES.title,
      'XMP-dc:Creator': VALUES.author,
      'XMP-dc:Description': VALUES.subject,
      'XMP-dc:Subject': 'one|two|three',
      'XMP-xmp:CreatorTool': VALUES.creator,
      'XMP-pdf:Producer': VALUES.producer,
      'XMP-xmp:CreateDate': '2024:02:03 04:05:06+02:00',
      'IFD0:XPTitle': VALUES.title,
      'IFD0:Artist': VALUES.author,
      'IFD0:ImageDescription': VALUES.subject,
      'IFD0:Software': VALUES.creator,
      'ExifIFD:DateTimeOriginal': '2024:02:03 04:05:06',
      'ExifIFD:OffsetTimeOriginal': '+02:00',
      'IFD0:ModifyDate': '2025:02:03 04:05:06',
    });
    expect(pictureOf(result.bytes)).toBe(pictureOf(makeJpeg()));
    expect(result.written).toContain('XMP:dc:title');
  });

  test('keeps what is not named, replaces what is, and leaves no old value in the bytes', () => {
    const source = writeTags(makeJpeg(), 'jpg', PLANTED);
    const result = setJpeg(source, { author: 'New Author Name' });
    const before = readTags(source, 'jpg');
    const after = readTags(result.bytes, 'jpg');
    const replaced = { 'IFD0:Artist': 'New Author Name', 'IFD0:XPAuthor': 'New Author Name', 'XMP-dc:Creator': 'New Author Name' };
    const { 'IPTC:By-line': _byLine, 'Photoshop:IPTCDigest': _digest, ...kept } = before;
    const changed = Object.entries({ ...kept, ...replaced }).filter(
      ([name, value]) => after[name] !== value && !/Photoshop|XMPToolkit/.test(name),
    );
    expect(changed).toEqual([]);
    const text = Buffer.from(result.bytes).toString('latin1');
    expect(text).not.toContain('Planted Artist');
    expect(text).not.toContain('Planted XMP creator');
    expect(text).not.toContain('Planted by-line');
    expect(text).toContain('Planted Camera');
  });

  test('removes an entry that is set to an empty text', () => {
    const tags = readTags(setJpeg(setJpeg(makeJpeg(), VALUES).bytes, { author: '', title: '' }).bytes, 'jpg');
    expect(Object.keys(tags).filter((name) => /Artist|Creator$|Title|XPAuthor/.test(name))).toEqual([]);
    expect(tags['XMP-dc:Description']).toBe(VALUES.subject);
  });

  test('gives what remove takes away again', () => {
    const result = removeJpeg(setJpeg(makeJpeg(), VALUES).bytes, { removeAuthors: false });
    expect(Buffer.from(result.bytes).equals(makeJpeg())).toBe(true);
  });
});

describe('damaged JPEG', () => {
  test('tells each kind of bad file by its reason', () => {
    const jpeg = makeJpeg();
    const remove = (bytes: Uint8Array) => failureReason(() => removeJpeg(bytes, { removeAuthors: false }));
    expect(remove(new Uint8Array(0))).toBe('empty_file');
    expect(remove(Buffer.from('GIF89a'))).toBe('type_mismatch');
    expect(remove(Buffer.from('<svg/>'))).toBe('type_mismatch');
    expect(remove(jpeg.subarray(0, 40))).toBe('corrupt_file');
    expect(remove(makeJpeg([], 0))).toBe('corrupt_file');
    expect(remove(Buffer.concat([Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff), Buffer.from('Exif')]))).toBe('corrupt_file');
  });

  test('refuses a picture of 100,000 scans at once', () => {
    const scan = makeSegment(0xda, Uint8Array.of(1, 1, 0, 0, 63, 0));
    const file = Buffer.concat([makeJpeg().subarray(0, -2), ...Array.from({ length: 100_000 }, () => scan)]);
    expect(failureReason(() => readJpeg(file))).toBe('decompression_limit');
  });

  test('keeps a picture that ends early as it is and says so', () => {
    const cut = makeJpeg().subarray(0, -2);
    const result = removeJpeg(cut, { removeAuthors: false });
    expect(Buffer.from(result.bytes).equals(cut)).toBe(true);
    expect(result.notes.map(({ code }) => code)).toEqual(['truncated_image']);
  });

  test('never fails but by a known reason, whatever the bytes', { tags: 'long' }, () => {
    const random = makeRandom(chooseSeed());
    const source = setJpeg(makeJpeg(), VALUES).bytes;
    let results = 0;
    for (let round = 0; round < 1500; round++) {
      const bytes = damage(source, random);
      for (const run of [() => readJpeg(bytes), () => removeJpeg(bytes, { removeAuthors: false }), () => setJpeg(bytes, { title: 'x' })]) {
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
