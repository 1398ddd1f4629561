// Words that lie over each other in a result and did not in its source: a paragraph that grew by a line is printed over what is below it.

import { spawnSync } from 'node:child_process';

/** Share of the lower one's height, and points of width, that two words share when they are printed over each other. */
const HEIGHT_SHARE = 0.5;
const WIDTH_MIN = 2;

interface PlacedWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** @returns how many pairs of words, of all pages; those of the source are not counted again */
export function countPrintedOver(source: string, result: string): number {
  const [before, after] = [wordsOfPages(source), wordsOfPages(result)];
  return after.reduce((sum, words, page) => {
    const known = pairsOf(before[page] ?? []).map(keyOf);
    const left = pairsOf(words).filter((pair) => {
      const at = known.indexOf(keyOf(pair));
      if (at >= 0) known.splice(at, 1);
      return at < 0;
    });
    return sum + Math.max(0, Math.min(left.length, pairsOf(words).length - pairsOf(before[page] ?? []).length));
  }, 0);
}

function keyOf([one, two]: readonly [PlacedWord, PlacedWord]): string {
  return [one.text, two.text].toSorted().join(' ');
}

function pairsOf(words: readonly PlacedWord[]): [PlacedWord, PlacedWord][] {
  const sorted = words.toSorted((one, two) => one.top - two.top);
  return sorted.flatMap((one, at) => {
    const pairs: [PlacedWord, PlacedWord][] = [];
    for (let next = at + 1; next < sorted.length; next++) {
      const two = sorted[next];
      if (!two || two.top > one.bottom) break;
      if (isOver(one, two)) pairs.push([one, two]);
    }
    return pairs;
  });
}

function isOver(one: PlacedWord, two: PlacedWord): boolean {
  const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
  return wide > WIDTH_MIN && high > HEIGHT_SHARE * Math.min(one.bottom - one.top, two.bottom - two.top);
}

function wordsOfPages(path: string): PlacedWord[][] {
  const { stdout } = spawnSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return stdout
    .split('<page ')
    .slice(1)
    .map((page) =>
      [...page.matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g)].map(
        ([, left, top, right, bottom, text = '']) => ({
          text,
          left: Number(left),
          top: Number(top),
          right: Number(right),
          bottom: Number(bottom),
        }),
      ),
    );
}
