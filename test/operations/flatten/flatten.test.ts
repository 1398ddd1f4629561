// `flatten`: fields, annotations and layers become part of the pages, which look as before; what is hidden is in the file no more.

import { PDFDict, PDFRef } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { FlattenParams } from '#contract/params/flatten-params.ts';
import { JobFailure } from '../../../processor/failure.ts';
import { LayerStates } from '../../../processor/pdf/layers/layer-states.ts';
import { openPdf } from '../../../processor/pdf/open.ts';
import { makePdf, type PdfObject } from '../../../support/documents/make-pdf.ts';
import { PAGE_WORDS, reportPdf } from '../../../support/documents/report-pdf.ts';
import { hasPdfJudges, picturesOfPdf, qpdfCheck, qpdfPlain, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { readParts } from '../../../support/judges/read-parts.ts';
import { type AssemblyOutcome, flatten, protect } from '../../../support/run/run-assembly.ts';
import { useWorkDir } from '../../support/work-dir.ts';

useWorkDir();

const bytesOf = ({ files }: AssemblyOutcome) => files[0]!.bytes;
const verified = { verification: { result: 'verified' } };

async function reasonOf(outcome: Promise<unknown>): Promise<string> {
  return outcome.then(
    () => 'succeeded',
    (error: unknown) => (error instanceof JobFailure ? `${error.reason} ${error.message}` : String(error)),
  );
}

/** A page with this content, resources and annotations; layers `Shown` (10 0 R) and `Hidden` (11 0 R). */
function layeredPdf(
  content: string,
  more: Record<number, PdfObject> = {},
  { resources = '', annotations = '', usual = '' } = {},
): Uint8Array {
  return makePdf({
    objects: {
      1: `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [10 0 R 11 0 R] /D << /OFF [11 0 R] /Order [10 0 R 11 0 R] ${usual} >> >> >>`,
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Annots [${annotations}] /Resources << /Font << /F1 5 0 R >> /Properties << /S 10 0 R /H 11 0 R /M 12 0 R >> ${resources} >> >>`,
      4: { dict: '', data: content },
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      10: '<< /Type /OCG /Name (Shown) >>',
      11: '<< /Type /OCG /Name (Hidden) >>',
      12: '<< /Type /OCMD /OCGs [10 0 R 11 0 R] /P /AllOn >>',
      ...more,
    },
  });
}

const word = (text: string, y: number) => `BT /F1 18 Tf 20 ${y} Td (${text}) Tj ET`;

describe('forms and annotations', () => {
  test('become content; links, outline and tags stay', async () => {
    const source = reportPdf();
    const outcome = await flatten(source);
    const bytes = bytesOf(outcome);
    const [before, after] = await Promise.all([readParts(source), readParts(bytes)]);
    expect(after).toMatchObject({
      texts: ['AlphaFilled', 'BravoFilled', 'CharlieFilled', 'Delta'],
      links: before.links,
      outline: before.outline,
      labels: before.labels,
      destinations: before.destinations,
      fields: {},
    });
    expect(after.tags).toEqual(before.tags);
    expect(outcome.report).toMatchObject({
      flattened: { fields: 4, annotations: 1 },
      removed: { icons: 1 },
      before: { fields: 3, annotations: 8, links: 2 },
      after: { fields: 0, annotations: 2, links: 2 },
      ...verified,
    });
    expect(outcome.warnings.map(({ code }) => code)).toEqual(['icons_removed']);
    if (!hasPdfJudges) return;
    expect(qpdfCheck(bytes).output).toMatch(/No syntax or stream encoding errors/);
    expect(qpdfPlain(bytes)).not.toMatch(/AcroForm|Widget|\/Subtype \/(?:Text|Highlight)\b/);
    // poppler draws fields with the page; the page with the note's icon differs.
    const [asWas, asIs] = [picturesOfPdf(source), picturesOfPdf(bytes)];
    expect([asIs[0], asIs[3]]).toEqual([asWas[0], asWas[3]]);
  });

  test.each([
    [['forms'], { fields: 0, annotations: 4, links: 2 }],
    [['annotations'], { fields: 3, annotations: 6, links: 2 }],
    [['links'], { fields: 3, annotations: 6, links: 0 }],
    [['forms', 'annotations', 'layers', 'links'], { fields: 0, annotations: 0, links: 0 }],
  ])('only %j', async (what, after) => {
    expect((await flatten(reportPdf(), { what })).report).toMatchObject({ after, ...verified });
  });

  test('a value without appearance is drawn; what is hidden vanishes', async () => {
    const widget = (entries: string) => `<< /Type /Annot /Subtype /Widget /FT /Tx /P 3 0 R ${entries} >>`;
    const source = makePdf({
      objects: {
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R] /DA (/F1 12 Tf 0 g) /DR << /Font << /F1 5 0 R >> >> >> >>',
        2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Rotate 90 /Annots [6 0 R 7 0 R 8 0 R 9 0 R] /Resources << >> >>',
        5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
        6: widget('/T (Name) /V (Jane Doe) /Rect [20 100 200 120] /F 4'),
        7: widget('/T (Secret) /V (hidden value) /Rect [20 50 200 70] /F 2 /AP << /N 10 0 R >>'),
        8: '<< /Type /Annot /Subtype /FreeText /Rect [20 20 100 40] /Contents (bare) /DA (/F1 12 Tf) >>',
        9: '<< /Type /Annot /Subtype /Stamp /Rect [150 20 200 40] /F 2 /AP << /N 10 0 R >> >>',
        10: { dict: '/Type /XObject /Subtype /Form /BBox [0 0 50 20] /Resources << >>', data: '1 0 0 rg 0 0 50 20 re f % canary' },
      },
    });
    const { report, warnings, files } = await flatten(source);
    const { texts } = await readParts(files[0]!.bytes);
    expect(texts).toEqual(['Jane Doe']);
    expect(report).toMatchObject({
      flattened: { fields: 2, annotations: 0 },
      removed: { annotations_hidden: 1 },
      after: { annotations: 1, fields: 0 },
    });
    expect(warnings.map(({ code }) => code)).toContain('annotations_kept');
    if (hasPdfJudges) expect(qpdfPlain(files[0]!.bytes)).not.toMatch(/canary|hidden value/);
  });
});

describe('layers', () => {
  test('what is shown stays, what is hidden is in the file no more', async () => {
    const content = [
      word('always', 150),
      `/OC /S BDC ${word('shown', 120)} EMC`,
      `/OC /H BDC 0.5 g 10 10 50 50 re f 20 20 m 90 90 l S ${word('canary', 90)} /P << /MCID 1 >> BDC (canary) Tj EMC /Pic Do /Fm Do EMC`,
      `/OC /M BDC BI /W 1 /H 1 /BPC 8 /CS /G ID x EI ${word('canary', 60)} EMC`,
      `/Both Do /Off Do`,
      word('end', 30),
    ].join('\n');
    const image = {
      dict: '/Type /XObject /Subtype /Image /Width 4 /Height 4 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      data: Buffer.alloc(16, 9),
    };
    const form = (data: string, entries = '') => ({
      dict: `/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /Font << /F1 5 0 R >> /Properties << /H 11 0 R >> >> ${entries}`,
      data,
    });
    const source = layeredPdf(
      content,
      {
        20: image,
        21: form(word('canary', 10)),
        22: form(`${word('inner', 170)} /OC /H BDC ${word('canary', 10)} EMC`, '/OC 10 0 R'),
        23: form(word('canary', 10), '/OC 11 0 R'),
        30: '<< /Type /Annot /Subtype /Square /Rect [200 100 250 150] /C [1 0 0] /OC 11 0 R /Contents (canary) >>',
        31: '<< /Type /Annot /Subtype /Square /Rect [200 20 250 70] /C [0 0 1] /OC 10 0 R >>',
      },
      { resources: '/XObject << /Pic 20 0 R /Fm 21 0 R /Both 22 0 R /Off 23 0 R >>', annotations: '30 0 R 31 0 R' },
    );
    const outcome = await flatten(source, { what: ['layers'] });
    const bytes = bytesOf(outcome);
    const parts = await readParts(bytes);
    expect(parts.layers).toEqual([]);
    expect(outcome.report).toMatchObject({
      flattened: { layers: 2 },
      removed: { layers_hidden: 1, contents_cut: 2, annotations_in_hidden_layers: 1 },
      after: { layers: 0, annotations: 1 },
      ...verified,
    });
    expect(parts.texts).toEqual(['alwaysshowninnerend']);
    if (!hasPdfJudges) return;
    expect(textOfPdf(bytes).match(/\w+/g)?.toSorted()).toEqual(['always', 'end', 'inner', 'shown']);
    expect(picturesOfPdf(bytes)).toEqual(picturesOfPdf(source));
    expect(qpdfPlain(bytes)).not.toMatch(/canary|OCG|OCMD|\/OC\b|\/Image/);
    expect(qpdfCheck(bytes).output).toMatch(/No syntax or stream encoding errors/);
  });

  test('the state of graphics that a hidden layer leaves stays', async () => {
    const source = layeredPdf(
      `q /OC /H BDC 1 0 0 rg 0 0 120 200 re W n 1 0 0 1 30 0 cm EMC 0 0 300 100 re f Q BT /F1 18 Tf 20 150 Td /OC /H BDC 0 0 1 rg (canary) ' EMC 0 20 Td (blue) Tj ET`,
    );
    const outcome = await flatten(source);
    expect(outcome.report).toMatchObject(verified);
    expect((await readParts(bytesOf(outcome))).texts).toEqual(['blue']);
    if (hasPdfJudges) expect(picturesOfPdf(bytesOf(outcome))).toEqual(picturesOfPdf(source));
  });

  test.each([
    ['all layers off but one', '/BaseState /OFF /ON [10 0 R]', ['shown']],
    ['by what the layer says of viewing', '/AS [<< /Event /View /Category [/View] /OCGs [13 0 R] >>]', ['shown']],
  ])('%s', async (_, usual, texts) => {
    const content = `/OC /S BDC ${word('shown', 120)} EMC /OC /U BDC ${word('canary', 90)} EMC`;
    const more = { 13: '<< /Type /OCG /Name (Usage) /Usage << /View << /ViewState /OFF >> >> >>' };
    const source = Buffer.from(layeredPdf(content, more, { usual }))
      .toString('latin1')
      .replace('/M 12 0 R', '/U 13 0 R')
      .replace('[10 0 R 11 0 R] /D', '[10 0 R 13 0 R] /D');
    expect((await readParts(bytesOf(await flatten(Buffer.from(source, 'latin1'))))).texts).toEqual(texts);
  });

  test('hidden letters in the middle of a line are refused', async () => {
    const inLine = layeredPdf('BT /F1 18 Tf 20 100 Td (a) Tj /OC /H BDC (canary) Tj EMC (b) Tj ET');
    expect(await reasonOf(flatten(inLine))).toMatch(/^unsupported_feature A layer that is hidden/);
  });

  test('an expression that leads into itself ends', async () => {
    const loop = layeredPdf('', { 12: '<< /Type /OCMD /VE 14 0 R >>', 14: `[/And ${'14 0 R '.repeat(20)}]` });
    const { catalog, context } = await openPdf(loop, { needs: 'read', pagesMax: 1, strict: true });
    const membership = context.lookup(PDFRef.of(12), PDFDict);
    expect(new LayerStates(catalog).isShown(membership)).toBe(true);
  });
});

