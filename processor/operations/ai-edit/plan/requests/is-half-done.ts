// What a language model's plan leaves out although the instruction says it with the same breath: a box or a shape that goes with its text, and a text
// that is to stand in line with others. A plan that does the rest would look done.

import type { EditName, EditOperation } from '#contract/params/edit-plan.ts';
import { VERB_FAMILIES } from '#instruction/verbs.ts';

/** What is drawn, but for names; a box to tick and one of the form are none. */
const DRAWN =
  /(?<!(?:check|tick|text|po|mail|letter|post) ?)(?<![\p{L}-])(?:box(?:es)?|stars?|shapes?|circles?|arrows?|bubbles?|ovals?|stickers?|[Kk]ästchen|[Kk]asten|Sterne?|Kreise?|Pfeile?|Sprechblasen?|encadrés?|étoiles?|formes?|cercles?|flèches?|bulles?|recuadros?|estrellas?|círculos?|flechas?|riquadr[oi]|stell[ea]|cerchi[o]?|frecc(?:ia|e)|caixas?|estrelas?|setas?|kaders?|sterren|pijl(?:en)?)(?!\p{L})/u;
/** These take more than letters; a box without its frame still has its ground. */
const TAKES_DRAWINGS: ReadonlySet<EditName> = new Set<EditName>([
  'delete_image',
  'delete_drawing',
  'remove_annotations',
  'redact',
  'delete_pages',
  'keep_pages',
]);
const WORDS_BETWEEN = 6;

const ALIGNED =
  /(?<!\p{L})(?:lined? up|aligned|in line with|bündig|ausgerichtet|fluchtend|align[ée]e?s?|alinead[oa]s?|allineat[oaie]|alinhad[oa]s?|uitgelijnd)(?!\p{L})/u;

/** @returns the operation that would stand for more than it does */
export function halfDone(instruction: string, operations: readonly EditOperation[]): EditOperation | undefined {
  const said = instruction.normalize('NFC');
  const bare = operations.find((operation) => operation.op === 'delete_text');
  if (bare && asksForDrawing(said) && !operations.some(({ op }) => TAKES_DRAWINGS.has(op))) return bare;
  if (!ALIGNED.test(said)) return undefined;
  return operations.find((operation) => operation.op === 'insert_text' && operation.as === 'text' && operation.in_line_with === undefined);
}

/** A drawn thing is the object of a verb that takes away: few words behind it, in the same part of the sentence. */
function asksForDrawing(said: string): boolean {
  return Array.from(said.toLowerCase().matchAll(VERB_FAMILIES.remove)).some(({ 0: verb, index }) => {
    const [part = ''] = said.slice(index + verb.length).split(/[,.;:!?"“”«»]/u);
    const near = part.trim().split(/\s+/u).slice(0, WORDS_BETWEEN).join(' ');
    const found = DRAWN.exec(near);
    // `delete the text in the box`: what goes stands before it.
    return (
      found !== null &&
      !/(?<!\p{L})(?:in|inside|from|of|under|below|above|beside|im|aus|unter|dans|de|du|en|del|nel|dal|no|na|uit|van)(?!\p{L})/u.test(
        near.slice(0, found.index),
      )
    );
  });
}
