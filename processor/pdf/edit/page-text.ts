// The text of a page as an editor sees it: characters in the order in which they are shown, each with its glyph and place; separate words
// have a space between them, lines a line feed that no glyph shows. Only what can be edited: pages and forms, not appearances.

import type { PDFDict } from 'pdf-lib';
import type { ContentSource } from '../content/content-source.ts';
import { glyphMatrix, glyphOrigin, glyphQuad, isPainted, type ShownGlyph, type TextEvent } from '../content/events.ts';
import type { Gap } from '../content/execution.ts';
import { isAccent, withAccent } from '../fonts/accents.ts';
import { interpretPage } from '../content/interpret.ts';
import { boundsOf, type Box } from '../geometry/box.ts';
import { type Matrix, multiply } from '../geometry/matrix.ts';
import { type DirectedLine, isRightToLeft, type OrderedGlyph, orderText } from './text-order.ts';

/** Radians: text whose angles differ by less has one direction. */
export const SAME_ANGLE = 0.02;
/** Ems by which superscripts may be off a line. */
export const SAME_LINE_EMS = 0.4;
/** Ems: a wider gap separates words, a narrower one is kerning. */
export const WORD_GAP_EMS = 0.17;
/** Ems: a gap this wide is another column. */
export const COLUMN_GAP_EMS = 6;

/** A glyph on the page. */
export interface PlacedGlyph {
  readonly event: TextEvent;
  readonly shown: ShownGlyph;
  /** Index of the event among the page's text events. */
  readonly eventIndex: number;
  readonly indexInEvent: number;
  readonly box: Box;
  readonly matrix: Matrix;
  /** Along the baseline and across it, in page space. */
  readonly start: number;
  readonly end: number;
  readonly baseline: number;
  /** Angle of the baseline; glyphs of one line have the same. */
  readonly angle: number;
  /** Font size as it appears, in page space. */
  readonly size: number;
}

export interface PageText {
  readonly page: PDFDict;
  readonly text: string;
  /** For each UTF-16 unit of `text`: the index of its glyph, or -1 for a space or line feed that no glyph shows. */
  readonly glyphOf: Int32Array;
  /** In the order of drawing. */
  readonly glyphs: readonly PlacedGlyph[];
  /** The lines with right-to-left letters, whose text is in the order of reading. */
  readonly directed: readonly DirectedLine[];
  readonly events: readonly TextEvent[];
  /** Glyphs that are drawn again over another, to look bold or with a shadow: they are in `glyphs`, but not in `text`. */
  readonly repeats: ReadonlyMap<PlacedGlyph, PlacedGlyph>;
  /** Accents that are glyphs of their own: they are drawn for a letter as what repeats it is, and the letter is read with them. */
  readonly accents: ReadonlySet<PlacedGlyph>;
  /** For a glyph those that repeat it and its accents, in the order of drawing. */
  readonly drawings: ReadonlyMap<PlacedGlyph, readonly PlacedGlyph[]>;
  readonly sources: readonly ContentSource[];
  readonly gaps: ReadonlySet<Gap>;
  /** What is drawn beside text and limits it: strokes, painted areas and pictures, in page space. */
  readonly rules: readonly Box[];
  /** Those that hide what was drawn before, where they lie. */
  readonly grounds: ReadonlySet<Box>;
  /** Those whose outline is drawn. */
  readonly outlines: ReadonlySet<Box>;
  /** What was made of it: {@link derive}. */
  readonly derived: Map<unknown, unknown>;
}

/**
 * What `make` makes of a page, made once. It is kept with the page: the entries of a WeakMap hold their pages until all of the heap is collected,
 * not only the young part of it, and pages come and go.
 */
export function derive<T>(page: PageText, make: (page: PageText) => T): T {
  const known = page.derived.get(make) as T | undefined;
  if (known !== undefined) return known;
  const made = make(page);
  page.derived.set(make, made);
  return made;
}

const RULES_MAX = 20_000;
/** Wider character spacing places things, not letters. */
const SPACING_EMS_MAX = 0.7;

