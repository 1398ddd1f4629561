// docx, odt, rtf → PDF by LibreOffice: the text is there, nothing outside the document is read or asked, and after any failure of the program the
// next document is converted.

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { UploadType } from '#contract/files.ts';
import { makeLog } from '../../../processor/log.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { findIsolation } from '../../../processor/sandbox/find-isolation.ts';
import { JobProcesses } from '../../../processor/sandbox/job-processes.ts';
import { membersOf, readProcessTable, startedBy } from '../../../processor/sandbox/process-group.ts';
import { residentDir } from '../../../processor/sandbox/resident-program.ts';
import { convertToPdf, endLibreOffice, findLibreOffice, libreOfficePid, renewLibreOffice } from '../../../processor/tools/libreoffice.ts';
import { svgOf } from '../../../support/documents/disguised-pictures.ts';
import { expectFailure } from '../../support/expect-failure.ts';
import { qpdfCheck, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { type Listener, startListener } from '../../support/service/listener.ts';
import { contentTypesXml, documentXml, makeDocx, plainFiles, relationshipsXml } from '../../../support/documents/make-docx.ts';
import { makeOdt } from '../../../support/documents/make-odt.ts';
import { makePng } from '../../../support/documents/make-png.ts';
import { isPresent } from '../../../support/judges/present.ts';
import { eventually, isAlive } from '../../../support/run/processor-under-test.ts';
import { convert, JOBS } from '../../../support/run/run-convert.ts';
import { onBusyMachine } from '../../support/busy-machine.ts';
import { BUNDLED_CHILD } from '../../../scripts/bundle-processor.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const ODT = 'application/vnd.oasis.opendocument.text';
const hasOffice = isPresent('soffice', (await findLibreOffice()) !== undefined);
const CANARY = `/tmp/pdfapi-canary-${process.pid}`;
const FACE = 'Canary Sans Mono';
const SECRET = 'the content of a file that nobody may read';

let listener: Listener;
beforeAll(async () => {
  listener = await startListener();
  writeFileSync(`${CANARY}-secret.txt`, SECRET);
});
afterEach(() => {
  expect(listener.hits()).toBe(0);
  expect(readdirSync('/tmp').filter((name) => name.startsWith(`pdfapi-canary-${process.pid}-written`))).toEqual([]);
});
afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
  await listener[Symbol.asyncDispose]();
  rmSync(`${CANARY}-secret.txt`);
});

