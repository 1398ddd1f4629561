// An instruction in its likeliest readings: acts with the roles of their words, each with its probability.

import { fold, type Folded } from '#instruction/reading/folded.ts';
import type { GroundDocument } from '../places/ground-document.ts';
import { actFeatures } from './act-features.ts';
import { matchesOfTokens } from './document-words.ts';
import { rolesOf, type SaidAct, type SaidRoles } from './roles.ts';
import { emissionsOf, likeliest } from './sequence-model.ts';
import { featuresOf } from './token-features.ts';
import { tokensOf } from './tokens.ts';
import { classify, type ReaderModels } from './weights.ts';

export interface ReadAct extends SaidAct {
  readonly act: string;
  readonly probability: number;
  readonly others: readonly { readonly name: string; readonly probability: number }[];
}

export interface RoleReading extends Omit<SaidRoles, 'acts'> {
  readonly folded: Folded;
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
      const [best = { name: 'other', probability: 0 }, ...others] = classify(models.acts, actFeatures(folded, tokens, said, act, before));
      before = best.name;
      return { ...act, act: best.name, probability: best.probability, others: others.slice(0, 2) };
    });
    return { folded, acts, keep: said.keep, talk: said.talk, probability: Math.exp(logProbability) };
  });
}
