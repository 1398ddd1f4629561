// What is added over pages: stamps, watermarks, page numbers, headers and footers.

import type { Span } from '../tokens.ts';
import { type Folded, quotedIn, trimmed, writtenAs } from './folded.ts';
import type { Intent } from './intents.ts';
import { patternOf, ANY_VERB, PARTICLES, verbsOf, word } from './lexicon.ts';
import { BOLD, COLOR, colorSaid, PLACE_WORDS, positionSaid } from './looks.ts';
import { placeSaid } from './read-things.ts';
import { findPages } from './scope-words.ts';
import { BESIDE_WORD } from './thing-words.ts';

const WATERMARK = word("water ?marks?|wasserzeichen|filigran[ea]s?|marcas? de agua|marca d'agua|watermerk");
/** A text across a page is one too. */
const DIAGONAL = word('diagonal(?:ly|e|ement|mente)?|schrag|in diagonale|en diagonale?');
const STAMP = word('stamps?|stempel|tampon|sello|timbro|carimbo');
const HEADER = word('header|kopfzeile|en-tete|encabezado|intestazione|cabecalho|koptekst');
const FOOTER = word('footer|fusszeile|pied de page|pie de pagina|pie di pagina|pie|rodape|voettekst');
const NUMBERS = word(
  "page numbers?(?: 1(?! ?(?:of|/)))?|page numbering|number (?:all )?the pages|seitenzahl(?:en)?|seitennummer(?:n|ierung)?|numero(?:ter|tez|te) (?:toutes )?les pages|numeros? de pages?|numeros? de paginas?|numera(?:r)? las paginas|numer[io] di pagina|numera le pagine|numerar as paginas|numere as paginas|paginanummers?|nummer de pagina's|nummeriere die seiten",
);
const NOTHING = word(
  'a|an|the|in|at|on|of|to|with|by|aligned|saying|als|comme|como|come|em|across|over|page|pages|text|that says|saying|reading|which says|word|der|die|das|den|dem|ein|eine[nm]?|mit|auf|in|im|an|und|and|text|le|la|les|un|une|en|au|aux|a|de|du|des|both|into|like|such as|style|document|diagonally|diagonal|schrag|hin|avec|sur|dans|qui dit|el|los|las|una?|con|que diga|dice|en|el texto|texto|il|lo|che dice|testo|con scritta|o|os|as|um|uma|na|no|com|het|een|op|met|tekst|elke|form|format|sous la forme|la forme|im format|as|it|all|alle|each|every|color|colour|farbe',
);

/** `top left should say "A"`, `oben links soll "A" stehen`. */
const APPEARS = word(
  '(?:there )?(?:should|must|needs to|has to)(?: be| say| read| stand| appear| show| go)?|(?:soll(?:te)?|muss)(?: da| dort| noch)?|stehen|hin|erscheinen|(?:doit|devrait)(?: figurer| apparaitre| etre| se trouver)?|figurer|apparaitre|' +
    '(?:debe|deberia)(?: estar| aparecer| ir| poner)?|(?:deve|dovrebbe)(?: stare| comparire| apparire| esserci)?|(?:deve|devia)(?: estar| aparecer| ficar)?|(?:moet|moeten)(?: er)?|staan|komen',
);

/** One that is added stands on the first page, larger than the text. */
const HEADLINE = word('titles?|headings?|headlines?|titels?|uberschrift|titre|titulo|encabezado|titolo|kop');
const HEADLINE_PT = 16;

/** A watermark is as large as its page. */
const LARGE = word('big|large|huge|gross(?:e[nrms]?)?|grande?s?|groot|grote');

/** With what is written as a signature. */
const SIGNS_WITH = word(
  'sign(?: (?:it|this))?(?: for me)?|unterschreibe?n?|unterzeichne?n?|signe[rz]?|firma(?:re)?|firme|assina(?:r)?|assine|onderteken(?:en)?',
);

