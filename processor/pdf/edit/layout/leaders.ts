// What leads from a line to the next column: dots, which become fewer or more when the line ends elsewhere, and drawn lines, which begin elsewhere.

import type { Box } from '../../geometry/box.ts';
import { advanceOf, codeBytes, type TextPiece } from '../encode-text.ts';
import type { PageText, PlacedGlyph } from '../page-text.ts';
import { type Insertion, textScale } from '../rewrite-text.ts';
import { isVisible } from './lines.ts';

/** Ems between a line and its leaders. */
export const LEADER_GAP_EMS = 0.25;
/** So many leaders remain. */
export const LEADERS_KEPT = 4;
/** Leaders that began further from their line (their own distances) do not go up to it. */
const NEAR_PITCHES = 2.5;

/** More leaders of the same kind before the first, up to where the line ends now. @param leaders from the line on, without text drawn twice */
export function longerLeaders(leaders: readonly PlacedGlyph[], was: number, is: number): Insertion | undefined {
  const [first, second] = leaders.filter(isVisible);
  if (!first || !second) return undefined;
  const pitch = second.start - first.start;
  const gap = first.size * LEADER_GAP_EMS;
  const more = Math.floor((first.start - is - gap) / pitch);
  if (!(pitch > 0) || more < 1 || first.start - was > pitch * NEAR_PITCHES + gap) return undefined;
  return { at: first, isBefore: true, pieces: repeated(first, pitch, more), before: '', after: '', shift: -pitch * more };
}

/** So many leaders of one kind. */
function repeated({ event, shown }: PlacedGlyph, pitch: number, count: number): TextPiece[] {
  const { fontSize } = event.state;
  const advance = advanceOf(shown.glyph, fontSize, event.state);
  const one: TextPiece[] = [
    { fontName: undefined, fontSize, bytes: codeBytes(shown.glyph), advance },
    { fontName: undefined, fontSize, bytes: undefined, advance: pitch / textScale(event) - advance },
  ];
  return Array.from({ length: count }, () => one).flat();
}

export interface LeadersTo {
  readonly removed: readonly PlacedGlyph[];
  readonly longer: Insertion | undefined;
}

/** Leaders that lead to a line become fewer or more, in their distances and as far from it, when it begins elsewhere. */
export function leadersTo(leaders: readonly PlacedGlyph[], was: number, is: number): LeadersTo {
  const shown = leaders.filter(isVisible);
  const [last, second] = [shown.at(-1), shown.at(-2)];
  if (!last || !second) return { removed: [], longer: undefined };
  const pitch = last.start - second.start;
  const end = is - Math.max(was - last.end, 0);
  const removed = leaders.slice(LEADERS_KEPT).filter((glyph) => glyph.end > end + last.size * SEEN_EMS);
  const more = Math.floor((end - last.end) / pitch + SEEN_EMS);
  const isLonger = pitch > 0 && more > 0 && was - last.end < pitch * NEAR_PITCHES + last.size * LEADER_GAP_EMS;
  const pieces = isLonger ? repeated(last, pitch, more) : [];
  return { removed, longer: isLonger ? { at: last, isBefore: false, pieces, before: '', after: '', shift: pitch } : undefined };
}

/** Ems, and shares of a distance: less is not seen. */
const SEEN_EMS = 0.02;

/** Ems: a drawn line begins so soon after the words, remains so long, is so thin, and lies between these above the baseline. */
const DRAWN = { gap: 1, least: 4, thick: 0.16, low: -0.35, high: 0.35 } as const;

/** The drawn line that leads from the end of a line of text to what stands in the next column, or to the margin. */
export function drawnLeader(
  { rules }: Pick<PageText, 'rules'>,
  { size, baseline }: Pick<PlacedGlyph, 'size' | 'baseline'>,
  end: number,
): Box | undefined {
  return rules.find(
    ([left, bottom, right, top]) =>
      left > end &&
      left < end + size * DRAWN.gap &&
      right - left > size * DRAWN.least * 2 &&
      top - bottom < size * DRAWN.thick &&
      bottom > baseline + size * DRAWN.low &&
      top < baseline + size * DRAWN.high,
  );
}

/** How far words may reach into a drawn leader. */
export function drawnLeaderEnd([, , right]: Box, size: number): number {
  return right - size * DRAWN.least;
}
