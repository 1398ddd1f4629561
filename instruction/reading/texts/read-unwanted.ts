// What goes, said as what is taken out of a place or stands there once too often: `take "A" out of the title`, `the word the stands twice`.

import type { Span } from '../../tokens.ts';
import { type Folded, QUOTED, quotedIn } from '../folded.ts';
import type { Intent } from '../intents.ts';
import { word } from '../lexicon.ts';
import { textOf } from '../part-text.ts';
import { takeWhere } from '../scope-words.ts';

/** `take the words "A" out of the last line`, `cut A from the title` */
const OUT_OF = new RegExp(
  `^(?:${word('take|cut|leave|strike|get|pull|kick|delete|remove|drop|erase|nimm|nehmen sie|streich(?:e|en sie)?|losch(?:e|en sie)?|entfern(?:e|en sie)?|enleve[rz]?|retire[rz]?|supprime[rz]?|quita(?:r)?|saca|elimina(?:r)?|borra|togli|leva|rimuovi|retire|tire|apague|haal|verwijder|schrap')}) (?<target>[^ ]+(?: [^ ]+)*?) (?:${word(
    'out of|off(?: of)?|away from|from|aus|von|im|in der|im|d[eu]|des|dans|en|in|uit|van|dal?|dalla?|dallo|nella?|nel|do|da|na?|no',
  )})(?: (?:the|der|dem|den|la|le|l'|el|il|lo|o|a|het|de))? (?<place>[^ ].*)$`,
  'du',
);

const TWICE = word(
  '(?:is|are|appears?|stands|occurs) (?:there |written |in there |printed )?(?:twice|two times|doubled|repeated|duplicated|double)|(?:is )?(?:one )?too many|(?:steht|ist|kommt) (?:da |dort )?(?:doppelt|zweimal|zwei mal)(?: da| dort| vor)?|zu ?viel|est (?:en double|repetee?|ecrite? deux fois)|en trop|en double|(?:esta|aparece) (?:repetid[oa]|dos veces|duplicad[oa])|de mas|sobra|e (?:ripetut[oa]|doppi[oa])|di troppo|(?:esta|aparece) (?:repetid[oa]|duas vezes)|a mais|staat (?:er )?(?:dubbel|twee keer)|te ?veel',
);
const ONE_OF = word("there(?:'s| is)|theres|da ist|es gibt|il y a|hay|c'e|ha|er (?:is|staat)|we have");
/** `there is one "de" too many in the title`, `the word the stands twice` */
const DOUBLED = [
  new RegExp(`^(?:(?<place>[^\uE001]{0,40}?),? ?${ONE_OF} )?(?:${word('a|an|one|ein|un|une|uno|una|um|uma|een|the|das|der|die|le|la|el|il|o|het|word|wort|mot|palabra|parola|palavra|woord')} )*(?<text>${QUOTED}|[^ ]+),? ${TWICE}(?: .{0,80})?$`, 'du'),
  new RegExp(`^(?:${ONE_OF}|${word('remove|delete|fix|correct')}) (?:${word('a|an|the|one|ein|un|une|uno|una|um|uma|een')} )*${word('double|doubled|duplicate|repeated|doppeltes|doppelte[nrs]?|double|repetid[oa]|doppi[oa]|duplicad[oa]|dubbele?')} (?:${word('word|wort|mot|palabra|parola|palavra|woord')} )?(?<text>${QUOTED}|[^ ]+)(?<place> .{0,60})?$`, 'du'),
] as const; // prettier-ignore

/** A word that stands twice in a row. */
export function readDoubled(folded: Folded, part: Span): Intent[] {
  const { text, at } = textOf(folded, part);
  return DOUBLED.flatMap((pattern): Intent[] => {
    const said = pattern.exec(text)?.indices?.groups?.['text'];
    return said ? [{ kind: 'doubled', word: at(...said) }] : [];
  });
}

const WORDS_MAX = 45;

export function readUnwanted(folded: Folded, part: Span): Intent[] {
  const { rest, where } = takeWhere(folded, part);
  const { text } = textOf(folded, rest);
  if (text.split(' ').length > WORDS_MAX) return [];
  return takenOutOf(folded, rest, where);
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
