// Writes a unit that is inserted or deleted, and what moves for it.

import { type Box, unite } from '../geometry/box.ts';
import { writeSource } from '../content/write-source.ts';
import type { ContentEdit } from '../syntax/operations.ts';
import { writeActualText } from './actual-text.ts';
import type { TextMatch } from './find.ts';
import { type Move, moveBelow } from './layout/move-below.ts';
import { joined, widened } from './layout/row-boxes.ts';
import type { EncodedText } from './new-text.ts';
import type { PageText, PlacedGlyph } from './page-text.ts';
import { withNames } from './place-text.ts';
import type { EditRefusal } from './refusal.ts';
import { type EditedPage, type EditOutcome, fidelityOf } from './replace-text.ts';
import { type Insertion, rewriteText } from './rewrite-text.ts';
import { embedInto, nameFonts } from './faces/write-fonts.ts';

export interface UnitChange extends Move {
  readonly removed: readonly PlacedGlyph[];
  readonly insertions: readonly Insertion[];
  readonly encoded: readonly EncodedText[];
  readonly edits: readonly ContentEdit[];
  readonly boxes: readonly Box[];
  readonly before: string;
  readonly after: string;
  readonly isRow: boolean;
  readonly newRow?: { readonly cells: readonly string[]; readonly box: Box };
  /** Marks of list items that count on. */
  readonly marks: readonly { readonly before: string; readonly after: string }[];
}

/**
 * What is written anew beside new text, in faces whose widths are not whole: engines that round them put it a few hundredths of a point elsewhere
 * than before, although it stays.
 */
function inexactFlows(page: PageText, { insertions }: UnitChange): PlacedGlyph[] {
  const sources = new Set(insertions.map(({ at }) => at.event.source));
  const flows = new Set(insertions.map(({ at }) => at.event.flow));
  const rewritten = page.glyphs.filter(({ event }) => sources.has(event.source) && flows.has(event.flow));
  const inexact = new Set(rewritten.filter(({ shown }) => !isWhole(shown.glyph.width)).map(({ event }) => event.flow));
  return rewritten.filter(({ event }) => inexact.has(event.flow));
}

function isWhole(width: number): boolean {
  return Math.abs(width * 1000 - Math.round(width * 1000)) < 1e-6;
}

export function writeUnit({ document, pageIndex, text: page }: EditedPage, match: TextMatch, change: UnitChange): EditOutcome {
  const { removed, by } = change;
  const source = match.glyphs[0]?.event.source;
  const refused = (refusal: EditRefusal): EditOutcome => ({ ok: false, refusal, match });
  const below = source && moveBelow(page, source, change, change.insertions);
  if (!source || !below) return refused('split_over_contents');
  const spoken = writeActualText(removed);
  if (spoken === 'shared') return refused('shared_actual_text');
  const own = new Set(change.edits.map(({ start }) => start));
  const named = nameFonts(change.encoded, source.resources);
  const edits = rewriteText(page, {
    source,
    removed: new Set(removed),
    insertions: change.insertions.map((insertion) => ({ ...insertion, pieces: withNames(insertion.pieces, named.names) })),
    shiftOf: () => 0,
    riseOf: (glyph) => (below.glyphs.has(glyph) ? by : 0),
  });
  const all = [...edits, ...spoken, ...change.edits, ...below.edits.filter(({ start }) => !own.has(start))];
  writeSource(document, page.page, source, all, embedInto(document.context, named));
  const boxes = [
    ...change.boxes,
    ...[...removed, ...below.glyphs].map(({ box }) => widened(box, by)),
    ...below.boxes.map((box) => widened(box, 0)),
    ...below.moveAnnotations(),
  ];
  boxes.push(...inexactFlows(page, change).map((glyph) => widened(glyph.box, 0)));
  const fitting = by < 0 && below.glyphs.size > 0 ? 'free_room' : 'as_it_is';
  return {
    ok: true,
    change: {
      pageIndex,
      before: change.before,
      after: change.after,
      bbox: boxes.reduce(unite),
      boxes: joined(boxes),
      removed: '',
      renumbered: change.marks,
      isRow: change.isRow,
      ...(change.newRow ? { newRow: change.newRow } : {}),
      fidelity: fidelityOf({ encoded: change.encoded, fitting, isOverflowing: false, scale: 1 }, named.fonts),
    },
  };
}
