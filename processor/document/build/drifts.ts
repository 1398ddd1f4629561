// Where the words of a page went when its Word document was laid out: a paragraph whose words are elsewhere broke its lines otherwise.

import { isJoining } from '../../pdf/draw/visual-order.ts';
import { contains, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { median } from './measures.ts';
import type { Word } from '../words/words.ts';

export interface WordDrift {
  /** In the source. */
  readonly box: ShownBox;
  /** It is on another line, or far from its place, or much wider than it. */
  readonly isAway: boolean;
  /** Its width against that in the source; 0 where it is not known. */
  readonly stretch: number;
}

/** By page index (0-based) of the source. */
export type Drifts = ReadonlyMap<number, readonly WordDrift[]>;

/** Letters: shorter words are found anywhere. */
const LETTERS_MIN = 3;
/** Ems: how far from its place a word is still in it. */
const AWAY_EM = { across: 0.45, along: 2 } as const;
/** Ems: the same word of another line. */
const NEAR_EM = 30;
/** Widths that differ more are not of the same word. Letters that join are always of another font, in which they may be much wider. */
const STRETCH = { from: 0.7, to: 1.4, joined: 1.9 } as const;
/** Letters that join are made narrower where they would be wider by more, also where all of them are in their places. */
const WIDER = 1.1;
/** By how much less a word is stretched than others of its text; what is even narrower is the same word elsewhere, in another font. */
const NARROWER_MAX = 0.08;
const SLACK = 1;
/** Share of the size by which it is rounded, at most: a word of another size is another word. */
const OTHER_SIZE = 0.08;

/** Ems: baselines of one line are not further apart, those of two are. */
const LINE_EM = 0.3;
/** Letters: shorter words stand in many lines. */
const PAIR_LETTERS_MIN = 2;
/** Ems: words that follow each other on a line. */
const FOLLOWS_EM = 1;

/** Whether a line ends elsewhere than in the source, or within a number: words that follow each other on one line are on two. Both in the order of the page. */
export function breaksElsewhere(source: readonly Word[], result: readonly Word[]): boolean {
  const byText = Map.groupBy(result, ({ text }) => text);
  if (losesFigures(source, byText)) return true;
  // The nearest in height: text that flows may be lower or higher, but keeps its column.
  const lineOf = ({ text, y, box }: Word) => {
    const found = byText.get(text)?.filter((other) => Math.abs(other.box.left - box.left) < AWAY_EM.along * other.style.size) ?? [];
    return found.toSorted((one, other) => Math.abs(one.y - y) - Math.abs(other.y - y))[0]?.y;
  };
  return source.some((word, at) => {
    const next = source[at + 1];
    if (!next || !isLevel(word) || !isLevel(next) || Math.min(word.text.length, next.text.length) < PAIR_LETTERS_MIN) return false;
    const { size } = word.style;
    const gap = next.box.left - word.box.right;
    if (Math.abs(next.y - word.y) > size * LINE_EM || gap < 0 || gap > size * FOLLOWS_EM) return false;
    const [one, two] = [lineOf(word), byText.get(next.text)];
    if (one === undefined || !two) return false;
    return !two.some(({ y }) => Math.abs(y - one) < size * LINE_EM);
  });
}

/** Digits: shorter numbers count items and pages. */
const FIGURE = /\d[\d.,]{2,}/;

/** A number is parted, or not seen. @param result words by their text */
function losesFigures(source: readonly Word[], result: ReadonlyMap<string, readonly Word[]>): boolean {
  const figures = Map.groupBy(
    source.filter((word) => isLevel(word) && FIGURE.test(word.text)),
    ({ text }) => text,
  );
  return [...figures].some(([text, own]) => (result.get(text)?.length ?? 0) < own.length);
}

function isLevel({ style, hyphen }: Word): boolean {
  return style.angle === 0 && !hyphen;
}

/** @param source words of a page @param result words of the same page, laid out */
export function findDrifts(source: readonly Word[], result: readonly Word[]): WordDrift[] {
  const byText = Map.groupBy(result, ({ text }) => text);
  return source.flatMap((word): WordDrift[] => {
    const { box, y, text, style } = word;
    if (text.length < LETTERS_MIN || style.angle !== 0 || word.hyphen) return [];
    const distance = (other: Word) => Math.hypot(other.y - y, other.box.left - box.left);
    const alike = byText.get(text)?.filter((other) => Math.abs(other.style.size - style.size) < style.size * OTHER_SIZE) ?? [];
    const nearest = alike.toSorted((one, other) => distance(one) - distance(other))[0];
    // What is printed over others is not found.
    if (!nearest || distance(nearest) > style.size * NEAR_EM) return [{ box, isAway: true, stretch: 0 }];
    const [width, drawn] = [box.right - box.left, nearest.box.right - nearest.box.left];
    const isAway =
      Math.abs(nearest.y - y) > style.size * AWAY_EM.across || Math.abs(nearest.box.left - box.left) > style.size * AWAY_EM.along;
    if (width <= 0) return [];
    const [stretch, isJoined] = [drawn / width, isJoining(text)];
    const isKnown = stretch > STRETCH.from && stretch < (isJoined ? STRETCH.joined : STRETCH.to);
    return [{ box, isAway: isAway || (isJoined && isKnown && stretch > WIDER), stretch: isKnown ? stretch : 0 }];
  });
}

/** How much wider a word was drawn than in the source. @param box in the source */
export type Stretch = (box: ShownBox) => number;

/** @returns of the words of a text; undefined where all of them are in their places */
export function stretchOf(drifts: readonly WordDrift[] = [], ink: ShownBox): Stretch | undefined {
  const own = drifts.filter(({ box }) => contains(ink, box, SLACK));
  if (!own.some(({ isAway }) => isAway)) return undefined;
  const known = own.filter(isKnown);
  const usualOf = (words: readonly WordDrift[]) => (words.length === 0 ? 1 : median(words.map(({ stretch }) => stretch)));
  // Where most of its own words are not found, those of the page tell more.
  const usual = known.length * 2 > own.length ? usualOf(known) : Math.max(usualOf(known), usualOf(drifts.filter(isKnown)));
  const byPlace = new Map(known.map(({ box, stretch }) => [keyOf(box), stretch]));
  return (box) => Math.max(byPlace.get(keyOf(box)) ?? usual, usual - NARROWER_MAX);
}

function isKnown({ stretch }: WordDrift): boolean {
  return stretch > 0;
}

function keyOf({ left, top }: ShownBox): string {
  return `${left} ${top}`;
}
