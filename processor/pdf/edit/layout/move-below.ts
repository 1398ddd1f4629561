// Moves what stands below a place in its column, with all that belongs to it: text, drawings, the clips that both stand in, annotations.

import type { Box } from '../../geometry/box.ts';
import type { ContentSource } from '../../content/content-source.ts';
import type { ContentEdit } from '../../syntax/operations.ts';
import type { PageText, PlacedGlyph } from '../page-text.ts';
import type { Insertion } from '../rewrite-text.ts';
import { moveClips } from './clips.ts';
import { annotationsIn, type Column, glyphsOf, type Movable, moveAnnotations, moveDrawings } from './column.ts';
import type { Drawing } from './units.ts';

export interface Move {
  readonly column: Column;
  readonly moving: Movable;
  readonly drawings: readonly Drawing[];
  /** Upwards. */
  readonly by: number;
  /** A row becomes lower. */
  readonly isRow?: boolean;
}

export interface MovedBelow {
  readonly glyphs: ReadonlySet<PlacedGlyph>;
  readonly edits: readonly ContentEdit[];
  /** Where drawings were and are. */
  readonly boxes: readonly Box[];
  /** To be called when nothing can be refused any more. @returns where annotations were and are */
  moveAnnotations(): Box[];
}

/** @param insertions of new text in the same content. @returns undefined where what moves is in several contents */
export function moveBelow(
  page: PageText,
  source: ContentSource,
  { column, moving, drawings, by }: Move,
  insertions: readonly Insertion[],
): MovedBelow | undefined {
  const moved = glyphsOf(moving, source);
  const drawn = by === 0 ? { edits: [], boxes: [], moved: new Map() } : moveDrawings(drawings, source, column, moving, by);
  if (!moved || !drawn) return undefined;
  const glyphs = new Set(moved);
  // As they stand now: what goes with a text that comes to stand here has moved already then.
  const annotations = by === 0 ? [] : annotationsIn(page.page, column, moving);
  const clips = moveClips({ page, source, moved: glyphs, insertions, drawings, movedDrawings: drawn.moved, by });
  return {
    glyphs,
    edits: [...drawn.edits, ...clips],
    boxes: drawn.boxes,
    moveAnnotations: () => moveAnnotations(annotations, by),
  };
}
