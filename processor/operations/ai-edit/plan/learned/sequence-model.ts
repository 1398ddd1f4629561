// A linear-chain model (conditional random field) over tokens: the most likely sequences of tags, with their probability. Lafferty, McCallum,
// Pereira 2001.

export interface Transitions {
  /** By `from * tags + to`. */
  readonly steps: Float32Array;
  /** Of the first token. */
  readonly start: Float32Array;
}

export interface Sequence {
  readonly tags: readonly number[];
  /** Natural logarithm of its probability. */
  readonly logProbability: number;
}

export function logSumExp(values: Float64Array | readonly number[]): number {
  let highest = -Infinity;
  for (const value of values) if (value > highest) highest = value;
  if (highest === -Infinity) return highest;
  let sum = 0;
  for (const value of values) sum += Math.exp(value - highest);
  return highest + Math.log(sum);
}

function logPartition({ steps, start }: Transitions, scores: readonly Float64Array[]): number {
  const count = start.length;
  let before = new Float64Array(count);
  const sums = new Float64Array(count);
  for (const [at, own] of scores.entries()) {
    const now = new Float64Array(count);
    for (let tag = 0; tag < count; tag++) {
      if (at === 0) now[tag] = (own[tag] as number) + (start[tag] as number);
      else {
        for (let from = 0; from < count; from++) sums[from] = (before[from] as number) + (steps[from * count + tag] as number);
        now[tag] = (own[tag] as number) + logSumExp(sums);
      }
    }
    before = now;
  }
  return logSumExp(before);
}

interface Step {
  readonly score: number;
  readonly from: number;
  readonly rank: number;
}

/** Of each tag the best ways to it, the best first. */
type Ways = readonly (readonly Step[])[];

/** Tags that are this much less likely than the best one lead to nothing that is among the likeliest. */
const HOPELESS = 10;

const bestOf = (ways: readonly Step[] | undefined): number => ways?.[0]?.score ?? -Infinity;

function liveOf(ways: Ways): readonly number[] {
  const highest = Math.max(...ways.map(bestOf));
  return [...ways.keys()].filter((tag) => bestOf(ways[tag]) > highest - HOPELESS);
}

/** The best ways to a tag over those of the token before. */
function waysTo(
  tag: number,
  own: number,
  before: Ways,
  { from, moves, wanted }: { from: readonly number[]; moves: Transitions; wanted: number },
): readonly Step[] {
  const best: Step[] = [];
  for (const last of from) {
    const move = (moves.steps[last * before.length + tag] ?? 0) + own;
    for (const [rank, { score }] of (before[last] ?? []).entries()) {
      const total = score + move;
      if (best.length === wanted && total <= (best.at(-1)?.score ?? -Infinity)) break;
      const place = best.findIndex((one) => one.score < total);
      best.splice(place < 0 ? best.length : place, 0, { score: total, from: last, rank });
      if (best.length > wanted) best.pop();
    }
  }
  return best;
}

function nextWays(before: Ways, own: Float64Array, moves: Transitions, wanted: number): Ways {
  const from = liveOf(before);
  const best = before.map((ways) => ways.slice(0, 1));
  const single = before.map((_, tag) => waysTo(tag, own[tag] ?? 0, best, { from, moves, wanted: 1 }));
  const live = new Set(liveOf(single));
  return single.map((ways, tag) => (live.has(tag) ? waysTo(tag, own[tag] ?? 0, before, { from, moves, wanted }) : ways));
}

/** @param scores by token and tag @returns the most likely sequences, the likeliest first */
export function likeliest(transitions: Transitions, scores: readonly Float64Array[], wanted: number): readonly Sequence[] {
  const [first, ...others] = scores;
  if (!first) return [];
  const steps: Ways[] = [Array.from(first, (own, tag) => [{ score: own + (transitions.start[tag] ?? 0), from: -1, rank: 0 }])];
  for (const own of others) steps.push(nextWays(steps.at(-1) ?? [], own, transitions, wanted));
  const total = logPartition(transitions, scores);
  const ends = (steps.at(-1) ?? [])
    .flatMap((all, tag) => all.map((step, rank) => ({ step, tag, rank })))
    .toSorted((one, two) => two.step.score - one.step.score)
    .slice(0, wanted);
  return ends.map(({ step, tag, rank }) => ({ tags: pathTo(steps, tag, rank), logProbability: step.score - total }));
}

function pathTo(steps: readonly Ways[], tag: number, rank: number): readonly number[] {
  const path = [tag];
  let [own, ownRank] = [tag, rank];
  for (let at = steps.length - 1; at > 0; at--) {
    const taken = steps[at]?.[own]?.[ownRank];
    [own, ownRank] = [taken?.from ?? 0, taken?.rank ?? 0];
    path.push(own);
  }
  return path.toReversed();
}
