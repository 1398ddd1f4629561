// LibreOffice, given documents that nothing made safe, finds neither another account's running job nor a file of the machine: its isolation
// alone keeps it from them. Without isolation it finds them, so that this test can fail. That documents are also made safe before is another
// guarantee, with tests of its own.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ISOLATION_WAYS, type Isolation } from '../../processor/sandbox/isolation.ts';
import { membersOf, readProcessTable } from '../../processor/sandbox/process-group.ts';
import { makeDocx, plainFiles, relationshipsXml } from '../support/make-docx.ts';
import { eventually, type ProcessorUnderTest, processorUnderTest } from '../support/processor-under-test.ts';
import { hasSoffice } from '../support/soffice.ts';
import { cancelJob, offerUntilTaken, runToReport, WorkerSide } from '../support/worker-side.ts';

const CHILD = fileURLToPath(new URL('../support/unguarded-child.ts', import.meta.url));
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const ODT = 'application/vnd.oasis.opendocument.text';
const SECRET = 'the text that nobody else may read';
const PIDS_BLIND = 200;

let folder: string;
/** One colour that nothing else has: whoever shows it has read it. */
let magenta: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'converter-isolation-'));
  magenta = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#ff00ff' } })
    .png()
    .toBuffer();
  await writeFile(join(folder, 'canary.png'), magenta);
  await writeFile(join(folder, 'canary.txt'), SECRET);
});
afterAll(() => rm(folder, { recursive: true }));

/** Names every file by which the picture could be found: the other job's by its path and by every process, the machine's. */
function picturesToTry(victim: string, pids: readonly number[]): string[] {
  const all = new Set([...pids, ...Array.from({ length: PIDS_BLIND }, (_, i) => i + 1)]);
  const byProcess = [...all].flatMap((pid) => [`/proc/${pid}/cwd/source-0.png`, `/proc/${pid}/root${victim}`]);
  return [victim, join(folder, 'canary.png'), ...byProcess];
}

/** An SVG that shows them all, each on the whole of it. */
function svgOf(paths: readonly string[]): Buffer {
  const images = paths.map((path) => `<image width="200" height="200" xlink:href="file://${path}"/>`);
  const head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="200">';
  return Buffer.from(`<?xml version="1.0"?>${head}${images.join('')}</svg>`);
}

function docxWith(picture: Uint8Array): Buffer {
  const drawing =
    '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="1800000" cy="1800000"/><wp:docPr id="1" name="a"/>' +
    '<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="a"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="1800000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
  const files = plainFiles(drawing);
  const relations = { 'word/_rels/document.xml.rels': relationshipsXml([['rId1', 'image', 'media/i.png']]) };
  return Buffer.from(makeDocx({ ...files, ...relations, 'word/media/i.png': picture }));
}

