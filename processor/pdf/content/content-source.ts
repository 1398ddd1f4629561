// A content stream that is being executed: of a page, a form, a pattern, an appearance, a glyph procedure.

import type { PDFDict, PDFRef, PDFStream } from 'pdf-lib';
import type { Matrix } from '../geometry/matrix.ts';
import type { Operation } from '../syntax/operations.ts';
import type { JoinedContent } from './source.ts';

/** A content stream that is being executed; spans of operations are places in `content.bytes`. */
export interface ContentSource {
  readonly kind: SourceKind;
  readonly content: JoinedContent;
  /** Undefined for a page. */
  readonly stream: PDFStream | undefined;
  readonly ref: PDFRef | undefined;
  /** Resources that resolve its names. A form without its own uses its parent's. */
  readonly resources: PDFDict | undefined;
  /** The name by which its parent drew it, where there is one. */
  readonly name: string | undefined;
  /** The annotation whose appearance it is. */
  readonly annotation: PDFDict | undefined;
  readonly parent: ContentSource | undefined;
  /** The operation of the parent that draws it. */
  readonly drawnBy: Operation | undefined;
  /** Content space → page space at its start. */
  readonly matrix: Matrix;
  /** 0 for a page. */
  readonly depth: number;
}

export type SourceKind = 'page' | 'form' | 'pattern' | 'glyph' | 'softmask' | 'appearance';
