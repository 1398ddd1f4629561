// Drafts of text → paragraphs of the model: runs, alignment, tabs, spacing, shading, link targets.

import { hasScriptGaps } from './script-gaps.ts';
import type { Sides } from '../../pdf/geometry/shown-box.ts';
import type { Fill } from '../../pdf/pdfium/page/page-content.ts';
import { type ListPlace, luminanceOf, type Paragraph, type PictureFile, type Run, type TabStop } from '../model.ts';
import { type Setting, settingOf } from './alignment.ts';
import type { Bookmarks } from './bookmarks.ts';
import type { Drifts } from './drifts.ts';
import { AT_EDGE, wordsOfNumber } from './hanging.ts';
import { boxesOfText } from './in-source.ts';
import { readLeader } from './leaders.ts';
import { toTwips } from './measures.ts';
import { readCode } from './read-code.ts';
import type { Headings, ListItem, ListReader } from '../structure/lists.ts';
import type { DraftBlock, DraftImage, DraftText } from '../drafts.ts';
import { fromStart } from '../words/from-start.ts';
import type { Line } from '../words/lines.ts';
import { familyOf, makeRuns, type RunContext, sizeOfRun } from './runs.ts';
import type { Placing } from './spacing.ts';

/** In ems, the line spacing where nothing else shows it. */
const LEADING_EM = 1.17;
/** In ems: a first line that ends closer to the margin is full. */
const FULL_EM = 0.25;
/** Share of the paragraphs of several lines: where more are justified, the text is. */
const JUSTIFIED_SHARE = 0.6;

interface ResolvedBookmarks extends Pick<Bookmarks, 'names'> {
  readonly at: Pick<ReadonlyMap<DraftText, readonly string[]>, 'get'>;
}

export interface BuildContext extends RunContext {
  readonly headings: Headings;
  readonly lists: Pick<ListReader, 'flow'>;
  /** Files of pictures, already made; a picture without one is left out. */
  readonly pictures: ReadonlyMap<DraftImage['image'], PictureFile>;
  readonly alternatives: ReadonlyMap<DraftImage['image'], string>;
  readonly imageLinks: ReadonlyMap<DraftImage['image'], string>;
  /** The columns of the blocks; indents count from their sides. */
  readonly columns: readonly Sides[];
  /** 0xRRGGBB: the colour behind the text, where it is not white. */
  readonly ground?: number;
  readonly bookmarks: ResolvedBookmarks;
  /** Fills behind text, by page index. */
  readonly fills: Pick<ReadonlyMap<number, readonly Fill[]>, 'get'>;
  readonly placings: ReadonlyMap<DraftBlock, Placing>;
  /** Where this document has enough lines to judge, its text is justified. */
  readonly justifies: boolean;
  /** Where words of pages that keep their places went when they were laid out. */
  readonly drifts?: Drifts;
  /** Letters in tables are as far apart as their fonts have them. */
  readonly plainCells?: boolean;
  /** Type of one width is not that of its text: what is set in it is code. */
  readonly hasCode: boolean;
}

export function sourceOf(draft: DraftText): DraftText {
  return draft.source ?? draft;
}

export function buildParagraph(draft: DraftText, context: BuildContext, found?: ListItem): Paragraph {
  // A tick box is content, not a list marker.
  const item = found && /[\u2610-\u2612\u25c9\u25cb]/.test(found.format.text) && isSymbol(draft) ? undefined : found;
  const setting = settingIn(draft, context);
  const rtl = isFromRight(draft);
  const heading = context.headings.get(sourceOf(draft));
  const inset = insetOf(draft, setting, context);
  const fill = fillBehind(draft, context);
  const shading = fill?.colour;
  const { runs, tabs } = textOf(draft, item?.labelWords ?? 0, inset.indentLeft - setting.indentLeft, context);
  const placing = context.placings.get(draft);
  const bookmarks = context.bookmarks.at.get(sourceOf(draft));
  const code = context.hasCode && heading === undefined ? readCode(draft.lines) : undefined;
  const base = {
    kind: 'paragraph' as const,
    boxes: boxesOfText(draft),
    ...(code ? { code } : {}),
    runs: shading === undefined && context.ground === undefined ? runs.map(darken) : runs,
    rtl,
    spaceBefore: placing?.before ?? 0,
    lineHeight: placing?.line ?? (draft.lines[0]?.size ?? 10) * LEADING_EM,
    ...(context.fits ? { exactLines: true } : {}),
    ...(hasScriptGaps(draft.lines) ? { scriptGaps: true } : {}),
    ...breakOf(placing),
    ...(tabs.length > 0 ? { tabs } : {}),
    ...(bookmarks ? { bookmarks } : {}),
    ...(shading === undefined ? {} : { shading }),
  };
  if (!item) {
    return { ...base, ...setting, ...inset, ...withinFill(draft, fill, inset, context), ...(heading === undefined ? {} : { heading }) };
  }
  const [line] = draft.lines;
  const text = line?.words[item.labelWords];
  const [labelEdge, textEdge] = rtl
    ? [draft.right + item.left, draft.right - (text?.box.right ?? 0)]
    : [item.left - draft.left, (text?.box.left ?? 0) - draft.left];
  const shift = inset.indentLeft - setting.indentLeft;
  const body = bodyEdge(draft, item, rtl) ?? textEdge;
  return {
    ...base,
    alignment: setting.alignment === 'justified' ? 'justified' : 'left',
    indentLeft: Math.max(0, body + shift),
    indentRight: 0,
    indentFirst: body === textEdge ? Math.min(0, labelEdge - textEdge) : labelEdge - body,
    ...(body === textEdge ? {} : { tabs: [{ at: textEdge + shift, right: false }, ...tabs] }),
    ...(heading === undefined ? {} : { heading }),
    list: {
      list: item.list,
      level: item.level,
      format: item.format,
      value: item.value,
      ...(isTight(line, item.labelWords, rtl) ? { tight: true } : {}),
      ...labelOf(draft, item, context),
    },
  };
}

