// `compress` on whole documents: what a reader can use survives, what cannot be made smaller comes back byte for byte, what is refused is refused.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { COMPRESS_QUALITIES, CompressParams } from '#contract/params/compress-params.ts';
import { JobFailure } from '../../../processor/failure.ts';
import { handleCompress } from '../../../processor/operations/compress/compress.ts';
import type { CompressOptions } from '../../../processor/operations/compress/settle.ts';
import { EVERYTHING } from '../../../support/everything.ts';
import { hasPdfJudges, qpdfCheck, qpdfPlain, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { makeLetter } from '../../../support/documents/letter.ts';
import { makeFeaturePdf, makePicturePdf, photo } from '../../../support/documents/make-compressible.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { chooseSeed, damage, makeRandom } from '../../../support/documents/mutations.ts';
import { compressBytes } from '../../support/compress-bytes.ts';
import { useWorkDir } from '../../support/work-dir.ts';
import { reasonOf } from '../../support/expect-failure.ts';

/** Of damage. */
const ROUNDS = EVERYTHING ? 25 : 4;
const workDir = useWorkDir();

const compress = (bytes: Uint8Array, more: Partial<CompressOptions> = {}) =>
  compressBytes(bytes, { workDir, pagesMax: 300, quality: 'balanced', linearize: false, strict: false, onSignature: 'refuse', ...more });

describe.skipIf(!hasPdfJudges)('compress on a document with everything', () => {
  test.each(COMPRESS_QUALITIES)('keeps tags, form, link, note, outline, attachment, labels, layer and text: %s', async (quality) => {
    const source = await makeFeaturePdf();
    const { bytes, features, verification } = await compress(source, { quality });
    expect(features.after).toEqual(features.before);
    expect(features.after).toMatchObject({
      tags: 2,
      fields: 1,
      annotations: 3,
      links: 1,
      outlines: 1,
      attachments: 1,
      layers: 1,
      destinations: 1,
    });
    expect(verification).toMatchObject({ text_identical: true, features_identical: true, qpdf_check: 'clean' });
    expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
    expect(textOfPdf(bytes)).toBe(textOfPdf(source));
    const plain = qpdfPlain(bytes);
    for (const kept of [
      '/StructElem',
      '/MCID 0',
      '(name)',
      'https://example.com/',
      '(A note)',
      '(Start)',
      'attached text',
      '/OCG',
      '/S /r',
      'xmpmeta',
      '/Lang',
    ])
      expect(plain).toContain(kept);
    for (const gone of ['PieceInfo', '/Thumb', 'private private']) expect(plain).not.toContain(gone);
    expect(bytes.length).toBeLessThan(source.length / 4);
  });

  test('gives the same bytes for the same input', { tags: 'long' }, async () => {
    const source = await makeFeaturePdf();
    const [one, two] = [await compress(source), await compress(source)];
    expect(Buffer.from(one.bytes).equals(Buffer.from(two.bytes))).toBe(true);
  });

  test('gives back the very bytes of what cannot be made smaller, and says so', async () => {
    const once = await compress(await makeFeaturePdf(), { quality: 'maximum' });
    const again = await compress(once.bytes, { quality: 'high' });
    expect(again.bytes).toEqual(once.bytes);
    expect(again).toMatchObject({ changed: false, verification: { identical_to_source: true } });
    expect(again.kept).toContainEqual({ what: 'document', why: 'not_smaller', count: 1 });
  });

  test('puts the first page first when asked to', async () => {
    const { bytes } = await compress(await makeFeaturePdf(), { linearize: true });
    expect(qpdfCheck(bytes).output).toContain('File is linearized');
  });
});

describe.skipIf(!hasPdfJudges)('compress on duplicates and archives', () => {
  test('stores a picture once that a document holds many times', async () => {
    const data = photo(3, 100, 100);
    const picture = { dict: '/Type /XObject /Subtype /Image /Width 100 /Height 100 /ColorSpace /DeviceRGB /BitsPerComponent 8', data };
    const objects = {
      ...plainObjects(),
      3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /A 6 0 R /B 7 0 R /C 8 0 R >> >> >>',
      4: { dict: '', data: '/A Do /B Do /C Do' },
      6: picture,
      7: picture,
      8: picture,
    };
    const { bytes, merged, pictures } = await compress(makePdf({ objects }));
    expect(merged).toBe(2);
    expect(pictures).toHaveLength(1);
    expect(bytes.length).toBeLessThan(data.length);
  });

  test('writes no object stream into PDF/A-1 and leaves its metadata readable', async () => {
    const packet =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>1</pdfaid:part></rdf:Description></rdf:RDF></x:xmpmeta>';
    const objects = {
      ...plainObjects('Archive', '', '/Metadata 9 0 R'),
      9: { dict: '/Type /Metadata /Subtype /XML', data: packet },
      10: { dict: '', data: 'x'.repeat(5000) },
    };
    const { bytes, changed } = await compress(makePdf({ objects }));
    expect(changed).toBe(true);
    const text = Buffer.from(bytes).toString('latin1');
    expect(text).not.toMatch(/ObjStm|\/XRef/);
    expect(text).toContain('<pdfaid:part>1</pdfaid:part>');
    expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
  });
});

describe('compress refuses', () => {
  test('a signed document, unless its signature may be invalidated', async () => {
    const objects = {
      ...plainObjects('Signed', '/Annots [6 0 R]', '/AcroForm << /Fields [6 0 R] /SigFlags 3 >>'),
      6: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (sig) /Rect [0 0 0 0] /V 7 0 R >>',
      7: `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 10 20 10] /Contents <${'00'.repeat(2000)}> >>`,
    };
    expect(await reasonOf(compress(makePdf({ objects })))).toBe('signed_document');
    const result = await compress(makePdf({ objects }), { onSignature: 'invalidate' });
    expect(qpdfPlain(result.bytes)).not.toMatch(/ByteRange|SigFlags/);
    expect(result.notes.map(({ code }) => code)).toContain('signature_removed');
    expect(result.features.after.fields).toBe(1);
  });

  test('a locked document without its password, and opens it with it', async () => {
    const document = await PDFDocument.load(await makeLetter('Somebody'));
    document.encrypt({ userPassword: 'open sesame', ownerPassword: 'owner' });
    const locked = await document.save();
    expect(await reasonOf(compress(locked))).toBe('encrypted_pdf');
    expect(await reasonOf(compress(locked, { password: 'wrong' }))).toBe('password_incorrect');
    const result = await compress(locked, { password: 'open sesame' });
    expect(result.notes.map(({ code }) => code)).toContain('encryption_removed');
    expect(textOfPdf(result.bytes)).not.toBe('');
  });

  test('more pages than are allowed, and damage when strict', async () => {
    const kids = Array.from({ length: 11 }, () => '3 0 R').join(' ');
    const objects = { ...plainObjects(), 2: `<< /Type /Pages /Kids [${kids}] /Count 11 /MediaBox [0 0 300 200] >>` };
    expect(await reasonOf(compress(makePdf({ objects }), { pagesMax: 10 }))).toBe('page_limit');
    const broken = Buffer.from(makePdf({ objects: plainObjects() })).subarray(0, -60);
    expect(await reasonOf(compress(broken, { strict: true }))).toBe('corrupt_file');
  });

  test('nothing with the reason internal, whatever bytes are hit', { timeout: 120_000, tags: 'long' }, async () => {
    const random = makeRandom(chooseSeed());
    const source = await makeFeaturePdf();
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const outcome = await compress(damage(source, random)).then(
        () => 'succeeded',
        (error: unknown) => (error instanceof JobFailure ? error.reason : Promise.reject(error)),
      );
      outcomes.add(outcome);
    }
    expect([...outcomes]).toContain('succeeded');
    expect([...outcomes]).not.toContain('internal');
  });
});

