// Sets a paragraph again with new text in place of a match: in its own lines; then tighter, as far as a typesetter would; then with the free lines
// below; then with the new text a little smaller. Nothing is written here: the result says what moves where.

import { type Box, unite } from '../../geometry/box.ts';
import type { TextMatch } from '../find.ts';
import type { EncodedText, EncodeText } from '../new-text.ts';
import { type PageText, type PlacedGlyph, WORD_GAP_EMS } from '../page-text.ts';
import { type Insertion, textScale } from '../rewrite-text.ts';
import { breakLines, type Composition, type LineBreaks, type SetLine, type Setting } from './break-lines.ts';
import { dividedWords, type Hyphenation } from './hyphenation.ts';
import { GAP_EMS_MAX, isVisible, linesOfPage, type TextLine } from './lines.ts';
import type { Paragraph } from './paragraph.ts';
import { endsSentence, isLabelGap, median, sentenceFactor, spacesIn, usualGap } from './sentence-space.ts';
import { editedWords, type EditedWords, type Word, type WordPart } from './words.ts';

/** What it took to make the text fit. */
export type Fitting = 'as_it_is' | 'reflowed' | 'tightened' | 'free_room' | 'smaller';

export interface Reflow {
  readonly fitting: Fitting;
  /** Of the new text. */
  readonly scale: number;
  readonly insertions: readonly Insertion[];
  readonly encoded: readonly EncodedText[];
  readonly removed: readonly PlacedGlyph[];
  /** Along the baseline and upwards, in page space. */
  readonly shifts: ReadonlyMap<PlacedGlyph, number>;
  readonly rises: ReadonlyMap<PlacedGlyph, number>;
  /** All that may look different, line by line. */
  readonly boxes: readonly Box[];
  /** The words end on the lines on which they ended before. */
  readonly keepsBreaks: boolean;
  /** So many lines at the end of the paragraph are free now. */
  readonly emptied: number;
}

export interface ReflowRequest {
  readonly page: PageText;
  readonly paragraph: Paragraph;
  readonly match: TextMatch;
  /** In place of the match, with the rests of its ligatures. */
  readonly text: string;
  readonly encode: EncodeText;
  /** Undefined where words are not divided. */
  readonly hyphenation: Hyphenation | undefined;
  /** Free lines below the paragraph. */
  readonly roomBelow: number;
  /** The least size of the new text; 1 does not make it smaller. */
  readonly scaleMin: number;
  /** Only what needs nothing but other line breaks. */
  readonly isStrict: boolean;
}

/** Text is not made smaller than this share of its size. */
export const SCALE_MIN = 0.9;
/** Of justified lines, spaces may be so much narrower without being noticed; tightened ones, and how far letters move together (ems). */
const SPACE_MIN = { justified: 0.85, tightened: 0.8 } as const;
const TRACKING = -0.012;
const SCALE_STEP = 0.02;
/** Ems, where no space says it. */
const SPACE_EMS = 0.25;
/** How far strokes and anti-aliasing may change the surroundings of text: ems, and points. */
const INK_SLACK = { ems: 0.3, points: 1 } as const;
const [ASCENT, DESCENT] = [0.85, 0.3];

/** @returns how much is too long, in page space, where it does not fit in any way */
export function reflow(request: ReflowRequest): Reflow | { readonly excess: number } | 'glyph_missing' {
  const composed = compose(request);
  if (!composed) return 'glyph_missing';
  let excess = 0;
  for (const [fitting, setting] of settingsFor(request)) {
    const breaks = closestBreaks(request, composed, setting);
    if ('excess' in breaks) {
      excess = breaks.excess;
      continue;
    }
    const set = closer(request, setting, { composed, breaks });
    const placed = place(request, set.composed, set.breaks, setting);
    return placed ? { ...placed, fitting, scale: setting.scale } : 'glyph_missing';
  }
  return { excess };
}

/** Spaces wider than this, in usual ones, are worth a hyphen; and so much wider than with it. */
const LOOSE = { spaces: 1.5, gain: 1.15 } as const;

type Breaks = ReturnType<typeof breakLines>;

function isLoose(breaks: Breaks): boolean {
  return 'excess' in breaks || breaks.looseness > LOOSE.spaces;
}

