// One contestant of beside.ts, in a process of its own: `run-contestant.ts NAME FILE…` prints what the files took, without the start of the process.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endPdfium, warmUpPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import type { Spent } from './beside.ts';
import { makeMarkdown } from './make-markdown.ts';

const [name = '', ...files] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'bench-beside-'));
try {
  const run = await contestant();
  const [start, before] = [performance.now(), process.cpuUsage()];
  let peakKb = 0;
  let programSeconds = 0;
  for (const file of files) {
    const used = await run(file);
    peakKb = Math.max(peakKb, used?.peakKb ?? ownPeakKb());
    programSeconds += used?.cpuSeconds ?? 0;
  }
  const { user, system } = process.cpuUsage(before);
  const isProgram = programSeconds > 0;
  const spent: Spent = {
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: isProgram ? programSeconds : (user + system) / 1e6,
    peakMb: peakKb / 1024,
  };
  process.stdout.write(`${JSON.stringify(spent)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (name === 'ours') await endPdfium();
process.exit(0);

/** The kernel's other figure, that of getrusage, begins with that of the process which started this one. */
function ownPeakKb(): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0);
}

interface Used {
  readonly cpuSeconds: number;
  readonly peakKb: number;
}

async function contestant(): Promise<(file: string) => Promise<Used | undefined>> {
  if (name === 'pdftotext') return async (file) => timed('pdftotext', [file, join(folder, 'out.txt')]);
  if (name === 'liteparse') {
    interface LiteParse {
      readonly LiteParse: new (options: object) => { parse: (file: string) => Promise<unknown> };
    }
    const { LiteParse } = (await import(pathToFileURL(process.env['LITEPARSE'] ?? '').href)) as LiteParse;
    const parser = new LiteParse({ outputFormat: 'markdown', imageMode: 'off', ocrEnabled: false, quiet: true });
    return async (file) => void (await parser.parse(file));
  }
  await warmUpPdfium();
  return async (file) => {
    const workDir = mkdtempSync(join(folder, 'job-'));
    await makeMarkdown(readFileSync(file), join(folder, 'out.md'), { workDir, recognises: false });
    return undefined;
  };
}

/** CPU and memory of a program, as GNU time writes them. */
function timed(command: string, parameters: readonly string[]): Used {
  const { stderr } = spawnSync('/usr/bin/time', ['-f', '%U %S %M', command, ...parameters], { encoding: 'utf8' });
  const [user = 0, system = 0, peakKb = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { cpuSeconds: user + system, peakKb };
}
