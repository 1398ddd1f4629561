// Replaces, deletes and restyles text inside the content streams. The old glyphs are gone, not covered; what followed them on the line
// moves along, everything else stays in place. What cannot be done well is refused with its reason, and then nothing has changed.

import { type Box, unite } from '../geometry/box.ts';
import type { Direction } from '../draw/bidi.ts';
import { spokenAnew, writeActualText } from './actual-text.ts';
import { directedMatch } from './directed-match.ts';
import { fontsOfDocument } from './faces/family-face.ts';
import { boxesOf, describeMatch, type TextMatch } from './find.ts';
import { centredBeside } from './layout/centred-cells.ts';
import { followText } from './layout/followers.ts';
import { type Hyphenation, hyphenationOf } from './layout/hyphenation.ts';
import { linesBelow } from './layout/free-room.ts';
import { isVisible, linesOfPage } from './layout/lines.ts';
import { type Move, moveBelow } from './layout/move-below.ts';
import { pullBelow, pushBelow, pushFlow } from './layout/push-below.ts';
import { type Drawing, drawingsOf } from './layout/units.ts';
import { type Paragraph, paragraphOf } from './layout/paragraph.ts';
import { setInCell } from './layout/raise-in-cell.ts';
import { type Fitting, reflow, SCALE_MIN } from './layout/reflow.ts';
import { describeLine, type Alignment, type Line } from './line.ts';
import { type EncodedText, makeEncoder, type NeededFont } from './new-text.ts';
import { areConsecutive, linesOf, shareWords, withClosingMarks } from './over-lines.ts';
import { derive, type PageText, type PlacedGlyph } from './page-text.ts';
import {
  type Fit,
  type LinePlan,
  type Misfit,
  oldAdvance,
  type PlacedText,
  placeText,
  roomFor,
  SHRINK_MIN,
  type TextStyle,
  withNames,
} from './place-text.ts';
import type { EditRefusal } from './refusal.ts';
import { type Insertion, rewriteText, textScale } from './rewrite-text.ts';
import { writeSource, type EditableDocument } from '../content/write-source.ts';
import { type Kept, withKept, withWordFaces } from './faces/word-faces.ts';
import { embedInto, type NamedFonts, nameFonts } from './faces/write-fonts.ts';
import { joined, widened } from './layout/row-boxes.ts';

/** How far letters move together before a text takes other room: ems, about 3 % of its width. */
const TIGHT_EMS = -0.012;
/** Points by which a text moves visibly. */
const SEEN_PT = 0.05;
/** Text is made smaller in steps of this share. */
const SCALE_STEP = 0.02;
/** A line is full when its text exceeds it by more than this (ems). */
const OVERHANG_EMS = 0.02;
/** Points by which letters reach out of their boxes. */
const INK_PT = 2;
/** So many lines what is below moves down at most. */
const PUSHED_LINES_MAX = 8;
/** Points: smaller text is unreadable. */
const UNIT_MIN = 0.01;

export interface TextChange {
  /** 0-based. */
  readonly pageIndex: number;
  readonly before: string;
  readonly after: string;
  /** Page space: all that may look different, the old place, the new text and the moved rest of the line. */
  readonly bbox: Box;
  /** The same, line by line. */
  readonly boxes: readonly Box[];
  /** Letters that went with the old text: leaders, and hyphens of words that are no longer divided. */
  readonly removed: string;
  /** Numbers of list items that follow one which came or went. */
  readonly renumbered?: readonly { readonly before: string; readonly after: string }[];
  /** Rules and grounds of a row came or went with it. */
  readonly isRow: boolean;
  /** The texts of a new row, each in its cell. */
  readonly newRow?: { readonly cells: readonly string[]; readonly box: Box };
  readonly fidelity: {
    readonly font_preserved: boolean;
    /** The name of the fallback face. */
    readonly font_substituted?: string;
    readonly glyphs_missing: readonly string[];
    /** The new text exceeds the room of the line. */
    readonly overflow: boolean;
    /** 1 unless the text was made smaller to fit. */
    readonly scale: number;
    readonly fitting: Fitting;
  };
}

export type EditOutcome =
  | { readonly ok: true; readonly change: TextChange }
  | {
      readonly ok: false;
      readonly refusal: EditRefusal;
      readonly match: TextMatch;
      /** By how much the text is too long, in page space, where that is the reason and known. */
      readonly excess?: number;
    };

