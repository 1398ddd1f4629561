// Spreadsheets and presentations → PDF, and texts → other formats. LibreOffice of its own writes the sources and poppler judges the results; a second
// LibreOffice that may read every file of this machine judges what is handed to the converter.

import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isSafeFormula } from '../../../processor/office/formulas.ts';
import { makeSafeOdp, makeSafeOds } from '../../../processor/office/safe-odt.ts';
import { makeSafePptx } from '../../../processor/office/safe-pptx.ts';
import { makeSafeXlsx } from '../../../processor/office/safe-xlsx.ts';
import { parseCsv } from '../../../processor/operations/convert/to-pdf/sources/csv.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { endLibreOffice, findOfficeModules } from '../../../processor/tools/libreoffice.ts';
import { flatSheets, flatSlides, flatText } from '../../../support/documents/flat-office.ts';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { coloursOfPdf, SECRET as SECRET_COLOUR, solidPng } from '../../../support/judges/page-colours.ts';
import { isPresent } from '../../../support/judges/present.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';
import { convert } from '../../../support/run/run-convert.ts';
import { expectFailure } from '../../support/expect-failure.ts';
import { type Listener, startListener } from '../../support/service/listener.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ODS = 'application/vnd.oasis.opendocument.spreadsheet';
const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const ODP = 'application/vnd.oasis.opendocument.presentation';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const ODT = 'application/vnd.oasis.opendocument.text';

const modules = await findOfficeModules();
const hasModules =
  isPresent('LibreOffice Calc and Impress', modules.includes('calc') && modules.includes('impress')) && hasSoffice && hasPdfJudges;
const CANARY = `/tmp/pdfapi-canary-sheets-${process.pid}`;
const SECRET = 'nobodymayreadthis';

let listener: Listener;
const made: Record<'xlsx' | 'ods' | 'pptx' | 'odp', Uint8Array> = {
  xlsx: Buffer.alloc(0),
  ods: Buffer.alloc(0),
  pptx: Buffer.alloc(0),
  odp: Buffer.alloc(0),
};
beforeAll(async () => {
  listener = await startListener();
  writeFileSync(`${CANARY}.csv`, `${SECRET}\n`);
  writeFileSync(`${CANARY}.png`, await solidPng(SECRET_COLOUR));
  if (!hasModules) return;
  const wide = Array.from({ length: 40 }, (_, row) =>
    Array.from({ length: 24 }, (__, column) => (row === 0 ? `Column${column}` : row * column)),
  );
  const book = flatSheets([
    { name: 'Wide', rows: [...wide, ['Sum', 'of:=SUM([.B2:.B40])', 'of:=SUM([.C2:.C40])']] },
    { name: 'Area', rows: [['printed', 'too', 'outside']], printed: 'Area.A1:Area.B1' },
  ]);
  const show = flatSlides(['First slide', 'Second slide Ελλάδα']);
  for (const to of ['xlsx', 'ods'] as const) made[to] = convertWithSoffice({ files: { 'source.fods': book }, to })['source'] ?? made[to];
  for (const to of ['pptx', 'odp'] as const) made[to] = convertWithSoffice({ files: { 'source.fodp': show }, to })['source'] ?? made[to];
}, 240_000);
afterEach(() => expect(listener.hits()).toBe(0));
afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
  await listener[Symbol.asyncDispose]();
  for (const ending of ['csv', 'png']) rmSync(`${CANARY}.${ending}`);
});

const wordsOf = (pdf: Uint8Array) => textOfPdf(pdf).split(/\s+/).filter(Boolean);
const sizesOf = (pdf: Uint8Array) =>
  [
    ...spawnSync('pdfinfo', ['-f', '1', '-l', '9', '-'], { input: pdf })
      .stdout.toString()
      .matchAll(/size:\s+([\d.]+) x ([\d.]+)/g),
  ].map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))]);

/** The package with parts rewritten: a text from the old one, or a new one. */
function rewritten(source: Uint8Array, changes: Record<string, (old: string) => string>): Uint8Array {
  const files = unzipSync(source);
  for (const [name, change] of Object.entries(changes)) files[name] = strToU8(change(strFromU8(files[name] ?? new Uint8Array(0))));
  return zipSync(files);
}

