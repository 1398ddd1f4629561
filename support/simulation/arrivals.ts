// Arrivals and run times, repeatable by a seed.

import type { SimulatedJob } from './queue.ts';

export type Random = () => number;

export function exponential(random: Random, mean: number): number {
  return -mean * Math.log(1 - random());
}

interface Arrivals {
  readonly jobs: number;
  readonly perSecond: number;
  /** A burst has this many times the rate; 1: no bursts. */
  readonly burstFactor: number;
  /** The share of the time that is burst. */
  readonly burstShare: number;
  readonly burstMs: number;
}

/**
 * A Poisson process, or one that changes between two rates (Markov-modulated) so that the mean rate is as said.
 * @param drawRunMs how long each job holds its slot.
 */
export function arrive(
  random: Random,
  { jobs, perSecond, burstFactor, burstShare, burstMs }: Arrivals,
  drawRunMs: () => number,
): SimulatedJob[] {
  const calmRate = perSecond / 1000 / (1 - burstShare + burstShare * burstFactor);
  const calmMs = burstShare === 0 ? Infinity : (burstMs * (1 - burstShare)) / burstShare;
  const arrived: SimulatedJob[] = [];
  let now = 0;
  let isBurst = false;
  let changesAt = calmMs === Infinity ? Infinity : exponential(random, calmMs);
  while (arrived.length < jobs) {
    const next = now + exponential(random, 1 / (isBurst ? calmRate * burstFactor : calmRate));
    if (next < changesAt) {
      now = next;
      arrived.push({ arrivesAt: now, runMs: drawRunMs() });
      continue;
    }
    // Without memory: what was drawn for the former rate says nothing about the new one.
    now = changesAt;
    isBurst = !isBurst;
    changesAt = now + exponential(random, isBurst ? burstMs : calmMs);
  }
  return arrived;
}