function closestBreaks(request: ReflowRequest, composed: Composed, setting: Setting): Breaks {
  const whole = breakLines(composed.composition, setting);
  return isLoose(whole) ? (dividing(request, composed, setting, whole) ?? whole) : whole;
}

/** With new hyphens, where they make it fit or its loosest line better. */
function dividing(request: ReflowRequest, { composition, hyphen }: Composed, setting: Setting, whole: Breaks): Breaks | undefined {
  const { paragraph, hyphenation } = request;
  if (!hyphenation || !hyphen || paragraph.alignment !== 'justify') return undefined;
  const { event } = hyphen.like;
  const words = dividedWords(composition.words, hyphenation, (glyph) => isSetAs(glyph.event, event));
  const divided = breakLines({ ...composition, words }, setting);
  if ('excess' in divided) return undefined;
  return 'excess' in whole || whole.looseness > divided.looseness * LOOSE.gain ? divided : undefined;
}

interface SetBreaks {
  readonly composed: Composed;
  readonly breaks: LineBreaks;
}

/** So many lines above the edit are broken again, at most. */
const LINES_ABOVE = 6;

/** Where a line is looser than those of its paragraph were: broken again with the lines above it, as few as suffice. */
function closer(request: ReflowRequest, setting: Setting, set: SetBreaks): SetBreaks {
  const { paragraph } = request;
  const { composition, ownIndex } = set.composed;
  const most = Math.max(LOOSE.spaces, ...paragraph.lines.slice(0, -1).map((line) => meanGap(line) / composition.space));
  let best = set;
  if (paragraph.alignment !== 'justify') return best;
  for (let above = 0; above <= Math.min(ownIndex, LINES_ABOVE) && best.breaks.looseness > most; above++) {
    const composed = compose(request, ownIndex - above);
    const breaks = composed && closestBreaks(request, composed, setting);
    if (composed && breaks && !('excess' in breaks) && best.breaks.looseness > breaks.looseness * LOOSE.gain) best = { composed, breaks };
  }
  return best;
}

/** Between the words of a line. */
function meanGap({ glyphs }: TextLine): number {
  const gaps = wordGapsOf(glyphs);
  return gaps.length > 0 ? gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length : 0;
}

function isSetAs({ font, state }: PlacedGlyph['event'], { font: otherFont, state: other }: PlacedGlyph['event']): boolean {
  const same = (['fontSize', 'charSpacing', 'horizontalScale'] as const).every((key) => state[key] === other[key]);
  return font === otherFont && same;
}

function settingsFor({ paragraph, roomBelow, scaleMin, isStrict }: ReflowRequest): (readonly [Fitting, Setting])[] {
  const plain = { scale: 1, tracking: 0, spaceMin: paragraph.alignment === 'justify' ? SPACE_MIN.justified : 1, moreLines: 0 };
  if (isStrict) return [['reflowed', plain]];
  const tight = { ...plain, tracking: TRACKING, spaceMin: SPACE_MIN.tightened };
  const closer = { ...plain, tracking: TRACKING / 2, spaceMin: (SPACE_MIN.tightened + plain.spaceMin) / 2 };
  const settings: (readonly [Fitting, Setting])[] = [
    ['reflowed', plain],
    ['tightened', closer],
  ];
  // A line alone rather goes on below.
  if (paragraph.lines.length > 1) settings.push(['tightened', tight]);
  if (roomBelow > 0) settings.push(['free_room', { ...plain, moreLines: roomBelow }]);
  for (let scale = 1 - SCALE_STEP; scale >= scaleMin - 1e-6; scale -= SCALE_STEP)
    settings.push(['smaller', { ...tight, scale, moreLines: roomBelow }]);
  return settings;
}

interface Composed {
  readonly composition: Composition;
  /** Of the paragraph: the line that the match begins in. */
  readonly ownIndex: number;
  /** The line that the match begins in. */
  readonly ownLine: TextLine;
  readonly edited: EditedWords;
  readonly first: PlacedGlyph;
  /** Of new divisions, and the glyph whose font and size it has; undefined where it cannot be written in it. */
  readonly hyphen: { readonly text: string; readonly like: PlacedGlyph } | undefined;
}

