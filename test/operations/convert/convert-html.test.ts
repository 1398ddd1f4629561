// html → PDF by Chromium: styled, tagged, searchable; without network, scripts, or any file of this machine.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { unzipSync } from 'fflate';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeSafeHtml } from '../../../processor/operations/convert/to-pdf/sources/safe-html.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { findChromium } from '../../../processor/tools/chromium.ts';
import { endLibreOffice, findLibreOffice } from '../../../processor/tools/libreoffice.ts';
import { membersOf, readProcessTable } from '../../../processor/sandbox/process-group.ts';
import { expectFailure } from '../../support/expect-failure.ts';
import { qpdfCheck, qpdfPlain, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { type Listener, startListener } from '../../support/service/listener.ts';
import { svgOf } from '../../../support/documents/disguised-pictures.ts';
import { coloursOfPdf, GOOD, SECRET as SECRET_COLOUR, solidPng } from '../../../support/judges/page-colours.ts';
import { makePng } from '../../../support/documents/make-png.ts';
import { isPresent } from '../../../support/judges/present.ts';
import { convert } from '../../../support/run/run-convert.ts';
import { onBusyMachine } from '../../support/busy-machine.ts';

const hasChromium = isPresent('chromium', (await findChromium()) !== undefined);
const hasOffice = isPresent('soffice', (await findLibreOffice()) !== undefined);
const CANARY = `/tmp/pdfapi-canary-html-${process.pid}`;
const SECRET = 'what no document may show';
const plain = (pdf: Uint8Array) => textOfPdf(pdf).replaceAll(/\s+/g, ' ').trim();

let listener: Listener;
beforeAll(async () => {
  listener = await startListener();
  writeFileSync(`${CANARY}.txt`, SECRET);
  writeFileSync(`${CANARY}.html`, `<p>${SECRET}</p>`);
});
afterEach(() => {
  expect(listener.hits()).toBe(0);
  expect(leftovers()).toEqual([]);
});
afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
  await listener[Symbol.asyncDispose]();
  for (const name of readdirSync('/tmp').filter((entry) => entry.startsWith(`pdfapi-canary-html-${process.pid}`))) rmSync(`/tmp/${name}`);
});

/** Browsers of this test that are still alive. */
function leftovers(): number[] {
  return membersOf(readProcessTable(), process.pid).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--remote-debugging-pipe');
    } catch {
      return false;
    }
  });
}

