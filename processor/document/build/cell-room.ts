// Room in the cells of pages that keep their places. A row has its exact height there: what a longer font makes go on to another line is not seen.

import { boxAround, type Sides } from '../../pdf/geometry/shown-box.ts';
import type { Block, Paragraph } from '../model.ts';
import type { DraftBlock, DraftText } from '../drafts.ts';

/** How much longer a line may be: points, ems of its size, share of its width. The largest counts. */
const ROOM = { points: 3, em: 0.6, share: 0.06 } as const;

/** Points that its lines may be longer. */
export function roomOfCell({ lines }: DraftText, ink: Sides): number {
  return Math.max(ROOM.points, (lines[0]?.size ?? 0) * ROOM.em, (ink.right - ink.left) * ROOM.share);
}

/** Texts are in their places, and reach beyond their cell rather than break. @param blocks made of the drafts, one each @param inside the cell without its padding */
export function giveRoom(blocks: readonly Block[], drafts: readonly DraftBlock[], inside: Sides): Block[] {
  return blocks.map((block, index) => {
    const draft = drafts[index];
    return block.kind === 'paragraph' && draft?.kind === 'text' && !block.list && !block.rtl
      ? { ...block, ...indentsOf(block, draft, inside) }
      : block;
  });
}

/** Points: what is nearer to its place is in it. */
const IN_PLACE = 0.5;

type Indents = Pick<Paragraph, 'indentLeft' | 'indentRight'>;

function indentsOf({ alignment, ...set }: Paragraph, draft: DraftText, inside: Sides): Partial<Indents> {
  const ink = boxAround(draft.lines.map(({ box }) => box));
  const room = roomOfCell(draft, ink);
  // Of the ink itself, and with room for it.
  const own: Indents = { indentLeft: ink.left - inside.left, indentRight: inside.right - ink.right };
  const roomy: Indents = { indentLeft: own.indentLeft - room, indentRight: own.indentRight - room };
  const isInPlace = (side: keyof Indents) => Math.abs(set[side] - own[side]) < IN_PLACE;
  switch (alignment) {
    case 'right':
      return {
        indentLeft: Math.min(set.indentLeft, roomy.indentLeft),
        indentRight: isInPlace('indentRight') ? set.indentRight : own.indentRight,
      };
    case 'centre': {
      const isCentred = Math.abs(set.indentLeft - own.indentLeft - (set.indentRight - own.indentRight)) < 2 * IN_PLACE;
      return isCentred && set.indentLeft <= roomy.indentLeft ? {} : roomy;
    }
    // Its lines fill it.
    case 'justified':
      return {};
    case 'left':
      return {
        indentLeft: draft.lines.length > 1 || isInPlace('indentLeft') ? set.indentLeft : own.indentLeft,
        indentRight: Math.min(set.indentRight, roomy.indentRight),
      };
  }
}
