// What a role points to on pages: the date of a letter, its greeting, titles, running heads, paragraphs and items in their order.

import type { TEXT_PATTERNS } from '#contract/params/edit-plan.ts';
import type { Thing } from '#instruction/reading/things.ts';
import type { PlacedBlock } from '../places/blocks.ts';
import type { PlacedWord } from '../../facts/locate.ts';
import { findPattern } from '../../facts/text-patterns.ts';
import { type GroundDocument, plainName, ROLE_PAGES_MAX } from '../places/ground-document.ts';
import { withoutLabel } from '../places/label-values.ts';
import { type PageLines, type Piece, type Place, placesOf } from '../places/page-lines.ts';
import { isIn } from '../places/scene.ts';
import { valuesIn } from './typed-values.ts';

interface Where {
  readonly ground: GroundDocument;
  readonly pages: readonly number[];
  readonly region?: readonly Place[] | undefined;
}

type Targets = readonly (readonly Place[])[];

const GREETING =
  /^(?:dear|hello|hi|to whom it may concern|sehr geehrte|liebe|hallo|guten tag|chere?|madame|monsieur|bonjour|estimad[oa]|querid[oa]|hola|gentile|egregi[oa]|car[oa]|spett|prezad[oa]|car[oa]|beste|geachte)(?![\p{L}])/iu;
const SUBJECT = /^(?:subject|re|betreff|betrifft|objet|concerne|asunto|ref|oggetto|assunto|onderwerp|betreft)$/u;
const TOTAL =
  /^(?:(?:grand |invoice )?total(?: amount)?(?: due)?|amount due|gesamtbetrag|gesamtsumme|rechnungs(?:betrag|summe)|endbetrag|montant total|net a payer|total (?:general|ttc|a pagar)|importe total|totale(?: fattura)?|importo totale|valor total|totaal(?:bedrag)?|rekenings?bedrag|factuurbedrag|te betalen(?: bedrag)?)$/u;

/** @returns each thing with its places, in reading order */
export function placesOfThing({ ground, pages, region }: Where, thing: Thing): Targets {
  const chosen = pages.slice(0, ROLE_PAGES_MAX).map((page) => ground.lines(page));
  switch (thing) {
    case 'date':
      return datesOf(chosen, region);
    case 'email':
    case 'phone':
    case 'url':
    case 'iban':
      return chosen.flatMap((lines) => patternsOf(lines, thing));
    case 'subject':
      return valuesAfter(chosen, SUBJECT);
    case 'greeting':
      return chosen.flatMap((lines) =>
        lines.rows.flatMap((row) => (row[0] && row.length === 1 && GREETING.test(row[0].text) ? [placesOf(lines, row[0].words)] : [])),
      );
    case 'title':
      return titleOf(chosen[0], ground.blocks(pages[0] ?? 1));
    case 'total':
      return totalsOf(chosen);
    case 'header':
    case 'footer':
      return chosen.flatMap((lines) => runningOf(lines, thing));
    case 'paragraph':
      return chosen.flatMap((lines) => paragraphsOf(lines));
    case 'item':
      return chosen.flatMap((lines) =>
        lines.paragraphs
          .filter(({ isItem }) => isItem)
          .map(({ pieces }) =>
            placesOf(
              lines,
              pieces.flatMap(({ words }) => words),
            ),
          ),
      );
    default:
      return [];
  }
}

function patternsOf(lines: PageLines, pattern: (typeof TEXT_PATTERNS)[number]): Place[][] {
  return findPattern(lines.text, pattern).map(({ start, end }) => [{ page: lines.page, start, end }]);
}

