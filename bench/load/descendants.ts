// Memory and CPU time of what a benchmark has started, by what it is for the service (proc(5)).

import { readdirSync, readFileSync } from 'node:fs';
import { cpuSecondsOf } from '../measure.ts';

const KIB_A_MIB = 1024;

interface Process {
  readonly name: string;
  readonly parent: number;
  readonly residentKib: number;
}

/** MiB by role, or by program, of all descendants of this process. */
export function memoryOfDescendants(): Record<string, number> {
  const sums = sumByName((_, { residentKib }) => residentKib);
  return Object.fromEntries(Object.entries(sums).map(([name, kib]) => [name, Math.round(kib / KIB_A_MIB)]));
}

/** Seconds of CPU time by role, or by program, of all descendants of this process and what these have waited for. */
export function cpuOfDescendants(): Record<string, number> {
  return sumByName((pid) => cpuSecondsOf([pid]));
}

function sumByName(valueOf: (pid: number, process: Process) => number): Record<string, number> {
  const all = new Map<number, Process>();
  for (const entry of readdirSync('/proc')) {
    const found = /^\d+$/.test(entry) ? read(Number(entry)) : undefined;
    if (found) all.set(Number(entry), found);
  }
  const sums: Record<string, number> = {};
  for (const [pid, found] of all) {
    if (pid !== process.pid && isBelow(all, pid)) sums[found.name] = (sums[found.name] ?? 0) + valueOf(pid, found);
  }
  return sums;
}

function read(pid: number): Process | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
    return {
      name: roleOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? field('Name'),
      parent: Number(field('PPid')),
      residentKib: Number(field('VmRSS')),
    };
  } catch {
    return undefined;
  }
}

/** Programs of Node have all the same name. */
function roleOf(command: string): string | undefined {
  if (command.includes('workerd')) return 'Worker';
  if (command.includes('courier')) return 'courier';
  if (command.includes('empty-processor')) return 'empty processor';
  return command.includes('/node') ? 'processors' : undefined;
}

function isBelow(all: ReadonlyMap<number, Process>, pid: number): boolean {
  for (let at = all.get(pid); at; at = all.get(at.parent)) if (at.parent === process.pid) return true;
  return false;
}
