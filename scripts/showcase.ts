// Makes docs/showcase/: for each operation a document of ours, what the running service makes of it, pictures of both, the parameters and the
// report. Run it with `npm start` in another window: `npm run showcase [-- operation …]`.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { ROOT } from './local/edge.ts';
import { INVOICE, makeForm, NEWSLETTER, REPORT, SLIDES } from './showcase/documents.ts';

interface Scene {
  readonly operation: string;
  readonly params: object;
  /** HTML, which the service prints, or a PDF. */
  readonly source: string | (() => Promise<Uint8Array>);
  /** A further file, behind the first one. */
  readonly second?: string;
  readonly caption: string;
  readonly before: string;
  readonly after: string;
  /** The source becomes a picture first. */
  readonly scanned?: boolean;
  /** Which pages the pictures show. */
  readonly pages?: readonly [before: number, after: number];
  /** How the result is seen: as a page, as text, or as qpdf finds its encryption. */
  readonly seen?: 'page' | 'text' | 'encryption';
}

const service = JSON.parse(readFileSync(`${ROOT}.local/service.json`, 'utf8')) as { base_url: string; api_key: string };
const folder = mkdtempSync(join(tmpdir(), 'showcase-'));

const ITEMS_SHOWN = 4;

const SCENES: readonly Scene[] = [
  {
    operation: 'ai-edit',
    params: {
      instruction:
        'Change the due date to 15 January 2027, replace "Harbour Consulting" with "Harbour & Lindqvist Consulting" everywhere and highlight the total',
    },
    source: INVOICE,
    caption:
      '“Change the due date to 15 January 2027, replace "Harbour Consulting" with "Harbour & Lindqvist Consulting" everywhere and highlight the total”',
    before: 'An invoice, as it came.',
    after: 'The same invoice with the new date, the longer name in its own fonts, and the total highlighted.',
  },
  {
    operation: 'metadata',
    params: { action: 'read' },
    source: REPORT,
    caption: 'What a file says about itself, found with `action: "read"`; `remove` deletes it and proves that nothing remains.',
    before: 'A report.',
    after: 'The list of its properties as JSON.',
    seen: 'text',
  },
  {
    operation: 'ocr',
    params: { output_format: 'txt', languages: ['eng'] },
    source: NEWSLETTER,
    scanned: true,
    caption: 'A scan, a little askew, and its text with `output_format: "txt"`.',
    before: 'A scanned page of a newsletter in two columns.',
    after: 'Its text in reading order.',
    seen: 'text',
  },
  {
    operation: 'convert',
    params: { target_format: 'md' },
    source: NEWSLETTER,
    caption: 'A page in two columns with a table, as Markdown.',
    before: 'A page of a newsletter in two columns.',
    after: 'The same content as Markdown.',
    seen: 'text',
  },
  {
    operation: 'compress',
    params: { quality: 'maximum' },
    source: REPORT,
    caption: 'The smallest that is still readable: `quality: "maximum"`. The report has the bytes.',
    before: 'A page with a photograph before.',
    after: 'The same page after.',
  },
  {
    operation: 'split',
    params: { every: 1 },
    source: SLIDES,
    caption: 'A file for each page: the first page of the source, and the second result.',
    before: 'The first of three slides.',
    after: 'The second result: the second slide alone.',
  },
  {
    operation: 'pages',
    params: { steps: [{ op: 'n_up', pages_per_sheet: 4 }] },
    source: SLIDES,
    caption: 'Four slides on a sheet: `n_up`.',
    before: 'The first slide.',
    after: 'A sheet with all slides.',
  },
  {
    operation: 'stamp',
    params: {
      marks: [
        { kind: 'text', text: 'DRAFT', color: '#c02020' },
        { kind: 'page_numbers', position: 'bottom_center' },
      ],
    },
    source: REPORT,
    caption: 'A watermark and page numbers in one job.',
    before: 'A report.',
    after: 'The report with DRAFT across the page and its number below.',
  },
  {
    operation: 'merge',
    params: { toc: true, outline: 'file_names' },
    source: SLIDES,
    second: NEWSLETTER,
    caption: 'Two documents as one, with a table of contents before them.',
    before: 'The first of the two documents.',
    after: 'The table of contents of the result.',
  },
  {
    operation: 'flatten',
    params: {},
    source: makeForm,
    caption: 'Fields become part of the page: nothing is left to be filled in.',
    before: 'A form that was filled in.',
    after: 'The same page without fields.',
  },
  {
    operation: 'protect',
    params: { owner_password: 'lift the lid', permissions: { print: 'full', change: 'none', copy: false } },
    source: REPORT,
    caption: 'What qpdf says of the result.',
    before: 'A report.',
    after: 'Its encryption as qpdf shows it: AES-256, printing allowed, changing and copying not.',
    seen: 'encryption',
  },
  {
    operation: 'pipeline',
    params: {
      steps: [
        { operation: 'ocr', params: { languages: ['eng'] } },
        { operation: 'convert', params: { target_format: 'md' } },
      ],
    },
    source: NEWSLETTER,
    scanned: true,
    caption: 'A scan is read, then becomes Markdown: two operations in one job.',
    before: 'A scanned page.',
    after: 'Its content as Markdown.',
    seen: 'text',
  },
];

