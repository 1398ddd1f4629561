// LibreOffice as a judge and as a renderer of known documents: without network, with a profile of its own. One instance stays warm for the
// process that asks (a start takes two seconds of CPU, a small document a tenth of one), and is ended with it. What hangs, ends or leaves
// anything in the profile is replaced, so that no document is judged by what another one left.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { askOffice, type ListeningOffice, pipesOf } from '../../processor/tools/libreoffice-pipe.ts';
import { BLANK_DOCUMENT } from '../../processor/tools/libreoffice-profile.ts';
import { isPresent } from './present.ts';

export const hasSoffice =
  isPresent('soffice', spawnSync('soffice', ['--version'], { timeout: 30_000 }).status === 0) &&
  isPresent('unshare with user namespaces', spawnSync('unshare', ['-rn', 'setpriv', '--pdeathsig', 'KILL', 'true']).status === 0);

const TAGGED = 'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"true"}}';

export interface Conversion {
  /** With the extension of its type. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** `fods`: a workbook as one XML file (read-workbook.ts). */
  readonly to: 'pdf' | 'tagged-pdf' | 'docx' | 'fods' | 'xlsx' | 'ods' | 'pptx' | 'odp' | 'rtf';
  readonly infilter?: string;
  readonly timeMsMax?: number;
}

interface Instance extends ListeningOffice {
  readonly folder: string;
  readonly process: ChildProcess;
  readonly exitCode: Promise<number | null>;
  /** Of its profile, before any document. */
  readonly names: string;
  runs: number;
}

const START_MS_MAX = 60_000;
/** A fresh profile makes the program restart itself (EXITHELPER_NORMAL_RESTART). */
const EXIT_RESTART = 81;
const RESTARTS_MAX = 3;
/** It grows with each document. */
const RUNS_MAX = 40;

let instance: Instance | undefined;
let turn: Promise<unknown> = Promise.resolve();
process.on('exit', end);
// So ends Vitest its workers.
process.once('SIGTERM', () => process.exit(143));

/** Converts several files in one run; what LibreOffice does not open has no entry. Keys are names without extension. */
export async function convertWithSoffice(conversion: Conversion): Promise<Record<string, Uint8Array>> {
  const result = turn.then(async () => convertNow(conversion));
  turn = result.catch(() => undefined);
  return result;
}

async function convertNow({ files, to, infilter, timeMsMax = 240_000 }: Conversion): Promise<Record<string, Uint8Array>> {
  const folder = mkdtempSync(join(tmpdir(), 'soffice-'));
  try {
    const out = join(folder, 'out');
    const paths = Object.entries(files).map(([name, bytes]) => {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      return path;
    });
    const filter = infilter === undefined ? [] : [`--infilter=${infilter}`];
    await run([...filter, '--convert-to', to === 'tagged-pdf' ? TAGGED : to, '--outdir', out, ...paths], timeMsMax);
    const made = readdirSync(folder).includes('out') ? readdirSync(out) : [];
    return Object.fromEntries(made.map((name) => [name.replace(/\.[^.]*$/, ''), readFileSync(join(out, name))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(commandLine: readonly string[], timeMsMax: number): Promise<void> {
  const deadline = performance.now() + timeMsMax;
  for (;;) {
    const cold = instance === undefined || instance.program.hasEnded();
    const office: Instance = cold || !instance ? await start() : instance;
    const answer = await askOffice(office, commandLine, deadline - performance.now());
    office.runs++;
    if (answer !== 'done' || office.runs >= RUNS_MAX || namesIn(office.folder) !== office.names) end();
    // Earlier documents may be the cause: a fresh instance gets one try.
    if (answer !== 'closed' || cold) return;
  }
}

async function start(): Promise<Instance> {
  end();
  const folder = mkdtempSync(join(tmpdir(), 'soffice-profile-'));
  mkdirSync(join(folder, 'profile'));
  // While it is open, the program does not end after what it is asked.
  const blank = join(folder, 'blank.fodt');
  writeFileSync(blank, BLANK_DOCUMENT);
  const deadline = performance.now() + START_MS_MAX;
  for (let starts = 0; starts <= RESTARTS_MAX; starts++) {
    instance = launch(folder, blank);
    const answer = await askOffice(
      instance,
      ['--convert-to', 'pdf', '--outdir', join(folder, 'warm'), blank],
      deadline - performance.now(),
    );
    if (answer === 'done') return (instance = { ...instance, names: namesIn(folder) });
    if (answer === 'timed_out' || (await instance.exitCode) !== EXIT_RESTART) break;
  }
  end();
  throw new Error('LibreOffice does not start');
}

function launch(folder: string, blank: string): Instance {
  const profile = join(folder, 'profile');
  const options = ['--headless', '--invisible', '--nologo', '--norestore', '--nodefault', '--nolockcheck', '--nofirststartwizard'];
  const place = `-env:UserInstallation=${pathToFileURL(profile).href}`;
  // The kernel ends it with the process that asks, also where that is killed.
  const bound = ['-rn', 'setpriv', '--pdeathsig', 'KILL'];
  const child = spawn('unshare', [...bound, programPath(), ...options, place, blank], { stdio: 'ignore' });
  child.unref();
  const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve).once('error', () => resolve(null)));
  let hasEnded = false;
  const ended = exitCode.then(() => (hasEnded = true));
  const program = { ended, hasEnded: () => hasEnded };
  return { program, pipes: pipesOf('/tmp', profile), folder, process: child, exitCode, names: '', runs: 0 };
}

/** The program itself: the script around it starts a second process. */
function programPath(): string {
  const script = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => {
    try {
      return [realpathSync(join(folder, 'soffice'))];
    } catch {
      return [];
    }
  });
  return join(script[0] ?? '', '..', 'soffice.bin');
}

/** The list of recent documents is no file of its own. */
function namesIn(folder: string): string {
  const names = readdirSync(join(folder, 'profile'), { recursive: true }).map(String);
  return names.toSorted().join('\n');
}

function end(): void {
  const ending = instance;
  instance = undefined;
  if (!ending) return;
  ending.process.kill('SIGKILL');
  for (const pipe of ending.pipes) rmSync(pipe, { force: true });
  // The kernel may still be ending it.
  rmSync(ending.folder, { recursive: true, force: true, maxRetries: 5 });
}
