// An instruction cut where something new may begin: at the ends of sentences, at commas, dashes and colons, and at joining words before a verb. A
// request is one piece or several that follow each other; which ones, what they lead to decides.

import { stayOf } from '../reading/clauses/stays.ts';
import type { Folded } from '../reading/folded.ts';
import { ANY_VERB, ARROW, INSTEAD_OF, OPENERS, PAGE_VERBS, SHOULD_BE, word } from '../reading/lexicon.ts';
import type { Span } from '../tokens.ts';

export interface Piece extends Span {
  /** What stands before it: the end of a sentence, or a softer joint. */
  readonly joint: 'sentence' | 'comma' | 'colon' | 'and';
}

const JOINT = new RegExp(
  `(?<sentence>[.!?;]+(?=\\s|$))|(?<comma>,(?=[ \\u3040-\\u9fff])|\\.(?=[\\u3040-\\u9fff])|(?<= )-+(?= )|,? ${word('so that|because|weil|damit|parce que|pour que|porque|para que|perche|omdat|zodat')} )|(?<colon>:(?= ))|(?<number>(?<=^|[\\s,;])(?:\\d{1,2}\\)|[-•]) )|` +
    `(?<and>,? (?:${word('and then|and also|and|then|but|so|und dann|und|aber|et|mais|puis|y|pero|e|ma|poi|mas|en|maar')}|&|\\+) )`,
  'gu',
);
const ABBREVIATED =
  /(?<!\p{L})(?:i\.? ?e|e\.? ?g|d\.? ?h|z\.? ?b|p\.? ?ej|viz|al|etc|vs|approx|ca|fig|figs|abb|nr|no|vol|ed|eds|dr|mr|mrs|ms|prof|inc|ltd|co|corp|bzw|ggf|evtl|sra?|cf|p|pp|pg|st)$/u;
const ASKS = new RegExp(
  `^(?:(?:${OPENERS}|also|auch|aussi|tambien|anche|ook|just|only|then|the same)[ ,]*)*(?:${ANY_VERB}|${PAGE_VERBS})(?= |$)`,
  'u',
);
/** `120, not 110` */
const CORRECTS = new RegExp(`^ ?(?:${word('and|but|und|et|y|e|en')} )?(?:${word('not|nicht|pas|no|non|nao|niet')}|${INSTEAD_OF}) `, 'u');
const STATES = new RegExp(`${SHOULD_BE}|${ARROW}`, 'u');

/** @returns pieces in their order; what stands in brackets is not cut */
export function piecesOf({ text }: Folded): readonly Piece[] {
  const pieces: Piece[] = [];
  let [start, joint] = [0, 'sentence' as Piece['joint']];
  for (const found of text.matchAll(JOINT)) {
    const { sentence, comma, colon, number, and } = found.groups ?? {};
    const before = text.slice(start, found.index);
    const after = text.slice(found.index + found[0].length);
    if (isInBrackets(text, found.index) || (comma !== undefined && CORRECTS.test(after))) continue;
    if (sentence?.startsWith('.') && ABBREVIATED.test(text.slice(0, found.index)) && !/^\s*$/u.test(after)) continue;
    if (
      and !== undefined &&
      !and.startsWith(',') &&
      !ASKS.test(after) &&
      stayOf(untilJoint(after)) === undefined &&
      !(STATES.test(before) && STATES.test(untilJoint(after)))
    )
      continue;
    const kind =
      sentence !== undefined || number !== undefined ? 'sentence' : comma !== undefined ? 'comma' : colon !== undefined ? 'colon' : 'and';
    if (before.trim() !== '') pieces.push({ start, end: found.index, joint });
    [start, joint] = [found.index + (comma !== undefined && /\p{L}/u.test(comma) ? 0 : found[0].length), kind];
  }
  if (text.slice(start).trim() !== '') pieces.push({ start, end: text.length, joint });
  return pieces;
}

const untilJoint = (text: string) => text.split(/[.;]/u)[0] ?? '';

function isInBrackets(text: string, at: number): boolean {
  const open = text.lastIndexOf('(', at);
  return open >= 0 && text.lastIndexOf(')', at) < open && text.includes(')', at);
}
