// Pages as objects of an operation: which go, stay, move, turn, are cut or numbered.

import type { EditOf, Length } from '#contract/params/edit-plan.ts';
import { isTurnMeant } from '../directions.ts';
import { isPlaceSaid } from '../places.ts';
import { type NamedPages, plain, sentenceOf } from '../said.ts';
import type { Span } from '../tokens.ts';
import { decimalNumber, unitOf, wholeNumber } from '../words.ts';
import { type Named, type Reading, chosen, isNumberSaid, noun, numbersIn, ruledBy, scope, within } from './reading.ts';

/** What a document is made of, in nine languages. */
const LEAVES =
  /(?<!\p{L})(?:pages?|pg|pp?\.? ?\d+|sheets?|slides?|leaf|leaves|covers?|appendi\p{L}*|annex\p{L}*|chapters?|\p{L}*seiten?|bl[aä]tt\p{L}*|\p{L}*folien?|anhang|feuill\p{L}*|diapo\p{L}*|p[áa]gin\p{L}*|hojas?|fogli\p{L}*|folhas?|blad\p{L}*|stron\p{L}*|страниц\p{L}*)(?!\p{L})|[页頁]|ページ/u;
const ORDER =
  /order|sequence|first|last|front|back|start|beginning|(?<!\p{L})end|revers|backwards|swap|switch|exchang|reihenfolge|tausch|umkehr|umgekehrt|ordre|invers|intervert|échang|orden|invier|intercambi|ordine|invert|scambi|ordem|tro[cq]|volgorde|omkeer|omgekeerd|wissel|kolejno|顺序|順|逆|对调|交换|入れ替え|並べ|最初|最后|最後|erste|letzte|premi|derni|prim|[úu]ltim|eerste|laatste/u;
const TURN =
  /\d|°|right|left|clockwise|around|upside|sideways|landscape|portrait|upright|straight|half|quarter|rechts|links|uhrzeigersinn|grad|kopf|quer|hoch|droite|gauche|horaire|envers|derech|izquierd|horario|destra|sinistra|orario|direita|esquerda|rechtsom|linksom|kwartslag|顺时针|逆时针|右|左|度|回/u;
const ONCE_MORE =
  /cop[iyí]|kop|twice|thrice|times|double|duplic|dupliqu|dupliz|again|second|another|extra|more|doppel|zweimal|weitere|deux fois|encore|otra|dos veces|due volte|altra|outra|duas vezes|tweemaal|nog|dwa razy|复制|份|複製|コピー/u;

/** What is said of the whole document, beside quoted texts: pages are its object, or nothing else can be read of it. */
function speaksOf(kinds: readonly RegExp[], { said, pages }: Reading): boolean {
  const { start, end } = sentenceOf(said);
  const text = said.unquoted.slice(start, end);
  return (pages.length > 0 || LEAVES.test(text)) && kinds.every((kind) => kind.test(text));
}

/** What is moved, and where to. */
export function moved({ pages, place, page }: EditOf<'move_pages'>, reading: Reading): Named {
  const isMoving = reading.verbs.length === 0 || reading.verbs.some(({ family }) => family === 'move');
  const isChanging = reading.verbs.some(({ family }) => family === 'change');
  if (!speaksOf(isChanging && !isMoving ? [ORDER] : [], reading)) return 'pages';
  const { aims, others } = partedByAim(reading);
  const chosenPages = chosen(pages, reading);
  const counted = page < 0 ? reading.pageCount + 1 + page : page;
  if (
    !aims.every(({ pages: [wanted] }) =>
      comesTo(wanted, { chosen: chosenPages, before: place === 'before' ? counted - 1 : counted }, reading),
    )
  )
    return 'page';
  return isPlaceSaid({ place, page }, reading.said, reading.pages, reading.pageCount)
    ? scope(pages, { ...reading, pages: others })
    : 'page';
}

