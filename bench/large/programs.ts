// The programs that people use for the same: what they take for the whole document. One that is not installed is left out.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Cost, endedChildrenSeconds } from '../measure.ts';

const LOOK_MS = 2;

interface Program {
  readonly command: string;
  readonly args: (source: string, folder: string) => readonly string[];
}

const PROGRAMS = {
  pdftotext: { command: 'pdftotext', args: (source, folder) => [source, join(folder, 'a.txt')] },
  mutool_text: { command: 'mutool', args: (source, folder) => ['draw', '-q', '-F', 'txt', '-o', join(folder, 'a.txt'), source] },
  qpdf_rewrite: { command: 'qpdf', args: (source, folder) => ['--stream-data=preserve', source, join(folder, 'a.pdf')] },
  gs_rewrite: {
    command: 'gs',
    args: (source, folder) => [
      '-q',
      '-dBATCH',
      '-dNOPAUSE',
      '-dSAFER',
      '-sDEVICE=pdfwrite',
      `-sOutputFile=${join(folder, 'a.pdf')}`,
      source,
    ],
  },
  pdftoppm_10_pages: { command: 'pdftoppm', args: (source, folder) => ['-jpeg', '-r', '150', '-l', '10', source, join(folder, 'a')] },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof PROGRAMS;
const NAMES = Object.keys(PROGRAMS) as ProgramName[];

export function installedPrograms(): ProgramName[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return NAMES.filter((name) => folders.some((folder) => existsSync(join(folder, PROGRAMS[name].command))));
}

/**
 * Memory is the kernel's own peak (VmHWM), which counts pages of files too.
 * @returns undefined when the program failed or took too long.
 */
export async function runInstalled(name: ProgramName, source: string, timeMs: number): Promise<Cost | undefined> {
  const { command, args }: Program = PROGRAMS[name];
  const folder = mkdtempSync(join(tmpdir(), 'bench-large-'));
  const cpuBefore = endedChildrenSeconds();
  const start = performance.now();
  let peakBytes = 0;
  const child = spawn(command, args(source, folder), { cwd: folder, stdio: 'ignore', timeout: timeMs });
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, peakOf(child.pid))), LOOK_MS);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(timer);
  const seconds = (performance.now() - start) / 1000;
  rmSync(folder, { recursive: true });
  return code === 0 ? { seconds, cpuSeconds: endedChildrenSeconds() - cpuBefore, peakBytes } : undefined;
}

function peakOf(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
