// A content stream while it is being executed: what its operators read and change. Operators reach its run only through
// ContentRun.

import type { PDFDict, PDFRef, PDFStream } from 'pdf-lib';
import type { PdfFont } from '../fonts/pdf-font.ts';
import { IDENTITY, type Matrix } from '../geometry/matrix.ts';
import { CONTENT_BOUNDS } from '../syntax/content-bounds.ts';
import type { ContentSource } from './content-source.ts';
import type { SourceKind } from './content-source.ts';
import type { ContentEvent } from './events.ts';
import type { Operation } from '../syntax/operations.ts';
import { PathBuilder } from './path.ts';
import type { GraphicsState, Mark } from './state.ts';

export type Gap = 'operations' | 'glyphs' | 'entries' | 'depth' | 'damaged_stream' | 'missing_font' | 'missing_object';

export interface InterpretOptions {
  /** Default true each. A pattern, a soft mask and a glyph procedure run once for each page or run, however often they are used. */
  readonly patterns?: boolean;
  readonly glyphProcedures?: boolean;
  readonly softMasks?: boolean;
  /** Default true. False: glyphs are not looked at, which is most of the work. */
  readonly text?: boolean;
}

/** The remaining budget of a run; related runs share one. */
export class RunBudget {
  operations: number = CONTENT_BOUNDS.runOperationsMax;
  glyphs: number = CONTENT_BOUNDS.runGlyphsMax;
  entries: number = CONTENT_BOUNDS.runEntriesMax;
}

/** A form, pattern, glyph procedure or appearance that is to be executed. */
export interface Entry {
  readonly kind: SourceKind;
  readonly stream: PDFStream;
  readonly ref: PDFRef | undefined;
  readonly state: GraphicsState;
  readonly marks: readonly Mark[];
  readonly parent: ContentSource | undefined;
  readonly drawnBy: Operation | undefined;
  readonly name: string | undefined;
  readonly annotation: PDFDict | undefined;
  /** Where the stream has none of its own. */
  readonly resources: PDFDict | undefined;
}

export interface ContentRun {
  readonly gaps: Set<Gap>;
  readonly budget: RunBudget;
  readonly options: InterpretOptions;
  readonly visit: (event: ContentEvent) => void;
  readonly enter: (entry: Entry) => void;
  /** True when the stream is used as this for the first time in the run. */
  readonly isFirst: (kind: SourceKind, stream: PDFStream) => boolean;
  readonly fontOf: (dict: PDFDict | undefined) => PdfFont | undefined;
}

export class Execution {
  readonly run: ContentRun;
  readonly source: ContentSource;
  state: GraphicsState;
  readonly saved: GraphicsState[] = [];
  marks: readonly Mark[];
  /** How many marks were open before this content: it closes none of those. */
  readonly outerMarks: number;
  readonly path = new PathBuilder();
  /** The clip set by W and W* takes effect with the operator that ends the path. */
  clipPending = false;
  textMatrix: Matrix = IDENTITY;
  lineMatrix: Matrix = IDENTITY;
  /** See TextEvent. */
  textObject = 0;
  flow = 0;

  constructor(run: ContentRun, source: ContentSource, state: GraphicsState, marks: readonly Mark[]) {
    this.run = run;
    this.source = source;
    this.state = state;
    this.marks = marks;
    this.outerMarks = marks.length;
  }
}

/** The effect of an operator on its content. */
export type Operator = (execution: Execution, operation: Operation) => void;