describe('the compress operation', () => {
  test('gives a file of the same name with a report of what became of it, and tells how far it is', async () => {
    const path = join(workDir, 'source');
    const bytes = await makePicturePdf('rgb flate', 400);
    writeFileSync(path, bytes);
    const stages = new Set<string>();
    const context = {
      workDir,
      limits: { processing_ms: 60_000, pages: 10, output_bytes: 10_000_000 },
      progress: ({ stage, percent }: { stage: string; percent: number }) =>
        void stages.add(percent >= 0 && percent <= 100 ? stage : 'out of range'),
      warn: () => {},
    };
    const source = { path, filename: 'scan.pdf', contentType: 'application/pdf', sizeBytes: bytes.length, sha256: '' };
    const { files, report, pages } = await handleCompress(context, [source], CompressParams.parse({}));
    expect(files).toMatchObject([{ filename: 'scan.pdf', contentType: 'application/pdf' }]);
    expect(pages).toBe(1);
    expect(report).toMatchObject({
      quality: 'balanced',
      input_bytes: bytes.length,
      output_bytes: readFileSync(files[0]?.path ?? '').length,
      images: { total: 1, changed: 1, resampled: 1, by_codec: { before: { flate: 1 }, after: { jpeg: 1 } } },
      ssim: { pages_compared: 1 },
      verification: { result: 'verified' },
    });
    expect([...stages].toSorted()).toEqual(['comparing', 'fonts', 'pictures', 'streams', 'verifying']);
  });

  test('goes through a scan of two hundred pages in bounded memory and time', async () => {
    const pictures = await makePicturePdf('bilevel flate', 150);
    const document = await PDFDocument.create();
    const pages200 = Array.from({ length: 200 }, () => 0);
    for (const page of await document.copyPages(await PDFDocument.load(pictures), pages200)) document.addPage(page);
    const source = await document.save({ useObjectStreams: false });
    const { pages, bytes, ssim } = await compress(source);
    expect(pages).toBe(200);
    expect(bytes.length).toBeLessThan(source.length);
    expect(ssim.worst).toBe(1);
  });
});
