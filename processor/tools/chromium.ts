// Chromium prints one HTML document to a tagged PDF: a new browser with its own profile inside the job's directory, without network, without
// JavaScript, driven over its debugging pipe (Chrome DevTools Protocol). The document is passed as text to a blank page, so that it has no
// origin that may read files; every request that it makes is refused and counted.

import { type ChildProcess, spawn } from 'node:child_process';
import { access, constants, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { isolateConverter } from '../sandbox/converter-isolation.ts';
import { NOWHERE } from '../sandbox/nowhere.ts';
import { killTree } from '../sandbox/process-group.ts';
import { socketDir } from '../sandbox/resident-program.ts';
import { runProgram } from '../sandbox/run-program.ts';

export interface PrintRequest {
  readonly html: string;
  /** Points; the document's own @page takes precedence. */
  readonly page: { readonly width: number; readonly height: number; readonly margin: number };
  /** Absolute. */
  readonly workDir: string;
  readonly timeMsMax: number;
  readonly outputBytesMax: number;
}

export type PrintOutcome =
  /** `ownPageSize`: the document's own page size was used. `blocked`: requests by scheme. */
  | { readonly kind: 'written'; readonly bytes: Uint8Array; readonly blocked: ReadonlyMap<string, number>; readonly ownPageSize: boolean }
  | { readonly kind: 'timed_out' | 'ended' | 'too_large' | 'missing' };

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** The program that Debian's start script runs. */
const DEBIAN_PROGRAM = '/usr/lib/chromium/chromium';
const PROBE_MS_MAX = 10_000;
/** Time for its pictures after the document is parsed; they are all inside it. */
const LOAD_MS_MAX = 10_000;
const READ_BYTES = 1024 * 1024;

const OPTIONS = [
  '--headless',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-features=site-per-process,Translate,MediaRouter,OptimizationHints',
  '--renderer-process-limit=1',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--js-flags=--jitless',
];

/** Absolute path of the program, or undefined. */
export async function findChromium(searchPath = process.env['PATH'] ?? ''): Promise<string | undefined> {
  for (const name of NAMES) {
    for (const folder of searchPath.split(delimiter)) {
      const path = join(folder, name);
      if (!(await isExecutable(path))) continue;
      return folder === '/usr/bin' && name === 'chromium' && (await isExecutable(DEBIAN_PROGRAM)) ? DEBIAN_PROGRAM : realpath(path);
    }
  }
  return undefined;
}

/** The version of the Chromium that printHtml uses, or undefined when there is none. */
export async function probeChromium(searchPath?: string): Promise<string | undefined> {
  const program = await findChromium(searchPath);
  if (program === undefined) return undefined;
  const known = versions.get(program);
  if (known !== undefined) return known;
  const run = await runProgram(program, ['--version'], { timeMsMax: PROBE_MS_MAX });
  const version = /\b(\d+(?:\.\d+)+)/.exec(run.stdout.toString('latin1'))?.[1] ?? 'unknown';
  versions.set(program, version);
  return version;
}

const versions = new Map<string, string>();

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** @throws the error of a program that cannot be started; never for what it does. */
export async function printHtml(request: PrintRequest): Promise<PrintOutcome> {
  const program = await findChromium();
  if (program === undefined) return { kind: 'missing' };
  const outcome = await printWith(program, request, sandboxOptions());
  // Where neither user namespaces nor the setuid helper are available, the browser's own sandbox cannot start; then the job's process and its
  // missing network are the bounds.
  if (outcome.kind === 'ended' && !withoutSandbox) {
    withoutSandbox = true;
    return printWith(program, request, sandboxOptions());
  }
  return outcome;
}

let withoutSandbox = process.getuid?.() === 0;

function sandboxOptions(): string[] {
  return withoutSandbox ? ['--no-sandbox', '--no-zygote'] : [];
}

async function printWith(program: string, request: PrintRequest, options: readonly string[]): Promise<PrintOutcome> {
  const dir = join(request.workDir, 'chromium');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  // Its sockets are in the directory for temporary files; below the job's directory their paths would be too long.
  const tmp = await mkdtemp(join(socketDir(), 'c'));
  const view = { readable: [dirname(program)], writable: [dir], sockets: tmp };
  const command = await isolateConverter(view, [program, ...OPTIONS, ...options, `--user-data-dir=${dir}`, 'about:blank']);
  const [name = '', ...args] = command;
  const child = spawn(name, args, {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: dir, TMPDIR: tmp, LANG: 'C.UTF-8', XDG_CONFIG_HOME: dir, ...NOWHERE },
  });
  const gone = Promise.withResolvers<void>();
  child.once('exit', () => gone.resolve()).once('error', () => gone.resolve());
  const timeUp = Promise.withResolvers<PrintOutcome>();
  const timer = setTimeout(() => timeUp.resolve({ kind: 'timed_out' }), request.timeMsMax);
  try {
    const ended = gone.promise.then((): PrintOutcome => ({ kind: 'ended' }));
    return await Promise.race([print(new Browser(child), request), timeUp.promise, ended]);
  } catch (error) {
    if (error instanceof ProtocolError) return { kind: 'ended' };
    throw error;
  } finally {
    clearTimeout(timer);
    if (child.pid !== undefined) await killTree(child.pid);
    await gone.promise;
    await rm(tmp, { recursive: true, force: true });
  }
}

