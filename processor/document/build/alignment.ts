// Alignment and indents of a paragraph from where its lines start and end in their column.

import type { Alignment } from '../model.ts';
import { isCentred } from '../structure/paragraphs.ts';
import { wordsBeforeText } from './hanging.ts';
import type { DraftBlock, DraftText } from '../drafts.ts';
import { fromStart } from '../words/from-start.ts';
import { readLabel } from '../words/labels.ts';
import type { Line } from '../words/lines.ts';
import { isWide } from '../words/words.ts';
import { median } from './measures.ts';

/** By how much (points, or ems) the ends of aligned lines may differ; Arabic letters stick out more. */
const SLACK = { points: 1.5, em: 0.12, emRtl: 0.3 } as const;
/** Share of the column: a single line that starts further in is right-aligned. */
const SET_RIGHT_SHARE = 0.3;
/** Share of the column: justified lines fall short of it by less. */
const JUSTIFIED_SHORT_SHARE = 0.25;

/** Share of justified lines that may end elsewhere, and by how many times the slack. */
const OFF_EDGE_SHARE = 0.2;
const OFF_EDGE_SLACKS = 4;
/** Ems that a mark at the end of a line may stand out. */
const MARGIN_EM = 0.3;
const ENDS_IN_MARK = /[-\u2010\u2013.,:;!?'"\u2018\u2019\u201c\u201d]$/u;

export interface Setting {
  readonly alignment: Alignment;
  readonly indentLeft: number;
  readonly indentRight: number;
  readonly indentFirst: number;
}

const INDENT_MIN = 3;
/** Points: a line that leaves less of a cell free fills it. */
const FREE_MAX = 4;

/** A line that fills its cell is set as the others there: by itself it does not show how. */
export function alignmentInCell(text: DraftText, blocks: readonly DraftBlock[]): Alignment {
  const own = settingOf(text).alignment;
  if (own !== 'left' || text.lines.length > 1 || text.right - text.left - (text.box.right - text.box.left) > FREE_MAX) return own;
  const others = blocks.filter((block): block is DraftText => block.kind === 'text' && block !== text);
  const areCentred = others.length > 0 && others.every((other) => settingOf(other).alignment === 'centre');
  return areCentred ? 'centre' : own;
}

export function settingOf(block: DraftText): Setting {
  const { lines, left, right } = block;
  const rtl = lines.filter((line) => line.rtl).length * 2 > lines.length;
  const slack = Math.max(SLACK.points, (lines[0]?.size ?? 10) * (rtl ? SLACK.emRtl : SLACK.em));
  const starts = lines.map(({ box }) => (rtl ? right - box.right : box.left - left));
  const ends = lines.map(({ box }) => (rtl ? box.left - left : right - box.right));
  const alignment = alignmentOf(block, starts, ends, slack);
  if (alignment === 'centre' || alignment === 'right') return { alignment, indentLeft: 0, indentRight: 0, indentFirst: 0 };
  const [first = 0, ...rest] = starts;
  const body = rest.length > 0 ? Math.min(...rest) : first;
  const indentLeft = body > INDENT_MIN ? body : 0;
  const indentFirst = rest.length > 0 && Math.abs(first - body) > INDENT_MIN ? first - indentLeft : 0;
  const narrowest = Math.min(...ends);
  const indentRight = lines.length > 2 && narrowest > 18 ? narrowest : 0;
  return { alignment, indentLeft, indentRight, indentFirst };
}

function alignmentOf(block: DraftText, starts: readonly number[], ends: readonly number[], slack: number): Alignment {
  const { lines, left, right } = block;
  const column = { left, right };
  const before = wordsBeforeText(lines);
  const isSet = lines.every((line) => isCentred(line, column)) || (lines.length > 1 && isSymmetric(starts, ends, slack));
  if (isSet && !beginsWithLabel(lines, before)) return 'centre';
  const same = (values: readonly number[]) => values.every((value) => Math.abs(value - (values[0] ?? 0)) <= slack);
  const ragged = !same(before > 0 ? starts.slice(1) : starts);
  if (lines.length === 1) {
    const [start = 0] = starts;
    const [end = 0] = ends;
    return end <= slack * 2 && start > (right - left) * SET_RIGHT_SHARE ? 'right' : 'left';
  }
  if (lines.length >= 2 && same(ends) && ragged && Math.max(...starts.slice(1)) > slack * 4) return 'right';
  const inner = ends.slice(0, -1);
  const isShort = inner.some((end) => end >= (right - left) * JUSTIFIED_SHORT_SHARE);
  // Single words, also letters with their indices, are no more than equally long.
  const isSpread = lines.slice(0, -1).some(({ words }) => words.slice(1).some((word) => word.spaceBefore || isWide(word.text)));
  // The marks of optical margins stand out.
  const plain = inner.filter((_, index) => !ENDS_IN_MARK.test(lines[index]?.words.at(-1)?.text ?? ''));
  const [edge, size] = [median(plain.length > 0 ? plain : inner), lines[0]?.size ?? 10];
  const optical = inner.map((end) => (end < edge && end > edge - size * MARGIN_EM ? edge : end));
  return lines.length >= 3 && isSpread && !isShort && (same(optical) || mostAreAtEdge(optical, slack)) ? 'justified' : 'left';
}

/** An item whose second line hangs: that both have one middle is chance. */
function beginsWithLabel([first]: readonly Line[], words: number): boolean {
  const label =
    first &&
    fromStart(first)
      .words.slice(0, words)
      .map(({ text }) => text);
  return words > 0 && label !== undefined && readLabel(label.join('')) !== undefined;
}

/** A line that ends in a space, or with a mark beyond the edge, does not end with the others. */
function mostAreAtEdge(ends: readonly number[], slack: number): boolean {
  const edge = median(ends);
  const others = ends.filter((end) => Math.abs(end - edge) > slack);
  return others.length <= ends.length * OFF_EDGE_SHARE && others.every((end) => Math.abs(end - edge) < slack * OFF_EDGE_SLACKS);
}

function isSymmetric(starts: readonly number[], ends: readonly number[], slack: number): boolean {
  const centres = starts.map((start, index) => start - (ends[index] ?? 0));
  const [first = 0] = centres;
  return (
    centres.every((centre) => Math.abs(centre - first) <= slack * 2) &&
    starts.some((start) => Math.abs(start - (starts[0] ?? 0)) > slack * 4) &&
    Math.abs(first) < slack * 6
  );
}
