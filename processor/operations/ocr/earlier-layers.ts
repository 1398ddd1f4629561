// Removes the text layers of earlier recognitions from a page: text that is drawn invisibly (rendering mode 3), in the page's content or in form
// XObjects that hold nothing else. What is visible stays, and so does whatever is not understood. Our own layers are removed whole.

import { deflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { PDF_BOUNDS } from '../../pdf/bounds.ts';
import { decodeStream } from '../../pdf/streams/decode-stream.ts';
import { lookup, nameOf } from '../../pdf/syntax/dictionary.ts';
import { contentsOf, joinContents, shallowCopy } from './add-layer.ts';
import { type Operation, readOperations } from './content-tokens.ts';
import { inherited } from '../../pdf/syntax/inherited.ts';

const INVISIBLE = 3;
const FORM_DEPTH_MAX = 8;
const SHOWING = new Set(['Tj', 'TJ', "'", '"']);
/** Operators that only move within a text object. */
const MOVING = new Set(['Td', 'TD', 'Tm', 'T*']);
/** Operators whose effect outlasts the text object. */
const TEXT_STATE = new Set(['Tc', 'Tw', 'Tz', 'TL', 'Tf', 'Tr', 'Ts']);
const PAINTING = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', 'sh', 'EI', 'ID']);

/** @returns whether there was a layer; afterwards the page shares no content or resources. */
export function removeEarlierLayers(page: PDFDict): boolean {
  let removed = false;
  while (liftOwnLayer(page)) removed = true;
  return strip(page) || removed;
}

/** The wrapping that add-layer.ts puts around a page, undone: the streams between are those of the source. */
function liftOwnLayer(page: PDFDict): boolean {
  const parts = contentsOf(page);
  const last = textOf(page, parts.at(-1));
  const name = /^\s*(?:Q\s+)*q \/(OcrLayer\d*) Do\nQ\s*$/.exec(last ?? '')?.[1];
  const isAlone = parts.length === 1;
  if (name === undefined || !(isAlone || /^(?:q\s+)+$/.test(textOf(page, parts[0]) ?? ''))) return false;
  const contents = PDFArray.withContext(page.context);
  for (const part of parts.slice(1, -1)) contents.push(part);
  if (contents.size() === 0) page.delete(PDFName.of('Contents'));
  else page.set(PDFName.of('Contents'), contents);
  dropResources(page, 'XObject', new Set([name]));
  return true;
}

function textOf(page: PDFDict, part: Parameters<typeof page.context.lookup>[0]): string | undefined {
  const stream = page.context.lookup(part);
  return stream instanceof PDFRawStream && stream.getContentsSize() < 4096
    ? joinContents(page.context, [stream]).toString('latin1')
    : undefined;
}

function strip(page: PDFDict): boolean {
  const content = joinContents(page.context, contentsOf(page));
  const found = inherited(page, 'Resources');
  const xObjects = found instanceof PDFDict ? lookup(found, 'XObject') : undefined;
  const stripped = stripContent(content, (name) => isLayerForm(xObjects instanceof PDFDict ? xObjects : undefined, name, 0));
  if (!stripped) return false;
  const stream = page.context.stream(deflateSync(stripped.content, { level: 9 }), { Filter: 'FlateDecode' });
  page.set(PDFName.of('Contents'), page.context.register(stream));
  dropResources(page, 'XObject', stripped.forms);
  dropResources(page, 'Font', stripped.fonts);
  return true;
}

interface Stripped {
  readonly content: Buffer;
  /** Names of forms and fonts that only the layer used. */
  readonly forms: ReadonlySet<string>;
  readonly fonts: ReadonlySet<string>;
}

/** Undefined when there is nothing to remove. */
export function stripContent(content: Buffer, isLayer: (form: string) => boolean): Stripped | undefined {
  const stripper = new LayerStripper(content, isLayer);
  for (const operation of readOperations(content)) stripper.take(operation);
  return stripper.result();
}

/** Copies a content without its layers; what layers set for later text is set before that text. */
class LayerStripper {
  readonly #content: Buffer;
  readonly #isLayer: (form: string) => boolean;
  readonly #out: Buffer[] = [];
  /** How far the content is copied or left out by now. */
  #copied = 0;
  readonly #forms = new Set<string>();
  /** Fonts that were set in layers, and those that were set elsewhere. */
  readonly #dropped = new Set<string>();
  readonly #kept = new Set<string>();
  /** Text state that went with a layer, by operator. */
  readonly #pending = new Map<string, Buffer>();
  /** Rendering modes that `q` saved. */
  readonly #modes: number[] = [];
  #mode = 0;
  /** The text object that is open. */
  #block: Operation[] | undefined;
  #shows = { visible: 0, invisible: 0 };

  constructor(content: Buffer, isLayer: (form: string) => boolean) {
    this.#content = content;
    this.#isLayer = isLayer;
  }

  take(operation: Operation): void {
    const { operator, start } = operation;
    const operands = this.#content.subarray(start, operation.at);
    if (operator === 'Tr') this.#mode = Number(operands.toString('latin1').trim());
    if (this.#block) this.#takeInText(operation, this.#block);
    else this.#takeOutside(operation, operands);
  }

  result(): Stripped | undefined {
    if (this.#dropped.size === 0 && this.#forms.size === 0 && this.#copied === 0) return undefined;
    this.#copyTo(this.#content.length);
    return { content: Buffer.concat(this.#out), forms: this.#forms, fonts: this.#dropped.difference(this.#kept) };
  }

  #takeInText(operation: Operation, block: Operation[]): void {
    block.push(operation);
    if (SHOWING.has(operation.operator)) this.#shows[this.#mode === INVISIBLE ? 'invisible' : 'visible']++;
    if (operation.operator !== 'ET') return;
    if (this.#shows.invisible > 0 && this.#shows.visible === 0) this.#leaveOut(block, operation.end);
    else for (const one of block) if (one.operator === 'Tf') this.#kept.add(fontOf(this.#bytesOf(one)));
    this.#block = undefined;
  }

  /** All of a text object that is text. */
  #leaveOut(block: readonly Operation[], end: number): void {
    this.#copyTo(block[0]?.start ?? end);
    for (const one of block) {
      const bytes = this.#bytesOf(one);
      if (one.operator === 'Tf') this.#dropped.add(fontOf(bytes));
      if (TEXT_STATE.has(one.operator)) this.#pending.set(one.operator, bytes);
      else if (!MOVING.has(one.operator) && !SHOWING.has(one.operator) && !['BT', 'ET'].includes(one.operator))
        this.#out.push(bytes, Buffer.from('\n'));
    }
    this.#copied = end;
  }

  #takeOutside(operation: Operation, operands: Buffer): void {
    const { operator, start, end } = operation;
    if (operator === 'Tf') this.#kept.add(fontOf(this.#bytesOf(operation)));
    if (TEXT_STATE.has(operator)) this.#pending.delete(operator);
    if ((operator === 'BT' || operator === 'q') && this.#pending.size > 0) {
      this.#copyTo(start);
      this.#sayPending();
    }
    if (operator === 'q') this.#modes.push(this.#mode);
    if (operator === 'Q') {
      this.#mode = this.#modes.pop() ?? 0;
      this.#pending.clear();
    }
    if (operator === 'BT') {
      this.#block = [operation];
      this.#shows = { visible: 0, invisible: 0 };
    }
    const form = operator === 'Do' ? nameIn(operands) : undefined;
    if (form !== undefined && this.#isLayer(form)) {
      this.#copyTo(start);
      this.#copied = end;
      this.#forms.add(form);
    }
  }

  #sayPending(): void {
    for (const [operator, bytes] of this.#pending) {
      this.#out.push(Buffer.from('\n'), bytes, Buffer.from('\n'));
      if (operator === 'Tf') this.#kept.add(fontOf(bytes));
    }
    this.#pending.clear();
  }

  #copyTo(end: number): void {
    this.#out.push(this.#content.subarray(this.#copied, end));
    this.#copied = end;
  }

  #bytesOf({ start, end }: Operation): Buffer {
    return this.#content.subarray(start, end);
  }
}

