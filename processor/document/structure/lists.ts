// Lists: which paragraphs are items, at which level, of which list. A number makes an item only when it continues a count or hangs.

import type { ListPlace } from '../model.ts';
import { isBareNumber, type Label, readLabel } from '../words/labels.ts';
import type { Line } from '../words/lines.ts';
import { startsWithLabel, usualGap } from './paragraphs.ts';
import type { DraftText } from '../drafts.ts';

/** In ems: a line hangs when it starts within this of the text and by more beyond the label; a label's tab is at least as wide. */
const HANGING_EM = 0.5;
/** In ems: a wider gap is no space. */
const SPACE_EM_MAX = 0.45;
/** Times the gaps of its line. */
const WIDER_GAP = 1.2;
/** In ems: typed labels further in are indented. */
const SET_IN_EM = 0.8;

export interface ListItem extends ListPlace {
  /** How many words of the first line are the label. */
  readonly labelWords: number;
  /** Points: the start of the label. */
  readonly left: number;
}

interface Found {
  readonly block: DraftText;
  readonly label: Label;
  readonly x: number;
  /** Its second line starts under the text of the first. */
  readonly hangs: boolean;
  /** Its second line starts elsewhere. */
  readonly returns: boolean;
  /** The label is followed by a space as any other word is. */
  readonly typed: boolean;
}

interface OpenLevel {
  readonly x: number;
  label: Label;
  list: number;
}

const SAME_X = 4;

/** The levels (1–6) of the texts that are headings. */
export type Headings = Pick<ReadonlyMap<DraftText, number>, 'get' | 'has'>;

/** Consecutive paragraphs of one container, read in parts. */
export interface ListFlow {
  /** @param following what comes after them, as far as it is known: LOOK_AHEAD paragraphs are enough */
  read(blocks: readonly DraftText[], following: readonly DraftText[]): ReadonlyMap<DraftText, ListItem>;
}

/** How many paragraphs before and after one are looked at. */
export const LOOK_AHEAD = 12;

export class ListReader {
  #lists: number;
  /** By list and level. */
  readonly #signs = new Map<string, string>();

  /** @param taken numbers of lists up to this one are in use */
  constructor(taken = 0) {
    this.#lists = taken;
  }

  /** A heading among the paragraphs ends the lists before it. */
  flow(headings: Headings): ListFlow {
    const open: OpenLevel[] = [];
    let before: readonly (Found | undefined)[] = [];
    return {
      read: (blocks, following) => {
        const own = blocks.map((block) => findLabel(block, headings.has(block)));
        const all = [...before, ...own, ...following.map((block) => findLabel(block, headings.has(block)))];
        const items = new Map<DraftText, ListItem>();
        for (const [index, block] of blocks.entries()) {
          const isHeading = headings.has(block);
          if (isHeading) open.length = 0;
          const one = own[index];
          if (one && (isHeading || isItem(one, before.length + index, all))) items.set(block, this.#read(one, open));
        }
        before = [...before, ...own].slice(-LOOK_AHEAD);
        return items;
      },
    };
  }

  #read({ label: read, x }: Found, open: OpenLevel[]): ListItem {
    const label = asSequence(read, open, x);
    const level = this.#place(label, x, open);
    return {
      list: open[level]?.list ?? this.#lists,
      level: Math.min(8, level),
      format: { kind: label.kind, text: label.pattern },
      value: label.value,
      labelWords: 1,
      left: x,
    };
  }

  /** Opens, continues or closes levels; returns the level of the item. */
  #place(label: Label, x: number, open: OpenLevel[]): number {
    while (open.length > 1 && x < (open.at(-1)?.x ?? 0) - SAME_X) open.pop();
    const last = open.at(-1);
    if (!last || x > last.x + SAME_X) {
      // A level inside goes with the list around it, unless that has other labels there.
      const around = last && this.#mayHold(last.list, open.length, signOf(label)) ? last.list : ++this.#lists;
      open.push({ x, label, list: around });
      return open.length - 1;
    }
    const goesOn = signOf(label) === signOf(last.label) && (label.kind === 'bullet' || label.value === last.label.value + 1);
    if (!goesOn) last.list = ++this.#lists;
    last.label = label;
    return open.length - 1;
  }

  #mayHold(list: number, level: number, sign: string): boolean {
    const key = `${list} ${level}`;
    const known = this.#signs.get(key);
    if (known === undefined) this.#signs.set(key, sign);
    return known === undefined || known === sign;
  }
}

/** What its level looks like. */
function signOf({ kind, pattern, text }: Label): string {
  return `${kind} ${kind === 'bullet' ? text : pattern}`;
}

