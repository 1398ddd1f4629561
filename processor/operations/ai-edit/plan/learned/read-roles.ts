// An instruction in its likeliest readings: acts with the roles of their words, each with its probability.

import { type Folded, fold } from '#instruction/reading/folded.ts';
import type { GroundDocument } from '../places/ground-document.ts';
import { type Kind, kindsOfAct } from './act-kinds.ts';
import { matchesOfTokens } from './document-words.ts';
import { encode, floatsOf, tensorOf } from './encoder.ts';
import { rolesOf, type SaidAct, type SaidRoles } from './roles.ts';
import { likeliest } from './sequence-model.ts';
import { type Token, tokensOf } from './tokens.ts';
import type { ReaderModels } from './weights.ts';
import { wordFeatures } from './word-features.ts';

interface ReadAct extends SaidAct {
  /** What it may be, the likeliest first. */
  readonly kinds: readonly Kind[];
}

export interface RoleReading extends Pick<SaidRoles, 'keep' | 'talk'> {
  readonly folded: Folded;
  readonly tokens: readonly Token[];
  readonly acts: readonly ReadAct[];
  /** Of the roles. */
  readonly probability: number;
}

/** More than this is no instruction that was learned from. */
const TOKENS_MAX = 400;

export function readRoles(instruction: string, ground: GroundDocument, models: ReaderModels, wanted: number): readonly RoleReading[] {
  const folded = fold(instruction);
  const tokens = tokensOf(folded);
  if (tokens.length > TOKENS_MAX) return [];
  const { encoder } = models;
  const features = wordFeatures(tokens, matchesOfTokens(ground, tokens));
  const { states, scores } = encode(encoder, features);
  const transitions = { steps: floatsOf(tensorOf(encoder, 'steps')), start: floatsOf(tensorOf(encoder, 'start')) };
  return likeliest(transitions, scores, wanted).map(({ tags, logProbability }) => {
    const said = rolesOf(
      tokens,
      tags.map((tag) => models.tags[tag] ?? 'O'),
    );
    const acts = said.acts.map((act) => ({ ...act, kinds: kindsOfAct(encoder, models.acts, states, tokens, act) }));
    return { folded, tokens, acts, keep: said.keep, talk: said.talk, probability: Math.exp(logProbability) };
  });
}
