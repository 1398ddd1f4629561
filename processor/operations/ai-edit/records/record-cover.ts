// Which words of a page a drawn text would cover, and which a crop would hide. Sizes of text are estimated: its font is
// only known when it is drawn.

import type { EditOf } from '#contract/params/edit-plan.ts';
import { cornerOf } from '../facts/mark-place.ts';
import { unitsOf } from '../facts/page-view.ts';
import type { PageLayout, PlacedWord } from '../facts/locate.ts';

type Drawn = EditOf<'stamp'> | EditOf<'header_footer'> | EditOf<'watermark_text'> | EditOf<'page_numbers'>;

/** Of a sans serif face, in ems. */
const ADVANCE = 0.56;
const ASCENT = 0.75;
const DESCENT = 0.2;
/** A word is covered or hidden when its middle is, or a point at a quarter of its width from either end: then it is unreadable. */
const READ_AT = [0.25, 0.5, 0.75] as const;
/** Share of half a word's height that drawn text may leave free. */
const FREE_SHARE = 0.8;
/** Share of the page's shorter side that a watermark without a size fills. */
const WATERMARK_SHARE = 0.8;
/** Text below a fainter drawn text can be read, unless the drawn text is this small. */
const OPAQUE_MIN = 0.65;
const OPAQUE_SMALL_MIN = 0.35;
const SMALL_PT = 36;

interface TurnedBox {
  readonly centre: readonly [x: number, y: number];
  readonly half: readonly [width: number, height: number];
  /** Counterclockwise, in radians. */
  readonly angle: number;
}

/** @returns the words that the drawn text would cover, grouped by line */
export function wordsUnder(operation: Drawn, text: string, layout: PageLayout, page: string): readonly string[] {
  const drawn = operation.op === 'watermark_text' ? watermark(operation, text, layout) : corner(operation, text, layout);
  return drawn
    ? lines(
        layout.words.filter((word) => isUnder(word, drawn)),
        page,
      )
    : [];
}

/** @returns the words that the crop would hide, grouped by line */
export function wordsCutOff(crop: EditOf<'crop'>, { words, widthPt, heightPt }: PageLayout, page: string): readonly string[] {
  const [left, right] = [unitsOf(crop.left, widthPt, 1), widthPt - unitsOf(crop.right, widthPt, 1)];
  const [bottom, top] = [unitsOf(crop.bottom, heightPt, 1), heightPt - unitsOf(crop.top, heightPt, 1)];
  const isSeen = (x: number, y: number) => x >= 0 && x <= widthPt && y >= 0 && y <= heightPt;
  const isLeft = (x: number, y: number) => x >= left && x <= right && y >= bottom && y <= top;
  const gone = words.filter(({ box: [x0, y0, x1, y1] }) => {
    const points = READ_AT.map((share) => [x0 + (x1 - x0) * share, (y0 + y1) / 2] as const);
    return points.some(([x, y]) => isSeen(x, y) && !isLeft(x, y));
  });
  return lines(gone, page);
}

function lines(words: readonly PlacedWord[], page: string): readonly string[] {
  const found: { text: string; end: number }[] = [];
  for (const { start, end } of words) {
    const last = found.at(-1);
    if (last && !page.slice(last.end, start).includes('\n')) Object.assign(last, { text: `${last.text} ${page.slice(start, end)}`, end });
    else found.push({ text: page.slice(start, end), end });
  }
  return found.map(({ text }) => text);
}

function corner(operation: Exclude<Drawn, EditOf<'watermark_text'>>, text: string, { widthPt, heightPt }: PageLayout): TurnedBox {
  const [vertical, horizontal, margin] = cornerOf(operation);
  const size = operation.font_size_pt;
  const [width, ascent, descent] = [text.length * size * ADVANCE, size * ASCENT, size * DESCENT];
  const [across, down] = [unitsOf(margin, widthPt, 1), unitsOf(margin, heightPt, 1)];
  const x = { left: across, center: (widthPt - width) / 2, right: widthPt - across - width }[horizontal];
  const y = { top: heightPt - down - ascent, center: (heightPt - ascent) / 2, bottom: down + descent }[vertical];
  return { centre: [x + width / 2, y + (ascent - descent) / 2], half: [width / 2, (ascent + descent) / 2], angle: 0 };
}

function watermark(
  { opacity, font_size_pt, angle }: EditOf<'watermark_text'>,
  text: string,
  { widthPt, heightPt }: PageLayout,
): TurnedBox | undefined {
  const isSmall = font_size_pt !== undefined && font_size_pt <= SMALL_PT;
  if (opacity < (isSmall ? OPAQUE_SMALL_MIN : OPAQUE_MIN)) return undefined;
  // Without a size it fills the page.
  const size = font_size_pt ?? (WATERMARK_SHARE * Math.min(widthPt, heightPt)) / (text.length * ADVANCE);
  return { centre: [widthPt / 2, heightPt / 2], half: [(text.length * size * ADVANCE) / 2, size / 2], angle: (angle * Math.PI) / 180 };
}

/** Whether it covers the middle of the word, or over a quarter of its width from either end. */
function isUnder({ box: [left, bottom, right, top] }: PlacedWord, { centre, half, angle }: TurnedBox): boolean {
  const y = (bottom + top) / 2;
  const slack = (top - bottom) / 2;
  return READ_AT.some((share) => {
    const [dx, dy] = [left + (right - left) * share - centre[0], y - centre[1]];
    const [along, across] = [dx * Math.cos(angle) + dy * Math.sin(angle), dy * Math.cos(angle) - dx * Math.sin(angle)];
    return Math.abs(along) <= half[0] && Math.abs(across) <= half[1] + slack * FREE_SHARE;
  });
}