describe.runIf(hasModules)('spreadsheets', () => {
  test.each(['xlsx', 'ods'] as const)(
    '%s: each sheet in the width of a page, only what its print area has, and sums as they were',
    async (kind) => {
      const { bytes, pages, codes } = await convert(made[kind], kind === 'xlsx' ? XLSX : ODS);
      const words = wordsOf(bytes);
      expect([pages, codes.filter((code) => code !== 'fonts_replaced')]).toEqual([2, []]);
      expect(words).toEqual(expect.arrayContaining(['Column0', 'Column23', 'Sum', '1560', 'printed', 'too']));
      expect(words).not.toContain('outside');
      expect(qpdfCheck(bytes).status).toBe(0);
    },
  );

  test.each(['xlsx', 'ods'] as const)('%s: on pages as the job asks', async (kind) => {
    const type = kind === 'xlsx' ? XLSX : ODS;
    const wide = await convert(made[kind], type, { page_size: '400mm x 200mm', margins: '5mm', page_ranges: '1' });
    expect([wide.pages, sizesOf(wide.bytes)]).toEqual([1, [[1134, 567]]]);
    const turned = await convert(made[kind], type, { landscape: true, scale: 1 });
    const [[width = 0, height = 0] = []] = sizesOf(turned.bytes);
    expect([width > height, (turned.pages ?? 0) > 2]).toEqual([true, true]);
    await expectFailure('unsupported_feature', () => convert(made[kind], type, { print_background: true }));
  });

  test('csv: every cell as it stands, nothing computed, the first row on every page', async () => {
    const rows = Array.from({ length: 120 }, (_, row) => `Item${row};"${row},50";"said ""so""\nand more";Zürich`);
    const csv = `Name;Amount;Note;City, Land\n=1+1;@SUM(1,2);=cmd|' /C calc'!A0;=WEBSERVICE("${listener.url}")\n${rows.join('\n')}\n`;
    const { bytes, pages = 0, report } = await convert(csv, 'text/csv');
    const text = textOfPdf(bytes);
    for (const shown of ['=1+1', '@SUM(1,2)', "=cmd|' /C calc'!A0", 'said "so"', 'Item119', 'Zürich']) expect(text).toContain(shown);
    expect(pages).toBeGreaterThan(1);
    expect(text.match(/City, Land/g)?.length).toBe(pages);
    expect(report['words_in']).toBeGreaterThan(480);
    await expectFailure('empty_file', () => convert('\n', 'text/csv'));
    await expectFailure('decompression_limit', () => convert(','.repeat(2000), 'text/csv'));
  });

  test('a hostile one tells, reads and asks nothing, whatever reads it', async () => {
    const cells = [
      '=CELL("filename")',
      `=WEBSERVICE("${listener.url}/w")`,
      `='file://${CANARY}.csv'#$Sheet1.A1`,
      `=INDIRECT("'file://${CANARY}.csv'#$Sheet1.A1")`,
      '=[1]Sheet1!A1',
      `=DDE("soffice";"${CANARY}.csv";"A1")`,
      '=SUM(2,3)',
    ];
    const row = cells.map((formula, at) => `<c r="${'ABCDEFG'[at]}1"><f>${formula.slice(1).replaceAll('"', '&quot;')}</f></c>`).join('');
    const link = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const hostile = rewritten(made.xlsx, {
      'xl/worksheets/sheet1.xml': (old) =>
        old
          .replace(/<sheetData>[^]*<\/sheetData>/, `<sheetData><row r="1">${row}</row></sheetData>`)
          .replace(/<(odd(?:Header|Footer))>[^<]*/g, '<$1>&amp;Z&amp;F'),
      'xl/externalLinks/externalLink1.xml': () =>
        `<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><externalBook xmlns:r="${link}" r:id="rId1"><sheetNames><sheetName val="Sheet1"/></sheetNames></externalBook></externalLink>`,
      'xl/externalLinks/_rels/externalLink1.xml.rels': () =>
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${link}/externalLinkPath" Target="file://${CANARY}.csv" TargetMode="External"/></Relationships>`,
      'xl/_rels/workbook.xml.rels': (old) =>
        old.replace(
          '</Relationships>',
          `<Relationship Id="rIdX" Type="${link}/externalLink" Target="externalLinks/externalLink1.xml"/></Relationships>`,
        ),
      'xl/workbook.xml': (old) =>
        old.replace(
          '<definedNames>',
          `<externalReferences><externalReference r:id="rIdX"/></externalReferences><definedNames><definedName name="x">'file://${CANARY}.csv'#$Sheet1.$A$1</definedName>`,
        ),
      '[Content_Types].xml': (old) =>
        old.replace(
          '</Types>',
          '<Override PartName="/xl/externalLinks/externalLink1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"/></Types>',
        ),
    });
    const content = (old: string) =>
      old.replace(
        /<table:table table:name="Wide"[^]*?<\/table:table>/,
        `<table:table table:name="Wide"><table:table-source xlink:href="file://${CANARY}.csv" table:filter-name="Text - txt - csv (StarCalc)"/><table:table-row>${['of:=CELL("FILENAME")', `of:=WEBSERVICE("${listener.url}/o")`, `of:='file://${CANARY}.csv'#$Sheet1.A1`, 'of:=SUM(2;3)'].map((formula) => `<table:table-cell table:formula="${formula.replaceAll('"', '&quot;')}"/>`).join('')}</table:table-row></table:table>`,
      );
    const hostileOds = rewritten(made.ods, { 'content.xml': content });
    const tells = (text: string) => text.includes(SECRET) || text.includes(basename(tmpdir())) || /case|file:/.test(text);
    const judge = (files: Record<string, Uint8Array>) =>
      Object.fromEntries(Object.entries(convertWithSoffice({ files, to: 'pdf' })).map(([name, pdf]) => [name, textOfPdf(pdf)]));
    const alive = judge({ 'case1.xlsx': hostile, 'case2.ods': hostileOds });
    expect([tells(alive['case1'] ?? ''), tells(alive['case2'] ?? '')]).toEqual([true, true]);
    const safe = { xlsx: await makeSafeXlsx(hostile, {}), ods: await makeSafeOds(hostileOds, {}) };
    const seen = judge({ 'case1.xlsx': safe.xlsx.bytes, 'case2.ods': safe.ods.bytes });
    expect([seen['case1'], seen['case2']].filter((text) => text === undefined || tells(text) || !text.includes('5'))).toEqual([]);
    expect([safe.xlsx.removed.get('formula') ?? 0, safe.xlsx.removed.get('external_resource') ?? 0].every((count) => count > 0)).toBe(true);
    const { codes } = await convert(hostile, XLSX);
    expect(codes).toEqual(expect.arrayContaining(['formula_removed', 'external_resource_removed']));
  }, 120_000);
});

