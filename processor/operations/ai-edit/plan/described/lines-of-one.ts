// A stanza, a caption or an address is one thing to whoever asks, and several lines to whoever plans: each with an operation of its own.

import type { DocumentFacts, LocatedText } from '../../facts/locate.ts';
import type { PlacedOperation } from '../../facts/placed-operation.ts';

export interface LinesOfOne {
  readonly placed: PlacedOperation;
  /** The operations that do the same, on the same words of the instruction, to the lines right before and after. */
  readonly others: readonly PlacedOperation[];
  /** From the first of these lines to the last; where there is one alone, its places. */
  readonly found: readonly LocatedText[];
}

const LINES_MAX = 6;

export function linesOfOne(
  placed: PlacedOperation,
  all: readonly PlacedOperation[],
  { pageText }: Pick<DocumentFacts, 'pageText'>,
): LinesOfOne {
  const alone = { placed, others: [], found: placed.found };
  const [own] = placed.found;
  if (!own || !isLine(placed)) return alone;
  const alike = all.filter(
    (one) =>
      one !== placed && isLine(one) && one.operation.op === placed.operation.op && one.operation.because === placed.operation.because,
  );
  const others: PlacedOperation[] = [];
  let whole: LocatedText = own;
  for (let next = nextTo(whole, alike, pageText); next && others.length < LINES_MAX; next = nextTo(whole, alike, pageText)) {
    const [place] = next.found;
    if (!place) break;
    others.push(next);
    alike.splice(alike.indexOf(next), 1);
    const [start, end] = [Math.min(whole.start, place.start), Math.max(whole.end, place.end)];
    whole = { page: own.page, start, end, text: pageText(own.page).slice(start, end) };
  }
  return others.length === 0 || others.length >= LINES_MAX ? alone : { placed, others, found: [whole] };
}

/** One place, and no row, whose cells stand apart. */
const isLine = ({ operation, found }: PlacedOperation): boolean =>
  found.length === 1 && (operation.op !== 'delete_text' || operation.as !== 'row');

function nextTo({ page, start, end }: LocatedText, alike: readonly PlacedOperation[], pageText: DocumentFacts['pageText']) {
  return alike.find(({ found }) =>
    found.every((one) => {
      const [from, to] = start < one.start ? [end, one.start] : [one.end, start];
      return page === one.page && from <= to && pageText(page).slice(from, to).trim() === '';
    }),
  );
}