export interface ReplaceOptions {
  /** Default shrink. `reflow` does not make the text smaller. */
  readonly fit?: Fit | 'reflow';
  /** Default: as the lines around it. */
  readonly alignment?: Alignment;
  readonly style?: TextStyle;
  /** It is set as a whole where it does not fit so. */
  readonly isPart?: boolean;
  /** The new text begins or ends with the old, which keeps its face. */
  readonly keeps?: Kept;
}

/** A page and its text as it is now. */
export interface EditedPage {
  readonly document: EditableDocument;
  /** 0-based. */
  readonly pageIndex: number;
  readonly text: PageText;
}

/** One match; `value` undefined keeps the text and only restyles it. */
export async function replaceMatch(
  on: EditedPage,
  asWritten: TextMatch,
  value: string | undefined,
  options: ReplaceOptions,
): Promise<EditOutcome> {
  const directed = directedMatch(on.text, asWritten, value);
  const refusal = refusalOf(on.text, asWritten, value === '') ?? (directed === 'right_to_left' ? directed : undefined);
  if (refusal || directed === 'right_to_left') return { ok: false, refusal: refusal ?? 'right_to_left', match: asWritten };
  const { match = asWritten, base } = directed ?? {};
  const plan = await planLines(on, match, value, { ...options, base });
  const typeset = setText(on, match, plan, options);
  if (typeof typeset === 'string') {
    const isType3 = typeset === 'glyph_missing' && match.glyphs.some(({ event }) => event.font?.kind === 'type3');
    return { ok: false, refusal: isType3 ? 'type3_font' : typeset, match };
  }
  if ('excess' in typeset) return { ok: false, refusal: 'does_not_fit', match, excess: typeset.excess };
  const written = writeText(on, match, typeset, options.style);
  if (typeof written === 'string') return { ok: false, refusal: written, match };
  const { fonts, followed } = written;
  return {
    ok: true,
    change: {
      pageIndex: on.pageIndex,
      before: match.text,
      after: value ?? match.text,
      bbox: [...typeset.boxes, ...followed].reduce(unite),
      boxes: [...typeset.boxes, ...followed],
      removed: typeset.removed
        .filter((glyph) => !match.glyphs.includes(glyph))
        .map(({ shown }) => shown.glyph.unicode)
        .join(''),
      isRow: typeset.push?.isRow ?? false,
      fidelity: fidelityOf(typeset, fonts),
    },
  };
}

/** What is written, and what moves for it. */
interface TypesetText {
  readonly fitting: Fitting;
  readonly scale: number;
  readonly isOverflowing: boolean;
  readonly encoded: readonly EncodedText[];
  readonly insertions: readonly Insertion[];
  readonly removed: readonly PlacedGlyph[];
  readonly shifts: ReadonlyMap<PlacedGlyph, number>;
  readonly rises: ReadonlyMap<PlacedGlyph, number>;
  readonly boxes: readonly Box[];
  /** What moves down or up for it. */
  readonly push?: Move;
}

type SetText = TypesetText | EditRefusal | Misfit;

/** In the paragraph, where the match is in one that goes over several lines; otherwise on its line, and below it where it is alone. */
function setText({ document, pageIndex, text: page }: EditedPage, match: TextMatch, plan: PlannedLines, options: ReplaceOptions): SetText {
  const { lines, wanted } = plan;
  const [line] = lines;
  const isPlain =
    wanted !== undefined && plan.base === undefined && !options.style && !options.alignment && (options.fit ?? 'shrink') !== 'loose';
  const paragraph = isPlain && line && options.fit !== 'overflow' ? paragraphOfMatch(page, match, line.line) : undefined;
  const reflowIn = (within: Paragraph) => reflowWithRoom({ document, pageIndex, text: page }, match, plan, options, within);
  if (paragraph && paragraph.lines.length > 1) {
    const flowed = reflowIn(paragraph);
    const isUndone = typeof flowed === 'string' || 'excess' in flowed;
    if (isUndone && typeof flowed !== 'string' && isShort(paragraph) && lines.length === 1) {
      const beyond = fitOnLine(lines, { ...options, fit: 'error' }, () => undefined);
      if (typeof beyond !== 'string' && !('excess' in beyond)) return { ...beyond, fitting: 'free_room' };
    }
    // Centred lines may be as long as each has room.
    if (isUndone && paragraph.alignment === 'center' && lines.length > 1 && wanted !== undefined) {
      const shared = placeOverLines(lines, wanted, page, match);
      if (Array.isArray(shared)) return typesetOf(lines, shared, 'reflowed');
    }
    if (isUndone || !flowed.keepsBreaks || lines.length > 1) return flowed;
    const alone = placeEach(lines.map((one) => ({ ...one, line: within(one.line, paragraph), fit: 'error' })));
    return Array.isArray(alone) ? typesetOf(lines, alone, 'as_it_is') : flowed;
  }
  if (lines.length > 1 && wanted !== undefined) {
    const shared = placeOverLines(lines, wanted, page, match);
    if (!Array.isArray(shared)) return shared;
    const push = pullEmptied(page, lines, shared);
    return { ...typesetOf(lines, shared, 'reflowed'), ...(push ? { push } : {}) };
  }
  return fitOnLine(lines, options, () => (paragraph ? reflowIn(paragraph) : undefined));
}