const CHANGED_ONLY = new RegExp(
  `^${word(
    'change|update|modify|edit|alter|amend|correct|fix|adjust|reword|andern?|andre|aendern?|korrigieren?|aktualisieren?|anpassen|change[rz]|modifi(?:er|ez|e)|corrig(?:er|ez|e)|cambi(?:ar|a|e)|modific(?:a|ar)|modifique|corregir|corrija|actualiza|' +
      'cambiare|correggi|correggere|aggiorna|mudar|mude|muda|alter[ae]r?|corrigir|atualize|trocar|troque|wijzig(?:en)?|verander(?:en)?|corrigeer',
  )} `,
  'u',
);

const MARKS_IS_ASKED = new RegExp(`^(?:${verbsOf('insert', 'change')}|${SIGNS_WITH}) |(?: |^)(?:${verbsOf('insert')})$`, 'u');
const MARKS_IS_WISHED = new RegExp(`^(?:${APPEARS} )|[ ,](?:${APPEARS})(?: |$)`, 'u');
const MARKS_MARK = new RegExp(`^${word('stamp|stempel|stemple|tamponne[rz]?|tampona|sella|timbra|carimb[ae]|stempelen')} `, 'u');
const MARKS_POSITION = new RegExp(FOOTER, 'gu');
const MARKS_OPENS_MARK = new RegExp(`^(?:a |an |the )?(?:${WATERMARK}|${STAMP}|${FOOTER}|${HEADER})`, 'u');
const MARKS_WORDS = new RegExp(`^(?:${SIGNS_WITH})`, 'u');
const MARKS_COLOR = new RegExp(COLOR, 'u');
const MARKS_BOLD = new RegExp(`(?:${word('in|en|mit|em')} )?(?:${BOLD})`, 'u');
const MARKS_WORDS_2 = new RegExp(LARGE, 'gu');
const MARKS_WORDS_3 = new RegExp(` (?:${PARTICLES})$`, 'u');
const MARKS_IS_HEADLINE = new RegExp(HEADLINE, 'u');
const MARKS_WORDS_4 = new RegExp(HEADLINE, 'u');

