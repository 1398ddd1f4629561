// Lines with right-to-left letters in the order in which they are read. The engine turns each run of such letters around, but not what the Unicode
// Bidirectional Algorithm (UAX #9) does with numbers, signs and Latin words between them; from the places of the glyphs it leads back to what was written.

import { type Direction, readingOrder, RIGHT_TO_LEFT } from '../../draw/bidi.ts';
import { findShapes, isBracket, mirrored } from '../../draw/brackets.ts';
import { FLAG, pickCharacters } from './character-columns.ts';
import type { CharacterColumns } from './page-content.ts';

const FIRST_RTL = 0x590;
/** Ems between the baselines of one line, which has raised letters; and between two of its parts that are read by themselves. */
const LINE_EMS = 0.5;
const PART_EMS = 1.05;
/** Ems between the baselines of two pieces of one line. */
const LEVEL_EMS = 0.05;
const ONE_OBJECT_EMS = 3;
/** So many spaces that are wider together than the gap between two parts are typed to reach a column. */
const SPACES_MIN = 2;
/** Ems between two glyphs from which on there is a space between them. */
const SPACE_EMS = 0.17;
/** Ems within which a space begins where its letter does. */
const NEAR_EMS = 0.1;
/** Points: a space of this width has none. */
const NO_ROOM_POINTS = 0.05;
/** Share of a space that another glyph covers. */
const COVERED = 0.6;

/** Characters of one glyph, with the spaces that the engine supposes behind it; or, without any, a gap as wide as a space. */
interface Entry {
  readonly places: readonly number[];
  readonly left: number;
  readonly right: number;
}

interface Part {
  readonly entries: readonly { readonly entry: Entry; readonly direction: Direction }[];
  readonly isDirected: boolean;
  readonly keepsBrackets: boolean;
  readonly base: Direction;
}

/** @returns the same where no letter is written from the right */
export function orderDirected(columns: CharacterColumns): CharacterColumns {
  const textOf = (at: number): string => String.fromCodePoint(columns.code[at] ?? 0);
  const isDirectedAt = (at: number): boolean => (columns.code[at] ?? 0) >= FIRST_RTL && RIGHT_TO_LEFT.test(textOf(at));
  const places = Array.from({ length: columns.count }, (_, at) => at);
  if (!places.some(isDirectedAt)) return columns;
  const lines = joinTorn(columns, linesOf(columns), isDirectedAt);
  const letters = lines.filter((line) => line.some(isDirectedAt)).flatMap((line) => line.filter((at) => /\p{L}/u.test(textOf(at))));
  const ofPage: Direction = letters.filter(isDirectedAt).length * 2 >= letters.length ? 'rtl' : 'ltr';
  for (const line of lines) if (line.some(isDirectedAt)) undoMirroring(columns, line);
  const isDirectedLine = (line: readonly number[]): boolean => line.some(isDirectedAt) || (ofPage === 'rtl' && isFromRight(columns, line));
  const parts = lines.flatMap((line): Part[] => {
    if (!isDirectedLine(line) || angleOf(columns, line[0] ?? 0) !== 0)
      return [
        {
          entries: [{ entry: { places: line, left: 0, right: 0 }, direction: 'ltr' }],
          isDirected: false,
          keepsBrackets: true,
          base: 'ltr',
        },
      ];
    return partsOf(columns, line).map((entries) => {
      const own = entries.flatMap((entry) => entry.places);
      const isMixed = own.some((at) => /\p{L}/u.test(textOf(at)) && !isDirectedAt(at));
      const base = own.some(isDirectedAt) && !isMixed ? 'rtl' : (directionOfEnds(columns, own) ?? ofPage);
      return {
        entries: inReadingOrder(entries, ({ places: [first] }) => (first === undefined ? ' ' : textOf(first)), base),
        isDirected: true,
        keepsBrackets: facesOutwards(columns, entries),
        base,
      };
    });
  });
  turnBrackets(columns, parts);
  return laidOut(columns, parts);
}

/** Numbers and signs only, of which a part faces outwards. */
function isFromRight(columns: CharacterColumns, line: readonly number[]): boolean {
  const texts = line.map((at) => String.fromCodePoint(columns.code[at] ?? 0));
  if (!texts.some(isBracket) || texts.some((text) => /\p{L}/u.test(text))) return false;
  return partsOf(columns, line).some((entries) => facesOutwards(columns, entries));
}

