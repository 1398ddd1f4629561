// What has a name and a value: fields of a form, cells of a table, properties of the document.

import type { Span } from '../tokens.ts';
import { type Folded, QUOTED, quotedIn } from './folded.ts';
import type { Intent } from './intents.ts';
import { patternOf, ANY_VERB, PARTICLES, verbsOf, word } from './lexicon.ts';
import { objectOf, splitsAt, textOf } from './part-text.ts';

export function readFields(folded: Folded, part: Span): Intent[] {
  return [...readFilled(folded, part), ...readTicked(folded, part)];
}

const INTO = word(
  'next to|beside|after|under|at|neben|hinter|unter|a cote de|apres|junto a|al lado de|accanto a|ao lado de|naast|achter|as|in(?:to)? the field|into?|in|for|behind|to|als|bei|ins feld|in das feld|comme|dans(?: le champ)?|pour|como|en(?: el campo)?|come|nel campo|no campo|bij|im feld',
);

const FILLED_VERB = new RegExp(`^(?:${verbsOf('fill')})(?: ${word('in|out')})?:? +`, 'u');
const FILLED_PARTICLE = new RegExp(` (?:${PARTICLES})$`, 'u');
const FILLED_HAS_VERB = new RegExp(`^(?:${ANY_VERB}) | (?:${verbsOf('change', 'fill', 'replace')})$`, 'u');
const FILLED_PLACED = new RegExp(`^(?:${word('bei|in|dans|en|bij')}) `, 'u');

function readFilled(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const verb = FILLED_VERB.exec(text.text);
  const begin = verb?.[0].length ?? 0;
  const pairs = readQuotedPairs(folded, text.at(begin, text.text.length));
  if (pairs.length > 0) return [{ kind: 'fill_pairs', pairs }];
  const intents: Intent[] = [...readSet(folded, part)];
  // `trage Bob bei Name ein`
  const particle = verb && FILLED_PARTICLE.exec(text.text);
  if (particle) return [...intents, ...readFilled(folded, { start: part.start, end: part.start + particle.index })];
  // A list has no verb, neither first nor last.
  const hasVerb = FILLED_HAS_VERB.test(text.text);
  if (!verb) return hasVerb ? intents : [...intents, { kind: 'fill_list', list: part }];
  for (const [value, field] of splitsAt(text, INTO, begin)) intents.push({ kind: 'fill', field, value });
  for (const [field, value] of splitsAt(text, word('with|mit|avec|con|com|met|as|to|:'), begin))
    intents.push({ kind: 'fill', field, value });
  const placed = FILLED_PLACED.exec(text.text.slice(begin));
  const quoted = placed && quotedIn(folded, part);
  if (placed && quoted) intents.push({ kind: 'fill', field: text.at(begin + placed[0].length, quoted.start - part.start), value: quoted });
  return [...intents, { kind: 'fill_list', list: text.at(begin, text.text.length) }];
}

const AT = word('bei|in|for|at|under|unter|im feld|dans|sous|en|per|nel campo|em|no campo|bij');

/** `bei Haar "schwarz" und bei Haut "blass" ein`: two or more, each value quoted behind its field. */
function readQuotedPairs(folded: Folded, part: Span): (readonly [Span, Span])[] {
  const { text, at } = textOf(folded, part);
  const one = `(?:(?:${AT}) )?(?<field>[^\\uE001,;]+?):? (?<value>${QUOTED})`;
  const bare = one.replaceAll(/\?<\w+>/gu, '?:');
  const joint = `(?:,? (?:${word('and|und|et|y|e|en')}) |[,;] ?)`;
  const isAll = patternOf(`^(?:${AT}) ${bare.replace(`(?:(?:${AT}) )?`, '')}(?:${joint}${bare})+(?: ${PARTICLES})?$`, 'u').test(text);
  if (!isAll) return [];
  return [...text.matchAll(patternOf(`(?:^|${joint})${one}`, 'dgu'))].flatMap(({ indices }) => {
    const { field, value } = indices?.groups ?? {};
    return field && value ? [[at(...field), at(...value)] as const] : [];
  });
}

const SET_LAST = new RegExp(
  `^(?<field>[^\\uE001]+?) (?:${word('bitte|doch|nun|jetzt')} )*(?:${word('auf|zu|in')}) (?<value>.+?) (?:${verbsOf('change', 'fill')})$`,
  'du',
);
const SET_FIRST = new RegExp(
  `^(?:${verbsOf('change')}) (?<field>[^\\uE001]+?) (?:${word('to|auf|zu|a|en|por|in|para|naar|op')}) (?<value>.+)$`,
  'du',
);
const SET_NAMED = new RegExp(
  `^(?:${verbsOf('fill')})(?: sie)? (?:${word('in|into|im|ins|dans|en|nel|no|na|bij')} )(?:${word('the|das|den|die|le|la|el|il|lo|o|a|het|de')} )?(?:${word('field|box|feld|kastchen|champ|case|campo|casilla|casella|veld|vakje')}) (?<field>[^:\\uE001]{2,40}?)(?:: ?| (?=\\uE001))(?<value>.+?)(?: ein)?$`,
  'du',
);
const SET_AS = new RegExp(`^(?:${verbsOf('fill')})(?: sie)? als (?<field>[\\p{L}-]+) (?<value>.+) ein$`, 'du');

