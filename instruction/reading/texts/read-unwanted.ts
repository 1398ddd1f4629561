// What goes, said as what is not wanted any more or as what is taken out of a place: `we don't need the note any more`,
// `take "A" out of the title`.

import type { Span } from '../../tokens.ts';
import { type Folded, quotedIn } from '../folded.ts';
import type { Intent } from '../intents.ts';
import { ANY_VERB, word } from '../lexicon.ts';
import { textOf } from '../part-text.ts';
import { takeWhere } from '../scope-words.ts';

const NO_MORE = new RegExp(
  `^${word("(?:i|we)(?: (?:really|just|actually))? (?:don't|dont|do not|no longer) (?:want|need)(?: to (?:have|see|keep))?|(?:ich|wir) (?:brauchen?|wollen?|mochten?) (?:den|die|das)? ?|lose|ditch|kill|nuke|zap|trash")} (?<target>[^ ]+(?: [^ ]+)*?)(?:,? ${word('any ?more|any longer|nicht mehr|nicht|there|here|in there|in it')})*$`,
  'du',
);

/** `take the words "A" out of the last line`, `cut A from the title` */
const OUT_OF = new RegExp(
  `^(?:${word('take|cut|leave|strike|get|pull|kick|delete|remove|drop|erase|nimm|nehmen sie|streich(?:e|en sie)?|losch(?:e|en sie)?|entfern(?:e|en sie)?|enleve[rz]?|retire[rz]?|supprime[rz]?|quita(?:r)?|saca|elimina(?:r)?|borra|togli|leva|rimuovi|retire|tire|apague|haal|verwijder|schrap')}) (?<target>[^ ]+(?: [^ ]+)*?) (?:${word(
    'out of|off(?: of)?|away from|from|aus|von|im|in der|im|d[eu]|des|dans|en|in|uit|van|dal?|dalla?|dallo|nella?|nel|do|da|na?|no',
  )})(?: (?:the|der|dem|den|la|le|l'|el|il|lo|o|a|het|de))? (?<place>[^ ].*)$`,
  'du',
);

const WORDS_MAX = 45;

export function readUnwanted(folded: Folded, part: Span): Intent[] {
  const { rest, where } = takeWhere(folded, part);
  const { text, at } = textOf(folded, rest);
  if (text.split(' ').length > WORDS_MAX) return [];
  const unwanted = [NO_MORE].flatMap((pattern): Intent[] => {
    const target = pattern.exec(text)?.indices?.groups?.['target'];
    if (!target || new RegExp(ANY_VERB, 'u').test(text.slice(...target))) return [];
    const own = takeWhere(folded, at(...target));
    return [{ kind: 'delete', target: own.rest, where: { ...where, ...own.where } }];
  });
  return [...unwanted, ...takenOutOf(folded, rest, where)];
}

function takenOutOf(folded: Folded, part: Span, where: Intent['where']): Intent[] {
  const { text, at } = textOf(folded, part);
  const groups = OUT_OF.exec(text)?.indices?.groups;
  const [target, place] = [groups?.['target'], groups?.['place']];
  if (!target || !place) return [];
  const [what, from] = [at(...target), at(...place)];
  // Where the text is not quoted, the target itself may say where.
  if (!quotedIn(folded, what) || quotedIn(folded, from)) return [];
  return [{ kind: 'delete', target: what, within: [from], ...(where ? { where } : {}) }];
}
