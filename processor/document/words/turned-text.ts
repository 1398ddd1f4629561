// Text that reads upwards or downwards, as in narrow header cells: turned so that it can be read like any other.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { Word } from './words.ts';

/** In ems, the usual height of a baseline above the lower side of the upright box. */
const DESCENT_EM = 0.2;

/** @returns how far the text is turned, counter-clockwise, when all of it is */
export function turnOf(words: readonly Word[]): 90 | 270 | undefined {
  const angle = words[0]?.style.angle;
  if (angle !== 90 && angle !== 270) return undefined;
  return words.every(({ style }) => style.angle === angle) ? angle : undefined;
}

/** The cell as its text sees it, from 0, 0. */
export function turnedBox({ left, top, right, bottom }: ShownBox): ShownBox {
  return { left: 0, top: 0, right: bottom - top, bottom: right - left };
}

/** @param around the cell on the page */
export function turnUpright(word: Word, around: ShownBox, angle: 90 | 270): Word {
  const { left, top, right, bottom } = word.box;
  const box =
    angle === 90
      ? { left: around.bottom - bottom, right: around.bottom - top, top: left - around.left, bottom: right - around.left }
      : { left: top - around.top, right: bottom - around.top, top: around.right - right, bottom: around.right - left };
  return { ...word, box, y: box.bottom - word.style.size * DESCENT_EM, style: { ...word.style, angle: 0 } };
}
