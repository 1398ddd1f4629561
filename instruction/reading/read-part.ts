// One request → the ways in which it can be read. Each way accounts for every word: what is not part of a frame is part of one of its places,
// and those must then be found in the document or be the new text.

import type { Span } from '../tokens.ts';
import { type Folded, QUOTED, quotedIn, trimmed } from './folded.ts';
import type { Intent, Readings } from './intents.ts';
import { patternOf, AFTER, ANY_VERB, ARROW, BEFORE, INSTEAD_OF, SHOULD_BE, verbsOf, word } from './lexicon.ts';
import { splitsAt, textOf } from './part-text.ts';
import { withSubject } from './parts.ts';
import { withPassive } from './clauses/passive.ts';
import { readAimed } from './read-aims.ts';
import { readCells, readFields, readProperties } from './read-fields.ts';
import { readLinks } from './read-links.ts';
import { madeUnreadable, readLooks, readRemovals } from './read-looks.ts';
import { readMarks } from './read-marks.ts';
import { readNewUnits } from './read-new-units.ts';
import { readPagesPart } from './read-pages-part.ts';
import { readPairs, readReplace, readStatements, readTwoQuoted } from './read-replace.ts';
import { ANAPHOR, readTold } from './read-told.ts';
import { isPictureSaid, readThings } from './read-things.ts';
import { readUnspaced } from './read-unspaced.ts';
import { takeWhere } from './scope-words.ts';
import { FIGURE, PICTURE_NOUN } from './thing-words.ts';
import { DETERMINER } from './things.ts';
import { readBetween } from './texts/read-between.ts';
import { readSubstitutions } from './texts/read-substitutions.ts';
import { readDoubled, readUnwanted } from './texts/read-unwanted.ts';

export function readPart(folded: Folded, part: Span): Readings {
  const asked = withPassive(folded, part);
  if (asked) return readWhole(asked, trimmed(asked, part));
  const subject = withSubject(folded, part);
  return [...(subject ? readWhole(subject, trimmed(subject, part)) : []), ...readWhole(folded, part)];
}

/** `…, the links too` */
const LINKS_TOO = new RegExp(
  `(?:,| ${word('and|und|et|y|e|en|also|including|incl|inklusive|mitsamt|y compris|incluid[oa]s|compresi')}) \\(?(?:${word(
    'also|auch|the|all|its|their|die|den|alle|les?|los?|las|el|i|gli|il|os?|as|de|het',
  )} )+(?:${word('(?:e-?)?mail|hyper')}[ -]?)?${word('links?|hyperlinks?|liens?|enlaces?|collegament[oi]')}(?: ${word('too|as well|also|auch|mit|aussi|tambien|anche|tambem|ook')})?\\)?$|,? ${word(
    '(?:both )?(?:in|as) (?:the )?text and (?:as|in) (?:the |its )?(?:link|target)|im text und (?:als|im) (?:ziel|link)',
  )}$`,
  'u',
);

/** `A is now B - change it under the authors`: what was said, and where. */
function readAgain(folded: Folded, part: Span): Readings | undefined {
  const text = textOf(folded, part);
  const again = ANAPHOR.exec(text.text);
  if (!again || again.index === 0) return undefined;
  const place = again.groups?.['place'];
  if (place !== undefined && !LOCATED_OPENS.test(place)) return undefined;
  const said = readStatements(folded, text.at(0, again.index));
  const located = place === undefined ? undefined : placeSaid(folded, text.at(text.text.length - place.length, text.text.length));
  return [readTold(folded, part), said.map((intent) => (located ? { ...intent, ...located } : intent))].filter((list) => list.length > 0);
}

function placeSaid(folded: Folded, span: Span): Pick<Intent, 'where' | 'within'> {
  const { where } = takeWhere(folded, { start: span.start, end: span.end });
  const text = textOf(folded, span);
  const joint = LOCATED_OPENS.exec(text.text)?.[0].length ?? 0;
  return Object.keys(where).length > 0 ? { where } : { within: [text.at(joint, text.text.length)] };
}

