// Texts that read upwards or downwards on a page that keeps its places: their lines as if they were upright, and where they stand.

import { boxAround, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { DraftBlock, DraftCell, DraftTable, DraftText, TurnedText } from '../drafts.ts';
import type { PagePlace } from '../model.ts';
import { lineOf } from '../words/lines.ts';
import { textsOf } from './spacing.ts';
import { makeSegments } from '../words/segments.ts';
import { turnedBox, turnOf, turnUpright } from '../words/turned-text.ts';

/** The texts of a draft, those that are turned with their lines upright. */
export function uprightTexts(draft: DraftText): DraftText[] {
  const segments = draft.lines.flatMap((line) => line.segments);
  const turned = draft.turned ? [] : segments.filter(({ words }) => turnOf(words) !== undefined);
  if (turned.length === 0) return [draft];
  if (turned.length === segments.length) return [uprightOf(draft)];
  // What stands beside each other in one line is turned by itself.
  const lines = draft.lines.flatMap((line) => {
    const upright = line.segments.filter((segment) => !turned.includes(segment));
    return upright.length === 0 ? [] : [lineOf(upright, draft.pageIndex)];
  });
  const { source = draft, ...own } = draft;
  const box = boxAround(lines.map((line) => line.box));
  const others = turned.map((segment) => ({ ...own, lines: [lineOf([segment], draft.pageIndex)], box: segment.box }));
  return [...(lines.length === 0 ? [] : [{ ...draft, source, lines, box }]), ...others.map(uprightOf)];
}

/** A text whose words are all turned has its lines upright, within the box that it fills. */
function uprightOf(draft: DraftText): DraftText {
  const words = draft.lines.flatMap((line) => line.words);
  const angle = draft.turned ? undefined : turnOf(words);
  if (!angle) return draft;
  const around = draft.box;
  const segments = makeSegments(words.map((word) => turnUpright(word, around, angle))).toSorted((one, two) => one.y - two.y);
  const lines = segments.map((segment) => lineOf([segment], draft.pageIndex));
  const { left, right } = turnedBox(around);
  return { ...draft, lines, left, right, turned: { angle, around } };
}

/** The blocks of a cell outside of its table. */
export function blocksOfCell(cell: DraftCell, { xs, ys = [] }: DraftTable): DraftBlock[] {
  const { turned: angle, row, column, rowSpan, columnSpan, blocks } = cell;
  if (!angle) return [...blocks];
  const around: ShownBox = {
    left: xs[column] ?? 0,
    right: xs[column + columnSpan] ?? 0,
    top: ys[row] ?? 0,
    bottom: ys[row + rowSpan] ?? 0,
  };
  const turned: TurnedText = { angle, around };
  const turn = (text: DraftText): DraftText => ({ ...text, turned, box: around });
  // A table that is turned has no place on the page as a table: its texts have.
  return blocks.flatMap((block): DraftBlock[] =>
    block.kind === 'text' ? [turn(block)] : block.kind === 'table' ? textsOf([block]).map(turn) : [block],
  );
}

/** @param place in the text's own directions */
export function turnPlace({ left, top, width, height }: PagePlace, { angle, around }: TurnedText): PagePlace {
  const size = { width: height, height: width };
  return angle === 90
    ? { left: around.left + top, top: around.bottom - left - width, ...size }
    : { left: around.right - top - height, top: around.top + left, ...size };
}
