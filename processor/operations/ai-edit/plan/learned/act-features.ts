// What is seen of an act of which the roles are known: its words by their roles, and which roles it has.

import type { Folded } from '#instruction/reading/folded.ts';
import { termOf } from '#instruction/mentions/mention-words.ts';
import { ACT_ROLES, type SaidAct, type SaidRoles } from './roles.ts';
import type { Token } from './tokens.ts';

/** @param before what the act before is, where there is one */
export function actFeatures(
  { text }: Folded,
  tokens: readonly Token[],
  { acts }: SaidRoles,
  act: SaidAct,
  before: string | undefined,
): readonly string[] {
  const features: string[] = ['b'];
  const within = (start: number, end: number) => tokens.filter((token) => token.start >= start && token.end <= end);
  const roles: string[] = [];
  for (const role of ACT_ROLES) {
    const spans = act.parts[role];
    if (!spans) continue;
    roles.push(role);
    for (const { start, end } of spans) {
      const own = within(start, end);
      const phrase = text.slice(start, end);
      if (role === 'verb') features.push(`verb=${phrase}`);
      for (const [at, token] of own.entries()) {
        features.push(`${role}:${token.isQuoted ? '"' : token.text}`, `${role}:p4=${token.text.slice(0, 4)}`);
        if (role === 'verb' && at > 0) features.push(`verb2=${own[at - 1]?.text ?? ''} ${token.text}`);
        const term = termOf(token.text);
        if (term.is === 'noun') features.push(`${role}:n=${term.noun}`);
        else if (term.is !== 'word') features.push(`${role}:t=${term.is}`);
      }
    }
  }
  for (const token of within(act.span.start, act.span.end)) features.push(`w:${token.isQuoted ? '"' : token.text}`);
  features.push(`r=${roles.join('+')}`, ...roles.map((role) => `has=${role}`));
  if (act.parts.verb === undefined) features.push(`noverb:${roles.join('+')}`, `noverb,before=${before ?? 'none'}`);
  if (acts.length === 1) {
    features.push('single');
    for (const token of tokens) if (!token.isQuoted) features.push(`all:${token.text}`);
  } else features.push(`before=${before ?? 'none'}`);
  return features;
}
