// Lines → paragraphs. A line ends a paragraph when the first word of the next would still have fitted on it, when the spacing, the look or
// the indent changes, or when the next line begins with a label.

import type { Sides } from '../../pdf/geometry/shown-box.ts';
import { isEastAsianMark, readLabel } from '../words/labels.ts';
import { LEADER_TARGET } from '../words/leader-target.ts';
import { type Line, SAME_SIZE_PT, textOfLine } from '../words/lines.ts';
import { scriptOf } from '../words/scripts.ts';
import type { DraftParagraph } from '../drafts.ts';

/** In ems: the range of distances that may be the leading of a paragraph. */
const LEADING_EM = { least: 0.8, most: 2.5 } as const;
/** The usual distance is the smallest that is not rare: the first quartile. */
const USUAL_SHARE = 0.25;
/** In ems, the distance of two lines where no other line shows it. */
const LEADING_EM_GUESS = 1.25;
const LEADING_EM_SINGLE = 1.2;
/** The usual distance is at most so many ems; one larger by this factor and a point ends a paragraph. */
const LEADING_EM_MAX = 1.9;
const STEP_GROWTH_MAX = 1.18;
/** Share of the font size: lines that differ by more belong to two paragraphs. */
const OTHER_SIZE = 0.07;
/** In ems: labels of a list start at one place, within this. */
const LABEL_EDGE_EM = 0.6;
/** In ems, from a bullet to its text: for a sign that is always a bullet, and for one also typed in running text, in one piece with it or not. */
const BULLET_GAP_EM = { sign: 0.15, typed: 0.3, typedAsOne: 0.45 } as const;
/** Times the usual gap of the line: a wider gap is not a space between words. */
const WIDER_GAP = 1.3;
/** In ems, from a number to its text: more than a space; a shorter label does not need it. */
const LABEL_GAP_EM = 0.4;
const LABEL_CHARS_MAX = 4;
/** In ems: the widest space. */
const SPACE_EM_MAX = 0.5;
/** In ems: about a space, which a word needs besides its own width. */
const SPACE_EM = 0.25;
/** In ems: a line that falls short of its column by less ends at its side; for two lines, and for three or more. */
const AT_SIDE_EM = 0.3;
const AT_SIDE_OF_THREE_EM = 0.4;
/** In ems: starts of lines that differ by more are different; for two lines, and for three or more. */
const OTHER_START_EM = 0.6;
const OTHER_START_OF_THREE_EM = 0.3;
/** In ems: a line that starts further in is right-aligned or centred. */
const FAR_IN_EM = 3;
/** In ems: after a line that starts far in, less room counts as none. */
const NO_ROOM_EM = 0.5;
/** In ems: an East Asian character, without and with its mark. */
const CHARACTER_EM = 1.2;
const CHARACTER_AND_MARK_EM = 2;
/** A centred line keeps so many ems free on either side; the sides differ by at most this share. */
const CENTRED_EM_MIN = 0.8;
const CENTRED_TOLERANCE = 0.04;
/** Times the distance before it: a line further away does not show the alignment of the paragraph. */
const NEAR_STEP_MAX = 1.15;

/** Lines from top to bottom. `columnOf` gives the sides between which full lines would run, for consecutive lines. */
export function makeParagraphs(lines: readonly Line[], columnOf: (lines: readonly Line[]) => Sides): DraftParagraph[] {
  const paragraphs: DraftParagraph[] = [];
  const leading = leadings(lines);
  const indents = firstIndents(lines, columnOf);
  let open: Line[] = [];
  let spaceBefore = 0;
  for (const [index, line] of lines.entries()) {
    const last = open.at(-1);
    if (last && endsParagraph(open, line, lines[index + 1], columnOf([last, line]), { leading, indents })) {
      paragraphs.push({ lines: open, ...columnOf(open), spaceBefore });
      spaceBefore = Math.max(0, line.y - last.y - expectedStep(leading, line));
      open = [];
    }
    open.push(line);
  }
  if (open.length > 0) paragraphs.push({ lines: open, ...columnOf(open), spaceBefore });
  return paragraphs;
}

interface Habits {
  readonly leading: Leadings;
  readonly indents: ReadonlySet<number>;
}

type Leadings = ReadonlyMap<number, number>;

