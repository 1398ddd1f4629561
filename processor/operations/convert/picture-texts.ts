// What recognition found in the pictures of pages that have text of their own → words and tables of those pictures. Pure.

import { areaOf, contains, moveBox, overlaps, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { packCharacters } from '../../pdf/pdfium/page/character-columns.ts';
import type { KeptPage } from '../../document/kept-page.ts';
import type { PagePicture, PictureText } from '../../document/structure/page-pictures.ts';
import { findRuledTables } from '../../document/structure/page-words.ts';
import { makeWords } from '../../document/words/words.ts';
import type { PictureAreas, PictureReading } from '../../recognition/read-pictures.ts';
import type { RecognisedLine, RecognisedWord } from '../../recognition/recognised.ts';
import { drawnRule, placeLine } from './place-recognised.ts';
import { familyOfLines } from './recognised-faces.ts';
import { letterPixels, settleSizes } from './recognised-sizes.ts';

/** Points, and share of the page: smaller pictures are logos and ornament. */
const SIDE_MIN = { width: 60, height: 40 } as const;
const SHARE_MIN = 0.025;
/** Pages with more are sheets of thumbnails. */
const PICTURES_MAX = 12;
/** Words with less are guesses. */
const CONFIDENCE_MIN = 50;
const SURE_CONFIDENCE = 70;
/** So many sure words make a picture one with text; more of them than guesses. */
const SURE_WORDS_MIN = 3;
const SURE_SHARE_MIN = 0.5;

/** @param isRead pages that are read as a whole, by page index */
export function findPictureAreas(pages: Iterable<KeptPage>, isRead: (pageIndex: number) => boolean): Map<number, PictureAreas> {
  const areas = new Map<number, PictureAreas>();
  for (const { words } of pages) {
    if (isRead(words.pageIndex)) continue;
    const pictures = words.images.filter((image) => isWorthReading(image.box, words));
    if (pictures.length === 0 || pictures.length > PICTURES_MAX) continue;
    const over = words.words.filter(({ box }) => pictures.some((picture) => overlaps(picture.box, box)));
    areas.set(words.pageIndex, { pictures: pictures.map(({ box }) => box), words: over.map(({ box }) => box) });
  }
  return areas;
}

function isWorthReading(box: ShownBox, { width, height }: Pick<KeptPage['words'], 'width' | 'height'>): boolean {
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  return wide >= SIDE_MIN.width && high >= SIDE_MIN.height && areaOf(box) >= width * height * SHARE_MIN;
}

/** The page with the texts of its pictures. */
export function withPictureTexts(page: KeptPage, { text, rules }: PictureReading): KeptPage {
  const images = page.words.images.map((image): PagePicture => {
    if (!isWorthReading(image.box, page.words)) return image;
    const isInside = (box: ShownBox) => {
      const { left, top, right, bottom } = moveBox(text.toShown, box);
      return contains(image.box, {
        left: (left + right) / 2,
        right: (left + right) / 2,
        top: (top + bottom) / 2,
        bottom: (top + bottom) / 2,
      });
    };
    const lines = text.recognised.lines.flatMap((line) => {
      const words = line.words.filter((word) => word.confidence >= CONFIDENCE_MIN && isInside(word.box));
      return words.length > 0 ? [{ ...line, words }] : [];
    });
    const all = text.recognised.lines.flatMap(({ words }) => words.filter(({ box }) => isInside(box)));
    return isText(all) ? { ...image, read: textOf(lines, image, { text, rules }) } : image;
  });
  return { ...page, words: { ...page.words, images } };
}

function isText(words: readonly RecognisedWord[]): boolean {
  const sure = words.filter(({ text, confidence }) => confidence >= SURE_CONFIDENCE && /[\p{L}\p{N}]{2}|\p{Lo}/u.test(text));
  return sure.length >= SURE_WORDS_MIN && sure.length >= words.length * SURE_SHARE_MIN;
}

function textOf(
  lines: readonly RecognisedLine[],
  { box }: PagePicture,
  { text, rules }: Pick<PictureReading, 'text' | 'rules'>,
): PictureText {
  const frame = { fromPixels: text.toShown, pointsPerPixel: Math.hypot(text.toShown[0], text.toShown[1]) };
  const sizes = settleSizes(lines.map((line) => ({ line, points: letterPixels(line) * frame.pointsPerPixel })));
  const face = familyOfLines(lines);
  const characters = inRows(lines).flatMap((line) =>
    placeLine(line, frame, { ...face, size: sizes.get(line) ?? 10, colour: 0, invisible: false }),
  );
  const words = makeWords(packCharacters(characters));
  const own = rules.filter((rule) => contains(box, rule.box, 2)).map(drawnRule);
  return {
    words,
    grids: findRuledTables(own, words),
    confidences: lines.flatMap((line) => line.words.map((word) => ({ box: moveBox(text.toShown, word.box), confidence: word.confidence }))),
  };
}

/** Lines of fewer words are labels, as of a chart. */
const LABEL_WORDS = 3;

/** Labels are read across the picture, row by row; running text as the engine found it. */
function inRows(lines: readonly RecognisedLine[]): readonly RecognisedLine[] {
  if (lines.filter(({ words }) => words.length < LABEL_WORDS).length * 2 < lines.length) return lines;
  const rows: RecognisedLine[][] = [];
  const middle = ({ box }: RecognisedLine) => (box.top + box.bottom) / 2;
  for (const line of lines.toSorted((one, two) => middle(one) - middle(two))) {
    const open = rows.at(-1);
    if (open?.[0] && middle(line) < open[0].box.bottom) open.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => row.toSorted((one, two) => one.box.left - two.box.left));
}
