// What both builds of Tesseract are asked and answer: a page as PNM with its resolution and languages, hOCR or orientation as text.

export interface TesseractPage {
  readonly languages: readonly string[];
  readonly dpi: number;
}

/** `broken`: it crashed, ran out of memory, or refused the page. */
export type TesseractAnswer =
  | { readonly status: 'read'; readonly text: string }
  | { readonly status: 'timeout' }
  | { readonly status: 'broken'; readonly cause: unknown };

/** Language codes go into a command line and into paths. */
export function isLanguageCode(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]{1,31}$/.test(text);
}

/**
 * An 8-bit grey raster as PNM: P4, one bit per pixel, when it holds black and white only, otherwise P5. The text read is the same, and a
 * bilevel page costs 12 % less time and 30 MB less memory (2560 × 3300, November 2026).
 */
export function encodePnm(pixels: Uint8Array, widthPx: number, heightPx: number): Uint8Array {
  const parts = pnmParts(pixels, widthPx, heightPx);
  const file = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/** The same in parts, without a copy of grey pixels. */
export function pnmParts(pixels: Uint8Array, widthPx: number, heightPx: number): Uint8Array[] {
  if (!isBilevel(pixels)) return [Buffer.from(`P5\n${widthPx} ${heightPx}\n255\n`, 'latin1'), pixels];
  const header = Buffer.from(`P4\n${widthPx} ${heightPx}\n`, 'latin1');
  const rowBytes = Math.ceil(widthPx / 8);
  const file = new Uint8Array(header.length + rowBytes * heightPx);
  file.set(header);
  for (let y = 0, at = 0, to = header.length; y < heightPx; y++) {
    const end = at + widthPx;
    let byte = 0;
    let bits = 0;
    for (; at < end; at++) {
      byte = (byte << 1) | (pixels[at] === 0 ? 1 : 0);
      if (++bits < 8) continue;
      file[to++] = byte;
      [byte, bits] = [0, 0];
    }
    if (bits > 0) file[to++] = byte << (8 - bits);
  }
  return [file];
}

function isBilevel(pixels: Uint8Array): boolean {
  // By index: an iterator takes five times as long.
  // oxlint-disable-next-line typescript/prefer-for-of
  for (let at = 0; at < pixels.length; at++) if (pixels[at] !== 0 && pixels[at] !== 255) return false;
  return true;
}
