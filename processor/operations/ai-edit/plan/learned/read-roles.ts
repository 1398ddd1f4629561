// An instruction in its likeliest readings: acts with the roles of their words, each with its probability.

import { type Folded, fold } from '#instruction/reading/folded.ts';
import type { Span } from '#instruction/tokens.ts';
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

/** @param kept of the wanted sequences of roles, those that differ in small words are one; so many are left */
export function readRoles(
  instruction: string,
  ground: GroundDocument,
  models: ReaderModels,
  { wanted, kept }: { readonly wanted: number; readonly kept: number },
): readonly RoleReading[] {
  const folded = fold(instruction);
  const tokens = tokensOf(folded);
  if (tokens.length > TOKENS_MAX) return [];
  const { encoder } = models;
  const features = wordFeatures(tokens, matchesOfTokens(ground, tokens));
  const { states, scores } = encode(encoder, features);
  const transitions = { steps: floatsOf(tensorOf(encoder, 'steps')), start: floatsOf(tensorOf(encoder, 'start')) };
  const distinct = new Map<string, { readonly said: SaidRoles; probability: number }>();
  for (const { tags, logProbability } of likeliest(transitions, scores, wanted)) {
    const said = rolesOf(
      tokens,
      tags.map((tag) => models.tags[tag] ?? 'O'),
    );
    const key = keyOfReading(tokens, said);
    const known = distinct.get(key);
    if (known) known.probability += Math.exp(logProbability);
    else distinct.set(key, { said, probability: Math.exp(logProbability) });
  }
  return [...distinct.values()].slice(0, kept).map(({ said, probability }) => {
    const acts = said.acts.map((act) => ({ ...act, kinds: kindsOfAct(encoder, models.acts, states, tokens, act) }));
    return { folded, tokens, acts, keep: said.keep, talk: said.talk, probability };
  });
}

const WORD = /[\p{L}\p{N}"]/u;

/** Of each act its parts, without small words and verbs. */
function keyOfReading(tokens: readonly Token[], { acts }: SaidRoles): string {
  const told = ({ start, end }: Span) =>
    tokens.flatMap((token) => (token.start >= start && token.end <= end && WORD.test(token.text) ? [token.start] : [])).join();
  return JSON.stringify(
    acts.map(({ parts }) =>
      (['target', 'old', 'new', 'where', 'pages', 'look', 'count'] as const).map((role) => (parts[role] ?? []).map(told)),
    ),
  );
}
