// Lines of a page, and whether they belong to words: an underline and a strike begin and end with them, a rule of a table does not.

import type { ShownBox } from '../../geometry/shown-box.ts';

/** A letter on the page as shown. */
export interface ShownLetter {
  readonly box: ShownBox;
  /** Undefined for text that is not level. */
  readonly baseline: number | undefined;
  /** From ascent to descent. */
  readonly height: number;
  /** No punctuation mark. */
  readonly isOfWord: boolean;
}

export interface SeenRule {
  readonly box: ShownBox;
  readonly horizontal: boolean;
  /** It begins and ends with the words above or behind it. */
  readonly isOfWords: boolean;
  /** A short one with letters directly above and below it, and none beside. */
  readonly isFraction: boolean;
}

type OwnRule = Omit<SeenRule, 'isOfWords' | 'isFraction'>;

/** Points between lines that continue one another. */
const JOINED = 0.6;

/** Rules that continue, cover or repeat one another as one. */
export function joinRules(rules: readonly OwnRule[]): OwnRule[] {
  return [...joined(rules, true), ...joined(rules, false)];
}

function joined(rules: readonly OwnRule[], horizontal: boolean): OwnRule[] {
  const along = ({ left, top, right, bottom }: ShownBox) =>
    horizontal ? ([left, right, (top + bottom) / 2] as const) : ([top, bottom, (left + right) / 2] as const);
  const own = rules.filter((rule) => rule.horizontal === horizontal);
  // By rows of nearly the same height, then along them.
  const sorted = own.toSorted((one, two) => along(one.box)[2] - along(two.box)[2]);
  const rows: OwnRule[][] = [];
  for (const rule of sorted) {
    const row = rows.at(-1);
    if (row?.[0] && along(rule.box)[2] - along(row[0].box)[2] < JOINED) row.push(rule);
    else rows.push([rule]);
  }
  return rows.flatMap((row) => {
    const found: { box: ShownBox; horizontal: boolean }[] = [];
    for (const { box } of row.toSorted((one, two) => along(one.box)[0] - along(two.box)[0])) {
      const last = found.at(-1);
      if (last && along(box)[0] < along(last.box)[1] + JOINED) {
        last.box = {
          left: Math.min(last.box.left, box.left),
          top: Math.min(last.box.top, box.top),
          right: Math.max(last.box.right, box.right),
          bottom: Math.max(last.box.bottom, box.bottom),
        };
      } else found.push({ box, horizontal });
    }
    return found;
  });
}

/** Heights of letters: where a line of words is, above and below their baseline, and how exactly it begins and ends with them. */
const [ABOVE, BELOW, ENDS] = [0.5, 0.27, 0.45];
/** Words above one line of their own are not further apart: the cells of a row are. */
const WORDS_APART = 1.5;
/** Letters of one word are not further apart; a ground of one line is not higher. */
const [WITHIN, GROUND] = [0.13, 1.6];
/** Points: shorter ones are dots and dashes. */
const LENGTH_MIN = 4;

export function withWords(rule: OwnRule, letters: readonly ShownLetter[]): SeenRule {
  const { box, horizontal } = rule;
  if (!horizontal || box.right - box.left < LENGTH_MIN) return { ...rule, isOfWords: false, isFraction: false };
  const inLine = letters.filter((letter) => isInLine(letter, box));
  const isInside = ({ box: { left, right } }: ShownLetter) => (left + right) / 2 > box.left - 1 && (left + right) / 2 < box.right + 1;
  let [start, end, height, widest] = [Infinity, -Infinity, 0, 0];
  for (const letter of inLine.filter(isInside).toSorted((one, two) => one.box.left - two.box.left)) {
    if (end > start) widest = Math.max(widest, letter.box.left - end);
    [start, end, height] = [Math.min(start, letter.box.left), Math.max(end, letter.box.right), Math.max(height, letter.height)];
  }
  const isNear = (one: number, two: number) => Math.abs(one - two) < height * ENDS;
  const isCut = inLine.some(
    (letter) =>
      letter.isOfWord &&
      !isInside(letter) &&
      ((letter.box.left >= end - 1 && letter.box.left - end < height * WITHIN) ||
        (letter.box.right <= start + 1 && start - letter.box.right < height * WITHIN)),
  );
  return {
    ...rule,
    isOfWords: start < end && isNear(start, box.left) && isNear(end, box.right) && !isCut && widest < height * WORDS_APART,
    isFraction: isFraction(box, letters),
  };
}

/** Points: longer lines part rows. Heights of letters between the line of a fraction and what is above and below it. */
const [FRACTION_PT, FRACTION_NEAR] = [90, 0.6];

function isFraction({ left, top, right, bottom }: ShownBox, letters: readonly ShownLetter[]): boolean {
  if (right - left > FRACTION_PT) return false;
  const over = letters.filter(({ box }) => (box.left + box.right) / 2 > left && (box.left + box.right) / 2 < right);
  const isWithin = (gap: number, height: number) => gap > -height * 0.1 && gap < height * FRACTION_NEAR;
  return (
    over.some(({ box, height }) => isWithin(top - box.bottom, height)) && over.some(({ box, height }) => isWithin(box.top - bottom, height))
  );
}

/** A line under or through it, or a ground, which reaches above and below. */
function isInLine({ baseline, height }: ShownLetter, { top, bottom }: ShownBox): boolean {
  return (
    baseline !== undefined && bottom >= baseline - height * ABOVE && top <= baseline + height * BELOW && bottom - top <= height * GROUND
  );
}