/** A line of a paragraph does not become longer than its measure. */
function within(line: Line, { alignment, end }: Paragraph): Line {
  const most = alignment === 'left' || alignment === 'justify' ? Math.max(line.end, end) : Infinity;
  return { ...line, endMax: Math.min(line.endMax, most), limit: Math.min(line.limit, most) };
}

/** Two lines do not show how long the lines of their column may be: a line may go on to the margin. */
function isShort({ lines, alignment }: Paragraph): boolean {
  return lines.length === 2 && alignment === 'left';
}

/** What is below lines that are no paragraph follows them up where the last of them no longer have text. */
function pullEmptied(page: PageText, plans: readonly LinePlan[], placed: readonly PlacedText[]): Move | undefined {
  const { of } = linesOfPage(page);
  const lines = plans.flatMap(({ match }) => match.glyphs.slice(0, 1).flatMap((glyph) => of(glyph) ?? []));
  const [first, second] = lines;
  const isEmpty = (index: number) => placed[index]?.encoded.pieces.length === 0 && ![...(plans[index]?.line.after ?? [])].some(isVisible);
  const emptied = placed.length - 1 - placed.findLastIndex((_, index) => !isEmpty(index));
  if (!first || !second || emptied === 0 || emptied === placed.length || plans.some(({ line }) => line.before.size > 0)) return undefined;
  const leading = first.baseline - second.baseline;
  const [start, end] = [Math.min(...lines.map((line) => line.start)), Math.max(...lines.map((line) => line.end))];
  return pullBelow(page, { lines, alignment: 'left', start, end, leading }, emptied * leading, drawingsOf(page));
}

type Reflowed = TypesetText & { readonly keepsBreaks: boolean };

/** In its lines and the free ones below; then with what is below moved down; then smaller. */
function reflowWithRoom(
  on: EditedPage,
  match: TextMatch,
  plan: PlannedLines,
  options: ReplaceOptions,
  within: Paragraph,
): Reflowed | EditRefusal | Misfit {
  const { document, pageIndex, text: page } = on;
  const pageBox = document.pages[pageIndex]?.mediaBox;
  let known: readonly Drawing[] | undefined;
  const drawings = () => (known ??= drawingsOf(page));
  const tryWith = (roomBelow: number, scaleMin: number, paragraph = within): Reflowed | EditRefusal | Misfit => {
    const flowed = reflow({
      page,
      paragraph,
      match,
      text: match.leadingRest + (plan.value ?? '') + match.trailingRest,
      encode: plan.lines[0]?.encode ?? (() => undefined),
      hyphenation: plan.hyphenation,
      roomBelow,
      scaleMin,
      isStrict: options.fit === 'error',
    });
    if (typeof flowed === 'string' || 'excess' in flowed) return flowed;
    const inexact = inexactRest(page, [...match.glyphs, ...flowed.removed, ...flowed.shifts.keys()]);
    const pull = flowed.emptied > 0 && pullBelow(page, paragraph, flowed.emptied * paragraph.leading, drawings());
    const set = { ...flowed, isOverflowing: false, boxes: [...flowed.boxes, ...boxesOf(inexact).map(withInk)] };
    return pull ? withCells(set, pull) : set;
  };
  // Cells in the middle of a row that becomes higher or lower stay in its middle.
  const withCells = (set: Reflowed, push: Move): Reflowed => {
    const glyphs = withDrawings(
      page,
      centredBeside(page, within, drawings()).flatMap((line) => line.glyphs),
    );
    const rises = new Map([...set.rises, ...glyphs.map((glyph) => [glyph, push.by / 2] as const)]);
    return { ...set, push, rises, boxes: [...set.boxes, ...joined(glyphs.map(({ box }) => widened(box, push.by / 2)))] };
  };
  const free = linesBelow(page, within, pageBox);
  const first = tryWith(free, 1);
  const inCell = () => setInCell<Reflowed>(page, within, (more) => tryWith(more, 1));
  if (pageBox && typeof first !== 'string' && !('excess' in first) && first.fitting === 'free_room') {
    const push = (lines: number) => pushFlow(page, within, lines * within.leading, drawings(), pageBox);
    return inCell() ?? keepGap(first, free, (more) => tryWith(more, 1), push);
  }
  if (typeof first === 'string' || !('excess' in first) || options.fit === 'error') return first;
  const broad = broader(within, plan.lines[0]?.line);
  const broadly = broad && tryWith(0, 1, broad);
  if (broadly && typeof broadly !== 'string' && !('excess' in broadly)) return broadly;
  for (let more = free + 1; more <= free + PUSHED_LINES_MAX; more++) {
    const longer = tryWith(more, 1);
    if (typeof longer === 'string' || 'excess' in longer) continue;
    const push =
      pageBox &&
      [more, more - free].map((lines) => pushBelow(page, within, lines * within.leading, drawings(), pageBox)).find((one) => one);
    if (push) return withCells(longer, push);
    break;
  }
  return inCell() ?? (options.fit === 'reflow' ? first : tryWith(free, SCALE_MIN));
}

