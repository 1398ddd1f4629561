// Decodes an image with the renderer, for codecs that are not decoded here (JBIG2, CCITT, JPEG 2000, CMYK JPEG): alone on a page of its own,
// one pixel per unit. Colours are those of the renderer; masks stay with the replaced image.

import { deflateSync } from 'node:zlib';
import { PDFBool, type PDFContext, PDFDocument, PDFName, PDFObjectCopier, PDFRawStream, type PDFDict } from 'pdf-lib';
import { PDF_BOUNDS } from '../../bounds.ts';
import { lookup, numberOf } from '../../syntax/dictionary.ts';
import { loadPdfium, openInPdfium, renderPage } from '../../pdfium/pdfium.ts';

/** Four bytes each while it is drawn. */
const PIXELS_MAX = 40_000_000;

/** The same image as plain samples: one bit for black and white, grey without colour. Undefined when it cannot be drawn. */
export async function drawImage(context: PDFContext, stream: PDFRawStream): Promise<PDFRawStream | undefined> {
  const [width, height] = [numberOf(stream.dict, 'Width') ?? 0, numberOf(stream.dict, 'Height') ?? 0];
  if (!(width > 0 && height > 0) || width * height > PIXELS_MAX || Math.max(width, height) > PDF_BOUNDS.pageSideUnitsMax) return undefined;
  const engine = await loadPdfium();
  const opened = openInPdfium(engine, await pageOf(stream, width, height));
  if (typeof opened === 'number') return undefined;
  using document = opened;
  const raster = renderPage(engine, document, 0, 72, width * height);
  if (raster?.width !== width || raster.height !== height) return undefined;
  const isStencil = lookup(stream.dict, 'ImageMask') === PDFBool.True;
  const { data, colors, bits } = packSamples(raster.pixels, width, height, isStencil);
  const dict = stream.dict.clone(context);
  for (const key of ['DecodeParms', 'Decode', 'Length', 'SMaskInData', 'Metadata', 'Alternates', 'OPI', 'Intent'])
    dict.delete(PDFName.of(key));
  dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
  dict.set(PDFName.of('BitsPerComponent'), context.obj(bits));
  if (isStencil) dict.delete(PDFName.of('ColorSpace'));
  else dict.set(PDFName.of('ColorSpace'), PDFName.of(colors === 3 ? 'DeviceRGB' : 'DeviceGray'));
  return PDFRawStream.of(dict, deflateSync(data));
}

async function pageOf(stream: PDFRawStream, width: number, height: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { context } = document;
  const copy = PDFObjectCopier.for(stream.dict.context, context).copy(stream);
  const dict: PDFDict = copy.dict;
  for (const key of ['SMask', 'Mask', 'Metadata', 'OC', 'StructParent']) dict.delete(PDFName.of(key));
  const page = document.addPage([width, height]);
  page.node.set(PDFName.of('Resources'), context.obj({ XObject: { Im: context.register(copy) } }));
  page.node.set(PDFName.of('Contents'), context.register(context.stream(`${width} 0 0 ${height} 0 0 cm /Im Do`)));
  return document.save();
}

/** From BGRx. A stencil paints where it is dark: 0 paints. */
function packSamples(
  pixels: Uint8Array,
  width: number,
  height: number,
  isStencil: boolean,
): { readonly data: Uint8Array; readonly colors: 1 | 3; readonly bits: 1 | 8 } {
  let [isGray, isBilevel] = [true, true];
  for (let at = 0; at < pixels.length && isGray; at += 4) {
    const blue = pixels[at] ?? 0;
    isGray = blue === pixels[at + 1] && blue === pixels[at + 2];
    isBilevel &&= blue === 0 || blue === 255;
  }
  if (isGray && (isBilevel || isStencil)) {
    const rowBytes = Math.ceil(width / 8);
    const data = new Uint8Array(rowBytes * height);
    for (let at = 0; at < width * height; at++) {
      const index = Math.floor(at / width) * rowBytes + ((at % width) >> 3);
      if ((pixels[at * 4] ?? 0) >= 128) data[index] = (data[index] ?? 0) | (128 >> ((at % width) & 7));
    }
    return { data, colors: 1, bits: 1 };
  }
  const colors = isGray ? 1 : 3;
  const data = new Uint8Array(width * height * colors);
  for (let at = 0; at < width * height; at++) {
    for (let color = 0; color < colors; color++) data[at * colors + color] = pixels[at * 4 + 2 - color] ?? 0;
  }
  return { data, colors, bits: 8 };
}
