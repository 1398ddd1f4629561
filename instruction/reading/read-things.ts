// What is asked of pictures, links and annotations: which of them is meant is said by place, size, kind, colour, author or by the text beside them.

import { movedBySaid } from '../moved-by.ts';
import type { Span } from '../tokens.ts';
import { type Folded, quotedIn, trimmed } from './folded.ts';
import type { Intent } from './intents.ts';
import { patternOf, DENIED_AT_END, LIMITS, verbsOf, word } from './lexicon.ts';
import { BIGGER, COLOR, colorSaid, isPartOfName, positionSaid, SMALLER } from './looks.ts';
import { findPages, ORDINAL, takeWhere, withoutKept } from './scope-words.ts';
import { DETERMINER, THINGS } from './things.ts';
import {
  BESIDE_WORD,
  CAPTION,
  FIGURE,
  kindOfRemark,
  LINK_NOUN,
  PICTURE_NOUN,
  REMARK_NOUN,
  sideSaid,
  STRIKE,
  UNDERLINE,
  UNDERLINED,
} from './thing-words.ts';

const MOVES = word(
  'move|shift|put|place|bring|drag|relocate|verschiebe?n?|schiebe?n?|setze?n?|deplace[rz]?|mets|mettez|mueve|mover|pon|sposta(?:re)?|metti|mova|mude|verplaats(?:en)?|zet',
);
const FLATTENS = word(
  'flatten|flachen?|glatten?|aplati[rs]|aplatissez|aplanar|aplana|appiattisci|appiattire|achatar|achate|bake in|einbetten',
);

export function readThings(folded: Folded, part: Span): Intent[] {
  return [
    ...readPictures(folded, part),
    ...readRemarks(folded, part),
    ...readLines(folded, part),
    ...readNotes(folded, part),
    ...readCleared(folded, part),
    ...readLinkedText(folded, part),
  ];
}

const WITH_LINK = new RegExp(
  `,? (?:${word('together with|along with|and|with|including|samt|mitsamt|zusammen mit|mit|und|avec|ainsi que|et|junto con|con|y|insieme a|e|com|junto com|samen met|met|en')}) (?:${word(
    'its|the|seine[mnr]?|dem|den|son|le|su|el|il suo|il|o seu|seu|o|de|zijn|bijbehorende',
  )} )*${LINK_NOUN}$`,
  'u',
);

/** `the line "A" together with its link` */
function readLinkedText(folded: Folded, part: Span): Intent[] {
  const object = objectOf(folded, part, verbsOf('delete'));
  const tail = object && WITH_LINK.exec(textOf(folded, object));
  if (!object || !tail) return [];
  const { rest, where } = takeWhere(folded, trimmed(folded, { start: object.start, end: object.start + tail.index }));
  return rest.start < rest.end ? [{ kind: 'delete', target: rest, where, withLinks: true }] : [];
}

function textOf({ text }: Folded, { start, end }: Span): string {
  return text.slice(start, end);
}

const OBJECT_OF_PARTICLE = new RegExp(` ${word('weg|raus|heraus|away')}$`, 'u');
const OBJECT_OF_AROUND = new RegExp(
  `^(?:take|throw|kick|nimm|enleve|leva|tira|togli|haal) (?<what>[^,]+?) ${word('off|out|away|weg|raus|via|fora')}(?=,| (?:the |of |from |on |page |der |von |de |van )|$)`,
  'u',
);

/** What a verb at one of the ends of a part acts on, around its particle. */
function objectOf(folded: Folded, part: Span, verbs: string): Span | undefined {
  const text = textOf(folded, part);
  const first = patternOf(`^(?:${verbs})(?: ${word('out|off|away')})? +`, 'u').exec(text);
  const cut = (from: number, to: number) => trimmed(folded, { start: part.start + from, end: part.start + to });
  if (first) {
    const rest = text.slice(first[0].length);
    const particle = OBJECT_OF_PARTICLE.exec(rest);
    return cut(first[0].length, first[0].length + (particle?.index ?? rest.length));
  }
  const last = patternOf(` (?:${word('zu|te')} )?(?:${verbs})$`, 'u').exec(text);
  if (last) return cut(0, last.index);
  // `take the logo off, top left`: what is said behind the particle belongs to the thing.
  const around = verbs.includes('take off') ? OBJECT_OF_AROUND.exec(text) : null;
  return around ? cut(around[0].indexOf(around.groups?.['what'] ?? ''), text.length) : undefined;
}