/** Of the lines that a text takes of the gap below it: so much the text below moves on, the most that there is room for. */
const KEPT_GAPS = [1, 0.75, 0.5] as const;

/** What is below a text that takes free lines keeps its gap, or most of it, where there is room further below. @param free lines */
function keepGap(
  first: Reflowed,
  free: number,
  tryWith: (more: number) => Reflowed | EditRefusal | Misfit,
  pushBy: (lines: number) => Move | undefined,
): Reflowed {
  for (let more = 1; more <= free; more++) {
    const set = tryWith(more);
    if (typeof set === 'string' || 'excess' in set) continue;
    const push = KEPT_GAPS.map((share) => pushBy(more * share)).find((one) => one);
    return push ? { ...set, push } : first;
  }
  return first;
}

/** Centred lines that were broken by hand may be as long as their column has room on both sides of its middle. */
function broader(paragraph: Paragraph, line: Line | undefined): Paragraph | undefined {
  if (!line || paragraph.alignment !== 'center') return undefined;
  const middle = (paragraph.start + paragraph.end) / 2;
  const half = Math.min(middle - line.startMin, line.wrapMax - middle);
  return half > paragraph.end - middle ? { ...paragraph, start: middle - half, end: middle + half } : undefined;
}

function withInk([left, bottom, right, top]: Box): Box {
  return [left - INK_PT, bottom - INK_PT, right + INK_PT, top + INK_PT];
}

/** As it is; tighter; beyond the margin where that is free; on lines below; smaller. */
function fitOnLine(lines: readonly LinePlan[], options: ReplaceOptions, wrap: () => SetText | undefined): SetText {
  const asked = options.fit ?? 'shrink';
  const place = (fitting: Fitting, change: Partial<LinePlan>): SetText => {
    const placed = placeEach(lines.map((line) => ({ ...line, ...change })));
    return Array.isArray(placed) ? typesetOf(lines, placed, fitting) : placed;
  };
  const isMisfit = (one: SetText): one is Misfit => typeof one !== 'string' && 'excess' in one;
  if (asked !== 'shrink' && asked !== 'reflow') return place('as_it_is', { fit: asked });
  const tight = { tracking: TIGHT_EMS } as const;
  for (const [fitting, change] of [
    ['as_it_is', { fit: 'error' }],
    ['tightened', { tracking: TIGHT_EMS / 2, fit: 'error' }],
  ] as const) {
    const placed = place(fitting, change);
    if (!isMisfit(placed)) return placed;
  }
  const wrapped = wrap();
  const isWrapped = wrapped !== undefined && typeof wrapped !== 'string' && !('excess' in wrapped) && wrapped.fitting === 'free_room';
  // Beyond the margin of its page, and closer, only where it cannot go on below; in a cell, unless others of its column have several lines.
  if (isWrapped && (!hasRightNeighbour(lines) || isBesideBroken(lines))) return wrapped;
  const tightened = place('tightened', { ...tight, fit: 'error' });
  if (!isMisfit(tightened)) return tightened;
  const beyond = place('free_room', { fit: 'loose' });
  if (!isMisfit(beyond)) return beyond;
  const last = asked === 'reflow' ? place('free_room', { ...tight, fit: 'loose' }) : place('smaller', { ...tight, fit: 'shrink' });
  if (!isMisfit(last)) return last;
  // A line that stands alone comes nearer to its neighbour, or moves others, only where nothing else helps.
  return (
    (options.isPart ? undefined : nearer(lines, { ...tight, fit: asked === 'reflow' ? 'loose' : 'shrink' })) ??
    (isWrapped ? wrapped : (leftwards(lines) ?? last))
  );
}

