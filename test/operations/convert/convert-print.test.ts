// Print options, each judged by poppler: sizes, margins, ranges, what stands above and below, tags and bookmarks; and an HTML document with its
// files in a ZIP, which reads nothing but what is in it.

import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { unzipSync, zipSync, type Zippable } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ConvertParams } from '#contract/params/convert-params.ts';
import { makeSafeTemplate } from '../../../processor/operations/convert/to-pdf/sources/safe-html.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { findChromium } from '../../../processor/tools/chromium.ts';
import { endLibreOffice, findLibreOffice } from '../../../processor/tools/libreoffice.ts';
import { makeDocx, plainFiles } from '../../../support/documents/make-docx.ts';
import { hasPdfJudges, qpdfCheck, qpdfPlain, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { coloursOfPdf, GOOD, SECRET as SECRET_COLOUR, solidPng } from '../../../support/judges/page-colours.ts';
import { isPresent } from '../../../support/judges/present.ts';
import { convert } from '../../../support/run/run-convert.ts';
import { expectFailure } from '../../support/expect-failure.ts';
import { type Listener, startListener } from '../../support/service/listener.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const hasChromium = hasPdfJudges && isPresent('chromium', (await findChromium()) !== undefined);
const hasOffice = hasPdfJudges && isPresent('soffice', (await findLibreOffice()) !== undefined);
const CANARY = `/tmp/pdfapi-canary-print-${process.pid}`;
const MM = 72 / 25.4;

let listener: Listener;
beforeAll(async () => {
  listener = await startListener();
  writeFileSync(`${CANARY}.png`, await solidPng(SECRET_COLOUR));
  writeFileSync(`${CANARY}.html`, '<p>what no document may show</p>');
});
afterEach(() => expect(listener.hits()).toBe(0));
afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
  await listener[Symbol.asyncDispose]();
  for (const ending of ['png', 'html']) rmSync(`${CANARY}.${ending}`);
});

const plain = (pdf: Uint8Array) => textOfPdf(pdf).replaceAll(/\s+/g, ' ').trim();
const info = (pdf: Uint8Array) => spawnSync('pdfinfo', ['-f', '1', '-l', '9', '-'], { input: pdf }).stdout.toString();
const sizesOf = (pdf: Uint8Array) =>
  [...info(pdf).matchAll(/size:\s+([\d.]+) x ([\d.]+) pts/g)].map(([, width, height]) => [Number(width), Number(height)].map(Math.round));
const isTagged = (pdf: Uint8Array) => /Tagged:\s+yes/.test(info(pdf));
const hasOutline = (pdf: Uint8Array) => /\/Type \/Outlines|\/Outlines \d+ 0 R/.test(qpdfPlain(pdf)) && qpdfPlain(pdf).includes('/Title');

/** Boxes of words in points from the upper left corner, by word; of the first page that has it. */
function wordsOf(pdf: Uint8Array): Map<string, { x: number; y: number; right: number; height: number }> {
  const boxes = spawnSync('pdftotext', ['-bbox', '-', '-'], { input: pdf }).stdout.toString();
  const words = new Map<string, { x: number; y: number; right: number; height: number }>();
  for (const [, x, y, right, bottom, word = ''] of boxes.matchAll(
    /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g,
  ))
    if (!words.has(word)) words.set(word, { x: Number(x), y: Number(y), right: Number(right), height: Number(bottom) - Number(y) });
  return words;
}

const PAGES = [1, 2, 3, 4].map((number) => `<h1 style="break-before:page;margin:0">Heading${number}</h1><p>text`).join('');