/** @param from the line from which on lines are broken again, whatever they hold; otherwise those that can keep their words do */
function compose({ page, paragraph, match, text, encode, hyphenation }: ReflowRequest, from?: number): Composed | undefined {
  const [first] = match.glyphs;
  const own = paragraph.lines.findIndex((line) => first && line.glyphs.includes(first));
  const ownLine = paragraph.lines[own];
  if (!first || !ownLine) return undefined;
  // The line before may take words that a line begins with.
  const isAtStart = ownLine.glyphs.find(isVisible) === first;
  const firstLine = from ?? (isAtStart && paragraph.alignment === 'justify' ? Math.max(0, own - 1) : own);
  const edited = editedWords(page, paragraph.lines.slice(firstLine), match, text);
  const scale = textScale(first.event);
  const { fontSize } = first.event.state;
  const textWidth = (part: string, setting: Setting) =>
    (encode(part, fontSize * setting.scale, 0, (setting.tracking * first.size) / scale)?.advance ?? NaN) * scale;
  if (edited.words.some(({ parts }) => parts.some((part) => part.kind === 'text' && Number.isNaN(textWidth(part.text, PLAIN)))))
    return undefined;
  const inOwnFont = hyphenation && encode(hyphenation.hyphen, fontSize);
  const hyphen =
    inOwnFont?.missing.length === 0 && inOwnFont.fonts.length === 0 ? { text: hyphenation?.hyphen ?? '-', like: first } : undefined;
  const composition: Composition = {
    paragraph,
    firstLine,
    words: edited.words,
    ...spacesOf(paragraph, first.size),
    size: first.size,
    runsOn: runsOn(paragraph),
    keepsLines: from === undefined,
    widthOf(word, setting, withHyphen) {
      const width = word.parts.reduce(
        (sum, part) =>
          sum + (part.kind === 'text' ? textWidth(part.text, setting) : part.end - part.start + trackingOf(part, setting, first.size)),
        0,
      );
      if (word.isDivision && withHyphen) return width + textWidth(hyphen?.text ?? '', setting);
      return word.hyphen && !withHyphen ? width - (word.hyphen.end - word.hyphen.start) : width;
    },
    spacesAfter: spacesAfterWords(page, paragraph.lines.slice(firstLine), match),
    fixedAfter: labelGaps(page, paragraph.lines.slice(firstLine), match),
    keepsHyphen: (word, next) => page.text.includes(`${lastLetters(word)}-${firstLetters(next)}`),
  };
  return { composition, ownIndex: own, ownLine, edited, first, hyphen };
}

/** Ems by which a full line may end before its measure. */
const FULL_EMS = 0.3;

function runsOn({ lines, alignment, end }: Paragraph): boolean {
  const last = lines.at(-1);
  const sign = last?.glyphs.findLast(isVisible)?.shown.glyph.unicode ?? '';
  return alignment === 'justify' && last !== undefined && Math.abs(last.end - end) < last.size * FULL_EMS && !/[.!?:;…"”»)\]]$/u.test(sign);
}

/** Less than this share of a space is kerning. */
const WIDER = 1.2;
/** Spaces between a heading in the line and its text, at most. */
const WIDEST = 5;

/** As the two words had it between them, otherwise as the page has it after sentences. */
function spacesAfterWords(page: PageText, lines: readonly TextLine[], { glyphs }: TextMatch): Composition['spacesAfter'] {
  const [begin] = glyphs;
  const factor = sentenceFactor(page, begin?.size ?? 0);
  const usual = lines.map((line) => usualGap(page, line));
  return (word, next) => {
    const [gap, was] = [usual[word.line], gapBefore(word, next, begin)];
    if (was !== undefined && gap !== undefined) {
      const spaces = was.width / gap;
      if (spaces < WIDER) return 1;
      if (spaces < WIDEST) return spaces;
    }
    return factor !== 1 && endsSentence(lettersOf(word), lettersOf(next)) ? factor : 1;
  };
}

interface GapBefore {
  readonly width: number;
  readonly last: PlacedGlyph;
  readonly next: PlacedGlyph;
}

/** Between two words that stood side by side. New text begins where the old did, also after a wider gap: a heading in the line. */
function gapBefore(word: Word, next: Word, begin: PlacedGlyph | undefined): GapBefore | undefined {
  const [last, first] = [word.parts.at(-1), next.parts[0]];
  if (last?.kind !== 'glyphs' || word.line !== next.line) return undefined;
  const glyph = first?.kind === 'glyphs' ? first.glyphs[0] : begin;
  const end = last.glyphs.at(-1);
  if (!glyph || !end || (first?.kind === 'glyphs' && next.isEdited)) return undefined;
  return { width: glyph.start - last.end, last: end, next: glyph };
}

function labelGaps(page: PageText, lines: readonly TextLine[], { glyphs: [begin] }: TextMatch): Composition['fixedAfter'] {
  const usual = lines.map((line) => usualGap(page, line));
  return (word, next) => {
    const was = gapBefore(word, next, begin);
    return was && isLabelGap(was.last, was.next, was.width, usual[word.line] ?? 0) ? was.width : undefined;
  };
}

function lettersOf({ parts }: Pick<Word, 'parts'>): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : part.glyphs.map(({ shown }) => shown.glyph.unicode).join(''))).join('');
}

