// Items and paragraphs that begin with a label in a face of its own ("Biogas: …" with a bold first word): a new one beside them has its label so, too.

import { isVisible, type TextLine } from './layout/lines.ts';
import type { PlacedGlyph } from './page-text.ts';

export interface UnitLabel {
  /** Of the neighbour. */
  readonly glyphs: readonly PlacedGlyph[];
  /** What ends it, and whether that has the face of the label. */
  readonly end: string;
  readonly hasEnd: boolean;
}

/** Letters of a label, at most. */
const LABEL_MAX = 60;
const ENDS = /[:.–—-]/u;

/** @param mark of the item, which is no part of its text */
export function labelOf(line: TextLine | undefined, mark: readonly PlacedGlyph[] = []): UnitLabel | undefined {
  const shown = (line?.glyphs ?? [])
    .filter((glyph) => isVisible(glyph) && !mark.includes(glyph))
    .toSorted((one, two) => one.start - two.start);
  const [first] = shown;
  const count = shown.findIndex(({ event }) => event.font !== first?.event.font);
  const rest = shown.slice(count);
  if (count < 2 || count > LABEL_MAX || rest.some(({ event }) => event.font === first?.event.font)) return undefined;
  const [last, next] = [shown[count - 1], shown[count]].map((glyph) => glyph?.shown.glyph.unicode ?? '');
  if (ENDS.test(last ?? '')) return { glyphs: shown.slice(0, count), end: last ?? '', hasEnd: true };
  return ENDS.test(next ?? '') && rest.length > 1 ? { glyphs: shown.slice(0, count), end: next ?? '', hasEnd: false } : undefined;
}

/** A new text in its label and the rest; undefined where it has none. */
export function dividedByLabel(value: string, { end, hasEnd }: UnitLabel): { readonly label: string; readonly rest: string } | undefined {
  const at = value.search(new RegExp(`${RegExp.escape(end)}\\s\\S`, 'u'));
  if (at < 1 || at > LABEL_MAX) return undefined;
  const length = at + (hasEnd ? end.length : 0);
  return { label: value.slice(0, length).trimEnd(), rest: value.slice(length) };
}