/** Dates that stand alone in their line come first: those of a letter or of a head. */
function datesOf(pages: readonly PageLines[], region: readonly Place[] | undefined): Targets {
  const whole = pages.flatMap((lines) =>
    valuesIn(lines.text)
      .filter(({ kind }) => kind === 'date' || kind === 'month')
      .map(({ start, end }) => ({ lines, places: [{ page: lines.page, start, end }] })),
  );
  const months = pages.flatMap((lines) =>
    [...lines.text.matchAll(/(?<![\p{L}\p{N}./-])(?:0?[1-9]|1[0-2])[./-](?:19|20)\d{2}(?![\p{L}\p{N}./-])/gu)].map(({ 0: hit, index }) => {
      return { lines, places: [{ page: lines.page, start: index, end: index + hit.length }] };
    }),
  );
  const all = [...whole, ...months].filter(({ places }) => places.every((place) => isIn(place, region)));
  const alone = all.filter(({ lines, places: [place] }) =>
    lines.rows.some((row) =>
      row.some(({ words }) => place !== undefined && words[0]?.start === place.start && words.at(-1)?.end === place.end),
    ),
  );
  return (alone.length > 0 ? alone : all).map(({ places }) => places);
}

function valuesAfter(pages: readonly PageLines[], label: RegExp): Targets {
  return pages.flatMap((lines) =>
    lines.rows.flatMap((row) =>
      row.flatMap((piece, at) => {
        const [first = ''] = piece.text.split(/[:：]/u);
        if (!label.test(plainName(first))) return [];
        const value = withoutLabel(piece, lines.text) ?? (/[:：]$/u.test(piece.text) || row.length > 1 ? row[at + 1] : undefined);
        return value ? [placesOf(lines, value.words)] : [];
      }),
    ),
  );
}

/** The amount in a row that begins with the word; of several the only one that is money, or each. */
function totalsOf(pages: readonly PageLines[]): Targets {
  return pages.flatMap((lines) =>
    lines.rows.flatMap((row) => {
      const [first] = row;
      const words = row.flatMap(({ words: own }) => own);
      const label = plainName((first?.text ?? '').replace(/[:：].*$|[\d.,]+.*$/u, ''));
      if (!TOTAL.test(label)) return [];
      const amounts = words.filter(({ start, end }) => /\d/.test(lines.text.slice(start, end)));
      const isMoney = amounts.length === 2 ? /[€$£]|[.,]\d\d$/u : /[€$£]/u;
      const money = amounts.filter(({ start, end }) => isMoney.test(lines.text.slice(start, end)));
      return (amounts.length > 1 && money.length === 1 ? money : amounts).map((amount) => placesOf(lines, [amount]));
    }),
  );
}

/** Of its words: a formula or a mark does not make a line tall. */
function heightOf({ words }: Piece): number {
  const heights = words.map(({ box }) => box[3] - box[1]).toSorted((one, two) => one - two);
  return heights[Math.floor(heights.length / 2)] ?? 0;
}

/** Words that are taller than they are long. */
const uprightOf = (all: readonly Piece[]) =>
  all
    .flatMap((piece) => piece.words)
    .filter(({ start, end, box }) => end - start > UPRIGHT_LETTERS && box[3] - box[1] > (box[2] - box[0]) * UPRIGHT_RATIO);

/** Runs along the side of the page, as such words do; short ones stand in line with those. */
function isUpright({ words }: Piece, upright: readonly PlacedWord[]): boolean {
  return words.some(({ box }) => upright.some(({ box: side }) => box[0] >= side[0] - 2 && box[2] <= side[2] + 2));
}

const UPRIGHT_LETTERS = 3;

const UPRIGHT_RATIO = 1.5;

/** The largest text of the first page, where it is clearly larger than the rest; lines that follow belong to it. */
function titleOf(lines: PageLines | undefined, blocks: readonly PlacedBlock[]): Targets {
  // A figure is no title, however large it is.
  const whole = lines?.rows.flat() ?? [];
  const upright = uprightOf(whole);
  const pieces = whole.filter((piece) => LETTERS.test(piece.text) && !isUpright(piece, upright));
  const tall = Math.max(0, ...pieces.map(heightOf));
  const largest = pieces.filter((piece) => heightOf(piece) > tall * 0.95);
  const others = pieces.filter((piece) => !largest.includes(piece)).map(heightOf);
  const body = others.toSorted((one, two) => one - two)[Math.floor(others.length / 2)] ?? 0;
  if (lines && largest.length > 1 && tall >= body * 1.15 && areLinesOfOne(largest))
    return [placesOf(lines, largest.flatMap(({ words }) => words))]; // prettier-ignore
  if (!lines || largest.length === 0 || largest.length > 1 || tall < body * 1.15) return headingOf(lines, blocks);
  const paragraphs = lines.paragraphs.filter((paragraph) => largest.some((piece) => paragraph.pieces.includes(piece)));
  return paragraphs.length === 1
    ? [
        placesOf(
          lines,
          largest.flatMap(({ words }) => words),
        ),
      ]
    : [];
}

