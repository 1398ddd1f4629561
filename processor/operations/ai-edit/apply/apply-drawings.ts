// Takes drawings off pages: all of a page at once, before its texts are rewritten, whose places they do not move. Texts that go with them are removed
// with the other texts.

import { JobFailure } from '../../../failure.ts';
import { drawingsOfPage, removeDrawings } from '../../../pdf/edit/drawings.ts';
import { REFUSAL_SENTENCES } from '../../../pdf/edit/refusal.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { type Applied, expectOn } from '../applied.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';

/** @throws JobFailure unsupported_feature, with `refused`, unless a part of the plan may be left out */
export function applyDrawings(opened: OpenedPdf, placed: readonly PlacedOperation[], applied: Applied, allowPartial: boolean): void {
  const all = placed.flatMap(({ operation, drawings = [] }) => drawings.map((drawing) => ({ operation, drawing })));
  for (const [page, taken] of Map.groupBy(all, ({ drawing }) => drawing.page)) {
    const own = opened.pages[page - 1];
    const drawn = own ? drawingsOfPage(own.dict, own.mediaBox) : [];
    const gone = taken.flatMap(({ drawing }) => drawn[drawing.number - 1] ?? []);
    if (!removeDrawings(opened, page - 1, gone)) {
      const [first] = taken;
      const operation = first?.operation.id ?? '';
      const message = REFUSAL_SENTENCES.split_over_contents;
      if (!allowPartial)
        throw new JobFailure('unsupported_feature', { message, page, refused: { kind: 'edit', check: 'edit', operation } });
      applied.skipped.push({ operation, reason: 'unsupported_feature', message, page });
      continue;
    }
    const expected = expectOn(applied, page);
    for (const { inked } of gone) {
      expected.boxes.push(inked);
      expected.altered.push(inked);
    }
    for (const { operation, drawing } of taken) {
      applied.changes.push({ operation: operation.id, op: operation.op, page, bbox: drawing.box });
    }
  }
}
