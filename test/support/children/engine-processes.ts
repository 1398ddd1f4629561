// Finds programs that this process has started, while they run.

import { readFileSync } from 'node:fs';
import { readProcessTable } from '../../../processor/sandbox/process-group.ts';

/** The pid of a program that is a child of this process, as soon as it has used so much CPU. */
export async function readProgramPid(name: string, cpuMsMin = 0): Promise<number> {
  for (;;) {
    for (const { pid, parentPid } of readProcessTable()) {
      if (parentPid === process.pid && nameOf(pid) === name && cpuMsOf(pid) >= cpuMsMin) return pid;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export function nameOf(pid: number): string {
  return readProc(pid, 'comm').trim();
}

/** In user mode, at a hundred ticks a second (proc(5), stat). */
function cpuMsOf(pid: number): number {
  return Number(readProc(pid, 'stat').split(') ')[1]?.split(' ')[11] ?? 0) * 10;
}

/** Empty when the process has ended. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
