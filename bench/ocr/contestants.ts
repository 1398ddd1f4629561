// The contestants of the OCR benchmark: each reads the same PDF and returns its text, cost and memory.

import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PageRasters } from '../../processor/recognition/page-raster.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { encodePnm } from '../../processor/tools/tesseract.ts';
import type { ChildJob, ChildResult } from './child.ts';

export interface Reading {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Of the largest process of a program; with WebAssembly, the rise of the peak by a second worker, its rasters included. */
  readonly memoryBytes: number;
  readonly texts: readonly string[];
}

export type Contestant = (pdfPath: string, dir: string) => Promise<Reading>;

const WORKERS = 2;

/** Our processor's child, warm as it is in the service. */
export function ownOperation(engine: 'native' | 'wasm'): Contestant {
  let wasmBytes: number | undefined;
  return async (path, dir) => {
    // A job finds its directory empty.
    const job = { path, workDir: mkdtempSync(join(dir, `${engine}-`)), engine, workers: WORKERS } as const;
    if (engine === 'wasm') wasmBytes ??= await measureWorker(job);
    const { seconds, result, programBytes } = await runChild({ ...job, kind: 'operation' });
    const texts = readTexts(result.resultPath ?? '');
    return { seconds, cpuSeconds: result.cpuSeconds, memoryBytes: wasmBytes ?? programBytes, texts };
  };
}

async function measureWorker(job: Omit<ChildJob, 'kind'>): Promise<number> {
  const [one, two] = [await runChild({ ...job, kind: 'engine', workers: 1 }), await runChild({ ...job, kind: 'engine', workers: 2 })];
  return two.result.peakRssBytes - one.result.peakRssBytes;
}

async function runChild(job: ChildJob): Promise<{ readonly seconds: number; readonly result: ChildResult; readonly programBytes: number }> {
  const child = fork(new URL('./child.ts', import.meta.url));
  try {
    await once(child, 'message');
    let programBytes = 0;
    const timer = setInterval(() => (programBytes = Math.max(programBytes, largestTesseract(child.pid ?? 0))), 20);
    const start = performance.now();
    child.send(job);
    const [result] = (await once(child, 'message')) as [ChildResult];
    clearInterval(timer);
    return { seconds: (performance.now() - start) / 1000, result, programBytes };
  } finally {
    child.kill('SIGKILL');
  }
}

/** @param options besides `-j2 --output-type pdf -l eng`. */
export function ocrmypdf(options: readonly string[]): Contestant {
  return async (path, dir) => {
    const result = join(dir, 'ocrmypdf.pdf');
    const args = ['-j', String(WORKERS), '--output-type', 'pdf', '-l', 'eng', '--quiet', ...options, path, result];
    const measured = await runMeasured('ocrmypdf', args, {});
    return { ...measured, texts: readTexts(result) };
  };
}

/** As poppler reads it, by page, in the order of the content. */
function readTexts(path: string): string[] {
  return execFileSync('pdftotext', ['-raw', path, '-'], { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 }).split('\f');
}

/** The program alone on pages that are already pictures, one process per core: the floor. */
export const plainTesseract: Contestant = async (path, dir) => {
  const document = await openPdf(readFileSync(path), { needs: 'read', pagesMax: 1000 });
  const stems = document.pages.map((_, index) => join(dir, `plain-${String(index).padStart(3, '0')}`));
  if (!existsSync(`${stems[0]}.pnm`)) {
    await using rasters = new PageRasters(document);
    for (const [index, stem] of stems.entries()) {
      const raster = await rasters.rasterOf(index);
      writeFileSync(`${stem}.pnm`, encodePnm(raster));
      writeFileSync(`${stem}.dpi`, String(Math.round(raster.dpi)));
    }
  }
  const sizes = stems.toSorted((one, two) => statSync(`${two}.pnm`).size - statSync(`${one}.pnm`).size);
  const script = 'tesseract "$0.pnm" "$0" -l eng --dpi "$(cat "$0.dpi")" 2> /dev/null';
  const args = ['-P', String(WORKERS), '-n', '1', 'sh', '-c', script];
  const measured = await runMeasured('xargs', args, { OMP_THREAD_LIMIT: '1' }, `${sizes.join('\n')}\n`);
  return { ...measured, texts: stems.map((stem) => readFileSync(`${stem}.txt`, 'utf8')) };
};

/** GNU time counts the program and everything that it waited for. */
async function runMeasured(program: string, args: readonly string[], env: Record<string, string>, stdin = '') {
  const start = performance.now();
  const child = spawn('/usr/bin/time', ['-f', '%U %S %M', program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.end(stdin);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output.slice(-500)}`);
  const [user = 0, system = 0, kibibytes = 0] = (output.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { seconds: (performance.now() - start) / 1000, cpuSeconds: user + system, memoryBytes: kibibytes * 1024 };
}

/** The highest resident memory so far of a tesseract that this process has started. */
function largestTesseract(parentPid: number): number {
  const pids = readQuietly(`/proc/${parentPid}/task/${parentPid}/children`).trim().split(' ');
  const peaks = pids.map((pid) => {
    const status = readQuietly(`/proc/${pid}/status`);
    return status.startsWith('Name:\ttesseract') ? Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024 : 0;
  });
  return Math.max(0, ...peaks);
}

/** Empty when the process has ended. */
function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
