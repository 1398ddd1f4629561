// The states of a job.

import { describe, expect, test } from 'vitest';
import { STATE_EVENTS } from '#contract/events.ts';
import { canMove, isTerminal, JOB_STATES, type JobState, statesBefore } from '#contract/jobs.ts';

const ALLOWED = new Set([
  'queued→running',
  'queued→cancelled',
  'queued→expired',
  'running→queued',
  'running→succeeded',
  'running→failed',
  'running→cancelled',
  'succeeded→expired',
]);

const PAIRS = JOB_STATES.flatMap((from) => JOB_STATES.map((to): [JobState, JobState] => [from, to]));

test.each(PAIRS)('%s → %s is as decided', (from, to) => {
  expect(canMove(from, to)).toBe(ALLOWED.has(`${from}→${to}`));
  expect(statesBefore(to).includes(from)).toBe(canMove(from, to));
});

describe('terminal states', () => {
  test('are left only by the end of retention', () => {
    for (const [from, to] of PAIRS.filter(([state]) => isTerminal(state))) expect(canMove(from, to) && to !== 'expired').toBe(false);
  });

  test('are all but queued and running', () => {
    expect(JOB_STATES.filter(isTerminal)).toEqual(['succeeded', 'failed', 'cancelled', 'expired']);
  });
});

test('what can follow a state has a higher sequence number, but for the return to the queue', () => {
  for (const [from, to] of PAIRS) {
    if (from === 'expired' || to === 'expired') continue;
    if (canMove(from, to) && to !== 'queued') expect(STATE_EVENTS[to].sequence).toBeGreaterThan(STATE_EVENTS[from].sequence);
  }
});
