// A line of a paragraph: one segment, or several on one baseline with wide gaps (tabs) between them.

import { boxAround, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { isMostlyRtl, type Segment } from './segments.ts';
import type { Word } from './words.ts';

/** Points by which equal sizes may differ through rounding and scaling of a page. */
export const SAME_SIZE_PT = 0.6;
/** A line is bold when more than this share of its letters is. */
const BOLD_SHARE = 0.85;
/** In ems: segments with nearer baselines are in one row. */
const ROW_EM = 0.45;

export interface Line {
  readonly segments: readonly Segment[];
  readonly words: readonly Word[];
  readonly box: ShownBox;
  readonly y: number;
  readonly size: number;
  readonly rtl: boolean;
  /** Of most of its letters. */
  readonly bold: boolean;
  readonly colour: number;
  /** 0-based. */
  readonly pageIndex: number;
}

export function lineOf(segments: readonly Segment[], pageIndex: number): Line {
  const [only] = segments;
  const isOne = only !== undefined && segments.length === 1;
  const words = isOne ? only.words : segments.flatMap((segment) => segment.words);
  const main = isOne ? only : segments.reduce((best, one) => (one.box.right - one.box.left > best.box.right - best.box.left ? one : best));
  let [bold, all] = [0, 0];
  for (const word of words) {
    all += word.text.length;
    if (word.style.bold) bold += word.text.length;
  }
  return {
    segments,
    words,
    box: isOne ? only.box : boxAround(segments.map(({ box }) => box)),
    y: main.y,
    size: main.size,
    rtl: isMostlyRtl(words),
    bold: bold > all * BOLD_SHARE,
    colour: words[0]?.style.colour ?? 0,
    pageIndex,
  };
}

/** Segments from top to bottom; those on one baseline are a row, in the direction of their script. */
export function rowsOfSegments(segments: readonly Segment[]): Segment[][] {
  const rows: Segment[][] = [];
  for (const segment of segments.toSorted((a, b) => a.y - b.y)) {
    const open = rows.at(-1);
    if (open?.[0] && Math.abs(open[0].y - segment.y) < Math.max(open[0].size, segment.size) * ROW_EM) open.push(segment);
    else rows.push([segment]);
  }
  return rows.map((row) => {
    if (row.length < 2) return row;
    const rtl = isMostlyRtl(row.flatMap(({ words }) => words));
    return row.toSorted((a, b) => (rtl ? b.box.right - a.box.right : a.box.left - b.box.left));
  });
}

export function textOfLine(line: Line): string {
  return line.segments.map((segment) => textOfWords(segment.words)).join('\t');
}

export function textOfWords(words: readonly Word[]): string {
  return words.map((word, index) => (word.spaceBefore && index > 0 ? ` ${word.text}` : word.text)).join('');
}
