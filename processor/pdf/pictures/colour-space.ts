// What a picture's /ColorSpace means for its samples (ISO 32000-1 8.6): how many there are per pixel, and the palette of an indexed one.

import { PDFArray, type PDFDict, PDFHexString, PDFName, PDFNumber, PDFRawStream, PDFString, type PDFObject } from 'pdf-lib';
import { PDF_BOUNDS } from '../bounds.ts';
import { tryDecodeWhole } from '../streams/decode-stream.ts';
import { nameOf, numberOf } from '../syntax/dictionary.ts';

export type ColourSpace =
  | {
      readonly kind: 'grey' | 'rgb' | 'cmyk' | 'lab' | 'separation' | 'device_n';
      readonly components: number;
      /** The entry itself. */
      readonly object: PDFObject;
      /** Device or calibrated by a profile. */
      readonly isDevice: boolean;
    }
  | { readonly kind: 'indexed'; readonly base: ColourSpace; readonly palette: Uint8Array; readonly object: PDFObject };

const DEVICE_NAMES: Readonly<Record<string, 'grey' | 'rgb' | 'cmyk'>> = {
  DeviceGray: 'grey',
  G: 'grey',
  CalGray: 'grey',
  DeviceRGB: 'rgb',
  RGB: 'rgb',
  CalRGB: 'rgb',
  DeviceCMYK: 'cmyk',
  CMYK: 'cmyk',
};
const COMPONENTS = { grey: 1, rgb: 3, cmyk: 4 } as const;

/** Undefined for what is not a colour space of a picture, or is damaged. */
export function readColourSpace(object: PDFObject | undefined, context: PDFDict['context'], depth = 0): ColourSpace | undefined {
  const found = context.lookup(object);
  if (!object || !found || depth > 4) return undefined;
  if (found instanceof PDFName) {
    const kind = DEVICE_NAMES[found.decodeText()];
    return kind && { kind, components: COMPONENTS[kind], object, isDevice: true };
  }
  if (!(found instanceof PDFArray)) return undefined;
  const items = found.asArray().map((item) => context.lookup(item));
  const family = items[0] instanceof PDFName ? items[0].decodeText() : '';
  switch (family) {
    case 'ICCBased': {
      const count = items[1] instanceof PDFRawStream ? numberOf(items[1].dict, 'N') : undefined;
      const kind = count === 1 ? 'grey' : count === 3 ? 'rgb' : count === 4 ? 'cmyk' : undefined;
      // A profile may describe Lab with three components.
      return kind && { kind, components: COMPONENTS[kind], object, isDevice: false };
    }
    case 'Separation':
      return { kind: 'separation', components: 1, object, isDevice: false };
    case 'DeviceN':
      return { kind: 'device_n', components: items[1] instanceof PDFArray ? items[1].size() : 0, object, isDevice: false };
    case 'Lab':
      return { kind: 'lab', components: 3, object, isDevice: false };
    case 'Indexed':
    case 'I':
      return readIndexed(found, object, context, depth);
    default: {
      const kind = DEVICE_NAMES[family];
      return kind && { kind, components: COMPONENTS[kind], object, isDevice: family.startsWith('Device') };
    }
  }
}

function readIndexed(array: PDFArray, object: PDFObject, context: PDFDict['context'], depth: number): ColourSpace | undefined {
  const base = readColourSpace(array.get(1), context, depth + 1);
  const high = context.lookup(array.get(2));
  const table = context.lookup(array.get(3));
  const palette =
    table instanceof PDFString || table instanceof PDFHexString
      ? table.asBytes()
      : table instanceof PDFRawStream
        ? tryDecodeWhole(table, PDF_BOUNDS.xmpBytesMax)
        : undefined;
  if (!base || base.kind === 'indexed' || !(high instanceof PDFNumber) || !palette) return undefined;
  return { kind: 'indexed', base, palette: palette.subarray(0, (high.asNumber() + 1) * base.components), object };
}

/** True for an image dictionary whose /SMask was blended with its colours beforehand (11.6.5.3): neither may change. */
export function isMatted(image: PDFDict): boolean {
  const mask = image.lookup(PDFName.of('SMask'));
  return mask instanceof PDFRawStream && mask.dict.has(PDFName.of('Matte'));
}

export function isStencil(image: PDFDict): boolean {
  return image.lookup(PDFName.of('ImageMask'))?.toString() === 'true';
}

export function isImage(dict: PDFDict): boolean {
  return nameOf(dict, 'Subtype') === 'Image' && numberOf(dict, 'Width') !== undefined;
}
