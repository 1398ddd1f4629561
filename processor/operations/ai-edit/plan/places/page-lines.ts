// A page as lines: its words in rows, rows in pieces without a wide gap, pieces in paragraphs. What a person points to by place is found in it.

import type { DocumentFacts, PlacedWord } from '../../facts/locate.ts';
import { rowsOf } from '../../facts/page-rows.ts';

/** Points from the lower left corner of the page as it is seen: left, bottom, right, top. */
type Sides = readonly [number, number, number, number];

/** Code units of a page's text; `end` is exclusive. */
export interface Place {
  /** 1-based. */
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

/** A part of a row without a wide gap. */
export interface Piece {
  readonly words: readonly PlacedWord[];
  readonly text: string;
  readonly box: Sides;
}

interface Paragraph {
  readonly pieces: readonly Piece[];
  readonly text: string;
  readonly box: Sides;
  /** Begins with a bullet or a number. */
  readonly isItem: boolean;
}

export interface PageLines {
  readonly page: number;
  readonly text: string;
  readonly width: number;
  readonly height: number;
  readonly words: readonly PlacedWord[];
  /** From the top, each from the left. */
  readonly rows: readonly (readonly Piece[])[];
  /** In the order of their first lines. */
  readonly paragraphs: readonly Paragraph[];
}

const GAP_SHARE = 1.1;
const LINE_GAP_SHARE = 1.9;
const HEIGHT_RATIO = 1.2;
const LABEL = /^(?:[•▪●◦‣∙·■□○➢➤✓*–-]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])$/u;

export function readLines(facts: DocumentFacts, page: number): PageLines {
  const layout = facts.layout(page);
  const text = facts.pageText(page);
  const rows = rowsOf(layout).map((row) => joinLabels(cutAtGaps(row, text), text));
  return { page, text, width: layout.widthPt, height: layout.heightPt, words: layout.words, rows, paragraphs: paragraphsOf(rows) };
}

function cutAtGaps(row: readonly PlacedWord[], text: string): Piece[] {
  const groups: PlacedWord[][] = [];
  for (const word of row) {
    const last = groups.at(-1)?.at(-1);
    const height = word.box[3] - word.box[1];
    if (last && word.box[0] - last.box[2] < height * GAP_SHARE) groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  return groups.map((words) => pieceOf(words, text));
}

export function pieceOf(words: readonly PlacedWord[], text: string): Piece {
  return { words, text: words.map(({ start, end }) => text.slice(start, end)).join(' '), box: around(words.map(({ box }) => box)) };
}

/** A bullet or number belongs to the text behind it. */
function joinLabels(pieces: readonly Piece[], text: string): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last && LABEL.test(last.text)) joined[joined.length - 1] = pieceOf([...last.words, ...piece.words], text);
    else joined.push(piece);
  }
  return joined;
}

function around(boxes: readonly Sides[]): Sides {
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}

function paragraphsOf(rows: readonly (readonly Piece[])[]): Paragraph[] {
  const open: { pieces: Piece[]; isItem: boolean }[] = [];
  const done: { pieces: Piece[]; isItem: boolean }[] = [];
  for (const row of rows) {
    for (const piece of row) {
      const isItem = LABEL.test(piece.text.split(' ')[0] ?? '');
      const above = isItem ? undefined : open.findLast(({ pieces }) => goesOn(pieces, piece, row.length));
      if (above) above.pieces.push(piece);
      else {
        const paragraph = { pieces: [piece], isItem };
        open.push(paragraph);
        done.push(paragraph);
      }
    }
  }
  return done.map(({ pieces, isItem }) => ({
    pieces,
    isItem,
    text: pieces.map((piece) => piece.text).join(' '),
    box: around(pieces.map(({ box }) => box)),
  }));
}

