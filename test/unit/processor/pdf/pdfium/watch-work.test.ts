// The time of an engine's thread: what it works counts, whatever else the machine does.

import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { watchWork } from '../../../../../processor/pdf/pdfium/watch-work.ts';

const LIMIT_MS = 150;

/** @returns when it was late, in milliseconds: of its own work, and as they passed */
async function lateAfter(code: string): Promise<{ readonly worked: number; readonly passed: number }> {
  const thread = new Worker(`require('node:worker_threads').parentPort.postMessage('ready'); ${code}`, { eval: true });
  await new Promise((resolve) => thread.once('message', resolve));
  const [start, before] = [performance.now(), await thread.cpuUsage()];
  await new Promise<void>((resolve) => watchWork(thread, LIMIT_MS, resolve));
  const { user, system } = await thread.cpuUsage(before);
  const passed = performance.now() - start;
  await thread.terminate();
  return { worked: (user + system) / 1000, passed };
}

describe('an engine’s thread', () => {
  it('is late when it has worked for its time', async () => {
    const { worked, passed } = await lateAfter('for (;;);');
    expect(passed).toBeGreaterThanOrEqual(LIMIT_MS);
    expect(worked).toBeLessThan(4 * LIMIT_MS);
  });

  it('has several times as long where it does not get to work', async () => {
    const { worked, passed } = await lateAfter('setInterval(() => {}, 1000);');
    expect(worked).toBeLessThan(LIMIT_MS);
    expect(passed).toBeGreaterThanOrEqual(4 * LIMIT_MS);
  });

  it('is not late once nobody waits for it', async () => {
    const thread = new Worker('for (;;);', { eval: true });
    let isLate = false;
    watchWork(thread, 1, () => (isLate = true))[Symbol.dispose]();
    await new Promise<void>((resolve) => watchWork(thread, LIMIT_MS, resolve));
    await thread.terminate();
    expect(isLate).toBe(false);
  });
});