const PLAIN: Setting = { scale: 1, tracking: 0, spaceMin: 1, moreLines: 0 };

function trackingOf(part: WordPart, { tracking }: Setting, size: number): number {
  return part.kind === 'glyphs' ? part.glyphs.length * tracking * size : 0;
}

function lastLetters({ parts }: Word): string {
  const part = parts.at(-1);
  return part?.kind === 'glyphs'
    ? part.glyphs
        .slice(0, -1)
        .map(({ shown }) => shown.glyph.unicode)
        .join('')
    : '';
}

function firstLetters({ parts }: Word): string {
  const text = lettersOf({ parts: parts.slice(0, 1) });
  return /^[\p{L}\p{N}]*/u.exec(text)?.[0] ?? '';
}

/** The space of the font, where a glyph shows it, and the space that most words of the paragraph have between them. */
function spacesOf({ lines, alignment }: Paragraph, size: number): Pick<Composition, 'naturalSpace' | 'space' | 'widestSpace'> {
  const spaces = lines.flatMap((line) =>
    line.glyphs.filter(({ shown }) => shown.glyph.unicode === ' ').map(({ start, end }) => end - start),
  );
  const gaps = lines.flatMap((line) => wordGapsOf(line.glyphs));
  // One or two may be the wide gap behind a number.
  const few = gaps.length > 0 && Math.max(...gaps) < size * FEW_GAPS_EMS_MAX ? Math.min(...gaps) : undefined;
  const usual = gaps.length > 2 ? median(gaps) : few;
  const naturalSpace = spaces.length > 0 ? median(spaces) : Math.min(usual ?? Infinity, unstretchedGap(lines) ?? size * SPACE_EMS);
  const space = alignment === 'justify' ? Math.max(naturalSpace, usual ?? 0) : (usual ?? naturalSpace);
  return { naturalSpace, space, widestSpace: Math.max(space * STRETCH.spaces, size * STRETCH.ems, ...lines.slice(0, -1).map(evenGap)) };
}

function wordGapsOf(glyphs: readonly PlacedGlyph[]): number[] {
  const shown = glyphs.filter(isVisible);
  return shown.slice(1).flatMap((glyph, index) => {
    const gap = glyph.start - (shown[index]?.end ?? 0);
    return gap > glyph.size * WORD_GAP_EMS && gap < glyph.size * GAP_EMS_MAX ? [gap] : [];
  });
}

/** Ems: so wide the spaces of a heading are at most. */
const FEW_GAPS_EMS_MAX = 0.5;
/** Spaces of a justified line are not made wider than this, usual spaces and ems, unless the paragraph has a line with wider ones. */
const STRETCH = { spaces: 3.2, ems: 0.95 } as const;
const STRETCHED_EMS_MAX = 2.5;

/** Between the words of the last line, where it is shorter than the others by so many ems. */
const SHORT_EMS = 1;

function unstretchedGap(lines: readonly TextLine[]): number | undefined {
  const last = lines.at(-1);
  const end = Math.max(...lines.map((line) => line.end));
  const gap = last && lines.length > 1 && end - last.end > last.size * SHORT_EMS ? evenGap(last) : 0;
  return last && gap > last.size * WORD_GAP_EMS && gap < last.size * FEW_GAPS_EMS_MAX ? gap : undefined;
}

/** The narrowest gap between the words of a line, which its stretching has made; 0 where there is none. */
function evenGap({ glyphs }: TextLine): number {
  const shown = glyphs.filter(isVisible);
  const gaps = shown.slice(1).flatMap((glyph, index) => {
    const gap = glyph.start - (shown[index]?.end ?? 0);
    return gap > glyph.size * WORD_GAP_EMS ? [gap / glyph.size] : [];
  });
  const least = Math.min(...gaps);
  return gaps.length > 1 && least < STRETCHED_EMS_MAX ? least * (shown[0]?.size ?? 0) : 0;
}

