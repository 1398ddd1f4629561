import { expect, test } from 'vitest';
import {
  emissionsOf,
  likeliest,
  type SequenceModel,
} from '../../../../../../../processor/operations/ai-edit/plan/learned/sequence-model.ts';

const model: SequenceModel = {
  tags: ['a', 'b', 'c'],
  weights: new Map([
    ['x', [0, 1, 1, 0.2]],
    ['y', [1, 0.7, 2, -0.4]],
  ]),
  transitions: Float64Array.from([0.1, 0.5, -0.3, 0.2, 0, 0.4, -0.6, 0.3, 0.1, 0.2, -0.1, 0]),
};
const features = [['x'], ['y', 'x'], ['y'], []];

/** Every sequence with its score, by trying all. */
function allScores(): Map<string, number> {
  const emissions = emissionsOf(model, features);
  let found: [number[], number][] = [[[], 0]];
  for (const [at, emission] of emissions.entries())
    found = found.flatMap(([tags, score]) =>
      [0, 1, 2].map((tag): [number[], number] => [
        [...tags, tag],
        score + (emission[tag] ?? 0) + (model.transitions[(at === 0 ? 3 : (tags.at(-1) ?? 0)) * 3 + tag] ?? 0),
      ]),
    );
  return new Map(found.map(([tags, score]) => [tags.join(''), score]));
}

test('the likeliest sequences are those that trying all of them finds, with their probability', () => {
  const scores = allScores();
  const total = Math.log([...scores.values()].reduce((sum, score) => sum + Math.exp(score), 0));
  const best = [...scores].toSorted(([, one], [, two]) => two - one).slice(0, 10);
  const found = likeliest(model, emissionsOf(model, features), 10);
  for (const [at, { tags, logProbability }] of found.entries()) {
    expect(logProbability).toBeCloseTo((scores.get(tags.join('')) ?? 0) - total, 9);
    expect(logProbability).toBeCloseTo((best[at]?.[1] ?? 0) - total, 9);
  }
  expect(new Set(found.map(({ tags }) => tags.join(''))).size).toBe(10);
});