/** A line alone on the right of its page keeps its end, and begins further to the left. */
function leftwards(lines: readonly LinePlan[]): SetText | undefined {
  const [plan] = lines;
  if (!plan || lines.length > 1 || plan.alignment !== 'left' || plan.line.startAlone === plan.line.start) return undefined;
  const placed = placeEach([{ ...plan, alignment: 'right', fit: 'error', line: { ...plan.line, startMin: plan.line.startAlone } }]);
  return Array.isArray(placed) ? typesetOf(lines, placed, 'free_room') : undefined;
}

function nearer(lines: readonly LinePlan[], change: Partial<LinePlan>): SetText | undefined {
  const plans = lines.map((plan): LinePlan => {
    const { endMax, limitMost } = plan.line;
    return { ...plan, ...change, line: { ...plan.line, limit: limitMost, endMax: Math.max(endMax, limitMost) } };
  });
  const placed = placeEach(plans);
  return Array.isArray(placed) ? typesetOf(plans, placed, 'free_room') : undefined;
}

/** Ems beyond the room of a line: what begins there limits it. */
const NEIGHBOUR_EMS = 0.75;

/** Something stands beside the line before the page's margin: it is a label, a cell or a running title. */
function hasRightNeighbour([plan]: readonly LinePlan[]): boolean {
  return plan !== undefined && plan.line.beside < plan.line.endMax + (plan.match.glyphs[0]?.size ?? 0) * NEIGHBOUR_EMS;
}

/** Ems above and below a cell up to which others are of its column; and by which their sides and sizes differ. */
const COLUMN_EMS = { far: 40, same: 0.15 } as const;

/** A cell under or over it that begins where it does, and ends as early, goes over several lines. */
function isBesideBroken([plan]: readonly LinePlan[]): boolean {
  const [first] = plan?.match.glyphs ?? [];
  if (!plan || !first) return false;
  const { page, line } = plan;
  const same = first.size * COLUMN_EMS.same;
  return linesOfPage(page).all.some(
    (other) =>
      Math.abs(other.baseline - first.baseline) > same &&
      Math.abs(other.baseline - first.baseline) < first.size * COLUMN_EMS.far &&
      Math.abs(other.start - line.start) < same &&
      Math.abs(other.size - first.size) < same &&
      other.end < line.beside &&
      paragraphOf(page, other, other.end).lines.length > 1,
  );
}

function typesetOf(lines: readonly LinePlan[], placed: readonly PlacedText[], fitting: Fitting): TypesetText {
  const scale = Math.min(...placed.map((one) => one.scale));
  return {
    fitting: scale < 1 ? 'smaller' : fitting,
    scale,
    isOverflowing: placed.some(({ isOverflowing }) => isOverflowing),
    encoded: placed.map(({ encoded }) => encoded),
    insertions: placed.flatMap((one) => one.insertions),
    removed: [...lines.flatMap(({ match }) => match.glyphs), ...placed.flatMap(({ removed }) => removed)],
    shifts: new Map(placed.flatMap((one) => [...one.shifts])),
    rises: new Map(),
    boxes: placed.map(({ bbox }) => bbox),
  };
}

/** Undefined where the match is not in the lines of one paragraph. */
function paragraphOfMatch(page: PageText, match: TextMatch, { wrapMax, startMin, start, end, alignment }: Line): Paragraph | undefined {
  const { of } = linesOfPage(page);
  const lines = new Set(match.glyphs.filter(isVisible).map(of));
  const [line] = lines;
  if (!line || line.isLeader) return undefined;
  const paragraph = paragraphOf(page, line, wrapMax, new Set([...lines].filter((one) => one !== undefined)));
  if (![...lines].every((one) => one && paragraph.lines.includes(one))) return undefined;
  if (paragraph.lines.length > 1 || alignment === 'left' || paragraph.alignment === 'justify') return paragraph;
  // The number of a centred heading goes on one line with it.
  if (alignment === 'center' && start < line.start) return undefined;
  if (alignment === 'right') return { ...paragraph, alignment, start: startMin, end };
  const [middle, half] = [(start + end) / 2, Math.min((start + end) / 2 - startMin, wrapMax - (start + end) / 2)];
  return { ...paragraph, alignment, start: middle - half, end: middle + half };
}