/** @throws JobFailure decompression_limit */
export function readPageTextEvents(page: PDFDict): PageText {
  const events: TextEvent[] = [];
  const rules: Box[] = [];
  const [grounds, outlines] = [new Set<Box>(), new Set<Box>()];
  const { gaps } = interpretPage(page, (event) => {
    if (
      rules.length < RULES_MAX &&
      ((event.kind === 'path' && !event.clips && isPainted(event)) || (event.kind === 'image' && !event.isHidden))
    )
      rules.push(event.box);
    if (event.kind === 'path' && event.fills && event.isBox && event.state.fillAlpha === 1) grounds.add(event.box);
    if (event.kind === 'path' && event.strokes) outlines.add(event.box);
    if (event.kind === 'text' && isEditable(event.source)) events.push(event);
  });
  return arrangeText(page, events, gaps, { rules, grounds, outlines });
}

/** Drawn by the page itself or by forms on it, where the content is what is seen. */
export function isEditable(source: ContentSource): boolean {
  for (let at: ContentSource | undefined = source; at; at = at.parent) if (at.kind !== 'page' && at.kind !== 'form') return false;
  return true;
}

type Drawn = Pick<PageText, 'rules' | 'grounds' | 'outlines'>;
const NOTHING: Drawn = { rules: [], grounds: new Set(), outlines: new Set() };

/** Text events of a page as readable text; in the order of the events. */
export function arrangeText(page: PDFDict, events: readonly TextEvent[], gaps: ReadonlySet<Gap>, beside: Drawn = NOTHING): PageText {
  const glyphs: PlacedGlyph[] = [];
  const drawn = new DrawnGlyphs();
  const text = new TextInOrder();
  // An accent waits for the letter that follows it.
  let waiting: PlacedGlyph | undefined;
  const readWaiting = () => {
    if (waiting) text.read(waiting, glyphs.indexOf(waiting));
    waiting = undefined;
  };
  for (const [eventIndex, event] of events.entries()) {
    const frame = frameOf(event);
    for (const [indexInEvent, shown] of event.glyphs.entries()) {
      const plain = new GlyphOnPage(frame, shown, eventIndex, indexInEvent);
      const composed = waiting && composedOf(plain, waiting);
      const placed = composed === undefined ? plain : new GlyphOnPage(frame, withUnicode(shown, composed), eventIndex, indexInEvent);
      if (drawn.isRepeat(placed)) {
        glyphs.push(placed);
        continue;
      }
      if (composed !== undefined && waiting) {
        drawn.addAccent(waiting, placed);
        waiting = undefined;
      }
      readWaiting();
      glyphs.push(placed);
      if (isAccent(shown.glyph.unicode)) waiting = placed;
      else text.read(placed, glyphs.length - 1);
    }
  }
  readWaiting();
  return {
    page,
    ...text.found(),
    glyphs,
    events,
    repeats: drawn.repeats,
    drawings: drawn.drawings,
    accents: drawn.accents,
    sources: [...new Set(events.map(({ source }) => source))],
    gaps,
    ...beside,
    derived: new Map(),
  };
}

/** Glyphs one after the other, as text. */
class TextInOrder {
  private readonly units: number[] = [];
  private readonly parts: string[] = [];
  private readonly shownOnce: OrderedGlyph<PlacedGlyph>[] = [];
  private isDirected = false;
  private last: PlacedGlyph | undefined;

  /** @param index among the glyphs of the page */
  read(placed: PlacedGlyph, index: number): void {
    const { last, parts, units } = this;
    const text = readAs(placed.shown.glyph.unicode);
    this.isDirected ||= !isPlain(text, RIGHT_TO_LEFT_FROM) && isRightToLeft(text);
    this.shownOnce.push({ index, glyph: placed, text });
    const between = last ? separator(last, placed) : '';
    if (between !== '' && !(between === ' ' && (text.startsWith(' ') || parts.at(-1)?.endsWith(' ')))) {
      parts.push(between);
      units.push(-1);
    }
    parts.push(text);
    for (let unit = 0; unit < text.length; unit++) units.push(index);
    this.last = placed;
  }

  found(): Pick<PageText, 'text' | 'glyphOf' | 'directed'> {
    return this.isDirected
      ? orderText(this.shownOnce, { isSameLine, separator, wordGap: WORD_GAP_EMS, columnGap: COLUMN_GAP_EMS })
      : { text: this.parts.join(''), glyphOf: Int32Array.from(this.units), directed: [] };
  }
}

/** Ems by which an accent over a capital is raised, and its middle may be beside that of its letter. */
const ACCENT = { raised: 0.45, aside: 0.25 } as const;

