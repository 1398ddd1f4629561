// Texts that shall be others: `change A to B`, `A should read B`, `B instead of A`, several in a row.

import type { Span } from '../tokens.ts';
import { type Folded, QUOTED, quotedIn } from './folded.ts';
import type { Intent } from './intents.ts';
import { patternOf, ANY_VERB, ARROW, INSTEAD_OF, NOT, SHOULD_BE, TO, verbsOf, word } from './lexicon.ts';
import { splitsAt, textOf } from './part-text.ts';
import { takeWhere } from './scope-words.ts';
import { withPlaceBehind } from './texts/place-behind.ts';

const REPLACE_VERB = new RegExp(`^(?<verb>${verbsOf('change', 'replace', 'rename')})[ :]+(?:${word('from|von|de|da|van')} )?`, 'u');
const REPLACE_IS_TEXT = new RegExp(`^${verbsOf('replace', 'rename')}`, 'u');
const REPLACE_SWAPS = new RegExp(`^${word('swap(?: out)?|exchange|switch|trade')} `, 'u');
const REPLACE_LAST = new RegExp(` (?:${verbsOf('change', 'replace')})$`, 'u');
const REPLACE_MIDDLE = new RegExp(` (?:${verbsOf('change', 'replace')}) (?:${TO}) `, 'u');
const REPLACE_WRITES = new RegExp(
  `^(?:${verbsOf('insert', 'change')}|${word('use|usa|utilise|verwende|gebruik|have|there should be|it should (?:say|read)|say|show|call|name|nenne?|ecris|appelle[rz]?|llama|chiama|chame|noem')})(?: ${word('it|him|her|them|this|that|es|ihn|sie|le|la|lo')})? (?:${word('my|our|mein(?:en)?|unseren?|mon|notre|mi|nuestro|mio|meu|mijn')} (?:${word('new|neuen?|nouveau|nuevo|nuovo|novo|nieuwe')} )?${word('names?|namen?|nom|nombre|nome|naam|address|adresse|e-?mail|phone|number|nummer')}:? )?`,
  'u',
);

export function readReplace(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const intents: Intent[] = [];
  const substitution = /^s\/([^/]+)\/([^/]+)\/g?$/u.exec(text.text);
  if (substitution?.[1] !== undefined) {
    const middle = 2 + substitution[1].length;
    return [
      { kind: 'replace', old: text.at(2, middle), fresh: text.at(middle + 1, middle + 1 + (substitution[2] ?? '').length), says: 'text' },
    ];
  }
  const verb = REPLACE_VERB.exec(text.text);
  const isText = REPLACE_IS_TEXT.test(text.text);
  const says = isText ? 'text' : 'either';
  if (verb) {
    for (const [old, fresh] of splitsAt(text, `(?:${TO}|${ARROW})`, verb[0].length)) intents.push({ kind: 'replace', old, fresh, says });
    const swaps = REPLACE_SWAPS.test(text.text);
    for (const [old, fresh] of swaps ? splitsAt(text, word('for'), verb[0].length) : [])
      intents.push({ kind: 'replace', old, fresh, says });
    if (text.text.startsWith('substitute '))
      for (const [fresh, old] of splitsAt(text, word('for'), verb[0].length)) intents.push({ kind: 'replace', old, fresh, says: 'text' });
    for (const [fresh, old] of splitsAt(text, INSTEAD_OF, verb[0].length)) intents.push({ kind: 'replace', old, fresh, says: 'text' });
  }
  // `shorten "A" to "B"`: both are said as they are.
  const shorter = SHORTEN.exec(text.text);
  for (const [old, fresh] of shorter ? splitsAt(text, TO, shorter[0].length) : [])
    if (quotedIn(folded, old) && quotedIn(folded, fresh)) intents.push({ kind: 'replace', old, fresh, says: 'text' });
  const last = REPLACE_LAST.exec(text.text);
  if (last) {
    for (const [old, fresh] of splitsAt(text, TO, 0, last.index)) intents.push({ kind: 'replace', old, fresh, says: 'either' });
  }
  // `Titel ändern in …`
  const middle = REPLACE_MIDDLE.exec(text.text);
  if (middle && !verb)
    intents.push({
      kind: 'replace',
      old: text.at(0, middle.index),
      fresh: text.at(middle.index + middle[0].length, text.text.length),
      says: 'either',
    });
  const writes = REPLACE_WRITES.exec(text.text);
  if (writes || !verb) {
    for (const [fresh, old] of splitsAt(text, INSTEAD_OF, writes?.[0].length ?? 0))
      if (!folded.text.slice(fresh.start, fresh.end).includes(': ')) intents.push({ kind: 'replace', old, fresh, says: 'text' });
  }
  return intents.map((intent) => withoutDenied(folded, intent)).flatMap((intent) => withPlaceBehind(folded, intent));
}

