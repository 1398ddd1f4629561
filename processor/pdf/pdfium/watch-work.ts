// How long an engine's thread may take: what counts is the time that it worked, so that a document gives the same result on a busy machine.

import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** What is done sooner is not measured: it counts as work. */
const UNMEASURED_MS = 50;
const LOOK_MS_MIN = 10;
/** A thread that only waits, for a disk or for a processor that it does not get, is late after so many times its limit. */
const WAITED_MAX = 4;
/** How long a thread may take to say how long it has worked; it does so in the middle of its work. */
const ASKED_MS_MAX = 2000;

/** Calls `onLate` once the thread has worked for `timeMsMax` from now on, unless it is disposed before. */
export function watchWork(thread: Worker, timeMsMax: number, onLate: () => void): Disposable {
  const start = performance.now();
  const passedMs = (): number => performance.now() - start;
  let measuredFrom: number | undefined;
  let isOver = false;
  let timer = setTimeout(look, Math.min(UNMEASURED_MS, timeMsMax));
  async function look(): Promise<void> {
    const worked = await workedMs(thread);
    if (isOver) return;
    if (measuredFrom === undefined && worked !== undefined) measuredFrom = worked - Math.min(passedMs(), UNMEASURED_MS);
    const counted = worked === undefined || measuredFrom === undefined ? passedMs() : worked - measuredFrom;
    const leftMs = Math.min(timeMsMax - counted, WAITED_MAX * timeMsMax - passedMs());
    if (leftMs <= 0) onLate();
    else timer = setTimeout(look, Math.max(leftMs, LOOK_MS_MIN));
  }
  return {
    [Symbol.dispose]() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** User and system time since the thread began; undefined when it does not say. */
async function workedMs(thread: Worker): Promise<number | undefined> {
  const usage = thread.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => undefined,
  );
  return Promise.race([usage, delay(ASKED_MS_MAX, undefined, { ref: false })]);
}