/** The usual distance of two baselines, by rounded size: the smallest that is not rare. */
function leadings(lines: readonly Line[]): Leadings {
  const steps = new Map<number, number[]>();
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (!next || Math.abs(next.size - line.size) > SAME_SIZE_PT) continue;
    const step = next.y - line.y;
    if (step < line.size * LEADING_EM.least || step > line.size * LEADING_EM.most) continue;
    const key = Math.round(line.size);
    steps.set(key, [...(steps.get(key) ?? []), step]);
  }
  return new Map(
    [...steps].map(([size, all]) => {
      const sorted = all.toSorted((a, b) => a - b);
      return [size, sorted[Math.floor(sorted.length * USUAL_SHARE)] ?? size * LEADING_EM_SINGLE];
    }),
  );
}

function expectedStep(leading: Leadings, line: Line): number {
  return leading.get(Math.round(line.size)) ?? line.size * LEADING_EM_GUESS;
}

/** Points (rounded) from the side of the column to the first lines of paragraphs here, whose other lines start at the side. */
function firstIndents(lines: readonly Line[], columnOf: (lines: readonly Line[]) => Sides): ReadonlySet<number> {
  const begins = new Map<number, number>();
  const repeats = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    // Below a label, hanging text does not begin a paragraph.
    if (
      !next ||
      hasLabelText(line) ||
      hasLabelText(next) ||
      line.rtl !== next.rtl ||
      Math.abs(line.size - next.size) > SAME_SIZE_PT ||
      next.y - line.y > line.size * 2
    )
      continue;
    const column = columnOf([line, next]);
    const [one, two] = [indentOf(line, column), indentOf(next, column)];
    if (one < line.size * INDENT_EM || isCentred(line, column)) continue;
    if (two < 2) begins.set(Math.round(one), (begins.get(Math.round(one)) ?? 0) + 1);
    else if (Math.abs(one - two) < 1 && !wouldHaveFitted(line, next, column))
      repeats.set(Math.round(one), (repeats.get(Math.round(one)) ?? 0) + 1);
  }
  return new Set([...begins].flatMap(([indent, count]) => (count >= 2 && count > (repeats.get(indent) ?? 0) ? [indent] : [])));
}

function indentOf(line: Line, column: Sides): number {
  return line.rtl ? column.right - line.box.right : line.box.left - column.left;
}

/** @param open its lines so far */
function endsParagraph(open: readonly Line[], next: Line, after: Line | undefined, column: Sides, { leading, indents }: Habits): boolean {
  const last = open.at(-1);
  if (!last) return false;
  const size = Math.max(last.size, next.size);
  if (Math.abs(last.size - next.size) > size * OTHER_SIZE) return true;
  const step = next.y - last.y;
  const usual = Math.min(expectedStep(leading, next), size * LEADING_EM_MAX);
  if (step > usual * STEP_GROWTH_MAX + 1 || step < 0) return true;
  if (startsWithLabel(next) || startsWithMark(next) || countsOn(open[0], next)) return true;
  if (leadsToPage(last) || isOrnament(last) || isOrnament(next)) return true;
  if (isWhollyBold(last) && !startsBold(next) && /^[^\p{Ll}]/u.test(next.words[0]?.text ?? '')) return true;
  if (indents.has(Math.round(indentOf(next, column))) && !open.some(hasLabelText)) return true;
  if (next.segments.length > 1 || last.segments.length > 1) return true;
  if (next.rtl !== last.rtl) return true;
  if (wouldHaveFitted(last, next, column) && !hangs(open, next, column)) return true;
  return (
    !areCentred(last, next, column) && !areSetRight([...open.slice(-2), next, after], column) && indentChanges(open, last, next, after)
  );
}

/** In ems: lines below a label's text start where it does. */
const HANGS_EM = 0.35;
/** Share of the column: a line that falls short by more ends its paragraph. */
const HANGS_SHORT_MAX = 0.25;

/** The last line nearly fills its column, and the next starts below the text of the label, not below the label. */
function hangs([first, ...more]: readonly Line[], next: Line, column: Sides): boolean {
  const [label, text] = first?.words ?? [];
  const last = more.at(-1) ?? first;
  if (!first || !last || !label || !text || next.rtl || !startsWithLabel(first) || readLabel(label.text)?.kind !== 'bullet') return false;
  if (text.box.left - label.box.left < first.size * OTHER_START_EM) return false;
  return (
    Math.abs(next.box.left - text.box.left) < first.size * HANGS_EM &&
    freeSpace(last, column) < (column.right - text.box.left) * HANGS_SHORT_MAX
  );
}

