// The paragraph of a line: the lines that continue one another, their measure, alignment, indents and leading. Lines belong together only where
// the page shows it: an address, a list of names or the cells of a column are lines of their own, although they stand under each other.

import { isVisible, linesOfPage, type TextLine } from './lines.ts';
import { type PageText, type PlacedGlyph, SAME_ANGLE } from '../page-text.ts';
import { ALL_SHARE, areStretched, areUnstretchedIdeographs, columnOfText, type TextColumn } from './text-column.ts';

type ParagraphAlignment = 'left' | 'right' | 'center' | 'justify';

export interface Paragraph {
  /** From the top. */
  readonly lines: readonly TextLine[];
  readonly alignment: ParagraphAlignment;
  /** Where its lines begin, but the first, which may be indented or begin with a mark of a list. */
  readonly start: number;
  /** Where its lines end at most. All along the baseline, in page space. */
  readonly end: number;
  /** From baseline to baseline. */
  readonly leading: number;
}

/** Ems from one baseline to the next. */
const LEADING_EMS = { least: 0.75, usual: 1.7, most: 2.2 } as const;
/** Leadings, and sizes, that differ by less than this share are the same. */
const SAME_LEADING = 0.12;
const SAME_SIZE = 0.08;
/** Ems: sides of lines that differ by less are the same. */
const SAME_SIDE_EMS = 0.15;
const SAME_MIDDLE_EMS = 0.3;
/** Ems by which a hyphen or a stop at the end of a line may stand out of it. */
const PROTRUSION_EMS = 0.35;
/** So many lines of a paragraph end where its column does, all but the last, where both are justified. */
const COLUMN_SHARE = 0.5;
/** Ems of the first line's indent, at least; and at most. */
const INDENT_EMS = 0.8;
const INDENT_MOST_EMS = 3;
/** Lines of at least so many ems are running text where two of them come near the end of the measure. */
const RUNNING_EMS = 18;
const NEAR_SHARE = 0.12;
/** Narrower lines beside others in both rows are cells. */
const CELL_EMS = 15;
const LINES_MAX = 200;
/** Of the lines of a block. */
const SENTENCES_SHARE = 0.7;
/** Of a single line: ems to the next one that it would have. */
const LEADING_ALONE_EMS = 1.2;
/** Addresses of the net stand on lines of their own. */
const ADDRESS = /^(?:www\.|https?:|\S+@\S)/u;
/** Of a script with spaces between its words. */
const ONE_WORD = /^[^\s\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+$/u;
const MARKER = /^(?:[•◦▪▸►‣●○■□–—*·-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])\s/u;

/**
 * Of one line where nothing shows that it continues. @param end how far a line alone may reach. @param read lines that were read as one text: where
 * they are not set from the left, that shows that they continue
 */
export function paragraphOf(page: PageText, line: TextLine, end: number, read?: ReadonlySet<TextLine>): Paragraph {
  const block = blockOf(page, line);
  const sides = inColumn(page, block, describeBlock(page, block));
  const at = block.indexOf(line);
  let [first, last] = [at, at];
  const isRead = (index: number) =>
    (sides.alignment === 'center' || sides.alignment === 'right') &&
    [index, index + 1].every((one) => block[one] !== undefined && read?.has(block[one]));
  const goesOn = (index: number) => isRead(index) || continues(page, block, index, sides);
  while (first > 0 && goesOn(first - 1)) first--;
  while (last < block.length - 1 && goesOn(last)) last++;
  const lines = block.slice(first, last + 1);
  const [above, below] = lines;
  if (!above || !below) return aloneIn(page, line, end);
  return {
    lines,
    alignment: sides.alignment,
    start: median(lines.slice(1).map(({ start }) => start)),
    end: sides.end,
    leading: above.baseline - below.baseline,
  };
}

/** All of a text stands in one paragraph. */
export function isInParagraph(page: PageText, glyphs: readonly PlacedGlyph[]): boolean {
  const { of } = linesOfPage(page);
  const lines = new Set(glyphs.filter(isVisible).map(of));
  const [line] = lines;
  return line !== undefined && [...lines].every((one) => one && paragraphOf(page, line, line.end).lines.includes(one));
}

/** A line alone is set as the text of its column is, where it has its font. */
function aloneIn(page: PageText, line: TextLine, end: number): Paragraph {
  const column = columnOfText(page, line);
  const isText =
    column !== undefined && isOfColumn(column, line) && Math.abs(column.start - startOfText(line)) < line.size * INDENT_MOST_EMS;
  const own = { lines: [line], start: hangingStart(page, line) ?? startOfText(line), leading: usualLeading(page, line) };
  return isText ? { ...own, alignment: 'justify', end: column.end } : { ...own, alignment: 'left', end: Math.max(line.end, end) };
}

/** Ems: how far above and below a line others show how its column is indented. */
const INDENT_AROUND_EMS = 25;

/** Where the lines around a line begin that do not begin paragraphs, when most of them are indented: references, definitions. */
function hangingStart(page: PageText, line: TextLine): number | undefined {
  const around = linesOfPage(page).all.filter(
    (one) =>
      one !== line &&
      Math.abs(one.baseline - line.baseline) < line.size * INDENT_AROUND_EMS &&
      Math.abs(one.size - line.size) < line.size * SAME_SIZE &&
      one.end - one.start > line.size * INDENT_MOST_EMS,
  );
  const begins = (at: number) => around.filter(({ start }) => Math.abs(start - at) < line.size * SAME_SIDE_EMS).length;
  const inner = around
    .map(({ start }) => start)
    .filter((at) => at - line.start > line.size * INDENT_EMS && at - line.start < line.size * INDENT_MOST_EMS);
  const most = inner.reduce((best, at) => (begins(at) > begins(best) ? at : best), inner[0] ?? line.start);
  const first = begins(line.start);
  return first > 1 && begins(most) > first ? most : undefined;
}

function isOfColumn({ full }: TextColumn, line: TextLine): boolean {
  return full.some((one) => Math.abs(one.size - line.size) < line.size * SAME_SIZE && shareFont(one, line));
}

/** Few lines do not show that they are justified: those above and below in their column do. */
function inColumn(page: PageText, block: readonly TextLine[], sides: Sides): Sides {
  const longest = block.reduce((most, line) => (line.end > most.end ? line : most));
  if (sides.alignment !== 'left' || block.length < 2) return sides;
  const column = columnOfText(page, longest);
  const isFull = (line: TextLine) => Math.abs(line.end - (column?.end ?? Infinity)) < line.size * PROTRUSION_EMS;
  // Its own lines say more where there are several: those of ragged text end where the column does now and then.
  const isMostly = block.slice(0, -1).filter(isFull).length >= (block.length - 1) * COLUMN_SHARE;
  if (!column || !isOfColumn(column, longest) || !isMostly) return sides;
  return { ...sides, alignment: 'justify', end: column.end };
}

const LEADINGS = new WeakMap<TextLine, number>();

/** The distance of lines of its size elsewhere on the page, the most frequent one. */
function usualLeading(page: PageText, line: TextLine): number {
  const known = LEADINGS.get(line);
  if (known !== undefined) return known;
  const leading = leadingLike(page, line);
  LEADINGS.set(line, leading);
  return leading;
}

function leadingLike(page: PageText, line: TextLine): number {
  const same = linesOfPage(page).all.filter(
    (one) => one !== line && Math.abs(one.size - line.size) < line.size * SAME_SIZE && Math.abs(one.angle - line.angle) < SAME_ANGLE,
  );
  // Text that is set so far apart is seen by its long lines.
  const long = same.filter((one) => one.end - one.start > line.size * RUNNING_EMS);
  return frequentLeading(line, same, LEADING_EMS.usual) ?? frequentLeading(line, long, LEADING_EMS.most) ?? line.size * LEADING_ALONE_EMS;
}

function frequentLeading(line: TextLine, same: readonly TextLine[], most: number): number | undefined {
  const counts = new Map<number, number>();
  const fromTop = same.toSorted((one, two) => two.baseline - one.baseline);
  for (const [index, one] of fromTop.entries()) {
    let next = index + 1;
    const isBelow = (other: TextLine) => other.baseline < one.baseline && isUnder(other, one, line.size);
    while (next < fromTop.length && one.baseline - fromTop[next]!.baseline <= line.size * most && !isBelow(fromTop[next]!)) next++;
    const leading = one.baseline - (fromTop[next]?.baseline ?? -Infinity);
    if (leading < line.size * LEADING_EMS.least || leading > line.size * most) continue;
    const rounded = Math.round(leading * 10) / 10;
    counts.set(rounded, (counts.get(rounded) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, two]) => two - one)[0]?.[0];
}

/** They begin together, or have one middle. */
function isUnder(one: TextLine, other: TextLine, size: number): boolean {
  const middles = Math.abs(one.start + one.end - other.start - other.end) / 2;
  return Math.abs(one.start - other.start) < size || middles < size * SAME_SIDE_EMS;
}

/** Where the text of a line begins, after the mark of a list. */
function startOfText(line: TextLine): number {
  const text = textOfLine(line);
  const mark = MARKER.exec(text)?.[0].trim();
  if (mark === undefined) return line.start;
  const shown = line.glyphs.filter(isVisible);
  return shown[Array.from(mark).length]?.start ?? line.start;
}

/** With a space between words. */
function textOfLine({ glyphs }: TextLine): string {
  let text = '';
  let last: PlacedGlyph | undefined;
  for (const glyph of glyphs) {
    if (last && glyph.start - last.end > glyph.size * 0.17) text += ' ';
    text += glyph.shown.glyph.unicode;
    if (isVisible(glyph)) last = glyph;
  }
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** Lines under each other at one distance, from the top. */
function blockOf(page: PageText, line: TextLine): TextLine[] {
  const block = [line];
  const nearest = Math.min(
    ...([1, -1] as const).map((direction) => Math.abs((neighbourOf(page, line, direction)?.baseline ?? Infinity) - line.baseline)),
  );
  for (const direction of [1, -1] as const) {
    let at = line;
    let leading: number | undefined = Number.isFinite(nearest) ? nearest : undefined;
    while (block.length < LINES_MAX) {
      const next = neighbourOf(page, at, direction);
      if (!next) break;
      const distance = Math.abs(next.baseline - at.baseline);
      if (leading !== undefined && Math.abs(distance - leading) > leading * SAME_LEADING) break;
      // It stands nearer to what is on its other side: a paragraph of one line is not the next one of another.
      if (leading === nearest && block.length === 1 && isNearerTo(page, next, direction, distance)) break;
      leading ??= distance;
      if (direction === 1) block.push(next);
      else block.unshift(next);
      at = next;
    }
  }
  return block;
}

/** Of a distance: what is so much nearer belongs together. */
const NEARER_SHARE = 0.85;

function isNearerTo(page: PageText, line: TextLine, direction: 1 | -1, distance: number): boolean {
  const beyond = neighbourOf(page, line, direction);
  return beyond !== undefined && Math.abs(beyond.baseline - line.baseline) < distance * NEARER_SHARE;
}

/** @param direction 1 for the line below */
function neighbourOf(page: PageText, line: TextLine, direction: 1 | -1): TextLine | undefined {
  let nearest: TextLine | undefined;
  let beside = 0;
  for (const other of linesOfPage(page).all) {
    if (other === line || Math.abs(other.angle - line.angle) > SAME_ANGLE || !other.glyphs.some(isVisible)) continue;
    const drop = (line.baseline - other.baseline) * direction;
    if (drop < line.size * LEADING_EMS.least || drop > line.size * LEADING_EMS.most) continue;
    if (Math.min(other.end, line.end) <= Math.max(other.start, line.start)) continue;
    const isSameRow = nearest && Math.abs(nearest.baseline - other.baseline) < line.size * 0.3;
    if (isSameRow) beside++;
    else if (!nearest || drop < (line.baseline - nearest.baseline) * direction) [nearest, beside] = [other, 0];
  }
  if (!nearest || beside > 0 || nearest.isLeader) return undefined;
  if (Math.abs(nearest.size - line.size) > line.size * SAME_SIZE) return undefined;
  const [one, two] = [line.glyphs[0], nearest.glyphs[0]];
  if (!one || !two || one.event.source !== two.event.source || one.event.font?.isVertical) return undefined;
  return isRuledOff(page, line, nearest) ? undefined : nearest;
}

/** A rule, or the edge of an area, lies between two lines; their own underlines do not count. */
function isRuledOff({ rules }: PageText, one: TextLine, two: TextLine): boolean {
  if (Math.abs(one.angle) > 0.01) return false;
  const [upper, lower] = one.baseline > two.baseline ? [one, two] : [two, one];
  const [left, right] = [Math.max(one.start, two.start), Math.min(one.end, two.end)];
  return rules.some(
    ([x1, bottom, x2, top]) =>
      Math.min(x2, right) - Math.max(x1, left) > (right - left) * 0.6 &&
      [bottom, top].some((y) => y < upper.baseline - upper.size * 0.28 && y > lower.baseline + lower.size * 0.75),
  );
}

interface Sides {
  readonly alignment: ParagraphAlignment;
  readonly start: number;
  readonly end: number;
}

function describeBlock(page: PageText, block: readonly TextLine[]): Sides {
  const size = block[0]?.size ?? 1;
  const [start, end] = [Math.min(...block.map((line) => line.start)), Math.max(...block.map((line) => line.end))];
  const near = (value: number, side: number, ems: number) => Math.abs(value - side) < size * ems;
  const share = (isSo: (line: TextLine) => boolean) => block.filter(isSo).length / block.length;
  const inner = hangingSide(block, start, size);
  const atStart = inner === undefined ? share((line) => near(line.start, start, SAME_SIDE_EMS)) : 1;
  const atEnd = share((line) => near(line.end, end, SAME_SIDE_EMS));
  const sides = { start: inner ?? start, end };
  const middle = median(block.map((line) => (line.start + line.end) / 2));
  const isCentred = (ems: number) => share((line) => near((line.start + line.end) / 2, middle, ems)) > 0.8;
  // Of two lines one always begins where the other does, or before.
  const isHeading = block.length === 2 && atStart < 1 && isCentred(SAME_SIDE_EMS);
  if (atStart >= 0.5 && !isHeading) {
    // Marks at the end of a line may stand out of the measure.
    const isOut = block.some((line) => near(line.end, end, SAME_SIDE_EMS) && /[-\u00ad\u2010.,;:]$/u.test(textOfLine(line)));
    const full = block.filter((line) => near(line.end, end, isOut ? PROTRUSION_EMS : SAME_SIDE_EMS));
    const isJustified =
      full.length >= Math.max(2, block.length * 0.4) &&
      (block.length > 2 || (end - start > size * RUNNING_EMS && areStretched(page, full))) &&
      (full.length > block.length * ALL_SHARE || areStretched(page, full)) &&
      !areUnstretchedIdeographs(full);
    return isJustified ? { ...sides, end: median(full.map((line) => line.end)), alignment: 'justify' } : { ...sides, alignment: 'left' };
  }
  if (isCentred(SAME_MIDDLE_EMS)) return { ...sides, alignment: 'center' };
  return { ...sides, alignment: atEnd >= 0.6 ? 'right' : 'left' };
}

/** Where the lines of paragraphs begin whose first lines stand out to the left: references, definitions. */
function hangingSide(block: readonly TextLine[], start: number, size: number): number | undefined {
  const isAt = (line: TextLine, side: number) => Math.abs(line.start - side) < size * SAME_SIDE_EMS;
  const rest = block.slice(1).filter((line) => !isAt(line, start));
  const inner = rest[0]?.start ?? start;
  const out = (inner - start) / size;
  const isHanging = block[0] !== undefined && isAt(block[0], start) && rest.length > 1 && rest.every((line) => isAt(line, inner));
  return isHanging && rest.length * 2 > block.length && out > INDENT_EMS && out < INDENT_MOST_EMS ? inner : undefined;
}

/** Whether a line of a block goes on in the next one. */
function continues(page: PageText, block: readonly TextLine[], index: number, { alignment, start, end }: Sides): boolean {
  const [line, next] = [block[index], block[index + 1]];
  if (!line || !next || !shareFont(line, next)) return false;
  const [text, following] = [textOfLine(line), textOfLine(next)];
  if (MARKER.test(`${following} `) || following === '' || isMarkedBeside(page, next)) return false;
  const { size } = line;
  const isMarked = MARKER.test(`${text} `);
  // The first line of the next paragraph stands out.
  if (
    (alignment === 'left' || alignment === 'justify') &&
    start - next.start > size * INDENT_EMS &&
    next.start < line.start - size * SAME_SIDE_EMS
  )
    return false;
  const isIndented = next.start - start > size * INDENT_EMS && next.start - line.start > size * INDENT_EMS;
  if ((alignment === 'left' || alignment === 'justify') && isIndented && !isMarked) return false;
  const space = size * 0.25;
  if (line.end + space + firstWordOf(next) <= end - size * 0.02) return false;
  if (/\p{L}[-\u00ad\u2010]$/u.test(text)) return true;
  // Names under each other, one on each line.
  if ([text, following].every((one) => ONE_WORD.test(one))) return false;
  const isLower = /^[\p{Ll}\p{Lo}]/u.test(following) && !/[.!?:;]$/u.test(text);
  const measure = (end - start) / size;
  if (measure < CELL_EMS && isBesideOthers(page, line) && isBesideOthers(page, next)) return false;
  if (ADDRESS.test(following) || (alignment !== 'left' && alignment !== 'justify' && measure < RUNNING_EMS)) return false;
  if (isLower || (alignment === 'justify' && measure > CELL_EMS)) return true;
  if (alignment !== 'justify' && isListOfSentences(block)) return false;
  if (measure >= RUNNING_EMS && block.filter((one) => one.end > end - (end - start) * NEAR_SHARE).length >= 2) return true;
  return alignment === 'left' && measure >= RUNNING_EMS && !/[.!?:;,]["”»)]?$/u.test(text) && isFullInColumn(page, line, next);
}

/** Lines that show how far those of a column reach. */
const COLUMN_LINES_MIN = 4;

/** Beside the lines of its column the next word had no room: a line of two ends where it had to, whatever word follows. */
function isFullInColumn(page: PageText, line: TextLine, next: TextLine): boolean {
  const like = linesOfPage(page).all.filter(
    (one) =>
      one !== line &&
      Math.abs(one.start - line.start) < line.size * SAME_SIDE_EMS &&
      Math.abs(one.size - line.size) < line.size * SAME_SIZE &&
      Math.abs(one.angle - line.angle) < SAME_ANGLE &&
      shareFont(one, line) &&
      one.end - one.start >= line.size * RUNNING_EMS,
  );
  const end = Math.max(...like.map((one) => one.end));
  return like.length >= COLUMN_LINES_MIN && line.end + line.size * 0.25 + firstWordOf(next) > end;
}

/** Ems between a mark of a list that stands or is drawn by itself and its text, and how large it is at most. */
const MARK_EMS = { apart: 3, size: 0.7 } as const;

/** A bullet or number stands before the line, as a text of its own or as a drawing. */
function isMarkedBeside(page: PageText, { start, baseline, size, angle }: TextLine): boolean {
  const isBefore = (end: number) => end <= start && start - end < size * MARK_EMS.apart;
  const isText = linesOfPage(page).all.some(
    (one) =>
      isBefore(one.end) &&
      Math.abs(one.baseline - baseline) < size * 0.3 &&
      Math.abs(one.angle - angle) < SAME_ANGLE &&
      MARKER.test(`${textOfLine(one)} `) &&
      !/\s/u.test(textOfLine(one)),
  );
  if (isText || Math.abs(angle) > SAME_ANGLE) return isText;
  return page.rules.some(
    ([left, bottom, right, top]) =>
      isBefore(right) &&
      Math.max(right - left, top - bottom) < size * MARK_EMS.size &&
      Math.min(right - left, top - bottom) > size * 0.1 &&
      Math.abs((bottom + top) / 2 - baseline - size * 0.3) < size * 0.3,
  );
}

/** Nearly each line ends one sentence, and the next begins another. */
function isListOfSentences(block: readonly TextLine[]): boolean {
  const texts = block.map(textOfLine);
  const ends = texts.slice(0, -1).filter((text, index) => /[.!?]["”»)]?$/u.test(text) && /^[\p{Lu}\p{N}]/u.test(texts[index + 1] ?? ''));
  return ends.length > 1 && ends.length >= (texts.length - 1) * SENTENCES_SHARE;
}

/** Or a face: word processors write letters that they count as symbols with a second font of it. */
function shareFont(one: TextLine, two: TextLine): boolean {
  const faceOf = ({ event: { font } }: PlacedGlyph) => font?.baseFont.replace(/^[A-Z]{6}\+/u, '') || font;
  const faces = new Set(one.glyphs.map(faceOf));
  return two.glyphs.some((glyph) => faces.has(faceOf(glyph)));
}

function firstWordOf({ glyphs, start }: TextLine): number {
  let end = start;
  for (const glyph of glyphs.filter((one) => one.start >= start)) {
    if (!isVisible(glyph) || glyph.start - end > glyph.size * 0.17) break;
    end = Math.max(end, glyph.end);
    // Scripts without spaces break after any letter.
    if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(glyph.shown.glyph.unicode)) break;
  }
  return end - start;
}

function isBesideOthers(page: PageText, line: TextLine): boolean {
  return linesOfPage(page).all.some(
    (other) =>
      other !== line && Math.abs(other.angle - line.angle) < SAME_ANGLE && Math.abs(other.baseline - line.baseline) < line.size * 0.3,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((one, two) => one - two)[Math.floor(values.length / 2)] ?? 0;
}
