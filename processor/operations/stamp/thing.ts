// What a mark draws, before it has a place, and what it is made from.

import type { PDFRef } from 'pdf-lib';
import type { Warning } from '#contract/processor.ts';
import type { SourceOptions } from '../../open-source.ts';
import type { Box } from '../../pdf/geometry/box.ts';
import type { Matrix } from '../../pdf/geometry/matrix.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import type { PageView } from '../../pdf/pages/page-view.ts';
import type { FreeSpace } from '../../pdf/placing/free-space.ts';
import type { SourceFile } from '../operation.ts';
import type { Named } from './mark-texts.ts';

/** It is drawn around the middle of `inner`, which is what it takes of the page. */
export interface Thing {
  readonly form: PDFRef;
  /** Before it is placed. */
  readonly matrix: Matrix;
  readonly inner: Box;
  /** What it may draw beyond it: accents, slanted strokes. */
  readonly slack: number;
  /** What a reader finds in it. */
  readonly letters: string;
}

/** @param angle radians. @param at which of the pages that the mark is on, from 0 */
export type ThingFor = (view: PageView, angle: number, at: number) => Thing;

export interface Stamping {
  readonly opened: OpenedPdf;
  /** Of other documents among the files. */
  readonly options: SourceOptions;
  readonly space: Pick<FreeSpace, 'inkOf'>;
  readonly named: Named;
  readonly files: readonly SourceFile[];
  readonly warnings: Warning[];
}
