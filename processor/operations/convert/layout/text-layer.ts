// A scan that somebody has read before: its words lie over its picture, unseen. Where the page keeps its places they become its text, and go from the
// picture.

import { moveBox, type ShownBox } from '../../../pdf/geometry/shown-box.ts';
import type { Matrix } from '../../../pdf/geometry/matrix.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import type { PageContent, TextStyle } from '../../../pdf/pdfium/page/page-content.ts';
import type { RegionPixels } from '../../../pdf/pdfium/page/draw-regions.ts';
import { selectByMiddle } from '../../../pdf/pdfium/page/character-columns.ts';
import { engineInput } from '../../../pdf/pdfium/pdfium.ts';
import { drawRegionsBounded } from '../../../pdf/pdfium/pdfium-thread.ts';
import type { KeptPage } from '../../../document/kept-page.ts';
import type { PictureFiles } from '../../../document/pictures/pictures.ts';
import type { Word } from '../../../document/words/words.ts';
import { eraseWords } from '../clean-scan.ts';
import { familyOfLines } from '../recognised-faces.ts';

const DPI = 150;
const PIXELS_MAX = 6_000_000;
/** Of the letters of a page: seen ones may be a stamp or a page number. */
const UNSEEN_SHARE = 0.5;
const SURE = 100;
/** Of its words, those that mean something: a drawing that was read as text has fewer. */
const READ_SHARE = 0.7;
const MEANS = /[\p{L}\p{N}]{2}|^[\p{L}\p{N}]$/u;

/** Most of its text is unseen. */
export function hasTextLayer({ words }: KeptPage): boolean {
  const lengthOf = (all: readonly Word[]) => all.reduce((sum, { text }) => sum + text.length, 0);
  const unseen = words.words.filter(({ style }) => style.invisible);
  return unseen.length > 0 && lengthOf(unseen) >= lengthOf(words.words) * UNSEEN_SHARE;
}

/** Undefined where the page cannot be drawn in time. */
export async function showTextLayer(
  source: OpenedPdf,
  { words }: KeptPage,
  content: PageContent,
  { files, timeMs }: { readonly files: PictureFiles; readonly timeMs: number },
): Promise<PageContent | undefined> {
  const { pageIndex, width, height } = content;
  const box: ShownBox = { left: 0, top: 0, right: width, bottom: height };
  const request = { input: engineInput(source.source), regions: [{ pageIndex, box }], dpi: DPI };
  const [drawn] = (await drawRegionsBounded({ ...request, regionPixelsMax: PIXELS_MAX, pixelsMax: PIXELS_MAX }, timeMs)) ?? [];
  if (!drawn) return undefined;
  const level = words.words.filter(({ style }) => style.angle === 0);
  const picture = (pixels: RegionPixels) => files.shrink({ box, mcid: -1, object: -1, ...pixels });
  if (level.filter(({ text }) => MEANS.test(text)).length < level.length * READ_SHARE)
    return { ...content, characters: selectByMiddle(content.characters, () => false), drawings: [], images: [await picture(drawn)] };
  const toPixels: Matrix = [drawn.widthPixels / width, 0, 0, drawn.heightPixels / height, 0, 0];
  eraseWords(
    drawn,
    level.map((word) => moveBox(toPixels, word.box)),
  );
  const lines = Map.groupBy(level, ({ y }) => Math.round(y));
  const face = familyOfLines([...lines.values()].map((own) => ({ words: own.map((word) => ({ ...word, confidence: SURE })) })));
  const seen = ({ size, angle }: TextStyle): TextStyle => ({ ...face, size, angle, invisible: false, colour: 0 });
  const { characters } = content;
  const isLevel = (x: number, y: number) => level.some((word) => isInside(word.box, x, y));
  const styles = characters.styles.map((style) => (style.invisible ? seen(style) : style));
  const own = { ...selectByMiddle(characters, isLevel), styles };
  return { ...content, characters: own, drawings: [], images: [await picture(drawn)] };
}

function isInside({ left, top, right, bottom }: ShownBox, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