type Placement = Omit<Reflow, 'fitting' | 'scale'>;

function place(request: ReflowRequest, composed: Composed, breaks: LineBreaks, setting: Setting): Placement | undefined {
  const { page, match } = request;
  const { composition, edited, first } = composed;
  const placer = new Placer(request, composed, setting);
  for (const line of breaks.lines) if (!placer.line(line)) return undefined;
  const removed = [...match.glyphs, ...edited.removed, ...breaks.removed];
  const changed = [...removed, ...placer.moved()];
  const slack = first.size * INK_SLACK.ems + INK_SLACK.points;
  return {
    insertions: placer.insertions,
    encoded: placer.encoded,
    removed,
    shifts: withRepeats(page, placer.shifts),
    rises: withRepeats(page, placer.rises),
    boxes: [...boxesOfLines(request.paragraph, changed, placer.boxes)].map((box) => grown(box, slack)),
    emptied: breaks.emptied,
    keepsBreaks: breaks.lines.every(({ index, words }) => words.every(({ word }) => word.line + composition.firstLine === index)),
  };
}

function withRepeats({ drawings }: PageText, moves: ReadonlyMap<PlacedGlyph, number>): ReadonlyMap<PlacedGlyph, number> {
  return new Map([...moves].flatMap(([glyph, by]) => [glyph, ...(drawings.get(glyph) ?? [])].map((one) => [one, by] as const)));
}

/** Less is not seen. Page space. */
const STILL = 0.01;

class Placer {
  readonly shifts = new Map<PlacedGlyph, number>();
  readonly rises = new Map<PlacedGlyph, number>();
  readonly insertions: Insertion[] = [];
  readonly encoded: EncodedText[] = [];
  /** By the index of the line. */
  readonly boxes = new Map<number, Box>();
  private readonly request: ReflowRequest;
  private readonly composed: Composed;
  private readonly setting: Setting;

  constructor(request: ReflowRequest, composed: Composed, setting: Setting) {
    this.request = request;
    this.composed = composed;
    this.setting = setting;
  }

  moved(): PlacedGlyph[] {
    return [...this.shifts.keys(), ...this.rises.keys()];
  }

  /** @returns false where a text cannot be written */
  line({ index, words }: SetLine): boolean {
    const baseline = baselineOf(this.request.paragraph, index);
    let [text, textStart, textEnd]: [string, number, number] = ['', 0, 0];
    const flush = () => {
      const isWritten = text === '' || this.write(text, textStart, textEnd, baseline);
      text = '';
      return isWritten;
    };
    const edges: number[] = [];
    for (const [at, { word, start, width }] of words.entries()) {
      let x = start;
      for (const part of word.parts) {
        const end = x + this.widthOf(part);
        if (part.kind === 'text') {
          // Letters of a script without spaces that stand apart are written one by one.
          const isStretched = x > textEnd + STILL && words[at - 1]?.word.isSpaced === false;
          if (isStretched && !flush()) return false;
          if (text === '') textStart = x;
          text += `${text !== '' && x > textEnd + STILL ? ' ' : ''}${part.text}`;
          textEnd = end;
        } else {
          if (!flush()) return false;
          this.move(part.glyphs, x - part.start, baseline);
        }
        x = end;
      }
      this.moveSpaces(word, start + width, baseline);
      edges.push(start, start + width);
    }
    const last = words.at(-1);
    if (last?.word.isDivision) {
      const isNew = last.word.parts.at(-1)?.kind === 'text';
      if (isNew) [text, textEnd] = [text + (this.composed.hyphen?.text ?? ''), last.start + last.width];
      else if (!this.divide(last, baseline)) return false;
    }
    const isChanged = words.some(({ word }) => word.isEdited || this.isMoved(word));
    if (isChanged) this.boxes.set(index, boxOfLine(this.request.paragraph, [Math.min(...edges), Math.max(...edges)], baseline));
    return flush();
  }