export function readMarks(folded: Folded, part: Span): Intent[] {
  const text = folded.text.slice(part.start, part.end);
  const found = findPages(folded, part);
  const where = found ? { pages: found.pages } : {};
  const isAsked = MARKS_IS_ASKED.test(text);
  const said = (words: string) => patternOf(words, 'u').test(text);
  const isWished = MARKS_IS_WISHED.test(text);
  const example = quotedIn(folded, part);
  const counted = example && (isAsked || COUNTED_WISH.test(text)) ? readCounted(folded, part, example) : undefined;
  if (counted) return [counted];
  if (example && isAsked && NUMBERS_SHOWN.test(writtenAs(folded, example).text)) return readNumbersShown(folded, part, example);
  if (said(NUMBERS)) return readNumbers(folded, part, where);
  const mark = said(WATERMARK) || said(DIAGONAL) ? 'watermark' : said(STAMP) || MARKS_MARK.test(text) ? 'stamp' : undefined;
  const running = said(HEADER) ? 'header' : said(FOOTER) ? 'footer' : undefined;
  const position = positionSaid(text.replaceAll(MARKS_POSITION, ' '));
  const opensMark = MARKS_OPENS_MARK.test(text);
  const value = quotedIn(folded, part) ?? capitalsIn(folded, part);
  const beside = value && besideSaid(folded, part, value);
  if (!value) return [];
  // `put "COPY" on page 2`: only what is wholly in capitals is a stamp without being called one.
  const isCapital = found !== undefined && found.pages !== 'all' && /^[\p{Lu}\p{N} -]{3,30}$/u.test(writtenAs(folded, value).text);
  if ((!isAsked && !opensMark && !isWished) || (!mark && !running && position === undefined && !beside && !isCapital)) return [];
  // `change the ISBN on the cover page` says of something what it shall not be any more, and not what instead.
  if (!mark && !running && CHANGED_ONLY.test(text)) return [];
  // Beside the value only words of the mark itself.
  let rest = `${text.slice(0, value.start - part.start)}|${text.slice(value.end - part.start)}`;
  rest = rest.replace(MARKS_WORDS, ' ');
  if (found) rest = rest.replace(folded.text.slice(found.span.start, found.span.end), ' ');
  if (beside) rest = rest.replace(beside.said, ' ');
  const size = /(?<points>\d{1,3}) ?(?:pt|points?|punkt)(?!\p{L})/u.exec(rest);
  if (size) rest = rest.replace(size[0], ' ');
  const color = MARKS_COLOR.exec(rest)?.[0];
  if (color !== undefined) rest = rest.replace(color, ' ');
  const bold = MARKS_BOLD.exec(rest)?.[0];
  if (bold !== undefined) rest = rest.replace(bold, ' ');
  if (mark === 'watermark') rest = rest.replaceAll(MARKS_WORDS_2, ' ');
  rest = rest.replace(MARKS_WORDS_3, ' ');
  const isHeadline = !mark && !running && !beside && position?.startsWith('top') === true && MARKS_IS_HEADLINE.test(rest);
  if (isHeadline) rest = rest.replace(MARKS_WORDS_4, ' ');
  if (!isOnlyMark(rest, isAsked || isWished)) return [];
  const kind = mark ?? running ?? 'stamp';
  const painted = color === undefined ? {} : { color: colorSaid(color) ?? '#000000' };
  const points = size ? Number(size.groups?.['points']) : isHeadline ? HEADLINE_PT : undefined;
  const sized = { ...(points === undefined ? {} : { points }), ...(bold === undefined ? {} : { bold: true as const }) };
  if (beside) return [{ kind: 'mark', mark: 'stamp', value, where, isBare: false, beside: beside.place, ...painted, ...sized }];
  return [
    {
      kind: 'mark',
      mark: kind,
      value,
      where: isHeadline && !found ? { pages: '1' } : where,
      isBare: !isAsked,
      ...(position === undefined ? {} : { position }),
      ...painted,
      ...sized,
    },
  ];
}

/** @param rest what stands beside the text of a mark. @returns whether it only says that it is added, and where */
function isOnlyMark(rest: string, isAsked: boolean): boolean {
  const words = [WATERMARK, DIAGONAL, STAMP, HEADER, FOOTER, PLACE_WORDS, NOTHING, APPEARS, verbsOf('insert', 'change')];
  const left = words.reduce((text, one) => text.replaceAll(patternOf(one, 'gu'), ' '), rest);
  return left.replaceAll(isAsked ? /[\s|,.():]/gu : /[\s|,.()]/gu, '') === '';
}

const BESIDE_SAID_FROM = new RegExp(BESIDE_WORD, 'u');

/** `under the logo`, `next to the date`, behind or before the text that is added. */
function besideSaid(folded: Folded, part: Span, value: Span) {
  for (const span of [
    { start: value.end, end: part.end },
    { start: part.start, end: value.start },
  ]) {
    const place = placeSaid(folded, trimmed(folded, withoutLead(folded, span)));
    if (!place?.beside) continue;
    const { anchor } = place.beside;
    const text = folded.text.slice(span.start, anchor.end);
    const from = text.search(BESIDE_SAID_FROM);
    return { place: place.beside, said: text.slice(Math.max(0, from)) };
  }
  return undefined;
}

const WITHOUT_LEAD_FROM = new RegExp(BESIDE_WORD, 'u');

/** Without what is said before the place: `in red under the logo`. */
function withoutLead({ text }: Folded, { start, end }: Span): Span {
  const from = text.slice(start, end).search(WITHOUT_LEAD_FROM);
  return from < 0 ? { start, end } : { start: start + from, end };
}

