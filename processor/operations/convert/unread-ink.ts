// Lines of a scan in which something stands between two words that was not read: a broken letter, a stroke of a pen over the text. Set as text, such a
// line would have a hole with a shred in it. Pure.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { RegionPixels } from '../../pdf/pdfium/page/draw-regions.ts';
import type { RecognisedLine, RecognisedWord } from '../../recognition/recognised.ts';
import { letterPixels } from './recognised-sizes.ts';

/** Ems: a wider gap parts the cells of a row. */
const GAP = { least: 0.45, most: 3 } as const;
/** Ems above the baseline: where small letters have ink, and dots and underlines have none. */
const BAND = { from: 0.45, to: 0.12 } as const;
/** Ems from the baseline: what goes so far both ways is a rule. */
const RULE = { above: 1, below: 0.35 } as const;
/** Ems beside the words, and of columns with ink. */
const EDGE = 0.1;
const INK_WIDTH = 0.25;
/** Ems: feet of words on one level. */
const LEVEL = 0.3;
/** Of 255: darker is ink. */
const DARK = 140;
const WORD = /[\p{Lu}\p{Ll}]/u;

type ToPixels = (box: ShownBox) => ShownBox;

/** All words of such lines. @param toPixels from a word's box to those of the picture */
export function wordsBesideUnreadInk(
  lines: readonly RecognisedLine[],
  picture: RegionPixels,
  toPixels: ToPixels,
): ReadonlySet<RecognisedWord> {
  const found = new Set<RecognisedWord>();
  const level = lines.filter(({ baseline: { x0, y0, x1, y1 } }) => x1 - x0 > Math.abs(y1 - y0));
  for (const line of level) {
    const size = letterPixels(line);
    const isHole = (one: RecognisedWord | undefined, two: RecognisedWord | undefined) =>
      one !== undefined && two !== undefined && holdsInk({ one, two, foot: footAt(line, one.box.right), size }, picture, toPixels);
    if (line.words.some((word, at) => isHole(line.words[at - 1], word))) for (const word of line.words) found.add(word);
    const last = line.words.at(-1);
    for (const other of level) {
      const [first] = other.words;
      const isBehind =
        other !== line && first && last && first.box.left > last.box.right && first.box.left - last.box.right < size * GAP.most;
      if (!isBehind || Math.abs(footAt(other, first.box.left) - footAt(line, first.box.left)) > size * LEVEL) continue;
      if (isHole(last, first)) for (const word of [...line.words, ...other.words]) found.add(word);
    }
  }
  return found;
}

/** A number beside which ink was not read: it may be a figure of it. */
const NUMBER = /^[\p{Nd}.,]*\p{Nd}$/u;
/** Ems: of ink beside a number, and how far from it a figure of it is. */
const FIGURE = { wide: 0.14, from: 0.06, to: 0.5 } as const;
/** Pixels by which the edge of a rule is rough. */
const ROUGH = 2;

/** Numbers that stay pictures. @param toPixels from a word's box to those of the picture */
export function cutNumbers(lines: readonly RecognisedLine[], picture: RegionPixels, toPixels: ToPixels): ReadonlySet<RecognisedWord> {
  const words = lines.flatMap((line) => line.words);
  const found = new Set<RecognisedWord>();
  for (const line of lines) {
    const size = letterPixels(line);
    for (const word of line.words) {
      if (!NUMBER.test(word.text)) continue;
      const foot = footAt(line, (word.box.left + word.box.right) / 2);
      const { left, right } = word.box;
      for (const [from, to] of [
        [left - size * FIGURE.to, left - size * FIGURE.from],
        [right + size * FIGURE.from, right + size * FIGURE.to],
      ] as const) {
        const isRead = words.some(
          ({ box }) => box !== word.box && box.left < to && box.right > from && box.top < foot && box.bottom > foot - size / 2,
        );
        if (!isRead && inkWidth({ left: from, right: to }, { foot, size }, picture, toPixels) > FIGURE.wide) found.add(word);
      }
    }
  }
  return found;
}

function footAt({ baseline: { x0, y0, x1, y1 } }: RecognisedLine, x: number): number {
  return y0 + ((y1 - y0) * (x - x0)) / Math.max(1, x1 - x0);
}

interface Between {
  readonly one: RecognisedWord;
  readonly two: RecognisedWord;
  readonly foot: number;
  readonly size: number;
}

function holdsInk({ one, two, foot, size }: Between, picture: RegionPixels, toPixels: ToPixels): boolean {
  const wide = two.box.left - one.box.right;
  if (wide < size * GAP.least || wide > size * GAP.most || !WORD.test(one.text) || !WORD.test(two.text)) return false;
  const edges = { left: one.box.right + size * EDGE, right: two.box.left - size * EDGE };
  return inkWidth(edges, { foot, size }, picture, toPixels) > INK_WIDTH;
}

/** Ems of columns with ink in the band of small letters; those of rules do not count. */
function inkWidth(
  edges: { readonly left: number; readonly right: number },
  { foot, size }: Pick<Between, 'foot' | 'size'>,
  { bgra, widthPixels, heightPixels }: RegionPixels,
  toPixels: ToPixels,
): number {
  const at = (ems: number) => foot + ems * size;
  const band = toPixels({ ...edges, top: at(-BAND.from), bottom: at(-BAND.to) });
  const rule = toPixels({ ...edges, top: at(-RULE.above), bottom: at(RULE.below) });
  const isInk = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < widthPixels && y < heightPixels && (bgra[(y * widthPixels + x) * 4 + 1] ?? 255) < DARK;
  const nearInk = (x: number, y: number) => Array.from({ length: ROUGH * 2 + 1 }, (_, off) => isInk(x + off - ROUGH, y)).some(Boolean);
  let columns = 0;
  for (let x = Math.ceil(band.left); x < band.right; x++) {
    if (nearInk(x, Math.round(rule.top)) && nearInk(x, Math.round(rule.bottom))) continue;
    for (let y = Math.round(band.top); y <= band.bottom; y++) {
      if (!isInk(x, y)) continue;
      columns++;
      break;
    }
  }
  const scale = (band.right - band.left) / Math.max(1, edges.right - edges.left);
  return columns / (size * scale);
}