async function print(browser: Browser, request: PrintRequest): Promise<PrintOutcome> {
  const targets = await browser.call<{ targetInfos: { type: string; targetId: string }[] }>('Target.getTargets');
  const targetId = targets.targetInfos.find(({ type }) => type === 'page')?.targetId;
  const { sessionId } = await browser.call<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const blocked = new Map<string, number>();
  const block = (address: string): void => {
    const kind = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(address)?.[0].toLowerCase() ?? 'other';
    blocked.set(kind, (blocked.get(kind) ?? 0) + 1);
  };
  const loaded = Promise.withResolvers<void>();
  let isOurs = false;
  browser.listen((method, params) => {
    if (method === 'Fetch.requestPaused') {
      const { requestId, request: wanted } = params as { requestId: string; request: { url: string } };
      block(wanted.url);
      void browser.call('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }, sessionId).catch(() => {});
    } else if (method === 'Log.entryAdded') {
      const { entry } = params as { entry: { text: string } };
      if (entry.text.startsWith('Not allowed to load local resource')) block('file:');
    } else if (method === 'Page.loadEventFired' && isOurs) loaded.resolve();
  });
  for (const method of ['Page.enable', 'Log.enable']) await browser.call(method, {}, sessionId);
  await browser.call('Emulation.setScriptExecutionDisabled', { value: true }, sessionId);
  await browser.call('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId);
  const tree = await browser.call<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree', {}, sessionId);
  isOurs = true;
  await browser.call('Page.setDocumentContent', { frameId: tree.frameTree.frame.id, html: request.html }, sessionId);
  const timer = setTimeout(() => loaded.resolve(), Math.min(LOAD_MS_MAX, request.timeMsMax));
  await loaded.promise;
  clearTimeout(timer);

  const { width, height, margin } = request.page;
  const inches = (points: number): number => points / 72;
  const options = {
    paperWidth: inches(width),
    paperHeight: inches(height),
    marginTop: inches(margin),
    marginBottom: inches(margin),
    marginLeft: inches(margin),
    marginRight: inches(margin),
    printBackground: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
    transferMode: 'ReturnAsStream',
  };
  const printAs = (preferCSSPageSize: boolean) =>
    browser.call<{ stream: string }>('Page.printToPDF', { ...options, preferCSSPageSize }, sessionId);
  // A size that no page can have makes printing fail; the requested size is used instead.
  let ownPageSize = true;
  const printed = await printAs(true).catch((error: unknown) => {
    if (!(error instanceof ProtocolError)) throw error;
    ownPageSize = false;
    return printAs(false);
  });
  const bytes = await readStream(browser, printed.stream, sessionId, request.outputBytesMax);
  return bytes ? { kind: 'written', bytes, blocked, ownPageSize } : { kind: 'too_large' };
}

async function readStream(browser: Browser, handle: string, sessionId: string, bytesMax: number): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= bytesMax;) {
    const part = await browser.call<{ data: string; base64Encoded?: boolean; eof: boolean }>(
      'IO.read',
      { handle, size: READ_BYTES },
      sessionId,
    );
    const chunk = Buffer.from(part.data, part.base64Encoded ? 'base64' : 'latin1');
    chunks.push(chunk);
    size += chunk.length;
    if (part.eof) return size <= bytesMax ? Buffer.concat(chunks) : undefined;
  }
  return undefined;
}

class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The debugging pipe: JSON messages, each followed by a NUL, on the descriptors 3 (to the browser) and 4 (from it). */
class Browser {
  readonly #to: Writable;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #listener: (method: string, params: unknown) => void = () => {};
  #lastId = 0;
  #heard = '';

  constructor(child: ChildProcess) {
    this.#to = child.stdio[3] as Writable;
    const from = child.stdio[4] as Readable;
    // A browser that ends breaks the pipe; its exit shows the cause.
    this.#to.on('error', () => {});
    from.on('error', () => {});
    from.setEncoding('utf8').on('data', (text: string) => this.#read(text));
  }

  listen(listener: (method: string, params: unknown) => void): void {
    this.#listener = listener;
  }

  /** @throws ProtocolError when the browser refuses. Does not settle when the browser ends. */
  async call<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    const id = ++this.#lastId;
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#to.write(`${JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) })}\0`);
    const { result, error } = await answered;
    if (error) throw new ProtocolError(`${method}: ${error.message}`);
    return result as T;
  }

  #read(text: string): void {
    this.#heard += text;
    for (let end = this.#heard.indexOf('\0'); end >= 0; end = this.#heard.indexOf('\0')) {
      const message = JSON.parse(this.#heard.slice(0, end)) as Message;
      this.#heard = this.#heard.slice(end + 1);
      if (message.id === undefined) this.#listener(message.method ?? '', message.params);
      else {
        this.#waiting.get(message.id)?.(message);
        this.#waiting.delete(message.id);
      }
    }
  }
}