/** A bracket closes where a text from the left begins, or opens where it ends: from the right it is what was written. */
function facesOutwards({ code }: CharacterColumns, entries: readonly Entry[]): boolean {
  const shown = entries.flatMap(({ places }) => places.map((at) => String.fromCodePoint(code[at] ?? 0))).filter((text) => text > ' ');
  if (shown.length < 2 || shown.some((text) => /\p{L}/u.test(text))) return false;
  return /\p{Pe}/u.test(shown[0] ?? '') || /\p{Ps}/u.test(shown.at(-1) ?? '');
}

/** Of a line that begins and ends with letters of one direction. @param places from left to right */
function directionOfEnds({ code }: CharacterColumns, places: readonly number[]): Direction | undefined {
  const directions = places.flatMap((at): Direction[] => {
    const text = String.fromCodePoint(code[at] ?? 0);
    return RIGHT_TO_LEFT.test(text) ? ['rtl'] : /\p{L}/u.test(text) ? ['ltr'] : [];
  });
  return directions[0] === directions.at(-1) ? directions[0] : undefined;
}

/** The engine gives the counterparts of brackets in what it turns around: behind right-to-left letters, up to the next ones from the left. */
function undoMirroring({ code }: CharacterColumns, line: readonly number[]): void {
  const kinds = line.map((at) => {
    const text = String.fromCodePoint(code[at] ?? 0);
    return RIGHT_TO_LEFT.test(text) ? 'rtl' : /\p{L}/u.test(text) ? 'ltr' : undefined;
  });
  const strong = kinds.filter((kind) => kind !== undefined);
  const runs = strong.filter((kind, index) => kind !== strong[index - 1]);
  let direction: Direction = runs.filter((kind) => kind === 'rtl').length * 2 >= runs.length ? 'rtl' : 'ltr';
  for (const [index, at] of line.entries()) {
    direction = kinds[index] ?? direction;
    if (kinds[index] === undefined && direction === 'rtl') code[at] = mirrored(String.fromCodePoint(code[at] ?? 0)).codePointAt(0) ?? 0;
  }
}

function turnBrackets(columns: CharacterColumns, parts: readonly Part[]): void {
  const textOf = (at: number): string => String.fromCodePoint(columns.code[at] ?? 0);
  const turned = parts.map(({ entries, keepsBrackets }) =>
    keepsBrackets ? [] : entries.flatMap(({ entry, direction }) => (direction === 'rtl' ? entry.places : [])),
  );
  const areShapes = findShapes(turned.map((places) => places.map(textOf)));
  for (const [index, places] of turned.entries())
    if (areShapes[index]) for (const at of places) columns.code[at] = mirrored(textOf(at)).codePointAt(0) ?? 0;
}

interface Slot {
  readonly at: number;
  readonly flags: number;
  /** A space in the look of the character, in this room. */
  readonly gap?: Entry;
}

function slotsOf(entry: Entry, before: Entry | undefined, flags: number): Slot[] {
  if (entry.places.length === 0) return [{ at: before?.places.at(-1) ?? 0, flags, gap: entry }];
  return entry.places.map((at) => ({ at, flags }));
}

function laidOut(columns: CharacterColumns, parts: readonly Part[]): CharacterColumns {
  const slots = parts.flatMap(({ entries, isDirected, base }) => {
    const first = entries.findIndex(({ entry }) => !isSpace(columns, entry));
    return entries.flatMap(({ entry }, index) => {
      const flags = (isDirected && index > first ? FLAG.follows : 0) | (base === 'rtl' ? FLAG.fromRight : 0);
      return slotsOf(entry, entries[index - 1]?.entry, flags);
    });
  });
  const picked = pickCharacters(
    columns,
    slots.map(({ at }) => at),
  );
  for (const [at, { flags, gap }] of slots.entries()) {
    picked.flags[at] = flags | (gap ? 0 : (picked.flags[at] ?? 0));
    if (!gap) continue;
    picked.code[at] = 0x20;
    [picked.left[at], picked.x[at], picked.right[at]] = [gap.left, gap.left, gap.right];
  }
  return picked;
}

function angleOf({ style, styles }: CharacterColumns, at: number): number {
  return styles[style[at] ?? 0]?.angle ?? 0;
}

function sizeOf({ style, styles }: CharacterColumns, at: number): number {
  return styles[style[at] ?? 0]?.size ?? 0;
}

/** As the engine found them, cut where the baseline leaves that of the first letter. */
function linesOf(columns: CharacterColumns): number[][] {
  const { code, y, count } = columns;
  const lines: number[][] = [];
  for (let at = 0; at < count; at++) {
    const line = lines.at(-1);
    const [first = at, last = at] = [line?.[0], line?.at(-1)];
    const isEnded = line !== undefined && (code[last] === 0xa || code[last] === 0xd) && code[at] !== 0xa && code[at] !== 0xd;
    const isOff = Math.abs((y[at] ?? 0) - (y[first] ?? 0)) > Math.max(sizeOf(columns, at), sizeOf(columns, first)) * LINE_EMS;
    if (!line || isEnded || isOff || angleOf(columns, at) !== angleOf(columns, first)) lines.push([at]);
    else line.push(at);
  }
  return lines;
}

