// An instruction in its likeliest readings: acts with the roles of their words, each with its probability.

import { fold } from '#instruction/reading/folded.ts';
import type { GroundDocument } from '../places/ground-document.ts';
import { actFeatures } from './act-features.ts';
import { matchesOfTokens } from './document-words.ts';
import { rolesOf, type SaidAct } from './roles.ts';
import { emissionsOf, likeliest } from './sequence-model.ts';
import { featuresOf } from './token-features.ts';
import { tokensOf } from './tokens.ts';
import { classify, type ReaderModels } from './weights.ts';

interface ReadAct extends SaidAct {
  /** What it may be, the likeliest first. */
  readonly kinds: readonly { readonly name: string; readonly probability: number }[];
}

export interface RoleReading {
  readonly acts: readonly ReadAct[];
  /** Of the roles. */
  readonly probability: number;
}

export function readRoles(instruction: string, ground: GroundDocument, models: ReaderModels, wanted: number): readonly RoleReading[] {
  const folded = fold(instruction);
  const tokens = tokensOf(folded);
  const features = featuresOf(folded, tokens, matchesOfTokens(ground, tokens));
  const sequences = likeliest(models.roles, emissionsOf(models.roles, features), wanted);
  return sequences.map(({ tags, logProbability }) => {
    const said = rolesOf(
      tokens,
      tags.map((tag) => models.roles.tags[tag] ?? 'O'),
    );
    let before: string | undefined;
    const acts = said.acts.map((act): ReadAct => {
      const kinds = classify(models.acts, actFeatures(folded, tokens, said, act, before));
      before = kinds[0]?.name;
      return { ...act, kinds };
    });
    return { acts, probability: Math.exp(logProbability) };
  });
}