const SHORTEN = new RegExp(
  `^${word('shorten|abbreviate|lengthen|extend|expand|cut(?: down)?|kurzen?|kurze|verkurzen?|verlangern?|raccourci[rst]*|abrege[rz]?|rallonge[rz]?|acorta[r]?|abrevia[r]?|alarga[r]?|accorcia(?:re)?|abbrevia(?:re)?|allunga(?:re)?|encurt[ae]r?|abrevi[ae]r?|verkort|inkorten|kort')} `,
  'u',
);

const TWO_QUOTED_WORDS = new RegExp(QUOTED, 'gu');
const TWO_QUOTED_IS_CHANGE = new RegExp(
  word('just|simply|nur|einfach|auf deutsch|in english|en francais|better|besser|shorter|mieux|seulement'),
  'u',
);

/** Two quoted texts and a few words of change around them: `i need "A" shorter, just "B"`. */
export function readTwoQuoted(folded: Folded, part: Span): Intent[] {
  const { rest, where } = takeWhere(folded, part);
  const { text, at } = textOf(folded, rest);
  const [first, second, third] = text.matchAll(TWO_QUOTED_WORDS);
  if (!first || !second || third) return [];
  const between = text.slice(first.index + first[0].length, second.index);
  const outside = `${text.slice(0, first.index)} ${text.slice(second.index + second[0].length)}`;
  const isChange = TWO_QUOTED_IS_CHANGE.test(between);
  if (!isChange || between.replaceAll(CHANGE_FILL, '').trim() !== '' || outside.replaceAll(CHANGE_FILL, '').trim() !== '') return [];
  const old = at(first.index, first.index + first[0].length);
  return [{ kind: 'replace', old, fresh: at(second.index, second.index + second[0].length), says: 'text', where }];
}

const CHANGE_FILL = new RegExp(
  `[,:.]|${word('i|we|need|want|would like|have|it|the|a|title|heading|text|label|shorter|longer|just|simply|better|please|in|english|german|french|should|be|read|say|to|is|now|as|ich|wir|brauche|mochte|bitte|nur|einfach|besser|auf|deutsch|kurzer|die|der|das|uberschrift|titel|titre|le|la|mieux|seulement|francais|en|called')}`,
  'gu',
);

const PAIRS_BETWEEN = new RegExp(`[,;]|${word('and|und|et|y|e|en')}`, 'gu');

/** Old and new texts in quotation marks, several of them in a row. */
export function readPairs(folded: Folded, part: Span): Intent[] {
  const { text, at } = textOf(folded, part);
  const pair = `(${QUOTED}) ?(?:${TO}|${ARROW}|${SHOULD_BE}) ?(${QUOTED})`;
  const found = [...text.matchAll(patternOf(pair, 'gdu'))];
  const first = found[0];
  if (!first || found.length < 2) return [];
  const lead = text.slice(0, first.index).trim();
  const between = text.slice(first.index).replaceAll(patternOf(pair, 'gu'), ' ').replaceAll(PAIRS_BETWEEN, ' ');
  if (between.trim() !== '' || !PAIRS_LEAD.test(lead)) return [];
  const pairs = found.flatMap(({ indices }) => (indices?.[1] && indices[2] ? [[at(...indices[1]), at(...indices[2])] as const] : []));
  return [{ kind: 'replace_pairs', pairs }];
}

const PAIRS_LEAD = new RegExp(
  `^(?:${verbsOf('change', 'replace')})?(?: ?${word('the|these|following|two|three|typos?|mistakes?|errors?|words?|texts?|names?|die|den|folgenden|fehler|tippfehler|les|fautes?|coquilles?|los|las|errores|gli|errori|os|erros|de|fouten')})*(?: ?:)?$`,
  'u',
);

const STATEMENTS_WORDS = new RegExp(`^(?:${ANY_VERB}) `, 'u');
const STATEMENTS_NAMED = new RegExp(
  `^(?:(?:the |a |obvious )*(?:typos?|misspellings?|tippfehler|coquilles?|erratas?|refuso|erro)|corrections?|korrektur|fix|new|so(?: that)?|thus|hence|therefore|damit|also|donc|por eso|quindi|portanto|dus) ?:? `,
  'u',
);
const STATEMENTS_IS_QUOTED = new RegExp(`^${QUOTED}$`, 'u');
const STATEMENTS_IS_ARROW = new RegExp(`^ ?${ARROW} ?$`, 'u');