/** What a page is to be: `so that it is the last page`, `as page 2`, `soll die erste Seite sein`. */
const AIM_BEFORE =
  /(?<!\p{L})(?:(?:it|they|that|this) (?:is|are)|to be|be|becomes?|as|made|wird|werden|als|zur|soit|devien\p{L}*|comme|sea|como|sia|diventi|come|seja|wordt|worden)(?: the| die| der| la| le| a| o| de)? ?$/u;
const AIM_BEHIND = /^ ?(?:wird|werden|ist|sein)(?!\p{L})/u;

/** The pages that are named for where others go, and those that are named for themselves. */
function partedByAim({ said, pages }: Reading) {
  const isAim = ({ start, end, pages: own }: NamedPages) =>
    own.length === 1 &&
    (AIM_BEFORE.test(said.unquoted.slice(Math.max(0, start - 24), start)) || AIM_BEHIND.test(said.unquoted.slice(end, end + 8)));
  const aims = pages.filter((named) => named.start >= said.start && named.end <= said.end && isAim(named));
  return { aims, others: pages.filter((named) => !aims.includes(named)) };
}

/** Whether the pages stand there when they are moved. @param before the pages of the source up to this one come first */
function comesTo(
  wanted: number | undefined,
  { chosen: own, before }: { chosen: readonly number[]; before: number },
  { pageCount }: Reading,
) {
  const ahead = before - own.filter((page) => page <= before).length;
  const isLast = wanted === pageCount && ahead === pageCount - own.length;
  return wanted === undefined || isLast || ahead === wanted - 1;
}

export function blank({ place, page, count }: EditOf<'insert_blank_page'>, reading: Reading): Named {
  if (!isPlaceSaid({ place, page }, reading.said, reading.pages, reading.pageCount)) return 'page';
  return isCountSaid(count, reading)
    ? noun(
        reading,
        /page(?!s? ?(?:num|nos?(?!\p{L})))|sheet|seite(?!n?(?:zahl|nummer))|blatt|feuille|hoja|página|pagina|strona|页/gu,
        'page',
      )
    : 'count';
}

/** One copy needs no number; `twice` may mean one more or two. */
function isCountSaid(count: number, reading: Reading): boolean {
  if (count === 1) return true;
  const { unquoted, start, end } = reading.said;
  return (
    [count, count + 1].some((number) => isNumberSaid(number, reading)) ||
    (count === 2 && /twice|couple|zweimal|deux fois|dos veces|due volte|triple|pair/u.test(unquoted.slice(start, end))) ||
    /\p{Script=Han}|several|some|mehrere|plusieurs|vari/u.test(unquoted.slice(start, end))
  );
}

export function copied({ pages, copies }: EditOf<'duplicate_pages'>, reading: Reading): Named {
  const isAdding = reading.verbs.length > 0 && reading.verbs.every(({ family }) => family !== 'copy');
  if (!speaksOf(isAdding ? [ONCE_MORE] : [], reading)) return 'pages';
  return isCountSaid(copies, reading) ? scope(pages, reading) : 'copies';
}

export function removedPages(pages: readonly number[], { said, verbs, pages: all, pageCount }: Reading): Named {
  const named = all.filter((one) => one.start >= said.start && one.end <= said.end);
  const isRuled = (one: NamedPages, by: string) => ruledBy(one, verbs, said).some(({ family }) => family === by);
  // `I only need the letter, page 2 can go out`: what is said last of a page holds.
  const kept = named.filter((one) => isRuled(one, 'keep') && !isRuled(one, 'remove') && !one.isException);
  const gone = new Set(named.filter((one) => !kept.includes(one) && isRuled(one, 'remove')).flatMap((one) => one.pages));
  const stays = new Set(kept.flatMap((one) => one.pages));
  const isRest = stays.size > 0 && pages.every((page) => !stays.has(page)) && stays.size + pages.length === pageCount;
  const isNamed = gone.size > 0 && pages.every((page) => gone.has(page));
  return isNamed || isRest ? named : 'pages';
}

