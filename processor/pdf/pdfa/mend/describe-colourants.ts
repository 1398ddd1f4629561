// Undescribed spot colours of a DeviceN space (ISO 19005-2, 6.2.4.4): each gets a separation, with the colour that the space shows for it alone. The
// tint transforms that are followed are sampled functions and calculator functions (ISO 32000-1 7.10.2, 7.10.5); for others none is given.

import { PDFArray, type PDFContext, type PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';
import { PDF_BOUNDS } from '../../bounds.ts';
import { tryDecodeWhole } from '../../streams/decode-stream.ts';
import { arrayOf, dictOf, itemsOf, lookup, numberOf } from '../../syntax/dictionary.ts';
import { numbersIn } from '../../fonts/dictionaries.ts';

const PROCESS = new Set(['Cyan', 'Magenta', 'Yellow', 'Black', 'None']);

/** @returns the descriptions, including the existing ones */
export function describeColourants(space: PDFArray, context: PDFContext): PDFDict | undefined {
  const list = space.lookup(1);
  const names = itemsOf(list instanceof PDFArray ? list : undefined);
  const attributes = dictOf(space.size() > 4 ? space.lookup(4) : undefined) ?? context.obj({});
  const known = new Set(itemsOf(arrayOf(dictOf(lookup(attributes, 'Process')), 'Components')));
  const group = dictOf(lookup(attributes, 'Colorants')) ?? context.obj({});
  for (const [index, name] of names.entries()) {
    if (!(name instanceof PDFName) || PROCESS.has(name.decodeText()) || known.has(name) || group.has(name)) continue;
    const tint = tintOf(space.lookup(3), names.length, index, context);
    if (!tint) continue;
    const separation = PDFArray.withContext(context);
    for (const item of [PDFName.of('Separation'), name, space.get(2), context.register(tint)]) separation.push(item);
    group.set(name, separation);
  }
  if (group.keys().length === 0) return undefined;
  attributes.set(PDFName.of('Colorants'), group);
  if (space.size() > 4) space.set(4, attributes);
  else space.push(attributes);
  return group;
}

function tintOf(transform: PDFObject | undefined, inputs: number, index: number, context: PDFContext): PDFDict | PDFRawStream | undefined {
  if (!(transform instanceof PDFRawStream)) return undefined;
  const decoded = tryDecodeWhole(transform, PDF_BOUNDS.streamBytesMax);
  if (!decoded) return undefined;
  const bytes = Buffer.from(decoded.buffer, decoded.byteOffset, decoded.length);
  switch (numberOf(transform.dict, 'FunctionType')) {
    case 4: {
      const code = bytes.toString('latin1').trim();
      if (!code.startsWith('{') || !code.endsWith('}')) return undefined;
      // The tint goes to its place among zeros.
      const before = '0 '.repeat(index) + (index > 0 ? `${index + 1} ${index} roll ` : '');
      const made = `{ ${before}${'0 '.repeat(inputs - index - 1)}${code.slice(1, -1)} }`;
      return context.stream(made, { FunctionType: 4, Domain: [0, 1], Range: numbersIn(arrayOf(transform.dict, 'Range')) });
    }
    case 0: {
      const ends = [sampleAt(transform.dict, bytes, inputs, undefined), sampleAt(transform.dict, bytes, inputs, index)];
      const [start, end] = ends;
      return start && end && context.obj({ FunctionType: 2, Domain: [0, 1], C0: [...start], C1: [...end], N: 1 });
    }
    default:
      return undefined;
  }
}

/** The value of a sampled function where one input is at its highest and all others at their lowest. Samples of 8 bits. */
function sampleAt(dict: PDFDict, bytes: Buffer, inputs: number, highest: number | undefined): number[] | undefined {
  const sizes = numbersIn(arrayOf(dict, 'Size'));
  const range = numbersIn(arrayOf(dict, 'Range'));
  const decode = numbersIn(arrayOf(dict, 'Decode'));
  const outputs = range.length / 2;
  if (numberOf(dict, 'BitsPerSample') !== 8 || sizes.length !== inputs) return undefined;
  let place = 0;
  if (highest !== undefined) {
    place = (sizes[highest] ?? 1) - 1;
    for (let index = 0; index < highest; index++) place *= sizes[index] ?? 1;
  }
  return Array.from({ length: outputs }, (_, channel) => {
    const [low = 0, high = 1] = (decode.length > 0 ? decode : range).slice(channel * 2, channel * 2 + 2);
    return low + ((bytes[place * outputs + channel] ?? 0) / 255) * (high - low);
  });
}