/** `the date should be …`, `Version: 2.0`, `a -> b`. */
export function readStatements(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  if (STATEMENTS_WORDS.test(text.text)) return [];
  // `new last row: …` is one more, not another text for it.
  if (/^(?:an? )?new (?:\p{L}+ )?(?:row|line|item|bullet|paragraph|entry|column|section)(?!\p{L})/u.test(text.text)) return [];
  const named = STATEMENTS_NAMED.exec(text.text);
  const from = named?.[0].length ?? 0;
  const says = /^typo|^coquille|^tippf/u.test(text.text) ? 'text' : 'either';
  const stated = splitsAt(text, SHOULD_BE, from).map(([whole, fresh]): Intent => {
    const faulty = STATEMENTS_FAULTY.exec(folded.text.slice(whole.start, whole.end));
    const old = faulty ? { start: whole.start, end: whole.start + faulty.index } : whole;
    const isQuoted = ({ start, end }: Span) => STATEMENTS_IS_QUOTED.test(folded.text.slice(start, end));
    const isArrow = STATEMENTS_IS_ARROW.test(folded.text.slice(old.end, fresh.start));
    return { kind: 'replace', old, fresh, says: says === 'either' && isArrow && isQuoted(fresh) ? 'label' : says };
  });
  const labelled = splitsAt(text, '(?<=[\\p{L}\\p{N})%\\uE000]) ?: ?', from)
    .slice(0, 1)
    .map(([old, fresh]): Intent => insteadOf(folded, { kind: 'replace', old, fresh: withoutMaking(folded, fresh), says: 'label' }));
  const instead = stated
    .map((intent) => (intent.kind === 'replace' ? insteadOf(folded, intent) : intent))
    .filter((intent) => 'not' in intent);
  return [...stated, ...instead, ...labelled]
    .map((intent) => withoutDenied(folded, intent))
    .flatMap((intent) => withPlaceBehind(folded, intent));
}

/** Says that what stands there is not right any more. */
const FAULTY = word(
  '(?:is|are|was) (?:(?:a|an|just a) (?:typo|mistake|error|misprint)|not right|outdated|old|wrong|incorrect|obsolete|no longer valid|out of date|misspelled)|ist (?:falsch|veraltet)|est (?:faux|fausse|perimee?|obsolete)|es incorrect[oa]|esta mal|e sbagliat[oa]|esta errad[oa]|is (?:fout|verouderd)',
);

const STATEMENTS_FAULTY = new RegExp(` ${FAULTY}$`, 'u');

/** `…, not Lot 71`: what stood there is said too. */
function withoutDenied(folded: Folded, intent: Intent): Intent {
  if (intent.kind !== 'replace') return intent;
  const text = textOf(folded, intent.fresh);
  const [denied] = splitsAt(text, `${NOT} `);
  if (!denied || denied[0].start >= denied[0].end) return intent;
  return { ...intent, fresh: denied[0], not: denied[1] };
}

const MAKING = new RegExp(
  `^(?:${word('(?:please |bitte )?(?:make|set|change|turn|put|call|name) (?:it|that|this|them)(?: to| into)?|(?:it|this|that) should (?:be|read|say)|(?:mach|setz|nenn)e? (?:das|es|ihn|sie)(?: auf| zu)?|mets(?:-la|-le)?(?: a)?|ponlo a|metti(?:lo|la)? a')})[ :]+`,
  'u',
);

/** `row A / column B: make it 150.0` */
function withoutMaking(folded: Folded, span: Span): Span {
  const { text, at } = textOf(folded, span);
  const made = MAKING.exec(text);
  return made ? at(made[0].length, text.length) : span;
}

/** `soll A heißen statt B` */
function withoutInfinitive(folded: Folded, span: Span): Span {
  const { text, at } = textOf(folded, span);
  const verb = / (?:heissen|heißen|lauten|sein|stehen|zijn|worden|heten|staan)$/u.exec(text);
  return verb ? at(0, verb.index) : span;
}

const INSTEAD_OF_ASIDE = new RegExp(`,? \\(${INSTEAD_OF} (?<not>[^()]+)\\)$`, 'du');

/** `ballots cast: 1227 instead of 327`: what stood there is said too. */
function insteadOf(folded: Folded, intent: Extract<Intent, { kind: 'replace' }>): Intent {
  const { text, at } = textOf(folded, intent.fresh);
  // `(instead of the placeholders)`
  const aside = INSTEAD_OF_ASIDE.exec(text);
  const not = aside?.indices?.groups?.['not'];
  if (aside && not) return { ...intent, fresh: at(0, aside.index), not: at(...not) };
  const [said] = splitsAt({ text, at }, INSTEAD_OF);
  return said ? { ...intent, fresh: withoutInfinitive(folded, said[0]), not: said[1] } : intent;
}
