// Tells the customer how far an edit is while pages go by, and lets other work of the process have its turn.

import { setImmediate } from 'node:timers/promises';
import type { OperationContext } from '../operation.ts';

const EVERY_PAGES = 16;

/** @param percents of the job at the first page of the stage and after the last */
export function tellPages(
  { progress }: Pick<OperationContext, 'progress'>,
  stage: string,
  [from, to]: readonly [number, number],
): (done: number, total: number) => Promise<void> {
  let highest = from;
  return async (done, total) => {
    if (done % EVERY_PAGES !== 0) return;
    const percent = Math.round(from + ((to - from) * done) / Math.max(1, total));
    // Pages may be gone through again for another text.
    if (percent >= highest) progress({ percent, stage, pages_done: done, pages_total: total });
    highest = Math.max(highest, percent);
    await setImmediate();
  };
}