function findLabel(block: DraftText, isHeading: boolean): Found | undefined {
  const [line, second] = block.lines;
  const [first, text] = line?.words ?? [];
  if (!line || !first || !text) return undefined;
  const typed = !startsWithLabel(line);
  const label = readLabel(first.text) ?? (isHeading ? bareNumberOf(line) : undefined);
  if (!label || (typed && isHeading && label.pattern !== BARE)) return undefined;
  const edge = line.rtl ? -first.box.right : first.box.left;
  const textEdge = line.rtl ? -text.box.right : text.box.left;
  const secondEdge = second === undefined ? undefined : line.rtl ? -second.box.right : second.box.left;
  const hangs =
    secondEdge !== undefined && Math.abs(secondEdge - textEdge) < line.size * HANGING_EM && secondEdge > edge + line.size * HANGING_EM;
  return { block, label, x: edge, hangs, returns: secondEdge !== undefined && !hangs, typed };
}

const BARE = '%1';

/** 1 or 12 with a tab after it: a label only where the line is known to be counted. */
export function bareNumberOf({ words: [first, text], rtl }: Line): Label | undefined {
  if (!first || !text || !isBareNumber(first.text) || first.object === text.object) return undefined;
  const gap = rtl ? first.box.left - text.box.right : text.box.left - first.box.right;
  if (gap < first.style.size * HANGING_EM) return undefined;
  return { kind: 'decimal', pattern: BARE, value: Number(first.text), path: [Number(first.text)], text: first.text };
}

/** Dashes and letters start sentences too: they need a neighbour or a hanging line. */
function isItem(one: Found, index: number, all: readonly (Found | undefined)[]): boolean {
  const near = all
    .slice(Math.max(0, index - LOOK_AHEAD), index + LOOK_AHEAD + 1)
    .filter((other): other is Found => other !== undefined && other !== one);
  const siblings = near.filter((other) => follows(one.label, other.label) || follows(other.label, one.label));
  if (one.typed) return isDrawnApart(one) && (one.hangs || (!one.returns && isSetIn(one, siblings)));
  // Typed bullets are text when the next lines continue below them.
  if (one.label.kind === 'bullet' && one.returns && !isTabbed(one) && !siblings.some(({ hangs }) => hangs)) return false;
  if (one.label.kind === 'bullet' && !one.hangs && !isDrawnApart(one) && siblings.some(({ returns }) => returns)) return false;
  // So are numbers and letters with a space after them.
  if (one.label.kind !== 'bullet' && !one.hangs && isSpaced(one) && (one.returns || siblings.some(({ returns }) => returns))) return false;
  const clear = one.label.path.length > 1 || (one.label.kind === 'bullet' && !/^[-*o\u2013\u2014]$/.test(one.label.text));
  return clear || one.hangs || siblings.length > 0;
}

/** A program that counts draws the number separately; a typed number is the beginning of the text. */
function isDrawnApart({ block }: Found): boolean {
  const [first, second] = block.lines[0]?.words ?? [];
  return first?.object !== second?.object;
}

/** No space is this wide. */
const TAB_EM = 1;

function isTabbed(one: Found): boolean {
  return gapOf(one) > TAB_EM;
}

/** Ems between the label and its text. */
function gapOf({ block }: Found): number {
  const [line] = block.lines;
  const [first, text] = line?.words ?? [];
  if (!line || !first || !text) return 0;
  return (line.rtl ? first.box.left - text.box.right : text.box.left - first.box.right) / line.size;
}

/** By a space that is typed, or is as wide as one. */
function isSpaced(one: Found): boolean {
  const [line] = one.block.lines;
  return line?.words[1]?.spaceTyped === true || gapOf(one) < Math.max(SPACE_EM_MAX, line ? (usualGap(line) / line.size) * WIDER_GAP : 0);
}

/** A typed label makes an item where others of its list hang, or all are indented against the text around them. */
function isSetIn(one: Found, siblings: readonly Found[]): boolean {
  const beside = siblings.filter((other) => other.typed && Math.abs(other.x - one.x) <= SAME_X);
  if (beside.length === 0 || beside.some(({ returns }) => returns)) return false;
  const [line] = one.block.lines;
  const indent = line?.rtl ? one.block.right + one.x : one.x - one.block.left;
  return beside.some(({ hangs }) => hangs) || indent > (line?.size ?? 10) * SET_IN_EM;
}

function follows(one: Label, two: Label): boolean {
  if (one.pattern !== two.pattern) return false;
  if (one.kind === 'bullet' || two.kind === 'bullet') return one.kind === two.kind;
  const values = ({ value, roman }: Label) => (roman === undefined ? [value] : [value, roman]);
  return values(one).some((value) => values(two).includes(value + 1));
}

/** i, v and x are letters or Roman numbers: the reading that continues the open list counts; a first `i` is Roman. */
function asSequence(label: Label, open: readonly OpenLevel[], x: number): Label {
  if (label.roman === undefined) return label;
  const asRoman: Label = {
    ...label,
    kind: label.kind === 'upperLetter' ? 'upperRoman' : 'lowerRoman',
    value: label.roman,
    path: [label.roman],
  };
  const at = open.findLast((level) => Math.abs(level.x - x) <= SAME_X * 3);
  if (at && at.label.kind === label.kind && at.label.value + 1 === label.value) return label;
  if (at && at.label.kind === asRoman.kind) return asRoman;
  return label.roman === 1 ? asRoman : label;
}
