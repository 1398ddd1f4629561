// A scan that somebody has read before: are its unseen words, or those that are recognised now, what is seen? Where both say the same they are sure; where
// the earlier ones evidently say something else, they are not believed. Pure.

import { boxAround, moveBox, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { Word } from '../../document/words/words.ts';
import type { PageText } from '../../recognition/page-text.ts';
import type { RecognisedWord } from '../../recognition/recognised.ts';

/** Of words by which the layer is judged. */
const SURE_CONFIDENCE = 85;
const JUDGED = /[\p{L}\p{N}]{2}/u;
/** Of their letters, those that the layer has, too: a good one has nearly all, and one of poor recognition has fewer. */
const AGREES = 0.9;
/** Of its letters: a reading that has fewer misses some that a good layer has. */
const COMPLETE = 0.85;
/** Two that say the same are right; a word of the layer in place of a doubtful one may be; figures of which each has others stay a picture. */
const CONFIDENCE = { agreed: 92, taken: 75, disputed: 0 } as const;
/** A box that is so much wider than that of the same word in the layer has something else in it. */
const WIDER = 1.5;
const DOUBT_CONFIDENCE = 60;
/** Heights of a word: layers are placed less exactly than that upright, and more exactly along the line. */
const ASIDE = 0.5;
const NUMBER = /^\(?\d+(?:[.,:/-]\d+)*[).,;:%–-]*$/;
const DIGIT = /\p{Nd}/u;
const MARKS = /\p{M}/gu;
/** Of the letters of two words that are one, read in two languages: those before and behind the letter with an accent. */
const ALIKE = 0.5;
const WORD = /^[("'“‘«]*\p{L}[\p{L}'’.-]*[)"'”’».,;:!?]*$/u;

export interface WeighedLayer {
  /** What is recognised, with what both together say. */
  readonly text: PageText;
  /** The layer says what is seen. */
  readonly isTrue: boolean;
}

/**
 * Undefined where the layer says more than the reading.
 * @param layer its words, points of the page as shown
 * @param isForeign it is in the language of the page, and the reading in another: letters with accents are the layer's
 */
export function weighLayer(text: PageText, layer: readonly Word[], isForeign = false): WeighedLayer | undefined {
  const words = text.recognised.lines.flatMap((line) => line.words);
  const beside = new Map(words.map((word) => [word, findBeside(word.box, text, layer)]));
  const sure = words.filter((word) => word.confidence >= SURE_CONFIDENCE && JUDGED.test(word.text));
  const letters = lettersOf(sure);
  if (letters === 0) return undefined;
  const formOf = isForeign ? bareOf : plainOf;
  const agreed = sure.filter((word) => formOf(beside.get(word)?.text ?? '').includes(formOf(word.text)));
  const isTrue = lettersOf(agreed) >= letters * AGREES;
  if (isTrue && lettersOf(words) < lettersOf(layer) * COMPLETE) return undefined;
  const join = isForeign ? joinForeign : joinWord;
  const lines = text.recognised.lines.map((line) => ({
    ...line,
    words: line.words.map((word) => join(word, beside.get(word) ?? NOTHING)),
  }));
  return { text: { ...text, recognised: { ...text.recognised, lines } }, isTrue };
}

function joinWord(word: RecognisedWord, { text: other, width }: Beside): RecognisedWord {
  const plain = plainOf(word.text);
  if (plain !== '' && plain === plainOf(other)) {
    const isItsBox = word.box.right - word.box.left < width * WIDER;
    return isItsBox ? agreedWord(word) : disputed(word);
  }
  const isAlike = isLikely(other) && Math.abs(other.length - word.text.length) <= 1;
  if (isAlike && (word.confidence < DOUBT_CONFIDENCE || !isLikely(word.text)))
    return { ...word, text: other, confidence: Math.max(word.confidence, CONFIDENCE.taken) };
  // Nothing around a figure tells which of two is right.
  return NUMBER.test(other) ? { ...word, confidence: CONFIDENCE.disputed } : word;
}

/** What was read in another language says where a word stands, and that the layer is right; alone it is not believed. */
function joinForeign(word: RecognisedWord, other: Beside): RecognisedWord {
  const [own, its] = [bareOf(word.text), bareOf(other.text)];
  if (own === '' && (its === '' || DIGIT.test(its))) return its === '' ? word : { ...word, confidence: CONFIDENCE.disputed };
  if (own === its)
    return word.box.right - word.box.left < other.width * WIDER ? take(agreedWord(word), other, CONFIDENCE.agreed) : disputed(word);
  // A figure may be a letter with an accent.
  const isOther = DIGIT.test(own) && own.length > 1 && its === plainOf(other.text);
  if (isOther || DIGIT.test(its) || !WORD.test(other.text)) return disputed(word);
  const isLetter = word.text.length === 1 && /^\p{Ll}$/u.test(other.text);
  return isLetter || isAlike(own, its) ? take(word, other, CONFIDENCE.taken) : disputed(word);
}

function take(word: RecognisedWord, { apart }: Beside, confidence: number): RecognisedWord {
  return { ...word, text: apart, confidence: Math.max(word.confidence, confidence) };
}

/** Two readings of a number prove it. */
function agreedWord(word: RecognisedWord): RecognisedWord {
  return { ...word, confidence: Math.max(word.confidence, CONFIDENCE.agreed), isUnproven: false };
}

function disputed(word: RecognisedWord): RecognisedWord {
  return { ...word, confidence: CONFIDENCE.disputed };
}

/** Most letters are the same, from both ends. */
function isAlike(one: string, two: string): boolean {
  const least = Math.min(one.length, two.length);
  if (Math.abs(one.length - two.length) > 1) return false;
  let [before, behind] = [0, 0];
  while (before < least && one[before] === two[before]) before++;
  while (before + behind < least && one.at(-1 - behind) === two.at(-1 - behind)) behind++;
  return before + behind >= Math.max(one.length, two.length) * ALIKE;
}

/** A word or a number, and not both in one, with signs that stand beside such. */
function isLikely(text: string): boolean {
  return NUMBER.test(text) || WORD.test(text);
}

interface Beside {
  /** Of the layer. */
  readonly text: string;
  /** The same with spaces between its words. */
  readonly apart: string;
  /** Pixels of the reading. */
  readonly width: number;
}

const NOTHING: Beside = { text: '', apart: '', width: 0 };

function findBeside(word: ShownBox, { toShown }: PageText, layer: readonly Word[]): Beside {
  const { left, top, right, bottom } = moveBox(toShown, word);
  const aside = (bottom - top) * ASIDE;
  const within = layer.filter(({ box }) => {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    // One word of the layer may be several.
    const isAlong = (x > left && x < right) || (box.left <= left && box.right >= right);
    return isAlong && y > top - aside && y < bottom + aside;
  });
  if (within.length === 0) return NOTHING;
  const { left: from, right: to } = boxAround(within.map(({ box }) => box));
  const texts = within.map(({ text }) => text);
  return { text: texts.join(''), apart: texts.join(' '), width: ((to - from) * (word.right - word.left)) / (right - left) };
}

function plainOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Without accents. */
function bareOf(text: string): string {
  return plainOf(text.normalize('NFD').replaceAll(MARKS, ''));
}

function lettersOf(words: readonly { readonly text: string }[]): number {
  return words.reduce((sum, { text }) => sum + plainOf(text).length, 0);
}