const NEW_ONE = word(
  'our|my|the new|this|a|the|an|unser|mein|das neue|notre|mon|le nouveau|nuestro|mi|nostro|mio|nosso|meu|ons|mijn|attached|new|company|neue[sn]?',
);

/** `the last sentence under the chart`: no picture. */
const IS_TEXT = new RegExp(
  `^(?:${ORDINAL} )?(?:${word([THINGS.sentence, THINGS.paragraph, THINGS.line, THINGS.row, THINGS.heading, THINGS.caption, THINGS.note, 'texts?', 'words?'].join('|'))})`,
  'u',
);

const PICTURES_ADDED = new RegExp(
  `^(?:${verbsOf('insert')}) (?:${NEW_ONE} )*(?<noun>${PICTURE_NOUN})(?: ${word('attached|i attached|i sent|anbei')})?(?<rest>.*)$`,
  'u',
);

function readPictures(folded: Folded, part: Span): Intent[] {
  const intents: Intent[] = [];
  const isPicture = (span: Span) =>
    !quotedIn(folded, span) && isPictureSaid(textOf(folded, span)) && !IS_TEXT.test(textOf(folded, span).replace(DETERMINER, ''));
  const gone = objectOf(folded, withoutCaption(folded, part), verbsOf('delete'));
  const below = gone && TEXT_BELOW.exec(textOf(folded, gone));
  const target = gone && below ? { start: gone.start, end: gone.start + below.index } : gone;
  if (target && isPicture(target)) intents.push({ kind: 'picture', act: 'delete', target, ...(below ? { withTextBelow: true } : {}) });
  intents.push(
    ...readMoved(folded, part),
    ...readMovedBy(folded, part),
    ...readResized(folded, part).filter(({ kind }) => kind === 'picture'),
  );
  // `put our logo into the bottom right corner`: a new one, where the old one is not said.
  const text = textOf(folded, part);
  const added = PICTURES_ADDED.exec(text);
  if (added && !quotedIn(folded, part)) {
    const rest = { start: part.end - (added.groups?.['rest'] ?? '').length, end: part.end };
    const place = placeSaid(folded, rest);
    if (place) intents.push({ kind: 'add_picture', ...place });
  }
  return intents;
}

const CAPTION_STAYS = new RegExp(
  `[ ,(;-]+(?:${word('but|and|aber|und|mais|et|pero|y|ma|e|mas|maar|en')} )?${word(
    'leave|keep|not|without|lass(?:e|en sie)?|behalte|nicht|ohne|laisse[rz]?|garde[rz]?|sans|deja|deje|conserva|sin|lascia|mantieni|senza|deixe|mantenha|sem|laat|behoud|zonder',
  )} (?:${word('the|its|die|ihre|la|sa|su|el|il|sua|a|o|de|het|zijn')} )*(?:${CAPTION})(?: ${word('there|as it is|stehen|weg|en place|ahi|staan')})?\\)?$`,
  'u',
);

/** Without `but keep its caption`: only the picture goes anyway. */
function withoutCaption(folded: Folded, part: Span): Span {
  const stays = CAPTION_STAYS.exec(textOf(folded, part));
  return stays ? trimmed(folded, { start: part.start, end: part.start + stays.index }) : part;
}

/** `the badge and the text underneath` */
const TEXT_BELOW = new RegExp(
  ` (?:${word('and|with|plus|und|mit|samt|et|avec|y|con|e|com|en|met|including')}) (?:${word('all|the|der|dem|den|die|das|le|la|el|il|o|de|het')} )*(?:${word(
    'texts?|words?|lines?|captions?|writing|bildunterschrift|zeile|textes?|mots|legende|ligne|textos?|leyenda|test[oi]|didascalia|legenda|tekst|bijschrift',
  )}) (?:${word(
    '(?:directly |right )?(?:underneath|below|beneath|under)(?: it)?|darunter|(?:juste )?(?:en dessous|au-dessous|dessous)|(?:por |de )?(?:debajo|abajo)|(?:li )?sotto|(?:logo )?abaixo|eronder|daaronder',
  )})$`,
  'u',
);

const IS_PICTURE_SAID_NOUN = new RegExp(PICTURE_NOUN, 'u');