/** A line of nothing but one sign parts what is above it from what is below it. */
function isOrnament({ words }: Line): boolean {
  return /^([^\p{L}\p{N}\s])\1{4,}$/u.test(words.map(({ text }) => text).join(''));
}

/** A line of a table of contents. */
function leadsToPage(line: Line): boolean {
  const last = line.words.at(-1)?.text ?? '';
  // Most lines end in a word.
  return /(?:^|[.\u2026\u00b7])[\divxlcdmA-Z-]{1,7}$/i.test(last) && LEADER_TARGET.test(textOfLine(line));
}

function isWhollyBold({ words }: Line): boolean {
  return words.every(({ style }) => style.bold);
}

function startsBold({ words: [first] }: Line): boolean {
  return first?.style.bold ?? false;
}

/** The number after that of the paragraph's first line, below it: 2. under 1., typed or not. */
function countsOn(first: Line | undefined, next: Line): boolean {
  const [one, two] = [first?.words[0], next.words[0]];
  const [last, label] = [one && readLabel(one.text), two && readLabel(two.text)];
  if (!one || !two || !last || !label || next.words.length < 2 || last.pattern !== label.pattern) return false;
  const edge = next.rtl ? one.box.right - two.box.right : one.box.left - two.box.left;
  if (label.kind === 'bullet') return Math.abs(edge) < 1 && /^[\p{Lu}\p{N}]/u.test(next.words[1]?.text ?? '');
  return Math.abs(edge) < Math.max(2, two.style.size * LABEL_EDGE_EM) && label.value === last.value + 1;
}

export function startsWithLabel(line: Line): boolean {
  const [first, second] = line.words;
  if (!first || !second) return first !== undefined && isEastAsianMark(first.text);
  const label = readLabel(first.text);
  if (!label) return isEastAsianMark(first.text);
  const gap = line.rtl ? first.box.left - second.box.right : second.box.left - first.box.right;
  const shared = first.object === second.object;
  // A number typed in front of its text is text: it was drawn with it, a word's space away.
  if (label.kind !== 'bullet' && ((shared && second.spaceTyped) || ((shared || second.spaceTyped) && gap < wordGap(line)))) return false;
  if (label.kind === 'bullet') {
    const isSign = !/[-*o\u2013\u2014\u00a7]/.test(label.text);
    const least = isSign ? BULLET_GAP_EM.sign : shared ? BULLET_GAP_EM.typedAsOne : BULLET_GAP_EM.typed;
    return gap > first.style.size * least && !(!isSign && shared && gap < usualGap(line) * WIDER_GAP);
  }
  // So is an amount of something (0.13 µm), which is no farther from it than words are; the title of a section begins large.
  if (label.path.length > 1 && /\d$/.test(label.text) && gap < usualGap(line) && !TITLE_START.test(second.text)) return false;
  // A number inside running text ("see 3.") is followed by an ordinary space.
  return gap > first.style.size * LABEL_GAP_EM || label.text.length <= LABEL_CHARS_MAX;
}

/** How wide a space can be on this line. */
function wordGap(line: Line): number {
  return Math.max((line.words[0]?.style.size ?? 10) * SPACE_EM_MAX, usualGap(line) * WIDER_GAP);
}

/** Whether or not its label is set apart from its text. */
function hasLabelText({ words: [first, second] }: Line): boolean {
  return first !== undefined && ((second !== undefined && readLabel(first.text) !== undefined) || isEastAsianMark(first.text));
}

/** Between the words after the first, at most an em: a justified line spreads all alike. */
export function usualGap({ words, rtl, size }: Line): number {
  const gaps = words.slice(2).map((word, index) => {
    const last = words[index + 1];
    return last ? (rtl ? last.box.left - word.box.right : word.box.left - last.box.right) : 0;
  });
  return Math.min(size, Math.max(0, ...gaps.slice(0, 3)));
}

/** The raised mark of a note. */
function startsWithMark(line: Line): boolean {
  const [first] = line.words;
  return (
    first !== undefined &&
    line.words.length > 1 &&
    scriptOf(first, line) === 'super' &&
    /^(?:\d{1,3}|[ivx]{1,5}|[a-z*\u2020\u2021])$/.test(first.text)
  );
}

/** Points by which a line may fall short of its column although nothing more fitted. */
const SLACK = 1.5;

