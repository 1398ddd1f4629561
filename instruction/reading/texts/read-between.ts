// Texts that are put between two others, or are missing beside one: `put "boldly" between They and push`, `after "call" the word "now" is missing`.

import type { Span } from '../../tokens.ts';
import { type Folded, QUOTED } from '../folded.ts';
import type { Intent } from '../intents.ts';
import { AFTER, BEFORE, PARTICLES, verbsOf, word } from '../lexicon.ts';
import { textOf } from '../part-text.ts';

const BETWEEN = word('(?:in )?between|zwischen|entre|tra|fra|tussen');
const AND = word('and|und|et|y|e|en');
const NOUN = `(?:(?:${word('the|a|an|word|words|text|phrase|comma|das|die|der|den|ein|eine|wort|worter|le|la|les|un|une|mot|mots|el|los|una|palabra|il|lo|parola|o|a|um|uma|palavra|het|de|een|woord')} )*)`;
const WORDS = '[^ ]+(?: [^ ]+)*?';
const IS_MISSING = word(
  '(?:is|are) missing|has been left out|was forgotten|fehlt|fehlen|wurde vergessen|manque|manquent|falta|faltan|manca|mancano|faltam|ontbreekt|ontbreken',
);

const FRAMES: readonly (readonly [pattern: RegExp, place: 'before' | 'after'])[] = [
  [new RegExp(`^(?:${verbsOf('insert')}) ${NOUN}(?<value>${WORDS}) ${BETWEEN} ${NOUN}(?<anchor>${WORDS}) ${AND} ${NOUN}(?<until>${WORDS})(?: ${PARTICLES})?$`, 'du'), 'after'],
  [new RegExp(`^${BETWEEN} ${NOUN}(?<anchor>${WORDS}) ${AND} ${NOUN}(?<until>${WORDS}),? (?:${verbsOf('insert')}) ${NOUN}(?<value>${WORDS})(?: ${PARTICLES})?$`, 'du'), 'after'],
  [new RegExp(`^${BETWEEN} ${NOUN}(?<anchor>${WORDS}) ${AND} ${NOUN}(?<until>${WORDS}) (?:${IS_MISSING}) ${NOUN}(?<value>${QUOTED})$`, 'du'), 'after'],
  ...([['after', AFTER], ['before', BEFORE]] as const).flatMap(([place, joint]) => [
    [new RegExp(`^${NOUN}(?<value>${QUOTED}) (?:${IS_MISSING}) ${joint} ${NOUN}(?<anchor>${WORDS})$`, 'du'), place] as const,
    [new RegExp(`^${joint} ${NOUN}(?<anchor>${WORDS}),? (?:${NOUN}(?<value>${QUOTED}) (?:${IS_MISSING})|(?:${IS_MISSING}) ${NOUN}(?<other>${QUOTED}))$`, 'du'), place] as const,
    [new RegExp(`^${word("there(?:'s| is)|theres|es|il|hay|c'e")} ${NOUN}(?<value>${QUOTED}) missing ${joint} ${NOUN}(?<anchor>${WORDS})$`, 'du'), place] as const,
  ]),
]; // prettier-ignore

const WORDS_MAX = 40;

export function readBetween(folded: Folded, part: Span): Intent[] {
  const { text, at } = textOf(folded, part);
  if (text.split(' ').length > WORDS_MAX) return [];
  return FRAMES.flatMap(([pattern, place]): Intent[] => {
    const groups = pattern.exec(text)?.indices?.groups;
    const [value, anchor, until] = [groups?.['value'] ?? groups?.['other'], groups?.['anchor'], groups?.['until']];
    if (!value || !anchor) return [];
    return [{ kind: 'insert', value: at(...value), place, anchor: at(...anchor), ...(until ? { until: at(...until) } : {}) }];
  });
}
