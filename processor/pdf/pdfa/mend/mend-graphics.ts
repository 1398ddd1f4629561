// Streams, pictures, forms, graphics states and layers as ISO 19005-2, 6.1.7, 6.2.5–6.2.10 and 6.9 require. Nothing here changes what a screen shows:
// transfer functions and halftones are for presses, smoothing is up to the reader, alternates are other versions of the same picture.

import { deflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib';
import { PDF_BOUNDS, PdfDamage } from '../../bounds.ts';
import { decodeStream, filtersOf } from '../../streams/decode-stream.ts';
import { arrayOf, dictOf, isString, itemsOf, lookup, nameOf, numberOf, textOf } from '../../syntax/dictionary.ts';
import { numbersIn } from '../../fonts/dictionaries.ts';
import type { OpenedPdf } from '../../opened.ts';
import { setFilter } from '../../streams/recompress-stream.ts';
import { type Visit, walkLive } from '../../syntax/walk.ts';
import { RENDERING_INTENTS } from '../check/check-content.ts';
import { isSize, PAGE_BOXES } from '../check/check-document.ts';
import { inherited } from '../../syntax/inherited.ts';
import { BLEND_MODES, FILTERS, isGraphicsState } from '../check/check-graphics.ts';

const IMAGE_FILTERS = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']);
const REAL_MIN = 1.175e-38;

export function mendGraphics({ context, catalog, pages }: OpenedPdf): void {
  walkLive(context, (visit) => {
    const { dict, stream, key, parent } = visit;
    // PostScript shows nothing on a screen (ISO 32000-1 8.8.2).
    if (stream && nameOf(dict, 'Subtype') === 'PS') parent?.delete(PDFName.of(key));
    if (stream instanceof PDFRawStream) {
      mendStream(stream);
      mendXObject(dict);
    }
    if (isGraphicsState(visit)) mendState(dict);
    mendNumbers(visit);
  });
  mendLayers(catalog);
  for (const { dict } of pages) {
    // Boxes without meaning; the media box stays.
    for (const key of PAGE_BOXES) {
      const box = lookup(dict, key);
      if (key !== 'MediaBox' && box instanceof PDFArray && !isSize(numbersIn(box))) dict.delete(PDFName.of(key));
    }
    const crop = inherited(dict, 'CropBox');
    const media = inherited(dict, 'MediaBox');
    if (crop instanceof PDFArray && !isSize(numbersIn(crop)) && media) dict.set(PDFName.of('CropBox'), media);
  }
}

/** 6.1.7.2: other encodings become deflate. What cannot be decoded stays, and the checker reports it. */
function mendStream(stream: PDFRawStream): void {
  const { dict } = stream;
  const steps = filtersOf(dict);
  if (steps.every(({ name }) => FILTERS.has(name)) || dict.has(PDFName.of('F'))) return;
  try {
    const { bytes, left } = decodeStream(stream, PDF_BOUNDS.imageBytesMax);
    const [step] = left;
    if (left.length > 1 || (step && !IMAGE_FILTERS.has(step.name))) return;
    stream.updateContents(step ? bytes : deflateSync(bytes));
    setFilter(dict, step ?? { name: 'FlateDecode', params: undefined });
  } catch (error) {
    if (!(error instanceof PdfDamage)) throw error;
  }
}

/** 6.2.8, 6.2.9. */
function mendXObject(dict: PDFDict): void {
  const subtype = nameOf(dict, 'Subtype');
  if (subtype === 'Image') {
    for (const key of ['Interpolate', 'Alternates', 'OPI']) dict.delete(PDFName.of(key));
    const intent = nameOf(dict, 'Intent');
    if (intent !== undefined && !RENDERING_INTENTS.includes(intent)) dict.delete(PDFName.of('Intent'));
    if (lookup(dict, 'ImageMask')?.toString() === 'true' && numberOf(dict, 'BitsPerComponent') !== undefined)
      dict.set(PDFName.of('BitsPerComponent'), PDFNumber.of(1));
  } else if (subtype === 'Form') {
    for (const key of ['PS', 'OPI', 'Ref']) dict.delete(PDFName.of(key));
    if (nameOf(dict, 'Subtype2') === 'PS') dict.delete(PDFName.of('Subtype2'));
  }
}

/** 6.2.5, 6.2.6, 6.2.10. */
function mendState(state: PDFDict): void {
  for (const key of ['TR', 'TR2', 'HT', 'HTP', 'HTO']) state.delete(PDFName.of(key));
  if (state.has(PDFName.of('RI')) && !RENDERING_INTENTS.includes(nameOf(state, 'RI') ?? '')) state.delete(PDFName.of('RI'));
  const mode = lookup(state, 'BM');
  if (mode === undefined) return;
  const modes = itemsOf(mode instanceof PDFArray ? mode : undefined);
  const isKnown = (one: unknown) => one instanceof PDFName && BLEND_MODES.has(one.decodeText());
  // Of several, readers use the first that they know (ISO 32000-1 11.6.3), else Normal.
  if (mode instanceof PDFArray) state.set(PDFName.of('BM'), modes.find(isKnown) ?? PDFName.of('Normal'));
  else if (!isKnown(mode)) state.set(PDFName.of('BM'), PDFName.of('Normal'));
}

const STRING_BYTES_MAX = 32_767;
/** Keys of strings that people read or that are content. */
const TEXTS = new Set(['Contents', 'V', 'DV', 'RV', 'RC', 'ActualText', 'Alt', 'E', 'T', 'TU', 'Title', 'Lookup']);

/** 6.1.13: reals so near to zero that they mean zero; too long strings in private data of programs. */
function mendNumbers({ dict }: Visit): void {
  const isTiny = (value: unknown) => value instanceof PDFNumber && value.asNumber() !== 0 && Math.abs(value.asNumber()) < REAL_MIN;
  for (const [key, value] of dict.entries()) {
    if (isTiny(value)) dict.set(key, PDFNumber.of(0));
    if (isString(value) && value.asBytes().length > STRING_BYTES_MAX && !TEXTS.has(key.decodeText())) dict.delete(key);
    if (!(value instanceof PDFArray)) continue;
    for (let index = 0; index < value.size(); index++) if (isTiny(value.get(index))) value.set(index, PDFNumber.of(0));
  }
}

/** 6.9. */
function mendLayers(catalog: PDFDict): void {
  const properties = dictOf(lookup(catalog, 'OCProperties'));
  if (!properties) return;
  const groups = arrayOf(properties, 'OCGs');
  if (!(lookup(properties, 'D') instanceof PDFDict)) properties.set(PDFName.of('D'), properties.context.obj({}));
  const configurations = [lookup(properties, 'D'), ...itemsOf(arrayOf(properties, 'Configs'))].flatMap((item) => dictOf(item) ?? []);
  const names = new Set<string>();
  for (const configuration of configurations) {
    configuration.delete(PDFName.of('AS'));
    let name = textOf(lookup(configuration, 'Name')) ?? '';
    for (let next = 1; name === '' || names.has(name); next++) name = `Layers ${next}`;
    names.add(name);
    configuration.set(PDFName.of('Name'), PDFHexString.fromText(name));
    const order = arrayOf(configuration, 'Order');
    if (!order || !groups) continue;
    const listed = new Set(flatten(order));
    for (const [index, raw] of groups.asArray().entries()) if (!listed.has(groups.lookup(index))) order.push(raw);
  }
}

function flatten(array: PDFArray, depth = 0): unknown[] {
  return itemsOf(array).flatMap((item) => (item instanceof PDFArray && depth < 32 ? flatten(item, depth + 1) : [item]));
}
