// The words of a document that was laid out, at their places on the pages of its source.

import { fileSource } from '../../../pdf/byte-source.ts';
import { withoutClipped } from '../../../pdf/pdfium/page/character-columns.ts';
import { engineInput } from '../../../pdf/pdfium/pdfium.ts';
import { readPagesBounded } from '../../../pdf/pdfium/pdfium-thread.ts';
import type { ShownBox } from '../../../pdf/geometry/shown-box.ts';
import { makeWords, type Word } from '../../../document/words/words.ts';

/** By page index of the source. */
export interface SourceWords {
  readonly words: ReadonlyMap<number, readonly Word[]>;
  /** By which pages are smaller than in the source (`scaleOfPage`). */
  readonly scales: ReadonlyMap<number, number>;
  /** Where tables stand. */
  readonly tables: ReadonlyMap<number, readonly ShownBox[]>;
}

const PAGE_MS_MAX = 5_000;

/**
 * Words that are seen: a row of a table cuts off what it has no room for.
 * @param pageIndexes of the source: each page of the document is the next of these. Pages that cannot be read are left out.
 */
export async function* readWords(
  path: string,
  pageIndexes: readonly number[],
  scales: SourceWords['scales'],
): AsyncGenerator<readonly [number, readonly Word[]], void, void> {
  const request = { input: engineInput(fileSource(path)), imagePixelsMax: 0, imageBytesMax: 0, imageMsMax: 0, maskedJpegBytes: [] };
  const wanted = pageIndexes.map((_, pageIndex) => ({ pageIndex, widgets: undefined }));
  let at = 0;
  for await (const page of readPagesBounded(request, wanted, PAGE_MS_MAX)) {
    const pageIndex = pageIndexes[at++] ?? 0;
    if (!page) continue;
    const scale = scales.get(pageIndex) ?? 1;
    const words = makeWords(withoutClipped(page.characters), page.rules);
    yield [pageIndex, scale === 1 ? words : words.map((word) => asInSource(word, scale))];
  }
}

/** Where a word of a smaller page is on that of the source. */
function asInSource(word: Word, scale: number): Word {
  const { box, style } = word;
  const [left, top, right, bottom] = [box.left / scale, box.top / scale, box.right / scale, box.bottom / scale];
  return { ...word, y: word.y / scale, box: { left, top, right, bottom }, style: { ...style, size: style.size / scale } };
}
