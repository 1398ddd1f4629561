// `npm run bench:simulate`: queue time against utilisation for cells of several sizes, steady and in bursts, with a fixed number of instances and with
// more that start when no slot is free. Run times are those that `npm run bench:load` measured (log-normal, median and spread below). Writes bench/results/.

import { mean, quantile, round, writeResult } from './measure.ts';
import { arrive, exponential, type Random } from '../support/simulation/arrivals.ts';
import { seeded } from '../support/documents/random.ts';
import { type Pool, simulate } from '../support/simulation/queue.ts';

/** Some 150 bursts. */
const SECONDS = 30_000;
/** Of real jobs: most are short, few are long. */
const RUN_MEDIAN_MS = 400;
const RUN_SIGMA = 1.2;
const SLOTS_EACH = 4;
/** A container of the platform from nothing to its first job. */
const START_MS = 4000;
const IDLE_MS = 10 * 60_000;
const UTILISATIONS = [0.3, 0.5, 0.6, 0.7, 0.8, 0.9];
const BURSTS = { burstFactor: 5, burstShare: 0.1, burstMs: 20_000 };
const STEADY = { burstFactor: 1, burstShare: 0, burstMs: 0 };

const RUN_MEAN_MS = RUN_MEDIAN_MS * Math.exp(RUN_SIGMA ** 2 / 2);

writeResult('simulate', {
  run_mean_ms: round(RUN_MEAN_MS, 0),
  run_median_ms: RUN_MEDIAN_MS,
  slots_each: SLOTS_EACH,
  tables: [1, 4, 16].map((instances) => ({
    instances,
    rows: UTILISATIONS.map((utilisation) => rowOf(instances, utilisation)),
  })),
});

function rowOf(instances: number, utilisation: number): object {
  const fixed: Pool = { instances, slotsEach: SLOTS_EACH, instancesMax: instances, startMs: START_MS, idleMs: IDLE_MS };
  const steady = run(utilisation, fixed, STEADY);
  const bursts = run(utilisation, fixed, BURSTS);
  const elastic = run(utilisation, { ...fixed, instancesMax: 4 * instances }, BURSTS);
  return {
    utilisation,
    jobs_per_second: round((utilisation * instances * SLOTS_EACH * 1000) / RUN_MEAN_MS, 1),
    steady: tell(steady.queueMs),
    bursts: tell(bursts.queueMs),
    bursts_with_four_times_the_instances: {
      ...tell(elastic.queueMs),
      instances_peak: elastic.instancesPeak,
      utilisation: round(elastic.utilisation),
    },
  };
}

function run(utilisation: number, pool: Pool, bursts: typeof BURSTS): ReturnType<typeof simulate> {
  const random = seeded(7);
  const perSecond = (utilisation * pool.instances * pool.slotsEach * 1000) / RUN_MEAN_MS;
  return simulate(
    arrive(
      random,
      { jobs: Math.ceil(perSecond * SECONDS), perSecond, ...bursts },
      () => RUN_MEDIAN_MS * Math.exp(RUN_SIGMA * normal(random)),
    ),
    pool,
  );
}

/** Box and Muller. */
function normal(random: Random): number {
  return Math.sqrt(2 * exponential(random, 1)) * Math.cos(2 * Math.PI * random());
}

function tell(queueMs: readonly number[]): object {
  return { mean_ms: round(mean(queueMs), 0), p95_ms: round(quantile(queueMs, 0.95), 0) };
}
