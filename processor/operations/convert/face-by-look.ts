// Whether the words of a scan have serifs: each is set in a face with them and in one without, and the one that looks more like its picture wins
// (normalised cross-correlation). The widths of words do not tell the many sans faces that are as narrow as Times.

import sharp from 'sharp';
import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { RegionPixels } from '../../pdf/pdfium/page/draw-regions.ts';

/** Narrow and wide ones: letters of another width lie elsewhere in the word. */
const FACES = { serif: ['Liberation Serif', 'Caladea', 'DejaVu Serif'], sans: ['Liberation Sans', 'Carlito', 'DejaVu Sans'] } as const;
/** Pixels: what is compared. */
const HEIGHT = 24;
const LETTER_WIDTH = 14;
const SET_SIZE = 48;
/** Of that height: less shows no face. */
const READABLE_SHARE = 0.4;
/** Of 255. */
const CONTRAST_MIN = 60;
/** Letters of a word whose shape says something. */
const WORD = /^[A-Za-z]{5,14}$/;
const WORDS_MAX = 20;
const WORDS_MIN = 6;
/** Correlation, and share of the words, by which one is seen. */
const BETTER = 0.05;
const WON_SHARE = 0.65;

interface SeenWord {
  readonly text: string;
  /** Pixels. */
  readonly box: ShownBox;
}

/** Undefined where it is not seen: few words, letters too small, a face that is like neither. @param words read surely, upright */
export async function hasSerifs(words: readonly SeenWord[], picture: RegionPixels): Promise<boolean | undefined> {
  const chosen = words.filter(({ text }) => WORD.test(text));
  const step = Math.max(1, Math.floor(chosen.length / WORDS_MAX));
  const differences: number[] = [];
  for (const { text, box } of chosen.filter((_, at) => at % step === 0).slice(0, WORDS_MAX)) {
    const seen = await inkOf(greyOf(picture, box), text.length);
    if (!seen) continue;
    differences.push((await likest(text, seen, FACES.serif)) - (await likest(text, seen, FACES.sans)));
  }
  if (differences.length < WORDS_MIN) return undefined;
  const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
  const won = differences.filter((one) => one > 0 === mean > 0).length / differences.length;
  return Math.abs(mean) >= BETTER && won >= WON_SHARE ? mean > 0 : undefined;
}

async function likest(text: string, seen: Uint8Array, families: readonly string[]): Promise<number> {
  let most = 0;
  for (const family of families) {
    const set = await inkOf(await setWord(text, family), text.length);
    if (set) most = Math.max(most, likeness(seen, set));
  }
  return most;
}

interface Grey {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

async function setWord(text: string, family: string): Promise<Grey> {
  const [width, height] = [text.length * SET_SIZE + SET_SIZE, SET_SIZE * 2];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><text x="${SET_SIZE / 2}" y="${SET_SIZE * 1.4}" font-family="${family}" font-size="${SET_SIZE}">${text}</text></svg>`;
  return { pixels: await sharp(Buffer.from(svg)).greyscale().raw().toBuffer(), width, height };
}

function greyOf({ bgra, widthPixels, heightPixels }: RegionPixels, box: ShownBox): Grey {
  const [left, top] = [Math.max(0, Math.floor(box.left)), Math.max(0, Math.floor(box.top))];
  const width = Math.max(0, Math.min(widthPixels, Math.ceil(box.right)) - left);
  const height = Math.max(0, Math.min(heightPixels, Math.ceil(box.bottom)) - top);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels[y * width + x] = bgra[((top + y) * widthPixels + left + x) * 4 + 1] ?? 255;
  return { pixels, width, height };
}

/** Cut to its ink, and stretched to one size. Undefined where there is none, or it is too low to show a face. */
async function inkOf({ pixels, width, height }: Grey, letters: number): Promise<Uint8Array | undefined> {
  const [lightest, darkest] = [
    pixels.reduce((most, one) => Math.max(most, one), 0),
    pixels.reduce((least, one) => Math.min(least, one), 255),
  ];
  if (lightest - darkest < CONTRAST_MIN) return undefined;
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (const [at, pixel] of pixels.entries()) {
    if (pixel > (lightest + darkest) / 2) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x + 1), Math.min(top, y), Math.max(bottom, y + 1)];
  }
  if (bottom - top < HEIGHT * READABLE_SHARE || right <= left) return undefined;
  const ink = sharp(pixels, { raw: { width, height, channels: 1 } }).extract({ left, top, width: right - left, height: bottom - top });
  return ink
    .resize(letters * LETTER_WIDTH, HEIGHT, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
}

/** Normalised cross-correlation: 1 where they are alike. */
function likeness(one: Uint8Array, two: Uint8Array): number {
  const mean = (all: Uint8Array) => all.reduce((sum, value) => sum + value, 0) / all.length;
  const [meanOne, meanTwo] = [mean(one), mean(two)];
  let [both, squaresOne, squaresTwo] = [0, 0, 0];
  for (const [at, value] of one.entries()) {
    const [first, second] = [value - meanOne, (two[at] ?? 0) - meanTwo];
    both += first * second;
    squaresOne += first * first;
    squaresTwo += second * second;
  }
  return both / Math.max(1, Math.sqrt(squaresOne * squaresTwo));
}
