// Puts text layers under the pages of an opened document: one form XObject per page, drawn after the page's own content, whose streams stay unchanged
// between a save and a restore of the graphics state. Nothing that pages share is changed.

import { deflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFName, type PDFContext, type PDFObject, type PDFRef, PDFRawStream } from 'pdf-lib';
import { PDF_BOUNDS } from '../../pdf/bounds.ts';
import { decodeStream } from '../../pdf/streams/decode-stream.ts';
import { lookup } from '../../pdf/syntax/dictionary.ts';
import { multiply, type Matrix } from '../../pdf/geometry/matrix.ts';
import { measureNesting } from './content-tokens.ts';
import { addGlyphlessFont, type LayerCodes } from './glyphless-font.ts';
import type { RecognisedPage } from '../../recognition/recognised.ts';
import { inherited } from '../../pdf/syntax/inherited.ts';
import { writeTextLayer } from './text-layer.ts';

const FONT = 'F';
const LAYER = 'OcrLayer';

/** The text of one page, compressed, before it gets the font that all pages share. */
export interface PreparedLayer {
  readonly deflated: Uint8Array;
  readonly words: number;
  /** Without the spaces between words. */
  readonly characters: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly matrix: Matrix;
}

/**
 * @param toUserSpace from pixels of the upright picture, right and down, to the page's default user space
 * @returns undefined for a page without words
 */
export function prepareLayer(recognised: RecognisedPage, toUserSpace: Matrix, codes: LayerCodes): PreparedLayer | undefined {
  const { content, words, characters } = writeTextLayer(recognised, FONT, codes);
  if (words === 0) return undefined;
  const { widthPx, heightPx } = recognised;
  const matrix = multiply([1, 0, 0, -1, 0, heightPx], toUserSpace);
  return { deflated: deflateSync(content, { level: 9 }), words, characters, widthPx, heightPx, matrix };
}

/** Adds the layers to their pages and the font to the document. */
export function addLayers(context: PDFContext, layers: readonly (readonly [PDFDict, PreparedLayer])[], codes: LayerCodes): void {
  if (layers.length === 0) return;
  const resources = context.obj({ Font: { [FONT]: addGlyphlessFont(context, codes) } });
  const shared = context.register(resources);
  const brackets = new Brackets(context);
  for (const [page, layer] of layers) {
    const form = context.stream(layer.deflated, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, layer.widthPx, layer.heightPx],
      Matrix: layer.matrix.map((value) => Number(value.toPrecision(7))),
      Resources: shared,
      Filter: 'FlateDecode',
    });
    const name = addXObject(page, context.register(form));
    wrapContents(page, name, brackets);
  }
}

/** Streams of operators that many pages use alike. */
class Brackets {
  readonly #context: PDFContext;
  readonly #made = new Map<string, PDFRef>();

  constructor(context: PDFContext) {
    this.#context = context;
  }

  of(content: string): PDFRef {
    const made = this.#made.get(content) ?? this.#context.register(this.#context.stream(Buffer.from(content, 'latin1')));
    this.#made.set(content, made);
    return made;
  }
}

function wrapContents(page: PDFDict, name: string, brackets: Brackets): void {
  const parts = contentsOf(page);
  const draw = `/${name} Do\n`;
  const contents = PDFArray.withContext(page.context);
  if (parts.length === 0) {
    contents.push(brackets.of(`q ${draw}Q\n`));
  } else {
    // Some content saves or restores too often: unclosed saves are closed, and extra restores get a save.
    const { lowest, end, breaksOff } = measureNesting(joinContents(page.context, parts));
    const opened = 1 - lowest;
    if (breaksOff) contents.push(brackets.of(`q ${draw}Q\n`));
    contents.push(brackets.of('q\n'.repeat(opened)));
    for (const part of parts) contents.push(part);
    contents.push(brackets.of(`\n${'Q\n'.repeat(opened + end)}${breaksOff ? '' : `q ${draw}Q\n`}`));
  }
  page.set(PDFName.of('Contents'), contents);
}

/** The entries of /Contents that are streams. */
export function contentsOf(page: PDFDict): PDFObject[] {
  const own = page.get(PDFName.of('Contents'));
  const target = page.context.lookup(own);
  const parts = target instanceof PDFArray ? target.asArray() : own === undefined ? [] : [own];
  return parts.filter((part) => page.context.lookup(part) instanceof PDFRawStream);
}

/** What the parts decode to, as one stream with white space between them (7.8.2). A part that cannot be decoded is empty. */
export function joinContents(context: PDFContext, parts: readonly PDFObject[]): Buffer {
  const chunks: Uint8Array[] = [];
  for (const part of parts) {
    const stream = context.lookup(part);
    if (!(stream instanceof PDFRawStream)) continue;
    try {
      chunks.push(decodeStream(stream, PDF_BOUNDS.streamBytesMax).bytes, Buffer.from('\n'));
    } catch {
      // Damaged data draw nothing that could be counted.
    }
  }
  return Buffer.concat(chunks);
}

function addXObject(page: PDFDict, form: PDFRef): string {
  const { context } = page;
  const found = inherited(page, 'Resources');
  const resources = found instanceof PDFDict ? shallowCopy(found) : context.obj({});
  const own = lookup(resources, 'XObject');
  const xObjects = own instanceof PDFDict ? shallowCopy(own) : context.obj({});
  let name = LAYER;
  for (let count = 1; xObjects.has(PDFName.of(name)); count++) name = `${LAYER}${count}`;
  xObjects.set(PDFName.of(name), form);
  resources.set(PDFName.of('XObject'), xObjects);
  page.set(PDFName.of('Resources'), resources);
  return name;
}

export function shallowCopy(dict: PDFDict): PDFDict {
  const copy = dict.context.obj({});
  for (const [key, value] of dict.entries()) copy.set(key, value);
  return copy;
}
