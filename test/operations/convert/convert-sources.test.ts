// Markdown, messages, books and drawings → PDF by Chromium, and pictures of further kinds; poppler judges the results. Python's own libraries write the
// message and the book, sharp the pictures. Nothing outside of a source is read, asked or run.

import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { zipSync, type Zippable } from 'fflate';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { htmlOfMarkdown } from '../../../processor/operations/convert/to-pdf/sources/markdown.ts';
import { pageOfSvg } from '../../../processor/operations/convert/to-pdf/sources/svg.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { findChromium } from '../../../processor/tools/chromium.ts';
import { hasPdfJudges, qpdfCheck, qpdfPlain, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { coloursOfPdf, GOOD, SECRET as SECRET_COLOUR, solidPng } from '../../../support/judges/page-colours.ts';
import { isPresent } from '../../../support/judges/present.ts';
import { convert } from '../../../support/run/run-convert.ts';
import { expectFailure } from '../../support/expect-failure.ts';
import { type Listener, startListener } from '../../support/service/listener.ts';

const hasChromium = hasPdfJudges && isPresent('chromium', (await findChromium()) !== undefined);
const hasPython = isPresent('python3', spawnSync('/usr/bin/python3', ['--version']).status === 0);
const EPUB = 'application/epub+zip';
const CANARY = `/tmp/pdfapi-canary-sources-${process.pid}`;

let listener: Listener;
let good: string;
beforeAll(async () => {
  listener = await startListener();
  writeFileSync(`${CANARY}.png`, await solidPng(SECRET_COLOUR));
  writeFileSync(`${CANARY}.html`, '<p>what no document may show</p>');
  good = Buffer.from(await solidPng(GOOD)).toString('base64');
});
afterEach(() => expect(listener.hits()).toBe(0));
afterAll(async () => {
  await endPdfium();
  await listener[Symbol.asyncDispose]();
  for (const ending of ['png', 'html']) rmSync(`${CANARY}.${ending}`);
});

const plain = (pdf: Uint8Array) => textOfPdf(pdf).replaceAll(/\s+/g, ' ').trim();
const info = (pdf: Uint8Array) => spawnSync('pdfinfo', ['-'], { input: pdf }).stdout.toString();
const sizeOf = (pdf: Uint8Array) => /size:\s+([\d.]+) x ([\d.]+)/.exec(info(pdf))?.slice(1).map(Number) ?? [];
/** HTML that tries to read, ask and run something. */
const hostile = () =>
  `<script>document.body.innerHTML = 'a script ran'</script><img src="file://${CANARY}.png"><img src="${listener.url}/i.png" onerror="document.body.innerHTML = 'a script ran'">` +
  `<iframe src="file://${CANARY}.html"></iframe><style>p { background: url(${listener.url}/b.png) }</style><object data="file://${CANARY}.html"></object>`;
const expectHarmless = (bytes: Uint8Array, codes: readonly string[]) => {
  expect(plain(bytes)).not.toMatch(/a script ran|no document may/);
  expect(coloursOfPdf(bytes).secret).toBe(false);
  expect(codes).toEqual(expect.arrayContaining(['scripts_not_run', 'external_resource_removed']));
};

/** What a program in Python writes to its standard output. */
function python(program: string): Uint8Array {
  const run = spawnSync('/usr/bin/python3', ['-c', program], { maxBuffer: 1e8 });
  if (run.status !== 0) throw new Error(run.stderr.toString());
  return run.stdout;
}

describe.runIf(hasChromium)('markdown', () => {
  test('headings, tables, lists, code and links are printed, with bookmarks and a title', async () => {
    const source = `---\ntitle: data\n---\n# The *report*\n\nGrüße and \`code\`, [down](#second-part-of-it).\n\n| a | b |\n|---|--:|\n| cell | 22 |\n\n- [x] done\n\n~~~\nif (a < b) {}\n~~~\n\n## Second part, of it!\n\n${hostile()}\n\n![there](data:image/png;base64,${good})`;
    const { bytes, codes } = await convert(source, 'text/markdown', { page_size: 'A5' });
    expect(plain(bytes)).toMatch(/title: data The report Grüße and code, down\. a b cell 22 .*done if \(a < b\) \{\} Second part, of it!/);
    expect(info(bytes)).toMatch(/Title:\s+The report/i);
    const objects = qpdfPlain(bytes);
    expect(objects).toMatch(/\/Dest|\/GoTo/);
    expect(objects).toContain('/Outlines');
    expect(coloursOfPdf(bytes).good).toBe(true);
    expectHarmless(bytes, codes);
    expect(qpdfCheck(bytes).status).toBe(0);
  });

  test('without text is an empty page', { tags: 'long' }, async () => expect((await convert(' ', 'text/markdown')).pages).toBe(1));

  test('the same heading twice has two anchors', () => {
    expect([...htmlOfMarkdown('# A b\n\n# A b\n\n## c_d "e"').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'a-b',
      'a-b-1',
      'c_d-e',
    ]);
  });
});

describe.runIf(hasChromium && hasPython)('messages', () => {
  const message = (html: string, more = ''): Uint8Array =>
    python(`
import sys
from email.message import EmailMessage
m = EmailMessage()
m['From'] = 'Åsa Björk <asa@example.com>'
m['To'] = 'Bob <bob@example.com>, carol@example.com'
m['Date'] = 'Tue, 03 Nov 2026 10:11:12 +0100'
m['Subject'] = 'Quarterly – ünïcode'
m.set_content('the plain version')
m.add_alternative(${JSON.stringify(html)}, subtype='html')
import base64
m.get_payload()[1].add_related(base64.b64decode('${good}'), 'image', 'png', cid='<logo1>')
m.add_attachment(b'x' * 3000, maintype='application', subtype='pdf', filename='Rechnung März.pdf')
${more}
sys.stdout.buffer.write(m.as_bytes())`);

  test('headers, the text with its own pictures, and what is attached; nothing of the text changes the headers', async () => {
    const body = `<html><head><style>table, th, .headers { display: none !important } div.Section1 { page: Section1 }</style></head><body><div class=Section1><p>Hello</p></div><img src="cid:logo1" width="90" height="90"></template></div><p>after</p>${hostile()}</body></html>`;
    const { bytes, codes, report, pages } = await convert(message(body), 'message/rfc822');
    expect(pages).toBe(1);
    const text = plain(bytes);
    expect(text).toMatch(
      /^From Åsa Björk <asa@example\.com> To Bob <bob@example\.com>, carol@example\.com Date Tue, 03 Nov 2026 10:11:12 \+0100 Subject Quarterly – ünïcode Hello after/,
    );
    expect(text).toMatch(/Attachments \(1\) Rechnung März\.pdf application\/pdf 3 KiB$/);
    expect(text).not.toContain('plain version');
    expect(coloursOfPdf(bytes).good).toBe(true);
    expect(report).toMatchObject({ attachments: 1, body: 'html' });
    expectHarmless(bytes, codes);
  });

  test('plain text keeps its lines; a sealed one, none, and one that is nested too deep are reasons', async () => {
    const { bytes } = await convert(
      'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nFrom: a@example.com\r\n\r\nline <one>\r\n  line two\r\n',
      'message/rfc822',
    );
    expect(plain(bytes)).toBe('From a@example.com Subject Grüße line <one> line two');
    const sealed =
      'From: a@example.com\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nAAAA\n';
    await expectFailure('unsupported_feature', () => convert(sealed, 'message/rfc822'));
    await expectFailure('type_mismatch', () => convert('no header at all', 'message/rfc822'));
    const deep = Array.from({ length: 200 }, (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`).join('');
    await expectFailure('corrupt_file', () => convert(`From: a@example.com\n${deep}`, 'message/rfc822'));
    await expectFailure('empty_file', () => convert('', 'message/rfc822'));
  });
});

const OPF = (items: string, spine: string) =>
  `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A &amp; B</dc:title><dc:language>en</dc:language></metadata><manifest>${items}</manifest><spine>${spine}</spine></package>`;
const CONTAINER =
  '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

describe.runIf(hasChromium && hasPython)('books', () => {
  const chapter = (body: string) =>
    `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><link rel="stylesheet" href="../style.css"/></head>${body}</html>`;
  const item = (id: string, href: string) => `<item id="${id}" href="${href}" media-type="application/xhtml+xml"/>`;

  test('chapters in the order of the spine, each on a page, with styles, pictures and links within', async () => {
    const files: Record<string, string> = {
      mimetype: EPUB,
      'META-INF/container.xml': CONTAINER,
      'OEBPS/content.opf': OPF(
        item('b', 'text/two.xhtml') + item('a', 'text/ch%201.xhtml') + item('x', 'text/gone.xhtml'),
        '<itemref idref="a"/><itemref idref="b"/><itemref idref="x"/>',
      ),
      'OEBPS/text/ch 1.xhtml': chapter(
        '<body class="one"><h1>Chapter One</h1><p><a id="x"/>Text&#160;here, <a href="two.xhtml#t">to two</a></p><div/><p>after</p><img src="../img/p.png" alt=""/></body>',
      ),
      'OEBPS/text/two.xhtml': chapter(
        `<body><h1 id="t">Chapter Two</h1><p>the end</p>${hostile().replace(/(<img[^>]*)>/g, '$1/>')}</body>`,
      ),
      'OEBPS/style.css': '@page { size: 120mm 180mm } .one p { margin-left: 30mm }',
    };
    const book = python(`
import sys, io, zipfile, base64, json
out = io.BytesIO()
with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as z:
    for name, text in json.loads(${JSON.stringify(JSON.stringify(files))}).items(): z.writestr(name, text)
    z.writestr('OEBPS/img/p.png', base64.b64decode('${good}'))
sys.stdout.buffer.write(out.getvalue())`);
    const { bytes, pages, codes, report } = await convert(book, EPUB);
    expect(plain(bytes)).toBe('Chapter One Text here, to two after Chapter Two the end');
    expect([pages, sizeOf(bytes).map(Math.round), report['chapters']]).toEqual([2, [340, 510], 2]);
    expect(info(bytes)).toMatch(/Title:\s+A & B/);
    expect(qpdfPlain(bytes)).toMatch(/\/Dest|\/GoTo/);
    expect(coloursOfPdf(bytes).good).toBe(true);
    expectHarmless(bytes, codes);
    expect(codes).toContain('chapter_absent');
  });

  test('that is encrypted, no book, a bomb, or leads out of itself is refused', async () => {
    const base: Zippable = {
      'META-INF/container.xml': Buffer.from(CONTAINER),
      'OEBPS/content.opf': Buffer.from(OPF(item('a', 'a.xhtml'), '<itemref idref="a"/>')),
      'OEBPS/a.xhtml': Buffer.from(chapter('<body><p>x</p></body>')),
    };
    const algorithm = (name: string) => ({
      'META-INF/encryption.xml': Buffer.from(
        `<encryption><EncryptedData><EncryptionMethod Algorithm="${name}"/></EncryptedData></encryption>`,
      ),
    });
    await expectFailure('unsupported_feature', () =>
      convert(zipSync({ ...base, ...algorithm('http://www.w3.org/2001/04/xmlenc#aes128-cbc') }), EPUB),
    );
    expect((await convert(zipSync({ ...base, ...algorithm('http://www.idpf.org/2008/embedding') }), EPUB)).pages).toBe(1);
    await expectFailure('type_mismatch', () => convert(zipSync({ 'a.txt': Buffer.from('x') }), EPUB));
    await expectFailure('type_mismatch', () => convert('text', EPUB));
    await expectFailure('decompression_limit', () => convert(zipSync({ ...base, 'b.css': Buffer.alloc(20_000_000, 32) }), EPUB));
    const outside = { ...base, 'OEBPS/content.opf': Buffer.from(OPF(item('a', `../../..${CANARY}.html`), '<itemref idref="a"/>')) };
    await expectFailure('corrupt_file', () => convert(zipSync(outside), EPUB));
  });
});

describe.runIf(hasChromium)('drawings', () => {
  const svg = (inner: string, attributes = 'width="100mm" height="50mm" viewBox="0 0 200 100"') =>
    `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [ <!ENTITY ns_x "http://example.com/x"> ]>` +
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:i="&ns_x;" ${attributes}>${inner}</svg>`;

  test('are a page of their size, with text as text, or fit into the page that is asked for', { tags: 'long' }, async () => {
    const source = svg('<rect width="200" height="100" fill="rgb(17,190,60)"/><text x="10" y="50" font-size="20">Drawn</text>');
    const own = await convert(source, 'image/svg+xml');
    expect([own.pages, sizeOf(own.bytes).map(Math.round), plain(own.bytes), own.codes]).toEqual([1, [284, 142], 'Drawn', []]);
    expect(coloursOfPdf(own.bytes).good).toBe(true);
    const fitted = await convert(source.replace('100mm', '1000mm').replace('50mm', '500mm'), 'image/svg+xml', {
      page_size: 'a4',
      landscape: true,
    });
    expect([fitted.pages, sizeOf(fitted.bytes).map(Math.round)]).toEqual([1, [842, 596]]);
    expect(coloursOfPdf(fitted.bytes).good).toBe(true);
  });

  test('read, ask and run nothing', async () => {
    const inner = `<rect width="20" height="20" fill="rgb(17,190,60)"/><script>document.documentElement.textContent = 'a script ran'</script><image xlink:href="file://${CANARY}.png" width="99" height="99"/><image href="${listener.url}/i.png" width="9" height="9"/>
      <style>@import url(${listener.url}/s.css); rect { filter: url(${listener.url}/f.svg#f) }</style><use href="file://${CANARY}.svg#x"/><g onload="document.documentElement.textContent = 'a script ran'"/>
      <foreignObject width="200" height="100"><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="file://${CANARY}.html"/><img src="file://${CANARY}.png" width="90"/><p onclick="x()">kept</p></body></foreignObject>`;
    const { bytes, codes } = await convert(svg(inner), 'image/svg+xml');
    expectHarmless(bytes, codes);
    expect(plain(bytes)).toBe('kept');
  });

  test('that are none, expand, or are too deep are refused', async () => {
    await expectFailure('type_mismatch', () => convert('<html/>', 'image/svg+xml'));
    await expectFailure('corrupt_file', () => convert('<svg xmlns="http://www.w3.org/2000/svg">', 'image/svg+xml'));
    await expectFailure('corrupt_file', () => convert('<g>'.repeat(10_000), 'image/svg+xml'));
    const lol = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>`;
    const { html } = pageOfSvg(Buffer.from(lol), undefined);
    expect(html.length).toBeLessThan(2000);
  });

  test.each([
    ['width="96" height="48"', 72, 36],
    ['viewBox="0 0 400 100"', 300, 75],
    ['width="2in" viewBox="0 0 4 1"', 144, 36],
    ['width="100%" height="100%"', 225, 112.5],
    ['', 225, 112.5],
  ])('size of %s', (attributes, width, height) => {
    const page = pageOfSvg(Buffer.from(svg('', attributes)), undefined);
    expect([page.width, page.height]).toEqual([width, height]);
  });
});

describe.runIf(hasPdfJudges)('pictures of further kinds', () => {
  const pixels = Buffer.from(Array.from({ length: 40 * 30 }, (_, at) => [17, 190, at % 40 < 20 ? 60 : 200]).flat());
  const picture = () => sharp(pixels, { raw: { width: 40, height: 30, channels: 3 } });

  /** A bitmap of Windows, written here: its rows run upwards. */
  function bmp(bits: 24 | 32 | 16): Uint8Array {
    const stride = Math.ceil((40 * bits) / 32) * 4;
    const file = Buffer.alloc(54 + stride * 30);
    file.write('BM');
    for (const [at, value] of [
      [2, file.length],
      [10, 54],
      [14, 40],
      [18, 40],
      [22, 30],
      [34, stride * 30],
    ] as const)
      file.writeUInt32LE(value, at);
    file.writeUInt16LE(1, 26);
    file.writeUInt16LE(bits, 28);
    for (let y = 0; y < 30; y++)
      for (let x = 0; x < 40; x++) {
        const [red = 0, green = 0, blue = 0] = pixels.subarray((y * 40 + x) * 3);
        const at = 54 + (29 - y) * stride + (x * bits) / 8;
        if (bits === 16) file.writeUInt16LE(((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3), at);
        else file.set([blue, green, red], at);
      }
    return file;
  }

  test('become a page in their size, with the same colours', async () => {
    const sources = [
      ['image/webp', await picture().webp({ lossless: true }).toBuffer()],
      ['image/gif', await picture().gif().toBuffer()],
      ['image/bmp', bmp(24)],
      ['image/bmp', bmp(32)],
      ['image/bmp', bmp(16)],
    ] as const;
    for (const [type, bytes] of sources) {
      const made = await convert(bytes, type);
      expect([type, sizeOf(made.bytes), coloursOfPdf(made.bytes).good, made.codes]).toEqual([type, [30, 22.5], true, []]);
    }
  });

  test('of an animation the first picture is shown, and a warning says so', async () => {
    const frames = [GOOD, SECRET_COLOUR].map((colour) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background: { ...colour } } })
        .png()
        .toBuffer(),
    );
    const animation = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer();
    const made = await convert(animation, 'image/gif');
    expect([coloursOfPdf(made.bytes), made.codes, made.pages]).toEqual([{ good: true, secret: false }, ['frames_left_out'], 1]);
  });

  test('that are another kind, damaged or huge are refused', async () => {
    await expectFailure('type_mismatch', async () => convert(await solidPng(GOOD), 'image/webp'));
    await expectFailure('type_mismatch', async () => convert(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/gif'));
    await expectFailure('corrupt_file', () => convert(bmp(24).subarray(0, 2000), 'image/bmp'));
    const huge = Buffer.from(bmp(24));
    huge.writeUInt32LE(100_000, 18);
    huge.writeUInt32LE(100_000, 22);
    await expectFailure('pixel_limit', () => convert(huge, 'image/bmp'));
    const gif = Buffer.from(await picture().gif().toBuffer());
    // The screen, and the one picture on it.
    const descriptor = gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 40, 0, 30, 0]));
    for (const at of [6, 8, descriptor + 5, descriptor + 7]) gif.writeUInt16LE(65_535, at);
    await expectFailure('pixel_limit', () => convert(gif, 'image/gif'));
    await expectFailure('corrupt_file', async () => convert((await picture().webp().toBuffer()).subarray(0, 60), 'image/webp'));
  });
});
