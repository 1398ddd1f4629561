// Barcodes in a grey picture, by ZXing-C++ as WebAssembly.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes as readWithZxing } from 'zxing-wasm/reader';

/** Names as ISO/IEC 18004 and 15417 have them, and as ZXing has. */
const FORMATS = { qr_code: 'QRCode', code_128: 'Code128' } as const;
export type BarcodeFormat = keyof typeof FORMATS;

export interface Barcode {
  readonly format: BarcodeFormat;
  readonly text: string;
}

const BARCODES_MAX = 16;

let program: Promise<unknown> | undefined;

/** From the package: without it, the library would fetch the program from elsewhere. */
async function loadProgram(): Promise<unknown> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/** @param picture a byte for each pixel, 0 is black. @returns those that could be read, of the formats, in no certain order */
export async function readBarcodes(
  { width, height, pixels }: { readonly width: number; readonly height: number; readonly pixels: Uint8Array },
  formats: readonly BarcodeFormat[],
): Promise<readonly Barcode[]> {
  await (program ??= loadProgram());
  const rgba = new Uint32Array(width * height);
  for (let at = 0; at < rgba.length; at++) rgba[at] = 0xff000000 | ((pixels[at] ?? 255) * 0x010101);
  const data = new Uint8ClampedArray(rgba.buffer);
  const picture = { data, width, height, colorSpace: 'srgb' } as Parameters<typeof readWithZxing>[0];
  const found = await readWithZxing(picture, { formats: formats.map((format) => FORMATS[format]), maxNumberOfSymbols: BARCODES_MAX });
  return found.flatMap(({ isValid, format, text }) => {
    const known = formats.find((one) => FORMATS[one] === format);
    return isValid && known ? [{ format: known, text }] : [];
  });
}
