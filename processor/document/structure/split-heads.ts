// A line whose pieces stand far apart, each above a text of its own: headings of columns, as on slides, in whatever order they are drawn. Each piece is
// a text of its own then. A line of a form or of a table has no such texts below.

import type { DraftBlock, DraftText } from '../drafts.ts';
import { lineOf } from '../words/lines.ts';
import type { Segment } from '../words/segments.ts';

/** In ems: the least distance of two pieces; the largest to the text below. */
const GAP_EM = 2;
const BELOW_EM = 4;
/** In ems: starts or middles that are as near are the same. */
const ALIKE_EM = 0.6;
/** Points by which the text below is larger or smaller, where neither weight nor colour differ. */
const OTHER_SIZE_PT = 0.8;

export function splitHeads(blocks: readonly DraftBlock[]): readonly DraftBlock[] {
  if (!blocks.some(isParted)) return blocks;
  return blocks.flatMap((block): readonly DraftBlock[] => (isParted(block) ? (splitOne(block, blocks) ?? [block]) : [block]));
}

function isParted(block: DraftBlock): block is DraftText {
  if (block.kind !== 'text' || block.lines.length !== 1 || block.inPicture) return false;
  const { segments = [], size = 0 } = block.lines[0] ?? {};
  return segments.length > 1 && segments.every(({ box }, at) => box.left - (segments[at - 1]?.box.right ?? -Infinity) > size * GAP_EM);
}

function splitOne(block: DraftText, blocks: readonly DraftBlock[]): DraftText[] | undefined {
  const [line] = block.lines;
  if (!line) return undefined;
  const below = new Set<DraftBlock>();
  for (const [at, segment] of line.segments.entries()) {
    const end = line.segments[at + 1]?.box.left ?? Infinity;
    const text = blocks.find((other) => other !== block && other.kind === 'text' && isBelow(segment, end, other));
    if (!text || below.has(text)) return undefined;
    below.add(text);
  }
  return line.segments.map((segment): DraftText => {
    const own = lineOf([segment], line.pageIndex);
    const { left, right } = segment.box;
    return { ...block, lines: [own], left, right, box: own.box, isColumnHead: true };
  });
}

function isBelow({ box, size, words }: Segment, end: number, { box: text, lines }: DraftText): boolean {
  const [first] = lines;
  if (!first || text.top < box.bottom - size / 2 || text.top > box.bottom + size * BELOW_EM || text.right > end) return false;
  const isAlike =
    Math.abs(text.left - box.left) <= size * ALIKE_EM || Math.abs(text.left + text.right - box.left - box.right) / 2 <= size * ALIKE_EM;
  const style = words[0]?.style;
  const isOther = Math.abs(first.size - size) > OTHER_SIZE_PT || style?.bold !== first.bold || style.colour !== first.colour;
  return isAlike && isOther;
}
