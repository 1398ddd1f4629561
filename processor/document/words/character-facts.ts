// What is asked of a page's characters all together, counted in one go, so that nobody needs them for it later.

import { FLAG, isBlank } from '../../pdf/pdfium/page/character-columns.ts';
import type { CharacterColumns } from '../../pdf/pdfium/page/page-content.ts';

export interface CharacterFacts {
  /** With white space. */
  readonly count: number;
  /** Their fonts do not say which characters they are. */
  readonly unmapped: number;
  /** Something is written, be it invisible. */
  readonly hasText: boolean;
  /** Something written can be seen. */
  readonly hasVisibleText: boolean;
  /** Written by the document, mapped and visible. */
  readonly plain: number;
  /** Written by the document, not mapped or mapped to nothing that has a meaning. */
  readonly meaningless: number;
  /** Characters by their size in points, sizes in the order of the page. */
  readonly bySize: ReadonlyMap<number, number>;
}

export function countFacts({ count, code, style, flags, styles }: CharacterColumns): CharacterFacts {
  const byStyle = new Map<number, number>();
  let [unmapped, plain, meaningless] = [0, 0, 0];
  let [hasText, hasVisibleText] = [false, false];
  for (let at = 0; at < count; at++) {
    const [letter, index, flag] = [code[at] ?? 0, style[at] ?? 0, flags[at] ?? 0];
    byStyle.set(index, (byStyle.get(index) ?? 0) + 1);
    const isUnmapped = (flag & FLAG.unmapped) !== 0;
    if (isUnmapped) unmapped++;
    if (isBlank(letter)) continue;
    const isInvisible = styles[index]?.invisible ?? false;
    if (!isInvisible) hasVisibleText = true;
    if ((flag & FLAG.generated) !== 0) continue;
    hasText = true;
    if (isUnmapped || letter === 0xfffd || (letter >= 0xe000 && letter <= 0xf8ff)) meaningless++;
    else if (!isInvisible) plain++;
  }
  const bySize = new Map<number, number>();
  for (const [index, letters] of byStyle) {
    const size = styles[index]?.size ?? 0;
    bySize.set(size, (bySize.get(size) ?? 0) + letters);
  }
  return { count, unmapped, hasText, hasVisibleText, plain, meaningless, bySize };
}