function wouldHaveFitted(last: Line, next: Line, column: Sides): boolean {
  const word = firstUnit(next);
  const free = isSetRight(last, next, column) ? last.box.left - column.left : freeSpace(last, column);
  const wide = WIDE_START.test(next.words[0]?.text ?? '');
  return free > word + (wide ? 0 : last.size * SPACE_EM) + SLACK;
}

/** Both lines end at the right side and start at different places. */
function isSetRight(last: Line, next: Line, column: Sides): boolean {
  const atSide = (line: Line) => column.right - line.box.right < line.size * AT_SIDE_EM;
  return (
    !last.rtl &&
    atSide(last) &&
    atSide(next) &&
    Math.abs(last.box.left - next.box.left) > last.size * OTHER_START_EM &&
    last.box.left > column.left + last.size * FAR_IN_EM
  );
}

/** A word that begins large, not a unit (MPa, GHz). */
const TITLE_START = /^["\u00ab\u201c(]?\p{Lu}(?:\p{Ll}{3}|\p{Lu}{3})/u;

const WIDE_START = /^[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/;

/** What must go to the next line together: a word with all its pieces; one character where a script has no spaces. */
function firstUnit(line: Line): number {
  const [first, ...rest] = line.words;
  if (!first) return 0;
  let [left, right] = [first.box.left, first.box.right];
  // A mark that may not begin a line goes with it.
  if (WIDE_START.test(first.text))
    return (
      line.size *
      (/^.[\u3001\u3002\uff0c\uff0e\u300d\u300f\uff09\u30fc\u3041-\u3049\u3063\u3083-\u3087]/.test(first.text)
        ? CHARACTER_AND_MARK_EM
        : CHARACTER_EM)
    );
  for (const word of rest) {
    if (word.spaceBefore) break;
    left = Math.min(left, word.box.left);
    right = Math.max(right, word.box.right);
  }
  return right - left;
}

function freeSpace(line: Line, column: Sides): number {
  const before = line.box.left - column.left;
  const behind = column.right - line.box.right;
  if (isCentred(line, column)) return before + behind;
  if (line.rtl) return before;
  return behind < line.size * NO_ROOM_EM && before > line.size * FAR_IN_EM ? 0 : behind;
}

export function isCentred(line: Line, column: Sides): boolean {
  const before = line.box.left - column.left;
  const behind = column.right - line.box.right;
  return (
    Math.min(before, behind) > line.size * CENTRED_EM_MIN && Math.abs(before - behind) <= Math.max(2, CENTRED_TOLERANCE * (before + behind))
  );
}

function areCentred(last: Line, next: Line, column: Sides): boolean {
  const middle = ({ box }: Line) => (box.left + box.right) / 2;
  const centre = (column.left + column.right) / 2;
  return Math.abs(middle(last) - centre) < 3 && Math.abs(middle(next) - centre) < 3 && Math.abs(last.box.left - next.box.left) > 2;
}

/** Three lines that end at the right side and start at different places. */
function areSetRight(lines: readonly (Line | undefined)[], column: Sides): boolean {
  const some = lines.filter((line) => line !== undefined);
  if (some.length < 3 || some.some((line) => line.rtl || column.right - line.box.right > line.size * AT_SIDE_OF_THREE_EM)) return false;
  const starts = some.map(({ box }) => box.left);
  return starts.every((start, index) =>
    starts.every((other, at) => at === index || Math.abs(start - other) > (some[index]?.size ?? 10) * OTHER_START_OF_THREE_EM),
  );
}

const INDENT_EM = 0.75;

function indentChanges(open: readonly Line[], last: Line, next: Line, after: Line | undefined): boolean {
  const side = (line: Line) => (line.rtl ? -line.box.right : textLeft(line));
  const step = next.size * INDENT_EM;
  if (open.length >= 2) {
    const rest = open.slice(1).map(side);
    const usual = Math.min(...rest);
    return side(next) > usual + step || side(next) < usual - step;
  }
  // After one line: an indent is a hanging paragraph when the following line has it too, a new paragraph when it does not.
  if (side(next) <= side(last) + step || hasLabelText(last)) return false;
  if (!after || after.y - next.y > (next.y - last.y) * NEAR_STEP_MAX) return false;
  return side(after) < side(next) - step;
}

function textLeft(line: Line): number {
  return line.box.left;
}