export function keptPages(pages: readonly number[], reading: Reading): Named {
  const { said, verbs, pages: all, pageCount } = reading;
  const named = all.filter((one) => one.start >= said.start && one.end <= said.end);
  const rest = Array.from({ length: pageCount }, (_, index) => index + 1).filter((page) => !pages.includes(page));
  const stays = new Set(
    named.filter((one) => ruledBy(one, verbs, said).some(({ family }) => family === 'keep')).flatMap((one) => one.pages),
  );
  if (stays.size > 0 && stays.size === new Set(pages).size && pages.every((page) => stays.has(page))) return named;
  return removedPages(rest, reading);
}

export function rotated({ degrees, pages }: EditOf<'rotate_pages'>, reading: Reading): Named {
  const turns = numbersIn(reading.said.unquoted.slice(reading.said.start, reading.said.end)).filter(
    (number) => number % 90 === 0 && number > 0,
  );
  const text = reading.said.unquoted.slice(reading.said.start, reading.said.end);
  if (!TURN.test(text) && !speaksOf([], reading)) return 'pages';
  return isTurnMeant(degrees, turns, text) ? scope(pages, reading) : 'degrees';
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

const ALL_SIDES =
  /\b(?:all|every|each|both|around|margins?|edges?|sides?|borders?|rand|ränder\p{L}*|seiten|marges?|bords?|márgenes|bordes|margini|bordi)\b/u;

const SHARES: Readonly<Record<string, number>> = { half: 50, quarter: 25, third: 33.33, tenth: 10 };

export function cropped(operation: EditOf<'crop'>, reading: Reading): Named {
  const text = reading.said.unquoted.slice(reading.said.start, reading.said.end);
  const isAround = ALL_SIDES.test(text);
  for (const side of SIDES) {
    const cut = operation[side];
    if (cut === undefined) continue;
    if (!isAround && !new RegExp(`\\b${side}\\b`, 'u').test(text)) return side;
    if (!isLengthSaid(cut, text)) return side;
  }
  const verbs = reading.verbs
    .filter(({ family }) => family === 'crop')
    .map(({ start, end }) => ({ start: end, end: Math.max(start, end) }));
  return within(verbs, operation.pages, reading);
}

function isLengthSaid({ value, unit }: Length, text: string): boolean {
  if (unit === '%' && Object.entries(SHARES).some(([word, share]) => share === value && text.includes(word))) return true;
  const words = text.split(/[\s;:!?()]+|(?<=\d)(?=[a-z%])/).map((word) => word.replace(/[.,]$/, ''));
  if (value === 0.5 && new RegExp(`\\bhalf an? (?:\\p{L}+)`, 'u').test(text) && words.some((word) => unitOf(word) === unit)) return true;
  return words.some((word, index) => (decimalNumber(word) ?? wholeNumber(word)) === value && unitOf(words[index + 1] ?? '') === unit);
}

export const NUMBERS_BY_EXAMPLE =
  /(?<!\p{L})(?:page|seite|p[áa]gina|p\.?|sheet|blatt|strona|bladzijde)? ?(?:\d+|x|n) ?(?:of|\/|von|sur|de|di|van|z) ?(?:\d+|y|n)(?![\p{L}\d])/u;

/** `Page 1 of 5` shows the format and names no page. */
export function numbered({ format, pages }: EditOf<'page_numbers'>, reading: Reading): Named {
  if (!numbering(format, reading)) return 'format';
  const examples = [...reading.said.unquoted.matchAll(new RegExp(NUMBERS_BY_EXAMPLE.source, 'gu'))];
  const isExample = ({ start }: Span) => examples.some(({ 0: all, index }) => start >= index && start < index + all.length);
  return scope(pages, { ...reading, pages: reading.pages.filter((named) => !isExample(named)) });
}

const NUMBERING = new Set(['page', 'of', 'seite', 'von', 'sur', 'de', 'p']);

function numbering(format: string, { said }: Reading): boolean {
  const words = plain(format.replaceAll(/\{(?:n|total)\}/g, ' ')).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const known = new Set(said.text.match(/[\p{L}\p{M}\p{N}]+/gu));
  return words.every((word) => NUMBERING.has(word) || known.has(word));
}