describe.runIf(hasChromium)('a page becomes a PDF', () => {
  test('with its text, tags, title and language of every script', async () => {
    const html =
      '<!DOCTYPE html><html lang="de"><title>Der Titel</title><h1>Grüße</h1><p>שלום 日本語 नमस्ते</p><table><tr><td>a</td><td>b</td></tr></table>';
    const result = await convert(html, 'text/html');
    expect(plain(result.bytes)).toContain('Grüße');
    expect(plain(result.bytes)).toContain('日本語');
    expect(qpdfCheck(result.bytes).status).toBe(0);
    const info = spawnSync('pdfinfo', ['-'], { input: result.bytes }).stdout.toString();
    expect(info).toMatch(/Tagged:\s+yes/);
    expect(info).toMatch(/Title:\s+Der Titel/);
    expect(result.report).toMatchObject({ engine: 'chromium', encoding: 'utf-8', requests_blocked: 0 });
    expect(result.codes).toEqual([]);
  });

  test('its styles count, and data: pictures are in it', async () => {
    const picture = `data:image/png;base64,${Buffer.from(makePng([], 20, 20)).toString('base64')}`;
    const html = `<style>@page { size: 300px 200px; margin: 0 } .gone { display: none }</style><p class="gone">hidden</p><p>shown</p><img src="${picture}">`;
    const result = await convert(html, 'text/html');
    expect(plain(result.bytes)).toBe('shown');
    expect(result.report).toMatchObject({ verification: { images: 1 } });
    const page = (await PDFDocument.load(result.bytes)).getPage(0);
    expect([page.getWidth(), page.getHeight()].map(Math.round)).toEqual([225, 150]);
  });

  test(
    'a page break, a table head on every page, a margin box with the page number, backgrounds, a font and text of forms are printed',
    { tags: 'long' },
    async () => {
      const face = readFileSync(createRequire(import.meta.url).resolve('@fontsource/tinos/files/tinos-latin-400-normal.woff2'));
      const rows = Array.from({ length: 90 }, (_, index) => `<tr><td>row ${index + 1}</td></tr>`).join('');
      const html = `<style>@page { size: A5; margin: 15mm; @bottom-center { content: "page " counter(page) " of " counter(pages) } }
      @font-face { font-family: Mine; src: url(data:font/woff2;base64,${face.toString('base64')}) } p { font-family: Mine; background: #f00 } h2 { break-before: page }</style>
      <p>In a font of its own</p><p dir="rtl">שלום עולם</p><form><input value="typed"><textarea>written</textarea></form>
      <table><thead><tr><th>Head</th></tr></thead><tbody>${rows}</tbody></table><h2>Last</h2><svg width="40" height="40"><rect width="40" height="40" fill="blue"/></svg>`;
      const { bytes, pages = 0, codes } = await convert(html, 'text/html');
      const texts = textOfPdf(bytes).split('\f').slice(0, pages);
      expect(codes).toEqual([]);
      expect(texts.map((text) => /page (\d+ of \d+)/.exec(text)?.[1])).toEqual(texts.map((_, index) => `${index + 1} of ${pages}`));
      expect(texts.slice(0, -1).every((text) => text.includes('Head'))).toBe(true);
      expect(texts.at(-1)).toMatch(/^Last/);
      expect(texts[0]).toMatch(/typed[^]*written|written[^]*typed/);
      expect(texts[0]).toContain('שלום עולם');
      expect(spawnSync('pdffonts', ['-'], { input: bytes }).stdout.toString()).toContain('Tinos');
      // The backgrounds and the drawing are there as colours.
      const picture = await convert(bytes, 'application/pdf', { target_format: 'png', pages: '1,last', dpi: 36 });
      const drawn = Object.values(unzipSync(picture.bytes));
      for (const [index, channel] of [0, 2].entries()) {
        const { data, info } = await sharp(drawn[index]).raw().toBuffer({ resolveWithObject: true });
        const hits = [...Array(info.width * info.height).keys()].filter((at) =>
          [0, 1, 2].every((one) =>
            one === channel ? (data[at * info.channels + one] ?? 0) > 240 : (data[at * info.channels + one] ?? 255) < 15,
          ),
        );
        expect(hits.length).toBeGreaterThan(50);
      }
    },
  );

  test('page_size is that of pages that name none', { tags: 'long' }, async () => {
    const page = (await PDFDocument.load((await convert('<p>text', 'text/html', { page_size: 'letter' })).bytes)).getPage(0);
    expect([page.getWidth(), page.getHeight()].map(Math.round)).toEqual([612, 792]);
  });

  test('the encoding is what the document says', { tags: 'long' }, async () => {
    const html = Buffer.from('<meta charset="iso-8859-2"><p>Łódź', 'latin1');
    html[html.length - 4] = 0xa3;
    const bytes = Buffer.concat([Buffer.from('<meta charset="iso-8859-2"><p>'), Buffer.from([0xa3, 0xf3, 0x64, 0xbc])]);
    const result = await convert(bytes, 'text/html');
    expect(plain(result.bytes)).toBe('Łódź');
    expect(result.report).toMatchObject({ encoding: 'iso-8859-2' });
  });
});

