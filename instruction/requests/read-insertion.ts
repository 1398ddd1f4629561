// What is added beside something: the new text, what it is, and where it goes, in whatever order they are said.

import type { Folded } from '../reading/folded.ts';
import type { NewUnit } from '../reading/intents.ts';
import { patternOf, verbsOf, word } from '../reading/lexicon.ts';
import { THINGS } from '../reading/things.ts';
import { sliceOf, stripped, withoutAuxiliaries, withoutCourtesy } from './acts.ts';

export interface Insertion {
  readonly value: Folded;
  readonly anchor: Folded;
  readonly place: 'before' | 'after';
  readonly unit: NewUnit | undefined;
  /** It ends with a full stop. */
  readonly isSentence: boolean;
}

const AFTER = word(
  'after|below|under|underneath|beneath|behind|following|nach|hinter|unter|darunter|unterhalb(?: von)?|apres|derriere|sous|en dessous d[eu]|au-dessous d[eu]|despues de|debajo de|tras|bajo|dopo|sotto|depois d[aeo]|abaixo d[aeo]|debaixo d[aeo]|sob|na|onder|achter',
);
const BEFORE = word(
  'before|above|over|on top of|ahead of|vor|uber|oberhalb(?: von)?|avant|au-dessus d[eu]|antes de|encima de|prima di|sopra|antes d[aeo]|acima d[aeo]|voor|boven',
);
const ADD = new RegExp(
  `${verbsOf('insert')}|${word('start|begin|come|comes|goes|go|need|needs|want|stand|stehen|kommen|kommt|soll(?:te)?|hinzu|einfugen|erganzen|ergange|ajouter|falta|manca|new|neue[nrs]?|nouve(?:au|lle)|nuev[oa]|nuov[oa]|nov[oa]|nieuwe?|another|one more|weitere[nrs]?|noch eine?|autre|otr[oa]|altr[oa]|outr[oa]|nog een')}`,
  'u',
);
const UNITS: readonly (readonly [NewUnit, RegExp])[] = [
  ['list_item', patternOf(word(`(?:bullet|list) ?(?:points?|items?|entr(?:y|ies))?|${THINGS.item}`), 'u')],
  ['row', patternOf(word('(?:table )?rows?|tabellenzeile|fila|rij'), 'u')],
  ['paragraph', patternOf(word(`${THINGS.paragraph}|paragraph`), 'u')],
  ['line', patternOf(word(`${THINGS.line}|(?:sub)?(?:heading|title)|zeile`), 'u')],
];
/** Before the new text. */
const SAYING = word(
  'that says|which says|saying|that reads|reading|with the (?:text|words?|wording)|with|called|named|mit dem (?:text|wortlaut)|mit|lautend|namens|qui dit|disant|avec (?:le texte)?|intitulee?|que diga|con el texto|con|che dice|con il testo|que diz|com o texto|com|met de tekst|met|die zegt',
);
/** Ends an anchor: what it is beside is said before. */
const ENDS = patternOf(
  `(?:,| (?:${word('please|pls|bitte|svp|por favor|per favore|aub')}))? (?=(?:${SAYING}|${verbsOf('insert')}|${word('start|should|must|there|soll(?:te)?|muss|kommt|doit|debe|deve|moet|please|pls|bitte|add')})(?: |$))|,(?= )|: `,
  'gu',
);
const CUTS_MAX = 4;

export function readInsertions(given: Folded): readonly Insertion[] {
  const part = withoutCourtesy(given);
  if (!ADD.test(part.text)) return [];
  const found: Insertion[] = [];
  const isSentence = /[^.]\.\s*$/u.test(given.text);
  for (const { before, value } of valuesOf(part)) {
    const unit = UNITS.find(([, words]) => words.test(before.text))?.[0];
    for (const place of ['after', 'before'] as const) {
      const joints = [...before.text.matchAll(patternOf(`(?:^|[ ,]+)(?:${place === 'after' ? AFTER : BEFORE}) `, 'gu'))];
      for (const joint of joints.slice(0, CUTS_MAX)) {
        const rest = sliceOf(before, joint.index + joint[0].length, before.text.length);
        const ends = [...[...rest.text.matchAll(ENDS)].map(({ index }) => index), rest.text.length];
        const lead = sliceOf(before, 0, joint.index);
        for (const end of ends.slice(0, CUTS_MAX)) {
          const anchor = withoutAuxiliaries(stripped(sliceOf(rest, 0, end)));
          const left = `${lead.text} ${rest.text.slice(end)}`;
          if (anchor.text !== '' && isOnlyRequest(left)) found.push({ value, anchor, place, unit, isSentence });
        }
      }
    }
  }
  return found;
}

/** The new text: quoted, or behind a colon or a word that says so. */
function valuesOf(part: Folded): readonly { readonly before: Folded; readonly value: Folded }[] {
  const found: { before: Folded; value: Folded }[] = [];
  const add = (end: number, start: number) => {
    const value = stripped(sliceOf(part, start, part.text.length));
    if (value.text !== '') found.push({ before: sliceOf(part, 0, end), value });
  };
  const colon = /: /u.exec(part.text);
  if (colon) add(colon.index, colon.index + 2);
  for (const said of [...part.text.matchAll(patternOf(`[ ,]+(?:${SAYING})(?: |: )`, 'gu'))].slice(0, CUTS_MAX))
    add(said.index, said.index + said[0].length);
  const quote = /^[^\uE001]*?(?<quote>\uE001\uE000*)[\s.!]*$/du.exec(part.text)?.indices?.groups?.['quote'];
  if (quote) add(quote[0], quote[0]);
  return found;
}

const FILL = word(
  'a|an|the|one|more|new|another|extra|small|little|short|further|additional|there|it|please|pls|too|also|right|directly|just|saying|text|last|of|its|own|as|is|should|must|be|to|stand|come|go|goes|need|needs|want|we|i|with|that|says|reads|which|' +
    'noch|eine?n?|neue[nrs]?|weitere[nrs]?|kleine[nrs]?|zusatzliche[nrs]?|soll(?:te)?|stehen|kommen|kommt|direkt|bitte|hinzu|ein|dazu|une?|nouve(?:au|lle)|petite?|encore|doit|etre|il|faut|juste|una?|nuev[oa]|otr[oa]|pequen[oa]|debe|ir|justo|nuov[oa]|altr[oa]|piccol[oa]|deve|andare|subito|uma?|nov[oa]|outr[oa]|logo|een|nieuwe?|extra|nog|er|moet|staan|komen|direct|toe|in',
);
const REQUEST = [ADD, ...UNITS.map(([, words]) => words), new RegExp(FILL, 'u'), /\d{1,2}(?:st|nd|rd|th|\.)?/u].map(
  (words) => new RegExp(words.source, 'gu'),
);

/** Nothing is said but that something is added, and what it is. */
function isOnlyRequest(said: string): boolean {
  let left = ` ${said} `;
  for (const words of REQUEST) left = left.replaceAll(words, ' ');
  return !/[\p{L}\p{N}\uE001]/u.test(left);
}