interface PlannedLines {
  readonly lines: readonly LinePlan[];
  /** With the closing marks of a text over several lines; undefined keeps the text. */
  readonly wanted: string | undefined;
  /** Without them. */
  readonly value: string | undefined;
  /** The direction of its line, where something runs from right to left. */
  readonly base: Direction | undefined;
  readonly hyphenation: Hyphenation | undefined;
}

/** The new text of each line of the match, and its font. */
async function planLines(
  { document, pageIndex, text: page }: EditedPage,
  match: TextMatch,
  value: string | undefined,
  { fit, alignment, style, base, keeps }: ReplaceOptions & { readonly base: Direction | undefined },
): Promise<PlannedLines> {
  const isBroken = linesOf(page, match).length > 1;
  const closing = isBroken && value !== undefined && value !== '' ? withClosingMarks(page, match) : { end: match.end, marks: '' };
  const parts = base ? [match] : linesOf(page, { start: match.start, end: closing.end });
  const wanted = value === undefined ? undefined : value + closing.marks;
  const wholeOf = (part: TextMatch) => part.leadingRest + (wanted ?? part.text) + part.trailingRest;
  // One face serves all lines.
  const everything = parts.map(wholeOf).join(' ');
  const { bold, italic, family } = style ?? {};
  const weight = {
    ...(bold === undefined ? {} : { bold }),
    ...(italic === undefined ? {} : { italic }),
    ...(family === undefined ? {} : { family }),
    ...(base ? { base } : {}),
  };
  // A face other than the font's own needs the letters of the codes.
  const isReset = bold !== undefined || italic !== undefined || family !== undefined;
  const box = document.pages[pageIndex]?.mediaBox;
  const lines: LinePlan[] = [];
  for (const part of parts) {
    const line = describeLine(page, part.glyphs, box, base);
    const encoderFor = (of: TextMatch, all: string) => makeEncoder(page, of, all, weight, () => fontsOfDocument(document, pageIndex));
    const encode = await encoderFor(part, everything);
    const isPlain = style === undefined && base === undefined && wanted !== undefined;
    lines.push({
      page,
      match: part,
      line,
      encode: isPlain
        ? withKept(part, keeps, await withWordFaces(page, part, everything, encode, (word) => encoderFor(word, word.text)))
        : encode,
      text: wanted === undefined && !isReset ? undefined : wholeOf(part),
      alignment: alignment ?? line.alignment,
      isJustified: alignment === undefined && line.isJustified,
      style,
      fit: fit === undefined || fit === 'reflow' ? 'shrink' : fit,
      inexact: inexactRest(page, part.glyphs),
    });
  }
  return { lines, wanted, value, base, hyphenation: wanted === undefined ? undefined : derive(page, hyphenationOf) };
}

/** Replaces the old text in the content by the new. @returns the fonts that it needs beside the current one, and where what goes with it was and is */
function writeText(
  { document, text: page }: EditedPage,
  match: TextMatch,
  { encoded, insertions, removed, shifts, rises, push }: TypesetText,
  style: TextStyle | undefined,
): { readonly fonts: NamedFonts['fonts']; readonly followed: readonly Box[] } | EditRefusal {
  const source = match.glyphs[0]?.event.source;
  if (!source) return 'degenerate_matrix';
  const below = push && moveBelow(page, source, push, insertions);
  if (push && !below) return 'split_over_contents';
  // Leaders that become fewer or more are no longer as many as it says.
  const spoken = writeActualText([...match.glyphs, ...removed, ...insertions.map(({ at }) => at)]);
  if (spoken === 'shared') return 'shared_actual_text';
  const named = nameFonts(encoded, source.resources);
  const edits = rewriteText(page, {
    source,
    removed: new Set(withDrawings(page, [...match.glyphs, ...removed])),
    insertions: insertions
      .map((insertion) => spokenAnew({ ...insertion, pieces: withNames(insertion.pieces, named.names) }, match.glyphs))
      .flatMap((insertion) =>
        withDrawings(page, [insertion.at])
          .filter((at) => !page.accents.has(at))
          .map((at) => ({ ...insertion, at })),
      ),
    shiftOf: (glyph) => shifts.get(glyph) ?? 0,
    riseOf: (glyph) => rises.get(glyph) ?? (below?.glyphs.has(glyph) ? (push?.by ?? 0) : 0),
  });
  const moves = { page, match: match.glyphs, removed: new Set([...match.glyphs, ...removed]), insertions, shifts: farther(shifts), rises };
  // A restyled text keeps nearly its place, where it keeps its size: its lines stay.
  const keepsPlace = style !== undefined && style.size === undefined;
  const followed = keepsPlace ? { edits: [], boxes: [] } : followText(moves);
  const own = new Set(followed.edits.map(({ start }) => start));
  const all = [...edits, ...spoken, ...followed.edits, ...(below?.edits.filter(({ start }) => !own.has(start)) ?? [])];
  writeSource(document, page.page, source, all, embedInto(document.context, named));
  const pushed = below
    ? [...[...below.glyphs].map(({ box }) => widened(box, push?.by ?? 0)), ...below.boxes.map((box) => widened(box, 0))]
    : [];
  return { fonts: named.fonts, followed: [...followed.boxes, ...joined([...pushed, ...(below?.moveAnnotations() ?? [])])] };
}