  /** With a hyphen after its last glyph. */
  private divide({ word, start, width }: SetLine['words'][number], baseline: number): boolean {
    const { hyphen, first } = this.composed;
    const part = word.parts.at(-1);
    const at = part?.kind === 'glyphs' ? part.glyphs.at(-1) : undefined;
    if (!hyphen || !at) return false;
    const encoded = this.request.encode(hyphen.text, first.event.state.fontSize * this.setting.scale);
    if (!encoded) return false;
    const rise = baseline - (linesOfPage(this.request.page).of(at)?.baseline ?? baseline);
    this.encoded.push(encoded);
    const along = start + width - encoded.advance * textScale(first.event) - at.start;
    this.insertions.push({ at, pieces: encoded.pieces, before: '', after: '', shift: along, rise: Math.abs(rise) > STILL ? rise : 0 });
    return true;
  }

  private isMoved({ parts }: Word): boolean {
    return parts.some((part) => part.kind === 'glyphs' && part.glyphs.some((glyph) => this.shifts.has(glyph) || this.rises.has(glyph)));
  }

  private widthOf(part: WordPart): number {
    const { composition } = this.composed;
    const word: Word = { parts: [part], line: 0, isSpaced: false, spaces: [], hyphen: undefined, isEdited: false };
    return composition.widthOf(word, this.setting, true);
  }

  private move(glyphs: readonly PlacedGlyph[], shift: number, baseline: number): void {
    const { of } = linesOfPage(this.request.page);
    for (const [index, glyph] of glyphs.entries()) {
      const rise = baseline - (of(glyph)?.baseline ?? baseline);
      const by = shift + index * this.setting.tracking * this.composed.first.size;
      if (Math.abs(by) > STILL || Math.abs(rise) > STILL) this.shifts.set(glyph, by);
      if (Math.abs(rise) > STILL) this.rises.set(glyph, rise);
    }
  }

  private moveSpaces(word: Word, end: number, baseline: number): void {
    const [first] = word.spaces;
    if (first) this.move(word.spaces, end - first.start, baseline);
  }

  private write(text: string, start: number, end: number, baseline: number): boolean {
    const { first } = this.composed;
    const { encode } = this.request;
    const scale = textScale(first.event);
    const size = first.event.state.fontSize * this.setting.scale;
    const tracking = (this.setting.tracking * first.size) / scale;
    const plain = encode(text, size, 0, tracking);
    const spaces = spacesIn(text, sentenceFactor(this.request.page, first.size));
    const missing = plain && spaces > 0 ? ((end - start) / scale - plain.advance) / spaces : 0;
    const encoded = Math.abs(missing * scale) > STILL ? encode(text, size, missing, tracking) : plain;
    if (!encoded) return false;
    const rise = baseline - this.composed.ownLine.baseline;
    this.encoded.push(encoded);
    this.insertions.push({
      at: first,
      pieces: encoded.pieces,
      before: '',
      after: '',
      shift: start - first.start,
      rise: Math.abs(rise) > STILL ? rise : 0,
    });
    return true;
  }
}

function baselineOf({ lines, leading }: Paragraph, index: number): number {
  const line = lines[index];
  const last = lines.at(-1) as TextLine;
  return line ? line.baseline : last.baseline - leading * (index - lines.length + 1);
}

/** The box around a part of a line, as its text leans. */
function boxOfLine({ lines }: Paragraph, [start, end]: readonly [number, number], baseline: number): Box {
  const { angle, size } = lines[0] as TextLine;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [start, end].flatMap((along) =>
    [baseline - size * DESCENT, baseline + size * ASCENT].map((across): Box => {
      const [x, y] = [along * cos - across * sin, along * sin + across * cos];
      return [x, y, x, y];
    }),
  );
  return corners.reduce(unite);
}

/** For each line the places that changed glyphs had, with the part that it has now. */
function boxesOfLines({ lines }: Paragraph, changed: readonly PlacedGlyph[], now: ReadonlyMap<number, Box>): Box[] {
  const all = new Set(changed);
  const boxes = new Map(now);
  for (const [index, line] of lines.entries()) {
    const own = line.glyphs.filter((glyph) => all.has(glyph)).map(({ box }) => box);
    const is = now.get(index);
    if (own.length > 0) boxes.set(index, [...own, ...(is ? [is] : [])].reduce(unite));
  }
  return [...boxes.values()];
}

function grown([left, bottom, right, top]: Box, by: number): Box {
  return [left - by, bottom - by, right + by, top + by];
}
