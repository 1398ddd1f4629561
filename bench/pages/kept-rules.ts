// Rules, boxes and frames of pages: long thin lines of ink, found in pictures. What is kept of them is counted for each page and direction.

import type { GreyPage } from './grey-pages.ts';

/** Darker than the ground beside it by this. */
const CONTRAST = 40;
/** Pixels at 100 dpi: 29 pt. Shorter strokes may be letters. */
const LENGTH_MIN = 40;
/** Thicker than this is a fill, not a rule. */
const THICKNESS_MAX = 5;

/** Pixels of length. Where the numbers of pages differ, the pages are taken together. */
export function keptRules(before: readonly GreyPage[], after: readonly GreyPage[]): { source: number; kept: number } {
  const [one, two] = [before.map(rulesOf), after.map(rulesOf)];
  const pairs: (readonly [Rules, Rules | undefined])[] =
    one.length === two.length ? one.map((rules, index) => [rules, two[index]] as const) : [[sum(one), sum(two)]];
  let [source, kept] = [0, 0];
  for (const [wanted, found = { across: 0, down: 0 }] of pairs) {
    source += wanted.across + wanted.down;
    kept += Math.min(wanted.across, found.across) + Math.min(wanted.down, found.down);
  }
  return { source, kept };
}

interface Rules {
  readonly across: number;
  readonly down: number;
}

function sum(rules: readonly Rules[]): Rules {
  return { across: rules.reduce((all, { across }) => all + across, 0), down: rules.reduce((all, { down }) => all + down, 0) };
}

function rulesOf({ width, height, data }: GreyPage): Rules {
  return {
    across: lengthOf((along, beside) => data[beside * width + along] ?? 255, width, height),
    down: lengthOf((along, beside) => data[along * width + beside] ?? 255, height, width),
  };
}

/** Of the lines in one direction; each counts once, whatever its thickness. */
function lengthOf(at: (along: number, beside: number) => number, long: number, lines: number): number {
  let length = 0;
  for (let beside = 1; beside < lines - 1; beside++) {
    let run = 0;
    for (let along = 0; along <= long; along++) {
      if (along < long && isUpperEdge(at, along, beside) && isThin(at, along, beside, lines)) run++;
      else {
        if (run >= LENGTH_MIN) length += run;
        run = 0;
      }
    }
  }
  return length;
}

function isUpperEdge(at: (along: number, beside: number) => number, along: number, beside: number): boolean {
  return at(along, beside - 1) - at(along, beside) > CONTRAST;
}

/** The ground comes back within the thickness of a rule. */
function isThin(at: (along: number, beside: number) => number, along: number, beside: number, lines: number): boolean {
  const ink = at(along, beside);
  for (let next = beside + 1; next <= Math.min(lines - 1, beside + THICKNESS_MAX); next++)
    if (at(along, next) - ink > CONTRAST) return true;
  return false;
}