/** Those that are seen to move. */
function farther(shifts: ReadonlyMap<PlacedGlyph, number>): ReadonlyMap<PlacedGlyph, number> {
  return new Map([...shifts].filter(([, by]) => Math.abs(by) > SEEN_PT));
}

/** With those that are drawn again over them. */
function withDrawings({ drawings }: PageText, glyphs: readonly PlacedGlyph[]): PlacedGlyph[] {
  return glyphs.flatMap((glyph) => [glyph, ...(drawings.get(glyph) ?? [])]);
}

export function fidelityOf(
  { encoded, fitting, isOverflowing, scale }: Pick<TypesetText, 'encoded' | 'fitting' | 'isOverflowing' | 'scale'>,
  fonts: ReadonlyMap<string, NeededFont>,
): TextChange['fidelity'] {
  const substitute = [...fonts.values()].find(({ isSubstitute }) => isSubstitute);
  return {
    font_preserved: substitute === undefined,
    ...(substitute ? { font_substituted: substitute.name } : {}),
    glyphs_missing: [...new Set(encoded.flatMap(({ missing }) => missing))],
    overflow: isOverflowing,
    scale,
    fitting,
  };
}

function placeEach(plans: readonly LinePlan[]): PlacedText[] | EditRefusal | Misfit {
  const placed: PlacedText[] = [];
  for (const plan of plans) {
    const one = placeText(plan);
    if (typeof one === 'string' || 'excess' in one) return one;
    placed.push(one);
  }
  return placed;
}

/** As much as fits on the first line, the rest on the following ones; all in one size. */
function placeOverLines(plans: readonly LinePlan[], wanted: string, page: PageText, match: TextMatch): PlacedText[] | EditRefusal | Misfit {
  const parts = plans.map((plan) => plan.match);
  const lines = plans.map(({ line }) => line);
  if (!areConsecutive(parts, lines)) return 'spans_lines';
  const textOf = (index: number, share: string) =>
    `${parts[index]?.leadingRest ?? ''}${share}${index === parts.length - 1 ? (parts[index]?.trailingRest ?? '') : ''}`;
  const ends = parts.at(-1)?.end ?? match.end;
  const glue = {
    isFirstGlued: /\S/u.test(page.text.charAt(match.start - 1)) && page.glyphOf[match.start - 1] !== -1,
    isLastGlued: /\S/u.test(page.text.charAt(ends)) && page.glyphOf[ends] !== -1,
  };
  const [fit] = plans.map((plan) => plan.fit);
  for (let scale = 1; scale >= (fit === 'shrink' ? SHRINK_MIN : 1); scale = Math.round((scale - SCALE_STEP) * 100) / 100) {
    const fits = (share: string, index: number) => {
      const plan = plans[index];
      if (!plan) return false;
      if (share === '' || (index === plans.length - 1 && (fit === 'overflow' || fit === 'loose'))) return true;
      return widthOf(plan, textOf(index, share), scale) <= availableOn(plan) + (plan.match.glyphs[0]?.size ?? 0) * OVERHANG_EMS;
    };
    const shares = shareWords(wanted, plans.length, fits, glue);
    if (!shares) continue;
    const placed = placeEach(
      plans.map((plan, index) => ({
        ...plan,
        ...(shares[index] === '' ? withoutSpace(plan) : {}),
        text: textOf(index, shares[index] ?? ''),
        fit: fit === 'shrink' ? 'overflow' : plan.fit,
        style: scale === 1 ? plan.style : { ...plan.style, size: { factor: scale } },
      })),
    );
    return Array.isArray(placed) ? placed.map((one) => ({ ...one, scale })) : placed;
  }
  return 'does_not_fit';
}