const LETTERS = /\p{L}{2}|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
const TITLE_LINES_MAX = 4;

/** Lines that follow each other closely: one text that was broken. */
function areLinesOfOne(pieces: readonly Piece[]): boolean {
  return (
    pieces.length <= TITLE_LINES_MAX &&
    pieces.every(({ box }, at) => {
      const above = pieces[at - 1];
      if (!above) return true;
      const gap = above.box[1] - box[3];
      // Centred under each other they may stand further apart.
      const isCentred = Math.abs(above.box[0] + above.box[2] - box[0] - box[2]) < 4;
      return (
        gap < heightOf(above) * (isCentred ? 1.7 : 0.8) &&
        gap > -heightOf(above) * 0.6 &&
        Math.min(above.box[2], box[2]) > Math.max(above.box[0], box[0])
      );
    })
  );
}

/** The only heading of the first level. */
function headingOf(lines: PageLines | undefined, blocks: readonly PlacedBlock[]): Targets {
  const [only, ...others] = blocks.filter(({ kind, level }) => kind === 'heading' && level === 1);
  if (lines && only && others.length === 0) return [placesOf(lines, only.words)];
  // The page begins with it, and no heading is of a higher level.
  const [first] = blocks.filter(({ kind }) => kind !== 'header' && kind !== 'picture');
  const isHighest =
    first?.kind === 'heading' && blocks.every(({ kind, level }) => kind !== 'heading' || (level ?? 1) >= (first.level ?? 1));
  return lines && first && isHighest && !/^\p{N}/u.test(first.text) && first.top < lines.height * TITLE_SHARE
    ? [placesOf(lines, first.words)]
    : [];
}

const TITLE_SHARE = 0.33;

const EDGE_SHARE = 0.1;
const ROWS_MAX = 3;

/** Rows in the upper or lower tenth of the page. */
function runningOf(lines: PageLines, thing: 'header' | 'footer'): Place[][] {
  const isAtEdge = ({ box }: Piece) => (thing === 'header' ? box[1] > lines.height * (1 - EDGE_SHARE) : box[3] < lines.height * EDGE_SHARE);
  const rows = lines.rows.filter((row) => row.every(isAtEdge));
  return rows.length > ROWS_MAX
    ? []
    : rows.map((row) =>
        placesOf(
          lines,
          row.flatMap(({ words }) => words),
        ),
      );
}

/** Running text: not titles, running heads, or cells of a table. */
function paragraphsOf(lines: PageLines): Place[][] {
  const running = new Set([...runningOf(lines, 'header'), ...runningOf(lines, 'footer')].flat().map(({ start }) => start));
  const heights = lines.rows
    .flat()
    .map(heightOf)
    .toSorted((one, two) => one - two);
  const body = heights[Math.floor(heights.length / 2)] ?? 0;
  return lines.paragraphs
    .filter(({ pieces, text }) => {
      const [first] = pieces;
      if (!first || running.has(first.words[0]?.start ?? -1)) return false;
      const isTitle = heightOf(first) > body * 1.12 || (pieces.length === 1 && !/[.,;:!?]$/u.test(text) && text.split(' ').length < 4);
      const isCell = lines.rows.some((row) => row.length > 2 && row.includes(first));
      return !isTitle && !isCell;
    })
    .map(({ pieces }) =>
      placesOf(
        lines,
        pieces.flatMap(({ words }) => words),
      ),
    );
}