/** The letter with the accent that was drawn before it, where it stands over or under it. */
function composedOf(letter: PlacedGlyph, accent: PlacedGlyph): string | undefined {
  const size = Math.max(letter.size, accent.size);
  if (Math.abs(letter.baseline - accent.baseline) > size * ACCENT.raised || Math.abs(letter.angle - accent.angle) > SAME_ANGLE)
    return undefined;
  const aside = Math.abs((letter.start + letter.end - accent.start - accent.end) / 2);
  if (aside > size * ACCENT.aside || letter.start > accent.end || letter.end < accent.start) return undefined;
  return withAccent(letter.shown.glyph.unicode, accent.shown.glyph.unicode);
}

function withUnicode(shown: ShownGlyph, unicode: string): ShownGlyph {
  return { ...shown, glyph: { ...shown.glyph, unicode } };
}

/** Ligatures and forms of Hebrew and Arabic letters as the letters, radicals of Chinese as the words, every space as a space. */
function readAs(unicode: string): string {
  if (isPlain(unicode, FORMS_FROM)) return unicode >= RADICALS.from && unicode <= RADICALS.to ? unicode.normalize('NFKC') : unicode;
  return unicode
    .replaceAll(/[\u00a0\t\r\n]/g, ' ')
    .replaceAll(/[\ufb00-\ufb06\ufb1d-\ufdff\ufe70-\ufefc]/g, (form) => form.normalize('NFKC').replace(/^ (?=\p{M})/u, ''));
}

/** Kangxi radicals. */
const RADICALS = { from: '\u2f00', to: '\u2fd5' } as const;
const FORMS_FROM = 0xfb00;
const RIGHT_TO_LEFT_FROM = 0x590;

/** One unit below `from` that stands for itself: nearly every glyph, and asking that first is much faster. */
function isPlain(unicode: string, from: number): boolean {
  const unit = unicode.charCodeAt(0);
  return unicode.length === 1 && unit >= 0x20 && unit < from && unit !== 0xa0;
}

/** What the glyphs of an event have in common: all of their matrix but the place. */
interface Frame {
  readonly event: TextEvent;
  readonly across: Axis;
  readonly down: Axis;
  readonly size: number;
  readonly widthScale: number;
}

interface Axis {
  readonly angle: number;
  readonly cos: number;
  readonly sin: number;
}

function frameOf(event: TextEvent): Frame {
  const { fontSize, horizontalScale, ctm } = event.state;
  const [a, b, c, d] = multiply(multiply([fontSize * horizontalScale, 0, 0, fontSize, 0, 0], event.textMatrix), ctm);
  // Vertical writing runs down the glyph.
  return { event, across: axisOf(b, a), down: axisOf(-d, -c), size: Math.hypot(c, d), widthScale: Math.hypot(a, b) };
}

function axisOf(y: number, x: number): Axis {
  const angle = Math.atan2(y, x);
  return { angle, cos: Math.cos(angle), sin: Math.sin(angle) };
}

/** What only few glyphs are asked for is made when it is. */
class GlyphOnPage implements PlacedGlyph {
  readonly event: TextEvent;
  readonly shown: ShownGlyph;
  readonly eventIndex: number;
  readonly indexInEvent: number;
  readonly start: number;
  readonly end: number;
  readonly baseline: number;
  readonly angle: number;
  readonly size: number;
  private madeBox: Box | undefined;

  constructor(frame: Frame, shown: ShownGlyph, eventIndex: number, indexInEvent: number) {
    const { event, size } = frame;
    const { vertical, width } = shown.glyph;
    const { angle, cos, sin } = vertical ? frame.down : frame.across;
    const [x, y] = glyphOrigin(event, shown);
    this.event = event;
    this.shown = shown;
    this.eventIndex = eventIndex;
    this.indexInEvent = indexInEvent;
    this.start = x * cos + y * sin;
    this.end = this.start + (vertical ? Math.abs(vertical.advance) * size : width * frame.widthScale);
    this.baseline = y * cos - x * sin;
    this.angle = angle;
    this.size = size;
    this.madeBox = undefined;
  }

  get matrix(): Matrix {
    return glyphMatrix(this.event, this.shown);
  }

  get box(): Box {
    this.madeBox ??= boundsOf(glyphQuad(this.event, this.shown));
    return this.madeBox;
  }
}

