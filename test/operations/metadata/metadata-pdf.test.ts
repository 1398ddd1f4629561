// `metadata` on PDF, judged by qpdf, poppler and exiftool.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MetadataParams } from '#contract/params/metadata-params.ts';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../../processor/failure.ts';
import { handleMetadata } from '../../../processor/operations/metadata/metadata.ts';
import { readPdf } from '../../../processor/metadata/pdf.ts';
import type { SourceOptions } from '../../../processor/open-source.ts';
import { endPdfium, warmUpPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { EVERYTHING } from '../../../support/everything.ts';
import { hasPdfJudges, picturesOfPdf, qpdfCheck, qpdfPlain, tagsOfPdf, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { makePdf, plainObjects, xmpPacket } from '../../../support/documents/make-pdf.ts';
import { chooseSeed, damage, makeRandom } from '../../../support/documents/mutations.ts';
import { AUTHOR_MARK, LAYER_MARK, makePlantedPdf, mark, PLACES, VISIBLE } from '../../../support/documents/planted-pdf.ts';
import { removeInFile, setInFile } from '../../../support/run/run-metadata-pdf.ts';
import { reasonOf } from '../../support/expect-failure.ts';

let options: SourceOptions;

beforeAll(async () => {
  options = { workDir: mkdtempSync(join(tmpdir(), 'metadata-')), pagesMax: 1000, strict: false, onSignature: 'refuse' };
  await warmUpPdfium();
});

afterAll(async () => {
  rmSync(options.workDir, { recursive: true });
  await endPdfium();
});

/** Of damage. */
const ROUNDS = EVERYTHING ? 120 : 30;

const remove = (bytes: Uint8Array, more: Partial<Parameters<typeof removeInFile>[1]> = {}) =>
  removeInFile(bytes, { ...options, removeAuthors: false, removeLayerNames: false, ...more });

describe.skipIf(!hasPdfJudges)('metadata remove on PDF', () => {
  const source = makePlantedPdf();

  test('finds each planted marker and says where', async () => {
    const { found } = await readPdf(source, options);
    const values = found.entries.map(({ value = '' }) => value).join('\n');
    // Old versions of streams and shown text are reported too; a comment and what is outside the file by their bytes.
    const told = PLACES.filter((place) => !['BeforeHeader', 'ThumbXmp'].includes(place));
    expect(told.filter((place) => !values.includes(mark(place)))).toEqual([]);
    expect(values).toContain(AUTHOR_MARK);
    expect(values).toContain(LAYER_MARK);
    expect(found.entries.map(({ kind }) => kind)).toContain('leading_data');
    expect(found.entries.map(({ kind }) => kind)).toContain('thumbnail');
    expect(found.entries.every(({ location }) => location !== '')).toBe(true);
  });

  test('leaves none of the planted markers in the file, in the clear or compressed', async () => {
    const plainSource = `${Buffer.from(source).toString('latin1')}${qpdfPlain(source)}`;
    expect(PLACES.filter((place) => !['JpxUuid', 'JpxXml', 'JpxComment'].includes(place) && !plainSource.includes(mark(place)))).toEqual(
      [],
    );
    const result = await remove(source, { removeAuthors: true, removeLayerNames: true });
    const plain = `${Buffer.from(result.bytes).toString('latin1')}${qpdfPlain(result.bytes)}`;
    // What a page shows is content, even when it repeats the title.
    const shown = plain.replace('(Visible-Page Planted-InfoTitle)', '(Visible-Page)');
    expect(shown.match(/Planted-\w+/g) ?? []).toEqual([]);
    expect(VISIBLE.filter((text) => !plain.includes(text))).toEqual([]);
    expect(plain).not.toMatch(/D:2020/);
    expect(plain).toContain('/StructTreeRoot');
    expect(result.verification).toMatchObject({
      markers_left: 0,
      findings_left: 0,
      streams_identical: true,
      text_identical: true,
      qpdf_rewrite: 'clean',
    });
    expect(result.verification['markers_searched']).toBeGreaterThan(20);
    expect(result.verification['rendered_pages_compared']).toBe(1);
  });

  test('keeps pages, text and pictures as poppler sees them', async () => {
    const result = await remove(source);
    expect(qpdfCheck(result.bytes)).toMatchObject({ status: 0 });
    expect(textOfPdf(result.bytes)).toBe(textOfPdf(source));
    expect(textOfPdf(result.bytes)).toContain('Visible-Page');
    expect(picturesOfPdf(result.bytes)).toEqual(picturesOfPdf(source));
    expect(picturesOfPdf(result.bytes)).toHaveLength(1);
    const left = Object.keys(tagsOfPdf(result.bytes)).filter(
      (tag) => !/^(?:PDF:(?:PDFVersion|Linearized|PageCount|TaggedPDF|HasXFA|EmbeddedImage)|JFIF|Composite|Jpeg2000)/.test(tag),
    );
    expect(left).toEqual([]);
  });

  test('keeps the authors of annotations and the names of layers unless asked', async () => {
    const result = await remove(source);
    const plain = qpdfPlain(result.bytes);
    expect(plain).toContain(AUTHOR_MARK);
    expect(plain).toContain(LAYER_MARK);
    expect(result.removed.map(({ kind }) => kind)).not.toContain('annotation_author');
  });

  test('gives the same bytes for the same input, with a new identifier', async () => {
    const [one, two] = await Promise.all([remove(source), remove(source)]);
    expect(Buffer.from(one.bytes).equals(Buffer.from(two.bytes))).toBe(true);
    expect(Buffer.from(one.bytes).toString('latin1')).not.toContain('00112233445566778899aabbccddeeff');
    const again = await remove(one.bytes);
    expect(again.found.entries.filter(({ kind }) => !['file_id', 'annotation_author', 'layer_name'].includes(kind))).toEqual([]);
  });

  test('writes the file itself where there is no qpdf, and says so', async () => {
    const path = process.env['PATH'];
    process.env['PATH'] = options.workDir;
    try {
      const result = await remove(source, { removeAuthors: true, removeLayerNames: true });
      process.env['PATH'] = path;
      expect(result.notes.map(({ code }) => code)).toContain('rewritten_in_process');
      expect(result.verification).toMatchObject({ markers_left: 0, findings_left: 0, qpdf_rewrite: 'missing' });
      expect(qpdfCheck(result.bytes)).toMatchObject({ status: 0 });
    } finally {
      process.env['PATH'] = path;
    }
  });

  test('removes a private entry that repeats a removed value, and nothing else that looks alike', async () => {
    const objects = plainObjects('Type', '/MyOwn (Jane Roe, Accounting) /MyType (Page) ');
    const result = await remove(
      makePdf({ objects: { ...objects, 9: '<< /Author (Jane Roe, Accounting) /Title (Type) /Subject (Page) >>' }, trailer: '/Info 9 0 R' }),
    );
    const plain = qpdfPlain(result.bytes);
    expect(plain).not.toContain('Jane Roe');
    expect(plain).not.toContain('/MyType');
    expect(textOfPdf(result.bytes)).toContain('Type');
    expect(result.removed.find(({ kind }) => kind === 'repeated_value')?.count).toBe(2);
  });
});

describe('metadata remove on damaged PDFs', () => {
  test(
    'gives a result that is proved, or a reason that is the file’s own, whatever bytes are hit',
    { timeout: 120_000, tags: 'long' },
    async () => {
      const random = makeRandom(chooseSeed());
      const source = makePlantedPdf();
      const outcomes = new Map<string, number>();
      for (let round = 0; round < ROUNDS; round++) {
        const start = performance.now();
        const outcome = await remove(damage(source, random)).then(
          ({ verification }) => `left ${String(verification['markers_left'])}`,
          (error: unknown) => (error instanceof JobFailure ? error.reason : Promise.reject(error)),
        );
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        expect(performance.now() - start).toBeLessThan(15_000);
      }
      expect([...outcomes.keys()]).toContain('left 0');
      expect([...outcomes.keys()]).not.toContain('internal');
    },
  );
});

describe('metadata remove on signed documents', () => {
  const field = (value: string) => ({
    ...plainObjects('Signed', '/Annots [6 0 R]', '/AcroForm << /Fields [6 0 R] /SigFlags 3 >>'),
    6: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (sig) /Rect [0 0 0 0] ${value} >>`,
    7: '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 10 20 10] /Contents <00> /Name (Planted Signer) /M (D:20200101) >>',
  });

  test('are refused, and a signature field without a signature is not signed', async () => {
    expect(await reasonOf(remove(makePdf({ objects: field('/V 7 0 R') })))).toBe('signed_document');
    expect((await remove(makePdf({ objects: field('') }))).pages).toBe(1);
  });

  test('lose the signature and its signer when the customer lets it be invalidated', async () => {
    const result = await remove(makePdf({ objects: field('/V 7 0 R') }), { onSignature: 'invalidate' });
    expect(qpdfPlain(result.bytes)).not.toMatch(/Planted Signer|ByteRange|SigFlags/);
    expect(result.notes.map(({ code }) => code)).toContain('signature_removed');
    expect(result.removed.map(({ kind }) => kind)).toContain('signature');
  });
});

describe.skipIf(!hasPdfJudges)('metadata set on PDF', () => {
  const values = {
    title: 'Tïtle <b>&amp; (nested (and) \\ open( \nsecond line',
    author: 'Zoë Müller',
    subject: '日本語の説明',
    keywords: 'one, two;three',
    creator: '--help -o /etc/passwd',
    producer: 'Producer & Söhne',
    created_at: '2024-02-03T04:05:06+02:00',
    modified_at: '2025-02-03T04:05:06Z',
  };

  test('writes every value into Info and XMP literally, as exiftool reads them', async () => {
    const result = await setInFile(makePdf({ objects: plainObjects() }), values, options);
    const tags = tagsOfPdf(result.bytes);
    expect(tags).toMatchObject({
      'PDF:Title': values.title,
      'PDF:Author': values.author,
      'PDF:Subject': values.subject,
      'PDF:Creator': values.creator,
      'PDF:Producer': values.producer,
      'XMP-dc:Title': values.title,
      'XMP-dc:Creator': values.author,
      'XMP-dc:Description': values.subject,
      'XMP-pdf:Keywords': values.keywords,
      'XMP-pdf:Producer': values.producer,
      'PDF:CreateDate': '2024:02:03 04:05:06+02:00',
      'XMP-xmp:CreateDate': '2024:02:03 04:05:06+02:00',
      'PDF:ModifyDate': '2025:02:03 04:05:06Z',
    });
    expect(qpdfCheck(result.bytes)).toMatchObject({ status: 0 });
    expect(result.verification).toMatchObject({ text_identical: true, streams_identical: true });
  });

  test('keeps what is not named, removes what is empty, and leaves no earlier value behind', async () => {
    const source = makePdf({
      objects: {
        ...plainObjects('Text', '', '/Metadata 10 0 R'),
        9: '<< /Title (Old Title) /Author (Old Author) /Subject (Kept Subject) >>',
        10: { dict: '/Type /Metadata /Subtype /XML', data: xmpPacket('<dc:title>Old Title</dc:title><dc:rights>Kept Rights</dc:rights>') },
      },
      trailer: '/Info 9 0 R',
    });
    const result = await setInFile(source, { title: 'New Title', author: '' }, options);
    const tags = tagsOfPdf(result.bytes);
    expect(tags).toMatchObject({
      'PDF:Title': 'New Title',
      'PDF:Subject': 'Kept Subject',
      'XMP-dc:Title': 'New Title',
      'XMP-dc:Rights': 'Kept Rights',
    });
    expect(tags).not.toHaveProperty('PDF:Author');
    expect(qpdfPlain(result.bytes)).not.toMatch(/Old Title|Old Author/);
    expect(picturesOfPdf(result.bytes)).toEqual(picturesOfPdf(source));
  });
});

describe('the metadata operation', () => {
  const run = async (bytes: Uint8Array, filename: string, params: Record<string, unknown>, contentType = 'application/pdf') => {
    const path = join(options.workDir, 'source');
    writeFileSync(path, bytes);
    const warnings: Warning[] = [];
    const limits = { processing_ms: 60_000, pages: 10, output_bytes: 10_000_000 };
    const context = { workDir: options.workDir, limits, progress: () => {}, warn: (warning: Warning) => void warnings.push(warning) };
    const source = { path, filename, contentType, sizeBytes: bytes.length, sha256: '' };
    return { ...(await handleMetadata(context, [source], MetadataParams.parse(params))), warnings };
  };

  test('gives a file of the same name and type for remove, and JSON for read', async () => {
    const removed = await run(makePlantedPdf(), 'report.pdf', { action: 'remove' });
    expect(removed.files).toMatchObject([{ filename: 'report.pdf', contentType: 'application/pdf' }]);
    expect(removed.report).toMatchObject({ action: 'remove', verification: { markers_left: 0 } });
    expect(removed.warnings.map(({ code }) => code)).toEqual(['attachments_kept']);
    const read = await run(makePlantedPdf(), 'report.pdf', { action: 'read' });
    expect(read.files).toMatchObject([{ filename: 'report.metadata.json', contentType: 'application/json' }]);
    const entries = JSON.parse(await readFile(read.files[0]?.path ?? '', 'utf8')) as { total: number };
    expect(entries.total).toBeGreaterThan(30);
  });

  test('keeps the report within its bound however much there is', async () => {
    const many = Array.from({ length: 900 }, (_, index) => `/Key${index} (${'x'.repeat(600)}${index})`).join(' ');
    const { report } = await run(makePdf({ objects: { ...plainObjects(), 9: `<< ${many} >>` }, trailer: '/Info 9 0 R' }), 'a.pdf', {
      action: 'remove',
    });
    expect(JSON.stringify(report).length).toBeLessThan(256 * 1024);
    expect(report).toMatchObject({ found: { total: 900 }, verification: { markers_left: 0 } });
  });

  test('refuses more pages than the plan allows and a result larger than the plan allows', async () => {
    const kids = Array.from({ length: 11 }, () => '3 0 R').join(' ');
    const objects = { ...plainObjects(), 2: `<< /Type /Pages /Kids [${kids}] /Count 11 /MediaBox [0 0 300 200] >>` };
    expect(await reasonOf(run(makePdf({ objects }), 'a.pdf', { action: 'remove' }))).toBe('page_limit');
  });
});