/** What is named first is meant: `the sentence under the chart` is no picture. */
export function isPictureSaid(text: string): boolean {
  const noun = IS_PICTURE_SAID_NOUN.exec(text) ?? FIGURE.exec(text);
  if (!noun) return false;
  const lead = text.slice(0, noun.index);
  return !IS_PICTURE_SAID_WORDS.test(lead);
}

const TEXT_NOUNS = (
  ['paragraph', 'line', 'sentence', 'row', 'caption', 'heading', 'section', 'note', 'item', 'column', 'header', 'footer'] as const
)
  .map((thing) => THINGS[thing])
  .join('|');

const IS_PICTURE_SAID_WORDS = new RegExp(
  `${BESIDE_WORD}|${word(`${TEXT_NOUNS}|texts?|words?|labels?|writing|wort(?:er)?|textes?|mots?|textos?|palabras?|test[oi]|parol[ae]|palavras?|tekst|woord(?:en)?`)}`,
  'u',
);

interface SaidPlace {
  readonly position?: NonNullable<ReturnType<typeof positionSaid>>;
  readonly beside?: { readonly side: NonNullable<ReturnType<typeof sideSaid>>; readonly anchor: Span };
  readonly where?: { readonly pages: string };
}

const PLACE_FILL = word(
  'at|on|in|into|to|of|the|corner|side|edge|very|page|pages|margin|an|auf|in|die|der|das|den|dem|ecke|rand|seite|nach|dans|en|a|au|le|la|les|coin|de|du|del|el|los|las|esquina|angolo|nell|nella|nel|al|alla|canto|no|na|do|da|hoek|het|op|each|every|all|jede[rsn]?|alle|chaque|cada|ogni|elke',
);

const PLACE_SAID_BESIDE = new RegExp(`(?:^|\\s)(?<word>${BESIDE_WORD}) (?<anchor>.+)$`, 'u');
const PLACE_SAID_LEFT = new RegExp(PLACE_FILL, 'gu');

