// What grounding a reading leads to: operations, or why there are none.

import type { EditName } from '#contract/params/edit-plan.ts';
import { matchesOf } from './matches.ts';
import { type Resolved, type Scene, textOf, type Unresolved } from '../places/scene.ts';

export type PlannedEdit = { readonly op: EditName } & Readonly<Record<string, unknown>>;
export type Grounded = { readonly ok: true; readonly edits: readonly PlannedEdit[] } | Unresolved;

export const unclear = (said: string): Unresolved => ({ ok: false, why: 'unclear', said, candidates: [] });

export async function planAll(
  scene: Scene,
  { targets }: Resolved,
  make: (match: Readonly<Record<string, unknown>>) => PlannedEdit,
): Promise<Grounded> {
  const matches = await matchesOf(scene.ground.facts, targets.flat());
  if (!matches) return unclear(targets.map((places) => textOf(scene, places)).join(' … '));
  return { ok: true, edits: matches.map(({ pages, match }) => make({ pages, match })) };
}
