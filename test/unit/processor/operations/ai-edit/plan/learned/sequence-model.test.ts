import { expect, test } from 'vitest';
import { likeliest, type Transitions } from '../../../../../../../processor/operations/ai-edit/plan/learned/sequence-model.ts';

const transitions: Transitions = {
  steps: Float32Array.from([0.125, 0.5, -0.25, 0.25, 0, 0.375, -0.625, 0.25, 0.125]),
  start: Float32Array.from([0.25, -0.125, 0]),
};
const scores = [
  [1, 0.25, 0],
  [1, 0.875, -0.375],
  [0, 0.75, -0.375],
  [0, 0, 0],
].map((own) => Float64Array.from(own));

/** Every sequence with its score, by trying all. */
function allScores(): Map<string, number> {
  let found: [number[], number][] = [[[], 0]];
  for (const own of scores)
    found = found.flatMap(([tags, score]) =>
      [0, 1, 2].map((tag): [number[], number] => {
        const last = tags.at(-1);
        const step = last === undefined ? transitions.start[tag] : transitions.steps[last * 3 + tag];
        return [[...tags, tag], score + (own[tag] ?? 0) + (step ?? 0)];
      }),
    );
  return new Map(found.map(([tags, score]) => [tags.join(''), score]));
}

test('the likeliest sequences are those that trying all of them finds, with their probability', () => {
  const all = allScores();
  const total = Math.log([...all.values()].reduce((sum, score) => sum + Math.exp(score), 0));
  const best = [...all].toSorted(([, one], [, two]) => two - one).slice(0, 10);
  const found = likeliest(transitions, scores, 10);
  for (const [at, { tags, logProbability }] of found.entries()) {
    expect(logProbability).toBeCloseTo((all.get(tags.join('')) ?? 0) - total, 9);
    expect(logProbability).toBeCloseTo((best[at]?.[1] ?? 0) - total, 9);
  }
  expect(new Set(found.map(({ tags }) => tags.join(''))).size).toBe(10);
});
