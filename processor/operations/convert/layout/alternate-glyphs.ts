// Letters that a page draws with another glyph of their font (small capitals, old-style figures) are set in a font of their own.

import type { CharacterColumns, TextStyle } from '../../../pdf/pdfium/page/page-content.ts';
import type { KeptPage } from '../../../document/kept-page.ts';
import { readPageWords } from '../../../document/structure/page-words.ts';
import { type AlternateFont, isAlternate } from './embedded-fonts.ts';

/** Of a point: places are told apart by this. */
const STEPS = 20;

/** Where its text flows, each letter has the glyph that it has most often. */
export function hasAlternates({ words }: KeptPage): boolean {
  return words.words.some(({ style }) => isAlternate(style));
}

/** The page as it was where it draws none. @param page with its content */
export function withAlternates(page: KeptPage, fonts: readonly AlternateFont[]): KeptPage {
  const { content } = page;
  const own = fonts.filter(({ places }) => content && places.has(content.pageIndex));
  if (!content || own.length === 0 || page.scan) return page;
  let { characters } = content;
  for (const font of own) characters = restyle(characters, font, font.places.get(content.pageIndex) ?? []);
  const changed = { ...content, characters };
  return { ...page, content: changed, words: readPageWords(changed) };
}

function restyle(columns: CharacterColumns, { of, face }: AlternateFont, places: readonly number[]): CharacterColumns {
  const keys = new Set<string>();
  for (let at = 0; at + 1 < places.length; at += 2) keys.add(keyOf(places[at] ?? 0, places[at + 1] ?? 0));
  const styles: TextStyle[] = [...columns.styles];
  const style = columns.style.slice();
  const changed = new Map<number, number>();
  for (let at = 0; at < columns.count; at++) {
    const index = style[at] ?? 0;
    const known = styles[index];
    if (!known || known.fontName !== of.fontName || !keys.has(keyOf(columns.x[at] ?? 0, columns.y[at] ?? 0))) continue;
    if (!changed.has(index)) changed.set(index, styles.push({ ...known, ownFamily: face.ownFamily ?? known.family }) - 1);
    style[at] = changed.get(index) ?? index;
  }
  return { ...columns, style, styles };
}

function keyOf(x: number, y: number): string {
  return `${Math.round(x * STEPS)} ${Math.round(y * STEPS)}`;
}
