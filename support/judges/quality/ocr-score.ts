// How well a text was read: character error, word error and missed words against the truth. Case, punctuation and accents count; white space
// and the shapes of quotes and dashes do not.

export interface OcrScore {
  /** Edits to get from the truth to what was read, per character of the truth (CER). Sensitive to the order of columns. */
  readonly characterError: number;
  /** The same over words. */
  readonly wordError: number;
  /** Share of the truth's words that were not read anywhere, however often each occurs. The order does not count. */
  readonly missedWords: number;
  readonly characters: number;
  readonly words: number;
}

export function scoreText(truth: string, read: string): OcrScore {
  const [expected, found] = [normalise(truth), normalise(read)];
  const [expectedWords, foundWords] = [wordsOf(expected), wordsOf(found)];
  const characters = Array.from(expected).length;
  return {
    characterError: editDistance(Array.from(expected), Array.from(found)) / Math.max(1, characters),
    wordError: editDistance(expectedWords, foundWords) / Math.max(1, expectedWords.length),
    missedWords: countMissed(expectedWords, foundWords) / Math.max(1, expectedWords.length),
    characters,
    words: expectedWords.length,
  };
}

/**
 * Words that are missing, in excess, or other than in the truth, wherever they stand: one that was read as another counts once. What has no letter
 * and no digit (dots that lead to a number, bullets, rules) is no word.
 */
export function countWrongWords(truth: string, read: string): { readonly wrong: number; readonly words: number } {
  const meant = (text: string): string[] =>
    wordsOf(normalise(text).replaceAll(SPACE_IN_THAI, ''))
      .flatMap((word) => (/\p{Script=Thai}/u.test(word) ? threesOf(word) : [word]))
      .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [expected, found] = [meant(truth), meant(read)];
  const matched = expected.length - countMissed(expected, found);
  return { wrong: Math.max(expected.length, found.length) - matched, words: expected.length };
}

/** Over pages, weighted by their characters or words. */
export function sumScores(scores: readonly OcrScore[]): OcrScore {
  const characters = scores.reduce((sum, score) => sum + score.characters, 0);
  const words = scores.reduce((sum, score) => sum + score.words, 0);
  const mean = (of: (score: OcrScore) => number, total: number): number =>
    scores.reduce((sum, score) => sum + of(score), 0) / Math.max(1, total);
  return {
    characterError: mean((score) => score.characterError * score.characters, characters),
    wordError: mean((score) => score.wordError * score.words, words),
    missedWords: mean((score) => score.missedWords * score.words, words),
    characters,
    words,
  };
}

const IDEOGRAPHIC = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff65]`;
/** Engines put spaces between ideographs, writers do not. */
const SPACE_BETWEEN_IDEOGRAPHS = new RegExp(String.raw`(?<=${IDEOGRAPHIC})\s+(?=${IDEOGRAPHIC})`, 'gu');
/** Writers put few, between phrases; engines make words of syllables. */
const SPACE_IN_THAI = /(?<=\p{Script=Thai})\s+(?=\p{Script=Thai})/gu;
const IDEOGRAPH = new RegExp(`(${IDEOGRAPHIC})`, 'gu');

function normalise(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replaceAll(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(SPACE_BETWEEN_IDEOGRAPHS, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** An ideograph is a word of its own. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(IDEOGRAPH, ' $1 ')
    .split(' ')
    .filter((word) => word !== '');
}

/** Where there is no space between words, each three characters that follow each other. */
function threesOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.length < 3 ? [word] : letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''));
}

function countMissed(expected: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  let missed = 0;
  for (const word of expected) {
    const count = left.get(word) ?? 0;
    if (count === 0) missed++;
    else left.set(word, count - 1);
  }
  return missed;
}

/** Levenshtein's distance, one row at a time. */
export function editDistance(one: readonly string[], two: readonly string[]): number {
  let previous = Uint32Array.from({ length: two.length + 1 }, (_, index) => index);
  let current = new Uint32Array(two.length + 1);
  for (const [index, item] of one.entries()) {
    current[0] = index + 1;
    for (let other = 1; other <= two.length; other++) {
      const swap = (previous[other - 1] ?? 0) + (item === two[other - 1] ? 0 : 1);
      current[other] = Math.min(swap, (previous[other] ?? 0) + 1, (current[other - 1] ?? 0) + 1);
    }
    [previous, current] = [current, previous];
  }
  return previous[two.length] ?? 0;
}