/** Where no new text precedes it, what follows begins the line without its space. */
function withoutSpace(plan: LinePlan): Partial<LinePlan> {
  const { page, match, line } = plan;
  const spaces = match.start > 0 && match.glyphs[0] && ![...line.before].length ? /^ +/u.exec(page.text.slice(match.end))?.[0].length : 0;
  const longer = spaces ? describeMatch(page, match.start, match.end + spaces) : undefined;
  if (!longer || longer.boxes.length > 1) return {};
  const taken = new Set(longer.glyphs);
  return { match: longer, line: { ...line, after: new Set([...line.after].filter((glyph) => !taken.has(glyph))) } };
}

/** Page space. */
function widthOf({ match, encode }: LinePlan, text: string, scale: number): number {
  const [first] = match.glyphs;
  if (!first) return Infinity;
  return (encode(text, first.event.state.fontSize * scale)?.advance ?? Infinity) * textScale(first.event);
}

/** The room of the match on its line and the free room beside it. */
function availableOn({ match, line, alignment }: LinePlan): number {
  const [first, last] = [match.glyphs[0], match.glyphs.at(-1)];
  if (!first || !last) return 0;
  const isSpace = last.shown.glyph.unicode.trim() === '';
  const old = isSpace ? last.start - first.start : oldAdvance(first, last);
  return Math.max(old, Math.min(last.end, line.end) - first.start) + Math.max(0, roomFor(line, alignment));
}

const isOverlapping = (one: Box, two: Box) => one[0] < two[2] && two[0] < one[2] && one[1] < two[3] && two[1] < one[3];

/** @param isRemoval nothing is written in its place */
export function refusalOf(page: PageText, { glyphs, boxes }: TextMatch, isRemoval = false): EditRefusal | undefined {
  const [first] = glyphs;
  if (!first) return 'degenerate_matrix';
  if (page.gaps.has('damaged_stream') || page.gaps.has('operations') || page.gaps.has('glyphs')) return 'damaged_content';
  if (glyphs.some(({ event }) => event.source !== first.event.source)) return 'split_over_contents';
  if (glyphs.some(({ event }) => event.font?.isVertical !== first.event.font?.isVertical)) return 'vertical_text';
  const isInvisible = glyphs.some(({ event }) => event.state.renderMode === 3 || event.state.renderMode === 7);
  // Where nothing is drawn there is no picture of it either.
  if (isInvisible && !(isRemoval && !boxes.some((box) => page.rules.some((rule) => isOverlapping(rule, box))))) return 'invisible_text';
  const { fontSize, horizontalScale } = first.event.state;
  const unit = first.event.font?.isVertical ? -fontSize * textScale(first.event) : fontSize * horizontalScale * textScale(first.event);
  // Mirrored or negative sizes write to the left in their own units.
  return Number.isFinite(unit) && unit > UNIT_MIN ? undefined : 'degenerate_matrix';
}

/**
 * Where widths are not whole thousandths, engines that round them shift the following text by a few hundredths of a point, although it is
 * meant to stay: it may look slightly different.
 */
export function inexactRest(page: PageText, glyphs: readonly PlacedGlyph[]): PlacedGlyph[] {
  const [first] = glyphs.toSorted((one, two) => one.eventIndex - two.eventIndex || one.indexInEvent - two.indexInEvent);
  const isWhole = ({ shown }: PlacedGlyph) => Math.abs(shown.glyph.width * 1000 - Math.round(shown.glyph.width * 1000)) < 1e-6;
  if (!first || page.glyphs.every((glyph) => glyph.event.font !== first.event.font || isWhole(glyph))) return [];
  const flows = new Set(glyphs.map(({ event }) => event.flow));
  return page.glyphs.filter(({ event, eventIndex, indexInEvent }) => {
    if (event.source !== first.event.source || !flows.has(event.flow)) return false;
    return eventIndex > first.eventIndex || (eventIndex === first.eventIndex && indexInEvent > first.indexInEvent);
  });
}
