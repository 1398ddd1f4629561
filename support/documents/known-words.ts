// Pages of recognised words whose text and place are known, as recognition would hand them over, and documents to lay them under.

import { boxAround } from '../../processor/pdf/geometry/shown-box.ts';
import type { RecognisedLine, RecognisedPage, RecognisedWord } from '../../processor/recognition/recognised.ts';

import { makePdf, type PdfObject } from './make-pdf.ts';

export interface KnownPage {
  /** Lines of words, in reading order. */
  readonly lines: readonly (readonly string[])[];
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly rotation?: RecognisedPage['rotation'];
  /** Rise of the lines per pixel, downwards. */
  readonly slope?: number;
  readonly lineHeightPx?: number;
  /** Between characters of scripts without spaces. */
  readonly wideGapPx?: number;
}

const MARGIN_PX = 150;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Letters of uneven width, so that no word is as wide as its number of letters says. */
function widthOf(word: string, height: number): number {
  let ems = 0;
  for (const letter of word) ems += WIDE.test(letter) ? 1 : 0.3 + ((letter.codePointAt(0) ?? 0) % 5) / 10;
  return Math.round(ems * height);
}

export function makeKnownPage(known: KnownPage): RecognisedPage {
  const { widthPx = 2480, heightPx = 3508, rotation = 0, slope = 0, lineHeightPx = 42, wideGapPx = 3 } = known;
  const lines = known.lines.map((texts, index): RecognisedLine => {
    const isRightToLeft = texts.some((text) => RIGHT_TO_LEFT.test(text));
    const top = MARGIN_PX + index * Math.round(lineHeightPx * 1.6);
    let x = isRightToLeft ? widthPx - MARGIN_PX : MARGIN_PX;
    const words = texts.map((text): RecognisedWord => {
      const width = widthOf(text, lineHeightPx);
      const gap = WIDE.test(text) ? wideGapPx : Math.round(lineHeightPx * 0.35);
      const left = isRightToLeft ? x - width : x;
      x = isRightToLeft ? left - gap : left + width + gap;
      const shift = Math.round(slope * (left + width / 2 - MARGIN_PX));
      return { text, confidence: 90, box: { left, top: top + shift, right: left + width, bottom: top + shift + lineHeightPx } };
    });
    const box = boxAround(words.map((word) => word.box));
    const { left, right } = box;
    const foot = top + Math.round(lineHeightPx * 0.78);
    return {
      words,
      isRightToLeft,
      block: 1,
      paragraph: 1 + Math.floor(index / 8),
      box,
      baseline: { x0: left, y0: foot + slope * (left - MARGIN_PX), x1: right, y1: foot + slope * (right - MARGIN_PX) },
    };
  });
  return { widthPx, heightPx, rotation, lines, confidence: 90, ms: 1 };
}

export interface PictureOptions {
  /** Of each page besides what it needs: `/Rotate 90 /CropBox […]`. */
  readonly page?: string;
  readonly mediaBox?: string;
  readonly pages?: number;
  readonly catalog?: string;
  /** Instead of drawing the picture over the whole page. */
  readonly content?: string;
  readonly more?: Readonly<Record<number, PdfObject>>;
}

/** Grey noise, one byte a pixel, so that a picture's stream is its own and does not compress. */
export function greyPicture(side = 64): PdfObject {
  const samples = Uint8Array.from({ length: side * side }, (_, index) => (index * 2_654_435_761) >>> 24);
  return {
    dict: `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8`,
    data: samples,
  };
}

/** Pages that show one picture each (the same one): what a scanner makes. */
export function makePictures(options: PictureOptions = {}): Uint8Array {
  const { page = '', mediaBox = '0 0 595.2 841.92', pages = 1, catalog = '', more = {} } = options;
  const { content = 'q 595.2 0 0 841.92 0 0 cm /Im0 Do Q' } = options;
  const numbers = Array.from({ length: pages }, (_, index) => 10 + index);
  const objects: Record<number, PdfObject> = {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages} /MediaBox [${mediaBox}] /Resources 5 0 R >>`,
    3: greyPicture(),
    4: { dict: '', data: content },
    5: '<< /XObject << /Im0 3 0 R >> >>',
    ...more,
  };
  for (const number of numbers) objects[number] ??= `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${page} >>`;
  return makePdf({ objects });
}