/** A mark that is set off the baseline, drawn apart, tears its line for the engine: pieces are one where they touch. */
function joinTorn(columns: CharacterColumns, lines: readonly number[][], isDirectedAt: (at: number) => boolean): number[][] {
  const joined: number[][] = [];
  let last: Level | undefined;
  for (const line of lines) {
    const own = levelOf(columns, line.filter(isDirectedAt));
    const before = joined.at(-1);
    const isMark = before !== undefined && last !== undefined && isMarkOf(columns, line, last);
    if (isMark || (before && last && own && isOneLevel(last, own))) {
      const isEnd = (at: number) => columns.code[at] === 0xa || columns.code[at] === 0xd;
      joined[joined.length - 1] = [...before.filter((at) => !isEnd(at)), ...line];
      last = own && last ? { ...own, left: Math.min(last.left, own.left), right: Math.max(last.right, own.right) } : last;
    } else {
      joined.push(line);
      last = own;
    }
  }
  return joined;
}

const MARK = /\p{M}/u;

/** Nothing but marks, at the end of the line before. */
function isMarkOf(columns: CharacterColumns, line: readonly number[], { y, size, left, right }: Level): boolean {
  const shown = line.filter((at) => (columns.code[at] ?? 0) > 0x20);
  const isNear = (at: number) =>
    Math.abs((columns.y[at] ?? 0) - y) < size * LINE_EMS &&
    (columns.left[at] ?? 0) > left - size * LINE_EMS &&
    (columns.right[at] ?? 0) < right + size * LINE_EMS;
  return shown.length > 0 && shown.every((at) => MARK.test(String.fromCodePoint(columns.code[at] ?? 0)) && isNear(at));
}

interface Level {
  readonly y: number;
  readonly size: number;
  readonly left: number;
  readonly right: number;
}

/** @param places of letters; marks among them are off the baseline */
function levelOf(columns: CharacterColumns, places: readonly number[]): Level | undefined {
  const [first] = places;
  if (first === undefined || places.some((at) => angleOf(columns, at) !== 0)) return undefined;
  const baselines = places.map((at) => columns.y[at] ?? 0).toSorted((one, two) => one - two);
  return {
    y: baselines[baselines.length >> 1] ?? 0,
    size: sizeOf(columns, first),
    left: Math.min(...places.map((at) => columns.left[at] ?? Infinity)),
    right: Math.max(...places.map((at) => columns.right[at] ?? -Infinity)),
  };
}

function isOneLevel(one: Level, two: Level): boolean {
  const size = Math.min(one.size, two.size);
  const gap = Math.max(one.left - two.right, two.left - one.right);
  return Math.abs(one.y - two.y) <= size * LEVEL_EMS && gap <= size * SPACE_EMS;
}

/** The parts of a line that wide gaps separate, also where many spaces fill them, in the order of the engine; each from left to right. */
function partsOf(columns: CharacterColumns, line: readonly number[]): Entry[][] {
  const parts: Entry[][] = [];
  let [reached, before]: [number, Entry | undefined] = [-Infinity, undefined];
  /** Where the last glyph ends that is no space, and how many spaces are behind it. */
  let [shown, spaces] = [Infinity, 0];
  for (const entry of withRoom(columns, fromLeft(columns, withoutCovered(columns, entriesOf(columns, line))))) {
    const [at = 0, last = -1] = [entry.places[0], before?.places[0]];
    const [gap, size] = [entry.left - reached, sizeOf(columns, at)];
    const isOneObject = last >= 0 && columns.object[at] === columns.object[last];
    const isColumn = !isSpace(columns, entry) && spaces >= SPACES_MIN && entry.left - shown > size * PART_EMS;
    if (isColumn || gap > size * (isOneObject ? ONE_OBJECT_EMS : PART_EMS)) parts.push([]);
    else if (gap > size * SPACE_EMS && before && !isSpace(columns, entry) && !isSpace(columns, before))
      parts.at(-1)?.push({ places: [], left: reached, right: entry.left });
    parts.at(-1)?.push(entry);
    [reached, before] = [Math.max(reached, entry.right), entry];
    [shown, spaces] = isSpace(columns, entry) ? [shown, spaces + 1] : [reached, 0];
  }
  const firstOf = (part: readonly Entry[]) => Math.min(...part.map(({ places: [first = Infinity] }) => first));
  return parts.toSorted((one, two) => firstOf(one) - firstOf(two));
}

