// Executes content streams (ISO 32000-2 Annex A) and tells what they show; forms, patterns, glyph procedures, soft masks and annotation
// appearances are followed. Draws nothing, changes nothing, never fails for damaged content: `gaps` says what could not be followed.

import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { arrayOf, dictOf, lookup, nameOf, numberOf, textOf } from '../dictionary.ts';
import { numbersIn } from '../fonts/dictionaries.ts';
import { loadFont, type PdfFont } from '../fonts/font.ts';
import { CONTENT_BOUNDS } from './bounds.ts';
import type { ContentEvent, ContentSource, ShownGlyph, SourceKind } from './events.ts';
import { describeImage, describeInlineImage } from './image-placement.ts';
import { boundsOf, intersect, transformBox, type Box } from '../box.ts';
import { IDENTITY, multiply, toMatrix, type Matrix } from '../matrix.ts';
import { nameAt, numberAt, numbersOf, type DictOperand, type Operand, type StringOperand } from './operand.ts';
import { OperationReader, type Operation } from './operations.ts';
import { PathBuilder } from './path.ts';
import { joinContents, joinPageContents, type JoinedContent } from './source.ts';
import { INITIAL_STATE, type GraphicsState, type Mark, type Paint } from './state.ts';

export type Gap = 'operations' | 'glyphs' | 'entries' | 'depth' | 'damaged_stream' | 'missing_font' | 'missing_object';

export interface InterpretOptions {
  /** Default true each. A pattern, a soft mask and a glyph procedure run once for each page or run, however often they are used. */
  readonly patterns?: boolean;
  readonly glyphProcedures?: boolean;
  readonly softMasks?: boolean;
}

/** What one run may still cost; runs that belong together share one. */
export class RunBudget {
  operations: number = CONTENT_BOUNDS.runOperationsMax;
  glyphs: number = CONTENT_BOUNDS.runGlyphsMax;
  entries: number = CONTENT_BOUNDS.runEntriesMax;
}

export interface InterpretResult {
  /** Why something was left out; empty when everything was followed. */
  readonly gaps: ReadonlySet<Gap>;
}

type Visit = (event: ContentEvent) => void;

/**
 * Executes the content of a page. Events come in the order of execution.
 * @param resources the page's, inherited ones included: see pageResources
 * @throws JobFailure decompression_limit
 */
export function interpretPage(page: PDFDict, visit: Visit, options: InterpretOptions = {}, budget = new RunBudget()): InterpretResult {
  const run = new Run(page, visit, options, budget);
  run.execute(
    {
      kind: 'page',
      content: run.join(() => joinPageContents(page)),
      stream: undefined,
      ref: undefined,
      resources: pageResources(page),
      name: undefined,
      annotation: undefined,
      parent: undefined,
      drawnBy: undefined,
      matrix: IDENTITY,
      depth: 0,
    },
    INITIAL_STATE,
    [],
  );
  return { gaps: run.gaps };
}

/**
 * Executes the normal appearances of a page's annotations, placed as 12.5.5 says; those of other states (rollover, down, the other states
 * of a check box) follow with the same placement when `allStates` is set.
 */
export function interpretAppearances(
  page: PDFDict,
  visit: Visit,
  options: InterpretOptions & { readonly allStates?: boolean } = {},
  budget = new RunBudget(),
): InterpretResult {
  const run = new Run(page, visit, options, budget);
  for (const item of arrayOf(page, 'Annots')?.asArray() ?? []) {
    const annotation = page.context.lookup(item);
    if (!(annotation instanceof PDFDict)) continue;
    for (const appearance of appearancesOf(annotation, options.allStates ?? false)) run.executeAppearance(annotation, appearance);
  }
  return { gaps: run.gaps };
}

/** The resources of a page, own or inherited (7.7.3.4). A loop in the tree ends the search. */
export function pageResources(page: PDFDict): PDFDict | undefined {
  let node: PDFDict | undefined = page;
  for (let steps = 0; node && steps < 64; steps++) {
    const found = lookup(node, 'Resources');
    if (found instanceof PDFDict) return found;
    const parent: PDFObject | undefined = lookup(node, 'Parent');
    node = parent instanceof PDFDict ? parent : undefined;
  }
  return undefined;
}

