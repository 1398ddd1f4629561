// Pages as pictures, compared with pdftoppm, and Word documents to PDF by a cold and a warm LibreOffice. Our CPU time is that of this process with its
// threads, that of the programs is what the shell's `time` reports; contestants take turns.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConvertParams } from '#contract/params/convert-params.ts';
import { handleConvert } from '../../processor/operations/convert/convert.ts';
import { endRenderThreads } from '../../processor/pdf/pdfium/render-pages.ts';
import { endPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { endLibreOffice, probeLibreOffice } from '../../processor/tools/libreoffice.ts';
import { CORPUS, listFolder, requireFiles, sampleCorpus } from '../../test/support/corpus.ts';
import { makeDocx, plainFiles } from '../../test/support/make-docx.ts';
import { median, round } from '../measure.ts';

const DPI = 150;
const PAGES_MAX = 12;
const FILES_MAX = 30;
const ROUNDS = 2;
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

interface Sample {
  readonly path: string;
  readonly pages: number;
}

/** @returns CPU seconds of all files and pages, ratios to pdftoppm's JPEG, and the times of Word documents in milliseconds. */
export async function benchRender(): Promise<object> {
  return { images: await benchImages(), docx_to_pdf: await benchDocx() };
}

async function benchImages(): Promise<object> {
  const samples = chooseSamples();
  const sums: Record<string, number> = {};
  const add = (name: string, seconds: number): void => void (sums[name] = (sums[name] ?? 0) + seconds);
  // The first document loads the engines; a job's process did that long before.
  for (const format of ['jpg', 'png'] as const) await drawOurs(samples[0], format);
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const sample of samples) {
      for (const format of ['jpg', 'png'] as const) add(`ours_${format}`, await drawOurs(sample, format));
      for (const format of ['jpeg', 'png'] as const) add(`pdftoppm_${format}`, drawTheirs(sample, format));
    }
  }
  await endRenderThreads();
  await endPdfium();
  const base = sums['pdftoppm_jpeg'] ?? Number.NaN;
  const cpu = Object.fromEntries(Object.entries(sums).map(([name, seconds]) => [name, round(seconds / ROUNDS, 2)]));
  const ratio = (name: string): number => round((sums[name] ?? Number.NaN) / base, 2);
  return {
    files: samples.length,
    pages: samples.reduce((sum, { pages }) => sum + pages, 0),
    dpi: DPI,
    cpu_seconds: cpu,
    to_pdftoppm_jpeg: { ours_jpg: ratio('ours_jpg'), ours_png: ratio('ours_png'), pdftoppm_png: ratio('pdftoppm_png') },
  };
}

/** Real files that open without a password and that poppler reads. */
function chooseSamples(): Sample[] {
  const names = requireFiles(listFolder('pdf', ['.pdf']).filter((name) => !/encrypt|password|bomb|huge/i.test(name)));
  return sampleCorpus(names, FILES_MAX).flatMap((name) => {
    const path = join(CORPUS, 'pdf', name);
    try {
      const pages = Number(
        /Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', [path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))?.[1],
      );
      return pages > 0 ? [{ path, pages: Math.min(pages, PAGES_MAX) }] : [];
    } catch {
      return [];
    }
  });
}

async function drawOurs(sample: Sample | undefined, format: 'jpg' | 'png'): Promise<number> {
  if (!sample) return 0;
  const before = process.cpuUsage();
  await convertOnce(readFileSync(sample.path), 'application/pdf', 'pdf', {
    target_format: format,
    dpi: DPI,
    pages: `1-${sample.pages}`,
  }).catch(() => {});
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function drawTheirs({ path, pages }: Sample, format: 'jpeg' | 'png'): number {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    // Messages about damaged files do not matter; the shell's own line comes last.
    const script = `TIMEFORMAT='%U %S'; time pdftoppm -r ${DPI} -l ${pages} -${format} "$1" "$2/p" > /dev/null 2>&1; true`;
    const run = execFileSync('bash', ['-c', `{ ${script} ; } 2>&1`, 'bash', path, folder], { encoding: 'utf8' });
    const [user = 0, system = 0] = run.trim().split(/\s+/).slice(-2).map(Number);
    return user + system;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function benchDocx(): Promise<object> {
  if ((await probeLibreOffice()) === undefined) return { missing: 'libreoffice' };
  const small = makeDocx(plainFiles());
  const timed = async (): Promise<number> => {
    const start = performance.now();
    await convertOnce(small, DOCX, 'docx', { target_format: 'pdf' });
    return performance.now() - start;
  };
  const [cold, warm, program]: [number[], number[], number[]] = [[], [], []];
  for (let turn = 0; turn < 3; turn++) {
    await endLibreOffice();
    cold.push(await timed());
    for (let index = 0; index < 5; index++) warm.push(await timed());
    program.push(await convertAlone(small));
  }
  await endLibreOffice();
  await endPdfium();
  return { cold_ms: round(median(cold), 0), warm_ms: round(median(warm), 0), soffice_convert_to_ms: round(median(program), 0) };
}

/** A new process for one document, as one would from a shell. */
async function convertAlone(document: Uint8Array): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    writeFileSync(join(folder, 'a.docx'), document);
    const start = performance.now();
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    execFileSync('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, join(folder, 'a.docx')], {
      stdio: 'ignore',
    });
    return performance.now() - start;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What LibreOffice sees while it stays warm. */
const JOBS = mkdtempSync(join(tmpdir(), 'bench-'));
process.on('exit', () => rmSync(JOBS, { recursive: true, force: true }));

async function convertOnce(bytes: Uint8Array, contentType: string, extension: string, params: Record<string, unknown>): Promise<void> {
  const workDir = mkdtempSync(join(JOBS, 'job-'));
  try {
    const path = join(workDir, `source.${extension}`);
    writeFileSync(path, bytes);
    const context = { workDir, limits: { processing_ms: 120_000, pages: 2000, output_bytes: 1e9 }, progress: () => {}, warn: () => {} };
    await handleConvert(context, [{ path, filename: 'a', contentType, sizeBytes: bytes.length, sha256: '' }], ConvertParams.parse(params));
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}
