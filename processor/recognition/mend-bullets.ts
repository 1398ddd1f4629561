// Discs before the items of a list are read as signs that look like them: ¢, ©, ®, *; those that stand far from their text as letters too: e, o. They
// stand below each other. Pure.

import type { RecognisedLine, RecognisedPage, RecognisedWord } from './recognised.ts';

const LIKE_A_DISC = /^[\u00a2\u00a9\u00ae\u00b0*]{1,2}$/;
const LIKE_A_DISC_ALONE = /^[\u00a2\u00a9\u00ae\u00b0\u00b7\u2022*eoc]{1,2}$/;
/** A notice of copyright, a price, a note. */
const MEANT = /^[\d.,(]/;
/** So many lines that begin so are items. */
const ITEMS_MIN = 3;
/** Times the height of the text: from a disc to its text, more than between words; the sides of discs differ by less. */
const GAP = { least: 0.55, most: 4 } as const;
const ASIDE_MAX = 0.5;

export function mendBullets(page: RecognisedPage): RecognisedPage {
  const isItem = ({ words: [first, second] }: RecognisedLine) =>
    first !== undefined && second !== undefined && LIKE_A_DISC.test(first.text) && !MEANT.test(second.text);
  const near =
    page.lines.filter(isItem).length < ITEMS_MIN
      ? page.lines
      : page.lines.map((line) => {
          const [first, ...others] = line.words;
          return first && isItem(line) ? { ...line, words: [{ ...first, text: '\u2022' }, ...others] } : line;
        });
  return { ...page, lines: mendApart(near) };
}

/** Discs that were read as lines of their own, or as one line from top to bottom, go to their text. */
function mendApart(lines: readonly RecognisedLine[]): readonly RecognisedLine[] {
  const texts = new Map<RecognisedWord, RecognisedLine>();
  for (const line of lines) {
    for (const [at, word] of line.words.entries()) {
      if (!LIKE_A_DISC_ALONE.test(word.text)) continue;
      const next = line.words[at + 1];
      const own = at === 0 && next && isBehind(word, next) ? line : lines.find((other) => other !== line && startsBehind(word, other));
      if (own) texts.set(word, own);
    }
  }
  const discs = new Map<RecognisedLine, RecognisedWord>();
  for (const [word, line] of texts) if (countBelow(word, texts.keys()) >= ITEMS_MIN) discs.set(line, word);
  if (discs.size < ITEMS_MIN) return lines;
  const moved = new Set(discs.values());
  return lines.flatMap((line) => {
    const words = line.words.filter((word) => !moved.has(word));
    const disc = discs.get(line);
    if (disc) return [{ ...line, words: [{ ...disc, text: '\u2022' }, ...words] }];
    return words.length > 0 ? [words.length < line.words.length ? { ...line, words } : line] : [];
  });
}

function countBelow({ box }: RecognisedWord, words: Iterable<RecognisedWord>): number {
  return Iterator.from(words)
    .filter((other) => Math.abs(other.box.left - box.left) <= (box.bottom - box.top) * ASIDE_MAX * 2)
    .toArray().length;
}

function startsBehind(disc: RecognisedWord, { words: [first] }: RecognisedLine): boolean {
  return first !== undefined && isBehind(disc, first);
}

/** On the level of the text, and further in front of it than a word. */
function isBehind({ box }: RecognisedWord, { box: text, text: written }: RecognisedWord): boolean {
  const height = text.bottom - text.top;
  const middle = (box.top + box.bottom) / 2;
  const gap = text.left - box.right;
  return middle > text.top && middle < text.bottom && gap >= height * GAP.least && gap <= height * GAP.most && !MEANT.test(written);
}
