// Labels of a chart that is drawn, one after the other: short lines, many of them figures. None of them is a heading, whatever its size.

import type { DraftBlock, DraftText } from '../drafts.ts';
import { textOfLine } from '../words/lines.ts';

const CHARS_MAX = 34;
const RUN_MIN = 8;
/** Share without a word of two letters. */
const FIGURES_SHARE = 0.4;
/** Times the usual size of the run: larger text is a title between charts. */
const LARGER = 1.4;

/** @param blocks of a page, in reading order */
export function markLabels(blocks: readonly DraftBlock[]): readonly DraftBlock[] {
  const marked = [...blocks];
  let run: { readonly at: number; readonly block: DraftText }[] = [];
  const end = () => {
    const labels = labelsOf(run.flatMap(({ block }) => block));
    for (const { at, block } of run) if (labels.has(block)) marked[at] = { ...block, isLabel: true };
    run = [];
  };
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'image') continue;
    if (block.kind === 'text' && isShort(block)) run.push({ at, block });
    else end();
  }
  end();
  return marked;
}

function isShort({ lines }: DraftText): boolean {
  return lines.length <= 2 && lines.every((line) => textOfLine(line).length <= CHARS_MAX || line.segments.length > 1);
}

function labelsOf(run: readonly DraftText[]): ReadonlySet<DraftText> {
  if (run.length < RUN_MIN) return NONE;
  const sizes = run.map(({ lines }) => lines[0]?.size ?? 0).toSorted((one, two) => one - two);
  const usual = sizes[sizes.length >> 1] ?? 0;
  const alike = run.filter(({ lines }) => (lines[0]?.size ?? 0) <= usual * LARGER);
  const figures = alike.filter(({ lines }) => !lines.some((line) => /\p{L}{2}/u.test(textOfLine(line))));
  return alike.length >= RUN_MIN && figures.length >= alike.length * FIGURES_SHARE ? new Set(alike) : NONE;
}

const NONE: ReadonlySet<DraftText> = new Set();
