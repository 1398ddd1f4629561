import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { PDFArray, type PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef, PDFString } from 'pdf-lib';
import { type Applied, expectOn, type PageExpectation } from '../../../../../processor/operations/ai-edit/applied.ts';
import { verifyEdit } from '../../../../../processor/operations/ai-edit/verify-edit.ts';
import type { Box } from '../../../../../processor/pdf/geometry/box.ts';
import { openPdf } from '../../../../../processor/pdf/open.ts';
import type { OpenedPdf } from '../../../../../processor/pdf/opened.ts';
import { takeFingerprint } from '../../../../../processor/pdf/pages/fingerprint.ts';
import { savePackedFile } from '../../../../../processor/pdf/save-packed.ts';
import { makePdf, type PdfObject } from '../../../../../support/documents/make-pdf.ts';
import { onePage } from '../../../../../support/run/edit-pdf.ts';

const workDir = mkdtempSync(join(tmpdir(), 'verify-'));
afterAll(() => rmSync(workDir, { recursive: true }));

const WORD = 'BT /F1 18 Tf 20 100 Td (one word) Tj ET';
const AROUND: Box = [15, 90, 160, 125];

/** @param change is done to the source on its way to the result. @param expected of the first page */
async function verifyChange(bytes: Uint8Array, change: (opened: OpenedPdf) => void, expected: Partial<PageExpectation>) {
  const open = () => openPdf(bytes, { needs: 'modify', pagesMax: 10_000, strict: true });
  const [source, edited] = [await open(), await open()];
  change(edited);
  const path = join(workDir, `${randomUUID()}.pdf`);
  const numbers = savePackedFile(edited.context, path, { objectStreams: false });
  const applied: Applied = {
    changes: [{ operation: 'op1', op: 'replace_text', page: 1 }],
    skipped: [],
    pages: new Map(),
  };
  Object.assign(expectOn(applied, 1), expected);
  const saved = {
    source: { file: source.source, pages: source.pages.length, fingerprint: takeFingerprint(source) },
    path,
    sourcePages: source.pages.map((_, index) => index + 1),
    sourceNumbers: new Map(Array.from(numbers, ([ref, number]) => [number, ref.objectNumber])),
    applied,
  };
  const context = { limits: { processing_ms: 120_000, pages: 10_000, output_bytes: 1e9 }, progress: () => {}, workDir };
  return verifyEdit(saved, context, () => undefined);
}

const write = ({ context }: OpenedPdf, number: number, content: string) => {
  const ref = PDFRef.of(number);
  const { dict } = context.lookup(ref) as PDFRawStream;
  context.assign(ref, PDFRawStream.of(dict, Buffer.from(content)));
};

const verify = (before: string, after: string, expected: Partial<PageExpectation>) =>
  verifyChange(makePdf({ objects: onePage(before) }), (opened) => write(opened, 4, after), expected);

const refused = (finding: string, page = 1) => ({
  reason: 'unsupported_feature',
  page,
  details: { check: 'verify' },
  cause: { message: finding },
});

describe('the guard of an edit', () => {
  it('lets pass what was declared, and counts what it looked at', async () => {
    const texts = [{ operation: 'op1', old: 'word', new: 'wolf', box: AROUND }];
    const { report } = await verify(WORD, WORD.replace('word', 'wolf'), { boxes: [AROUND], texts });
    expect(report).toMatchObject({ texts_checked: 2, places_checked: 1, rendered_pages_compared: 1, qpdf_check: 'clean' });
  });

  it('refuses an old text that is left, a new one that is missing or elsewhere, and names the operation', async () => {
    const texts = [{ operation: 'op1', old: 'word', new: 'wolf', box: AROUND }];
    await expect(verify(WORD, WORD, { boxes: [AROUND], texts })).rejects.toMatchObject({
      ...refused('the text of a page is not what was planned'),
      details: { operations: ['op1'] },
    });
    const moved = WORD.replace('20 100', '20 20').replace('word', 'wolf');
    await expect(verify(WORD, moved, { boxes: [AROUND, [0, 0, 300, 60]], texts })).rejects.toMatchObject(
      refused('a new text does not stand where it was put'),
    );
  });

  it('refuses a picture that differs elsewhere', async () => {
    await expect(verify(WORD, `${WORD} 250 20 20 20 re f`, { boxes: [AROUND] })).rejects.toMatchObject(
      refused('a page looks different elsewhere'),
    );
  });

  it('refuses words in a content that are no operators and were not there before, whatever a reader makes of them', async () => {
    const joined = WORD.replace('Tf 20', 'Tf1 0 0 rg 20');
    const loose = { boxes: [[0, 0, 300, 200]] as Box[], texts: [{ old: undefined, new: undefined }] };
    await expect(verify(WORD, joined, loose)).rejects.toMatchObject(refused('a content has words that are no operators'));
    await expect(verify(`${WORD} nonsense`, `${WORD} nonsense`, loose)).resolves.toBeDefined();
  });
});

const FORM = 10;
const [PAGE, CONTENT, NOTE] = [100, 10_100, 20_100];

