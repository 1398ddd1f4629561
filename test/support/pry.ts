// What a hostile program tries from where it is: to open files by name, everything of every process, and a connection. Also a program.

import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';

export interface PryRequest {
  readonly paths: readonly string[];
  /** The mark backwards: what carries the request must not be taken for a find. */
  readonly kram: string;
  /** Of processes that are there, as the test sees them. */
  readonly pids: readonly number[];
  /** Of a listener on the loopback interface. */
  readonly port: number;
}

/** Those that a document could name blindly, beside what is known to be there. */
const PIDS_BLIND = 300;

/** @returns what gave the mark away: paths, and `connected` for the connection. */
export async function pry({ paths, kram, pids, port }: PryRequest): Promise<string[]> {
  const mark = kram.split('').toReversed().join('');
  const found = [...paths, ...filesOfProcesses(paths, pids)].filter((path) => holds(path, mark));
  return (await canConnect(port)) ? [...found, 'connected'] : found;
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