function entriesOf(columns: CharacterColumns, line: readonly number[]): Entry[] {
  const { left, right, x, y, flags } = columns;
  const entries: { readonly places: number[]; readonly left: number; readonly right: number }[] = [];
  for (const at of line) {
    const last = entries.at(-1);
    const before = last?.places.at(-1);
    const isSupposed = ((flags[at] ?? 0) & FLAG.generated) !== 0;
    const isSameGlyph =
      before !== undefined && x[before] === x[at] && y[before] === y[at] && left[before] === left[at] && right[before] === right[at];
    if (last && (isSupposed || isSameGlyph)) last.places.push(at);
    else entries.push({ places: [at], ...roomOf(columns, at) });
  }
  return entries;
}

/** Points. */
const LEANS_MIN = 0.01;

/** On the baseline: the box of a letter that leans reaches out below at its left, and above at its right. */
function roomOf({ left, top, right, bottom, x, y }: CharacterColumns, at: number): Pick<Entry, 'left' | 'right'> {
  const [from, to] = [left[at] ?? 0, right[at] ?? 0];
  const [below, above] = [(bottom[at] ?? 0) - (y[at] ?? 0), (y[at] ?? 0) - (top[at] ?? 0)];
  const lean = (x[at] ?? 0) - from;
  const end = to - (lean * above) / below;
  return lean < LEANS_MIN || below <= 0 || above <= 0 || end <= from + lean ? { left: from, right: to } : { left: from + lean, right: end };
}

/** A space that lies under another glyph takes no room. */
function withoutCovered(columns: CharacterColumns, entries: readonly Entry[]): Entry[] {
  return entries.filter((entry, index) => {
    if (!isSpace(columns, entry)) return true;
    const width = entry.right - entry.left;
    const shared = (other: Entry | undefined) =>
      other && !isSpace(columns, other) ? Math.min(entry.right, other.right) - Math.max(entry.left, other.left) : 0;
    return Math.max(...[-2, -1, 1, 2].map((step) => shared(entries[index + step]))) <= width * COVERED;
  });
}

/** A space that the engine supposes in a gap of what one operator shows has no width: another glyph may stand in that gap. */
function withRoom(columns: CharacterColumns, sorted: readonly Entry[]): Entry[] {
  return sorted.filter((entry, index) => {
    const [before, after] = [sorted[index - 1], sorted[index + 1]];
    if (entry.right - entry.left > NO_ROOM_POINTS || !before || !after || !isSpace(columns, entry)) return true;
    const [at = 0] = entry.places;
    // One that is drawn without width, beside a mark, says nothing: the letters touch.
    const isDrawn = ((columns.flags[at] ?? 0) & FLAG.generated) === 0;
    const gap = (columns.left[after.places[0] ?? at] ?? 0) - (columns.right[before.places[0] ?? at] ?? 0);
    return (isDrawn ? Math.min(gap, after.left - before.right) : after.left - before.right) > sizeOf(columns, at) * NEAR_EMS;
  });
}

function isSpace({ code }: CharacterColumns, { places: [first = 0] }: Entry): boolean {
  return code[first] === 0x20 || code[first] === 0xa0;
}

/** Spaces lie under letters, and begin where they do: the order of drawing says on which side. */
function fromLeft(columns: CharacterColumns, entries: readonly Entry[]): Entry[] {
  const sorted = entries.toSorted((one, two) => one.left - two.left || one.right - two.right);
  for (let index = 1; index < sorted.length; index++) {
    const [one, two] = [sorted[index - 1], sorted[index]];
    if (!one || !two || isSpace(columns, one) === isSpace(columns, two)) continue;
    const [first = 0, second = 0] = [one.places[0], two.places[0]];
    const letter = String.fromCodePoint(columns.code[isSpace(columns, one) ? second : first] ?? 0);
    const isNear = two.left - one.left < sizeOf(columns, first) * NEAR_EMS;
    if (isNear && RIGHT_TO_LEFT.test(letter) && second > first && second - first <= one.places.length)
      [sorted[index - 1], sorted[index]] = [two, one];
  }
  return sorted;
}

function inReadingOrder(entries: readonly Entry[], textOf: (entry: Entry) => string, base: Direction): Part['entries'] {
  return readingOrder(entries.map(textOf), base).flatMap(({ index, direction }) => {
    const entry = entries[index];
    return entry ? [{ entry, direction }] : [];
  });
}
