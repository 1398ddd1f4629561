// A text that is told by its two ends: `delete the sentence that begins "A" and ends "B"`, `take out everything from "A" to "B"`. Both are quoted, so
// what lies between them needs no other description.

import { choosePages } from '#contract/params/edit-pages.ts';
import { EditOperation, type PlannedEdits } from '#contract/params/edit-plan.ts';
import { type Folded, fold, quotedIn } from '#instruction/reading/folded.ts';
import { patternOf, verbsOf, word } from '#instruction/reading/lexicon.ts';
import { findPages } from '#instruction/reading/scope-words.ts';
import { findIn, type GroundDocument } from '../../places/ground-document.ts';

const FROM = new RegExp(
  `${word('from|du|de|begin(?:s|ning)?(?: with)?|start(?:s|ing)?(?: with)?|von|ab|beginnt(?: mit)?|beginnend(?: mit)?|depuis|commencant par|commence par|desde|empieza (?:por|con)|comienza (?:por|con)|dal?|inizia con|a partir de|comeca com|vanaf|van|begint met')}[ :,]*$`,
  'u',
);
const TO = new RegExp(
  `^[ ,.]*${word('(?:up |down )?to|until|till|through|(?:and )?end(?:s|ing)?(?: with| in)?|bis(?: zu)?|(?:und )?endet(?: mit| auf)?|jusqu.?a|(?:et )?se termine par|(?:et )?finit par|hasta|(?:y )?termina (?:con|en)|fino a|(?:e )?finisce con|ate|(?:e )?termina com|tot(?: en met)?|(?:en )?eindigt (?:met|op)')}[ :,]*$`,
  'u',
);
/** What may follow the second end: nothing that asks for more. */
const ENDS = new RegExp(
  `^[ .,;!]*(?:${word('please|thanks?|thank you|pls|bitte|danke|merci|gracias|grazie|obrigad[oa]|dank je')}[ .,;!]*)*$`,
  'u',
);
const CHARS_MAX = 3000;

/** @returns undefined where it says anything else, or where it is not clear where the text begins and ends */
export function planQuotedRange(instruction: string, ground: GroundDocument): PlannedEdits | undefined {
  const said = fold(instruction);
  const [one, two, more] = quotesOf(said);
  if (!one || !two || more) return undefined;
  const [before, between, after] = [said.text.slice(0, one.start), said.text.slice(one.end, two.start), said.text.slice(two.end)];
  if (
    !FROM.test(before) ||
    !TO.test(between) ||
    !ENDS.test(after.replace(/^ ?(?:on|auf|sur|en|a|su|na|op) (?:la |der )?(?:page|seite|pagina) \d+/u, ''))
  )
    return undefined;
  if (!patternOf(verbsOf('delete'), 'u').test(before)) return undefined;
  const named = findPages(said, { start: 0, end: said.text.length })?.pages ?? 'all';
  const pages = choosePages(named, ground.pageCount) ?? [];
  const [begins, ends] = [one, two].map(({ start, end }) => findIn(ground, said.source.slice(start + 1, end - 1), pages)?.places ?? []);
  const [begin] = begins ?? [];
  const end = ends?.find(({ page, start }) => page === begin?.page && start >= begin.end);
  if (!begin || !end || begins?.length !== 1 || end.end - begin.start > CHARS_MAX) return undefined;
  const text = ground.facts.pageText(begin.page).slice(begin.start, end.end).replaceAll(/\s+/gu, ' ');
  const operation = EditOperation.parse({ id: 'op1', because: instruction, op: 'delete_text', pages: String(begin.page), match: { text } });
  return { operations: [operation], unresolved: [] };
}

function quotesOf(said: Folded): readonly { readonly start: number; readonly end: number }[] {
  const quotes: { readonly start: number; readonly end: number }[] = [];
  for (let from = 0; ;) {
    const found = quotedIn(said, { start: from, end: said.text.length });
    if (!found) return quotes;
    quotes.push(found);
    from = found.end;
  }
}
