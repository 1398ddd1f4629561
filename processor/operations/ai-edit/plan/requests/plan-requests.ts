// The second reading of an instruction, where the first understood too little: its pieces one after the other, each a request or talk. A request is
// what can be carried out with all of its words; of two effects that it could have none is taken.

import { PHRASES } from '../mentions/phrases.ts';
import { EditOperation, PLAN_OPERATIONS_MAX, type PlannedEdits } from '#contract/params/edit-plan.ts';
import { type Folded, fold } from '#instruction/reading/folded.ts';
import { stayOf, type Stay } from '#instruction/reading/clauses/stays.ts';
import { mendVerbs } from '#instruction/reading/parts.ts';
import { sliceOf, withoutCourtesy } from '#instruction/requests/acts.ts';
import { type Piece, piecesOf } from '#instruction/requests/pieces.ts';
import { readChanges } from '#instruction/requests/read-change.ts';
import { isTalk } from '#instruction/requests/talk.ts';
import type { Span } from '#instruction/tokens.ts';
import type { PlannedEdit } from '../ground/outcome.ts';
import { touchesOne } from '../ground/touches-one.ts';
import type { GroundDocument } from '../places/ground-document.ts';
import type { Scene } from '../places/scene.ts';
import { isUntouched, touchedBy } from './is-untouched.ts';
import { planRequest } from './plan-request.ts';

const PIECES_MAX = 14;
const PIECES_TOGETHER_MAX = 6;

interface Group {
  readonly because: string;
  readonly edits: readonly PlannedEdit[];
}

interface Read {
  readonly groups: readonly Group[];
  readonly stays: readonly (readonly [stay: Stay, said: Folded])[];
}

/** Where reading stopped: the first piece that is neither a request that holds nor talk. */
export interface Stopped {
  left?: Span;
}

/** @returns undefined where a piece is neither a request that holds nor talk; which one, is written into `stopped` */
export async function planRequests(instruction: string, ground: GroundDocument, stopped: Stopped = {}): Promise<PlannedEdits | undefined> {
  const folded = mendVerbs(fold(instruction));
  const pieces = piecesOf(folded);
  if (pieces.length > PIECES_MAX) return undefined;
  const pages = Array.from({ length: ground.pageCount }, (_, index) => index + 1);
  const read = await readFrom({ ground, folded, pages, phrases: PHRASES }, pieces, 0, stopped);
  if (!read || read.groups.length === 0 || !(await holdsStays({ ground, folded, pages }, read))) return undefined;
  const operations = read.groups.flatMap(({ because, edits }) => edits.map((edit) => ({ ...edit, because })));
  const parsed = operations.map((operation, at) => EditOperation.safeParse({ ...operation, id: `op${at + 1}` }));
  if (parsed.length > PLAN_OPERATIONS_MAX || parsed.some(({ success }) => !success)) return undefined;
  return { operations: parsed.flatMap(({ data }) => data ?? []), unresolved: [] };
}

/** What is said to stay is not touched; where it is not known, one place is touched. */
async function holdsStays(scene: Scene, { groups, stays }: Read): Promise<boolean> {
  const edits = groups.flatMap((group) => group.edits);
  for (const [stay, said] of stays) {
    if (stay !== 'single') continue;
    const isOne = await Promise.all(groups.map((group) => touchesOne(scene.ground, group.edits)));
    if (isOne.every(Boolean) || (await isUntouched(scene, said, edits))) continue;
    return false;
  }
  return true;
}

/** `there are 120 volunteers, not 110` is told, and asks for something. */
function isOnlyTalk(part: Folded): boolean {
  return (
    isTalk(part.text) &&
    !readChanges(part).some(({ old, isBare }) => old !== undefined && !isBare && /[\p{N}\p{Lu}\uE001]/u.test(old.source))
  );
}

/** The longest request first; what asks for nothing is passed over. */
async function readFrom(scene: Scene, pieces: readonly Piece[], from: number, stopped: Stopped): Promise<Read | undefined> {
  const first = pieces[from];
  if (!first) return { groups: [], stays: [] };
  const isNothing = (at: number) =>
    isOnlyTalk(sliceOf(scene.folded, pieces[at]?.start ?? 0, pieces[at]?.end ?? 0)) ||
    stayOf(withoutCourtesy(sliceOf(scene.folded, pieces[at]?.start ?? 0, pieces[at]?.end ?? 0)).text) !== undefined;
  const before = pieces.slice(0, from).map(({ start, end }) => sliceOf(scene.folded, start, end));
  for (let length = Math.min(PIECES_TOGETHER_MAX, pieces.length - from); length > 0; length--) {
    const last = pieces[from + length - 1];
    if (!last || Array.from({ length }, (_, at) => from + at).some(isNothing)) continue;
    const stop = scene.folded.text.charAt(last.end) === '.' ? 1 : 0;
    const part = sliceOf(scene.folded, first.start, last.end + stop);
    const edits = await planRequest(scene, part, before);
    const spoken = edits && (await touchedBy(scene, edits));
    const rest = edits && (await readFrom(spoken ? { ...scene, spoken } : scene, pieces, from + length, stopped));
    if (edits && rest) return { groups: [{ because: part.source.trim(), edits }, ...rest.groups], stays: rest.stays };
  }
  const stay = stayOf(withoutCourtesy(sliceOf(scene.folded, first.start, first.end)).text);
  if (stay === undefined && !isOnlyTalk(sliceOf(scene.folded, first.start, first.end))) {
    if (first.start >= (stopped.left?.start ?? 0)) stopped.left = { start: first.start, end: first.end };
    return undefined;
  }
  const rest = await readFrom(scene, pieces, from + 1, stopped);
  return (
    rest && {
      groups: rest.groups,
      stays: stay === undefined ? rest.stays : [[stay, sliceOf(scene.folded, first.start, first.end)], ...rest.stays],
    }
  );
}
