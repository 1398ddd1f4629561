// Learns which thing of a document an act means: a softmax over all that stand there and none of them, by gradients.

import { seeded } from '../../support/documents/random.ts';
import { logSumExp } from '../../processor/operations/ai-edit/plan/learned/sequence-model.ts';
import { shuffled } from './shuffled.ts';
import type { ThingExample } from './thing-examples.ts';

const PASSES = 10;
const RATE = 0.1;
const DECAY = 1e-3;

/** @returns a weight for each feature by its number */
export function learnThings(examples: readonly ThingExample[], count: number): Float64Array {
  const weights = new Float64Array(count);
  const squares = new Float64Array(count).fill(1);
  const step = new Float64Array(count);
  const random = seeded(5);
  for (let pass = 0; pass < PASSES; pass++) {
    for (const { ids, values, right } of shuffled(examples, random)) {
      const scores = ids.map((own, at) => scoreOf(weights, own, values[at]));
      const all = logSumExp(scores);
      const good = logSumExp(right.map((at) => scores[at] ?? 0));
      const isRight = new Set(right);
      const touched: number[] = [];
      for (const [at, own] of ids.entries()) {
        const share = Math.exp((scores[at] ?? 0) - all) - (isRight.has(at) ? Math.exp((scores[at] ?? 0) - good) : 0);
        if (Math.abs(share) < 1e-4) continue;
        for (let one = 0; one < own.length; one++) {
          const id = own[one] ?? 0;
          touched.push(id);
          step[id] = (step[id] ?? 0) + share * (values[at]?.[one] ?? 0);
        }
      }
      for (const id of touched) {
        const gradient = step[id] ?? 0;
        if (gradient === 0) continue;
        step[id] = 0;
        const whole = gradient + DECAY * (weights[id] ?? 0);
        squares[id] = (squares[id] ?? 0) + whole * whole;
        weights[id] = (weights[id] ?? 0) - (RATE * whole) / Math.sqrt(squares[id] ?? 1);
      }
    }
  }
  return weights;
}

function scoreOf(weights: Float64Array, ids: Int32Array, values: Float32Array | undefined): number {
  let score = 0;
  for (let at = 0; at < ids.length; at++) score += (weights[ids[at] ?? 0] ?? 0) * (values?.[at] ?? 0);
  return score;
}

const WEIGHT_MIN = 0.01;

/** A line for each feature, by its name. */
export function writeThings(names: ReadonlyMap<string, number>, weights: Float64Array): string {
  const lines = [...names].flatMap(([name, id]) => {
    const weight = weights[id] ?? 0;
    return Math.abs(weight) >= WEIGHT_MIN ? [`${name}\t${weight.toFixed(3)}`] : [];
  });
  return `${lines.toSorted().join('\n')}\n`;
}

/** Of examples that nothing was learned from. */
export function measureThings(examples: readonly ThingExample[], weights: Float64Array): Readonly<Record<string, unknown>> {
  const told = examples.map(({ act, kind, ids, values, texts, right }) => {
    const scores = ids.map((own, at) => scoreOf(weights, own, values[at]));
    const all = logSumExp(scores);
    // Of one text there are several things: the probability of its text.
    const ranked = [...Map.groupBy(texts.keys(), (at) => texts[at])]
      .map(([text, own]) => ({ text, own, p: Math.exp(logSumExp(own.map((at) => scores[at] ?? 0)) - all) }))
      .toSorted((one, two) => two.p - one.p);
    const [best] = ranked;
    return { p: best?.p ?? 0, isRight: best?.own.some((at) => right.includes(at)) ?? false, isNone: best?.text === '', act, kind };
  });
  const share = (of: typeof told) => of.filter(({ isRight }) => isRight).length / Math.max(1, of.length);
  const at = (p: number) => told.filter((one) => one.p >= p && !one.isNone);
  const shares = (of: (one: (typeof told)[number]) => string) =>
    Object.fromEntries([...Map.groupBy(told, of)].map(([name, all]) => [name, `${all.length} ${share(all).toFixed(2)}`]));
  return {
    acts: told.length,
    there: examples.filter(({ right, texts }) => texts[right[0] ?? 0] !== '').length / examples.length,
    right: share(told),
    none: told.filter(({ isNone }) => isNone).length,
    ...Object.fromEntries([0.5, 0.7, 0.8, 0.9, 0.95, 0.98].map((p) => [`from_${p}`, `${at(p).length} ${share(at(p)).toFixed(3)}`])),
    kinds: shares(({ kind }) => kind),
    by_act: shares(({ act }) => act),
  };
}
