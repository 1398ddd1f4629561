// The place of a mark: which corner of the page as it is seen, and how far from its sides.

import type { EditOf, Length } from '#contract/params/edit-plan.ts';

export function cornerOf(operation: Exclude<Mark, EditOf<'watermark_text'>>): readonly [Vertical, Horizontal, Length] {
  if (operation.op === 'header_footer') return [operation.area === 'header' ? 'top' : 'bottom', operation.align, HEADER_MARGIN];
  const [vertical, horizontal = 'center'] = operation.position.split('_') as [Vertical, Horizontal?];
  return [vertical, horizontal, operation.op === 'stamp' ? operation.margin : HEADER_MARGIN];
}

export type Vertical = 'top' | 'center' | 'bottom';

export type Horizontal = 'left' | 'center' | 'right';

export type Mark = EditOf<'watermark_text'> | EditOf<'stamp'> | EditOf<'page_numbers'> | EditOf<'header_footer'>;

const HEADER_MARGIN: Length = { value: 28, unit: 'pt' };
