// Words of a scan whose picture says more than what was read. A line of which half is a picture, or a paragraph of patches, reads worse than either: where
// much of a paragraph is in doubt all of it is. Pure.

import type { RecognisedLine, RecognisedWord } from '../../recognition/recognised.ts';
import { letterPixels } from './recognised-sizes.ts';

/** Of the letters of a paragraph: where more are in doubt, none of it is set. */
const PARAGRAPH_SHARE = 0.3;

/** Of the lines of a page. */
export function doubtfulWords(lines: readonly RecognisedLine[]): ReadonlySet<RecognisedWord> {
  const found = new Set<RecognisedWord>(misreadBoxes(lines));
  for (const paragraph of Map.groupBy(lines, ({ block, paragraph: at }) => `${block} ${at}`).values()) {
    const words = paragraph.flatMap((line) => line.words);
    const own = paragraph.flatMap((line) => [...doubtfulWordsOf(line)]);
    const isInPatches = paragraph.length > 1 && lettersOf(own) > lettersOf(words) * PARAGRAPH_SHARE;
    for (const word of isInPatches ? words : own) found.add(word);
  }
  return found;
}

/** Empty tick boxes are read as this letter, which is no word of its own: where there are some, others were read as others. */
const BOX = { sure: /^q$/, like: /^(?:[qQ]|E[lI1]|L[lI1\]]|\[\]|CJ)$/, least: 3 } as const;

function misreadBoxes(lines: readonly RecognisedLine[]): RecognisedWord[] {
  const words = lines.flatMap((line) => line.words);
  if (words.filter(({ text }) => BOX.sure.test(text)).length < BOX.least) return [];
  return words.filter(({ text }) => BOX.like.test(text));
}

function lettersOf(words: readonly RecognisedWord[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}

/** Of the letters of a line that was read so badly that its picture says more. */
const DOUBT_CONFIDENCE = 60;

/** A word that was read so is wrong, or no word, in most cases. */
const GUESS_CONFIDENCE = 40;
const GUESS = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;
/** Ems: words that are further apart are set each at its own place, as in the cells of a row. */
const APART = 1.5;

/** Those of parts of the line that were read badly, or in which a word was guessed. A gap parts what is beside it. */
function doubtfulWordsOf(line: RecognisedLine): ReadonlySet<RecognisedWord> {
  const apart = letterPixels(line) * APART;
  const parts: RecognisedWord[][] = [];
  for (const word of line.words) {
    const open = parts.at(-1);
    const before = open?.at(-1);
    if (open && before && Math.max(word.box.left - before.box.right, before.box.left - word.box.right) < apart) open.push(word);
    else parts.push([word]);
  }
  const marks = line.words.filter((word) => isMark(word) || isSign(word, line.words));
  return new Set([...parts.filter(isDoubtful).flat(), ...marks, ...line.words.slice(0, 1).filter(isNoLabel)]);
}

/** As what tick boxes, arrows and dotted lines are read: signs that nobody writes alone, and a quotation mark without its other. */
const SIGN_ALONE = /^(?:[®¢¤¶~^\\{}¿¡]|[©®«»¢¤¶~^\\{}<>_=°]{2,})$/u;
const QUOTES: Readonly<Record<string, string>> = { '«': '»', '»': '«' };

function isSign({ text }: RecognisedWord, line: readonly RecognisedWord[]): boolean {
  const other = QUOTES[text];
  return SIGN_ALONE.test(text) || (other !== undefined && !line.some((word) => word.text.includes(other)));
}

/** The side of a cell, and a number that nobody writes so: a figure of it was read as a sign. And what is known to be wrong, or not known to be right. */
const RULE_ALONE = /^[|¦_]+$/;
const NO_NUMBER = /^(?=.*\p{Nd})[\p{Nd}.,]*(?:[|!{}\\§~]|\](?<!\[.*)|\[(?!.*\]))[\p{Nd}.,|!{}[\]\\§~]*$/u;

function isMark({ text, confidence, isUnproven = false }: RecognisedWord): boolean {
  return confidence === 0 || isUnproven || RULE_ALONE.test(text) || NO_NUMBER.test(text);
}

/** Roman numerals before items are read as letters that look alike: `iii.` as `ili.`, `iv)` as `1V)`. */
const LOOKS_ROMAN = /^\(?([iIlL1|vVxX]{2,5})[.)]$/;
const ROMAN = /^(?:[ivx]+|[IVX]+|1+|ill)$/;

function isNoLabel({ text }: RecognisedWord): boolean {
  const [, label] = LOOKS_ROMAN.exec(text) ?? [];
  return label !== undefined && !ROMAN.test(label);
}

/** What is known to be wrong says nothing of the words beside it, unless it is most of them. */
function isDoubtful(all: readonly RecognisedWord[]): boolean {
  const words = all.filter(({ confidence }) => confidence > 0);
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  if (all.reduce((sum, { text }) => sum + text.length, 0) >= letters * 2) return true;
  const isGuessed = words.some(({ text, confidence }) => confidence < GUESS_CONFIDENCE && GUESS.test(text));
  return (
    isGuessed ||
    holdsSigns(words) ||
    words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) < letters * DOUBT_CONFIDENCE
  );
}

/** So many signs in a row, none of which is a word or a number, and the mean of what they were read with: a formula's letters are read as others. */
const SIGNS = { least: 3, confidence: 80 } as const;
const NO_SIGN = /[\p{L}\p{N}]{2}|\p{Lo}/u;

function holdsSigns(words: readonly RecognisedWord[]): boolean {
  let open: number[] = [];
  const isUnsure = () => open.length >= SIGNS.least && open.reduce((sum, one) => sum + one, 0) < open.length * SIGNS.confidence;
  for (const { text, confidence } of words) {
    if (!NO_SIGN.test(text)) open.push(confidence);
    else if (isUnsure()) return true;
    else open = [];
  }
  return isUnsure();
}
