// Whether every word of an edited page can be seen, by poppler alone: pdftotext says where the words are, pdftoppm draws the page. A word whose
// place shows nothing is lost, and two words in one place hide each other.

import { spawnSync } from 'node:child_process';
import { drawPage, type Picture } from './pictures.ts';

interface SeenWord {
  readonly text: string;
  /** Left, top, right, bottom in points of the page as shown. */
  readonly box: readonly [number, number, number, number];
}

const DPI = 108;
const INK_MIN = 24;
/** Words in one place: so much of the smaller one is covered. */
const COVERED_SHARE = 0.35;
const WORDS_MAX = 4000;

/** @returns what is wrong; nothing where poppler reads no words */
export function judgeVisible(before: string, after: string, page: number): string[] {
  const [was, is] = [before, after].map((path) => seePage(path, page));
  if (!was || !is) return [];
  const wrong: string[] = [];
  if (is.hidden.length > was.hidden.length) wrong.push(`page ${page}: not visible: ${is.hidden.slice(0, 3).join(', ')}`);
  // What lay over text before, a magnifying glass for instance, lies over what stands there now.
  const known = new Set(was.covered.flat().map(keyOf));
  const covered = is.covered.filter((pair) => pair.every((word) => !known.has(keyOf(word)) || pair.every((one) => known.has(keyOf(one)))));
  if (covered.length > was.covered.length)
    wrong.push(
      `page ${page}: one over the other: ${covered
        .slice(0, 3)
        .map((pair) => pair.map(({ text }) => text).join('/'))
        .join(', ')}`,
    );
  return wrong;
}

function seePage(
  path: string,
  page: number,
): { readonly hidden: readonly string[]; readonly covered: readonly (readonly SeenWord[])[] } | undefined {
  const words = wordsOf(path, page);
  const picture = drawPage(path, page, { dpi: DPI });
  if (!picture || words.length === 0 || words.length > WORDS_MAX) return undefined;
  return { hidden: words.filter((word) => contrastOf(picture, word) < INK_MIN).map(({ text }) => text), covered: coveredIn(words) };
}

function wordsOf(path: string, page: number): SeenWord[] {
  const args = ['-bbox', '-cropbox', '-f', String(page), '-l', String(page), path, '-'];
  const told = spawnSync('pdftotext', args, { maxBuffer: 64 * 1024 * 1024, timeout: 20_000 }).stdout.toString('utf8');
  const pattern = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/gu;
  return [...told.matchAll(pattern)].map(([, left, top, right, bottom, text = '']) => ({
    text,
    box: [Number(left), Number(top), Number(right), Number(bottom)],
  }));
}

function contrastOf({ width, height, pixels }: Picture, { box }: SeenWord): number {
  const [left, top, right, bottom] = box.map((side) => (side * DPI) / 72) as [number, number, number, number];
  let [least, most] = [255, 0];
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)); y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, Math.ceil(right)); x++) {
      for (let byte = (y * width + x) * 3, end = byte + 3; byte < end; byte++) {
        least = Math.min(least, pixels[byte] ?? 0);
        most = Math.max(most, pixels[byte] ?? 0);
      }
    }
  }
  return most - least;
}

function keyOf({ text, box }: SeenWord): string {
  return `${text} ${box.map((side) => side.toFixed(1)).join(' ')}`;
}

function coveredIn(words: readonly SeenWord[]): SeenWord[][] {
  return words.flatMap((one, index) =>
    words.slice(index + 1).flatMap((two) => (one.text !== two.text && covers(inner(one), inner(two)) ? [[one, two]] : [])),
  );
}

/** The middle of the line: boxes of words reach from ascent to descent, which lines share. */
function inner({ box: [left, top, right, bottom] }: SeenWord): SeenWord['box'] {
  const height = bottom - top;
  return [left, top + height * 0.3, right, bottom - height * 0.25];
}

function covers(one: SeenWord['box'], two: SeenWord['box']): boolean {
  const areaOf = ([left, top, right, bottom]: SeenWord['box']) => Math.max(0, right - left) * Math.max(0, bottom - top);
  const common = areaOf([Math.max(one[0], two[0]), Math.max(one[1], two[1]), Math.min(one[2], two[2]), Math.min(one[3], two[3])]);
  return common > COVERED_SHARE * Math.min(areaOf(one), areaOf(two));
}
