// LibreOffice as a warm listener: one instance per child process, which sees its own profile and the directory of the job and nothing else of
// the machine (sandbox/isolation.ts), and which never reads the documents of two accounts; without network and macros, asked over the local
// socket by which a second `soffice` hands its command line to the first (measured November 2026: 20 ms for a small document, against 0.5–4 s
// for a new process). It is replaced after a number of jobs, when it hangs, when it ends, and when a document left anything in its profile.
// Only the file that it writes is trusted.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, realpath, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isConverterIsolated, isolateConverter } from '../sandbox/converter-isolation.ts';
import type { View } from '../sandbox/isolation.ts';
import { NOWHERE } from '../sandbox/nowhere.ts';
import { residentDir, type ResidentProgram, socketDir, startResident } from '../sandbox/resident-program.ts';
import { runProgram } from '../sandbox/run-program.ts';
import { socketDirOf } from '../sandbox/socket-dir.ts';
import { hasNothingNew, makeProfile, type OfficeProfile, type ProfileState, readOnlySettings, readProfile } from './libreoffice-profile.ts';

export interface LibreOfficeFound {
  /** Absolute path of soffice.bin: the script around it starts a second, needless process. */
  readonly program: string;
}

/** Names of import filters. The type of a file is given, never guessed from its content. */
export type ImportFilter =
  | 'MS Word 2007 XML'
  | 'writer8'
  | 'Rich Text Format'
  | 'HTML (StarWriter)'
  | 'Calc MS Excel 2007 XML'
  | 'calc8'
  | 'Impress MS PowerPoint 2007 XML'
  | 'impress8';

/** What a document of each is opened by; each is a package of its own. */
export type OfficeModule = 'writer' | 'calc' | 'impress';

/** What a text document is written as, by the extension of the result. */
type OfficeFormat = 'pdf' | 'docx' | 'html' | 'txt';

const MODULE_FILES: Readonly<Record<OfficeModule, string>> = { writer: 'libswlo.so', calc: 'libsclo.so', impress: 'libsdlo.so' };

export interface OfficeRequest {
  /** The account of the document. */
  readonly account: string;
  /** Absolute; the job's own directory, which holds source and result. */
  readonly workDir: string;
  /** Absolute. */
  readonly source: string;
  readonly importFilter: ImportFilter;
  /** Absolute; the result gets the source's name with the extension of its format. */
  readonly resultDir: string;
  /** Without: pdf. */
  readonly format?: OfficeFormat;
  /** Both are there unless they are false. */
  readonly tagged?: boolean;
  readonly outline?: boolean;
  /** As `1-3,5,8-`. */
  readonly pageRanges?: string;
  /** The source was written by this job: what it leaves in the profile are its fonts, and the job's next document may find them. */
  readonly isOwn?: boolean;
  readonly timeMsMax: number;
}

/** `no_output`: it reports success but wrote nothing. `ended`: it crashed on the document, twice where it was warm. */
export type OfficeOutcome =
  | { readonly kind: 'written'; readonly path: string; readonly cold: boolean }
  | { readonly kind: 'no_output' | 'timed_out' | 'ended' | 'missing' };

const JOBS_PER_INSTANCE_MAX = 40;
const START_MS_MAX = 60_000;
const POLL_MS = 10;
/** A profile without the program's build in it makes it restart itself (EXITHELPER_NORMAL_RESTART). */
const EXIT_RESTART = 81;
const RESTARTS_MAX = 3;

/** Pictures of an HTML file are in it; texts are UTF-8 with line feeds. */
const TEXT_TARGETS: Readonly<Record<Exclude<OfficeFormat, 'pdf'>, string>> = {
  docx: 'docx:MS Word 2007 XML',
  html: 'html:HTML (StarWriter):EmbedImages',
  txt: 'txt:Text (encoded):UTF8,LF',
};

function pdfFilter(importFilter: ImportFilter): string {
  if (/^calc/i.test(importFilter)) return 'calc_pdf_Export';
  return /^impress/i.test(importFilter) ? 'impress_pdf_Export' : 'writer_pdf_Export';
}

