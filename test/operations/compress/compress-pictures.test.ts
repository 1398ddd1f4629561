// `compress` on pictures of every kind: what comes out is smaller, looks the same in poppler as far as the level says, and is what qpdf calls sound.

import { describe, expect, test } from 'vitest';
import { COMPRESS_QUALITIES, type CompressQuality } from '#contract/params/compress-params.ts';
import { LEVELS } from '../../../processor/operations/compress/levels.ts';
import { EVERYTHING } from '../../../support/everything.ts';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { makePicturePdf, PICTURES, type PictureKind } from '../../../support/documents/make-compressible.ts';
import { pageSimilarity } from '../../../support/judges/page-similarity.ts';
import { compressBytes } from '../../support/compress-bytes.ts';
import { useWorkDir } from '../../support/work-dir.ts';

const workDir = useWorkDir();

const compress = (bytes: Uint8Array, quality: CompressQuality) =>
  compressBytes(bytes, { workDir, pagesMax: 10, quality, linearize: false, strict: false, onSignature: 'refuse' });

/** Every fifth kind and this one are compressed at one level every day, and all of them at all levels in the long run. */
const EVERY_DAY: PictureKind = 'few colours';

/** Poppler and PDFium smooth pictures in different ways. */
const OTHER_ENGINE = 0.04;

const KINDS = (Object.keys(PICTURES) as PictureKind[]).filter((kind, index) => EVERYTHING || kind === EVERY_DAY || index % 5 === 0);

describe.skipIf(!hasPdfJudges).each(KINDS)('compress on a picture: %s', (kind) => {
  const levels = EVERYTHING ? COMPRESS_QUALITIES : (['balanced'] as const);

  test(`keeps text and look, and grows at no level: ${levels.join(', ')}`, async () => {
    const source = await makePicturePdf(kind);
    let before = source.length;
    for (const quality of levels) {
      const result = await compress(source, quality);
      expect(result.bytes.length).toBeLessThanOrEqual(before);
      before = result.bytes.length;
      expect(qpdfCheck(result.bytes), quality).toMatchObject({ status: 0 });
      expect(textOfPdf(result.bytes)).toBe(textOfPdf(source));
      const [ssim = 0] = pageSimilarity(source, result.bytes, { dpi: 150, lastPage: 1 });
      expect(ssim, quality).toBeGreaterThan(LEVELS[quality].pageSsimMin - OTHER_ENGINE);
      expect(result.ssim.worst ?? 1).toBeGreaterThanOrEqual(LEVELS[quality].pageSsimMin);
    }
  });
});

describe.skipIf(!hasPdfJudges)('compress on pictures', () => {
  const chosen = async (kind: PictureKind, quality: CompressQuality, dpi?: number) => {
    const { pictures } = await compress(await makePicturePdf(kind, dpi), quality);
    return pictures.map((picture) => ({ ...picture.before, after: picture.after }));
  };

  test('resamples what is placed finer than the level asks for, and nothing else', async () => {
    const [fine] = await chosen('rgb flate', 'balanced', 400);
    expect(fine).toMatchObject({ dpi: 400, after: { codec: 'jpeg' } });
    expect(fine?.after?.width).toBeLessThanOrEqual(600);
    const [coarse] = await chosen('rgb flate', 'balanced', 120);
    expect(coarse).toMatchObject({ dpi: 120, after: { width: 800, height: 600 } });
  });

  test('stores grey in colour as one component and few colours as a palette', { tags: 'long' }, async () => {
    expect(await chosen('grey in rgb', 'high')).toMatchObject([{ after: { channels: 1, colours: 'device' } }]);
    const [drawn] = await chosen('few colours', 'maximum');
    expect(drawn?.after).toMatchObject({ ssim: 1, codec: 'flate' });
  });

  test.each(['bilevel flate', 'bilevel in grey', 'ccitt', 'stencil'] as const)('stores %s as JBIG2 without losing a bit', async (kind) => {
    const source = await makePicturePdf(kind);
    const result = await compress(source, 'high');
    expect(result.pictures[0]?.after).toMatchObject({ codec: 'jbig2', ssim: 1, bits: 1 });
    expect(pageSimilarity(source, result.bytes, { dpi: 200, lastPage: 1 })).toEqual([1]);
  });

  test.each([
    ['matte', 'matte'],
    ['mask of a colour', 'colour_key_mask'],
    ['lab', 'lab_colours'],
  ] as const)('leaves alone what it must not touch (%s) and says why', async (kind, why) => {
    const result = await compress(await makePicturePdf(kind), 'maximum');
    expect(result.kept.map((kept) => kept.why)).toContain(why);
    expect(pageSimilarity(await makePicturePdf(kind), result.bytes, { dpi: 100, lastPage: 1 })).toEqual([1]);
  });

  test('keeps the four inks of a JPEG, and the way round that they are stored', { tags: 'long' }, async () => {
    const result = await compress(await makePicturePdf('jpeg cmyk'), 'balanced');
    expect(result.pictures[0]?.after).toMatchObject({ codec: 'jpeg', colours: 'inks' });
    expect(Buffer.from(result.bytes).toString('latin1')).toMatch(/DeviceCMYK.*Decode/s);
  });
});
