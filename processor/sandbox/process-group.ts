// The processes that belong to a job: its child, everything in the child's process group or session, and everything they started.
// Read from /proc (proc(5)); where there is none, as on macOS, only the group itself is known and memory is not measured.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const GONE_POLL_MS = 5;
/** A process that the kernel cannot end by then is waiting for a device. */
const GONE_MS_MAX = 5000;

export interface ProcessRow {
  readonly pid: number;
  readonly parentPid: number;
  readonly group: number;
  readonly session: number;
}

/** Every process alive now, zombies left out. */
export function readProcessTable(): ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const name of listProcesses()) {
    const stat = readProcFile(`/proc/${name}/stat`);
    // The second field is the program's name in parentheses and may hold anything; the rest is numbers.
    const [state, parentPid, group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 4);
    if (state === undefined || state === '' || state === 'Z' || state === 'X') continue;
    rows.push({ pid: Number(name), parentPid: Number(parentPid), group: Number(group), session: Number(session) });
  }
  return rows;
}

/** @param leaderPid a child that was started detached, so that its pid names its group and its session. */
export function membersOf(table: readonly ProcessRow[], leaderPid: number): number[] {
  const members = new Set<number>();
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const row of table) {
      if (row.pid === leaderPid || row.group === leaderPid || row.session === leaderPid || members.has(row.parentPid)) members.add(row.pid);
    }
  }
  return [...members];
}

/** The process and all its descendants. */
export function startedBy(table: readonly ProcessRow[], pid: number): number[] {
  const found = new Set([pid]);
  for (let before = 0; before !== found.size;) {
    before = found.size;
    for (const row of table) if (found.has(row.parentPid)) found.add(row.pid);
  }
  return [...found];
}

/** The pid that a process has in the namespace of a child that is isolated (proc(5), NSpid); its own where the child is not. */
export function insidePid(pid: number): number {
  const [outside, inside] = (/^NSpid:\s+(.+)$/m.exec(readProcFile(`/proc/${pid}/status`))?.[1] ?? '').split(/\s+/);
  return Number(inside ?? outside);
}

/**
 * Resident memory of the processes together, without pages of files: those can be dropped, and the processes of a browser share hundreds of
 * megabytes of them. What else they share is counted for each.
 */
export function residentBytes(pids: readonly number[]): number {
  let bytes = 0;
  for (const pid of pids) {
    const status = readProcFile(`/proc/${pid}/status`);
    for (const [, kibibytes] of status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)) bytes += Number(kibibytes) * 1024;
  }
  return bytes;
}

/** SIGKILL to the whole group, but first to members that left it: the caller may be in the group itself. */
export function killGroup(leaderPid: number): void {
  const table = readProcessTable();
  const members = new Set(membersOf(table, leaderPid));
  for (const { pid, group } of table) {
    if (members.has(pid) && group !== leaderPid) kill(pid);
  }
  kill(-leaderPid);
}

/** SIGKILL to a process and all its descendants, whatever their group; fulfils when the kernel has ended them. */
export async function killTree(pid: number): Promise<void> {
  const killed = new Set(startedBy(readProcessTable(), pid));
  for (const member of killed) kill(member);
  const deadline = performance.now() + GONE_MS_MAX;
  // A process of hundreds of megabytes takes a while to end, and would be taken for one that its job left behind.
  while (performance.now() < deadline && readProcessTable().some((row) => killed.has(row.pid))) await delay(GONE_POLL_MS);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Empty when the process ended in the meantime. */
function readProcFile(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
