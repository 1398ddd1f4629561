// Room in the cells of pages that keep their places. A row has its exact height there: what a longer font makes go on to another line is not seen.

import { boxAround, type Sides } from '../../pdf/geometry/shown-box.ts';
import type { Alignment, Block, Paragraph } from '../model.ts';
import type { DraftBlock, DraftText } from '../drafts.ts';

/** How much longer a line may be: points, ems of its size, share of its width. The largest counts. */
const ROOM = { points: 3, em: 0.6, share: 0.06 } as const;
/** Share of its width: a text that is longer than its cell by more is not set closer. */
const CLOSER = 0.08;
/** Points by which the ends of lines may differ that end alike. */
const FLUSH = 1;
/** Points: what is nearer to its place is in it. */
const IN_PLACE = 0.5;

interface Setting {
  readonly alignment: Alignment;
  /** Between which its lines may stand: points from the left of the page. */
  readonly sides: Sides;
}

/** A text that fills its cell to the right is set from there, where it has room at the left. @param cell without its padding */
export function settingInCell({ lines }: DraftText, alignment: Alignment, cell: Sides): Setting {
  const ink = boxAround(lines.map(({ box }) => box));
  const room = Math.max(ROOM.points, (lines[0]?.size ?? 0) * ROOM.em, (ink.right - ink.left) * ROOM.share);
  const closer = (ink.right - ink.left) * CLOSER;
  const least = Math.min(ink.left + closer, Math.max(ink.left - room, cell.left));
  const most = Math.max(ink.right - closer, Math.min(ink.right + room, cell.right));
  const free = { left: ink.left - cell.left, right: cell.right - ink.right };
  const isFlush = lines.every(({ box }) => ink.right - box.right < FLUSH);
  const own = alignment === 'left' && isFlush && free.right < room && free.left > room ? 'right' : alignment;
  const half = Math.min(ink.left - least, most - ink.right);
  const sides: Readonly<Record<Alignment, Sides>> = {
    left: { left: ink.left, right: most },
    right: { left: least, right: ink.right },
    centre: { left: ink.left - half, right: ink.right + half },
    justified: ink,
  };
  return { alignment: own, sides: sides[own] };
}

/** Texts are in their places, and reach beyond their padding rather than break. @param blocks made of the drafts, one each */
export function giveRoom(blocks: readonly Block[], drafts: readonly DraftBlock[], cell: Sides, inside: Sides): Block[] {
  return blocks.map((block, index) => {
    const draft = drafts[index];
    return block.kind === 'paragraph' && draft?.kind === 'text' && !block.list && !block.rtl && block.alignment !== 'justified'
      ? { ...block, ...placeIn(block, draft, cell, inside) }
      : block;
  });
}

function placeIn(
  { alignment: before, indentLeft, indentRight, indentFirst }: Paragraph,
  draft: DraftText,
  cell: Sides,
  inside: Sides,
): Pick<Paragraph, 'alignment' | 'indentLeft' | 'indentRight' | 'indentFirst'> {
  const { alignment, sides } = settingInCell(draft, before, cell);
  // Not beyond the cell: LibreOffice breaks such tables, wherever on the page they are.
  const [left, right] = [Math.max(sides.left, cell.left), Math.min(sides.right, cell.right)];
  const own = { left: left - inside.left, right: inside.right - right };
  const exactly = (is: number, wanted: number) => (Math.abs(is - wanted) < IN_PLACE ? is : wanted);
  switch (alignment) {
    case 'right':
      return {
        alignment,
        indentLeft: before === 'right' ? Math.min(indentLeft, own.left) : Math.min(0, own.left),
        indentRight: exactly(before === 'right' ? indentRight : 0, own.right),
        indentFirst: 0,
      };
    case 'centre': {
      const isCentred = Math.abs(indentLeft - own.left - (indentRight - own.right)) < 2 * IN_PLACE;
      const isRoomy = indentLeft <= own.left && indentRight <= own.right;
      return isCentred && isRoomy
        ? { alignment, indentLeft, indentRight, indentFirst }
        : { alignment, indentLeft: own.left, indentRight: own.right, indentFirst };
    }
    case 'left':
    case 'justified':
      return {
        alignment,
        indentLeft: draft.lines.length > 1 ? indentLeft : exactly(indentLeft, own.left),
        indentRight: Math.min(indentRight, own.right),
        indentFirst,
      };
  }
}
