// The simulation against what queueing theory knows (Erlang C; A. O. Allen, Probability, Statistics, and Queueing Theory, chapter 5).

import { expect, test } from 'vitest';
import { arrive, exponential } from '../../../support/simulation/arrivals.ts';
import { seeded } from '../../../support/documents/random.ts';
import { type Pool, simulate } from '../../../support/simulation/queue.ts';

const JOBS = 200_000;
const RUN_MS = 100;
const FIXED = { startMs: 0, idleMs: Infinity };

/** Mean time in line of M/M/c. */
function erlangC(servers: number, utilisation: number): number {
  const load = servers * utilisation;
  let term = 1;
  let sum = 1;
  for (let k = 1; k < servers; k++) {
    term *= load / k;
    sum += term;
  }
  const last = (term * load) / servers / (1 - utilisation);
  return ((last / (sum + last)) * RUN_MS) / (servers * (1 - utilisation));
}

function run(utilisation: number, pool: Pool, burst = { burstFactor: 1, burstShare: 0, burstMs: 0 }) {
  const random = seeded(42);
  const slots = pool.instances * pool.slotsEach;
  const arrivals = { jobs: JOBS, perSecond: (utilisation * slots * 1000) / RUN_MS, ...burst };
  return simulate(
    arrive(random, arrivals, () => exponential(random, RUN_MS)),
    pool,
  );
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test.each([
  [1, 0.5],
  [2, 0.7],
  [8, 0.8],
  [16, 0.9],
])('%i slots, %f busy: the mean wait is that of the formula', (servers, utilisation) => {
  const { queueMs, utilisation: seen } = run(utilisation, { instances: 1, slotsEach: servers, instancesMax: 1, ...FIXED });
  expect(seen).toBeCloseTo(utilisation, 1);
  expect(mean(queueMs) / erlangC(servers, utilisation)).toBeGreaterThan(0.9);
  expect(mean(queueMs) / erlangC(servers, utilisation)).toBeLessThan(1.1);
});

test('bursts wait longer at the same utilisation, and added instances take the waiting away', () => {
  const pool = { instances: 2, slotsEach: 4, instancesMax: 2, ...FIXED };
  const bursts = { burstFactor: 6, burstShare: 0.1, burstMs: 20_000 };
  const calm = run(0.6, pool);
  const bursty = run(0.6, pool, bursts);
  const elastic = run(0.6, { ...pool, instancesMax: 12, startMs: 3000, idleMs: 60_000 }, bursts);
  expect(mean(bursty.queueMs)).toBeGreaterThan(5 * mean(calm.queueMs));
  expect(mean(elastic.queueMs)).toBeLessThan(mean(bursty.queueMs) / 3);
  expect(elastic.instancesPeak).toBeGreaterThan(pool.instances);
  expect(elastic.instanceMs).toBeGreaterThan(0);
});