const only = process.argv.slice(2);
for (const scene of SCENES.filter(({ operation }) => only.length === 0 || only.includes(operation))) await show(scene);

async function show(scene: Scene): Promise<void> {
  const source = await sourceOf(scene);
  const further = scene.second === undefined ? undefined : await print(scene.second);
  const { bytes, report } = await run(scene.operation, scene.params, source, { further });
  const target = `${ROOT}docs/showcase/${scene.operation}`;
  mkdirSync(target, { recursive: true });
  const [first, second] = scene.pages ?? [1, 1];
  await picture(source, first, `${target}/before.webp`);
  if (scene.seen === 'text') await pictureOfText(new TextDecoder().decode(bytes), `${target}/after.webp`);
  else if (scene.seen === 'encryption') await pictureOfText(encryptionOf(bytes), `${target}/after.webp`);
  else await picture(bytes, second, `${target}/after.webp`);
  const { caption, params } = scene;
  const shown = { caption, params, report: shortened(report), before: { alt: scene.before }, after: { alt: scene.after } };
  writeFileSync(`${target}/shown.json`, `${JSON.stringify(shown, null, 2)}\n`);
  process.stdout.write(`${scene.operation}\n`);
}

async function sourceOf({ source, scanned }: Scene): Promise<Uint8Array> {
  const bytes = typeof source === 'string' ? await print(source) : await source();
  if (!scanned) return bytes;
  const page = join(folder, 'scan.pdf');
  writeFileSync(page, bytes);
  execFileSync('pdftoppm', ['-r', '150', '-gray', '-png', '-f', '1', '-l', '1', page, join(folder, 'scan')]);
  const png = await sharp(join(folder, 'scan-1.png')).rotate(0.7, { background: '#f4f2ec' }).blur(0.6).jpeg({ quality: 55 }).toBuffer();
  return (await run('convert', { target_format: 'pdf' }, png, { name: 'scan.jpg' })).bytes;
}

async function print(html: string): Promise<Uint8Array> {
  return (await run('convert', { target_format: 'pdf' }, new TextEncoder().encode(html), { name: 'page.html' })).bytes;
}

/** A job by the public interface; of several results the second. */
async function run(
  operation: string,
  params: object,
  file: Uint8Array,
  { name = 'document.pdf', further }: { readonly name?: string; readonly further?: Uint8Array | undefined } = {},
): Promise<{ bytes: Uint8Array; report: object }> {
  const headers = { Authorization: `Bearer ${service.api_key}` };
  const call = async (path: string, init: RequestInit = {}, more: Record<string, string> = {}): Promise<Record<string, unknown>> => {
    const response = await fetch(service.base_url + path, { ...init, headers: { ...headers, ...more } });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const upload = async (content: Uint8Array, filename: string) => {
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(content)]), filename);
    return (await call('/files', { method: 'POST', body: form }))['file_id'];
  };
  const file_id = await upload(file, name);
  const files = [{ file_id }, ...(further === undefined ? [] : [{ file_id: await upload(further, 'second.pdf') }])];
  const named = ['merge', 'pipeline'].includes(operation) ? { files } : { file_id };
  const body = JSON.stringify({ ...named, ...params });
  const { job_id } = await call(`/jobs/${operation}`, { method: 'POST', body }, { 'Content-Type': 'application/json' });
  let job: Record<string, unknown> = { status: 'queued' };
  while (job['status'] === 'queued' || job['status'] === 'running') job = await call(`/jobs/${String(job_id)}?wait=20`);
  if (job['status'] !== 'succeeded') throw new Error(`${operation}: ${JSON.stringify(job['error'])}`);
  const results = job['result_files'] as { file_id: string }[];
  const { download_url } = await call(`/files/${(results[1] ?? results[0])?.file_id}/download`);
  return { bytes: new Uint8Array(await (await fetch(String(download_url))).arrayBuffer()), report: job['report'] as object };
}

async function picture(pdf: Uint8Array, page: number, target: string): Promise<void> {
  const file = join(folder, 'page.pdf');
  writeFileSync(file, pdf);
  const png = execFileSync('pdftoppm', ['-r', '110', '-png', '-f', String(page), '-l', String(page), file], { maxBuffer: 1 << 26 });
  await sharp(png).resize({ width: 720, height: 900, fit: 'inside' }).webp({ quality: 78 }).toFile(target);
}

/** The beginning of a text as a page would show it. */
async function pictureOfText(text: string, target: string): Promise<void> {
  const shown = text.trimStart().startsWith('{') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  const lines = shown.split('\n').slice(0, 60).join('\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const page = `<style>@page{size:A4;margin:12mm}pre{font:8.5pt/1.45 monospace;white-space:pre-wrap}</style><pre>${lines}</pre>`;
  await picture(await print(page), 1, target);
}

/** Long lists are cut for the page. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept = value.slice(0, ITEMS_SHOWN).map(shortened);
    return value.length > ITEMS_SHOWN ? [...kept, `… ${value.length - ITEMS_SHOWN} more`] : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

/** As qpdf finds it. */
function encryptionOf(pdf: Uint8Array): string {
  const file = join(folder, 'encrypted.pdf');
  writeFileSync(file, pdf);
  return `$ qpdf --show-encryption result.pdf\n${execFileSync('qpdf', ['--show-encryption', file], { encoding: 'utf8' })}`;
}