function readWhole(folded: Folded, part: Span): Readings {
  const again = readAgain(folded, part);
  if (again) return again;
  const links = LINKS_TOO.exec(textOf(folded, part).text);
  if (links && links.index > 0) {
    const changed = [readReplace, readStatements].map((read) =>
      read(folded, trimmed(folded, { start: part.start, end: part.start + links.index })).flatMap((intent) =>
        intent.kind === 'replace' ? [{ ...intent, withLinks: true as const }] : [],
      ),
    );
    const read = changed.filter((list) => list.length > 0);
    if (read.length > 0) return read;
  }
  const aimed = readAimed(folded, part);
  if (aimed) return 'rest' in aimed ? readWhole(folded, aimed.rest) : [[aimed]];
  const hidden = madeUnreadable(textOf(folded, part));
  if (hidden) {
    const { rest, where } = takeWhere(folded, hidden);
    return [[{ kind: 'redact', target: rest, where }]];
  }
  const own = [
    readPagesPart(folded, part),
    readMarks(folded, part),
    readImages(folded, part),
    readLinks(folded, part),
    readThings(folded, part),
    readProperties(folded, part),
    readCells(folded, part),
    readPairs(folded, part),
    readTwoQuoted(folded, part),
    readDoubled(folded, part),
    readUnwanted(folded, part),
    readSubstitutions(folded, part),
    readLooks(folded, part),
    readReplace(folded, part),
    readRemovals(folded, part),
    readBetween(folded, part),
    readInsertions(folded, part),
    readNewUnits(folded, part),
    readFields(folded, part),
    readEntered(folded, part),
    readTold(folded, part),
    readStatements(folded, part),
    readUnspaced(folded, part),
  ].filter((list) => list.length > 0);
  return [...own, ...readLocated(folded, part)];
}

const LOCATED_OPENS = new RegExp(
  `^${word('in|on|at|under|for|from|im|in der|auf|unter|bei|dans|sur|sous|au|a la|en|el|nella?|nell|sul|na|no|op')}[ ']`,
  'u',
);
const LOCATED_VERB = new RegExp(
  ` (?=(?:${word('pls|plz|please|bitte|svp|stp|por favor|per favore|aub')} )?(?:${ANY_VERB}|${word('say|use|show|have|schreib|verwende|nimm|ecris|utilise|usa|gebruik')}) )`,
  'u',
);

/** `In the Denver row, set …`: the place first, then the request. */
function readLocated(folded: Folded, part: Span): Readings {
  const text = folded.text.slice(part.start, part.end);
  const opens = LOCATED_OPENS.exec(text);
  if (!opens) return readBehindPlace(folded, part);
  // In the order of trust of what is read behind the place.
  const readings: Intent[][] = [];
  const cuts = [...text.matchAll(/, ?/gu)].map(({ index, 0: all }) => [index, index + all.length] as const);
  const verb = LOCATED_VERB.exec(text);
  if (verb) cuts.push([verb.index, verb.index + 1]);
  for (const [end, next] of cuts) {
    const place = trimmed(folded, { start: part.start + opens[0].length, end: part.start + end });
    const rest = trimmed(folded, { start: part.start + next, end: part.end });
    if (place.start >= place.end || rest.start >= rest.end) continue;
    // `on page 2, in the first line, …`: a place within another.
    const nested = readLocated(folded, rest);
    if (nested.length > 0) return nested.map((list) => list.map((intent) => ({ ...intent, within: [place, ...(intent.within ?? [])] })));
    for (const [trust, list] of readPart(folded, rest).entries())
      (readings[trust] ??= []).push(...list.map((intent) => ({ ...intent, within: [place, ...(intent.within ?? [])] })));
  }
  return readings;
}

const BEHIND_PLACE_LEAD = new RegExp(`^(?<place>[^:\uE001]{1,60}): +(?=(?:${ANY_VERB})(?: |$)|[^:]{2,60} ${SHOULD_BE} )`, 'u');

/** `page 3: take out …`, `Footer: make … bold`; what a lead only announces says nothing. */
function readBehindPlace(folded: Folded, part: Span): Readings {
  const text = folded.text.slice(part.start, part.end);
  const lead = BEHIND_PLACE_LEAD.exec(text);
  const place = lead?.groups?.['place'];
  if (!lead || place === undefined) return [readQuotedBehind(folded, part)].filter((list) => list.length > 0);
  const rest = { start: part.start + lead[0].length, end: part.end };
  const isAnnounced = ANNOUNCED.test(place);
  const within = { start: part.start, end: part.start + place.length };
  const list = readPart(folded, rest).flat();
  return [isAnnounced ? list : list.map((intent) => ({ ...intent, within: [within, ...(intent.within ?? [])] }))];
}

