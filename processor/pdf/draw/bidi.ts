// The order in which a line of mixed directions is shown: the parts of the Unicode Bidirectional Algorithm (UAX #9) that plain text needs. Explicit
// embeddings and overrides are not followed: in a text of unknown origin they can make it look like another text.

export type Direction = 'ltr' | 'rtl';

export interface DirectedRun {
  /** In UTF-16 units of the line. */
  readonly start: number;
  readonly end: number;
  readonly direction: Direction;
}

/** A letter of a right-to-left script, and the stroke between letters (U+0640), which several of them have. */
export const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\u0640]/u;
const LETTER = /\p{L}/u;
/** And the separators of Arabic numbers, which have their kind. */
const DIGIT = /[\p{Nd}\u066b\u066c]/u;
/** Separators that stay with the numbers on both sides of them (W4), behind Arabic letters fewer; and signs that stay with a number beside them (W5). */
const NUMBER_SEPARATOR = /[.,:/+\-\u00a0\u060c\u2044\u202f]/u;
const COMMON_SEPARATOR = /[.,:/\u00a0\u060c\u2044\u202f]/u;
const NUMBER_SIGN = /[#$%\p{Sc}\u00b0\u066a\u2030]/u;
/** W2: numbers behind them are Arabic ones. */
const ARABIC = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\u0640]/u;
const MARK = /[\p{Mn}\p{Me}]/u;

type Kind = 'L' | 'R' | 'N' | 'O';

/** Rules P2 and P3: the first letter decides. */
export function baseDirection(text: string): Direction {
  for (const character of text) {
    if (!LETTER.test(character)) continue;
    return RIGHT_TO_LEFT.test(character) ? 'rtl' : 'ltr';
  }
  return 'ltr';
}

function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The runs of a line from left to right as they are shown (rules W1–W7, N1–N2, I1–I2 and L2, without embeddings). */
export function orderRuns(line: string, base: Direction): DirectedRun[] {
  return runsOf(line, base, areBehindArabic);
}

function runsOf(line: string, base: Direction, findArabic: typeof areBehindArabic): DirectedRun[] {
  if (base === 'ltr' && !hasRightToLeft(line)) return line === '' ? [] : [{ start: 0, end: line.length, direction: 'ltr' }];
  const characters = Array.from(line);
  const kinds = classify(characters, findArabic);
  const baseKind = base === 'rtl' ? 'R' : 'L';
  resolveNeutrals(kinds, baseKind);
  const levels = kinds.map((kind) => levelOf(kind, baseKind));
  const runs: { start: number; end: number; level: number }[] = [];
  let at = 0;
  for (const [index, character] of characters.entries()) {
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.end = at + character.length;
    else runs.push({ start: at, end: at + character.length, level });
    at += character.length;
  }
  return reorder(runs).map(({ start, end, level }) => ({ start, end, direction: level % 2 === 1 ? 'rtl' : 'ltr' }));
}

/**
 * Letters that are seen, from left to right, in the order in which they are read, with the direction of the run of each: the algorithm is its own
 * inverse, but that what numbers stand behind is seen at their right.
 */
export function readingOrder(letters: readonly string[], base: Direction): { readonly index: number; readonly direction: Direction }[] {
  const indexAt = new Map<number, number>();
  let at = 0;
  for (const [index, letter] of letters.entries()) {
    indexAt.set(at, index);
    at += letter.length;
  }
  indexAt.set(at, letters.length);
  return runsOf(letters.join(''), base, areLeftOfArabic).flatMap(({ start, end, direction }) => {
    const from = indexAt.get(start) ?? 0;
    const run = Array.from({ length: (indexAt.get(end) ?? from) - from }, (_, offset) => ({ index: from + offset, direction }));
    return direction === 'rtl' ? run.toReversed() : run;
  });
}