/** Pages of a word, a form that all share, and a note with an appearance. Objects of page `n`, from 0: PAGE + n, CONTENT + n, NOTE + n. */
function manyPages(count: number): Record<number, PdfObject> {
  const objects: Record<number, PdfObject> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${count} /MediaBox [0 0 300 200] /Kids [${Array.from({ length: count }, (_, n) => `${PAGE + n} 0 R`).join(' ')}] >>`,
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    6: { dict: '/Subtype /Form /BBox [0 0 20 20]', data: '1 0 0 rg 0 0 20 20 re f' },
    [FORM]: { dict: '/Subtype /Form /BBox [0 0 300 20]', data: '0 0 1 rg 20 5 200 3 re f' },
  };
  for (let n = 0; n < count; n++) {
    objects[PAGE + n] =
      `<< /Type /Page /Parent 2 0 R /Contents ${CONTENT + n} 0 R /Annots [${NOTE + n} 0 R] ` +
      `/Resources << /Font << /F1 5 0 R >> /XObject << /Fm ${FORM} 0 R >> >> >>`;
    objects[CONTENT + n] = { dict: '', data: `/Fm Do BT /F1 18 Tf 20 100 Td (one word ${n}) Tj ET` };
    objects[NOTE + n] =
      `<< /Type /Annot /Subtype /Stamp /Rect [250 150 270 170] /F 4 /Contents (note ${n}) /P ${PAGE + n} 0 R /AP << /N 6 0 R >> >>`;
  }
  return objects;
}

const replaceWord = (opened: OpenedPdf) => write(opened, CONTENT, '/Fm Do BT /F1 18 Tf 20 100 Td (one wolf 0) Tj ET');
const EXPECTED = { boxes: [AROUND], texts: [{ operation: 'op1', old: 'word', new: 'wolf', box: AROUND }] };
const dictAt = (opened: OpenedPdf, number: number) => opened.context.lookup(PDFRef.of(number)) as PDFDict;
/** What every one of them breaks is on a page of its own, and no sample of pages is asked for. */
const [PAGES, BROKEN] = [60, 45];
const LONG = makePdf({ objects: manyPages(PAGES) });

/** With the page on which it is seen first, where the edited one may look as it likes. */
const DAMAGE: readonly (readonly [string, number, (opened: OpenedPdf) => void])[] = [
  ['the content of another page', BROKEN + 1, (opened) => write(opened, CONTENT + BROKEN, 'BT /F1 18 Tf 20 100 Td (one word) Tj ET')],
  [
    'the place of a text on another page',
    BROKEN + 1,
    (opened) => write(opened, CONTENT + BROKEN, `/Fm Do BT /F1 18 Tf 21 100 Td (one word ${BROKEN}) Tj ET`),
  ],
  [
    'the size of another page',
    BROKEN + 1,
    (opened) => dictAt(opened, PAGE + BROKEN).set(PDFName.of('MediaBox'), opened.context.obj([0, 0, 300, 210])),
  ],
  ['the rotation of another page', BROKEN + 1, (opened) => dictAt(opened, PAGE + BROKEN).set(PDFName.of('Rotate'), PDFNumber.of(90))],
  [
    'the note of another page',
    BROKEN + 1,
    (opened) => dictAt(opened, NOTE + BROKEN).set(PDFName.of('Rect'), opened.context.obj([200, 150, 220, 170])),
  ],
  ['a form that all pages draw', 2, (opened) => write(opened, FORM, '0 0 1 rg 20 5 100 3 re f')],
  ['a font that all pages share', 2, (opened) => dictAt(opened, 5).set(PDFName.of('BaseFont'), PDFName.of('Courier'))],
  ['the appearance that all notes share', 2, (opened) => write(opened, 6, '0 1 0 rg 0 0 20 20 re f')],
  ['the size that pages inherit', 1, (opened) => dictAt(opened, 2).set(PDFName.of('MediaBox'), opened.context.obj([0, 0, 310, 200]))],
  [
    'the order of two pages',
    BROKEN + 1,
    (opened) => {
      const kids = dictAt(opened, 2).lookup(PDFName.of('Kids'), PDFArray);
      kids.set(BROKEN, PDFRef.of(PAGE + BROKEN + 1));
      kids.set(BROKEN + 1, PDFRef.of(PAGE + BROKEN));
    },
  ],
];

describe(`one page of ${PAGES} is edited`, () => {
  it('and the others are proved to be those of the source, object by object', async () => {
    const { report } = await verifyChange(LONG, replaceWord, EXPECTED);
    // One changed page and a sample of the others are drawn.
    expect(report).toMatchObject({ pages_unchanged: PAGES - 1, rendered_pages_compared: 9 });
  });

  it.each(DAMAGE)('%s is changed too: the edit is refused, and the page named', async (_, page, damage) => {
    const change = (opened: OpenedPdf) => {
      replaceWord(opened);
      damage(opened);
    };
    const anywhere = { ...EXPECTED, boxes: [[0, 0, 300, 200]] as Box[] };
    await expect(verifyChange(LONG, change, anywhere)).rejects.toMatchObject({
      reason: 'unsupported_feature',
      page,
      details: { check: 'verify' },
    });
  });

  it('what differs without being seen is drawn and not said to be unchanged', async () => {
    const change = (opened: OpenedPdf) => {
      replaceWord(opened);
      dictAt(opened, NOTE + BROKEN).set(PDFName.of('Contents'), PDFString.of('another note'));
    };
    const { report } = await verifyChange(LONG, change, EXPECTED);
    expect(report).toMatchObject({ pages_unchanged: PAGES - 2, rendered_pages_compared: 10 });
  });

  it('layers and the looks of fields may not change by the way', async () => {
    const change = (opened: OpenedPdf) => {
      replaceWord(opened);
      opened.catalog.set(PDFName.of('OCProperties'), opened.context.obj({ OCGs: [], D: { BaseState: 'OFF' } }));
    };
    await expect(verifyChange(makePdf({ objects: manyPages(3) }), change, EXPECTED)).rejects.toMatchObject({ reason: 'internal' });
  });
});