/** The next line of a paragraph: close below its last line, of its size, from about the same left side; the last line reached far enough. */
function goesOn(pieces: readonly Piece[], next: Piece, inRow: number): boolean {
  const last = pieces.at(-1);
  if (!last) return false;
  const [height, nextHeight] = [last.box[3] - last.box[1], next.box[3] - next.box[1]];
  if (Math.max(height, nextHeight) / Math.max(1, Math.min(height, nextHeight)) > HEIGHT_RATIO) return false;
  const down = last.box[1] - next.box[1];
  if (down <= height * 0.3 || down > height * LINE_GAP_SHARE) return false;
  const step = pieces.length > 1 ? (pieces.at(-2)?.box[1] ?? 0) - last.box[1] : down;
  if (down > step * 1.3) return false;
  const shared = Math.min(last.box[2], next.box[2]) - Math.max(last.box[0], next.box[0]);
  if (shared < Math.min(last.box[2] - last.box[0], next.box[2] - next.box[0]) * 0.4) return false;
  if (inRow > 1 && Math.abs(last.box[0] - next.box[0]) > height) return false;
  // A line that ends early ends its paragraph.
  const right = Math.max(...pieces.map(({ box }) => box[2]), next.box[2]);
  const first = next.words[0]?.box;
  const room = right - last.box[2];
  return room < (first ? first[2] - first[0] : 0) + height * 1.5;
}

/** The places of words in the page's text: one for each unbroken run. */
export function placesOf(lines: PageLines, words: readonly PlacedWord[]): Place[] {
  const { nth, ordered } = indexOf(lines);
  const own = [...new Set(words)].flatMap((word) => nth.get(word) ?? []).toSorted((one, two) => one - two);
  const places: { page: number; start: number; end: number }[] = [];
  let before = -2;
  for (const at of own) {
    const word = ordered[at];
    const last = places.at(-1);
    if (!word) continue;
    if (at === before + 1 && last) last.end = word.end;
    else places.push({ page: lines.page, start: word.start, end: word.end });
    before = at;
  }
  return places;
}

export function wordsAt(lines: PageLines, { start, end }: Pick<Place, 'start' | 'end'>): readonly PlacedWord[] {
  const { ordered, read } = indexOf(lines);
  let [from, to] = [0, ordered.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ordered[middle]?.start ?? 0) < start) from = middle + 1;
    else to = middle;
  }
  // The word before may reach into it.
  let at = from;
  while (at > 0 && (ordered[at - 1]?.end ?? 0) > start) at--;
  const found: PlacedWord[] = [];
  for (; at < ordered.length; at++) {
    const word = ordered[at];
    if (!word || word.start >= end) break;
    if (word.end > start) found.push(word);
  }
  return found.length < 2 ? found : found.toSorted((one, two) => (read.get(one) ?? 0) - (read.get(two) ?? 0));
}

export function rowAt(lines: PageLines, place: Place): readonly Piece[] | undefined {
  const [first] = wordsAt(lines, place);
  return first && indexOf(lines).rows.get(first);
}

interface Index {
  /** The words by where they begin, and the place of each among them. */
  readonly ordered: readonly PlacedWord[];
  readonly nth: ReadonlyMap<PlacedWord, number>;
  /** Their places as they are read. */
  readonly read: ReadonlyMap<PlacedWord, number>;
  readonly rows: ReadonlyMap<PlacedWord, readonly Piece[]>;
}

const INDEXES = new WeakMap<PageLines, Index>();

function indexOf(lines: PageLines): Index {
  const known = INDEXES.get(lines);
  if (known) return known;
  const ordered = lines.words.toSorted((one, two) => one.start - two.start);
  const rows = new Map<PlacedWord, readonly Piece[]>();
  for (const row of lines.rows) for (const { words } of row) for (const word of words) if (!rows.has(word)) rows.set(word, row);
  const made: Index = {
    ordered,
    nth: new Map(ordered.map((word, at) => [word, at])),
    read: new Map(lines.words.map((word, at) => [word, at])),
    rows,
  };
  INDEXES.set(lines, made);
  return made;
}
