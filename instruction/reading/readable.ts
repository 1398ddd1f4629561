// Whether an instruction can mean something for some document: the document itself then says what. Used before there is one.

import { fold } from './folded.ts';
import { ANY_VERB, word } from './lexicon.ts';
import { mendVerbs, splitParts, withoutReason } from './parts.ts';
import { readPart } from './read-part.ts';

/** `fill in: name Ada, phone 123` */
const FILLED = new RegExp(
  `^${word('fill (?:in|out)|fill|enter|complete|ausfullen|fulle?|trage?|gib|remplis(?:sez)?|remplir|rellena|rellene|completa|compila|preencha|preenche|vul')}(?: (?:in|out))?:? +\\S.*\\S`,
  'u',
);

const IS_READABLE_IS_LIST = new RegExp(ANY_VERB, 'u');

export function isReadable(instruction: string): boolean {
  const folded = mendVerbs(fold(instruction));
  const parts = splitParts(folded);
  return (
    parts.length > 0 &&
    parts.every((part) =>
      [part, withoutReason(folded, part)].some((tried) => {
        if (!tried) return false;
        const text = folded.text.slice(tried.span.start, tried.span.end);
        // Names and values alone are what a form is filled with: with a verb they are something else.
        const isList = (!IS_READABLE_IS_LIST.test(text) && /[\p{L}\p{N}] +[^\s]/u.test(text)) || FILLED.test(text);
        return readPart(folded, tried.span).some((readings) => readings.some(({ kind }) => kind !== 'fill_list' || isList));
      }),
    )
  );
}
