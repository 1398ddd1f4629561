// The weights of the models, as `bench/train-reader.ts` writes them: lines of a feature and its numbers, each a class and a weight.

import { readFileSync } from 'node:fs';
import { logSumExp, type SequenceModel } from './sequence-model.ts';

export interface LinearModel {
  readonly classes: readonly string[];
  readonly weights: ReadonlyMap<string, readonly number[]>;
}

/** Weights are written as whole numbers of this. */
export const UNIT = 1 / 32;

interface Section {
  readonly classes: readonly string[];
  readonly transitions: Float64Array;
  readonly weights: ReadonlyMap<string, readonly number[]>;
}

/** @param text lines: `# name`, the classes, the transitions, then features */
function parseWeights(text: string): ReadonlyMap<string, Section> {
  const sections = new Map<string, Section>();
  for (const part of text.split('\n# ')) {
    const [name = '', classes = '', transitions = '', ...lines] = part.replace(/^# /u, '').split('\n');
    const weights = new Map<string, readonly number[]>();
    for (const line of lines) {
      const [feature, numbers] = line.split('\t');
      if (feature === undefined || numbers === undefined) continue;
      weights.set(
        feature,
        numbers.split(' ').map((one, at) => (at % 2 === 0 ? Number(one) : Number(one) * UNIT)),
      );
    }
    const steps = transitions === '' ? [] : transitions.split(' ').map((one) => Number(one) * UNIT);
    sections.set(name, { classes: classes.split(' '), transitions: Float64Array.from(steps), weights });
  }
  return sections;
}

export interface ReaderModels {
  readonly roles: SequenceModel;
  readonly acts: LinearModel;
}

function modelsOf(text: string): ReaderModels {
  const sections = parseWeights(text);
  const [roles, acts] = [sections.get('roles'), sections.get('acts')];
  if (!roles || !acts) throw new Error('the weights have no roles or no acts');
  return { roles: { tags: roles.classes, weights: roles.weights, transitions: roles.transitions }, acts };
}

let models: ReaderModels | undefined;

export const readerModels = (): ReaderModels =>
  (models ??= modelsOf(readFileSync(new URL('./reader-weights.txt', import.meta.url), 'utf8')));

/** Classes with their probabilities, the likeliest first. */
export function classify(
  { classes, weights }: LinearModel,
  features: readonly string[],
): readonly { readonly name: string; readonly probability: number }[] {
  const scores = new Float64Array(classes.length);
  for (const feature of features) {
    const known = weights.get(feature);
    if (!known) continue;
    for (let at = 0; at + 1 < known.length; at += 2) scores[known[at] ?? 0] = (scores[known[at] ?? 0] ?? 0) + (known[at + 1] ?? 0);
  }
  const total = logSumExp(scores);
  return classes
    .map((name, at) => ({ name, probability: Math.exp((scores[at] ?? 0) - total) }))
    .toSorted((one, two) => two.probability - one.probability);
}
