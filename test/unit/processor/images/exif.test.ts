import { describe, expect, it } from 'vitest';
import { readExif } from '../../../../processor/images/exif.ts';
import { editExif, makeOrientationExif } from '../../../../processor/images/exif-write.ts';
import { chooseSeed, damage, makeRandom } from '../../../../support/documents/mutations.ts';

const text = (value: string) => Buffer.from(`${value}\0`);
const valueOf = (tiff: Uint8Array, name: string) => readExif(tiff)?.tags.find((tag) => tag.name === name)?.value;
const sample = editExif(undefined, [
  { directory: 'IFD0', tag: 0x013b, type: 2, data: text('An artist with a name') },
  { directory: 'IFD0', tag: 0x010f, type: 2, data: text('A camera') },
  { directory: 'ExifIFD', tag: 0x9003, type: 2, data: text('2024:01:02 03:04:05') },
]);

describe('readExif', () => {
  it('reads the orientation that is written, and only that', () => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      expect(readExif(makeOrientationExif(orientation))?.tags.map(({ name, value }) => [name, value])).toEqual([
        ['Orientation', String(orientation)],
      ]);
    }
  });

  it('ends when a directory leads to itself or out of the block', () => {
    const loop = Buffer.from(makeOrientationExif(6));
    loop.writeUInt32BE(8, 22);
    expect(readExif(loop)?.tags).toHaveLength(1);
    loop.writeUInt32BE(0xfffffff0, 4);
    expect(readExif(loop)?.tags).toHaveLength(0);
    const endless = Buffer.from(makeOrientationExif(6));
    endless.writeUInt16BE(0xffff, 8);
    expect(readExif(endless)?.tags.length).toBeLessThan(3);
  });

  it('skips values whose count or offset lies', () => {
    const lying = Buffer.from(makeOrientationExif(6));
    lying.writeUInt32BE(0xffffffff, 14);
    expect(readExif(lying)?.tags).toEqual([]);
  });

  it('takes what is no TIFF structure for none', () => {
    expect(readExif(Buffer.from('MM\0*'))).toBeUndefined();
    expect(readExif(Buffer.from('XX\0*\0\0\0\u0008\0\0'))).toBeUndefined();
  });
});

describe('editExif', () => {
  it('keeps what is not named and wipes what is replaced', () => {
    const edited = editExif(sample, [{ directory: 'IFD0', tag: 0x013b, type: 2, data: text('Another') }]);
    expect([valueOf(edited, 'Artist'), valueOf(edited, 'Make'), valueOf(edited, 'DateTimeOriginal')]).toEqual([
      'Another',
      'A camera',
      '2024:01:02 03:04:05',
    ]);
    expect(Buffer.from(edited).toString('latin1')).not.toContain('An artist');
  });

  it('removes an entry without data and leaves the given bytes alone', () => {
    const given = Buffer.from(sample);
    const edited = editExif(given, [{ directory: 'ExifIFD', tag: 0x9003, type: 2 }]);
    expect(valueOf(edited, 'DateTimeOriginal')).toBeUndefined();
    expect(valueOf(edited, 'Artist')).toBe('An artist with a name');
    expect(given.equals(Buffer.from(sample))).toBe(true);
  });

  it('never throws and writes what can be read, whatever the block', () => {
    const random = makeRandom(chooseSeed());
    for (let round = 0; round < 3000; round++) {
      const edited = editExif(damage(sample, random), [
        { directory: 'IFD0', tag: 0x0131, type: 2, data: text('A tool') },
        { directory: 'ExifIFD', tag: 0x9004, type: 2, data: text('2025:01:01 00:00:00') },
      ]);
      expect(valueOf(edited, 'Software')).toBe('A tool');
    }
  });
});
