// Puts a candidate into a picture's stream and can restore it: the original is kept until its pages were compared.

import { type PDFDict, PDFHexString, PDFName, type PDFObject, type PDFRawStream } from 'pdf-lib';
import type { ByteSource } from '../../pdf/byte-source.ts';
import type { KeepBytes } from '../../pdf/scratch-file.ts';
import { replaceContents, sourceOf } from '../../pdf/syntax/source-stream.ts';
import type { Candidate } from './picture-candidates.ts';
import type { Picture } from './read-picture.ts';

/** What a stream was before. */
export interface StoredState {
  readonly contents: ByteSource;
  readonly entries: readonly (readonly [PDFName, PDFObject])[];
}

export function keepState(stream: PDFRawStream): StoredState {
  return { contents: sourceOf(stream), entries: stream.dict.entries() };
}

export function restoreState(stream: PDFRawStream, state: StoredState): void {
  replaceContents(stream, state.contents);
  for (const key of stream.dict.keys()) stream.dict.delete(key);
  for (const [key, value] of state.entries) stream.dict.set(key, value);
}

/** Entries that are not about the samples (masks, rendering intent, tags, layers) stay. */
export function storeCandidate(stream: PDFRawStream, picture: Pick<Picture, 'colourSpace'>, candidate: Candidate, keep: KeepBytes): void {
  const { dict } = stream;
  const { context } = dict;
  replaceContents(stream, keep(candidate.bytes));
  for (const key of ['Filter', 'F', 'DecodeParms', 'DP', 'DL', 'Length', 'SMaskInData']) dict.delete(PDFName.of(key));
  const set = (key: string, value: PDFObject) => dict.set(PDFName.of(key), value);
  set('Width', context.obj(candidate.width));
  set('Height', context.obj(candidate.height));
  set('BitsPerComponent', context.obj(candidate.bits));
  set('Filter', PDFName.of(FILTERS[candidate.codec]));
  const parms = parmsOf(candidate, dict);
  if (parms) set('DecodeParms', parms);
  const { colours } = candidate;
  if (colours === 'inks') return;
  // The samples were read through it.
  dict.delete(PDFName.of('Decode'));
  if (colours === 'stencil') return;
  if (colours === 'same' && picture.colourSpace) set('ColorSpace', picture.colourSpace.object);
  else if (colours === 'same' || colours === 'device') set('ColorSpace', deviceSpace(candidate.channels));
  else set('ColorSpace', indexedSpace(dict, colours.palette, candidate.channels, colours.base ?? deviceSpace(candidate.channels)));
}

const FILTERS = { jpeg: 'DCTDecode', flate: 'FlateDecode', jbig2: 'JBIG2Decode', ccitt: 'CCITTFaxDecode' } as const;

function parmsOf({ codec, width, height, predicted, channels }: Candidate, { context }: PDFDict): PDFDict | undefined {
  if (codec === 'ccitt') return context.obj({ K: -1, Columns: width, Rows: height, EndOfBlock: false });
  if (!predicted) return undefined;
  return context.obj({ Predictor: 15, Columns: width, ...(channels === 1 ? {} : { Colors: channels }) });
}

function deviceSpace(channels: 1 | 3): PDFObject {
  return PDFName.of(channels === 1 ? 'DeviceGray' : 'DeviceRGB');
}

function indexedSpace({ context }: PDFDict, palette: Uint8Array, channels: 1 | 3, base: PDFObject): PDFObject {
  const array = context.obj(['Indexed']);
  array.push(base);
  array.push(context.obj(palette.length / channels - 1));
  array.push(PDFHexString.of(Buffer.from(palette).toString('hex')));
  return array;
}
