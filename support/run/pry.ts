// What a hostile program tries from where it is: to open files by name, everything of every process, and a connection. Also a program.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

export interface PryRequest {
  readonly paths: readonly string[];
  /** The mark backwards: what carries the request must not be taken for a find. */
  readonly kram: string;
  /** Of processes that are there, as the test sees them. */
  readonly pids: readonly number[];
  /** Of a listener on the loopback interface. */
  readonly port: number;
}

/** Those that a document could name blindly, beside the known ones. */
const PIDS_BLIND = 300;

/** @returns what gave the mark away: paths, and `connected` for the connection. */
export async function pry({ paths, kram, pids, port }: PryRequest): Promise<string[]> {
  const mark = kram.split('').toReversed().join('');
  const found = [...paths, ...filesOfProcesses(paths, pids)].filter((path) => holds(path, mark));
  if (await canConnect(port)) found.push('connected');
  if (hasCapabilities()) found.push('capabilities');
  if (canWrite('/usr') || canWrite('/')) found.push('written');
  return found;
}

function filesOfProcesses(paths: readonly string[], known: readonly number[]): string[] {
  const listed = namesIn('/proc').filter((name) => /^\d+$/.test(name));
  const pids = new Set([...listed, ...known.map(String), ...Array.from({ length: PIDS_BLIND }, (_, i) => String(i + 1))]);
  const each = ['environ', 'cmdline', 'cwd/source-0.pdf', 'cwd/source-0.png', ...paths.map((path) => `root${path}`)];
  return [...pids].flatMap((pid) => each.map((name) => `/proc/${pid}/${name}`));
}

/** Of a directory: when one of its entries has the mark in its name. */
function holds(path: string, mark: string): boolean {
  try {
    return readFileSync(path).includes(mark);
  } catch {
    return namesIn(path).some((name) => name.includes(mark));
  }
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Of this thread's process (proc(5)); a list that cannot be read belongs to another process. */
function hasCapabilities(): boolean {
  const status = readText(`/proc/${process.pid}/status`);
  return status !== '' && !/^CapEff:\s*0+$/m.test(status);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function canWrite(folder: string): boolean {
  const path = join(folder, `.pry-${process.pid}`);
  // A namespace of one's own would allow what the one around it does not, if the mounts were not locked (mount_namespaces(7)).
  spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', `mount -o remount,bind,rw ${folder}; touch ${path}`]);
  try {
    writeFileSync(path, '');
  } catch {
    return existsSync(path);
  }
  rmSync(path);
  return true;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.unref();
  });
}

if (process.argv[1] === import.meta.filename) {
  const found = await pry(JSON.parse(process.argv[2] ?? '') as PryRequest);
  process.stdout.write(JSON.stringify(found));
  process.exit(0);
}
