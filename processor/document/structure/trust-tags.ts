// Whether the tags of a document can lead: they must name nearly all of the text, in a readable order, and match what the page shows.

import { isElement, type StructureElement } from '../../pdf/pages/structure-tree.ts';
import { lineOf } from '../words/lines.ts';
import type { PageWords } from './page-words.ts';
import { startsWithLabel } from './paragraphs.ts';
import type { DraftText } from '../drafts.ts';
import { makeSegments } from '../words/segments.ts';
import { joinLabels } from '../tables/stacks.ts';
import type { Word } from '../words/words.ts';

/** Of all words. */
const COVERAGE_MIN = 0.9;
/** A paragraph with more lines than this holds a whole page: its writer tagged in name only. */
const LINES_MAX = 60;

/** @param read the tagged words, and the paragraphs in the order of the tags */
export function areTagsTrusted(
  tree: StructureElement,
  pages: readonly PageWords[],
  read: { readonly used: ReadonlySet<Word>; readonly texts: readonly DraftText[] },
): boolean {
  const words = pages.reduce((sum, page) => sum + page.words.length, 0);
  if (words === 0 || read.used.size < words * COVERAGE_MIN || read.texts.some(({ lines }) => lines.length > LINES_MAX)) return false;
  return !isDisordered(read.texts) && !(isFlat(tree) && showsMore(pages));
}

/** Share of the steps between paragraphs that may lead back. */
const BACKWARD_MAX = 0.4;
const STEPS_MIN = 4;

/** The tags name the parts, but not in reading order. */
function isDisordered(texts: readonly DraftText[]): boolean {
  let [steps, back] = [0, 0];
  for (const [index, next] of texts.entries()) {
    const last = texts[index - 1];
    if (!last) continue;
    steps++;
    const overlap = Math.min(last.box.right, next.box.right) - Math.max(last.box.left, next.box.left);
    // A step up is right only into another column.
    if (next.pageIndex < last.pageIndex || (next.pageIndex === last.pageIndex && next.box.bottom < last.box.top && overlap > 0)) back++;
  }
  return steps >= STEPS_MIN && back > steps * BACKWARD_MAX;
}

/** Nothing but paragraphs. */
function isFlat(element: StructureElement): boolean {
  return (
    !/^(?:H[1-6]?|Title|L|LI|Table|TR|TD|TH|TOC)$/.test(element.type) &&
    element.children.every((child) => !isElement(child) || isFlat(child))
  );
}

/** Tables with lines or labelled lines: more than paragraphs. */
function showsMore(pages: readonly PageWords[]): boolean {
  if (pages.some(({ grids }) => grids.some(({ cells }) => cells.length > 3))) return true;
  const labelled = pages.reduce(
    (sum, { words, pageIndex }) =>
      sum + joinLabels(makeSegments(words)).filter((segment) => startsWithLabel(lineOf([segment], pageIndex))).length,
    0,
  );
  return labelled >= 2;
}
