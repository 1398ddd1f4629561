// One document in one page of a browser, printed: as text in a blank page, which has no origin that may read files, or from a folder in memory
// under an address that exists nowhere. JavaScript is off. Every request is answered here: from that folder, or refused and counted.

import { type Browser, ProtocolError } from './chromium-pipe.ts';

/** The files that belong to a document; none other is read. */
export interface DocumentFolder {
  /** The document's own path in the folder. */
  readonly start: string;
  /** @param path without a leading slash, decoded */
  readonly read: (path: string) => { readonly bytes: Uint8Array; readonly type: string } | undefined;
}

export interface PrintSettings {
  /** Points. */
  readonly page: { readonly width: number; readonly height: number };
  /** Points. */
  readonly margins: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  readonly scale: number;
  readonly background: boolean;
  /** The document's own page size comes before `page`. */
  readonly preferCssPageSize: boolean;
  readonly outline: boolean;
  readonly tagged: boolean;
  /** As `1-3,5,8-`; all pages without. */
  readonly pageRanges?: string;
  /** Safe HTML: nothing keeps it from running what it has. */
  readonly header?: string;
  readonly footer?: string;
}

export interface PrintRequest {
  readonly document: string | DocumentFolder;
  readonly settings: PrintSettings;
  /** Absolute. */
  readonly workDir: string;
  readonly timeMsMax: number;
  readonly outputBytesMax: number;
}

export type PrintOutcome =
  | {
      readonly kind: 'written';
      readonly bytes: Uint8Array;
      /** Refused requests, by scheme. */
      readonly blocked: ReadonlyMap<string, number>;
      /** Paths that the document asks for and its folder does not have. */
      readonly absent: ReadonlySet<string>;
      /** False: the document asks for a page size that none can have. */
      readonly ownPageSize: boolean;
    }
  | { readonly kind: 'timed_out' | 'ended' | 'too_large' | 'no_such_pages' };

/** Reserved to lead nowhere (RFC 2606). */
const ORIGIN = 'https://document.invalid/';
/** Time for its pictures after the document is parsed; they are all at hand. */
const LOAD_MS_MAX = 10_000;
const READ_BYTES = 1024 * 1024;
const ABSENT_MAX = 100;

export async function print(browser: Browser, request: PrintRequest): Promise<PrintOutcome> {
  const targets = await browser.call<{ targetInfos: { type: string; targetId: string }[] }>('Target.getTargets');
  const targetId = targets.targetInfos.find(({ type }) => type === 'page')?.targetId;
  const { sessionId } = await browser.call<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const seen = { blocked: new Map<string, number>(), absent: new Set<string>() };
  await load(browser, sessionId, request, seen);
  const options = printOptions(request.settings);
  const printAs = (preferCSSPageSize: boolean) =>
    browser.call<{ stream: string }>('Page.printToPDF', { ...options, preferCSSPageSize }, sessionId);
  // A size that no page can have makes printing fail; the requested size is used instead.
  let ownPageSize = true;
  const printed = await printAs(request.settings.preferCssPageSize).catch((error: unknown) => {
    if (!(error instanceof ProtocolError)) throw error;
    if (error.message.includes('age range')) return undefined;
    ownPageSize = false;
    return printAs(false);
  });
  if (!printed) return { kind: 'no_such_pages' };
  const bytes = await readStream(browser, printed.stream, sessionId, request.outputBytesMax);
  return bytes ? { kind: 'written', bytes, ...seen, ownPageSize } : { kind: 'too_large' };
}

interface Seen {
  readonly blocked: Map<string, number>;
  readonly absent: Set<string>;
}

async function load(browser: Browser, sessionId: string, { document, timeMsMax }: PrintRequest, seen: Seen): Promise<void> {
  const loaded = Promise.withResolvers<void>();
  let isOurs = false;
  const folder = typeof document === 'string' ? undefined : document;
  browser.listen((method, params) => {
    if (method === 'Fetch.requestPaused') {
      const { requestId, request: wanted } = params as { requestId: string; request: { url: string; method: string } };
      const [answer, more] = answerRequest(wanted, folder, seen);
      void browser.call(answer, { requestId, ...more }, sessionId).catch(() => {});
    } else if (method === 'Log.entryAdded') {
      const { entry } = params as { entry: { text: string } };
      if (entry.text.startsWith('Not allowed to load local resource')) countBlocked('file:', seen);
    } else if (method === 'Page.loadEventFired' && isOurs) loaded.resolve();
  });
  for (const method of ['Page.enable', 'Log.enable']) await browser.call(method, {}, sessionId);
  await browser.call('Emulation.setScriptExecutionDisabled', { value: true }, sessionId);
  await browser.call('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId);
  isOurs = true;
  if (folder) await browser.call('Page.navigate', { url: new URL(encodeURI(folder.start), ORIGIN).href }, sessionId);
  else {
    const tree = await browser.call<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree', {}, sessionId);
    await browser.call('Page.setDocumentContent', { frameId: tree.frameTree.frame.id, html: document }, sessionId);
  }
  const timer = setTimeout(() => loaded.resolve(), Math.min(LOAD_MS_MAX, timeMsMax));
  await loaded.promise;
  clearTimeout(timer);
}

function countBlocked(address: string, { blocked }: Seen): void {
  const kind = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(address)?.[0].toLowerCase() ?? 'other';
  blocked.set(kind, (blocked.get(kind) ?? 0) + 1);
}

/** The method of the protocol that answers a request, with its parameters. */
function answerRequest({ url, method }: { url: string; method: string }, folder: DocumentFolder | undefined, seen: Seen): [string, object] {
  const path = folder && method === 'GET' ? pathOf(url) : undefined;
  if (!folder || path === undefined) {
    countBlocked(url, seen);
    return ['Fetch.failRequest', { errorReason: 'BlockedByClient' }];
  }
  const file = folder.read(path);
  if (!file) {
    // Browsers ask for it by themselves.
    if (path !== 'favicon.ico' && seen.absent.size < ABSENT_MAX) seen.absent.add(path);
    return ['Fetch.fulfillRequest', { responseCode: 404 }];
  }
  const responseHeaders = [{ name: 'Content-Type', value: file.type }];
  return ['Fetch.fulfillRequest', { responseCode: 200, responseHeaders, body: Buffer.from(file.bytes).toString('base64') }];
}

/** Of an address in the document's folder. */
function pathOf(address: string): string | undefined {
  if (!address.startsWith(ORIGIN)) return undefined;
  try {
    return decodeURIComponent(new URL(address).pathname.slice(1));
  } catch {
    return undefined;
  }
}

/** An empty template would be Chromium's own, with date and address. */
const NOTHING = '<span></span>';

function printOptions(settings: PrintSettings): object {
  const { page, margins, header, footer, pageRanges } = settings;
  const inches = (points: number): number => points / 72;
  return {
    paperWidth: inches(page.width),
    paperHeight: inches(page.height),
    marginTop: inches(margins.top),
    marginBottom: inches(margins.bottom),
    marginLeft: inches(margins.left),
    marginRight: inches(margins.right),
    scale: settings.scale,
    printBackground: settings.background,
    generateTaggedPDF: settings.tagged,
    generateDocumentOutline: settings.outline && settings.tagged,
    ...(pageRanges !== undefined && { pageRanges }),
    ...((header !== undefined || footer !== undefined) && {
      displayHeaderFooter: true,
      headerTemplate: header ?? NOTHING,
      footerTemplate: footer ?? NOTHING,
    }),
    transferMode: 'ReturnAsStream',
  };
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
