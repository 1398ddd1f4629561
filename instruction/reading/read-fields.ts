// What has a name and a value: fields of a form, cells of a table, properties of the document.

import type { Span } from '../tokens.ts';
import { type Folded, quotedIn } from './folded.ts';
import type { Intent } from './intents.ts';
import { ANY_VERB, verbsOf, word } from './lexicon.ts';
import { objectOf, splitsAt, textOf } from './part-text.ts';

export function readFields(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const intents: Intent[] = [];
  const verb = new RegExp(`^(?:${verbsOf('fill')})(?: ${word('in|out')})?:? +`, 'u').exec(text.text);
  const into = word(
    'as|in(?:to)? the field|into?|in|for|behind|to|als|bei|ins feld|in das feld|comme|dans(?: le champ)?|pour|como|en(?: el campo)?|come|nel campo|no campo|bij|im feld',
  );
  if (verb) {
    for (const [value, field] of splitsAt(text, into, verb[0].length)) intents.push({ kind: 'fill', field, value });
    for (const [field, value] of splitsAt(text, word('with|mit|avec|con|com|met|as|to|:'), verb[0].length))
      intents.push({ kind: 'fill', field, value });
    const at = new RegExp(`^(?:${word('bei|in|dans|en|bij')}) `, 'u').exec(text.text.slice(verb[0].length));
    const quoted = at && quotedIn(folded, part);
    if (at && quoted)
      intents.push({ kind: 'fill', field: text.at(verb[0].length + at[0].length, quoted.start - part.start), value: quoted });
    intents.push({ kind: 'fill_list', list: text.at(verb[0].length, text.text.length) });
  } else if (!new RegExp(`^(?:${ANY_VERB}) `, 'u').test(text.text)) intents.push({ kind: 'fill_list', list: part });
  for (const [act, checked] of [
    ['tick', true],
    ['untick', false],
  ] as const) {
    const field = objectOf(text, verbsOf(act));
    if (field) intents.push({ kind: 'tick', field, checked });
  }
  return intents;
}

/** `row Tripura, column Market Loans: 1.98`. */
export function readCells(folded: Folded, part: Span): Intent[] {
  const { text, at } = textOf(folded, part);
  const row = word('row|zeile|ligne|fila|riga|linha|rij');
  const column = word('column|col|spalte|colonne|columna|colonna|coluna|kolom');
  const found = new RegExp(
    `^(?:in )?(?:the )?${row} (?<row>[^,]+), ?(?:the )?${column} (?<column>.+?) ?(?::|->|=|${word('is|to|should be|should read')}) ?(?<value>.+)$`,
    'du',
  ).exec(text);
  const { row: r, column: c, value } = found?.indices?.groups ?? {};
  return r && c && value ? [{ kind: 'set_cell', row: at(...r), column: at(...c), value: at(...value) }] : [];
}

/** `the document title in the metadata`, `the author property`. */
export function readProperties(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const verb = new RegExp(`^(?:${verbsOf('change')}) `, 'u').exec(text.text);
  if (!verb) return [];
  return splitsAt(text, `(?:${word('to|as|auf|zu|a|en|in|op|naar')})`, verb[0].length).flatMap(([name, value]): Intent[] => {
    const said = folded.text.slice(name.start, name.end);
    const field = new RegExp(word('title|author|subject|keywords|titel|autor|titre|auteur|titulo|titolo|autore'), 'u').exec(said)?.[0];
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