const NUMBERS_SHOWN = /^(?<lead>\p{L}+ )?(?:x|n|1|\{n\}) ?(?<join>of|\/|von|sur|de|di|van) ?(?:y|n|\d+|\{total\})$/iu;
const EXCEPT = new RegExp(
  `${word('except|but|ausser|sauf|excepto|salvo|tranne|eccetto|exceto|behalve')}(?: for| on)? ?(?:the |der |auf der |la |le |a |de )?(?<which>first|last|cover|ersten?|letzten?|premiere|derniere|primera|ultima|prima|primeira|eerste|laatste)(?: ${word('page|one|seite|pagina')})?`,
  'u',
);

/** @returns as in a plan */
function exceptPages({ groups }: RegExpExecArray): string {
  return `all except ${/last|letzt|dern|ult|laat/u.test(groups?.['which'] ?? '') ? 'last' : '1'}`;
}

/** `"Page X of Y" at the bottom of each page except the first`: the quoted text shows the form of the numbers. */
function readNumbersShown(folded: Folded, part: Span, example: Span): Intent[] {
  const { lead = '', join = '' } = NUMBERS_SHOWN.exec(writtenAs(folded, example).text)?.groups ?? {};
  const outside = `${folded.text.slice(part.start, example.start)} ${folded.text.slice(example.end, part.end)}`;
  const except = EXCEPT.exec(outside);
  const left = except ? outside.replace(except[0], ' ') : outside;
  const position = positionSaid(left);
  let rest = left;
  for (const words of [PLACE_WORDS, NOTHING, NUMBERS, verbsOf('insert')]) rest = rest.replaceAll(patternOf(words, 'gu'), ' ');
  if (rest.replaceAll(/[\s,.()]/gu, '') !== '') return [];
  return [
    {
      kind: 'number',
      where: except ? { pages: exceptPages(except) } : {},
      format: `${lead}{n}${join === '/' ? '/' : ` ${join} `}{total}`,
      ...(position === undefined ? {} : { position }),
    },
  ];
}

const COUNTED_WISH = new RegExp(word('(?:i|we) (?:need|want|would like)|and need|brauchen?|should (?:show|have|say)'), 'u');

/** `"Page 1", "Page 2" … at the bottom right`: the quoted texts differ in their number alone. */
function readCounted(folded: Folded, part: Span, first: Span): Intent | undefined {
  const second = quotedIn(folded, { start: first.end, end: part.end });
  const [one, two] = [first, second].map(
    (span) => span && /^(?<lead>[^\d]*)(?<n>\d{1,4})(?<tail>[^\d]*)$/u.exec(writtenAs(folded, span).text)?.groups,
  );
  if (!second || !one || !two || one['lead'] !== two['lead'] || one['tail'] !== two['tail']) return undefined;
  if (Number(two['n']) !== Number(one['n']) + 1) return undefined;
  const tail = folded.text.slice(second.end, part.end);
  let rest = tail;
  for (const words of [PLACE_WORDS, NOTHING, EACH_PAGE]) rest = rest.replaceAll(patternOf(words, 'gu'), ' ');
  if (rest.replaceAll(/[\s,.…()]/gu, '') !== '') return undefined;
  const position = positionSaid(tail);
  return {
    kind: 'number',
    where: {},
    format: `${one['lead'] ?? ''}{n}${one['tail'] ?? ''}`,
    ...(one['n'] === '1' ? {} : { start: Number(one['n']) }),
    ...(position === undefined ? {} : { position }),
  };
}

const EACH_PAGE = word('etc|and so on|usw|pages?|seiten?|paginas?|pagine|each|every|all');
const NUMBERS_START = new RegExp(
  `,? (?:${word('and|und|et|y|e|en')} )?${word('start(?:ing)?|begin(?:ning)?|beginnend|angefangen|anfangend|commencant|empezando|comenzando|iniziando|a partire|partendo|comecando|beginnend')} (?:${word('with|at|from|by|on|mit|bei|par|a|con|da|por|em|met|bij')} )?(?:${word('number|page|nummer|numero')} )?(?<start>\\d{1,5})(?: ${word('on page 1|on the first page')})?`,
  'u',
);

