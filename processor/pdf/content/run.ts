// One run over the contents of a page: bounds its cost, keeps decoded streams, and follows what contents draw, each with the matrix,
// box and resources that apply to it.

import { PDFDict, type PDFRef, type PDFStream } from 'pdf-lib';
import { boundsOf, boxIn, intersect, transformBox } from '../geometry/box.ts';
import { arrayOf, lookup } from '../syntax/dictionary.ts';
import { numbersIn } from '../fonts/dictionaries.ts';
import type { PdfFont } from '../fonts/pdf-font.ts';
import { loadFont } from '../fonts/font.ts';
import { IDENTITY, isUpright, multiply, toMatrix } from '../geometry/matrix.ts';
import { CONTENT_BOUNDS } from '../syntax/content-bounds.ts';
import type { ContentSource } from './content-source.ts';
import type { SourceKind } from './content-source.ts';
import type { ContentEvent } from './events.ts';
import { type ContentRun, type Entry, Execution, type Gap, type InterpretOptions, type Operator, type RunBudget } from './execution.ts';
import { MARK_OPERATORS } from './mark-operators.ts';
import { OBJECT_OPERATORS } from './object-operators.ts';
import { OperationReader } from '../syntax/operations.ts';
import { PATH_OPERATORS } from './path-operators.ts';
import { joinContents, type JoinedContent } from './source.ts';
import { STATE_OPERATORS } from './state-operators.ts';
import type { GraphicsState, Mark } from './state.ts';
import { TEXT_OPERATORS } from './text-operators.ts';

const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  [TEXT_OPERATORS, PATH_OPERATORS, STATE_OPERATORS, MARK_OPERATORS, OBJECT_OPERATORS].flatMap((table) => Object.entries(table)),
);

/** Operators of Annex A that do not affect what is reported here. */
const WITHOUT_EFFECT = new Set('ET J j M d ri i MP DP BX EX d0 d1'.split(' '));
const CONTENTS_KEPT_MAX = 1000;

export class Run implements ContentRun {
  readonly gaps = new Set<Gap>();
  unknownOperators = 0;
  readonly page: PDFDict;
  readonly visit: (event: ContentEvent) => void;
  readonly options: InterpretOptions;
  readonly budget: RunBudget;
  private readonly contents = new Map<PDFStream, JoinedContent>();
  /** Streams that run once, by their use. */
  private readonly done = new Map<SourceKind, Set<PDFStream>>();

  constructor(page: PDFDict, visit: (event: ContentEvent) => void, options: InterpretOptions, budget: RunBudget) {
    this.page = page;
    this.visit = visit;
    this.options = options;
    this.budget = budget;
  }

  join(read: () => JoinedContent): JoinedContent {
    const content = read();
    if (content.damaged) this.gaps.add('damaged_stream');
    return content;
  }

  private contentOf(stream: PDFStream, ref: PDFRef | undefined): JoinedContent {
    let content = this.contents.get(stream);
    if (!content) {
      content = this.join(() => joinContents(this.page.context, ref ?? stream));
      // A replaced stream is found only by its reference.
      if (this.contents.size < CONTENTS_KEPT_MAX) this.contents.set(stream, content);
    }
    return content;
  }

  isFirst(kind: SourceKind, stream: PDFStream): boolean {
    const seen = this.done.get(kind) ?? new Set();
    this.done.set(kind, seen);
    if (seen.has(stream)) return false;
    seen.add(stream);
    return true;
  }

  fontOf(dict: PDFDict | undefined): PdfFont | undefined {
    if (dict) return loadFont(dict);
    this.gaps.add('missing_font');
    return undefined;
  }

  /** Runs a form, pattern, glyph procedure or appearance whose /Matrix and /BBox apply. */
  enter(entry: Entry): void {
    const { kind, stream, ref, parent, state, marks, drawnBy, name, annotation } = entry;
    const depth = (parent?.depth ?? 0) + 1;
    for (let above = parent; above; above = above.parent) if (above.stream === stream) return;
    if (depth > CONTENT_BOUNDS.entryDepthMax) {
      this.gaps.add('depth');
      return;
    }
    if (--this.budget.entries < 0) {
      this.gaps.add('entries');
      return;
    }
    const { dict } = stream;
    const matrix = kind === 'glyph' ? IDENTITY : (toMatrix(numbersIn(arrayOf(dict, 'Matrix'))) ?? IDENTITY);
    const ctm = multiply(matrix, state.ctm);
    const box = kind === 'glyph' ? undefined : boxIn(numbersIn(arrayOf(dict, 'BBox')));
    const clip = box ? intersect(state.clip, boundsOf(transformBox(ctm, box))) : state.clip;
    const own = lookup(dict, 'Resources');
    const source: ContentSource = {
      kind,
      content: this.contentOf(stream, ref),
      stream,
      ref,
      resources: own instanceof PDFDict ? own : entry.resources,
      name,
      annotation,
      parent,
      drawnBy,
      matrix: ctm,
      depth,
    };
    const inner = { ...state, ctm, clip, isClipBox: state.isClipBox && isUpright(ctm) };
    this.visit({ kind: 'enter', source, state: inner, marks });
    this.execute(source, inner, marks);
    this.visit({ kind: 'leave', source, state: inner, marks });
  }

  execute(source: ContentSource, state: GraphicsState, marks: readonly Mark[]): void {
    const reader = new OperationReader(source.content.bytes);
    const execution = new Execution(this, source, state, marks);
    for (let operation = reader.next(); operation; operation = reader.next()) {
      if (--this.budget.operations < 0) {
        this.gaps.add('operations');
        return;
      }
      const operator = OPERATORS.get(operation.operator);
      if (operator) operator(execution, operation);
      else if (!WITHOUT_EFFECT.has(operation.operator)) this.unknownOperators++;
    }
  }
}
