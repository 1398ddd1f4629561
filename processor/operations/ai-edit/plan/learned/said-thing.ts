// The parts of an act as what it says of the thing that it touches.

import { type Folded, writtenAs } from '#instruction/reading/folded.ts';
import type { Span } from '#instruction/tokens.ts';
import type { ActRole } from './roles.ts';
import { phraseOf, type SaidThing, wholeOf } from './thing-features.ts';

export type Parts = Readonly<Partial<Record<ActRole, readonly Span[]>>>;

/** The parts of one role as one phrase. */
function phraseOfRole(folded: Folded, parts: Parts, role: ActRole): Folded | undefined {
  const own = (parts[role] ?? []).map((span) => phraseOf(folded, span));
  if (own.length === 0) return undefined;
  return { source: own.map(({ source }) => source).join(' '), text: own.map(({ text }) => text).join(' ') };
}

export function saidThing(folded: Folded, act: string, parts: Parts): SaidThing {
  const written = (phrase: Folded | undefined) => (phrase ? writtenAs(phrase, wholeOf(phrase)) : undefined);
  const fresh = written(phraseOfRole(folded, parts, 'new'));
  return {
    act,
    target: phraseOfRole(folded, parts, 'target'),
    where: phraseOfRole(folded, parts, 'where'),
    old: written(phraseOfRole(folded, parts, 'old'))?.text,
    fresh: fresh?.text,
    isNewQuoted: fresh?.isQuoted ?? false,
  };
}
