// Whether the second reading of an instruction may find requests in it: then the document decides.

import { ANY_VERB } from '../reading/lexicon.ts';
import { mendVerbs } from '../reading/parts.ts';
import { fold } from '../reading/folded.ts';
import { LOOK_WORDS, requestsFor, sliceOf } from './acts.ts';
import { piecesOf } from './pieces.ts';
import { readChanges } from './read-change.ts';
import { readInsertions } from './read-insertion.ts';
import { readLinkTargets } from './read-link-targets.ts';

const ACTS = ['delete', 'highlight', 'redact', 'underline', 'strike'] as const;
const PIECES_TOGETHER_MAX = 3;

/** A piece that begins with a verb asks for something. */
const ASKS = new RegExp(`^\\W*(?:${ANY_VERB})`, 'u');

export function isRequested(instruction: string): boolean {
  const folded = mendVerbs(fold(instruction));
  const pieces = piecesOf(folded);
  const asks = pieces.map(({ start, end }) => ASKS.test(sliceOf(folded, start, end).text));
  const read = pieces.map(() => false);
  pieces.forEach((first, at) => {
    // What follows belongs to a request until the next one begins.
    const next = asks.indexOf(true, at + 1);
    const stop = Math.min(at + PIECES_TOGETHER_MAX, next === -1 ? pieces.length : next);
    for (let end = at + 1; end <= stop; end++) {
      if (isRead(sliceOf(folded, first.start, pieces[end - 1]?.end ?? first.end))) read.fill(true, at, end);
    }
  });
  return read.some(Boolean) && asks.every((does, at) => read[at] || !does);
}

function isRead(part: ReturnType<typeof sliceOf>): boolean {
  return (
    ACTS.some((act) => requestsFor(part, act).some(({ object }) => object.text.includes(' '))) ||
    (LOOK_WORDS.test(part.text) && requestsFor(part, 'style').length > 0) ||
    readChanges(part).some(({ isBare, thing, old }) => !isBare && (thing !== undefined || old !== undefined)) ||
    readInsertions(part).length > 0 ||
    readLinkTargets(part).length > 0
  );
}
