// Rows of dots that lead to a page number become a tab with a leader, as in tables of contents.

import type { Run, TabStop } from '../model.ts';
import { LEADER_TARGET } from '../words/leader-target.ts';

/** Share of the line: tabs after this belong to the dots. */
const BEFORE_DOTS = 0.5;

const DOTS = /[ \t\u00a0]*(?:[.\u2026\u00b7][ \t\u00a0]?){5,}[ \t\u00a0]*/;
/** @param end where the number ends @returns undefined for text without such a row */
export function readLeader(
  runs: readonly Run[],
  tabs: readonly TabStop[],
  end: number,
): { readonly runs: Run[]; readonly tabs: TabStop[] } | undefined {
  if (!LEADER_TARGET.test(runs.map(({ text }) => text).join(''))) return undefined;
  const made: Run[] = [];
  for (const run of joinDots(runs)) {
    const text = run.text.replace(DOTS, '\t');
    const last = made.at(-1);
    // The dots may be a run of their own between two others.
    const own = last?.text.endsWith('\t') ? text.replace(/^[\t ]+/, '') : text;
    if (own !== '') made.push({ ...run, text: own });
  }
  const before = tabs.filter(({ right, at }) => !right && at < end * BEFORE_DOTS).slice(0, countTabs(runs) - 1);
  return { runs: made, tabs: [...before, { at: end, right: true, leader: 'dot' }] };
}

/** Dots only, or more than the point that a number or a sentence ends with. */
const ENDS_IN_ROW = /(?:^\s*|[.\u2026\u00b7][ \t]?)[.\u2026\u00b7][ \t]*$/;

/** Joins dots of several runs, so that they are seen as a row. */
function joinDots(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last && ENDS_IN_ROW.test(last.text) && /^[.\u2026\u00b7\s]+$/.test(run.text))
      joined[joined.length - 1] = { ...last, text: last.text + run.text };
    else joined.push(run);
  }
  return joined;
}

function countTabs(runs: readonly Run[]): number {
  return Math.max(
    1,
    runs
      .map(({ text }) => text)
      .join('')
      .replace(DOTS, '\t')
      .split('\t').length - 1,
  );
}
