// How the second reading would cut an instruction, as features of its tokens: it knows the words of nine languages that join and ask, and what is
// learned knows when to believe it.

import type { Folded } from '#instruction/reading/folded.ts';
import { type ObjectAct, requestsFor, sliceOf } from '#instruction/requests/acts.ts';
import { readChanges } from '#instruction/requests/read-change.ts';
import { readInsertions } from '#instruction/requests/read-insertion.ts';
import { piecesOf } from '#instruction/requests/pieces.ts';
import type { Span } from '#instruction/tokens.ts';
import type { Token } from './tokens.ts';

const ACTS: readonly ObjectAct[] = ['delete', 'highlight', 'redact', 'underline', 'strike', 'style'];
const SENTENCE = /[.!?;。！？](?=\s|$)|[。！？]/gu;

interface Cut {
  readonly name: string;
  readonly part: Folded;
  readonly from: number;
}

/** The whole, and its sentences where it has several. */
function stretchesOf({ text }: Folded): readonly Span[] {
  const ends = [...text.matchAll(SENTENCE)].map(({ index }) => index + 1);
  const starts = [0, ...ends].filter((start) => text.slice(start).trim() !== '');
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? text.length }));
}

function cutsOf(folded: Folded): readonly Cut[] {
  return stretchesOf(folded).flatMap(({ start, end }) => {
    const part = sliceOf(folded, start, end);
    const changes = readChanges(part);
    const named = (name: string, own: Folded | undefined): Cut[] => (own ? [{ name, part: own, from: start }] : []);
    const told = changes.slice(0, 2).flatMap(({ fresh, thing, old, places, isBare }, at) => {
      const rank = `${at}${isBare ? 'b' : ''}`;
      return [
        ...named(`n${rank}`, fresh),
        ...named(`t${rank}`, thing),
        ...named(`o${rank}`, old),
        ...places.flatMap((place) => named(`w${rank}`, place)),
      ];
    });
    const asked = ACTS.flatMap((act) =>
      requestsFor(part, act)
        .slice(0, 1)
        .flatMap(({ object, place }) => [...named(`q${act}`, object), ...named(`p${act}`, place)]),
    );
    const added = readInsertions(part)
      .slice(0, 1)
      .flatMap(({ value, anchor }) => [...named('iv', value), ...named('ia', anchor)]);
    return [...told, ...asked, ...added];
  });
}

/** @returns for each token what it is a part of */
export function cutFeatures(folded: Folded, tokens: readonly Token[]): readonly (readonly string[])[] {
  const all: string[][] = tokens.map(() => []);
  for (const { name, part, from } of cutsOf(folded)) {
    const start = folded.text.indexOf(part.text, from);
    if (start < 0 || part.text === '') continue;
    const end = start + part.text.length;
    let isFirst = true;
    for (const [at, token] of tokens.entries()) {
      if (token.start < start || token.start >= end) continue;
      all[at]?.push(`x:${name}`, ...(isFirst ? [`xB:${name}`] : []));
      isFirst = false;
    }
  }
  const ends = new Set(piecesOf(folded).flatMap(({ start }) => [start]));
  for (const [at, token] of tokens.entries()) if (ends.has(token.start)) all[at]?.push('x:piece');
  return all.map((own) =>
    own.length === 0
      ? ['x:-']
      : [
          ...own,
          `x=${own
            .filter((one) => one.startsWith('x:'))
            .slice(0, 3)
            .join()}`,
        ],
  );
}
