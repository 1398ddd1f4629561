// Who takes part in the OCR benchmark: each reads the same PDF and says what it read, what it cost and how much memory it took.

import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PageRasters } from '../../processor/operations/ocr/page-raster.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { encodePnm } from '../../processor/tools/tesseract.ts';
import type { ChildJob, ChildResult } from './child.ts';

export interface Reading {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Of the largest process; our own without what it took before the job. */
  readonly memoryBytes: number;
  readonly texts: readonly string[];
}

export type Contestant = (pdfPath: string, dir: string) => Promise<Reading>;

export const WORKERS = 2;

/** Our processor's child, warm as it is in the service. */
export function ownEngine(engine: 'native' | 'wasm'): Contestant {
  return async (path, dir) => {
    const workDir = join(dir, engine);
    mkdirSync(workDir, { recursive: true });
    const child = fork(new URL('./child.ts', import.meta.url));
    try {
      await once(child, 'message');
      let processBytes = 0;
      const timer = setInterval(() => (processBytes = Math.max(processBytes, largestTesseract(child.pid ?? 0))), 20);
      const start = performance.now();
      child.send({ path, workDir, engine, workers: WORKERS } satisfies ChildJob);
      const [result] = (await once(child, 'message')) as [ChildResult];
      const seconds = (performance.now() - start) / 1000;
      clearInterval(timer);
      const memoryBytes = engine === 'native' ? processBytes : (result.peakRssBytes - result.startRssBytes) / WORKERS;
      return { seconds, cpuSeconds: result.cpuSeconds, memoryBytes, texts: result.texts };
    } finally {
      child.kill('SIGKILL');
    }
  };
}

/** @param options besides `-j2 --output-type pdf -l eng`. */
export function ocrmypdf(options: readonly string[]): Contestant {
  return async (path, dir) => {
    const [sidecar, result] = [join(dir, 'sidecar.txt'), join(dir, 'ocrmypdf.pdf')];
    const args = ['-j', String(WORKERS), '--output-type', 'pdf', '-l', 'eng', '--quiet', '--sidecar', sidecar, ...options, path, result];
    const measured = await runMeasured('ocrmypdf', args, {});
    const texts = readFileSync(sidecar, 'utf8').split('\f');
    rmSync(result);
    return { ...measured, texts };
  };
}

/** The program by itself over pages that are pictures already, one process per core: the floor. */
export const plainTesseract: Contestant = async (path, dir) => {
  const document = await openPdf(readFileSync(path), { needs: 'read', pagesMax: 1000 });
  const stems = document.pages.map((_, index) => join(dir, `plain-${String(index).padStart(3, '0')}`));
  if (!existsSync(`${stems[0]}.pnm`)) {
    await using rasters = new PageRasters(document);
    for (const [index, stem] of stems.entries()) {
      const { pixels, widthPx, heightPx, dpi } = await rasters.rasterOf(index);
      writeFileSync(`${stem}.pnm`, encodePnm(pixels, widthPx, heightPx));
      writeFileSync(`${stem}.dpi`, String(Math.round(dpi)));
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
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${told.slice(-500)}`);
  const [user = 0, system = 0, kibibytes = 0] = (told.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
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