describe.runIf(hasChromium)('html is printed', () => {
  test('on pages of the size, format and margins that are asked for, with what stands above and below', async () => {
    const { bytes, pages, codes } = await convert(`<title>Report</title>${PAGES}`, 'text/html', {
      page_size: '100mm × 150mm',
      landscape: true,
      margins: { top: '30mm', left: '1in', bottom: '3cm' },
      page_ranges: '2-3',
      scale: 0.5,
      header_html: '<div style="font-size:10pt;margin-left:20mm">Above <span class="title"></span></div>',
      footer_html:
        '<div style="font-size:10pt;text-align:center;width:100%">Page<span class="pageNumber"></span>of<span class="totalPages"></span></div>',
    });
    expect([codes, pages]).toEqual([[], 2]);
    for (const [width = 0, height = 0] of sizesOf(bytes)) expect(Math.hypot(width - 150 * MM, height - 100 * MM)).toBeLessThan(1.5);
    expect(plain(bytes)).toMatch(/^Above Report Heading2 text Page2of4 Above Report Heading3 text Page3of4$/);
    const words = wordsOf(bytes);
    // The page itself has 3 points of margin at this scale.
    expect(Math.abs((words.get('Heading2')?.x ?? 0) - 75)).toBeLessThan(2);
    expect((words.get('Heading2')?.y ?? 0) - 30 * MM).toBeGreaterThan(-2);
    expect((words.get('Heading2')?.y ?? 999) - 30 * MM).toBeLessThan(10);
    // Usually 24 points.
    expect(Math.abs((words.get('Heading2')?.height ?? 0) - 13)).toBeLessThan(2);
    expect(words.get('Above')?.y ?? 999).toBeLessThan(30 * MM);
    expect(words.get('Page2of4')?.y ?? 0).toBeGreaterThan(283 - 30 * MM);
    expect([isTagged(bytes), hasOutline(bytes), qpdfCheck(bytes).status]).toEqual([true, true, 0]);
  });

  test('without backgrounds, tags and bookmarks, on pages of a name and not of its own', { tags: 'long' }, async () => {
    const html = `<style>@page { size: 300px 300px } h1 { background: rgb(17, 190, 60) }</style>${PAGES}`;
    const usual = await convert(html, 'text/html', {});
    const other = await convert(html, 'text/html', {
      page_size: 'Tabloid',
      prefer_css_page_size: false,
      print_background: false,
      tagged: false,
    });
    expect([sizesOf(usual.bytes)[0], sizesOf(other.bytes)[0]]).toEqual([
      [225, 225],
      [792, 1224],
    ]);
    expect([coloursOfPdf(usual.bytes).good, coloursOfPdf(other.bytes).good]).toEqual([true, false]);
    expect([isTagged(other.bytes), hasOutline(other.bytes)]).toEqual([false, false]);
  });

  test('pages that it does not have, and margins that leave nothing, are a reason', async () => {
    await expect(convert(PAGES, 'text/html', { page_ranges: '7' })).rejects.toThrow(/names pages that the document does not have/);
    await expect(convert(PAGES, 'text/html', { outline: true, tagged: false })).rejects.toThrow(/`outline` does not apply/);
  });

  test('what stands above and below reads, asks and runs nothing', async () => {
    const address = `file://${CANARY}.png`;
    const good = Buffer.from(await solidPng(GOOD)).toString('base64');
    const { bytes, codes } = await convert('<p>kept', 'text/html', {
      margins: '60mm',
      header_html: `<script>document.write('a script ran')</script><p style="font-size:9pt" onclick="x()">above</p><iframe src="file://${CANARY}.html"></iframe>
        <img src="${address}" width="40"><img src="${listener.url}/i.png" onerror="this.outerHTML='a script ran'"><img src="data:image/png;base64,${good}" width="40">
        <div style="width:40px;height:40px;background:url(${address})"></div><div style="width:40px;height:40px;background:&#117;rl(${address})"></div>
        <style>p { background: url(${listener.url}/b.png) }</style><svg><image href="${address}"/></svg><object data="${address}"></object>`,
      footer_html: `<link rel=stylesheet href="${listener.url}/c.css"><p style="font-size:9pt">below <span class="url"></span></p><base href="${listener.url}">`,
    });
    expect(
      plain(bytes)
        .split(' ')
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['above', 'below', 'kept']);
    expect(coloursOfPdf(bytes)).toEqual({ secret: false, good: true });
    expect(codes).toContain('external_resource_removed');
  });
});