/** Where on the page, or beside what. @returns undefined where words are left that say neither */
export function placeSaid(folded: Folded, span: Span): SaidPlace | undefined {
  const pages = findPages(folded, span);
  const where = pages ? { where: { pages: pages.pages } } : {};
  const text = textOf(folded, span);
  const isAtEnd = pages !== undefined && pages.span.end >= span.end;
  // In `top right of the first page` nothing stands beside the page.
  const bare = isAtEnd ? folded.text.slice(span.start, pages.span.start) : text;
  const beside = PLACE_SAID_BESIDE.exec(bare);
  const side = beside && sideSaid(beside.groups?.['word'] ?? '');
  if (beside && side) {
    const end = span.start + bare.length;
    const anchor = trimmed(folded, { start: end - (beside.groups?.['anchor'] ?? '').length, end });
    return anchor.start < anchor.end ? { beside: { side, anchor }, ...where } : undefined;
  }
  const rest = pages ? text.replace(folded.text.slice(pages.span.start, pages.span.end), ' ') : text;
  const position = positionSaid(rest);
  const left = withoutPlaces(rest)
    .replaceAll(PLACE_SAID_LEFT, ' ')
    .replaceAll(/[\s,.'()]/gu, '');
  if (left !== '') return undefined;
  return { ...where, ...(position === undefined ? {} : { position }) };
}

function withoutPlaces(text: string): string {
  let left = text;
  for (const one of text.match(/[\p{L}-]+/gu) ?? []) if (positionSaid(one) !== undefined) left = left.replace(one, ' ');
  return left;
}

const MOVED_FOUND = new RegExp(
  `^(?:${MOVES}) (?<old>[^\\uE001]*?(?:${PICTURE_NOUN}|${FIGURE.source.replace('?<number>', '?:')})(?: (?:on|at|in|im|am|oben|unten|a|en|in) [^\\uE001]*?)?) (?<place>(?:${word('to|into|onto|nach|in (?:die|den|das)|an (?:die|den|das)|auf (?:die|den|das)|vers|a|al|alla|para|naar|dans|en|in|at')}) .+)$`,
  'u',
);

/** `move the logo to the top right`. */
function readMoved(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const found = MOVED_FOUND.exec(text);
  const { old, place } = found?.groups ?? {};
  // `put our logo there` speaks of one that comes with the instruction.
  if (old === undefined || place === undefined || OWN_PICTURE.test(old) || BY_HOW_MUCH.test(text)) return [];
  const where = placeSaid(folded, { start: part.end - place.length, end: part.end });
  if (where?.position === undefined) return [];
  const start = part.start + text.indexOf(old);
  const pages = where.where ? { where: where.where } : {};
  return [
    { kind: 'picture', act: 'move', target: trimmed(folded, { start, end: start + old.length }), position: where.position, ...pages },
  ];
}

const MOVED_PICTURE = new RegExp(
  `^(?:${MOVES}) (?<old>[^\\uE001]*?(?:${PICTURE_NOUN}|${FIGURE.source.replace('?<number>', '?:')}).*)$`,
  'u',
);

/** `move the logo 1 cm to the left`, `move the lower picture (the chart) on page 2 down by 5 mm`. */
function readMovedBy(folded: Folded, part: Span): Intent[] {
  const pages = findPages(folded, part);
  const text = pages ? blanked(textOf(folded, part), pages.span, part.start) : textOf(folded, part);
  const by = movedBySaid(text);
  const found = by && MOVED_PICTURE.exec(text.slice(0, by.start));
  const old = found?.groups?.['old'];
  if (!by || old === undefined || OWN_PICTURE.test(old) || text.slice(by.end).trim() !== '') return [];
  const start = part.start + text.indexOf(old);
  const target = trimmed(folded, {
    start,
    end: Math.min(start + old.length, pages && pages.span.start > start ? pages.span.start : Infinity),
  });
  const { direction, distance } = by;
  return [{ kind: 'picture', act: 'move', target, by: { direction, distance }, ...(pages ? { where: { pages: pages.pages } } : {}) }];
}

const blanked = (text: string, { start, end }: Span, offset: number) =>
  text.slice(0, start - offset) + ' '.repeat(end - start) + text.slice(end - offset);

/** By a distance, not to a place. */
const BY_HOW_MUCH = new RegExp(
  `\\d ?(?:cm|mm|pt|points?|px|pixels?|in|inch(?:es)?|%|zoll|punkte?|pouces?|pulgadas?|pollici)(?!\\p{L})|${word('(?:a )?(?:bit|little)|slightly|somewhat|etwas|ein wenig|ein bisschen|un peu|un poco|un po|um pouco|een beetje|further|weiter|plus|mas|piu|mais|verder')}`,
  'u',
);

const OWN_PICTURE = new RegExp(
  `^${word('our|my|an?|the new|the attached|this|unser|mein|das neue|notre|mon|le nouveau|nuestro|mi|el nuevo|nostro|mio|il nuovo|nosso|meu|ons|mijn')} `,
  'u',
);

const HALF = word('half (?:the|its|as) (?:size|big|large)|half|halb so gross|moitie|mitad|meta|metade|half zo groot');
const DOUBLE = word(
  'twice (?:the|its|as) (?:size|big|large)|double (?:the|its) size|doppelt so gross|deux fois plus grande?|el doble(?: de grande)?|il doppio|o dobro|twee keer zo groot',
);

const RESIZED_VERB = new RegExp(
  `^(?:${verbsOf('style', 'change')}|${word('resize|scale|shrink|enlarge|vergrossere|verkleinere|agrandi[rs]|agrandissez|reduis|reduire|reduisez|agranda|amplia|reduce|ingrandisci|riduci|aumenta|vergroot|verklein')}) `,
  'u',
);
const RESIZED_IS_LESS = new RegExp(`${SMALLER}|${word('shrink|verkleinere|reduis|reduire|reduisez|reduce|riduci|verklein')}`, 'u');
const RESIZED_IS_MORE = new RegExp(
  `${BIGGER}|${word('enlarge|vergrossere|agrandi[rs]|agrandissez|agranda|amplia|ingrandisci|aumenta|vergroot')}`,
  'u',
);
const RESIZED_IS_HALF = new RegExp(HALF, 'u');
const RESIZED_IS_DOUBLE = new RegExp(DOUBLE, 'u');
const RESIZED_BY = new RegExp(word('by|um|de|del|di|met|em|d'), 'u');
const RESIZED_BY_2 = new RegExp(`^\\d{1,3} ?% (?:${SMALLER}|${BIGGER}|${word('less|more')})`, 'u');
const RESIZED_NOUN = new RegExp(`^(?<target>[^\\uE001]*?(?:${FIGURE.source.replace('?<number>', '?:')}|${PICTURE_NOUN}))(?<rest>.*)$`, 'u');

/** `make the logo smaller`, `resize the picture to 50 %`. */
function readResized(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const verb = RESIZED_VERB.exec(text);
  if (!verb) return [];
  const percent = /(?<![\d.,])(\d{1,3}) ?%/u.exec(text);
  const isLess = RESIZED_IS_LESS.test(text);
  const isMore = RESIZED_IS_MORE.test(text);
  const isHalf = RESIZED_IS_HALF.test(text);
  const isDouble = RESIZED_IS_DOUBLE.test(text);
  // `20 % smaller` and `by 20 %` say how much less, `to 20 %` how much is left.
  const by = RESIZED_BY.test(text.slice(0, percent?.index ?? 0).slice(-6)) || RESIZED_BY_2.test(text.slice(percent?.index ?? text.length));
  const said = Number(percent?.[1] ?? 0);
  const size = percent
    ? by && (isLess || isMore)
      ? isLess
        ? 100 - said
        : 100 + said
      : said
    : isHalf
      ? 50
      : isDouble
        ? 200
        : isLess
          ? 80
          : isMore
            ? 125
            : 0;
  if (size < 1 || size > 1000) return [];
  const noun = RESIZED_NOUN.exec(text.slice(verb[0].length));
  const { target, rest } = noun?.groups ?? {};
  if (target === undefined || rest === undefined) return [];
  let left = rest;
  for (const words of [
    HALF,
    DOUBLE,
    BIGGER,
    SMALLER,
    word(
      'to|by|of|its|the|size|at|on|um|auf|de|la|le|taille|tamano|a|in|be|its original|original|current|dimensione|grootte|von|page|seite|a bit|little|noticeably|slightly|so|much',
    ),
  ])
    left = left.replaceAll(patternOf(words, 'gu'), ' ');
  if (left.replace(/\d{1,3} ?%/u, '').replaceAll(/[\s,.]/gu, '') !== '') return [];
  const start = part.start + verb[0].length;
  return [{ kind: 'picture', act: 'resize', target: trimmed(folded, { start, end: start + target.length }), percent: size }];
}

const BY = word('by|from|made by|left by|von|de|par|hecho por|di|da|van|of');
const SAYS = word(
  'saying|that says|which says|reading|about|with the text|mit dem text|qui dit|que dice|che dice|que diz|met de tekst|on|over|at|zu|zum|uber|sur|sobre|su|op|bei',
);
const REMARK_FILL = word(
  'all|any|every|each|both|the|these|those|this|that|of|existing|remaining|somebody left|someone left|left there|my|our|your|die|alle|der|den|das|diese|les|tous|toutes|le|la|cette|ces|los|las|el|todos|todas|estos|gli|i|il|lo|tutti|tutte|le|os|as|todos|de|het|al|marks?|and|und|et|y|e|en|&|from|in|im|dans|en|nel|no|document|dokument|documento|pdf|file|text|texte|testo|texto|tekst|completely|again|please',
);

const REMARKS_NOUNS = new RegExp(REMARK_NOUN, 'gu');
const REMARKS_BARE = new RegExp(COLOR, 'gu');
const REMARKS_BARE_2 = new RegExp(REMARK_NOUN, 'gu');
const REMARKS_BARE_3 = new RegExp(REMARK_FILL, 'gu');
const REMARKS_BEHIND = new RegExp(`^(?:${word('in|mit|en|de|em|color')} )?${COLOR}`, 'u');
const REMARKS_COLOR = new RegExp(COLOR, 'u');
const REMARKS_COLOR_2 = new RegExp(COLOR, 'u');
const REMARKS_AUTHOR = new RegExp(`^(?:${BY}) (?<name>.+)$`, 'u');
const REMARKS_ABOUT = new RegExp(`^(?:${SAYS}) (?<what>.+)$`, 'u');

/** `remove the yellow highlighting and the comments by Ann on page 2`; `flatten the annotations`. */
function readRemarks(folded: Folded, whole: Span): Intent[] {
  const part = withoutKept(folded, whole);
  const target = objectOf(folded, part, verbsOf('delete')) ?? undefined;
  const flat = target ? undefined : objectOf(folded, part, FLATTENS);
  const object = target ?? flat;
  if (!object) return [];
  const pages = findPages(folded, object);
  const text = textOf(folded, object);
  const nouns = [...text.matchAll(REMARKS_NOUNS)];
  const first = nouns[0];
  if (!first) return [];
  const lead = text.slice(0, first.index);
  const bare = (said: string) =>
    said
      .replaceAll(REMARKS_BARE, ' ')
      .replaceAll(REMARKS_BARE_2, ' ')
      .replaceAll(REMARKS_BARE_3, ' ')
      .replaceAll(/[\s,.'’()-]/gu, '');
  // A word before the noun says whose or which it is, and is not understood.
  if (bare(lead) !== '') return [];
  const last =
    nouns.filter((noun, index) => index === 0 || bare(text.slice(nouns[index - 1]?.index ?? 0, noun.index)) === '').at(-1) ?? first;
  const kinds = nouns.filter(({ index }) => index <= last.index).flatMap(({ 0: said }) => kindOfRemark(said) ?? []);
  let tail = { start: object.start + last.index + last[0].length, end: object.end };
  if (pages && pages.span.start >= tail.start)
    tail = pages.span.end >= tail.end ? { ...tail, end: pages.span.start } : { start: pages.span.end, end: tail.end };
  tail = trimmed(folded, tail);
  const said = textOf(folded, tail);
  // Before the noun, or right behind it: `los resaltados amarillos`.
  const behind = REMARKS_BEHIND.exec(said)?.[0] ?? '';
  const color = colorSaid(REMARKS_COLOR.exec(lead)?.[0] ?? REMARKS_COLOR_2.exec(behind)?.[0] ?? '');
  const common = {
    kind: 'remarks' as const,
    act: target ? ('remove' as const) : ('flatten' as const),
    kinds: [...new Set(kinds)],
    ...(pages ? { where: { pages: pages.pages } } : {}),
    ...(color === undefined ? {} : { color }),
  };
  if (bare(said) === '') return [common];
  if (flat) return [];
  const author = REMARKS_AUTHOR.exec(said)?.groups?.['name'];
  const about = REMARKS_ABOUT.exec(said)?.groups?.['what'];
  const spanOf = (found: string) => trimmed(folded, { start: tail.end - found.length, end: tail.end });
  const quoted = quotedIn(folded, tail);
  return [
    ...(author === undefined ? [] : [{ ...common, author: spanOf(author) }]),
    ...(about === undefined ? [] : [{ ...common, at: quoted ?? spanOf(about) }]),
    ...(quoted && about === undefined ? [{ ...common, at: quoted }] : []),
    // Another description is not needed where there is only one such thing; an exception is none.
    ...(LIMITS.test(said) || author !== undefined || quoted ? [] : [{ ...common, isDescribed: true as const }]),
  ];
}

const LINES_COLOURED = new RegExp(`,? (?:${word('in|mit|en|de|con|em|met')} )?(?<color>${COLOR})$`, 'u');
const LINES_MADE = new RegExp(`^(?:${verbsOf('style')}) (?<target>.+?),? (?:${UNDERLINED})$`, 'u');
const LINES_IS_THROUGH = new RegExp(
  word('through|strike out|cross out|durch|durchstreichen?|barre[rz]?|raye[rz]?|doorstreep|doorstrepen|risca(?:r)?|strikethrough'),
  'u',
);
const LINES_END = new RegExp(` ${word('durch|through')}$`, 'u');

/** `underline "A"`, `"A" unterstreichen`, `make the title underlined`, `strike through "A"`. */
function readLines(folded: Folded, part: Span): Intent[] {
  const text = textOf(folded, part);
  const of = (line: 'underline' | 'strike', target: Span): Intent => {
    const { rest, where } = takeWhere(folded, target);
    const coloured = LINES_COLOURED.exec(textOf(folded, rest));
    const said = coloured?.groups?.['color'] ?? '';
    const isName = coloured !== null && isPartOfName(folded, rest.start + coloured.index + coloured[0].length - said.length);
    const color = isName ? undefined : colorSaid(said);
    const object = coloured && color !== undefined ? trimmed(folded, { ...rest, end: rest.start + coloured.index }) : rest;
    return { kind: 'line', line, target: object, where, ...(color === undefined ? {} : { color }) };
  };
  const intents: Intent[] = [];
  const under = objectOf(folded, part, UNDERLINE);
  if (under) intents.push(of('underline', under));
  const made = LINES_MADE.exec(text);
  if (made && !DENIED_AT_END.test(made.groups?.['target'] ?? '')) {
    const start = part.start + text.indexOf(made.groups?.['target'] ?? '');
    intents.push(of('underline', trimmed(folded, { start, end: start + (made.groups?.['target'] ?? '').length })));
  }
  const struck = objectOf(folded, part, STRIKE);
  const isThrough = LINES_IS_THROUGH.test(text);
  if (struck && isThrough) {
    const end = LINES_END.exec(textOf(folded, struck));
    intents.push(of('strike', end ? trimmed(folded, { ...struck, end: struck.start + end.index }) : struck));
  }
  return intents;
}

const EMPTIES = word('empty|clear|reset|blank|leere?n?|vide[rz]?|vacia(?:r)?|svuota(?:re)?|esvazia(?:r)?|limpa(?:r)?|leeg(?:maken)?|wis');
const WHOLE_FORM =
  /^(?:everything|all|anything|whatever)(?: (?:that|which))? (?:(?:has|have) been|is|was|got|i|we)(?: already)? (?:filled in|entered|typed in|written in|filled out)(?: already| so far| before| in the (?:form|fields))?$|^alles,? was (?:schon |bereits )?(?:ausgefullt|eingetragen) (?:ist|wurde)$|^tout ce qui (?:a ete|est) (?:deja )?rempli$|^todo lo (?:que (?:ya )?esta )?rellenad?o$|^(?:all (?:of )?)?(?:the )?(?:all )?(?:form|fields|form fields|whole form|entire form)(?: so .*)?$|^(?:das (?:ganze )?formular|alle (?:formular)?felder|(?:tout )?le formulaire|tous les champs|(?:todo )?el formulario|todos los campos|(?:tutto )?il modulo|tutti i campi|o formulario|todos os campos|het (?:hele )?formulier|alle velden)$/u;

/** `whatever is in the field "Name"` */
const HELD_BY = new RegExp(
  `^(?:${word("what(?:ever|'s| is)?(?: is| stands| was)? (?:written |entered )?(?:in|inside)|the (?:contents?|values?|texts?|entry) (?:of|in|from)|alles in|den inhalt (?:von|des)|was in|le contenu (?:de|du)|ce qui est dans|el contenido de|lo que hay en|il contenuto (?:di|del)|o conteudo d[eo]|de inhoud van")}) `,
  'u',
);
const CLEARED_WORDS = new RegExp(word('field|feld|champ|campo|veld|box'), 'u');

/** `empty all the fields`, `clear the field "Name"`. */
function readCleared(folded: Folded, part: Span): Intent[] {
  const object = madeEmpty(folded, part) ?? objectOf(folded, part, EMPTIES);
  if (!object) return [];
  const said = textOf(folded, object);
  if (WHOLE_FORM.test(said)) return [{ kind: 'clear_fields' }];
  const lead = HELD_BY.exec(said)?.[0].length ?? 0;
  return CLEARED_WORDS.test(said) ? [{ kind: 'clear_fields', target: { start: object.start + lead, end: object.end } }] : [];
}

const EMPTY = word('empty|blank|leer|vides?|vierges?|vaci[oa]s?|en blanco|vuot[oiae]|in bianco|vazi[oa]s?|em branco|leeg|blanco');

/** `make all fields empty`, `laisse les champs vides` */
function madeEmpty(folded: Folded, part: Span): Span | undefined {
  const makes = `${verbsOf('change', 'style')}|${word('leave|lass|laisse[rz]?|rends?|rendez|deja|deje|lascia(?:re)?|rendi|deixe|deixa|laat|maak')}`;
  const found = patternOf(`^(?:${makes}) (?<what>[^\uE001]+?) ${EMPTY}$`, 'du').exec(textOf(folded, part));
  const what = found?.indices?.groups?.['what'];
  return what && trimmed(folded, { start: part.start + what[0], end: part.start + what[1] });
}

const NOTE = word(
  '(?:sticky )?notes?|comments?|remarks?|annotations?|kommentar|notiz|anmerkung|haftnotiz|commentaire|remarque|comentario|nota(?: adhesiva)?|commento|comentario|opmerking|notitie',
);
const ARTICLE = word('an?|ein|eine[nrm]?|une?|un[ao]?|um[a]?|een');
const PINS = word(
  'attach|stick|leave|pin|drop|hefte?n?|hange|hinterlasse|attache[rz]?|epingle[rz]?|laisse[rz]?|adjunta|pega|deja|allega|attacca|lascia|anexe|cole|deixe|hecht|plak',
);
const AT = word(
  'next to|beside|at|to|on|for|near|by|zu|zum|zur|bei|beim|an|neben|a cote d[eu]|sur|pour|au niveau d[eu]|a|al|junto al?|en|accanto a(?:l|lla)?|al|alla|vicino a(?:l|lla)?|su(?:l|lla)?|ao lado d[aoe]|em|no|na|bij|naast|op',
);

const NOTES_LEAD = new RegExp(
  `^(?:${verbsOf('insert')}|${PINS}) (?:${ARTICLE} )?(?:${DETERMINER.source.slice(1)})?(?:${word('new|neue[nrs]?|yellow')} )?${NOTE}(?: ${word('saying|that says|with the text|reading|mit dem text|qui dit|que diga|con el texto|con testo|com o texto|met de tekst')})?[ :]*$`,
  'u',
);
const NOTES_JOINT = new RegExp(`^(?:${AT}) `, 'u');
const NOTES_OTHER = new RegExp(
  `^(?:${verbsOf('insert')}|${PINS}) (?:${ARTICLE} )?(?:${DETERMINER.source.slice(1)})?${NOTE} (?:${AT}) (?<at>.+?)[ :,]*$`,
  'u',
);

const NOTE_SAYS = word(
  'saying|that says|which says|with the text|with the words|reading|that reads|to say|mit dem text|mit dem inhalt|der sagt|die sagt|das sagt|qui dit|avec le texte|disant|que diga|que dice|con el texto|che dice|con scritto|con (?:il )?testo|que diz|com o texto|met de tekst|die zegt',
);
/** `add a sticky note at figure 5.1 saying: check the rights`: everything behind the colon. */
const NOTE_BEHIND = new RegExp(
  `^(?:${verbsOf('insert')}|${PINS}) (?:${ARTICLE} )?(?:${DETERMINER.source.slice(1)})?(?:${word('new|neue[nrs]?|yellow')} )?${NOTE}(?: ${NOTE})? (?:${AT}) (?<at>[^\uE001:]+?)(?: (?:${NOTE_SAYS}):?|:) (?<value>[^\uE001].*)$`,
  'du',
);
/** The text first: `add a note saying check this next to the title` is not cut. */
const NOTE_QUOTED_LAST = new RegExp(
  `^(?:${verbsOf('insert')}|${PINS}) (?:${ARTICLE} )?(?:${DETERMINER.source.slice(1)})?(?:${word('new|neue[nrs]?|yellow')} )?${NOTE}(?: ${NOTE})? (?:${AT}) (?<at>.+?),? (?:${NOTE_SAYS})[ :]*$`,
  'du',
);

/** `add a sticky note "rephrase" next to the paragraph …`. */
function readNotes(folded: Folded, part: Span): Intent[] {
  const value = quotedIn(folded, part);
  if (!value) {
    const said = NOTE_BEHIND.exec(textOf(folded, part))?.indices?.groups;
    const [place, text] = [said?.['at'], said?.['value']];
    const spanAt = ([from, to]: readonly [number, number]) => trimmed(folded, { start: part.start + from, end: part.start + to });
    return place && text ? [{ kind: 'note', value: spanAt(text), at: spanAt(place) }] : [];
  }
  const before = folded.text.slice(part.start, value.start);
  const after = trimmed(folded, { start: value.end, end: part.end });
  const lead = NOTES_LEAD;
  const joint = NOTES_JOINT.exec(textOf(folded, after));
  if (lead.test(before) && joint)
    return [{ kind: 'note', value, at: trimmed(folded, { start: after.start + joint[0].length, end: after.end }) }];
  // `add a comment to the heading X: "…"`
  const other = NOTE_QUOTED_LAST.exec(before) ?? NOTES_OTHER.exec(before);
  const at = other?.groups?.['at'];
  if (at === undefined || after.start < after.end) return [];
  const start = part.start + before.indexOf(at, other?.[0].indexOf(at) ?? 0);
  return [{ kind: 'note', value, at: trimmed(folded, { start, end: start + at.length }) }];
}