const QUOTED_BEHIND_LEAD = new RegExp(
  `^(?<place>[^:\uE001]{1,60}): +(?=${QUOTED} ?(?:${ARROW}|${INSTEAD_OF}|${SHOULD_BE}) ?${QUOTED}$)`,
  'u',
);

/** `Footer: "A" -> "B"`. */
function readQuotedBehind(folded: Folded, part: Span): Intent[] {
  const { rest: whole, where } = takeWhere(folded, part);
  const text = folded.text.slice(part.start, whole.end);
  const lead = whole.start === part.start ? QUOTED_BEHIND_LEAD.exec(text) : null;
  const place = lead?.groups?.['place'];
  if (!lead || place === undefined) return [];
  if (NEW_ONE.test(place))
    return readReplace(folded, { start: part.start + lead[0].length, end: whole.end }).map((intent) => ({ ...intent, where }));
  if (QUOTED_BEHIND_WORDS.test(place)) return [];
  const within = { start: part.start, end: part.start + place.length };
  const rest = { start: part.start + lead[0].length, end: whole.end };
  return [...readReplace(folded, rest), ...readStatements(folded, rest)].map((intent) => ({ ...intent, where, within: [within] }));
}

/** `use another sentence: …` */
const NEW_ONE = new RegExp(
  `^(?:${word('please|let.s|take|use|verwende|nimm|utilise[rz]?|usa|gebruik')} )*${word('an(?:other)?|a|the|eine?n?|une?|una|um|otra|un.?altra|outra')} (?:${word('new|different|better|other|andere[nr]?|neue[nr]?|autre|nueva|nuova|nova|nieuwe')} )?[\\p{L}]+(?: [\\p{L}]+)?$`,
  'u',
);

const ANNOUNCED = new RegExp(
  `^(?:${word('a|one|two|three|four|some|the|new|small|quick|last|another|version|changes?|corrections?|edits?|updates?|things?|requests?|tasks?|todo|neue|version|anderungen|korrekturen?|nouvelle|modifications?|corrections?|nueva|cambios|correcciones|nuova|modifiche|correzioni|nova|alteracoes|nieuwe|wijzigingen')} ?)+$`,
  'u',
);

const QUOTED_BEHIND_WORDS = new RegExp(`${ANY_VERB}|${ANNOUNCED.source}`, 'u');

const NEW_PICTURE = `(?:(?:${word('our|my|the|the new|this|a|unser|unserem|das neue|notre|le nouveau|nuestro|il nostro|nosso|ons')} )*(?:${word('new|company|own|attached|neue[ns]?')} )*${PICTURE_NOUN}(?: ${word('attached|i attached|i sent|anbei|ci-joint|adjunt[oa]|allegat[oa]|anexad[oa]|bijgevoegd')})?|${word('(?:our|my|the) (?:new|own|attached) one|(?:the )?(?:one )?(?:i )?attached(?: one)?|ours|mine|unser(?:e[nms]?)? (?:neues|eigenes)?|das (?:neue|angehangte)|le notre|la notre|notre nouveau|el nuestro|la nuestra|el nuevo|il nostro|la nostra|il nuovo|o nosso|a nossa|o novo|het onze|de onze')})`;

const IMAGES_SWAP = new RegExp(
  `^(?:${verbsOf('replace', 'change')}) (?<old>[^\uE001]*?(?:${PICTURE_NOUN}|${FIGURE.source.replace('?<number>', '?:')})[^\uE001]*?) (?:${word('with|by|for|against|durch|mit|gegen|par|avec|por|con|door|met|tegen|contra')}) ${NEW_PICTURE}$`,
  'du',
);

/** The picture that came with the instruction takes the place of one that is there. */
function readImages(folded: Folded, part: Span): Intent[] {
  const { rest, where } = takeWhere(folded, part);
  const text = textOf(folded, rest);
  const swap = IMAGES_SWAP.exec(text.text);
  const old = swap?.indices?.groups?.['old'];
  return old && isPictureSaid(text.text.slice(...old)) ? [{ kind: 'replace_image', target: text.at(...old), where }] : [];
}

