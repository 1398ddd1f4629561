// Raised figures and signs, as for notes: they stand on a line of their own, but belong to the words that they follow, and go with them.

import { type PlacedGlyph, SAME_ANGLE } from '../page-text.ts';

/** So many letters, of at most this share of the size of the text. */
const [LETTERS_MAX, SIZE_SHARE] = [5, 0.8];
/** Ems of the text: how high they stand, and how near to the word before, also behind a space. */
const RISE = { least: 0.2, most: 0.75 } as const;
const NEAR_EMS = 0.3;
/** Share of their width by which letters may reach into them. */
const OVERLAP_SHARE = 0.25;

interface PlacedLine {
  readonly glyphs: readonly PlacedGlyph[];
  readonly start: number;
  readonly end: number;
  readonly baseline: number;
  readonly angle: number;
  readonly size: number;
  readonly isLeader: boolean;
}

/** @returns for each line the marks on it, and those marks */
export function raisedMarks<L extends PlacedLine>(lines: readonly L[]): ReadonlyMap<L, readonly L[]> {
  const found = new Map<L, L[]>();
  const order = new Map(lines.map((line, index) => [line, index]));
  const fromTop = lines.toSorted((one, two) => two.baseline - one.baseline);
  const largest = lines.reduce((most, { size }) => Math.max(most, size), 0);
  let first = 0;
  for (const mark of fromTop) {
    while (fromTop[first]!.baseline > mark.baseline) first++;
    if (mark.isLeader || visibleOf(mark).length > LETTERS_MAX) continue;
    let on: L | undefined;
    for (let at = first; at < fromTop.length; at++) {
      const line = fromTop[at]!;
      if (mark.baseline - line.baseline > largest * RISE.most) break;
      if (line !== mark && (!on || order.get(line)! < order.get(on)!) && isRaisedOn(mark, line)) on = line;
    }
    if (on) found.set(on, [...(found.get(on) ?? []), mark]);
  }
  return found;
}

function visibleOf({ glyphs }: PlacedLine): PlacedGlyph[] {
  return glyphs.filter(({ shown }) => shown.glyph.unicode.trim() !== '');
}

function isRaisedOn(mark: PlacedLine, line: PlacedLine): boolean {
  const { size } = line;
  const rise = (mark.baseline - line.baseline) / size;
  if (rise < RISE.least || rise > RISE.most || mark.size > size * SIZE_SHARE || line.isLeader) return false;
  if (mark.start < line.start || mark.start > line.end + size * NEAR_EMS || Math.abs(mark.angle - line.angle) > SAME_ANGLE) return false;
  if (mark.glyphs[0]?.event.source !== line.glyphs[0]?.event.source) return false;
  const slack = (mark.end - mark.start) * OVERLAP_SHARE;
  const others = visibleOf(line);
  const isFree = others.every(({ start, end }) => end < mark.start + slack || start > mark.end - slack);
  return isFree && others.some(({ end }) => Math.abs(end - mark.start) < size * NEAR_EMS);
}