describe.runIf(hasModules)('presentations', () => {
  test.each(['pptx', 'odp'] as const)('%s: a page for each slide, of its size', async (kind) => {
    const { bytes, pages, report } = await convert(made[kind], kind === 'pptx' ? PPTX : ODP);
    expect([pages, sizesOf(bytes)]).toEqual([
      2,
      [
        [794, 446],
        [794, 446],
      ].map(([width, height = 0]) => [width, expect.closeTo(height, -0.5)]),
    ]);
    expect(wordsOf(bytes)).toEqual(['First', 'slide', 'Second', 'slide', 'Ελλάδα']);
    expect(report['words_in']).toBe(5);
  });

  test('a hostile one shows no file, no path, and asks nothing', async () => {
    const link = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const field = '<a:fld id="{00000000-1234-1234-1234-123412341234}" type="file1"><a:t>shown</a:t></a:fld>';
    const picture = (id: string) =>
      `<p:pic><p:nvPicPr><p:cNvPr id="9${id}" name="x"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="rIdX${id}" r:embed="rIdX${id}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3000000" cy="3000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
    const hostile = rewritten(made.pptx, {
      'ppt/slides/slide1.xml': (old) =>
        old.replace(/<a:r>[^]*?<\/a:r>/, field).replace('</p:spTree>', `${picture('1')}${picture('2')}</p:spTree>`),
      'ppt/slides/_rels/slide1.xml.rels': (old) =>
        old.replace(
          '</Relationships>',
          [`file://${CANARY}.png`, `${listener.url}/p.png`]
            .map((target, at) => `<Relationship Id="rIdX${at + 1}" Type="${link}/image" Target="${target}" TargetMode="External"/>`)
            .join('')
            .concat('</Relationships>'),
        ),
    });
    const odp = rewritten(made.odp, {
      'content.xml': (old) =>
        old
          .replace(
            /(<draw:page [^>]*>)/,
            `$1<draw:frame svg:x="0cm" svg:y="0cm" svg:width="5cm" svg:height="5cm"><draw:image xlink:href="file://${CANARY}.png"/></draw:frame>`,
          )
          .replace('First slide', '<text:file-name text:display="full">shown</text:file-name>'),
    });
    const alive = convertWithSoffice({ files: { 'case1.pptx': hostile, 'case2.odp': odp }, to: 'pdf' });
    expect(Object.values(alive).some((pdf) => coloursOfPdf(pdf).secret)).toBe(true);
    const safe = { 'case1.pptx': (await makeSafePptx(hostile, 99)).bytes, 'case2.odp': (await makeSafeOdp(odp)).bytes };
    for (const pdf of Object.values(convertWithSoffice({ files: safe, to: 'pdf' }))) {
      expect(coloursOfPdf(pdf).secret).toBe(false);
      expect(wordsOf(pdf)).toEqual(['shown', 'Second', 'slide', 'Ελλάδα']);
    }
    expect((await convert(hostile, PPTX)).codes).toContain('external_resource_removed');
  }, 120_000);
});

