// The fields that a request can speak of, and how one of them is ticked.

import { choosePages } from '#contract/params/edit-pages.ts';
import type { LabelledField } from '../../../facts/labelled-fields.ts';
import type { Scene } from '../../places/scene.ts';
import type { Grounded } from '../outcome.ts';

export const unclearField = (said: string, why: 'unclear' | 'missing' | 'ambiguous' = 'unclear'): Grounded => ({
  ok: false,
  why,
  said,
  candidates: [],
});

export function pagesOf(scene: Scene, choice: string | undefined): readonly number[] {
  return choice === undefined ? scene.pages : (choosePages(choice, scene.ground.pageCount) ?? []);
}

/** On these pages, and on those of the region where one is said. */
export async function fieldsOn({ ground, region }: Scene, pages: readonly number[]): Promise<readonly LabelledField[]> {
  const inside = region && new Set(region.map(({ page }) => page));
  return (await ground.fields()).filter(({ page }) => pages.includes(page) && (inside?.has(page) ?? true));
}

export function tickOne(fields: readonly LabelledField[], chosen: LabelledField, checked: boolean): Grounded {
  const own = fields.filter(({ name }) => name === chosen.name);
  if (chosen.kind === 'check' && own.length === 1) return { ok: true, edits: [{ op: 'check_field', field: chosen.name, checked }] };
  const { state } = chosen;
  return checked && state !== undefined
    ? { ok: true, edits: [{ op: 'fill_field', field: chosen.name, value: state }] }
    : unclearField(chosen.label ?? chosen.name);
}
