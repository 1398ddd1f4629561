// Where the bytes of a document are, by their purpose: the analysis that a compression begins and ends with.

import { type PDFContext, type PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { filtersOf } from './decode-stream.ts';
import { nameOf } from '../syntax/dictionary.ts';
import { type Visit, walkLive } from '../syntax/walk.ts';

export interface BytesByCategory {
  readonly fonts: number;
  /** Page contents, form XObjects, patterns, Type 3 glyphs. */
  readonly content: number;
  readonly images: number;
  /** The part of `images` per codec. */
  readonly images_by_codec: Readonly<Record<string, number>>;
  readonly attachments: number;
  readonly metadata: number;
  /** Everything except stream data: objects, cross-reference, and unreachable bytes. */
  readonly structure: number;
  readonly other: number;
}

type StreamCategory = Exclude<keyof BytesByCategory, 'images_by_codec' | 'structure'>;

/** @param totalBytes of the file. @throws JobFailure corrupt_file as walkLive */
export function measureBytes(context: PDFContext, totalBytes: number): BytesByCategory {
  const sums: Record<StreamCategory, number> = { fonts: 0, content: 0, images: 0, attachments: 0, metadata: 0, other: 0 };
  const byCodec: Record<string, number> = {};
  walkLive(context, (visit) => {
    if (!(visit.stream instanceof PDFRawStream)) return;
    const size = visit.stream.getContentsSize();
    const category = categoryOf(visit);
    sums[category] += size;
    if (category === 'images') byCodec[codecOf(visit.dict)] = (byCodec[codecOf(visit.dict)] ?? 0) + size;
  });
  const streams = Object.values(sums).reduce((sum, size) => sum + size, 0);
  return { ...sums, images_by_codec: byCodec, structure: Math.max(0, totalBytes - streams) };
}

function categoryOf({ dict, key, parent }: Visit): StreamCategory {
  const [type, subtype] = [nameOf(dict, 'Type'), nameOf(dict, 'Subtype')];
  if (subtype === 'Image' || key === 'Thumb') return 'images';
  if (type === 'EmbeddedFile') return 'attachments';
  if (type === 'Metadata' || subtype === 'XML') return 'metadata';
  if (/^FontFile[23]?$/.test(key) || ['ToUnicode', 'CIDToGIDMap', 'CIDSet', 'Encoding'].includes(key) || type === 'CMap') return 'fonts';
  if (subtype === 'Form' || key === 'Contents' || dict.has(PDFName.of('PatternType')) || isGlyphOf(parent)) return 'content';
  return 'other';
}

/** The values of /CharProcs have no entry that identifies them. */
function isGlyphOf(parent: PDFDict | undefined): boolean {
  return (
    parent !== undefined &&
    !parent.has(PDFName.of('Type')) &&
    parent.values().every((value) => parent.context.lookup(value) instanceof PDFRawStream)
  );
}

/** `jpeg`, `jpx`, `ccitt`, `jbig2`, `flate`, `other`, `none`: the last filter of a picture. */
export function codecOf(dict: PDFDict): string {
  const last = filtersOf(dict).at(-1)?.name;
  if (last === undefined) return 'none';
  return CODECS[last] ?? 'other';
}

const CODECS: Readonly<Record<string, string>> = {
  DCTDecode: 'jpeg',
  JPXDecode: 'jpx',
  CCITTFaxDecode: 'ccitt',
  JBIG2Decode: 'jbig2',
  FlateDecode: 'flate',
  LZWDecode: 'lzw',
  RunLengthDecode: 'run_length',
};
