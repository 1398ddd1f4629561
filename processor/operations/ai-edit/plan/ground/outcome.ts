// What grounding a reading leads to: operations, or why there are none.

import type { EditName } from '#contract/params/edit-plan.ts';
import type { Place } from '../places/page-lines.ts';
import { matchesOf } from './matches.ts';
import { type Resolved, type Scene, textOf, type Unresolved } from '../places/scene.ts';

export type PlannedEdit = { readonly op: EditName } & Readonly<Record<string, unknown>>;
export type Grounded = { readonly ok: true; readonly edits: readonly PlannedEdit[] } | Unresolved;

export const unclear = (said: string): Unresolved => ({ ok: false, why: 'unclear', said, candidates: [] });

/** What marks or restyles a text may do so part by part. */
const CUT: ReadonlySet<EditName> = new Set(['restyle_text', 'highlight', 'underline', 'strike', 'redact']);
/** As much as one text of a plan may be, and a little less. */
const TEXT_CHARS_MAX = 450;

/** A long place as several, cut between words. */
function cutLong({ ground }: Pick<Scene, 'ground'>, { page, start, end }: Place): readonly Place[] {
  if (end - start <= TEXT_CHARS_MAX) return [{ page, start, end }];
  const text = ground.facts.pageText(page);
  const space = text.lastIndexOf(' ', start + TEXT_CHARS_MAX);
  const line = text.lastIndexOf('\n', start + TEXT_CHARS_MAX);
  const at = Math.max(space, line);
  if (at <= start) return [{ page, start, end }];
  return [{ page, start, end: at }, ...cutLong({ ground }, { page, start: at + 1, end })];
}

export async function planAll(
  scene: Scene,
  { targets }: Resolved,
  make: (match: Readonly<Record<string, unknown>>) => PlannedEdit,
): Promise<Grounded> {
  const places = targets.flat();
  const cut = CUT.has(make({}).op) ? places.flatMap((place) => cutLong(scene, place)) : places;
  const matches = await matchesOf(scene.ground.facts, cut);
  if (!matches) return unclear(targets.map((places) => textOf(scene, places)).join(' … '));
  return { ok: true, edits: matches.map(({ pages, match }) => make({ pages, match })) };
}
