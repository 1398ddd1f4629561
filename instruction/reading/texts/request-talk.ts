// Words that speak to whoever edits and are no part of a text: courtesy within it, a second request behind a dash, a limit, a colour as a number.

import { ANY_VERB, word } from '../lexicon.ts';
import { COLOR } from '../looks.ts';

const COURTESY = new RegExp(
  word('pls|plz|please|kindly|thx|bitte|danke|svp|stp|merci|por favor|gracias|per favore|grazie|obrigad[oa]|aub|alstublieft|bedankt'),
  'u',
);
const PRONOUN = word('it|this|that|them|these|those|him|her|es|das|sie|ihn|le|la|les|lo|los|las|li|het|ze');
/** `- change it under the authors`, `call her Emma`. */
const REQUEST = new RegExp(
  `(?:[-,;.(] ?|^)(?:${ANY_VERB}|${word('call|say|name|use|have|show|let|leave|keep|nenne?|nenn|appelle[rz]?|llama|chiama|chame|noem')}) (?:${PRONOUN}|${word('the|all|der|die|das|den|les|el|il|het|de')})(?: |$)`,
  'u',
);
const LIMIT =
  /(?:^|[,;.(-] ?)(?:nothing else|only (?:that|this|there|here)|just (?:that|this|there)|sonst nix|sonst nichts|nur (?:das|dort|hier)|rien d'autre|nada mas|nient'altro|mais nada|verder niks|verder niets)/u;
/** `in the second paragraph say …` */
const PLACE_FIRST = new RegExp(
  `^${word('in|on|at|under|im|auf|dans|sur|en|nel|nella|na|no|op')} .{1,60}${word('say|write|put|read|use|change|schreib|ecris|mets|pon|scrivi|metti')} `,
  'u',
);
const NUMBERED_COLOUR = /#[\da-f]{6}(?![\da-f])/u;
/** `Blau, reines Blau`: a look that is corrected, and no text. */
const LOOK_FIRST = new RegExp(`^(?:${COLOR})(?: [\\p{L} ]+)?,`, 'u');
/** Asked for in Chinese or Japanese. */
const ASKED_UNSPACED = /直して|ください|下さい|にして|変更し|改为|改成|换成|替换|请把|不要|删掉/u;

/** @param said folded, without quotation marks */
export const isRequestTalk = (said: string): boolean =>
  [COURTESY, REQUEST, LIMIT, PLACE_FIRST, NUMBERED_COLOUR, ASKED_UNSPACED, LOOK_FIRST].some((words) => words.test(said));

/** Lower-case words of place at the end of a text: `Goblins in the whole book`. */
const PLACED = new RegExp(
  ` ${word('in|on|at|under|below|above|across|throughout|from|for|inside|of|im|in der|in den|auf|unter|bei|dans|sur|sous|en|nel|nella|sul|sulla|na|no|in het|op')} ${word('the|this|that|all|every|each|both|our|my|der|die|das|dem|den|jeder|allen|beiden|le|la|les|ce|cette|chaque|toutes?|tous|el|los|las|cada|tod[oa]s?|il|lo|gli|ogni|tutt[oaie]|as|os|het|de|elke')} (?<place>[\\p{L} ]{3,40})$`,
  'u',
);

/** Whether the words end in a place that the old text does not end in, written without a capital. Both as written, and folded. */
export function endsInPlace({ source, text }: { readonly source: string; readonly text: string }, old: string): boolean {
  const place = PLACED.exec(text)?.groups?.['place'];
  if (place === undefined || old.endsWith(place)) return false;
  return source.slice(-place.length) === place.toLowerCase();
}