describe.runIf(hasChromium)('nothing outside of the document is asked, read or run', () => {
  test('every way of naming an address', async () => {
    const at = (name: string) => `${listener.url}/${name}`;
    const html = `<html><head><link rel=stylesheet href="${at('a.css')}"><link rel=preconnect href="${at('')}"><style>@import url(${at('b.css')});
      @font-face { font-family: x; src: url(${at('f.woff')}) } p { font-family: x; background: url(${at('bg.png')}) }</style></head>
      <body background="${at('body.png')}"><p>kept</p><img src="${at('i.png')}" srcset="${at('s.png')} 2x"><iframe src="${at('frame')}"></iframe>
      <object data="${at('o')}"></object><embed src="${at('e')}"><svg><image href="${at('v.png')}"/></svg><video src="${at('m')}" poster="${at('p.png')}"></video>
      <form action="${at('post')}"><input type=image src="${at('in.png')}"></form></body></html>`;
    const result = await convert(html, 'text/html');
    expect(plain(result.bytes)).toContain('kept');
    expect(result.codes).toEqual(['external_resource_removed']);
    expect(result.report['requests_blocked']).toBeGreaterThanOrEqual(6);
  });

  test('files of this machine: frames, objects, pictures, refresh', async () => {
    const html = `<meta http-equiv="refresh" content="0;url=file://${CANARY}.html"><p>kept</p><iframe src="file://${CANARY}.html"></iframe>
      <object data="file://${CANARY}.txt" type="text/plain"></object><embed src="file://${CANARY}.txt"><img src="file:///etc/hostname">`;
    const result = await convert(html, 'text/html');
    expect(plain(result.bytes)).toBe('kept');
  });

  test('pictures in the document itself do not lead to files, whatever they call themselves', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'html-canary-'));
    try {
      writeFileSync(join(folder, 'secret.png'), await solidPng(SECRET_COLOUR));
      const address = `file://${folder}/secret.png`;
      const svg = Buffer.from(svgOf(address)).toString('base64');
      const good = Buffer.from(await solidPng(GOOD)).toString('base64');
      const html = `<style>div { width: 99px; height: 99px; background: url(data:image/svg+xml;base64,${svg}) } p { background: url(${address}) }</style>
        <img src="data:image/png;base64,${svg}"><img src="data:image/svg+xml;base64,${svg}"><img src="data:image/png;base64,${good}">
        ${svgOf(address)}<div></div><p>kept</p><object data="data:image/svg+xml;base64,${svg}"></object><embed src="data:image/svg+xml;base64,${svg}">`;
      const result = await convert(html, 'text/html');
      expect(plain(result.bytes)).toContain('kept');
      expect(coloursOfPdf(result.bytes)).toEqual({ secret: false, good: true });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('links that a reader must not follow: scripts and files; those to the web and within stay, and so does what is seen', async () => {
    const html = `<p><a href="https://example.com/page">web</a> <a href="#end">within</a> <a href="mailto:a@example.com">mail</a>
      <a href="javascript:alert(1)">script</a> <a href="file:///etc/passwd">file</a> <a href="data:text/html,<p>x">data</a></p><h2 id="end">End</h2>`;
    const result = await convert(html, 'text/html');
    expect(plain(result.bytes).replaceAll(/\s+/g, ' ')).toBe('web within mail script file data End');
    const opened = qpdfPlain(result.bytes);
    const addresses = [...opened.matchAll(/\/URI \(([^\n]*)\)/g)].flatMap(([, address]) => address ?? []);
    expect(addresses.toSorted((a, b) => a.localeCompare(b))).toEqual(['https://example.com/page', 'mailto:a@example.com']);
    expect(opened).toMatch(/\/Dest|\/GoTo/);
    expect(qpdfCheck(result.bytes).status).toBe(0);
    expect(spawnSync('pdfinfo', ['-'], { input: result.bytes }).stdout.toString()).toMatch(/Tagged:\s+yes/);
    expect(result.codes).toEqual(['unsafe_link_removed']);
  });

  test('scripts, whatever starts them', async () => {
    const write = "document.body.innerHTML = 'a script ran'";
    const html = `<body onload="${write}"><p>kept</p><script>${write}</script><img src="data:," onerror="${write}"><a href="javascript:${write}">x</a>
      <svg onload="${write}"></svg><script>for(;;);</script>`;
    const result = await convert(html, 'text/html');
    expect(plain(result.bytes)).toContain('kept');
    expect(plain(result.bytes)).not.toContain('a script ran');
    expect(Buffer.from(result.bytes).includes('/JavaScript')).toBe(false);
    expect(result.codes).toContain('scripts_not_run');
  });
});

