// Pages → plain text that keeps places: words are in the character column of their place on the page. Pages end with a form feed.

import type { PageWords } from '../../../document/structure/page-words.ts';
import { makeSegments, type Segment } from '../../../document/words/segments.ts';
import { rowsOfSegments, textOfWords } from '../../../document/words/lines.ts';
import { ResultFile } from '../../../archive/result-file.ts';
import type { WriteOptions } from './writer.ts';

/** In ems: line spacing that leaves room for another line. */
const BLANK_LINE_EM = 1.9;
/** Points: narrower characters do not count. */
const CHARACTER_WIDTH_MIN = 0.5;

const LINE_CHARACTERS_MAX = 400;

/** @throws JobFailure output_limit */
export function writeLayoutTxt(pages: Iterable<PageWords>, { path, bytesMax }: WriteOptions): void {
  using file = new ResultFile(path, bytesMax);
  let end = '';
  for (const page of pages) {
    file.write(`${end}${pageText(page)}\n`);
    end = '\f';
  }
}

function pageText(page: PageWords): string {
  const segments = makeSegments(page.words);
  const width = characterWidth(segments);
  const left = Math.min(...segments.map(({ box }) => box.left), page.width);
  const lines: string[] = [];
  let lastY: number | undefined;
  for (const row of rowsOfSegments(segments)) {
    const [first] = row;
    if (!first) continue;
    if (lastY !== undefined && first.y - lastY > first.size * BLANK_LINE_EM) lines.push('');
    lastY = first.y;
    let line = '';
    for (const segment of row.toSorted((a, b) => a.box.left - b.box.left)) {
      const column = Math.min(LINE_CHARACTERS_MAX, Math.round((segment.box.left - left) / width));
      const gap = Math.max(line === '' ? 0 : 2, column - line.length);
      line += ' '.repeat(gap) + textOfWords(segment.words);
    }
    lines.push(line);
  }
  return lines.join('\n');
}

/** Points that a character takes, at the median of the segments. */
function characterWidth(segments: readonly Segment[]): number {
  const widths = segments
    .map(({ box, words }) => (box.right - box.left) / Math.max(1, textOfWords(words).length))
    .filter((width) => width > CHARACTER_WIDTH_MIN)
    .toSorted((a, b) => a - b);
  return widths[Math.floor(widths.length / 2)] ?? 5;
}
