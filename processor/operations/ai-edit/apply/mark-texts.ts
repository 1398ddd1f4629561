// Carries out what a plan adds beside a text without touching it: highlights, lines under and through it, links, notes.

import type { PDFDict } from 'pdf-lib';
import { type Box, unite } from '../../../pdf/geometry/box.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { tagLink } from '../../../pdf/pages/tag-link.ts';
import { visibleBox } from '../../../pdf/pages/page-box.ts';
import { type Applied, expectOn } from '../applied.ts';
import { addLines, addNote, NOTE_SIDE, setLink } from './add-annotations.ts';
import type { Marking, SettledPlace } from './apply-text.ts';
import type { FreeSpace, PageInk } from '../../../pdf/placing/free-space.ts';
import { hexOf } from '../../../pdf/edit/hex-of.ts';
import { highlightBoxes } from './highlight.ts';

/** PDFium's numbers of subtypes, which the judge counts. */
const COUNTED = { highlight: 9, underline: 10, strike: 12, add_note: 1 } as const;

export async function markTexts(
  { opened, space, applied }: { readonly opened: OpenedPdf; readonly space: FreeSpace; readonly applied: Applied },
  settled: ReadonlyMap<number, readonly SettledPlace<Marking>[]>,
): Promise<void> {
  for (const [page, places] of settled) {
    const dict = opened.pages[page - 1]?.dict;
    if (!dict) continue;
    const ink = places.some(({ operation }) => operation.op === 'add_note') ? await space.inkOf(page) : undefined;
    for (const place of places) markOne({ opened, applied, ink }, dict, place);
  }
}

interface Marked {
  readonly opened: OpenedPdf;
  readonly applied: Applied;
  readonly ink: PageInk | undefined;
}

function markOne({ opened, applied, ink }: Marked, dict: PDFDict, place: SettledPlace<Marking>): void {
  const { operation, found, boxes } = place;
  const { context } = opened;
  const expected = expectOn(applied, found.page);
  const seen: Box[] = [];
  switch (operation.op) {
    case 'highlight':
      highlightBoxes(context, dict, boxes, operation.color);
      seen.push(...boxes);
      break;
    case 'underline':
    case 'strike': {
      const kind = operation.op === 'underline' ? 'Underline' : 'StrikeOut';
      const color = operation.color ?? hexOf(place.paint);
      seen.push(...addLines(context, dict, boxes, { kind, quarterTurns: place.quarterTurns, color }));
      // The line of a bold text hides a dash that was there: only that something is drawn can be asked.
      expected.altered.push(...boxes);
      break;
    }
    case 'set_link': {
      const target =
        operation.page === undefined ? undefined : opened.pages.at(operation.page > 0 ? operation.page - 1 : operation.page)?.dict;
      const added = setLink(context, dict, boxes, target ? { page: target } : { url: operation.url ?? '' });
      tagLink(opened, { page: dict, annotations: added, mcid: place.mcid, text: found.text });
      expected.links.push(...boxes.map((box) => ({ box, url: operation.url })));
      break;
    }
    case 'add_note':
      seen.push(addNote(context, dict, besides(boxes, dict, ink), operation.value));
      expected.altered.push(...seen);
  }
  if (operation.op !== 'set_link') {
    const kind = COUNTED[operation.op];
    expected.annotations.set(kind, (expected.annotations.get(kind) ?? 0) + 1);
  }
  expected.boxes.push(...boxes, ...seen);
  const { id, op } = operation;
  const after =
    operation.op === 'set_link' ? (operation.url ?? `page ${operation.page}`) : operation.op === 'add_note' ? operation.value : found.text;
  applied.changes.push({
    operation: id,
    op,
    page: found.page,
    ...(boxes.length > 0 ? { bbox: boxes.reduce(unite) } : {}),
    before: found.text,
    after,
  });
}

/** Beside the first line: right of it, else in the nearest free place to the right or left. */
function besides(boxes: readonly Box[], page: PDFDict, ink: PageInk | undefined): readonly [number, number] {
  const [left = 0, bottom = 0, right = 0, top = 0] = boxes[0] ?? [];
  const [pageLeft, , pageRight] = visibleBox(page);
  const y = (bottom + top) / 2 - NOTE_SIDE / 2;
  const places: number[] = [];
  for (let x = right + 4; x + NOTE_SIDE < pageRight - 4; x += 6) places.push(x);
  for (let x = left - 4 - NOTE_SIDE; x > pageLeft + 4; x -= 6) places.push(x);
  const free = places.find((x) => ink?.isFree([x, y, x + NOTE_SIDE, y + NOTE_SIDE]));
  return [free ?? Math.max(pageLeft, Math.min(right + 4, pageRight - NOTE_SIDE - 2)), y];
}