/** How far from its first drawing a glyph may be drawn again: ems, and a share of its width. */
const REPEAT = { ems: 0.13, width: 0.6 } as const;
/** Units of page space: places are compared within squares of this size and their neighbours. */
const SQUARE = 8;

/** The glyphs so far, by their places. */
class DrawnGlyphs {
  readonly repeats = new Map<PlacedGlyph, PlacedGlyph>();
  readonly drawings = new Map<PlacedGlyph, PlacedGlyph[]>();
  readonly accents = new Set<PlacedGlyph>();
  private readonly bySquare = new Map<number, PlacedGlyph[]>();

  addAccent(accent: PlacedGlyph, letter: PlacedGlyph): void {
    this.accents.add(accent);
    this.repeats.set(accent, letter);
    this.drawings.set(letter, [...(this.drawings.get(letter) ?? []), accent]);
  }

  isRepeat(glyph: PlacedGlyph): boolean {
    const first = this.find(glyph);
    if (!first) {
      const key = keyOf(Math.floor(glyph.start / SQUARE), Math.floor(glyph.baseline / SQUARE));
      const square = this.bySquare.get(key);
      if (square) square.push(glyph);
      else this.bySquare.set(key, [glyph]);
      return false;
    }
    this.repeats.set(glyph, first);
    this.drawings.set(first, [...(this.drawings.get(first) ?? []), glyph]);
    return true;
  }

  private find(glyph: PlacedGlyph): PlacedGlyph | undefined {
    const reach = Math.min(glyph.size * REPEAT.ems, (glyph.end - glyph.start) * REPEAT.width);
    if (!(reach > 0) || glyph.shown.glyph.unicode === '') return undefined;
    const { start, baseline } = glyph;
    for (let x = Math.floor((start - reach) / SQUARE); x <= Math.floor((start + reach) / SQUARE); x++) {
      for (let y = Math.floor((baseline - reach) / SQUARE); y <= Math.floor((baseline + reach) / SQUARE); y++) {
        const found = this.bySquare.get(keyOf(x, y))?.find((one) => isDrawnAgain(one, glyph, reach));
        if (found) return found;
      }
    }
    return undefined;
  }
}

function keyOf(x: number, y: number): number {
  return x * 1_000_003 + y;
}

function isDrawnAgain(one: PlacedGlyph, two: PlacedGlyph, reach: number): boolean {
  return (
    Math.abs(one.start - two.start) < reach &&
    Math.abs(one.baseline - two.baseline) < reach &&
    one.shown.glyph.unicode === two.shown.glyph.unicode &&
    Math.abs(one.size - two.size) < one.size * 0.05 &&
    Math.abs(one.angle - two.angle) < SAME_ANGLE &&
    one.event.source === two.event.source &&
    isInvisible(one) === isInvisible(two)
  );
}

/** The text layer of a scan is no drawing. */
function isInvisible({ event }: PlacedGlyph): boolean {
  return event.state.renderMode === 3;
}

/** Glyphs are on one line when their baselines agree, or nearly (superscripts do not break a line). */
export function isSameLine(one: PlacedGlyph, two: PlacedGlyph): boolean {
  const size = Math.max(one.size, two.size, 1e-6);
  return Math.abs(one.angle - two.angle) < SAME_ANGLE && Math.abs(one.baseline - two.baseline) < size * SAME_LINE_EMS;
}

/** What is between two glyphs shown one after the other. */
export function separator(last: PlacedGlyph, next: PlacedGlyph): '' | ' ' | '\n' {
  if (!isSameLine(last, next)) return '\n';
  const size = Math.max(last.size, next.size, 1e-6);
  const gap = next.start - last.end;
  // Back to the left, or far to the right: another line, or another column.
  if (gap < -size || gap > size * COLUMN_GAP_EMS) return '\n';
  if (gap <= size * WORD_GAP_EMS) return '';
  // Letters set apart by character spacing are not words.
  const { charSpacing, horizontalScale, fontSize } = last.event.state;
  const spacing = fontSize > 0 && charSpacing < fontSize * SPACING_EMS_MAX ? (charSpacing * horizontalScale * last.size) / fontSize : 0;
  return gap - Math.max(0, spacing) > size * WORD_GAP_EMS ? ' ' : '';
}