function exportOptions({ tagged = true, outline = true, pageRanges }: Asked): object {
  return {
    UseTaggedPDF: { type: 'boolean', value: String(tagged) },
    ExportBookmarks: { type: 'boolean', value: String(outline) },
    ReduceImageResolution: { type: 'boolean', value: 'false' },
    Quality: { type: 'long', value: '92' },
    ...(pageRanges !== undefined && { PageRange: { type: 'string', value: pageRanges } }),
  };
}

interface Instance {
  readonly program: ResidentProgram;
  /** Possible places of its socket. */
  readonly pipes: readonly string[];
  readonly profile: OfficeProfile;
  /** State of the profile before any customer's document. */
  state: ProfileState;
  /** The only account whose documents it reads; undefined until it has read one. */
  account: string | undefined;
  /** The parent of the job directories that it can read. */
  readonly jobsDir: string;
  jobs: number;
  /** The directory of the only job that it still serves: a document of its own left something in the profile. */
  keptFor?: string;
}

let instance: Instance | undefined;
let warming: Promise<unknown> | undefined;

/** The program on `searchPath`, or undefined. */
export async function findLibreOffice(searchPath = process.env['PATH'] ?? ''): Promise<LibreOfficeFound | undefined> {
  for (const folder of searchPath.split(delimiter)) {
    const script = await realpath(join(folder, 'soffice')).catch(() => undefined);
    const program = script && join(dirname(script), 'soffice.bin');
    // The filters of Writer are a separate package.
    const writer = script && join(dirname(script), MODULE_FILES.writer);
    if (!program || !writer || !(await isThere(program, constants.X_OK)) || !(await isThere(writer, constants.R_OK))) continue;
    return { program };
  }
  return undefined;
}

/** The parts of LibreOffice that are installed. */
export async function findOfficeModules(searchPath?: string): Promise<readonly OfficeModule[]> {
  const found = await findLibreOffice(searchPath);
  if (!found) return [];
  const modules = Object.entries(MODULE_FILES) as [OfficeModule, string][];
  const there = await Promise.all(modules.map(([, file]) => isThere(join(dirname(found.program), file), constants.R_OK)));
  return modules.flatMap(([name], index) => (there[index] === true ? [name] : []));
}

/** The version of the LibreOffice that convertToPdf uses, or undefined when there is none. */
export async function probeLibreOffice(searchPath?: string): Promise<string | undefined> {
  const found = await findLibreOffice(searchPath);
  if (!found) return undefined;
  versions.set(found.program, versions.get(found.program) ?? (await readVersion(found.program)));
  return versions.get(found.program);
}

const versions = new Map<string, string>();

async function readVersion(program: string): Promise<string> {
  const run = await runProgram(program, ['--version'], { timeMsMax: START_MS_MAX, workDir: residentDir() });
  return /LibreOffice (\S+)/.exec(run.stdout.toString('latin1'))?.[1] ?? 'unknown';
}

