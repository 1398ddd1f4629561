// Reads the hOCR (version 1.2) that Tesseract writes: lines with their words, boxes, confidences and baselines, in reading order. It accepts
// what Tesseract's renderer is known to write, and is not a general reader of hOCR.

import type { ShownBox } from '../pdf/geometry/shown-box.ts';
import { joinHangul } from './join-hangul.ts';
import type { Baseline, RecognisedLine, RecognisedWord } from './recognised.ts';

const TAG = /<(div|p|span) class='(ocr\w*)'([^>]*)>|<\/(?:div|p)>/g;
const BOX = /bbox (-?\d+) (-?\d+) (-?\d+) (-?\d+)/;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const LETTERS = { rightToLeft: /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu, any: /\p{L}/gu };

/** Lines without a word are left out; so are words without a visible character, which mark pictures. */
export function readHocr(hocr: string): RecognisedLine[] {
  const lines: { -readonly [K in keyof RecognisedLine]: RecognisedLine[K] }[] = [];
  let words: RecognisedWord[] = [];
  let [block, paragraph, isParagraphRightToLeft] = [-1, -1, false];
  const closeLine = (): void => {
    const line = lines.at(-1);
    if (!line || line.words !== words) return;
    if (words.length === 0) lines.pop();
    else {
      line.words = joinHangul(words);
      line.isRightToLeft = isRightToLeft(words, isParagraphRightToLeft);
      line.baseline = tallBaseline(words, line.box) ?? line.baseline;
    }
  };
  for (const tag of hocr.matchAll(TAG)) {
    const [whole, , kind, attributes = ''] = tag;
    if (kind === 'ocrx_word') {
      const text = textAt(hocr, tag.index + whole.length);
      const box = boxOf(attributes);
      if (text !== '' && box) words.push({ text, box, confidence: Number(/x_wconf (-?\d+)/.exec(attributes)?.[1] ?? 0) });
      continue;
    }
    closeLine();
    if (kind === 'ocr_carea') block++;
    else if (kind === 'ocr_par') {
      paragraph++;
      isParagraphRightToLeft = attributes.includes("dir='rtl'");
    } else if (tag[1] === 'span') {
      // ocr_line, and what Tesseract classifies as header, caption or floating text.
      const box = boxOf(attributes);
      words = [];
      if (box) lines.push({ words, box, baseline: baselineOf(attributes, box), isRightToLeft: false, block, paragraph });
    }
  }
  closeLine();
  return lines;
}

/** The page's mean; undefined without words. */
export function meanConfidence(lines: readonly RecognisedLine[]): number | undefined {
  const all = lines.flatMap((line) => line.words.map((word) => word.confidence));
  return all.length === 0 ? undefined : all.reduce((sum, one) => sum + one, 0) / all.length;
}

function textAt(hocr: string, start: number): string {
  return hocr
    .slice(start, hocr.indexOf('</span>', start))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim();
}

function boxOf(attributes: string): ShownBox | undefined {
  const [, left, top, right, bottom] = BOX.exec(attributes) ?? [];
  if (left === undefined) return undefined;
  return { left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) };
}

/**
 * `baseline` gives slope and offset from the lower left corner of the box; `textangle` instead of it, counter-clockwise, means that the line
 * does not run from left to right (hOCR 1.2, properties).
 */
function baselineOf(attributes: string, { left, top, right, bottom }: ShownBox): Baseline {
  const angle = /textangle (-?\d+)/.exec(attributes)?.[1];
  if (angle === '90') return { x0: right, y0: bottom, x1: right, y1: top };
  if (angle === '180') return { x0: right, y0: top, x1: left, y1: top };
  if (angle === '270') return { x0: left, y0: top, x1: left, y1: bottom };
  const [, slope = '0', offset = '0'] = /baseline (\S+) ([^\s;"']+)/.exec(attributes) ?? [];
  const start = bottom + Number(offset);
  return { x0: left, y0: start, x1: right, y1: start + Number(slope) * (right - left) };
}

/** A line of words one below the other runs down, in the other order up: Tesseract does not mark every such line. */
function tallBaseline(words: readonly RecognisedWord[], { left, top, right, bottom }: ShownBox): Baseline | undefined {
  const [first, last] = [words[0]?.box, words.at(-1)?.box];
  if (!first || !last || first === last || bottom - top <= right - left) return undefined;
  return first.top < last.top ? { x0: left, y0: top, x1: left, y1: bottom } : { x0: right, y0: bottom, x1: right, y1: top };
}

/** By the letters; a line of digits follows its paragraph. */
function isRightToLeft(words: readonly RecognisedWord[], isParagraphRightToLeft: boolean): boolean {
  const text = words.map((word) => word.text).join('');
  const letters = text.match(LETTERS.any)?.length ?? 0;
  return letters === 0 ? isParagraphRightToLeft : (text.match(LETTERS.rightToLeft)?.length ?? 0) * 2 > letters;
}
