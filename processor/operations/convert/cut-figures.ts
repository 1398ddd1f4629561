// Figures of a scanned page: cut out of it as pictures, because recognition takes the scan away.

import { IDENTITY, invert, type Matrix, multiply } from '../../pdf/geometry/matrix.ts';
import { moveBox, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { GreyPages } from '../../pdf/pdfium/grey-pages.ts';
import { engineInput } from '../../pdf/pdfium/pdfium.ts';
import { drawRegionsBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import type { PageContent, PlacedImage } from '../../pdf/pdfium/page/page-content.ts';
import type { PictureFiles } from '../../document/pictures/pictures.ts';
import { eraseWords, inkColour, isLightOnDark, movePicture, standsInInk } from './clean-scan.ts';
import { doubtfulWords } from './doubtful-words.ts';
import { emblemWords } from './emblems.ts';
import type { LevelPage } from './place-recognised.ts';
import { hasSerifs } from './face-by-look.ts';
import { holdsRaisedSign } from './raised-signs.ts';
import { type BoldType, findBold } from './recognised-faces.ts';
import { findHandMarks } from './recognised-sizes.ts';
import { cutNumbers, wordsBesideUnreadInk } from './unread-ink.ts';
import { findFigures } from '../../recognition/find-figures.ts';
import type { PageText } from '../../recognition/page-text.ts';
import type { RecognisedWord } from '../../recognition/recognised.ts';

/** One pixel a point. */
const LOOK_DPI = 72;
const LOOK_PIXELS_MAX = 4_000_000;
const LOOK_MS_MAX = 10_000;
const DPI = 200;
const REGION_PIXELS_MAX = 6_000_000;
const PIXELS_MAX = 20_000_000;
const DRAW_MS_MAX = 15_000;
const CLEAN_DPI = 150;
/** Less is not seen: half a pixel at the edge of a page. */
const SLOPE_SEEN = 0.0005;
/** Of 255. */
const DARK = 140;
/** Below this a word may be ink of a figure. */
const CONFIDENCE_MIN = 40;
const FACE_CONFIDENCE_MIN = 85;
/** A disc, or a single letter, may have more ink than ground. */
const WORD = /[\p{L}\p{N}]{2}/u;
/** Alone on its line. */
const LETTER = /^\P{L}?\p{L}\P{L}?$/u;

interface CleanScan {
  readonly picture: PlacedImage;
  readonly bold: BoldType;
  /** Of the letters of lines, by their boxes, where they have one. */
  readonly colours: ReadonlyMap<ShownBox, number>;
  /** Words whose picture says more than what was read. */
  readonly left: ReadonlySet<RecognisedWord>;
  /** Whether its letters have serifs; absent where it is not seen, or was on another page. */
  readonly hasSerifs?: boolean | undefined;
}

/** Words that were read surely, in pixels of the picture. */
function upright({ recognised: { rotation, lines } }: PageText, toPixels: (word: ShownBox) => ShownBox): { text: string; box: ShownBox }[] {
  if (rotation !== 0) return [];
  const sure = lines.flatMap(({ words }) => words.filter(({ confidence }) => confidence >= FACE_CONFIDENCE_MIN));
  return sure.map(({ text, box }) => ({ text, box: toPixels(box) }));
}

interface DrawnPage {
  /** 0-based. */
  readonly pageIndex: number;
  /** Its own text stays text. */
  readonly withoutText: boolean;
}

export class FigureCutter implements AsyncDisposable {
  readonly #source: OpenedPdf;
  readonly #files: PictureFiles;
  readonly #pages: GreyPages;
  #knowsFace = false;

  constructor(source: OpenedPdf, files: PictureFiles) {
    this.#source = source;
    this.#files = files;
    this.#pages = new GreyPages(engineInput(source.source));
  }

  /** A page that was read turned has none. @param toUpright from the page as shown to the upright page, where their boxes are */
  async cut(page: DrawnPage, { recognised, toShown }: PageText, toUpright: Matrix): Promise<PlacedImage[]> {
    if (recognised.rotation !== 0) return [];
    const look = await this.#pages.draw({ pageIndex: page.pageIndex, dpi: LOOK_DPI, pixelsMax: LOOK_PIXELS_MAX }, LOOK_MS_MAX);
    if (!look) return [];
    const words = recognised.lines
      .flatMap((line) => line.words)
      .filter(({ confidence }) => confidence >= CONFIDENCE_MIN)
      .map(({ box }) => moveBox(toShown, box));
    return this.#draw(page, findFigures(look, words), toUpright);
  }

  /** The whole page as it is seen; undefined where it cannot be drawn. */
  async draw({ pageIndex, width, height }: Pick<PageContent, 'pageIndex' | 'width' | 'height'>): Promise<PlacedImage | undefined> {
    const [picture] = await this.#draw({ pageIndex, withoutText: false }, [{ left: 0, top: 0, right: width, bottom: height }], IDENTITY);
    return picture;
  }

  /** Light letters on a dark page: what is read there would be black on black, and a hole in its place. */
  async isDark(pageIndex: number): Promise<boolean> {
    const page = await this.#pages.draw({ pageIndex, dpi: LOOK_DPI, pixelsMax: LOOK_PIXELS_MAX }, LOOK_MS_MAX);
    if (!page) return false;
    const dark = page.pixels.reduce((count, pixel) => (pixel < DARK ? count + 1 : count), 0);
    return dark * 2 > page.pixels.length;
  }

  /** The page without the words that were read well, upright and level, and which of its lines are bold; undefined where it cannot be drawn. */
  async clean(
    { pageIndex, width, height, withoutText }: DrawnPage & Pick<PageContent, 'width' | 'height'>,
    text: PageText,
    level: LevelPage,
  ): Promise<CleanScan | undefined> {
    const box = { left: 0, top: 0, right: width, bottom: height };
    const request = { input: engineInput(this.#source.source), regions: [{ pageIndex, box }], dpi: CLEAN_DPI, withoutText };
    const [drawn] =
      (await drawRegionsBounded({ ...request, regionPixelsMax: REGION_PIXELS_MAX, pixelsMax: PIXELS_MAX }, DRAW_MS_MAX)) ?? [];
    if (!drawn) return undefined;
    const scale: Matrix = [drawn.widthPixels / width, 0, 0, drawn.heightPixels / height, 0, 0];
    const toPixels = (word: ShownBox) => moveBox(scale, moveBox(text.toShown, word));
    const bold = findBold(text.recognised.lines, drawn, toPixels);
    const colours = new Map<ShownBox, number>();
    for (const { box: line, words } of text.recognised.lines) {
      const colour = inkColour(
        drawn,
        words.map((word) => toPixels(word.box)),
      );
      if (colour !== 0) colours.set(line, colour);
    }
    const serifs = this.#knowsFace ? undefined : await hasSerifs(upright(text, toPixels), drawn);
    this.#knowsFace ||= serifs !== undefined;
    const words = text.recognised.lines.flatMap((line) => line.words);
    const left = new Set(doubtfulWords(text.recognised.lines));
    for (const word of findHandMarks(text.recognised.lines).flatMap((line) => line.words)) left.add(word);
    for (const word of words) if (WORD.test(word.text) && isLightOnDark(drawn, toPixels(word.box))) left.add(word);
    for (const { words: own } of text.recognised.lines) {
      const [word] = own;
      if (word && own.length === 1 && LETTER.test(word.text) && standsInInk(drawn, toPixels(word.box))) left.add(word);
    }
    for (const word of words) if (holdsRaisedSign(word.text, toPixels(word.box), drawn)) left.add(word);
    for (const word of wordsBesideUnreadInk(text.recognised.lines, drawn, toPixels)) left.add(word);
    for (const word of cutNumbers(text.recognised.lines, drawn, toPixels)) left.add(word);
    for (const word of emblemWords(text.recognised.lines, drawn, toPixels)) left.add(word);
    const sure = words.filter((word) => !left.has(word)).map((word) => toPixels(word.box));
    eraseWords(drawn, sure);
    const size = { width: Math.round(level.width * scale[0]), height: Math.round(level.height * scale[3]) };
    const toLevel: Matrix = [size.width / level.width, 0, 0, size.height / level.height, 0, 0];
    const move = multiply(multiply(invert(scale) ?? IDENTITY, level.toLevel), toLevel);
    const isLevel = move.every((value, at) => Math.abs(value - (IDENTITY[at] ?? 0)) < (at < 4 ? SLOPE_SEEN : 1));
    const whole = { left: 0, top: 0, right: level.width, bottom: level.height };
    const picture = await this.#files.shrink({ box: whole, mcid: -1, object: -1, ...(isLevel ? drawn : movePicture(drawn, move, size)) });
    return { picture, bold, colours, left, hasSerifs: serifs };
  }

  async #draw({ pageIndex, withoutText }: DrawnPage, boxes: readonly ShownBox[], toUpright: Matrix): Promise<PlacedImage[]> {
    if (boxes.length === 0) return [];
    const regions = boxes.map((box) => ({ pageIndex, box }));
    const request = {
      input: engineInput(this.#source.source),
      regions,
      dpi: DPI,
      withoutText,
      regionPixelsMax: REGION_PIXELS_MAX,
      pixelsMax: PIXELS_MAX,
    };
    const drawn = (await drawRegionsBounded(request, DRAW_MS_MAX)) ?? [];
    const pictures: PlacedImage[] = [];
    for (const [index, box] of boxes.entries()) {
      const pixels = drawn[index];
      if (pixels) pictures.push(await this.#files.shrink({ box: moveBox(toUpright, box), mcid: -1, object: -1, ...pixels }));
    }
    return pictures;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pages[Symbol.asyncDispose]();
  }
}