describe.runIf(hasChromium)('html with its files in a ZIP', () => {
  const page = (body: string): Uint8Array => Buffer.from(`<!DOCTYPE html><link rel="stylesheet" href="css/style.css">${body}`);

  test('is printed with its styles, pictures and frames, from its top or from the one folder there', { tags: 'long' }, async () => {
    const files: Zippable = {
      'css/style.css': Buffer.from('@import "more.css"; @page { size: 200mm 100mm; margin: 0 }'),
      'css/more.css': Buffer.from('div { width: 99px; height: 99px; background: url("../img/good%20one.png") }'),
      'img/good one.png': await solidPng(GOOD),
      'part/frame.html': Buffer.from('<p>in a frame</p>'),
      'index.html': page('<p>at the top</p><div></div><iframe src="part/frame.html"></iframe><img src="img/missing.png">'),
    };
    const { bytes, codes, report } = await convert(zipSync(files), 'application/zip');
    expect(plain(bytes)).toBe('at the top in a frame');
    expect([coloursOfPdf(bytes).good, sizesOf(bytes)]).toEqual([true, [[567, 283]]]);
    expect([codes, report['files'], report['engine']]).toEqual([['file_absent'], 5, 'chromium']);
    const inFolder = Object.fromEntries(Object.entries(files).map(([name, content]) => [`my site/${name}`, content]));
    const again = await convert(zipSync({ ...inFolder, '__MACOSX/my site/._index.html': Buffer.from('x') }), 'application/zip');
    expect([plain(again.bytes), coloursOfPdf(again.bytes).good]).toEqual(['at the top in a frame', true]);
  });

  test('reads nothing but what is in it, and runs no script', async () => {
    const up = '../'.repeat(12);
    const html = `<script src="x.js"></script><script>document.body.innerHTML = 'a script ran'</script><p>kept</p><iframe src="file://${CANARY}.html"></iframe>
      <img src="${up}tmp/${CANARY.slice(5)}.png"><img src="/tmp/${CANARY.slice(5)}.png"><img src="file://${CANARY}.png"><img src="${listener.url}/i.png">
      <iframe src="${listener.url}/frame"></iframe><link rel=stylesheet href="//${listener.url.slice(7)}/c.css"><img src="%2e%2e/%2e%2e/tmp/${CANARY.slice(5)}.png"><iframe src="x.svg"></iframe>`;
    const { bytes, codes } = await convert(
      zipSync({
        'index.html': page(html),
        'x.js': Buffer.from("document.write('a script ran')"),
        'x.svg': Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg"><script>document.documentElement.innerHTML = '<text y="20">a script ran</text>'</script><image href="file://${CANARY}.png" width="99" height="99"/></svg>`,
        ),
      }),
      'application/zip',
    );
    expect(plain(bytes)).toBe('kept');
    expect(coloursOfPdf(bytes).secret).toBe(false);
    expect(codes).toEqual(expect.arrayContaining(['scripts_not_run', 'external_resource_removed', 'file_absent']));
  });

  test('that hides something, or holds no page, is refused', async () => {
    const named = (name: string) => zipSync({ 'index.html': page('x'), [name]: Buffer.from('x') });
    for (const name of ['../up.css', '/etc/passwd', 'a\\b.css', 'css/../../up.css'])
      await expectFailure('corrupt_file', () => convert(named(name), 'application/zip'));
    const link = zipSync({ 'index.html': page('x'), 'style.css': [Buffer.from('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }] });
    expect(Object.keys(unzipSync(link))).toContain('style.css');
    await expectFailure('corrupt_file', () => convert(link, 'application/zip'));
    await expectFailure('decompression_limit', () =>
      convert(zipSync({ 'index.html': page('x'), 'b.css': Buffer.alloc(20_000_000, 32) }), 'application/zip'),
    );
    await expectFailure('corrupt_file', () => convert(zipSync({ 'page.html': page('x') }), 'application/zip'));
    await expectFailure('corrupt_file', () => convert(zipSync({ 'a/index.html': page('x'), 'b/x.css': page('x') }), 'application/zip'));
    await expectFailure('empty_file', () => convert('', 'application/zip'));
    const locked = Buffer.from(zipSync({ 'index.html': page('x') }));
    locked.writeUInt16LE(1, locked.indexOf('PK\u0001\u0002') + 8);
    await expectFailure('corrupt_file', () => convert(locked, 'application/zip'));
  });
});

describe.runIf(hasOffice)('an office document is printed', () => {
  const heading = (number: number) =>
    `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r>${number > 1 ? '<w:br w:type="page"/>' : ''}<w:t>Page ${number}</w:t></w:r></w:p>`;
  const source = makeDocx(plainFiles([1, 2, 3, 4, 5].map(heading).join('')));

  test('in the pages that are asked for, with tags and bookmarks or without', { tags: 'long' }, async () => {
    const usual = await convert(source, DOCX, { page_ranges: '2-3, 5' });
    expect([plain(usual.bytes), isTagged(usual.bytes), hasOutline(usual.bytes)]).toEqual(['Page 2 Page 3 Page 5', true, true]);
    const bare = await convert(source, DOCX, { page_ranges: '4-', tagged: false, outline: false });
    expect([plain(bare.bytes), isTagged(bare.bytes), hasOutline(bare.bytes)]).toEqual(['Page 4 Page 5', false, false]);
    for (const page_ranges of ['9', '4-9']) await expect(convert(source, DOCX, { page_ranges })).rejects.toThrow(/names pages that/);
  });
});

describe.runIf(hasPdfJudges)('text is printed', () => {
  test('on pages of the size, format and margins that are asked for', async () => {
    const { bytes } = await convert('words at the left\nשלום', 'text/plain', {
      page_size: '6in x 4in',
      landscape: false,
      margins: { left: '2in', right: '1in' },
    });
    expect(sizesOf(bytes)).toEqual([[288, 432]]);
    expect(Math.round(wordsOf(bytes).get('words')?.x ?? 0)).toBe(144);
    const [, hebrew] = [...wordsOf(bytes)].find(([word]) => /[\u0590-\u05ff]/.test(word)) ?? [];
    expect(Math.round(hebrew?.right ?? 0)).toBe(288 - 72);
  });
});

describe('print parameters', () => {
  test.each([
    { page_size: 'A4' },
    { page_size: 'letter', landscape: true },
    { page_size: '8.5in x 11in' },
    { page_size: '21 cm×29.7 cm', margins: '0' },
    { margins: { top: '12pt' }, scale: 0.1 },
    { page_ranges: '1-3, 5,8-' },
  ])('are accepted: %j', (params) => expect(ConvertParams.safeParse({ target_format: 'pdf', ...params }).error).toBeUndefined());

  test.each([
    [{ page_size: 'A17' }, 'page_size', /neither a name \(a0, .*210mm x 297mm/],
    [{ page_size: '210mm' }, 'page_size', /neither a name/],
    [{ page_size: '210 x 297' }, 'page_size', /neither a name/],
    [{ page_size: '1mm x 297mm' }, 'page_size', /0.5 to 200 inches/],
    [{ page_size: '9999in x 11in' }, 'page_size', /0.5 to 200 inches/],
    [{ margins: '-1mm' }, 'margins', /is not a length/],
    [{ margins: { top: '12' } }, 'margins', /length/],
    [{ margins: { middle: '12mm' } }, 'margins', /middle/],
    [{ margins: 12 }, 'margins', /neither a length such as/],
    [{ margins: '120mm' }, 'margins', /leaves less than half an inch/],
    [{ scale: 3 }, 'scale', /2/],
    [{ page_ranges: '3-1' }, 'page_ranges', /ascending/],
    [{ page_ranges: '1,1' }, 'page_ranges', /ascending/],
    [{ page_ranges: '2-,5' }, 'page_ranges', /ascending/],
    [{ page_ranges: '0' }, 'page_ranges', /ascending/],
    [{ header_html: 'x'.repeat(20_001) }, 'header_html', /20000/],
    [{ target_format: 'docx', landscape: true }, 'landscape', /only to the target format pdf/],
  ] as const)('are refused with the reason: %j', (params, field, message) => {
    const { error } = ConvertParams.safeParse({ target_format: 'pdf', ...params });
    expect(error?.issues.map(({ path }) => path[0])).toContain(field);
    expect(JSON.stringify(error?.issues)).toMatch(message);
  });

  test('a template keeps structure, classes and plain styles only', () => {
    const { html, removed } = makeSafeTemplate(
      `<p class="a url pageNumber" style="color: red; font-family: 'A B'" onclick="x()">x</p><b style="background: URL(x)">y</b><i style="a:\\75rl(x)">z</i>`,
    );
    expect(html).toBe(`<p class="a pageNumber" style="color: red; font-family: 'A B'">x</p><b>y</b><i>z</i>`);
    expect(removed).toBe(2);
  });
});
