// Resident memory of what a benchmark has started, by what it is for the service (proc(5)).

import { readdirSync, readFileSync } from 'node:fs';

const KIB_A_MIB = 1024;

interface Process {
  readonly name: string;
  readonly parent: number;
  readonly residentKib: number;
}

/** MiB by role, or by program, of all descendants of this process. */
export function memoryOfDescendants(): Record<string, number> {
  const all = new Map<number, Process>();
  for (const entry of readdirSync('/proc')) {
    const found = /^\d+$/.test(entry) ? read(Number(entry)) : undefined;
    if (found) all.set(Number(entry), found);
  }
  const sums: Record<string, number> = {};
  for (const [pid, { name, residentKib }] of all) {
    if (pid !== process.pid && isBelow(all, pid)) sums[name] = (sums[name] ?? 0) + residentKib;
  }
  return Object.fromEntries(Object.entries(sums).map(([name, kib]) => [name, Math.round(kib / KIB_A_MIB)]));
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
  return command.includes('/node') ? 'processors' : undefined;
}

function isBelow(all: ReadonlyMap<number, Process>, pid: number): boolean {
  for (let at = all.get(pid); at; at = all.get(at.parent)) if (at.parent === process.pid) return true;
  return false;
}
