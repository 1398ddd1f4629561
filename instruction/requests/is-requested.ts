// Whether the second reading of an instruction may find requests in it: then the document decides.

import { mendVerbs } from '../reading/parts.ts';
import { fold } from '../reading/folded.ts';
import { LOOK_WORDS, requestsFor, sliceOf } from './acts.ts';
import { piecesOf } from './pieces.ts';
import { readChanges } from './read-change.ts';
import { readInsertions } from './read-insertion.ts';
import { readLinkTargets } from './read-link-targets.ts';

const ACTS = ['delete', 'highlight', 'redact', 'underline', 'strike'] as const;
const PIECES_TOGETHER_MAX = 3;

export function isRequested(instruction: string): boolean {
  const folded = mendVerbs(fold(instruction));
  const pieces = piecesOf(folded);
  return pieces.some((first, at) =>
    pieces.slice(at, at + PIECES_TOGETHER_MAX).some(({ end }) => {
      const part = sliceOf(folded, first.start, end);
      return (
        ACTS.some((act) => requestsFor(part, act).some(({ object }) => object.text.includes(' '))) ||
        (LOOK_WORDS.test(part.text) && requestsFor(part, 'style').length > 0) ||
        readChanges(part).some(({ isBare, thing, old }) => !isBare && (thing !== undefined || old !== undefined)) ||
        readInsertions(part).length > 0 ||
        readLinkTargets(part).length > 0
      );
    }),
  );
}