function isLayerForm(xObjects: PDFDict | undefined, name: string, depth: number): boolean {
  const form = lookup(xObjects, name);
  if (!(form instanceof PDFRawStream) || nameOf(form.dict, 'Subtype') !== 'Form' || depth > FORM_DEPTH_MAX) return false;
  let content: Buffer;
  try {
    content = Buffer.from(decodeStream(form, PDF_BOUNDS.streamBytesMax).bytes);
  } catch {
    return false;
  }
  const resources = lookup(form.dict, 'Resources');
  const inner = resources instanceof PDFDict ? lookup(resources, 'XObject') : undefined;
  const modes: number[] = [];
  let [mode, invisible] = [0, 0];
  for (const { operator, start, at } of readOperations(content)) {
    if (PAINTING.has(operator)) return false;
    if (operator === 'q') modes.push(mode);
    else if (operator === 'Q') mode = modes.pop() ?? 0;
    else if (operator === 'Tr') mode = Number(content.toString('latin1', start, at).trim());
    else if (SHOWING.has(operator)) {
      if (mode !== INVISIBLE) return false;
      invisible++;
    } else if (operator === 'Do') {
      if (!isLayerForm(inner instanceof PDFDict ? inner : undefined, nameIn(content.subarray(start, at)) ?? '', depth + 1)) return false;
      invisible++;
    }
  }
  return invisible > 0;
}

function dropResources(page: PDFDict, kind: 'XObject' | 'Font', names: ReadonlySet<string>): void {
  const found = inherited(page, 'Resources');
  const own = found instanceof PDFDict ? lookup(found, kind) : undefined;
  if (names.size === 0 || !(found instanceof PDFDict) || !(own instanceof PDFDict)) return;
  const [resources, entries] = [shallowCopy(found), shallowCopy(own)];
  for (const name of names) entries.delete(PDFName.of(name));
  resources.set(PDFName.of(kind), entries);
  page.set(PDFName.of('Resources'), resources);
}

function nameIn(operands: Buffer): string | undefined {
  const raw = /\/([^\s()<>[\]{}/%]+)/.exec(operands.toString('latin1'))?.[1];
  return raw === undefined ? undefined : PDFName.of(raw).decodeText();
}

function fontOf(operation: Buffer): string {
  return nameIn(operation) ?? '';
}
