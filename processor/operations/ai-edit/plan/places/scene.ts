// What a request is looked up in, and what looking it up leads to.

import type { Folded } from '#instruction/reading/folded.ts';
import type { Span } from '#instruction/tokens.ts';
import type { Box } from '../../../../pdf/geometry/box.ts';
import type { GroundDocument } from './ground-document.ts';
import type { Place } from './page-lines.ts';

export interface Scene {
  readonly ground: GroundDocument;
  readonly folded: Folded;
  readonly pages: readonly number[];
  /** Only what stands here, where something is given. */
  readonly region?: readonly Place[] | undefined;
  /** Without quotation marks, only a name or a number is the text itself: other words describe. */
  readonly isProper?: boolean;
  /** A noun before a quoted text means the whole that it stands in: its row, its sentence. */
  readonly isWhole?: boolean;
  /** Phrases for things are read word by word: what they name must be one thing of which every word holds. */
  readonly phrases?: PhraseReader;
  /** What the request before was about: `the line below it`. */
  readonly spoken?: readonly Place[];
}

/** Given with a scene, since it asks for texts and places itself. */
export interface PhraseReader {
  /** @param byWords what the first reading finds */
  readonly target: (scene: Scene, span: Span, byWords: (scene: Scene, span: Span) => Resolution) => Resolution;
  readonly thing: (scene: Scene, span: Span) => Resolution | undefined;
}

export interface Resolved {
  readonly ok: true;
  /** `text`: what was said stands there. `value`: it stands there for what was said. `block`: lines, paragraphs, rows. */
  readonly kind: 'text' | 'value' | 'block';
  /** Each a target of its own; one target may have several places. */
  readonly targets: readonly (readonly Place[])[];
  readonly isInside?: boolean;
  readonly isEverywhere?: boolean;
  /** Rows, as they are said to be. */
  readonly isRow?: boolean;
}

export interface Unresolved {
  readonly ok: false;
  readonly why: 'missing' | 'ambiguous' | 'unclear';
  readonly said: string;
  readonly candidates: readonly Place[];
  /** What could be meant and is no text; boxes in default user space. */
  readonly things?: readonly { readonly page: number; readonly what: string; readonly box: Box }[];
}

export type Resolution = Resolved | Unresolved;

export function missing(said: string, candidates: readonly Place[] = []): Unresolved {
  return { ok: false, why: candidates.length > 0 ? 'ambiguous' : 'missing', said, candidates };
}

export const unclear = (said: string): Unresolved => ({ ok: false, why: 'unclear', said, candidates: [] });

export function isIn(place: Place, region: readonly Place[] | undefined): boolean {
  return region?.some(({ page, start, end }) => page === place.page && place.start >= start && place.end <= end) ?? true;
}

export function textOf({ ground }: Pick<Scene, 'ground'>, places: readonly Place[]): string {
  return places.map(({ page, start, end }) => ground.facts.pageText(page).slice(start, end).replaceAll(/\s+/gu, ' ')).join(' ');
}