/** `Vorname bitte auf Lena ändern`, `change the city to Graz`. */
function readSet(folded: Folded, part: Span): Intent[] {
  const { text, at } = textOf(folded, part);
  const last = SET_LAST.exec(text);
  const first = SET_FIRST.exec(text);
  // `Schreib in das Feld Ort: Wien`, `Geben Sie als Vornamen Ada ein`
  const named = SET_NAMED.exec(text);
  const as = SET_AS.exec(text);
  return [last, first, named, as].flatMap((found): Intent[] => {
    const { field, value } = found?.indices?.groups ?? {};
    return field && value ? [{ kind: 'fill', field: at(...field), value: at(...value) }] : [];
  });
}

const TICKED_GONE = new RegExp(
  `^(?:(?:${verbsOf('delete')}) )?(?:${word('the|das|den|le|la|el|il|o|a|het')} )?(?:${word('tick|check ?mark|cross|hakchen|haken|kreuz(?:chen)?|coche|croix|marca|spunta|segno di spunta|visto|vinkje|kruisje')} (?:${word('at|in|on|from|next to|beside|for|bei|in|im|neben|a cote de|dans|de|en|junto a|accanto a|da|em|bij|naast')}) )(?<field>.+?)(?: (?:${verbsOf('delete')}))?$`,
  'du',
);
const TICKED_WORDS = new RegExp(`^(?:${verbsOf('delete')}) |(?:${verbsOf('delete')})$`, 'u');

function readTicked(folded: Folded, part: Span): Intent[] {
  const acts = [
    ['tick', true],
    ['untick', false],
  ] as const;
  const gone = TICKED_GONE.exec(textOf(folded, part).text)?.indices?.groups?.['field'];
  if (gone && TICKED_WORDS.test(textOf(folded, part).text))
    return [{ kind: 'tick', field: textOf(folded, part).at(...gone), checked: false }];
  return acts.flatMap(([act, checked]): Intent[] => {
    const field = objectOf(textOf(folded, part), verbsOf(act));
    return field ? [{ kind: 'tick', field, checked }] : [];
  });
}

/** `row Tripura, column Market Loans: 1.98`. */
export function readCells(folded: Folded, part: Span): Intent[] {
  const { text, at } = textOf(folded, part);
  const row = word('row|zeile|ligne|fila|riga|linha|rij');
  const column = word('column|col|spalte|colonne|columna|colonna|coluna|kolom');
  const found = patternOf(
    `^(?:in )?(?:the )?${row} (?<row>[^,]+), ?(?:the )?${column} (?<column>.+?) ?(?::|->|=|${word('is|to|should be|should read')}) ?(?<value>.+)$`,
    'du',
  ).exec(text);
  // `write n/a into the land column of Ammonia`
  const into = patternOf(
    `^(?:${verbsOf('fill', 'change')}) (?<value>${QUOTED}|[^\uE001]+?) (?:${word('into|in|as|for|under|in die|in der|als|dans|en|como|nella?|come|na|no|em|in de|bij')}) (?:${word('the|der|die|das|la|le|el|il|lo|o|a|de|het')} )?(?<column>[^\uE001]+?)(?: ${column}| ${word('cell|field|zelle|cellule|celda|cella|celula|cel')})? (?:${word(
      'of|for|in|von|fur|bei|de|du|des|del|di|do|da|van|voor',
    )}) (?:${word('the|der|die|das|dem|den|la|le|el|il|lo|o|a|de|het')} )?(?:${row} (?:${word('of|for|with|von|de|di|van')} )?)?(?<row>[^\uE001]+?)(?: ${row})?$`,
    'du',
  ).exec(text);
  const { row: r, column: c, value } = (found ?? into)?.indices?.groups ?? {};
  return r && c && value ? [{ kind: 'set_cell', row: at(...r), column: at(...c), value: at(...value) }] : [];
}

const PROPERTIES_VERB = new RegExp(`^(?:${verbsOf('change')}) `, 'u');
const PROPERTIES_FIELD = new RegExp(word('title|author|subject|keywords|titel|autor|titre|auteur|titulo|titolo|autore'), 'u');

/** `the document title in the metadata`, `the author property`. */
export function readProperties(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const verb = PROPERTIES_VERB.exec(text.text);
  if (!verb) return [];
  return splitsAt(text, `(?:${word('to|as|auf|zu|a|en|in|op|naar')})`, verb[0].length).flatMap(([name, value]): Intent[] => {
    const said = folded.text.slice(name.start, name.end);
    const field = PROPERTIES_FIELD.exec(said)?.[0];
    const rest = said.replaceAll(PROPERTY_WORDS, ' ').replaceAll(/[\s()]/gu, '');
    return field !== undefined && PROPERTY.test(said) && rest === ''
      ? [{ kind: 'set_property', field: FIELD_OF[field] ?? 'title', value }]
      : [];
  });
}

const PROPERTY = new RegExp(
  word(
    'metadata|propert(?:y|ies)|pdf title|metadaten|eigenschaften|metadonnees|proprietes|metadatos|propiedades|metadati|proprieta|metadados|propriedades',
  ),
  'u',
);

const PROPERTY_WORDS = new RegExp(
  word(
    'metadata|propert(?:y|ies)|pdf|document|documents|dokument|documento|title|author|subject|keywords|titel|autor|titre|auteur|titulo|titolo|autore|the|its|in|of|der|die|den|des|dans|les|le|del|de|la|los|nei|metadaten|eigenschaften|metadonnees|proprietes|metadatos|propiedades|metadati|proprieta|metadados|propriedades|field',
  ),
  'gu',
);

const FIELD_OF: Readonly<Record<string, 'title' | 'author' | 'subject' | 'keywords'>> = {
  author: 'author',
  autor: 'author',
  auteur: 'author',
  autore: 'author',
  subject: 'subject',
  keywords: 'keywords',
};