describe.runIf(hasChromium)('what is too much', () => {
  test('elements nested 200,000 deep are refused at once', async () => {
    await expectFailure('conversion_failed', () => convert('<div>'.repeat(200_000), 'text/html'));
  });

  test('a page of a size that none can have is printed on usual pages, with a warning', { tags: 'long' }, async () => {
    const result = await convert('<style>@page { size: 1000000in 1000000in } </style><p>text', 'text/html');
    expect(result.pages).toBe(1);
    expect(result.codes).toEqual(['page_size_ignored']);
  });

  test('more pages than the plan allows are refused', { tags: 'long' }, async () => {
    const html = '<p style="break-after: page">x</p>'.repeat(20);
    await expectFailure('page_limit', () => convert(html, 'text/html', {}, { pages: 5 }));
  });

  test('a page that is never done ends in time, and no browser stays', async () => {
    const html = `<style>${'div > div + div ~ div:has(p:nth-child(2n + 1)) { color: red } '.repeat(3000)}</style>${'<div><p>a</p><p>b</p></div>'.repeat(60_000)}`;
    const start = performance.now();
    await expectFailure('timeout', () => convert(html, 'text/html', {}, { processing_ms: 2000 }));
    expect(performance.now() - start).toBeLessThan(onBusyMachine(6000));
  });
});

describe('the copy for LibreOffice, where there is no Chromium', () => {
  const GIF = 'R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=';
  const SVG = Buffer.from(svgOf('file:///etc/hostname')).toString('base64');

  test('holds text and structure, data: pictures that are some by their bytes, and web links, and nothing that can be fetched or run', () => {
    const { html, removed } = makeSafeHtml(
      `<!DOCTYPE html><head><title>T</title><link href="http://a/b.css"><style>@import "x"</style></head><body onload=go()><h1 style="background:url(http://a)">H &amp; M</h1>` +
        `<!-- <img src="http://hidden/"> --><img src="http://a/b.png"><img src=file:///etc/passwd><img src="data:image/png;base64,${GIF}"><img src="data:image/png;base64,${SVG}"><img src="data:image/svg+xml;base64,${SVG}"><a href="https://example.com/">ok</a>` +
        `<a href="javascript:x()">bad</a><iframe src="file:///etc/passwd">inner</iframe><svg><image href="http://a"/></svg><script>"<p>no</p>"</script><p>a < b</p></body>`,
    );
    expect(html.replaceAll(/<!DOCTYPE html>\n<meta charset="utf-8">\n/g, '')).toBe(
      `<head><title>T</title></head><body><h1>H &amp; M</h1><img><img><img src="data:image/gif;base64,${GIF}"><img><img><a href="https://example.com/">ok</a><a>bad</a><p>a &lt; b</p></body>`,
    );
    expect(removed).toBeGreaterThanOrEqual(6);
  });

  test.runIf(hasOffice)('is what LibreOffice prints, and without either program the reason says so', { tags: 'long' }, async () => {
    const path = process.env['PATH'] ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'path-'));
    try {
      process.env['PATH'] = folder;
      await expectFailure('unsupported_feature', () => convert('<p>text', 'text/html'));
      symlinkSync((await findLibreOffice(path))?.program.replace(/soffice\.bin$/, 'soffice') ?? '', join(folder, 'soffice'));
      // What isolates it was found once per process, and is then looked for again by name.
      if (existsSync('/usr/bin/bwrap')) symlinkSync('/usr/bin/bwrap', join(folder, 'bwrap'));
      const html = `<h1>Title</h1><p>kept</p><img src="${listener.url}/x.png"><img src="file://${CANARY}.txt"><iframe src="file://${CANARY}.html"></iframe>`;
      const result = await convert(html, 'text/html');
      expect(result.report).toMatchObject({ engine: 'libreoffice', requests_blocked: 3 });
      process.env['PATH'] = path;
      expect(plain(result.bytes)).toBe('Title kept');
    } finally {
      process.env['PATH'] = path;
      rmSync(folder, { recursive: true });
    }
  });
});
