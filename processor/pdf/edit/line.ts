// The line that a match stands in: what follows on from it and moves with it, how far it may grow, and how it is aligned.

import { EVERYWHERE, intersect, type Box } from '../box.ts';
import { isSameLine, type PageText, type PlacedGlyph } from './page-text.ts';

export type Alignment = 'left' | 'right' | 'center';

export interface Line {
  /** Glyphs of the same content that belong to the same run of words, on either side. */
  readonly before: ReadonlySet<PlacedGlyph>;
  readonly after: ReadonlySet<PlacedGlyph>;
  /** Along the baseline, in page space: where the run starts and ends now, and where it may at most. */
  readonly start: number;
  readonly end: number;
  readonly startMin: number;
  readonly endMax: number;
  readonly alignment: Alignment;
}

/** Words further apart than this (in ems) are another column, and stay where they are. */
const GAP_EMS_MAX = 1;

export function describeLine(page: PageText, match: readonly PlacedGlyph[], pageBox: Box | undefined): Line {
  const first = match[0] as PlacedGlyph;
  const last = match.at(-1) as PlacedGlyph;
  const inMatch = new Set(match);
  const visible = (glyph: PlacedGlyph) => glyph.shown.glyph.unicode.trim() !== '';
  const others = page.glyphs.filter((glyph) => !inMatch.has(glyph) && isSameLine(first, glyph));
  const [after, afterEnd, obstacle] = follow(
    others.filter((glyph) => glyph.start >= last.end - last.size * 0.2),
    last,
    1,
    first.event.source,
    visible,
  );
  const [before, beforeStart, barrier] = follow(
    others.filter((glyph) => glyph.end <= first.start + first.size * 0.2),
    first,
    -1,
    first.event.source,
    visible,
  );
  const along = pageBox && Math.abs(first.angle) < 0.01 ? intersect(pageBox, first.event.state.clip) : EVERYWHERE;
  // Text keeps to the margins that the page's other lines keep, or to one as wide as the margin on the other side.
  const same = page.glyphs.filter((glyph) => Math.abs(glyph.angle - first.angle) < 0.02 && visible(glyph));
  const leftmost = same.reduce((least, glyph) => Math.min(least, glyph.start), beforeStart);
  const mirrored = Number.isFinite(along[0]) ? along[2] - Math.max(0, leftmost - along[0]) : afterEnd;
  const margin = same.reduce((most, glyph) => Math.max(most, glyph.end), Math.max(afterEnd, mirrored));
  return {
    before,
    after,
    start: beforeStart,
    end: afterEnd,
    startMin: Math.max(along[0], barrier === undefined ? -Infinity : barrier + first.size * 0.1),
    endMax: Math.max(
      afterEnd,
      Math.min(along[2] - first.size * 0.1, obstacle === undefined ? Infinity : obstacle - first.size * 0.1, margin),
    ),
    alignment: alignmentOf(page, first, beforeStart, afterEnd),
  };
}

/** Walks away from the match as long as gaps are those between words. */
function follow(
  glyphs: readonly PlacedGlyph[],
  from: PlacedGlyph,
  direction: 1 | -1,
  source: PlacedGlyph['event']['source'],
  visible: (glyph: PlacedGlyph) => boolean,
): readonly [ReadonlySet<PlacedGlyph>, number, number | undefined] {
  const edge = (glyph: PlacedGlyph) => (direction === 1 ? glyph.start : glyph.end);
  const far = (glyph: PlacedGlyph) => (direction === 1 ? glyph.end : glyph.start);
  const run = new Set<PlacedGlyph>();
  let [reached, shown] = [far(from), far(from)];
  for (const glyph of glyphs.toSorted((one, two) => direction * (edge(one) - edge(two)))) {
    const gap = direction * (edge(glyph) - reached);
    if (gap > from.size * GAP_EMS_MAX || glyph.event.source !== source || glyph.event.font?.isVertical)
      return [run, shown, visible(glyph) ? edge(glyph) : undefined];
    run.add(glyph);
    reached = direction === 1 ? Math.max(reached, far(glyph)) : Math.min(reached, far(glyph));
    if (visible(glyph)) shown = reached;
  }
  return [run, shown, undefined];
}

/** What most lines near it share with it: their left side, their right side or their middle. */
function alignmentOf(page: PageText, first: PlacedGlyph, start: number, end: number): Alignment {
  let [left, right, center] = [0, 0, 0];
  for (const run of runsOf(page)) {
    if (Math.abs(run.angle - first.angle) > 0.02 || Math.abs(run.baseline - first.baseline) < first.size * 0.4) continue;
    if (Math.abs(run.baseline - first.baseline) > first.size * 12) continue;
    const tolerance = first.size * 0.1;
    if (Math.abs(run.start - start) < tolerance) left++;
    if (Math.abs(run.end - end) < tolerance) right++;
    if (Math.abs(run.start + run.end - start - end) / 2 < tolerance) center++;
  }
  // Justified lines share both sides, and new text keeps to the left one.
  if (left > 0 && right < left * 3 && center < left * 3) return 'left';
  if (right === 0 && center === 0) return 'left';
  return right >= center ? 'right' : 'center';
}

interface RunOfWords {
  start: number;
  end: number;
  readonly baseline: number;
  readonly angle: number;
}

const runs = new WeakMap<PageText, readonly RunOfWords[]>();

function runsOf(page: PageText): readonly RunOfWords[] {
  const known = runs.get(page);
  if (known) return known;
  const found: RunOfWords[] = [];
  let last: PlacedGlyph | undefined;
  for (const glyph of page.glyphs) {
    if (glyph.shown.glyph.unicode.trim() === '') continue;
    const run = found.at(-1);
    const gap = last ? glyph.start - last.end : 0;
    if (run && last && isSameLine(last, glyph) && gap > -glyph.size && gap < glyph.size * GAP_EMS_MAX)
      run.end = Math.max(run.end, glyph.end);
    else found.push({ start: glyph.start, end: glyph.end, baseline: glyph.baseline, angle: glyph.angle });
    last = glyph;
  }
  runs.set(page, found);
  return found;
}