function isFromRight({ lines }: DraftText): boolean {
  return lines.filter((line) => line.rtl).length * 2 > lines.length;
}

/** Points: lines of an item that begin by more before its text do so by intent. */
const BEFORE_TEXT = 2.5;

/** Of an item whose lines below do not start where its text does: where they start, from the left of its column. */
function bodyEdge({ lines: [first, ...others], left }: DraftText, item: ListItem, rtl: boolean): number | undefined {
  const edges = others.map(({ box }) => box.left);
  const [edge] = edges;
  const text = first?.words[item.labelWords]?.box.left ?? Infinity;
  const isHung = rtl || edge === undefined || (edge > item.left + AT_EDGE && edge > text - BEFORE_TEXT);
  return isHung || edges.some((one) => Math.abs(one - edge) > AT_EDGE) ? undefined : edge - left;
}

/** Ems: a gap that is none. */
const TIGHT_EM = 0.1;

function isTight(line: Line | undefined, labelWords: number, rtl: boolean): boolean {
  const [label, text] = [line?.words[labelWords - 1], line?.words[labelWords]];
  if (!line || !label || !text) return false;
  const gap = rtl ? label.box.left - text.box.right : text.box.left - label.box.right;
  return gap < line.size * TIGHT_EM;
}

/** Of symbol fonts. */
const PLAIN_BULLETS: ReadonlySet<string> = new Set(['\uf0b7', '\uf06e', '\uf0a7']);

function labelOf({ lines: [line] }: DraftText, { labelWords, format }: ListItem, { embedded }: BuildContext): Pick<ListPlace, 'label'> {
  const words = line?.words.slice(0, labelWords) ?? [];
  const [word] = words;
  if (!line || !word) return {};
  const { bold, italic, colour } = word.style;
  // Round and square ones are the plain ones in any font; the other signs are themselves where their font goes with the document.
  const isSign = !PLAIN_BULLETS.has(word.text) && embedded?.has(familyOf(word, embedded)) === true;
  const isOther = format.kind === 'bullet' && format.text !== word.text && !isSign;
  const text = isOther ? format.text : words.map((one) => one.text).join('');
  return { label: { text, family: isOther ? '' : familyOf(word, embedded), size: sizeOfRun(word, line), bold, italic, colour } };
}

/** Drawn by a form, or in a symbol font, as tick boxes are. */
function isSymbol({ lines }: DraftText): boolean {
  return /symbol|dingbat|wingding/i.test(lines[0]?.words[0]?.style.family ?? '');
}

/** Two lines do not show whether they are justified; the rest of the document does, but for its headings. */
export function settingIn(draft: DraftText, { justifies, headings }: Pick<BuildContext, 'justifies' | 'headings'>): Setting {
  const setting = settingOf(draft);
  const [first] = draft.lines;
  if (!justifies || setting.alignment !== 'left' || draft.lines.length !== 2 || !first || headings.get(sourceOf(draft)) !== undefined)
    return setting;
  const free = first.rtl ? first.box.left - draft.left : draft.right - first.box.right;
  return free < first.size * FULL_EM ? { ...setting, alignment: 'justified' } : setting;
}

/** Whether most paragraphs of several lines are justified. */
export class JustificationFinder {
  #long = 0;
  #justified = 0;

  add(draft: DraftText): void {
    if (draft.lines.length <= 2) return;
    this.#long++;
    if (settingOf(draft).alignment === 'justified') this.#justified++;
  }