/** A number or a code is a text without being quoted. */
const CODE = /^[^\s:]*\p{N}[^\s:]*$/u;

const ENTERED_VERB = new RegExp(`^(?:${verbsOf('fill')}) +`, 'u');
const ENTERED_WORDS = new RegExp(`^${QUOTED}$`, 'u');

/** `enter PO-55871 behind "Order no.:"`, where no field is called so. */
function readEntered(folded: Folded, part: Span): Intent[] {
  const { rest, where } = takeWhere(folded, part);
  const text = textOf(folded, rest);
  const verb = ENTERED_VERB.exec(text.text);
  return (verb ? splitsAt(text, AFTER, verb[0].length) : [])
    .filter(([value, anchor]) => ENTERED_WORDS.test(textOf(folded, anchor).text) && CODE.test(textOf(folded, value).text))
    .map(([value, anchor]) => ({ kind: 'insert', value, place: 'after', anchor, where }));
}

/** `the number (1-888-404-3922)`: what it is, then the value. */
const NAMED_VALUE = new RegExp(
  `^${word('the|our|my|die|das|den|unsere?|le|la|notre|el|nuestro|il|nostro|o|nosso|het|de|ons')} (?:[\\p{L}-]+ )?${word('number|date|year|address|phone|e-?mail|amount|price|code|nummer|datum|adresse|betrag|numero|montant|fecha|importe|numero|data|importo|nummer|adres|bedrag')}:? (?=\\(?[+\\p{N}])`,
  'u',
);

const INSERTIONS_VERB = new RegExp(`^(?:${verbsOf('insert')}) +`, 'u');

/** `"A" at the end of the caption on page 6, after "B"`: what it stands in, and what it stands behind, which is enough where it stands once. */
function placedTwice(
  folded: Folded,
  { value, place, anchor }: Pick<Extract<Intent, { kind: 'insert' }>, 'value' | 'place' | 'anchor'>,
): Intent[] {
  const quoted = quotedIn(folded, value);
  if (!quoted || !quotedIn(folded, anchor)) return [];
  const said = AT_END.exec(folded.text.slice(quoted.end, value.end));
  if (!said) return [];
  const { rest, where } = takeWhere(folded, { start: quoted.end + said[0].length, end: value.end });
  const intent: Intent = { kind: 'insert', value: quoted, place, anchor, isRunOn: true, where };
  return [intent, { ...intent, within: [rest] }];
}

const AT_END = new RegExp(
  `^[ ,]*${word('at the (?:very )?(?:end|bottom|close)(?: of)?|(?:am|ans) ende?(?: der| des| von)?|a la fin(?: d[eu]| de la)?|al final(?: de la| del| de)?|alla fine(?: del(?:la)?| di)?|no fi(?:m|nal)(?: d[aoe])?|aan het einde?(?: van)?|in|within|inside|im|dans|en|nel(?:la)?|na|no')} `,
  'u',
);

function readInsertions(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const intents: Intent[] = [];
  const verb = INSERTIONS_VERB.exec(text.text);
  for (const [place, joint] of [
    ['before', BEFORE],
    ['after', AFTER],
  ] as const) {
    if (verb) {
      for (const [value, anchor] of splitsAt(text, joint, verb[0].length)) {
        if (quotedIn(folded, value) || CODE.test(folded.text.slice(value.start, value.end)))
          intents.push({ kind: 'insert', value, place, anchor }, ...placedTwice(folded, { value, place, anchor }));
      }
    }
    const first = patternOf(`^${joint} `, 'u').exec(text.text);
    for (const [anchor, said] of first ? splitsAt(text, `,? (?:${verbsOf('insert')}) `, first[0].length) : []) {
      const named = NAMED_VALUE.exec(folded.text.slice(said.start, said.end))?.[0].length ?? 0;
      const value = { start: said.start + named, end: said.end };
      // `add the total`: what is not quoted and begins with an article is spoken of.
      if (quotedIn(folded, value) || !DETERMINER.test(folded.text.slice(value.start, value.end)))
        intents.push({ kind: 'insert', value, place, anchor });
    }
  }
  return intents;
}
