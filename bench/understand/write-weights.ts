// The weights of the reader as text (processor/operations/ai-edit/plan/learned/weights.ts reads it).

import { UNIT } from '../../processor/operations/ai-edit/plan/learned/weights.ts';
import type { Learned } from './learn-reader.ts';

const whole = (weight: number) => String(Math.round(weight / UNIT));

function linesOf(weights: ReadonlyMap<string, Float32Array | readonly number[]>): readonly string[] {
  return [...weights]
    .toSorted(([one], [two]) => (one < two ? -1 : 1))
    .flatMap(([feature, own]) => {
      const numbers: string[] = [];
      for (let at = 0; at + 1 < own.length; at += 2) {
        const weight = whole(own[at + 1] ?? 0);
        if (weight !== '0' && weight !== '-0') numbers.push(String(own[at]), weight);
      }
      return numbers.length > 0 && !/[\t\n]/u.test(feature) ? [`${feature}\t${numbers.join(' ')}`] : [];
    });
}

export function writeWeights({ roles, acts }: Learned): string {
  const steps = Array.from(roles.transitions, whole).join(' ');
  return [
    '# roles', roles.tags.join(' '), steps, ...linesOf(roles.weights),
    '# acts', acts.classes.join(' '), '', ...linesOf(acts.weights),
    '',
  ].join('\n'); // prettier-ignore
}
