// The value that stands for a label: behind its colon, in the next column of its row, or below it.

import type { GroundDocument } from '../places/ground-document.ts';
import { plainName } from '../places/ground-document.ts';
import { type PageLines, type Piece, type Place, pieceOf, placesOf } from '../places/page-lines.ts';

export interface Labelled {
  readonly label: string;
  readonly value: Place;
}

const LABEL_WORDS_MAX = 8;

/** @returns the place of each value whose label is this name */
export function valuesOfLabel(ground: GroundDocument, name: string, pages: readonly number[]): readonly Place[] {
  const wanted = plainName(name);
  if (wanted === '') return [];
  const held = pages.filter((page) => ground.holds(page, wanted));
  return held.flatMap((page) => pairsOf(ground.lines(page)).filter(({ label }) => label === wanted)).map(({ value }) => value);
}

/** @returns the place of each value whose folded label is one of those that are meant */
export function valuesLabelled(ground: GroundDocument, isMeant: (label: string) => boolean, pages: readonly number[]): readonly Place[] {
  return pages.flatMap((page) => pairsOf(ground.lines(page)).filter(({ label }) => isMeant(label))).map(({ value }) => value);
}

/** Every label of a page with the place of its value. */
export const labelledOn = (ground: GroundDocument, page: number): readonly Labelled[] => pairsOf(ground.lines(page));

/** Whether a text at this place is a label: something stands for it. */
export function valueBeside(ground: GroundDocument, place: Place): Place | undefined {
  const lines = ground.lines(place.page);
  const said = plainName(lines.text.slice(place.start, place.end));
  return pairsOf(lines).find(({ label, value }) => label === said && (value.start >= place.end || value.end <= place.start))?.value;
}

const KNOWN = new WeakMap<PageLines, readonly Labelled[]>();

function pairsOf(lines: PageLines): readonly Labelled[] {
  const known = KNOWN.get(lines);
  if (known) return known;
  const pairs = lines.rows.flatMap((row, index) =>
    row.flatMap((piece, at) => pairsOfPiece(lines, row, piece, at, lines.rows[index + 1] ?? [])),
  );
  KNOWN.set(lines, pairs);
  return pairs;
}

function pairsOfPiece(lines: PageLines, row: readonly Piece[], piece: Piece, at: number, below: readonly Piece[]): Labelled[] {
  const texts = piece.words.map(({ start, end }) => lines.text.slice(start, end));
  const colon = texts.findIndex((text, index) => /[:：]$/u.test(text) && index < LABEL_WORDS_MAX);
  const next = row[at + 1];
  const place = (words: Piece['words']) => placesOf(lines, words)[0];
  const pair = (label: string, words: Piece['words']): Labelled[] => {
    const places = placesOf(lines, words);
    const [value] = places;
    return value && places.length === 1 ? [{ label: plainName(label), value }] : [];
  };
  if (colon >= 0) {
    const label = texts.slice(0, colon + 1).join(' ');
    const rest = piece.words.slice(colon + 1);
    // Another label on the line: where its first word begins is not known, but for scripts without spaces.
    const another = texts.findIndex((text, index) => index > colon && /\p{L}[:：]/u.test(text) && !/^\p{L}+:\/\//u.test(text));
    if (another > 0 && !/[\u3040-\u30ff\u3400-\u9fff]/u.test(texts[another] ?? '')) return [];
    if (another > colon + 1) return pair(label, piece.words.slice(colon + 1, another));
    if (rest.length > 0) return another > 0 ? [] : pair(label, rest);
    if (next && !/[:：]$/u.test(next.text)) return pair(label, next.words);
    const under = below.find(({ box }) => Math.abs(box[0] - piece.box[0]) < piece.box[3] - piece.box[1]);
    return under && !under.text.includes(':') ? pair(label, under.words) : [];
  }
  const glued = gluedPair(lines, piece);
  if (glued) return [glued];
  // `Name    Ada`: two pieces alone in their row.
  if (row.length === 2 && at === 0 && next && texts.length <= LABEL_WORDS_MAX && place(next.words)) return pair(piece.text, next.words);
  return [];
}

/** `Att:Ada Brown`: no space behind the colon. */
function gluedPair({ page, text }: PageLines, { words }: Piece): Labelled | undefined {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last || last.end - first.start > 200) return undefined;
  const found = /^(?<label>\p{L}[\p{L} .-]{0,40}[:：])(?!\/)[\p{L}\p{N}]/u.exec(text.slice(first.start, last.end));
  const label = found?.groups?.['label'];
  const isOne = words.every((word, at) => at === 0 || word.start >= (words[at - 1]?.end ?? 0));
  if (label === undefined || !isOne || text.slice(first.start, last.end).includes('\n')) return undefined;
  return { label: plainName(label), value: { page, start: first.start + label.length, end: last.end } };
}

/** Two texts in a row, the second of them without its label. */
export function withoutLabel(piece: Piece, text: string): Piece | undefined {
  const at = piece.words.findIndex(({ start, end }) => /[:：]$/u.test(text.slice(start, end)));
  return at >= 0 && at < piece.words.length - 1 ? pieceOf(piece.words.slice(at + 1), text) : undefined;
}
