import { describe, expect, it } from 'vitest';
import { makeOrientationExif } from '../../../../processor/images/exif-write.ts';
import { parseJpeg, serialiseJpeg, stripJpegMetadata } from '../../../../processor/images/jpeg-segments.ts';
import { failureReason } from '../../../support/expect-failure.ts';
import { JFIF, makeJpeg, makeSegment } from '../../../../support/documents/make-jpeg.ts';
import { onBusyMachine } from '../../../support/busy-machine.ts';

const levels = Array.from({ length: 64 }, (_, index) => (index * 37) & 0xff);
const turned = makeSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), makeOrientationExif(6)]));

describe('parseJpeg', () => {
  it('writes back what it read, byte for byte', () => {
    const jpeg = makeJpeg(levels, 8, [JFIF, turned, makeSegment(0xfe, 'comment')]);
    const file = parseJpeg(jpeg);
    expect([file.width, file.height, file.complete, file.trailer.length]).toEqual([64, 64, true, 0]);
    expect(Buffer.from(serialiseJpeg(file.segments, file.complete)).equals(jpeg)).toBe(true);
  });

  it('accepts fill bytes before markers and a few stray bytes, and drops both when it strips', () => {
    const jpeg = Buffer.from(makeJpeg(levels, 8));
    const odd = Buffer.concat([
      jpeg.subarray(0, 2),
      Uint8Array.of(0xff, 0xff),
      jpeg.subarray(2, 20),
      Buffer.from('stray'),
      jpeg.subarray(20),
    ]);
    const { bytes, removed } = stripJpegMetadata(odd);
    expect(Buffer.from(bytes).equals(jpeg)).toBe(true);
    expect(removed).toEqual([{ kind: 'stray_bytes', location: 'between segments', bytes: 5 }]);
  });

  it('refuses zero width, a lying component count and a scan before the frame', () => {
    const jpeg = Buffer.from(makeJpeg());
    const frame = jpeg.indexOf(Uint8Array.of(0xff, 0xc0));
    const patched = (at: number, value: number) => {
      const copy = Buffer.from(jpeg);
      copy.writeUInt16BE(value, at);
      return failureReason(() => parseJpeg(copy));
    };
    expect(patched(frame + 7, 0)).toBe('corrupt_file');
    expect(patched(frame + 5, 0)).toBe('corrupt_file');
    expect(patched(frame + 8, 0x10ff)).toBe('corrupt_file');
    expect(patched(frame, 0xffec)).toBe('corrupt_file');
  });

  it('reads 4 MB of fill bytes or stray bytes in no time', () => {
    const started = performance.now();
    const head = Uint8Array.of(0xff, 0xd8, 0xff);
    expect(failureReason(() => parseJpeg(Buffer.concat([head, Buffer.alloc(4_000_000, 0xff)])))).toBe('corrupt_file');
    expect(failureReason(() => parseJpeg(Buffer.concat([head, Buffer.alloc(4_000_000)])))).toBe('corrupt_file');
    expect(performance.now() - started).toBeLessThan(onBusyMachine(2000));
  });
});

describe('stripJpegMetadata', () => {
  const source = makeJpeg(levels, 8, [JFIF, turned]);

  it('keeps the orientation alone, or nothing where it has no effect', () => {
    expect(stripJpegMetadata(source)).toMatchObject({ orientation: 6 });
    const inPdf = stripJpegMetadata(source, { keepOrientation: false });
    expect(inPdf.orientation).toBeUndefined();
    expect(Buffer.from(inPdf.bytes).equals(makeJpeg(levels, 8))).toBe(true);
  });

  it('gives the same when it is repeated', () => {
    const once = stripJpegMetadata(source).bytes;
    expect(Buffer.from(stripJpegMetadata(once).bytes).equals(Buffer.from(once))).toBe(true);
  });
});