function classify(characters: readonly string[], findArabic: typeof areBehindArabic): Kind[] {
  const kinds: Kind[] = [];
  for (const character of characters) {
    // W1: a mark has the kind of its base character.
    if (MARK.test(character)) kinds.push(kinds.at(-1) ?? 'O');
    else if (RIGHT_TO_LEFT.test(character) && !DIGIT.test(character) && !NUMBER_SIGN.test(character)) kinds.push('R');
    else if (DIGIT.test(character)) kinds.push('N');
    else kinds.push(LETTER.test(character) ? 'L' : 'O');
  }
  joinNumbers(characters, kinds, findArabic(characters, kinds));
  // W7: in a stretch that begins with a left-to-right letter a number is one too.
  let strong: Kind = 'O';
  for (const [index, kind] of kinds.entries()) {
    if (kind === 'L' || kind === 'R') strong = kind;
    else if (kind === 'N' && strong === 'L') kinds[index] = 'L';
  }
  return kinds;
}

/** W2: the letter before is an Arabic one. */
function areBehindArabic(characters: readonly string[], kinds: readonly Kind[]): boolean[] {
  let isArabic = false;
  return characters.map((character, index) => {
    if (kinds[index] === 'R' || kinds[index] === 'L') isArabic = ARABIC.test(character);
    return isArabic;
  });
}

/** The same of what is seen. A number beside a letter from the left at its left belongs to that. */
function areLeftOfArabic(characters: readonly string[], kinds: readonly Kind[]): boolean[] {
  let isLatin = false;
  const areLatin = kinds.map((kind) => {
    if (kind === 'R' || kind === 'L') isLatin = kind === 'L';
    return isLatin;
  });
  const reversed = areBehindArabic(characters.toReversed(), kinds.toReversed()).toReversed();
  return reversed.map((isArabic, index) => isArabic && !areLatin[index]);
}

function joinNumbers(characters: readonly string[], kinds: Kind[], areArabic: readonly boolean[]): void {
  for (const [index, character] of characters.entries()) {
    const isArabic = areArabic[index] ?? false;
    const between = kinds[index] === 'O' && kinds[index - 1] === 'N' && kinds[index + 1] === 'N';
    if (between && (isArabic ? COMMON_SEPARATOR : NUMBER_SEPARATOR).test(character)) kinds[index] = 'N';
    if (kinds[index] !== 'N' || isArabic) continue;
    for (const step of [-1, 1])
      for (let sign = index + step; kinds[sign] === 'O' && NUMBER_SIGN.test(characters[sign] ?? ''); sign += step) kinds[sign] = 'N';
  }
}

/** N1 and N2: neutrals between two of one direction join them (a number counts as right to left), else with the paragraph. */
function resolveNeutrals(kinds: Kind[], base: 'L' | 'R'): void {
  const side = (kind: Kind | undefined): Kind => (kind === 'N' ? 'R' : (kind ?? base));
  for (let start = 0; start < kinds.length; start++) {
    if (kinds[start] !== 'O') continue;
    let end = start;
    while (end < kinds.length && kinds[end] === 'O') end++;
    const before = side(kinds[start - 1]);
    const after = side(kinds[end]);
    kinds.fill(before === after ? before : base, start, end);
    start = end;
  }
}

function levelOf(kind: Kind, base: 'L' | 'R'): number {
  if (base === 'L') return kind === 'R' ? 1 : kind === 'N' ? 2 : 0;
  return kind === 'R' ? 1 : 2;
}

/** L2: from the highest level down, everything at least as high is reversed. */
function reorder<T extends { readonly level: number }>(runs: readonly T[]): T[] {
  const order = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < order.length; start++) {
      if ((order[start]?.level ?? 0) < level) continue;
      let end = start;
      while (end < order.length && (order[end]?.level ?? 0) >= level) end++;
      order.splice(start, end - start, ...order.slice(start, end).toReversed());
      start = end;
    }
  }
  return order;
}