function odtWith(picture: Uint8Array): Buffer {
  const names = ['office', 'text', 'table', 'style'].map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`);
  const others =
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';
  const frame = (href: string) =>
    `<text:p><draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="${href}" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame></text:p>`;
  const section = `<text:section text:name="s"><text:section-source xlink:href="file://${folder}/canary.txt"/><text:p>old</text:p></text:section>`;
  const content = `<?xml version="1.0"?><office:document-content ${names.join(' ')} ${others} office:version="1.2"><office:body><office:text>${frame('Pictures/a.png')}${frame(`file://${folder}/canary.png`)}${section}</office:text></office:body></office:document-content>`;
  const manifest = `<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${ODT}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="Pictures/a.png" manifest:media-type="image/png"/></manifest:manifest>`;
  return Buffer.from(
    zipSync({
      mimetype: [Buffer.from(ODT), { level: 0 }],
      'content.xml': Buffer.from(content),
      'META-INF/manifest.xml': Buffer.from(manifest),
      'Pictures/a.png': picture,
    }),
  );
}

function rtfWith(picture: Uint8Array): Buffer {
  const pict = `{\\pict\\pngblip\\picwgoal3000\\pichgoal3000 ${Buffer.from(picture).toString('hex')}}`;
  const field = `{\\field{\\*\\fldinst INCLUDETEXT "file://${folder}/canary.txt"}{\\fldrslt shown}}`;
  return Buffer.from(`{\\rtf1\\ansi ${pict}\\par ${field}\\par}`);
}

function htmlWith(paths: readonly string[]): Buffer {
  return Buffer.from(
    `<html><body>${paths
      .slice(0, 20)
      .map((path) => `<img width=200 height=200 src="file://${path}">`)
      .join('')}</body></html>`,
  );
}

/** Whether a person who looks at the result, or searches it, finds what was to stay secret. */
async function showsSecret(pdf: Uint8Array): Promise<boolean> {
  const path = join(folder, 'result.pdf');
  await writeFile(path, pdf);
  const pages = execFileSync('pdftoppm', ['-r', '30', path], { maxBuffer: 1e9 });
  let isMagenta = false;
  for (let at = 0; at + 2 < pages.length && !isMagenta; at++) isMagenta = pages[at]! > 240 && pages[at + 1]! < 16 && pages[at + 2]! > 240;
  return isMagenta || execFileSync('pdftotext', [path, '-']).includes(SECRET);
}

type Attack = (victim: string, pids: readonly number[]) => readonly [contentType: string, document: Buffer];
const ATTACKS: Readonly<Record<string, Attack>> = {
  docx: (victim, pids) => [DOCX, docxWith(svgOf(picturesToTry(victim, pids)))],
  odt: (victim, pids) => [ODT, odtWith(svgOf(picturesToTry(victim, pids)))],
  rtf: (victim, pids) => ['application/rtf', rtfWith(svgOf(picturesToTry(victim, pids)))],
  html: (victim, pids) => ['text/html', htmlWith(picturesToTry(victim, pids))],
};

/** The names of the attacks whose result shows what was to stay secret. */
async function attackAll(processor: ProcessorUnderTest): Promise<string[]> {
  await using side = await WorkerSide.start();
  const limits = { processing_ms: 120_000, pages: 100, output_bytes: 100_000_000 };
  const sourceOf = (job: ReturnType<typeof side.job>, content_type: string) => [{ ...job.sources[0]!, content_type }];
  const waiting = side.job(magenta, { account_id: 'victim', limits });
  const victim = { ...waiting, sources: sourceOf(waiting, 'image/png') };
  await offerUntilTaken(processor.port, victim);
  let path = '';
  await eventually('the other job has its source', 20_000, async () => {
    const entries = await readdir(processor.workRoot, { recursive: true });
    path = entries.find((entry) => entry.endsWith('source-0.png')) ?? '';
    return path !== '';
  });
  const pids = membersOf(readProcessTable(), process.pid);
  const succeeded: string[] = [];
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const [contentType, document] = attack(join(processor.workRoot, path), pids);
    const job = side.job(document, { account_id: 'attacker', limits });
    const report = await runToReport(processor.port, side, { ...job, sources: sourceOf(job, contentType) });
    if (report.outcome !== 'succeeded') throw new Error(`${name}: ${JSON.stringify(report)}`);
    if (await showsSecret(side.results.get(0)!.bytes)) succeeded.push(name);
  }
  await cancelJob(processor.port, victim);
  return succeeded;
}

async function attackWith(isolation: Isolation): Promise<string[]> {
  await using processor = await processorUnderTest({ slots: 2, isolation, allowUnisolated: isolation === 'none' }, Date.now, CHILD);
  return await attackAll(processor);
}

describe.runIf(hasSoffice && process.platform === 'linux')('documents that nothing made safe', () => {
  test.each(ISOLATION_WAYS)('with %s they find nothing', async (isolation) => {
    expect(await attackWith(isolation)).toEqual([]);
  });

  test('without isolation they find the other job', async () => {
    expect(await attackWith('none')).toContain('docx');
  });

  test('where a kernel refuses namespaces Landlock takes their place', () => {
    // A user namespace in which no other can be made, as in a container whose profile forbids it.
    const script = `echo 0 > /proc/sys/user/max_user_namespaces; exec setpriv --inh-caps=-all --bounding-set=-all ${process.execPath} ${TRIAL} ${folder}`;
    const run = spawnSync('unshare', ['--user', '--map-root-user', 'sh', '-c', script], { encoding: 'utf8' });
    expect(run.stdout.trim()).toBe('landlock');
  });
});

const TRIAL = fileURLToPath(new URL('../support/print-isolation.ts', import.meta.url));
