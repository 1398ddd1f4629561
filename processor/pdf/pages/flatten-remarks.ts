// Makes the annotations of pages part of them: comments, marks, stamps. Links and form fields are others.

import { type PDFDict } from 'pdf-lib';
import type { OpenedPdf } from '../opened.ts';
import { dictOf, lookup, nameOf } from '../syntax/dictionary.ts';
import { annotationsOf, keepAnnotations, removeWithPopups } from './annotations.ts';
import { inheritAll } from './arrange-pages.ts';
import { drawBare, isShownBare } from './bare-appearance.ts';
import { flattenAnnotations, isHidden } from './flatten-widgets.ts';
import { forgetAnnotations } from './forget-pages.ts';

export interface FlattenedRemarks {
  readonly drawn: number;
  /** They were not shown. */
  readonly hidden: number;
  /** Icons without an appearance of their own, which readers draw: with them go texts of comments. */
  readonly icons: number;
  /** Files, sounds, films and models that annotations held. */
  readonly media: number;
  /** They stay: they have no appearance, and every reader draws their kind in another way. */
  readonly kept: number;
}

const OTHERS = new Set(['Link', 'Widget']);
const MEDIA = new Set(['FileAttachment', 'Sound', 'Movie', 'Screen', 'RichMedia', '3D']);

export function flattenRemarks(opened: OpenedPdf): FlattenedRemarks {
  inheritAll(opened.context, opened.catalog);
  const all: PDFDict[] = [];
  const counts = { drawn: 0, hidden: 0, icons: 0, media: 0, kept: 0 };
  for (const { dict: page } of opened.pages) {
    const kept = new Set<PDFDict>();
    for (const annotation of annotationsOf(page)) {
      const kind = nameOf(annotation, 'Subtype') ?? '';
      if (OTHERS.has(kind)) kept.add(annotation);
      else if (kind !== 'Popup') count(annotation, kind, { counts, kept });
    }
    all.push(...flattenAnnotations(page, (annotation) => !kept.has(annotation) && nameOf(annotation, 'Subtype') !== 'Popup'));
    all.push(
      ...keepAnnotations(
        page,
        (annotation) => nameOf(annotation, 'Subtype') !== 'Popup' || kept.has(dictOf(lookup(annotation, 'Parent')) ?? annotation),
      ),
    );
  }
  forgetAnnotations(opened.catalog, all);
  return counts;
}

function count(
  annotation: PDFDict,
  kind: string,
  { counts, kept }: { readonly counts: { -readonly [K in keyof FlattenedRemarks]: number }; readonly kept: Set<PDFDict> },
): void {
  if (isHidden(annotation)) counts.hidden++;
  else if (isShownBare(annotation) && !drawBare(annotation)) {
    counts.kept++;
    kept.add(annotation);
    return;
  } else if (dictOf(lookup(annotation, 'AP'))) counts.drawn++;
  else counts.icons++;
  if (MEDIA.has(kind)) counts.media++;
}

/** @returns how many there were */
export function removeLinks(opened: OpenedPdf): number {
  const gone = opened.pages.flatMap(({ dict }) => removeWithPopups(dict, (annotation) => nameOf(annotation, 'Subtype') === 'Link'));
  forgetAnnotations(opened.catalog, gone);
  return gone.length;
}