describe.runIf(hasModules)('a source that is none, or too much', () => {
  test.each([
    [XLSX, () => made.pptx, 'type_mismatch'],
    [PPTX, () => made.xlsx, 'type_mismatch'],
    [ODS, () => made.odp, 'type_mismatch'],
    [ODP, () => Buffer.from('text'), 'type_mismatch'],
    [XLSX, () => Buffer.alloc(0), 'empty_file'],
    [XLSX, () => zipSync({ 'xl/workbook.xml': Buffer.alloc(20_000_000, 32) }), 'decompression_limit'],
    [
      PPTX,
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'unsupported_feature',
    ],
    [
      ODS,
      () =>
        rewritten(made.ods, {
          'META-INF/manifest.xml': (old) => old.replace('</manifest:manifest>', '<manifest:encryption-data/></manifest:manifest>'),
        }),
      'unsupported_feature',
    ],
  ] as const)('%s: %#', async (type, source, reason) => expectFailure(reason, () => convert(source(), type)));

  test('more slides than the plan allows', async () => expectFailure('page_limit', () => convert(made.pptx, PPTX, {}, { pages: 1 })));
});

describe.runIf(hasModules)('texts become other formats', () => {
  const source = flatText(
    '<text:h text:outline-level="1">A heading</text:h><text:p>Grüße, <text:a xlink:href="https://example.com/">a link</text:a></text:p><text:list><text:list-item><text:p>one item</text:p></text:list-item></text:list><table:table><table:table-column/><table:table-row><table:table-cell><text:p>in a cell</text:p></table:table-cell></table:table-row></table:table>',
  );

  test('docx, odt and rtf become html, txt and docx that say the same', { tags: 'long', timeout: 120_000 }, async () => {
    const files = {
      docx: convertWithSoffice({ files: { 'a.fodt': source }, to: 'docx' })['a'],
      rtf: convertWithSoffice({ files: { 'a.fodt': source }, to: 'rtf' })['a'],
    };
    const html = await convert(files.docx ?? '', DOCX, { target_format: 'html' });
    const page = strFromU8(html.bytes);
    expect(page).toMatch(/<h1[^>]*>\s*A heading<\/h1>/);
    expect(page).toContain('href="https://example.com/"');
    expect(page).toMatch(/<li>/);
    expect(page).not.toMatch(/LibreOffice|generator/);
    const txt = await convert(files.rtf ?? '', 'application/rtf', { target_format: 'txt' });
    expect(strFromU8(txt.bytes).split(/\s+/).filter(Boolean).join(' ')).toMatch(/^A heading Grüße, a link .*one item in a cell$/);
    const docx = await convert(files.rtf ?? '', 'application/rtf', { target_format: 'docx' });
    expect(docx).toMatchObject({ filename: 'source.docx', contentType: DOCX });
    const again = convertWithSoffice({ files: { 'b.docx': docx.bytes }, to: 'pdf' })['b'];
    expect(wordsOf(again ?? new Uint8Array(0)).join(' ')).toContain('Grüße, a link');
    await expectFailure('unsupported_feature', () => convert(files.docx ?? '', DOCX, { target_format: 'html', ocr: true }));
    await expectFailure('type_mismatch', () => convert(files.docx ?? '', ODT, { target_format: 'txt' }));
  });
});

describe('formulas', () => {
  test.each([
    'SUM(A1:B2)',
    "'My sheet'!A1+1",
    'IF(A1>2,"a|b","[x]")',
    'of:=SUM([.A1:.B2];[$Sheet1.C3])',
    '_xlfn.CONCAT(A1,B1)',
    '1+#REF!',
    'Sheet1!$A$1:$B$2',
  ])('that compute stay: %s', (formula) => expect(isSafeFormula(formula)).toBe(true));
  test.each([
    'WEBSERVICE("http://a")',
    "cmd|'/C calc'!A0",
    '[1]Sheet1!A1',
    "'[book.xlsx]Sheet1'!A1",
    "'file:///tmp/a.csv'#$Sheet1.A1",
    "['file:///tmp/a.csv'#$Sheet1.A1]",
    'INDIRECT("A1")',
    'CELL("filename")',
    'INFO("directory")',
    'DDE("soffice";"x";"y")',
    'HYPERLINK("file:///etc/passwd")',
    'SUM(webservice ("http://a"))',
    '_xlfn.WEBSERVICE("x")',
    "'unclosed!A1",
  ])('that read, ask or tell go: %s', (formula) => expect(isSafeFormula(formula)).toBe(false));
});

test.each([
  [
    'a,b\n1,2\n',
    ',',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a;b,c\r\n1;2,5\r\n',
    ';',
    [
      ['a', 'b,c'],
      ['1', '2,5'],
    ],
  ],
  ['sep=|\na|b,c', '|', [['a', 'b,c']]],
  ['"a ""b""\nc"\tx\n\n', '\t', [['a "b"\nc', 'x']]],
  ['\ufeffone\ntwo', ',', [['one'], ['two']]],
])('csv is read: %j', (text, delimiter, rows) => expect(parseCsv(text)).toEqual({ delimiter, rows }));
