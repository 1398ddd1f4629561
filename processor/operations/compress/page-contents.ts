// The content of pages and forms: the streams of a page joined where no other page uses them, all written with fewer bytes. The old ones are kept, so
// that a page that looks different gets it back.

import { PDFArray, PDFName, PDFRawStream, PDFRef, type PDFObject } from 'pdf-lib';
import { PDF_BOUNDS } from '../../pdf/bounds.ts';
import { memorySource } from '../../pdf/byte-source.ts';
import type { KeepBytes } from '../../pdf/scratch-file.ts';
import { SourceStream } from '../../pdf/syntax/source-stream.ts';
import { tryDecodeWhole } from '../../pdf/streams/decode-stream.ts';
import { nameOf } from '../../pdf/syntax/dictionary.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { storeSmaller } from '../../pdf/streams/recompress-stream.ts';
import { shortenContent } from '../../pdf/streams/shorten-content.ts';
import type { Level } from './levels.ts';
import { keepState, restoreState } from './store-picture.ts';

export interface CompressedContent {
  /** What pages lead to. */
  readonly ref: PDFRef;
  readonly restore: () => void;
}

interface How {
  readonly level: Level;
  readonly keep: KeepBytes;
}

/** A form may be drawn enlarged; by how much is not checked. */
const FORM_SCALE = 10;

export function compressContents(
  { pages, context }: Pick<OpenedPdf, 'pages' | 'context'>,
  level: Level,
  keep: KeepBytes,
): CompressedContent[] {
  const done: CompressedContent[] = [];
  const uses = countUses(pages);
  const seen = new Set<PDFObject>();
  for (const { dict } of pages) {
    const contents = dict.get(PDFName.of('Contents'));
    const found = context.lookup(contents);
    if (!contents || seen.has(contents)) continue;
    seen.add(contents);
    const parts = found instanceof PDFArray ? found.asArray() : [contents];
    const isOwn = parts.every((part) => part instanceof PDFRef && uses.get(part) === 1);
    if (parts.length > 1 && isOwn) {
      const joined = joinParts(parts, { level, keep }, context);
      if (!joined) continue;
      dict.set(PDFName.of('Contents'), joined);
      done.push({ ref: joined, restore: () => dict.set(PDFName.of('Contents'), contents) });
    } else if (parts.length === 1 && parts[0] instanceof PDFRef) done.push(...shorten(parts[0], context, { level, keep }, 1));
  }
  for (const [ref, object] of context.enumerateIndirectObjects())
    if (object instanceof PDFRawStream && nameOf(object.dict, 'Subtype') === 'Form' && object.dict.has(PDFName.of('BBox')))
      done.push(...shorten(ref, context, { level, keep }, FORM_SCALE));
  return done;
}

function countUses(pages: OpenedPdf['pages']): Map<PDFObject, number> {
  const uses = new Map<PDFObject, number>();
  for (const { dict } of pages) {
    const found = dict.lookup(PDFName.of('Contents'));
    const own = dict.get(PDFName.of('Contents'));
    for (const part of found instanceof PDFArray ? found.asArray() : own ? [own] : []) uses.set(part, (uses.get(part) ?? 0) + 1);
  }
  return uses;
}

function shorten(ref: PDFRef, context: OpenedPdf['context'], { level, keep }: How, scale: number): CompressedContent[] {
  const stream = context.lookup(ref);
  const plain = stream instanceof PDFRawStream ? tryDecodeWhole(stream, PDF_BOUNDS.streamBytesMax) : undefined;
  if (!(stream instanceof PDFRawStream) || !plain) return [];
  const short = shortenContent(plain, { ...toleranceOf(level), scale });
  if (!short) return [];
  const state = keepState(stream);
  return storeSmaller(stream, short, keep) ? [{ ref, restore: () => restoreState(stream, state) }] : [];
}

function joinParts(parts: readonly PDFObject[], { level, keep }: How, context: OpenedPdf['context']): PDFRef | undefined {
  const plains: Uint8Array[] = [];
  let before = 0;
  for (const part of parts) {
    const stream = context.lookup(part);
    const plain = stream instanceof PDFRawStream ? tryDecodeWhole(stream, PDF_BOUNDS.streamBytesMax) : undefined;
    if (!(stream instanceof PDFRawStream) || !plain) return undefined;
    plains.push(plain, LINE_FEED);
    before += stream.getContentsSize();
  }
  const short = shortenContent(Buffer.concat(plains), { ...toleranceOf(level), scale: 1 });
  if (!short) return undefined;
  const stream = SourceStream.over(context.obj({}), memorySource(short));
  storeSmaller(stream, short, keep);
  return stream.getContentsSize() <= before ? context.register(stream) : undefined;
}

const LINE_FEED = Buffer.from('\n');

function toleranceOf({ toleranceMax }: Level): { readonly toleranceMax?: number } {
  return toleranceMax === undefined ? {} : { toleranceMax };
}