const NUMBERS_POSITION = new RegExp(FOOTER, 'gu');
const NUMBERS_POSITION_2 = new RegExp(HEADER, 'gu');
const NUMBERS_REST = new RegExp(` (?:${PARTICLES})$`, 'u');

function readNumbers(folded: Folded, part: Span, where: { readonly pages?: string }): Intent[] {
  const text = folded.text.slice(part.start, part.end);
  const example = /(?<lead>\p{L}*) ?(?:\{n\}|\b1|\bx) ?(?<join>\/|of|von|sur|de|di|van) ?(?:\{total\}|\d+|y|n)\b/u.exec(text);
  const except = EXCEPT.exec(text);
  const started = NUMBERS_START.exec(text);
  const start = started ? Number(started.groups?.['start']) : undefined;
  const asked = [except, started].reduce((left, one) => (one ? left.replace(one[0], ' ') : left), text);
  const position = positionSaid(asked.replaceAll(NUMBERS_POSITION, ' bottom ').replaceAll(NUMBERS_POSITION_2, ' top '));
  const isNoLead = NOT_LEAD.test(example?.groups?.['lead'] ?? '');
  const shown = isNoLead ? (example?.[0].slice(example.groups?.['lead']?.length) ?? '') : (example?.[0] ?? '\uE0FF');
  let rest = asked.replace(shown, ' ').replace(NUMBERS_REST, ' ');
  for (const words of [NUMBERS, PARTICLES, FOOTER, HEADER, PLACE_WORDS, NOTHING, verbsOf('insert')])
    rest = rest.replaceAll(patternOf(words, 'gu'), ' ');
  if (rest.replaceAll(/[\s,.()]/gu, '') !== '') return [];
  // Without a verb only its place says that it is wished for.
  if (!hasVerb(text) && !/^(?:number|num|nummer)/u.test(text) && position === undefined) return [];
  const { lead: folding = '', join = '' } = example?.groups ?? {};
  const at = part.start + (example?.index ?? 0);
  const lead = folded.source.slice(at, at + folding.length);
  const format = example
    ? `${lead === '' || NOT_LEAD.test(folding) ? '' : `${lead} `}{n}${join === '/' ? '/' : ` ${join} `}{total}`
    : undefined;
  // `Page 1 of 9` shows the form of the numbers, not where they go.
  const isShown =
    example !== null && findPages(folded, part) !== undefined && text.indexOf(example[0]) >= 0 && /page|seite|pagina|blatt/u.test(folding);
  const pages = except ? { pages: exceptPages(except) } : isShown ? {} : where;
  return [
    {
      kind: 'number',
      where: pages,
      ...(position === undefined ? {} : { position }),
      ...(format === undefined ? {} : { format }),
      ...(start === undefined || start === 1 ? {} : { start }),
    },
  ];
}

const HAS_VERB_WORDS = new RegExp(
  `(?:^| )(?:${ANY_VERB}|${word('i (?:want|need)|we (?:want|need)|with|mit|avec|con|com|met')})(?: |$)`,
  'u',
);

const hasVerb = (text: string) => HAS_VERB_WORDS.test(text);

const NOT_LEAD = /^(?:forme?|format|form|as|like|wie|comme|como|come)$/u;

/** The only words in capitals. */
function capitalsIn(folded: Folded, part: Span): Span | undefined {
  const source = folded.source.slice(part.start, part.end);
  const found = [...source.matchAll(/\p{Lu}{2}[\p{Lu}\p{N}]*(?:[ -]\p{Lu}[\p{Lu}\p{N}]+)*/gu)];
  const [first] = found;
  return first && found.length === 1
    ? trimmed(folded, { start: part.start + first.index, end: part.start + first.index + first[0].length })
    : undefined;
}