const paragraph = (inner: string) => `<w:p>${inner}</w:p>`;
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const complexField = (instructions: readonly string[], shown: string) =>
  '<w:r><w:fldChar w:fldCharType="begin"/></w:r>' +
  instructions.map((text) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`).join('') +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const inFace = (text: string) => `<w:r><w:rPr><w:rFonts w:ascii="${FACE}" w:hAnsi="${FACE}"/></w:rPr><w:t>${text}</w:t></w:r>`;

/** A document with relationships of its main part. */
function docxWith(
  body: string,
  relationships: Parameters<typeof relationshipsXml>[0],
  more: Record<string, string | Uint8Array> = {},
): Uint8Array {
  return makeDocx({ ...plainFiles(body), 'word/_rels/document.xml.rels': relationshipsXml(relationships), ...more });
}

describe.runIf(hasOffice)('a document becomes a PDF', () => {
  test('docx: the text, tagged, clean for qpdf; words and engine in the report', async () => {
    const result = await convert(makeDocx(plainFiles(paragraph(run('Grüße, Ελλάδα')) + paragraph(run('second line')))), DOCX);
    expect(result).toMatchObject({ filename: 'source.pdf', contentType: 'application/pdf', pages: 1 });
    expect(textOfPdf(result.bytes).split(/\s+/).filter(Boolean)).toEqual(['Grüße,', 'Ελλάδα', 'second', 'line']);
    expect(qpdfCheck(result.bytes).status).toBe(0);
    expect(result.report).toMatchObject({
      engine: 'libreoffice',
      words_in: 4,
      images_in: 0,
      verification: { words: 4, reopened: true, qpdf: 'clean' },
    });
    expect(result.report['engine_version']).toMatch(/^\d+\.\d+/);
  });

  test('bytes behind the end of the package and parts without content are no reason to refuse one', async () => {
    const padded = Buffer.concat([makeDocx(plainFiles()), Buffer.from('\r\n\0\0trailing bytes')]);
    expect(textOfPdf((await convert(padded, DOCX)).bytes)).toContain('Hello world');
    const blank = {
      'customXml/item1.xml': '',
      'word/footnotes.xml': ' \n',
      'word/settings.xml': '\ufeff',
      'word/_rels/settings.xml.rels': '',
    };
    const relationships = [
      ['rId1', 'customXml', '../customXml/item1.xml'],
      ['rId2', 'footnotes', 'footnotes.xml'],
      ['rId3', 'settings', 'settings.xml'],
    ] as const;
    expect(textOfPdf((await convert(docxWith(paragraph(run('still here')), relationships, blank), DOCX)).bytes)).toContain('still here');
    await expectFailure('corrupt_file', () => convert(makeDocx({ ...plainFiles(), 'word/document.xml': '' }), DOCX));
    const odt = makeOdt('<text:p>and here</text:p>', { 'settings.xml': Buffer.alloc(0), 'meta.xml': Buffer.from('\n') });
    expect(textOfPdf((await convert(odt, ODT)).bytes)).toContain('and here');
  });

  test('odt and rtf too', async () => {
    const odt = await convert(makeOdt('<text:p>Hello from ODF</text:p>'), ODT);
    expect(textOfPdf(odt.bytes)).toContain('Hello from ODF');
    const rtf = await convert("{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0 Hello from {\\b RTF} caf\\'e9\\par}", 'application/rtf');
    expect(textOfPdf(rtf.bytes)).toContain('Hello from RTF café');
  });

  test('pictures are there, web links stay links', async () => {
    const drawing =
      '<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="914400" cy="914400"/><wp:docPr id="1" name="p"/>' +
      '<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture">' +
      '<pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="914400" cy="914400"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';
    const media = { 'word/media/image1.png': makePng([], 32, 32) };
    const result = await convert(docxWith(paragraph(drawing), [['rId1', 'image', 'media/image1.png']], media), DOCX);
    expect(result.report).toMatchObject({ images_in: 1, verification: { images: 1 } });
    expect(result.codes).toEqual([]);
    const odt = makeOdt('<text:p>see <text:a xlink:type="simple" xlink:href="https://example.com/page">a page</text:a></text:p>');
    expect(Buffer.from((await convert(odt, ODT)).bytes).toString('latin1')).toContain('https://example.com/page');
  });

  test('a font that is not here is named', async () => {
    const body = paragraph('<w:r><w:rPr><w:rFonts w:ascii="Nowhere Sans Pro" w:hAnsi="Nowhere Sans Pro"/></w:rPr><w:t>text</w:t></w:r>');
    const result = await convert(makeDocx(plainFiles(body)), DOCX);
    expect(result.warnings.find(({ code }) => code === 'fonts_replaced')?.message).toContain('Nowhere Sans Pro');
    const same = await convert(makeDocx(plainFiles(body.replaceAll('Nowhere Sans Pro', 'Arial'))), DOCX);
    // Set in a face of the same widths, or reported.
    expect(same.codes).toEqual(Buffer.from(same.bytes).includes('LiberationSans') ? [] : ['fonts_replaced']);
  });

  test('a warm program needs a fraction of the time of a cold one', { tags: 'long' }, async () => {
    const source = makeDocx(plainFiles());
    await endLibreOffice();
    const times: number[] = [];
    for (let index = 0; index < 4; index++) {
      const start = performance.now();
      await convert(source, DOCX);
      times.push(performance.now() - start);
    }
    expect(times[0]).toBeLessThan(20_000);
    expect(Math.min(...times.slice(1))).toBeLessThan((times[0] ?? 0) / 2);
  });
});

describe.runIf(hasOffice)('nothing outside of the document is read, asked or run', () => {
  const secretUrl = `file://${CANARY}-secret.txt`;
  const outside = (address: string) =>
    [
      ['rId1', 'image', address, true],
      ['rId2', 'attachedTemplate', address, true],
      ['rId3', 'subDocument', address, true],
      ['rId4', 'oleObject', address, true],
      ['rId5', 'frame', address, true],
    ] as const;
  const linked = paragraph(
    '<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:100pt;height:100pt"><v:imagedata r:id="rId1"/></v:shape></w:pict></w:r>',
  );

  test('external relationships of a docx: http on loopback, and a file of this machine', async () => {
    for (const address of [`${listener.url}/x.png`, secretUrl]) {
      const result = await convert(docxWith(linked + paragraph(run('kept')), outside(address)), DOCX);
      expect(textOfPdf(result.bytes)).toContain('kept');
      expect(textOfPdf(result.bytes)).not.toContain(SECRET);
      expect(result.codes).toEqual(
        expect.arrayContaining(['external_resource_removed', 'embedded_document_removed', 'embedded_object_removed']),
      );
    }
  });

  test('VML that names its picture itself, and links to files and shares', async () => {
    const shape = `<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:9pt;height:9pt" href="file:///etc/passwd"><v:imagedata src="${listener.url}/v.png"/></v:shape></w:pict></w:r>`;
    const body = paragraph(shape) + paragraph(`<w:hyperlink r:id="rId1">${run('a share')}</w:hyperlink>`);
    const result = await convert(docxWith(body, [['rId1', 'hyperlink', '\\\\127.0.0.1\\share\\x', true]]), DOCX);
    expect(result.codes).toEqual(expect.arrayContaining(['external_resource_removed', 'unsafe_link_removed']));
    expect(Buffer.from(result.bytes).toString('latin1')).not.toContain('share');
  });

  test.each([
    ['in one piece', [` INCLUDETEXT "${CANARY}-secret.txt" `]],
    ['cut between runs', [' INCLUDE', `TEXT "${CANARY}`, '-secret.txt" ']],
    ['a picture', [` INCLUDEPICTURE "http://127.0.0.1/x.png" \\d `]],
    ['another program', [' DDEAUTO cmd "/c touch" "x" ']],
  ])('a field that reads a file: %s', async (_, pieces) => {
    const result = await convert(makeDocx(plainFiles(paragraph(complexField(pieces, 'what it showed')))), DOCX);
    expect(textOfPdf(result.bytes).trim()).toBe('what it showed');
    expect(result.codes).toEqual(['field_removed']);
  });

  test('a picture that is none by its bytes, and a field that prints the path, are told', async () => {
    const svg = Buffer.from(svgOf(secretUrl));
    const field = paragraph(complexField([' FILENAME \\p '], 'what it showed'));
    const media = { 'word/media/a.png': svg };
    const result = await convert(docxWith(linked + field, [['rId1', 'image', 'media/a.png']], media), DOCX);
    expect(textOfPdf(result.bytes).trim()).toBe('what it showed');
    expect(result.codes.toSorted((a, b) => a.localeCompare(b))).toEqual(['field_removed', 'picture_removed']);
  });

  test('a document in the document (altChunk) is not read', async () => {
    const files = docxWith(`<w:altChunk r:id="rId1"/>${paragraph(run('kept'))}`, [['rId1', 'aFChunk', 'chunk.html']], {
      '[Content_Types].xml': contentTypesXml({
        'word/document.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
        'word/chunk.html': 'text/html',
      }),
      'word/chunk.html': `<img src="${listener.url}/chunk.png">chunk text`,
    });
    const result = await convert(files, DOCX);
    expect(textOfPdf(result.bytes).trim()).toBe('kept');
    expect(result.codes).toEqual(['embedded_document_removed']);
  });

  test('an odt with linked pictures, sections, scripts and macros', async () => {
    const text =
      `<text:p>kept <draw:frame svg:width="2cm" svg:height="2cm"><draw:image xlink:href="${listener.url}/o.png"/></draw:frame>` +
      `<text:a xlink:href="file:///etc/passwd">a link</text:a></text:p>` +
      `<text:section text:name="s"><text:section-source xlink:href="file://${CANARY}-secret.txt"/><text:p>old</text:p></text:section>`;
    const scripts = `<office:scripts><office:event-listeners><script:event-listener script:event-name="dom:load" xlink:href="vnd.sun.star.script:a.b?language=Basic"/></office:event-listeners></office:scripts>`;
    const macro = Buffer.from(`Sub Main\nShell("touch ${CANARY}-written")\nEnd Sub`);
    const result = await convert(makeOdt(text, { 'Basic/Standard/Module1.xml': macro }, scripts), ODT);
    expect(textOfPdf(result.bytes).replaceAll(/\s+/g, ' ').trim()).toBe('kept a link old');
    expect(result.codes).toEqual(expect.arrayContaining(['external_resource_removed', 'unsafe_link_removed', 'script_removed']));
  });

  test('an rtf with fields, objects and a template', async () => {
    const text =
      `{\\rtf1\\ansi{\\*\\template file://${CANARY}-secret.txt}{\\field{\\*\\fldinst INCL{\\b UDE}TEXT "${CANARY}-secret.txt"}{\\fldrslt shown}}` +
      '{\\object\\objemb{\\*\\objdata 0105000002000000}{\\result kept}}\\par}';
    const result = await convert(text, 'application/rtf');
    expect(textOfPdf(result.bytes).trim()).toBe('shownkept');
    expect(result.codes).toEqual(expect.arrayContaining(['external_resource_removed', 'field_removed', 'embedded_object_removed']));
  });

  test('the program itself has no network, even for a document that was not made safe', async () => {
    const dir = await mkdtemp(join(JOBS, 'unsafe-'));
    try {
      writeFileSync(join(dir, 'a.docx'), docxWith(linked, [['rId1', 'image', `${listener.url}/unsafe.png`, true]]));
      const outcome = await convertToPdf({
        account: '',
        workDir: dir,
        source: join(dir, 'a.docx'),
        importFilter: 'MS Word 2007 XML',
        resultDir: dir,
        timeMsMax: 20_000,
      });
      expect(outcome.kind).toBe('written');
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});

describe('what is refused before the program sees it', () => {
  test.each([
    ['a bomb', 'decompression_limit', () => makeDocx({ ...plainFiles(), 'word/media/a.bin': new Uint8Array(40_000_000) })],
    ['nothing', 'empty_file', () => new Uint8Array(0)],
    ['no package', 'type_mismatch', () => Buffer.from('hello, I am no package')],
    ['half of a package', 'corrupt_file', () => makeDocx(plainFiles()).subarray(0, 400)],
    ['20,000 page breaks', 'page_limit', () => makeDocx(plainFiles(paragraph('<w:r><w:br w:type="page"/></w:r>').repeat(20_000)))],
    ['10,000 levels', 'corrupt_file', () => makeDocx(plainFiles('<w:sdt>'.repeat(10_000) + '</w:sdt>'.repeat(10_000)))],
    ['entities', 'decompression_limit', () => makeDocx({ ...plainFiles(), 'word/document.xml': BILLION })],
    ['an external entity', 'corrupt_file', () => makeDocx({ ...plainFiles(), 'word/document.xml': EXTERNAL_ENTITY })],
    [
      'a picture of 60,000 × 60,000',
      'pixel_limit',
      () => docxWith(paragraph(run('x')), [['rId1', 'image', 'media/a.png']], { 'word/media/a.png': hugePng() }),
    ],
  ] as const)('%s: %s', async (_, reason, make) => {
    const start = performance.now();
    await expectFailure(reason, () => convert(make(), DOCX));
    expect(performance.now() - start).toBeLessThan(onBusyMachine(3000));
  });

  test('a document behind a password says so', async () => {
    const encrypted = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    await expect(convert(encrypted, DOCX)).rejects.toThrow(/encrypted with a password/);
  });

  const BILLION = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${documentXml('&b;').slice(55)}`;
  const EXTERNAL_ENTITY = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${documentXml('&a;').slice(55)}`;
  function hugePng(): Uint8Array {
    const file = Buffer.from(makePng());
    file.writeUInt32BE(60_000, 16);
    file.writeUInt32BE(60_000, 20);
    return file;
  }
});

describe.runIf(hasOffice)('nothing of a document is there for the next one', () => {
  /** Files whose content or name has `text`, in bytes or in UTF-16. */
  const holding = (dir: string, text: string) =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => {
        const bytes = readFileSync(path);
        return path.includes(text) || bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'));
      });

  test('text, properties and name of a document are nowhere in the profile, and the program stays warm', async () => {
    const core =
      '<?xml version="1.0"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Zeppelin title</dc:title><dc:creator>Zeppelin author</dc:creator></cp:coreProperties>';
    const files = plainFiles(paragraph(run('Zeppelin text')));
    const types = String(files['[Content_Types].xml']).replace(
      '</Types>',
      '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>',
    );
    const relations = relationshipsXml([
      ['rId1', 'officeDocument', 'word/document.xml'],
      ['rId2', 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties', 'docProps/core.xml'],
    ]);
    const dir = await mkdtemp(join(JOBS, 'Zeppelin-'));
    try {
      const source = join(dir, 'Zeppelin.docx');
      writeFileSync(source, makeDocx({ ...files, '[Content_Types].xml': types, '_rels/.rels': relations, 'docProps/core.xml': core }));
      await convert(makeDocx(plainFiles()), DOCX);
      const pid = libreOfficePid();
      const at = { account: '', workDir: dir, source, resultDir: dir };
      const outcome = await convertToPdf({ ...at, importFilter: 'MS Word 2007 XML', timeMsMax: 20_000 });
      expect(outcome).toMatchObject({ kind: 'written', cold: false });
      expect(textOfPdf(readFileSync(join(dir, 'Zeppelin.pdf')))).toContain('Zeppelin text');
      expect(readdirSync(residentDir(), { recursive: true }).length).toBeGreaterThan(5);
      expect(holding(residentDir(), 'Zeppelin')).toEqual([]);
      expect(libreOfficePid()).toBe(pid);
    } finally {
      await rm(dir, { recursive: true });
    }
  });

  test('a font that a document embeds is used for it, and for no document after it', { tags: 'long' }, async () => {
    const bringing = await convert(makeDocx(withFont(plainFiles(paragraph(inFace('brought'))))), DOCX);
    expect(fontsOf(bringing.bytes)).toContain(FACE.replaceAll(' ', ''));
    expect(bringing.codes).toEqual([]);
    const after = await convert(makeDocx(plainFiles(paragraph(inFace('missing')))), DOCX);
    expect(fontsOf(after.bytes)).not.toContain(FACE.replaceAll(' ', ''));
    expect(after.codes).toEqual(['fonts_replaced']);
    expect(holding(residentDir(), FACE)).toEqual([]);
  });

  test('a program in which a font of a document was left is replaced between jobs, by one that reads documents of one account', async () => {
    const dir = await mkdtemp(join(JOBS, 'accounts-'));
    const ask = async (account: string, bytes: Uint8Array, isOwn = false) => {
      const source = join(dir, `${account}.docx`);
      writeFileSync(source, bytes);
      const at = { account, workDir: dir, source, resultDir: dir, isOwn };
      const outcome = await convertToPdf({ ...at, importFilter: 'MS Word 2007 XML', timeMsMax: 20_000 });
      return { outcome, fonts: fontsOf(readFileSync(join(dir, `${account}.pdf`))) };
    };
    try {
      const { fonts } = await ask('first', makeDocx(withFont(plainFiles(paragraph(inFace('brought'))))), true);
      expect(fonts).toContain(FACE.replaceAll(' ', ''));
      const before = libreOfficePid();
      await renewLibreOffice();
      const pid = libreOfficePid();
      expect(pid).not.toBe(before);
      expect(holding(residentDir(), FACE)).toEqual([]);
      const second = await ask('second', makeDocx(plainFiles(paragraph(inFace('missing')))));
      expect(second.outcome).toMatchObject({ kind: 'written', cold: false });
      expect(second.fonts).not.toContain(FACE.replaceAll(' ', ''));
      expect(libreOfficePid()).toBe(pid);
      await renewLibreOffice();
      expect(libreOfficePid()).toBe(pid);
      expect((await ask('third', makeDocx(plainFiles()))).outcome).toMatchObject({ kind: 'written', cold: true });
      expect(libreOfficePid()).not.toBe(pid);
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});

describe.runIf(hasOffice)('the program', () => {
  const source = makeDocx(plainFiles());

  test('that hangs is killed in time, and the next document is converted by another', { tags: 'long' }, async () => {
    await convert(source, DOCX);
    const pid = libreOfficePid() ?? 0;
    process.kill(officeWithin(pid), 'SIGSTOP');
    await expectFailure('timeout', () => convert(source, DOCX, {}, { processing_ms: 2000 }));
    await eventually('the hung program is gone', 2000, async () => !(await isAlive(pid)));
    expect((await convert(source, DOCX)).pages).toBe(1);
    expect(libreOfficePid()).not.toBe(pid);
  });

  test('that was killed between two documents is started anew', { tags: 'long' }, async () => {
    await convert(source, DOCX);
    const pid = officeWithin(libreOfficePid() ?? 0);
    process.kill(pid, 'SIGKILL');
    await eventually('it is gone', 2000, async () => !(await isAlive(pid)));
    expect((await convert(source, DOCX)).pages).toBe(1);
  });

  test('stays with its job process, which is not replaced for it, and dies with it', { tags: 'long' }, async () => {
    const root = await mkdtemp(join(tmpdir(), 'resident-test-'));
    const log = makeLog(() => {}, Date.now);
    const processes = new JobProcesses({
      childEntry: BUNDLED_CHILD,
      memoryBytesMax: 1024 ** 3,
      searchPath: process.env['PATH'] ?? '',
      slots: 1,
      tasksPerChildMax: 100,
      isolation: await findIsolation('auto', root),
      allowUnisolated: false,
      workRoot: root,
      clearResidentDir: (path) => rm(path, { recursive: true, force: true }),
      log,
    });
    const pids = () => membersOf(readProcessTable(), process.pid).filter((pid) => commandOf(pid).includes(root) && isOffice(pid));
    const job = async (
      timeMs: number,
      { bytes, contentType, params }: JobAsked = { bytes: source, contentType: DOCX, params: { target_format: 'pdf' } },
    ) => {
      using slot = processes.lease('account');
      const workDir = await mkdtemp(join(slot.dir, 'job-'));
      writeFileSync(join(workDir, 'source'), bytes);
      const file = { path: join(workDir, 'source'), filename: 'a', contentType, sizeBytes: bytes.length, sha256: '' };
      const limits = { processing_ms: 60_000, pages: 100, output_bytes: 10_000_000 };
      const task = {
        type: 'convert',
        params: { on_signature: 'refuse', strict: false, ...params },
        sources: [file],
        limits,
        settings: { ocrEngine: 'auto' },
        startedAtMs: 0,
        jobId: 'job_test',
        account: 'account',
        workDir,
      } as const;
      const signal = new AbortController().signal;
      return await slot
        .run(task, { signal, timeMs, onProgress: () => {}, onWarning: () => {}, onMemory: () => {}, log })
        .finally(() => rm(workDir, { recursive: true, force: true }));
    };
    try {
      await job(30_000);
      const [first] = pids();
      expect(first).toBeGreaterThan(0);
      await job(30_000);
      expect(pids()).toEqual([first]);
      expect(processes.restarts).toBe(0);

      // One in which fonts of a document were left is replaced after its job, without the child.
      const { bytes } = await convert(makeDocx(withFont(plainFiles(paragraph(inFace('brought'))))), DOCX);
      expect(
        await job(60_000, { bytes, contentType: 'application/pdf', params: { target_format: 'docx', layout: 'pages' } }),
      ).toMatchObject({ pages: 1 });
      let second: number | undefined;
      await eventually('another program is there', 10_000, () => ([second] = pids()).length === 1 && second !== first);
      await job(30_000);
      expect(pids()).toEqual([second]);
      expect(processes.restarts).toBe(0);

      // A program that never answers: the job's own limit ends its whole process group.
      process.kill(second ?? 0, 'SIGSTOP');
      await expectFailure('timeout', () => job(1500));
      await eventually('the group is dead', 3000, async () => !(await isAlive(second ?? 0)));
      expect((await job(30_000)).pages).toBe(1);
    } finally {
      await processes.close();
    }
    expect(pids()).toEqual([]);
    expect(readdirSync(root)).toEqual([]);
    expect(existsSync(root)).toBe(true);
    await rm(root, { recursive: true });
  });
});

const fontsOf = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/(?<=\/BaseFont\/[A-Z]{6}\+)[\w-]+/g) ?? [];

/** ECMA-376 part 4, 8.1: the first 32 bytes are XORed with the key, which stands backwards in its own name. */
function withFont(files: Record<string, string | Uint8Array>): Record<string, string | Uint8Array> {
  const wide = (text: string) => text.replaceAll(/./g, '\0$&');
  const dejavu = readFileSync(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf')).toString('latin1');
  const renamed = dejavu.replaceAll('DejaVu', 'Canary').replaceAll(wide('DejaVu'), wide('Canary'));
  const font = Buffer.from(renamed, 'latin1');
  const key = Buffer.from('0102030405060708090a0b0c0d0e0f10', 'hex').toReversed();
  for (let at = 0; at < 32; at++) font[at] = (font[at] ?? 0) ^ (key[at % 16] ?? 0);
  const table = `<?xml version="1.0"?><w:fonts xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:font w:name="${FACE}"><w:embedRegular r:id="rId1" w:fontKey="{01020304-0506-0708-090A-0B0C0D0E0F10}"/></w:font></w:fonts>`;
  const types = String(files['[Content_Types].xml']).replace(
    '</Types>',
    '<Default Extension="odttf" ContentType="application/vnd.openxmlformats-officedocument.obfuscatedFont"/><Override PartName="/word/fontTable.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.fontTable+xml"/></Types>',
  );
  return {
    ...files,
    '[Content_Types].xml': types,
    'word/_rels/document.xml.rels': relationshipsXml([['rId1', 'fontTable', 'fontTable.xml']]),
    'word/fontTable.xml': table,
    'word/_rels/fontTable.xml.rels': relationshipsXml([['rId1', 'font', 'fonts/font1.odttf']]),
    'word/fonts/font1.odttf': new Uint8Array(font),
  };
}

interface JobAsked {
  readonly bytes: Uint8Array;
  readonly contentType: UploadType;
  readonly params: Record<string, unknown>;
}

/** LibreOffice itself, which runs below what isolates it. */
function officeWithin(pid: number): number {
  return startedBy(readProcessTable(), pid).find(isOffice) ?? 0;
}

function isOffice(pid: number): boolean {
  return commandOf(pid).split(' ')[0]?.endsWith('/soffice.bin') ?? false;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
