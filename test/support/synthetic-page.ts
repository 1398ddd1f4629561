// Pages of characters at known places, as PDFium would report them: input of the analysis without a PDF.

import { lineOf } from '../../processor/document/words/lines.ts';
import { type PageWords, readPageWords } from '../../processor/document/structure/page-words.ts';
import { makeSegments } from '../../processor/document/words/segments.ts';
import { makeWords, type Word } from '../../processor/document/words/words.ts';
import { packCharacters } from '../../processor/pdf/pdfium/page/character-columns.ts';
import type { Character, PageContent, Rule, TextStyle } from '../../processor/pdf/pdfium/page/page-content.ts';

export const STYLE: TextStyle = {
  fontName: 'Test',
  family: 'Test',
  bold: false,
  italic: false,
  fixedPitch: true,
  serif: true,
  size: 10,
  colour: 0,
  angle: 0,
  invisible: false,
};
export const BOLD: TextStyle = { ...STYLE, bold: true };
let object = 0;

/** Six points wide for each character of ten points' size; each call is one text object. */
export function set(text: string, x: number, y: number, style: TextStyle = STYLE, mcid = -1): Character[] {
  object++;
  const width = style.size * 0.6;
  return Array.from(text, (character, index) => ({
    text: character,
    box: { left: x + index * width, right: x + (index + 1) * width, top: y - style.size * 0.8, bottom: y + style.size * 0.2 },
    x: x + index * width,
    y,
    style,
    object,
    mcid,
    generated: false,
    hyphen: false,
    unmapped: false,
  }));
}

/** Reads upwards from x, y. */
export function setUpwards(text: string, x: number, y: number): Character[] {
  const style = { ...STYLE, angle: 90 };
  return set(text, x, y, style).map((character, index) => {
    const [top, bottom] = [y - (index + 1) * 6, y - index * 6];
    return { ...character, x, y: bottom, box: { left: x - 8, right: x + 2, top, bottom } };
  });
}

export const wordsOf = (...parts: readonly Character[][]): Word[] => makeWords(packCharacters(parts.flat()));
export const linesOf = (texts: readonly (readonly [text: string, x: number, y: number])[]) =>
  texts.map(([text, x, y]) => lineOf(makeSegments(wordsOf(set(text, x, y))), 0));

export const across = (y: number, left: number, right: number): Rule => ({
  box: { left, right, top: y, bottom: y },
  horizontal: true,
  thickness: 1,
  colour: 0,
});
export const down = (x: number, top: number, bottom: number): Rule => ({
  box: { left: x, right: x, top, bottom },
  horizontal: false,
  thickness: 1,
  colour: 0,
});

export function pageOf(parts: readonly Character[][], more: Partial<PageContent> = {}): PageWords {
  return readPageWords({
    pageIndex: 0,
    width: 600,
    height: 800,
    rules: [],
    fills: [],
    images: [],
    drawings: [],
    links: [],
    ...more,
    characters: packCharacters(parts.flat()),
  });
}