function appearancesOf(annotation: PDFDict, allStates: boolean): PDFObject[] {
  const appearance = lookup(annotation, 'AP');
  if (!(appearance instanceof PDFDict)) return [];
  const found: PDFObject[] = [];
  for (const key of allStates ? ['N', 'R', 'D'] : ['N']) {
    const raw = appearance.get(PDFName.of(key));
    const value = appearance.context.lookup(raw);
    if (value instanceof PDFStream && raw) found.push(raw);
    if (!(value instanceof PDFDict)) continue;
    const state = lookup(annotation, 'AS');
    for (const [name, entry] of value.entries()) if (allStates || name === state) found.push(entry);
  }
  return found;
}

const OPERANDS_OF_COLOR: Readonly<Record<string, string>> = { g: 'DeviceGray', rg: 'DeviceRGB', k: 'DeviceCMYK' };

class Run {
  readonly gaps = new Set<Gap>();
  private readonly page: PDFDict;
  private readonly visit: Visit;
  private readonly options: InterpretOptions;
  private readonly budget: RunBudget;
  private readonly contents = new Map<PDFStream, JoinedContent>();
  /** Streams that run once, by what they are used as. */
  private readonly done = new Map<SourceKind, Set<PDFStream>>();

  constructor(page: PDFDict, visit: Visit, options: InterpretOptions, budget: RunBudget) {
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
      // One that was replaced by hand is found under its reference only.
      if (this.contents.size < 1000) this.contents.set(stream, content);
    }
    return content;
  }

  executeAppearance(annotation: PDFDict, appearance: PDFObject): void {
    const stream = this.page.context.lookup(appearance);
    if (!(stream instanceof PDFStream)) return;
    const rect = boxIn(numbersIn(arrayOf(annotation, 'Rect')));
    const box = boxIn(numbersIn(arrayOf(stream.dict, 'BBox')));
    const own = toMatrix(numbersIn(arrayOf(stream.dict, 'Matrix'))) ?? IDENTITY;
    if (!rect || !box) return;
    const [left, bottom, right, top] = boundsOf(transformBox(own, box));
    const [scaleX, scaleY] = [
      right > left ? (rect[2] - rect[0]) / (right - left) : 1,
      top > bottom ? (rect[3] - rect[1]) / (top - bottom) : 1,
    ];
    const fit: Matrix = [scaleX, 0, 0, scaleY, rect[0] - left * scaleX, rect[1] - bottom * scaleY];
    this.enter({
      kind: 'appearance',
      stream,
      ref: appearance instanceof PDFRef ? appearance : undefined,
      state: { ...INITIAL_STATE, ctm: fit },
      marks: [],
      parent: undefined,
      drawnBy: undefined,
      name: undefined,
      annotation,
      resources: pageResources(this.page),
    });
  }

  /** Runs a form, pattern, glyph procedure or appearance whose /Matrix and /BBox apply. */
  enter(entry: {
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
  }): void {
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

  execute(source: ContentSource, initial: GraphicsState, outerMarks: readonly Mark[]): void {
    const reader = new OperationReader(source.content.bytes);
    const { resources } = source;
    const saved: GraphicsState[] = [];
    let state = initial;
    let marks = outerMarks;
    let [textMatrix, lineMatrix]: [Matrix, Matrix] = [IDENTITY, IDENTITY];
    let [textObject, flow] = [0, 0];
    const path = new PathBuilder();
    // What W and W* announce comes into force with the operator that ends the path.
    let clipPending = false;

    const at = (operation: Operation) => ({ source, operation, state, marks });
    const moveLine = (x: number, y: number) => {
      flow++;
      lineMatrix = multiply([1, 0, 0, 1, x, y], lineMatrix);
      textMatrix = lineMatrix;
    };
    const endPath = (operation: Operation, fills: boolean, strokes: boolean) => {
      const box = path.box(state.ctm);
      if (box && (fills || strokes || clipPending)) {
        this.visit({ kind: 'path', ...at(operation), box, fills, strokes, clips: clipPending, firstSpanStart: path.start });
      }
      if (clipPending)
        state = { ...state, clip: intersect(state.clip, box ?? NOWHERE), isClipBox: state.isClipBox && path.isBox && isUpright(state.ctm) };
      clipPending = false;
      path.clear();
    };
    const paint = (key: 'fill' | 'stroke', next: Paint) => {
      state = { ...state, [key]: next };
      if (next.pattern !== undefined) this.enterPattern(source, state, marks, next.pattern);
    };

    for (let operation = reader.next(); operation; operation = reader.next()) {
      if (--this.budget.operations < 0) {
        this.gaps.add('operations');
        return;
      }
      const { operands } = operation;
      switch (operation.operator) {
        case 'q':
          if (saved.length < CONTENT_BOUNDS.savedStatesMax) saved.push(state);
          break;
        case 'Q':
          state = saved.pop() ?? state;
          break;
        case 'cm':
          state = { ...state, ctm: multiply(matrixOf(operands), state.ctm) };
          break;
        case 'w':
          state = { ...state, lineWidth: numberAt(operands, 0) };
          break;
        case 'gs':
          state = this.applyExtGState(source, state, marks, resourceOf(resources, 'ExtGState', nameAt(operands, 0)).dict);
          break;

        case 'm':
        case 'l':
        case 'c':
        case 'v':
        case 'y':
        case 're':
        case 'h':
          path.add(operation.operator, numbersOf(operands), operation.start);
          break;
        case 'S':
        case 's':
          endPath(operation, false, true);
          break;
        case 'f':
        case 'F':
        case 'f*':
          endPath(operation, true, false);
          break;
        case 'B':
        case 'B*':
        case 'b':
        case 'b*':
          endPath(operation, true, true);
          break;
        case 'n':
          endPath(operation, false, false);
          break;
        case 'W':
        case 'W*':
          clipPending = true;
          break;

        case 'g':
        case 'rg':
        case 'k':
          paint('fill', { space: OPERANDS_OF_COLOR[operation.operator] ?? '', components: numbersOf(operands), pattern: undefined });
          break;
        case 'G':
        case 'RG':
        case 'K':
          paint('stroke', {
            space: OPERANDS_OF_COLOR[operation.operator.toLowerCase()] ?? '',
            components: numbersOf(operands),
            pattern: undefined,
          });
          break;
        case 'cs':
          paint('fill', { space: nameAt(operands, 0) ?? '', components: [], pattern: undefined });
          break;
        case 'CS':
          paint('stroke', { space: nameAt(operands, 0) ?? '', components: [], pattern: undefined });
          break;
        case 'sc':
        case 'scn':
          paint('fill', { space: state.fill.space, components: numbersOf(operands), pattern: nameAt(operands, operands.length - 1) });
          break;
        case 'SC':
        case 'SCN':
          paint('stroke', { space: state.stroke.space, components: numbersOf(operands), pattern: nameAt(operands, operands.length - 1) });
          break;
        case 'sh':
          this.visit({ kind: 'shading', ...at(operation), name: nameAt(operands, 0), box: state.clip });
          break;

        case 'BT':
          textObject++;
          flow++;
          textMatrix = lineMatrix = IDENTITY;
          break;
        case 'Tf':
          state = {
            ...state,
            font: this.fontOf(resourceOf(resources, 'Font', nameAt(operands, 0)).dict),
            fontName: nameAt(operands, 0),
            fontSize: numberAt(operands, 1),
          };
          break;
        case 'Tc':
          state = { ...state, charSpacing: numberAt(operands, 0) };
          break;
        case 'Tw':
          state = { ...state, wordSpacing: numberAt(operands, 0) };
          break;
        case 'Tz':
          state = { ...state, horizontalScale: numberAt(operands, 0) / 100 };
          break;
        case 'TL':
          state = { ...state, leading: numberAt(operands, 0) };
          break;
        case 'Ts':
          state = { ...state, rise: numberAt(operands, 0) };
          break;
        case 'Tr':
          state = { ...state, renderMode: Math.trunc(numberAt(operands, 0)) };
          break;
        case 'Td':
          moveLine(numberAt(operands, 0), numberAt(operands, 1));
          break;
        case 'TD':
          state = { ...state, leading: -numberAt(operands, 1) };
          moveLine(numberAt(operands, 0), numberAt(operands, 1));
          break;
        case 'Tm':
          flow++;
          textMatrix = lineMatrix = matrixOf(operands);
          break;
        case 'T*':
          moveLine(0, -state.leading);
          break;
        case '"':
          state = { ...state, wordSpacing: numberAt(operands, 0), charSpacing: numberAt(operands, 1) };
          moveLine(0, -state.leading);
          textMatrix = this.showText(source, operation, state, marks, textMatrix, lineMatrix, textObject, flow);
          break;
        case "'":
          moveLine(0, -state.leading);
          textMatrix = this.showText(source, operation, state, marks, textMatrix, lineMatrix, textObject, flow);
          break;
        case 'Tj':
        case 'TJ':
          textMatrix = this.showText(source, operation, state, marks, textMatrix, lineMatrix, textObject, flow);
          break;

        case 'BMC':
        case 'BDC':
          if (marks.length < CONTENT_BOUNDS.markedContentDepthMax) marks = [...marks, readMark(operation, source)];
          break;
        case 'EMC':
          if (marks.length > outerMarks.length) marks = marks.slice(0, -1);
          break;

        case 'Do':
          this.drawObject(source, operation, state, marks);
          break;
        case 'BI':
          if (operation.inlineImage) {
            const { dataStart, dataEnd } = operation.inlineImage;
            const data = source.content.bytes.subarray(dataStart, dataEnd);
            this.visit({ kind: 'image', ...at(operation), ...describeInlineImage(operation.inlineImage.dict, data, state) });
          }
          break;
        default:
      }
    }
  }

  private fontOf(dict: PDFDict | undefined): PdfFont | undefined {
    if (dict) return loadFont(dict);
    this.gaps.add('missing_font');
    return undefined;
  }

  private drawObject(source: ContentSource, operation: Operation, state: GraphicsState, marks: readonly Mark[]): void {
    const name = nameAt(operation.operands, 0);
    const found = resourceOf(source.resources, 'XObject', name);
    if (!(found.object instanceof PDFStream)) {
      this.gaps.add('missing_object');
      return;
    }
    const { object: stream, ref } = found;
    if (nameOf(stream.dict, 'Subtype') === 'Image') {
      this.visit({ kind: 'image', source, operation, state, marks, name, ...describeImage(stream, ref, state) });
    } else if (nameOf(stream.dict, 'Subtype') === 'Form' || stream.dict.has(PDFName.of('BBox'))) {
      const group = lookup(stream.dict, 'OC');
      const inner: readonly Mark[] = group instanceof PDFDict ? [...marks, optionalMark(group, operation, source)] : marks;
      this.enter({
        kind: 'form',
        stream,
        ref,
        state,
        marks: inner,
        parent: source,
        drawnBy: operation,
        name,
        annotation: source.annotation,
        resources: source.resources,
      });
    }
  }

  private once(kind: SourceKind, stream: PDFStream): boolean {
    const seen = this.done.get(kind) ?? new Set();
    this.done.set(kind, seen);
    if (seen.has(stream)) return false;
    seen.add(stream);
    return true;
  }

  private enterPattern(source: ContentSource, state: GraphicsState, marks: readonly Mark[], name: string): void {
    if (this.options.patterns === false) return;
    const { object: stream, ref } = resourceOf(source.resources, 'Pattern', name);
    if (!(stream instanceof PDFStream) || !this.once('pattern', stream)) return;
    // Pattern space hangs on the content that uses it, not on the matrix of the moment (8.7.2); its cells lie anywhere.
    const inner = { ...INITIAL_STATE, ctm: source.matrix, fill: state.fill, stroke: state.stroke };
    this.enter({
      kind: 'pattern',
      stream,
      ref,
      state: inner,
      marks,
      parent: source,
      drawnBy: undefined,
      name,
      annotation: source.annotation,
      resources: undefined,
    });
  }

  private applyExtGState(source: ContentSource, before: GraphicsState, marks: readonly Mark[], dict: PDFDict | undefined): GraphicsState {
    if (!dict) return before;
    const mask = lookup(dict, 'SMask');
    const mode = lookup(dict, 'BM');
    const blend = mode instanceof PDFArray ? dict.context.lookup(mode.asArray()[0]) : mode;
    const font = arrayOf(dict, 'Font')?.asArray();
    const fontDict = font && dict.context.lookup(font[0]);
    const state: GraphicsState = {
      ...before,
      fillAlpha: numberOf(dict, 'ca') ?? before.fillAlpha,
      strokeAlpha: numberOf(dict, 'CA') ?? before.strokeAlpha,
      lineWidth: numberOf(dict, 'LW') ?? before.lineWidth,
      blendMode: blend instanceof PDFName ? blend.decodeText() : before.blendMode,
      softMask: mask instanceof PDFDict ? mask : mask instanceof PDFName ? undefined : before.softMask,
      ...(fontDict instanceof PDFDict
        ? { font: this.fontOf(fontDict), fontName: undefined, fontSize: numbersIn(arrayOf(dict, 'Font'))[1] ?? before.fontSize }
        : {}),
    };
    const group = mask instanceof PDFDict ? lookup(mask, 'G') : undefined;
    if (mask instanceof PDFDict && group instanceof PDFStream && this.options.softMasks !== false && this.once('softmask', group)) {
      const raw = mask.get(PDFName.of('G'));
      const inner = { ...INITIAL_STATE, ctm: before.ctm, clip: before.clip };
      const ref = raw instanceof PDFRef ? raw : undefined;
      this.enter({
        kind: 'softmask',
        stream: group,
        ref,
        state: inner,
        marks,
        parent: source,
        drawnBy: undefined,
        name: undefined,
        annotation: source.annotation,
        resources: source.resources,
      });
    }
    return state;
  }

  private showText(
    source: ContentSource,
    operation: Operation,
    state: GraphicsState,
    marks: readonly Mark[],
    textMatrix: Matrix,
    lineMatrix: Matrix,
    textObject: number,
    flow: number,
  ): Matrix {
    const { font, fontSize, charSpacing, wordSpacing, horizontalScale } = state;
    const last = operation.operands.at(-1);
    const elements: readonly Operand[] = last?.kind === 'array' ? last.items : last ? [last] : [];
    const glyphs: ShownGlyph[] = [];
    const vertical = font?.isVertical ?? false;
    let position = 0;
    for (const [element, item] of elements.entries()) {
      if (item.kind === 'number') position -= (item.value / 1000) * fontSize * (vertical ? 1 : horizontalScale);
      if (item.kind !== 'string' || !font) continue;
      const { bytes } = item satisfies StringOperand;
      for (let offset = 0; offset < bytes.length;) {
        if (--this.budget.glyphs < 0) {
          this.gaps.add('glyphs');
          break;
        }
        const { code, length } = font.codeAt(bytes, offset);
        const glyph = font.glyphOf(code, length);
        const spacing = charSpacing + (code === 32 && length === 1 ? wordSpacing : 0);
        const advance = glyph.vertical ? glyph.vertical.advance * fontSize + spacing : (glyph.width * fontSize + spacing) * horizontalScale;
        glyphs.push({ glyph, element, offset, position, advance });
        position += advance;
        offset += length;
      }
    }
    const textMatrixAfter = multiply(vertical ? [1, 0, 0, 1, 0, position] : [1, 0, 0, 1, position, 0], textMatrix);
    const event = {
      kind: 'text',
      source,
      operation,
      state,
      marks,
      font,
      glyphs,
      textMatrix,
      textMatrixAfter,
      lineMatrix,
      textObject,
      flow,
    } as const;
    this.visit(event);
    if (font?.type3 && this.options.glyphProcedures !== false) this.enterGlyphs(source, operation, state, marks, font, glyphs, textMatrix);
    return textMatrixAfter;
  }

  private enterGlyphs(
    source: ContentSource,
    operation: Operation,
    state: GraphicsState,
    marks: readonly Mark[],
    font: PdfFont,
    glyphs: readonly ShownGlyph[],
    textMatrix: Matrix,
  ): void {
    for (const { glyph, position } of glyphs) {
      const stream = font.type3?.procOf(glyph);
      if (!stream || !font.type3 || !this.once('glyph', stream)) continue;
      const size: Matrix = [state.fontSize * state.horizontalScale, 0, 0, state.fontSize, position, state.rise];
      const ctm = multiply(multiply(multiply(font.type3.fontMatrix, size), textMatrix), state.ctm);
      this.enter({
        kind: 'glyph',
        stream,
        ref: undefined,
        state: { ...state, ctm, font: undefined, fontName: undefined },
        marks,
        parent: source,
        drawnBy: operation,
        name: glyph.name,
        annotation: source.annotation,
        resources: font.type3.resources ?? source.resources,
      });
    }
  }
}

