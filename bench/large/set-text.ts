// Lines of a page as a word processor writes them: justified, each placed by a matrix, glyphs of an embedded font with adjustments between.

import { seeded } from '../../support/documents/random.ts';
import { TEXTS } from '../../support/documents/make-scan.ts';
import type { EmbeddedFont } from './pdf-file.ts';

const WORDS = TEXTS.eng.text.split(' ');

/** An endless text, the same for the same seed. */
export function wordsOf(seed: number): () => string {
  const next = seeded(seed);
  return () => WORDS[Math.floor(next() * WORDS.length)] ?? '';
}

export interface Line {
  /** In the page's resources. */
  readonly name: string;
  readonly font: EmbeddedFont;
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

/** @param justified the width that the spaces are stretched to */
export function showLine(text: string, { name, font, size, x, y }: Line, justified?: number): string {
  const words = text.split(' ');
  const gap = justified === undefined || words.length < 2 ? 0 : (justified - widthOf(text, font, size)) / (words.length - 1);
  const adjusted = words
    .map((word, index) => `<${glyphsOf(index === 0 ? word : ` ${word}`, font)}>`)
    .join(` ${((-gap * 1000) / size).toFixed(1)} `);
  return `BT /${name} ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm [${adjusted}] TJ ET\n`;
}

/** Takes words until the line is full. @param pending the word that did not fit the line before */
export function fillLine(
  next: () => string,
  pending: string,
  { font, size }: Pick<Line, 'font' | 'size'>,
  width: number,
): [string, string] {
  let line = pending || next();
  for (;;) {
    const word = next();
    const longer = `${line} ${word}`;
    if (widthOf(longer, font, size) > width) return [line, word];
    line = longer;
  }
}

function widthOf(text: string, { face }: EmbeddedFont, size: number): number {
  let width = 0;
  for (const character of text) width += face.glyphs.get(character)?.width ?? 0;
  return (width * size) / 1000;
}

function glyphsOf(text: string, { face }: EmbeddedFont): string {
  return Array.from(text, (character) => (face.glyphs.get(character)?.gid ?? 0).toString(16).padStart(4, '0')).join('');
}
