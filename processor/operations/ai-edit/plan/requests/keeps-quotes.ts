// What is said in quotation marks is meant as it is written: a part of it is not taken for it, and what shall be read in the end does not go.

import type { EditOperation } from '#contract/params/edit-plan.ts';
import { RESULT } from '#instruction/reading/clauses/results.ts';
import { type Folded, fold, quotedIn } from '#instruction/reading/folded.ts';
import { word } from '#instruction/reading/lexicon.ts';
import { plainName } from '../places/ground-document.ts';

interface Quote {
  /** As it is compared: plainName. */
  readonly text: string;
  /** `so that it reads "A"` */
  readonly isResult: boolean;
  /** `in "A"`, `from the line "A"`: it says where. */
  readonly isPlace: boolean;
}

const PLACE = new RegExp(
  `(?:^| )${word('in|from|of|within|inside|at|on|aus|im|von|vom|in der|dans|de|du|des|en|del|nel|nella|di|dal|dalla|do|da|no|na|uit|van|aan')}(?: [\\p{L}]+){0,4} ?$`,
  'u',
);
const GOES: ReadonlySet<string> = new Set(['delete_text', 'redact', 'highlight', 'underline', 'strike', 'restyle_text']);

/** @returns whether no text of the plan is a piece of a quoted one, or one that shall be there in the end */
export function keepsQuotes(instruction: string, operations: readonly EditOperation[]): boolean {
  const folded = fold(instruction);
  const { quotes, outside } = readQuotes(folded);
  const isSaid = (text: string) => outside.includes(` ${text} `) || quotes.some((quote) => !quote.isResult && quote.text === text);
  const texts = operations.flatMap((operation) => (GOES.has(operation.op) && 'match' in operation ? [operation] : []));
  const unsaid = texts.filter(({ match }) => !isSaid(plainName(match.text ?? '')));
  const isIn = (text: string, quote: Quote) => text !== '' && ` ${quote.text} `.includes(` ${text} `);
  for (const operation of unsaid) {
    const text = plainName(operation.match.text ?? '');
    const around = quotes.filter((quote) => isIn(text, quote));
    if (operation.op !== 'restyle_text' && around.some(({ isResult }) => isResult)) return false;
    if (operation.op === 'delete_text' && operation.as !== 'text') continue;
    const isPiece = around.some((quote) => !quote.isResult && !quote.isPlace && !isCovered(quote, texts));
    if (isPiece) return false;
  }
  return true;
}

/** The mark of an item may be left to its list. */
const WORDS_LEFT_MAX = 1;

/** Line by line, all of it is taken. */
function isCovered(quote: Quote, operations: readonly Extract<EditOperation, { match: unknown }>[]): boolean {
  const parts = new Set(
    operations.map(({ match }) => plainName(match.text ?? '')).filter((text) => ` ${quote.text} `.includes(` ${text} `)),
  );
  const words = [...parts].reduce((sum, text) => sum + text.split(' ').length, 0);
  return words >= quote.text.split(' ').length - WORDS_LEFT_MAX && words > 1;
}

function readQuotes(folded: Folded): { readonly quotes: readonly Quote[]; readonly outside: string } {
  const quotes: Quote[] = [];
  let outside = '';
  for (let from = 0; ;) {
    const found = quotedIn(folded, { start: from, end: folded.text.length });
    const before = folded.text.slice(from, found?.start);
    outside += ` ${before} `;
    if (!found) return { quotes, outside: ` ${plainName(outside)} ` };
    const text = plainName(folded.source.slice(found.start, found.end));
    if (text !== '')
      quotes.push({ text, isResult: RESULT.test(before), isPlace: PLACE.test(before.replaceAll(/[\uE000-\uE00F]/gu, ' ').trimEnd()) });
    from = found.end;
  }
}