async function isThere(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

/** One conversion; a cold start takes about a second more. @throws never for what the program does. */
export async function convertToPdf(request: OfficeRequest): Promise<OfficeOutcome> {
  const found = await findLibreOffice();
  if (!found) return { kind: 'missing' };
  await warming;
  const deadline = performance.now() + request.timeMsMax;
  // Some traces of a document are written only after its job.
  if (instance && !(await serves(instance, request))) await endInstance();
  for (;;) {
    const cold = instance === undefined || instance.program.hasEnded();
    const office = cold ? await startInstance(found, request) : instance;
    if (!office) return { kind: 'ended' };
    const answer = await ask(office, request, deadline - performance.now());
    office.jobs++;
    const path = join(request.resultDir, `${stemOf(request.source)}.${request.format ?? 'pdf'}`);
    const isWritten = answer === 'done' && (await stat(path).catch(() => undefined))?.isFile() === true;
    if (answer !== 'done' || office.jobs >= JOBS_PER_INSTANCE_MAX || !(await staysClean(office, request))) await endInstance();
    if (answer === 'done') return isWritten ? { kind: 'written', path, cold } : { kind: 'no_output' };
    if (answer === 'timed_out') return { kind: 'timed_out' };
    // Earlier documents may be the cause: a fresh instance gets one try.
    if (cold) return { kind: 'ended' };
  }
}

/** Starts the instance that the next request of this job will ask, so that it need not wait. @throws never */
export function warmLibreOffice({ account = '', workDir }: { readonly account?: string; readonly workDir: string }): void {
  warming ??= warm({ account, workDir }).finally(() => (warming = undefined));
}

async function warm(request: Pick<OfficeRequest, 'account' | 'workDir'>): Promise<void> {
  const isServed = instance && !instance.program.hasEnded() && (await serves(instance, request).catch(() => false));
  if (isServed !== true) await startAhead(request);
}

/**
 * Between jobs: one that can serve no other job, because a document left something in its profile, is replaced by one that has read no document and
 * serves the account that comes first. @throws never
 */
export async function renewLibreOffice(): Promise<void> {
  const workDir = instance?.keptFor;
  if (workDir === undefined) return;
  warming ??= startAhead({ account: undefined, workDir }).finally(() => (warming = undefined));
  await warming;
}

async function startAhead(request: Pick<Instance, 'account'> & Pick<OfficeRequest, 'workDir'>): Promise<void> {
  try {
    const found = await findLibreOffice();
    if (found) await startInstance(found, { ...request, timeMsMax: START_MS_MAX });
  } catch {
    // The request itself tells what is wrong.
  }
}

async function serves(
  office: Instance,
  { account, workDir, isOwn }: Pick<OfficeRequest, 'account' | 'workDir' | 'isOwn'>,
): Promise<boolean> {
  if ((office.account ?? account) !== account || office.jobsDir !== dirname(workDir)) return false;
  // What was written since it started is no trace of a document: it has read none.
  if (office.jobs === 0) office.state = await readProfile(office.profile);
  const isServed = office.keptFor === undefined ? await isUntouched(office) : isOwn === true && office.keptFor === workDir;
  if (isServed) office.account = account;
  return isServed;
}

async function staysClean(office: Instance, { workDir, isOwn }: OfficeRequest): Promise<boolean> {
  if (office.keptFor === undefined && (await isUntouched(office))) return true;
  if (isOwn) office.keptFor = workDir;
  return isOwn === true;
}

async function isUntouched({ profile, state }: Instance): Promise<boolean> {
  return hasNothingNew(state, await readProfile(profile));
}

/** Ends the instance of this process, if there is one or one is starting, and everything that it started. */
export async function endLibreOffice(): Promise<void> {
  await warming;
  await endInstance();
}

async function endInstance(): Promise<void> {
  const ending = instance;
  instance = undefined;
  if (!ending) return;
  await ending.program.kill();
  await removeAll(ending.pipes);
  await rm(ending.profile.dir, { recursive: true, force: true });
}

/** The pid of this process's instance. */
export function libreOfficePid(): number | undefined {
  return instance?.program.pid;
}

/** @param ownDir the directory of a process's resident programs, which is gone or about to go, whether there was an instance or not. */
export async function removeOfficePipe(ownDir: string): Promise<void> {
  await removeAll(pipesOf('/tmp', join(ownDir, PROFILE_FOLDER)));
  await rm(socketDirOf(ownDir), { recursive: true, force: true });
}

async function removeAll(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}

const PROFILE_FOLDER = 'libreoffice';

/**
 * LibreOffice makes its socket under a name made of its profile's address and, where it finds its user's name, of the user's number;
 * it leaves it there when it is killed.
 */
function pipesOf(folder: string, profileDir: string): readonly string[] {
  // MD5 over the UTF-16 of the address, each byte in hexadecimal without a leading zero.
  const digest = createHash('md5')
    .update(Buffer.from(pathToFileURL(profileDir).href, 'utf16le'))
    .digest();
  const name = [...digest].map((byte) => byte.toString(16)).join('');
  return ['', `${process.getuid?.() ?? 0}_`].map((user) => join(folder, `OSL_PIPE_${user}SingleOfficeIPC_${name}`));
}

async function startInstance(
  found: LibreOfficeFound,
  { account, workDir, timeMsMax }: Pick<Instance, 'account'> & Pick<OfficeRequest, 'workDir' | 'timeMsMax'>,
): Promise<Instance | undefined> {
  await endInstance();
  const deadline = performance.now() + Math.min(START_MS_MAX, timeMsMax);
  const jobsDir = dirname(workDir);
  const profile = await makeProfile(join(residentDir(), PROFILE_FOLDER), found.program);
  const view = { readable: [dirname(dirname(found.program))], writable: [residentDir(), jobsDir], sockets: socketDir() };
  const pipes = pipesOf((await isConverterIsolated()) ? socketDir() : '/tmp', profile.dir);
  await removeAll(pipes);
  for (let start = 0; start <= RESTARTS_MAX; start++) {
    const program = await launch(found, profile, view);
    const starting: Instance = { program, pipes, profile, state: new Map(), account, jobsDir, jobs: 0 };
    instance = starting;
    // Converting the document that stays open loads what conversions need.
    const request = { source: profile.blank, importFilter: 'writer8', resultDir: profile.tmp } as const;
    const warm = await ask(starting, { ...request, flat: true }, deadline - performance.now());
    if (warm === 'done') return (instance = { ...starting, state: await readProfile(profile) });
    if (warm === 'timed_out' || (await program.ended).exitCode !== EXIT_RESTART) break;
  }
  await endInstance();
  return undefined;
}

async function launch(found: LibreOfficeFound, { dir, blank, tmp }: OfficeProfile, view: View): Promise<ResidentProgram> {
  const options = ['--headless', '--invisible', '--nologo', '--norestore', '--nodefault', '--nolockcheck', '--nofirststartwizard'];
  const profile = [`-env:UserInstallation=${pathToFileURL(dir).href}`, ...(await readOnlySettings(found.program))];
  // The place of its socket if it may not write to /tmp.
  const sockets = `-env:OSL_SOCKET_PATH=${socketDir()}`;
  const command = await isolateConverter(view, [found.program, ...options, ...profile, sockets, blank]);
  const path = process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin';
  return startResident(command, {
    PATH: path,
    HOME: dir,
    TMPDIR: tmp,
    LANG: 'C.UTF-8',
    SAL_USE_VCLPLUGIN: 'svp',
    ...NOWHERE,
  });
}

type Answer = 'done' | 'timed_out' | 'closed';
type Asked = Omit<OfficeRequest, 'account' | 'workDir' | 'isOwn' | 'timeMsMax'> & { readonly flat?: boolean };

/** Sends a command line over the instance's socket and waits until it was processed. */
async function ask(office: Instance, request: Asked, timeMsMax: number): Promise<Answer> {
  const deadline = performance.now() + Math.max(0, timeMsMax);
  const message = Buffer.from(`InternalIPC::Arguments${['1file:///', ...commandLine(request)].map(escapeArgument).join(',')}\0`);
  for (;;) {
    if (office.program.hasEnded()) return 'closed';
    const left = deadline - performance.now();
    if (left <= 0) return 'timed_out';
    const pipe = office.pipes.find((path) => existsSync(path));
    const answer = pipe === undefined ? 'not_listening' : await exchange(office, pipe, message, left);
    if (answer !== 'not_listening') return answer;
    await delay(POLL_MS);
  }
}

function commandLine(asked: Asked): string[] {
  const { source, importFilter, resultDir, flat, format = 'pdf' } = asked;
  const infilter = flat ? [] : [`--infilter=${importFilter}`];
  const target = format === 'pdf' ? `pdf:${pdfFilter(importFilter)}:${JSON.stringify(exportOptions(asked))}` : TEXT_TARGETS[format];
  return [...infilter, '--convert-to', target, '--outdir', resultDir, source];
}

function escapeArgument(argument: string): string {
  return argument.replaceAll('\\', '\\\\').replaceAll(',', '\\,').replaceAll('\0', '\\0');
}

const READY = 'InternalIPC::SendArguments\0';
const DONE = 'InternalIPC::ProcessingDone';

function exchange(office: Instance, pipe: string, message: Uint8Array, timeMsMax: number): Promise<Answer | 'not_listening'> {
  return new Promise((resolve) => {
    let heard = '';
    let sent = false;
    const socket = connect(pipe);
    const finish = (answer: Answer | 'not_listening'): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => finish('timed_out'), timeMsMax);
    void office.program.ended.then(() => finish('closed'));
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
      if (!sent && heard.startsWith(READY)) {
        sent = true;
        socket.write(message);
      }
      if (heard.includes(DONE)) finish('done');
    });
    socket.on('error', () => finish(sent ? 'closed' : 'not_listening'));
    socket.on('close', () => finish(sent ? 'closed' : 'not_listening'));
  });
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}
