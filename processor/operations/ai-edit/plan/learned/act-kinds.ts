// What an act of which the roles are known is: what the encoder makes of its words, each by its role, their mean and their highest.

import { addProduct, addVector, type Encoder, floatsOf, joinedVectors, type Matrix, tensorOf } from './encoder.ts';
import { ACT_ROLES, type SaidAct } from './roles.ts';
import { logSumExp } from './sequence-model.ts';
import type { Token } from './tokens.ts';

export interface Kind {
  readonly name: string;
  readonly probability: number;
}

const GATES = new WeakMap<Matrix, Float64Array>();

/** By role: what the states of its tokens are divided by. */
function gatesOf(roles: Matrix): Float64Array {
  const known = GATES.get(roles);
  if (known) return known;
  const gates = Float64Array.from(floatsOf(roles), (gate) => 1 + Math.exp(-gate));
  GATES.set(roles, gates);
  return gates;
}

/** @param states of each token @returns names of acts with their probabilities, the likeliest first */
export function kindsOfAct(
  encoder: Encoder,
  names: readonly string[],
  states: readonly Float32Array[],
  tokens: readonly Token[],
  { parts }: SaidAct,
): readonly Kind[] {
  const roles = tensorOf(encoder, 'acts.roles');
  const gates = gatesOf(roles);
  const size = roles.columns;
  const [sum, highest] = [new Float32Array(size), new Float32Array(size).fill(-Infinity)];
  const has = new Float32Array(ACT_ROLES.length);
  let count = 0;
  for (const [role, name] of ACT_ROLES.entries()) {
    for (const span of parts[name] ?? []) {
      has[role] = 1;
      for (const [at, token] of tokens.entries()) {
        if (token.end <= span.start || token.start >= span.end) continue;
        count++;
        for (let one = 0; one < size; one++) {
          const value = (states[at]?.[one] ?? 0) / (gates[role * size + one] ?? 1);
          sum[one] = (sum[one] ?? 0) + value;
          highest[one] = Math.max(highest[one] ?? 0, value);
        }
      }
    }
  }
  if (count === 0) return [];
  const mean = sum.map((value) => value / count);
  const hidden = new Float32Array(tensorOf(encoder, 'hidden').rows);
  addVector(hidden, tensorOf(encoder, 'hidden.bias'));
  addProduct(hidden, tensorOf(encoder, 'hidden'), joinedVectors(mean, highest));
  const scores = new Float64Array(names.length);
  addVector(scores, tensorOf(encoder, 'acts.bias'));
  addProduct(scores, tensorOf(encoder, 'acts'), joinedVectors(hidden.map((value) => Math.max(0, value)), has)); // prettier-ignore
  const total = logSumExp(scores);
  return names
    .map((name, at) => ({ name, probability: Math.exp((scores[at] ?? 0) - total) }))
    .toSorted((one, two) => two.probability - one.probability);
}
