// The column of justified text around a line, where the lines above and below show its sides: their words are set apart so that they end together.

import { derive, type PageText, SAME_ANGLE } from '../page-text.ts';
import { isVisible, linesOfPage, type TextLine } from './lines.ts';
import { median, usualGap } from './sentence-space.ts';

export interface TextColumn {
  /** Along the baseline, in page space. */
  readonly start: number;
  readonly end: number;
  /** The lines that end where the column does. */
  readonly full: readonly TextLine[];
}

/** Ems by which sides of a column differ. */
const SIDE_EMS = 0.15;
/** Ems by which a line may stand out of the lines around it: marks at its end. */
const OUT_EMS = 0.35;
/** So many lines, of those that are as long as the line, end together. */
const FULL = { least: 4, share: 0.3 } as const;
/** Where nearly all lines end together, that is no chance, also where their spaces are nearly the same. */
export const ALL_SHARE = 0.75;
/** Ems up to which lines are of one column, and to the nearest of them. */
const FAR_EMS = 45;
const NEAR_EMS = 5;
/** Ems that columns are wide. */
const WIDE_EMS = 12;
/** Spaces that differ by less (as a share) from line to line are not stretched, where so many lines have them. */
const EVEN = { differ: 0.03, lines: 0.5 } as const;

/** Undefined where the lines around it are not justified. */
export function columnOfText(
  page: PageText,
  line: Pick<TextLine, 'start' | 'end' | 'baseline' | 'size' | 'angle'>,
): TextColumn | undefined {
  const around = linesOfPage(page).all.filter(
    (one) =>
      Math.abs(one.angle - line.angle) < SAME_ANGLE &&
      Math.abs(one.baseline - line.baseline) < one.size * FAR_EMS &&
      one.start < line.start + one.size * OUT_EMS &&
      one.end > line.end - one.size * OUT_EMS &&
      one.end - one.start > one.size * WIDE_EMS &&
      one.glyphs.some(isVisible),
  );
  const ends = around.map((one) => ({ one, same: around.filter(({ end }) => Math.abs(end - one.end) < one.size * SIDE_EMS) }));
  const full = ends.reduce<readonly TextLine[]>((most, { same }) => (same.length > most.length ? same : most), []);
  if (full.length < Math.max(FULL.least, around.length * FULL.share)) return undefined;
  if (!full.some((one) => Math.abs(one.baseline - line.baseline) < one.size * NEAR_EMS)) return undefined;
  const end = median(full.map((one) => one.end));
  if (around.some((one) => one.end > end + one.size * OUT_EMS)) return undefined;
  const isEven = full.length > around.length * ALL_SHARE;
  return isEven || areStretched(page, full) ? { start: Math.min(...full.map(({ start }) => start)), end, full } : undefined;
}

/** Few of them have the same distances between their words. */
export function areStretched(page: PageText, lines: readonly TextLine[]): boolean {
  const known = derive(page, gapsOfPage);
  const gaps = lines.flatMap((line) => known(line) ?? []);
  if (gaps.length < 2) return true;
  const most = Math.max(...gaps.map((gap) => gaps.filter((one) => Math.abs(one - gap) < gap * EVEN.differ).length));
  return most === 1 || most <= gaps.length * EVEN.lines;
}

/** Letters of scripts without spaces, and ems and shares by which they stand as their widths have it. */
const IDEOGRAPH = /[\u3040-\u30ff\u3400-\u9fff]/u;
const TIGHT = { ems: 0.01, share: 0.9 } as const;

/** Lines of a script without spaces, whose letters stand side by side: they end together as far as whole letters do, and are not stretched. */
export function areUnstretchedIdeographs(lines: readonly TextLine[]): boolean {
  const gaps = lines.flatMap(({ glyphs }) =>
    glyphs.slice(1).flatMap((glyph, index) => {
      const last = glyphs[index];
      const isPair = last && [last, glyph].every(({ shown }) => IDEOGRAPH.test(shown.glyph.unicode));
      return isPair ? [Math.abs(glyph.start - last.end) / glyph.size] : [];
    }),
  );
  const shown = lines.reduce((count, { glyphs }) => count + glyphs.filter(isVisible).length, 0);
  return gaps.length > shown / 2 && gaps.filter((gap) => gap < TIGHT.ems).length > gaps.length * TIGHT.share;
}

/** In ems, of each line once. */
function gapsOfPage(page: PageText): (line: TextLine) => number | undefined {
  const gaps = new Map<TextLine, number | undefined>();
  return (line) => {
    if (!gaps.has(line)) {
      const gap = usualGap(page, line);
      gaps.set(line, gap === undefined ? undefined : gap / line.size);
    }
    return gaps.get(line);
  };
}
