// A linear-chain model (conditional random field) over tokens: the most likely sequences of tags, with their probability. Lafferty, McCallum,
// Pereira 2001. Weights by feature and tag; transitions by tag and tag.

export interface SequenceModel {
  readonly tags: readonly string[];
  /** By feature: pairs of tag and weight. */
  readonly weights: ReadonlyMap<string, Float32Array | readonly number[]>;
  /** By `from * tags.length + to`; of the first token, from the row behind the last tag. */
  readonly transitions: Float64Array;
}

export interface Sequence {
  readonly tags: readonly number[];
  /** Natural logarithm of its probability. */
  readonly logProbability: number;
}

/** By token and tag. */
export function emissionsOf({ tags, weights }: SequenceModel, features: readonly (readonly string[])[]): readonly Float64Array[] {
  return features.map((own) => {
    const scores = new Float64Array(tags.length);
    for (const feature of own) {
      const known = weights.get(feature);
      if (!known) continue;
      for (let at = 0; at + 1 < known.length; at += 2) {
        const tag = known[at] ?? 0;
        scores[tag] = (scores[tag] ?? 0) + (known[at + 1] ?? 0);
      }
    }
    return scores;
  });
}

export function logSumExp(values: Float64Array | readonly number[]): number {
  let highest = -Infinity;
  for (const value of values) if (value > highest) highest = value;
  if (highest === -Infinity) return highest;
  let sum = 0;
  for (const value of values) sum += Math.exp(value - highest);
  return highest + Math.log(sum);
}

function logPartition({ tags, transitions }: SequenceModel, emissions: readonly Float64Array[]): number {
  const count = tags.length;
  let before = new Float64Array(count);
  for (const [at, emission] of emissions.entries()) {
    const now = new Float64Array(count);
    for (let tag = 0; tag < count; tag++) {
      const own = emission[tag] ?? 0;
      if (at === 0) now[tag] = own + (transitions[count * count + tag] ?? 0);
      else {
        const sums = new Float64Array(count);
        for (let from = 0; from < count; from++) sums[from] = (before[from] ?? 0) + (transitions[from * count + tag] ?? 0);
        now[tag] = own + logSumExp(sums);
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

/** @returns the most likely sequences, the likeliest first */
export function likeliest(model: SequenceModel, emissions: readonly Float64Array[], wanted: number): readonly Sequence[] {
  const { tags, transitions } = model;
  const count = tags.length;
  if (emissions.length === 0) return [];
  const steps: (readonly (readonly Step[])[])[] = [];
  for (const [at, emission] of emissions.entries()) {
    const before = steps.at(-1);
    steps.push(
      Array.from({ length: count }, (_, tag) => {
        const own = emission[tag] ?? 0;
        if (at === 0 || !before) return [{ score: own + (transitions[count * count + tag] ?? 0), from: -1, rank: 0 }];
        const best: Step[] = [];
        for (let from = 0; from < count; from++) {
          const step = transitions[from * count + tag] ?? 0;
          for (const [rank, { score }] of (before[from] ?? []).entries()) {
            const total = score + step + own;
            if (best.length === wanted && total <= (best.at(-1)?.score ?? -Infinity)) break;
            const place = best.findIndex((one) => one.score < total);
            best.splice(place < 0 ? best.length : place, 0, { score: total, from, rank });
            if (best.length > wanted) best.pop();
          }
        }
        return best;
      }),
    );
  }
  const total = logPartition(model, emissions);
  const last = steps.at(-1) ?? [];
  const ends = last
    .flatMap((all, tag) => all.map((step, rank) => ({ step, tag, rank })))
    .toSorted((one, two) => two.step.score - one.step.score)
    .slice(0, wanted);
  return ends.map(({ step, tag, rank }) => {
    const path = [tag];
    let [own, ownRank] = [tag, rank];
    for (let at = steps.length - 1; at > 0; at--) {
      const taken = steps[at]?.[own]?.[ownRank];
      [own, ownRank] = [taken?.from ?? 0, taken?.rank ?? 0];
      path.push(own);
    }
    return { tags: path.toReversed(), logProbability: step.score - total };
  });
}
