// The roles that words of an instruction have, as tags of its tokens, and back: what is asked for (an act each), what stays, what is only said.

import type { Span } from '#instruction/tokens.ts';
import type { Token } from './tokens.ts';

/** Of an act. */
export const ACT_ROLES = ['verb', 'target', 'old', 'new', 'where', 'pages', 'look', 'count'] as const;
export type ActRole = (typeof ACT_ROLES)[number];
const ROLES = [...ACT_ROLES, 'keep', 'talk'] as const;
type Role = (typeof ROLES)[number];

/** `B-` begins a part, `A-` begins one that begins another act than the first, `I-` goes on. */
export const TAGS: readonly string[] = [
  'O',
  ...ROLES.flatMap((role) => [`B-${role}`, `I-${role}`]),
  ...ACT_ROLES.map((role) => `A-${role}`),
];

export interface SaidAct {
  readonly parts: Readonly<Partial<Record<ActRole, readonly Span[]>>>;
  /** Of its first to its last part. */
  readonly span: Span;
}

export interface SaidRoles {
  readonly acts: readonly SaidAct[];
  readonly keep: readonly Span[];
  readonly talk: readonly Span[];
}

interface Part extends Span {
  readonly role: Role;
  readonly isFirst: boolean;
}

function partsOf(tokens: readonly Token[], tags: readonly string[]): readonly Part[] {
  const parts: { role: Role; isFirst: boolean; start: number; end: number }[] = [];
  let isOpen = false;
  for (const [at, token] of tokens.entries()) {
    const [mark, role] = (tags[at] ?? 'O').split('-') as [string, Role | undefined];
    const last = parts.at(-1);
    if (role === undefined) isOpen = false;
    else if (mark === 'I' && isOpen && last?.role === role) last.end = token.end;
    else {
      parts.push({ role, isFirst: mark === 'A', start: token.start, end: token.end });
      isOpen = true;
    }
  }
  return parts;
}

export function rolesOf(tokens: readonly Token[], tags: readonly string[]): SaidRoles {
  const acts: { parts: Partial<Record<ActRole, Span[]>>; span: Span }[] = [];
  const keep: Span[] = [];
  const talk: Span[] = [];
  for (const { role, isFirst, start, end } of partsOf(tokens, tags)) {
    if (role === 'keep') keep.push({ start, end });
    else if (role === 'talk') talk.push({ start, end });
    else {
      const last = acts.at(-1);
      if (isFirst || !last) acts.push({ parts: { [role]: [{ start, end }] }, span: { start, end } });
      else {
        (last.parts[role] ??= []).push({ start, end });
        last.span = { start: last.span.start, end };
      }
    }
  }
  return { acts, keep, talk };
}

/** @param acts the spans of each, in the order in which they are said @returns undefined where two parts overlap */
export function tagsOf(
  tokens: readonly Token[],
  acts: readonly (readonly (readonly [role: ActRole, span: Span])[])[],
  others: readonly (readonly [role: 'keep' | 'talk', span: Span])[],
): readonly string[] {
  const tags = tokens.map(() => 'O');
  const write = (role: Role, { start, end }: Span, isFirst: boolean) => {
    let isBegun = false;
    for (const [at, token] of tokens.entries()) {
      if (token.end <= start || token.start >= end || tags[at] !== 'O') continue;
      tags[at] = isBegun ? `I-${role}` : isFirst ? `A-${role}` : `B-${role}`;
      isBegun = true;
    }
  };
  const taken: Span[] = [];
  for (const [nth, parts] of acts.entries()) {
    // What several acts share is said once, with the first.
    const own = parts
      .filter(([, span]) => !taken.some((one) => one.start < span.end && span.start < one.end))
      .toSorted(([, one], [, two]) => one.start - two.start);
    for (const [index, [role, span]] of own.entries()) {
      write(role, span, index === 0 && nth > 0);
      taken.push(span);
    }
  }
  for (const [role, span] of others) write(role, span, false);
  return tags;
}