describe('what cannot be done', () => {
  test('damaged, encrypted', async () => {
    expect(await reasonOf(flatten(Buffer.from('no document')))).toMatch(/^type_mismatch/);
    const locked = bytesOf(await protect(reportPdf(), { user_password: 'open sesame' }));
    expect(await reasonOf(flatten(locked))).toMatch(/^encrypted_pdf/);
    expect((await flatten(locked, { password: 'open sesame' })).report).toMatchObject({ after: { fields: 0 }, ...verified });
  });

  test('a document with nothing to flatten has the same pages', async () => {
    const source = bytesOf(await flatten(reportPdf(), { what: ['forms', 'annotations', 'links'] }));
    const outcome = await flatten(source);
    expect(outcome.report).toMatchObject({ flattened: { fields: 0, annotations: 0, layers: 0 }, ...verified });
    expect((await readParts(bytesOf(outcome))).texts).toEqual((await readParts(source)).texts);
    expect((await readParts(source)).texts.at(-1)).toBe(PAGE_WORDS[3]);
  });

  test.each([[{ what: [] }], [{ what: ['pages'] }], [{ what: ['forms', 'forms'] }], [{ parts: ['forms'] }]])(
    'refused at once: %j',
    (params) => {
      expect(FlattenParams.safeParse(params).success).toBe(false);
    },
  );
});