  find(): boolean {
    return this.#justified > this.#long * JUSTIFIED_SHARE;
  }
}

export function breakOf(placing: Placing | undefined): Pick<Placing, 'breakBefore'> {
  return placing?.breakBefore === undefined ? {} : { breakBefore: placing.breakBefore };
}

/** Runs with their links resolved; a row of dots is a tab. */
function textOf(draft: DraftText, skip: number, inset: number, context: BuildContext): { runs: readonly Run[]; tabs: readonly TabStop[] } {
  const runs = makeRuns(draft.lines, context, skip).map((run) => resolveLink(run, context.bookmarks));
  const tabs = tabsOf(draft, skip, inset);
  const end = Math.max(...draft.lines.map(({ box }) => box.right)) - draft.left + inset;
  return readLeader(runs, tabs, end) ?? { runs, tabs };
}

/** Light text was on a background that is gone: on white it would be invisible. */
function darken(run: Run): Run {
  return luminanceOf(run.colour) > LIGHT && run.highlight === undefined ? { ...run, colour: 0 } : run;
}

const LIGHT = 225;

function resolveLink(run: Run, { names }: Pick<Bookmarks, 'names'>): Run {
  if (!run.link?.startsWith('#')) return run;
  const name = names.get(run.link);
  // The mark of a note links to its note.
  if (name !== undefined && run.footnote === undefined) return { ...run, link: `#${name}` };
  const { link: _, ...rest } = run;
  return rest;
}

/** The fill behind a whole paragraph: a note in a box, a title on a bar. */
function fillBehind({ box, pageIndex, lines }: DraftText, { fills }: BuildContext): Fill | undefined {
  if (lines.some((line) => line.pageIndex !== pageIndex)) return undefined;
  const behind = fills
    .get(pageIndex)
    ?.findLast(
      (fill) =>
        fill.opacity > 60 &&
        fill.box.left <= box.left + 2 &&
        fill.box.right >= box.right - 2 &&
        fill.box.top <= box.top + 3 &&
        fill.box.bottom >= box.bottom - 3,
    );
  return behind?.colour === WHITE ? undefined : behind;
}

/** The background ends where the fill ends. */
function withinFill(
  draft: DraftText,
  fill: Fill | undefined,
  { indentRight }: Pick<Setting, 'indentRight'>,
  context: BuildContext,
): Partial<Pick<Setting, 'indentRight'>> {
  const free = fill ? columnAt(draft.left, context).right - fill.box.right : 0;
  return free > indentRight + 4 ? { indentRight: Math.round(free) } : {};
}

const WHITE = 0xffffff;

/** Share of its column: what is wider and ends at its side was not set to it. */
const SET_RIGHT_SHARE = 0.6;

/** @param inset from the surrounding column to the paragraph's own */
function tabsOf(draft: DraftText, skip: number, inset: number): NonNullable<Paragraph['tabs']> {
  const lines = draft.lines.map(fromStart);
  // Stops count from where lines begin.
  const [left, right] = isFromRight(draft) ? [-draft.right, -draft.left] : [draft.left, draft.right];
  const number = skip === 0 ? wordsOfNumber(draft.lines) : 0;
  const text = number > 0 ? lines[0]?.words[number] : undefined;
  if (text) return [{ at: text.box.left - left + inset, right: false }];
  const line = lines.find(({ segments }) => segments.length > 1);
  return (line?.segments.slice(1) ?? []).map(({ box }) => {
    const toRight = right - box.right < 6 && box.left > left && box.right - box.left < (right - left) * SET_RIGHT_SHARE;
    return { at: Math.max(0, (toRight ? right : box.left) - left) + inset, right: toRight };
  });
}

/** The column that starts last before a place. */
export function columnAt(x: number, { columns }: BuildContext): Sides {
  const before = columns.filter(({ left }) => left <= x + 6).toSorted((a, b) => b.left - a.left);
  return before[0] ?? columns[0] ?? { left: x, right: x };
}

/** How far a paragraph is indented because its own column is narrower than the surrounding one. */
function insetOf(draft: DraftText, setting: Setting, context: BuildContext): Pick<Setting, 'indentLeft' | 'indentRight'> {
  const column = columnAt(draft.left, context);
  const rtl = isFromRight(draft);
  const far = (points: number) => (points > 4 ? toTwips(points) : 0);
  const [before, behind] = [far(draft.left - column.left), far(column.right - draft.right)];
  const isSet = setting.alignment !== 'left' || draft.lines.length > 2;
  const [start, end] = rtl ? [behind, before] : [before, behind];
  return { indentLeft: setting.indentLeft + start, indentRight: setting.indentRight + (isSet ? end : 0) };
}