const NOWHERE: Box = [0, 0, 0, 0];

function isUpright(matrix: Matrix): boolean {
  return (Math.abs(matrix[1]) < 1e-6 && Math.abs(matrix[2]) < 1e-6) || (Math.abs(matrix[0]) < 1e-6 && Math.abs(matrix[3]) < 1e-6);
}

function matrixOf(operands: readonly Operand[]): Matrix {
  return [0, 1, 2, 3, 4, 5].map((index) => numberAt(operands, index)) as unknown as Matrix;
}

/** Two corners in any order; undefined where it is no box. */
export function boxIn(numbers: readonly number[]): Box | undefined {
  const [x1, y1, x2, y2] = numbers;
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

export interface FoundResource {
  readonly object: PDFObject | undefined;
  readonly ref: PDFRef | undefined;
  /** The dictionary, or that of a stream. */
  readonly dict: PDFDict | undefined;
}

/** What a name means in a category of the resources (7.8.3). */
export function resourceOf(resources: PDFDict | undefined, category: string, name: string | undefined): FoundResource {
  const names = lookup(resources, category);
  const raw = names instanceof PDFDict && name !== undefined ? names.get(PDFName.of(name)) : undefined;
  const object = resources?.context.lookup(raw);
  return { object, ref: raw instanceof PDFRef ? raw : undefined, dict: dictOf(object) };
}

function readMark(operation: Operation, source: ContentSource): Mark {
  const { resources } = source;
  const tag = nameAt(operation.operands, 0) ?? '';
  const second = operation.operands[1];
  const named =
    operation.operator === 'BDC' && second?.kind === 'name' ? resourceOf(resources, 'Properties', second.value).dict : undefined;
  const inline = second?.kind === 'dict' ? second : undefined;
  const mcid = inline?.entries.get('MCID');
  return {
    tag,
    properties: named,
    span: { start: operation.start, end: operation.end },
    source,
    mcid: mcid?.kind === 'number' ? mcid.value : numberOf(named, 'MCID'),
    actualText: textIn(inline, 'ActualText') ?? textOf(lookup(named, 'ActualText')),
    alt: textIn(inline, 'Alt') ?? textOf(lookup(named, 'Alt')),
    optionalContent: tag === 'OC' ? named : undefined,
  };
}

function optionalMark(group: PDFDict, operation: Operation, source: ContentSource): Mark {
  const span = { start: operation.start, end: operation.end };
  return { tag: 'OC', properties: group, span, source, mcid: undefined, actualText: undefined, alt: undefined, optionalContent: group };
}

function textIn(dict: DictOperand | undefined, key: string): string | undefined {
  const value = dict?.entries.get(key);
  if (value?.kind !== 'string') return undefined;
  const { bytes } = value;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
      .swap16()
      .toString('utf16le');
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return Buffer.from(bytes.subarray(3)).toString('utf8');
  return Buffer.from(bytes).toString('latin1');
}
