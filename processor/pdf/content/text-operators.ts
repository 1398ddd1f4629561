// The operators of text (ISO 32000-2 9.3, 9.4): its state, its position, and the glyphs that it shows; procedures of Type 3 glyphs are
// entered.

import type { PdfFont } from '../fonts/pdf-font.ts';
import { IDENTITY, multiply, type Matrix } from '../geometry/matrix.ts';
import type { ShownGlyph } from './events.ts';
import type { Execution, Operator } from './execution.ts';
import { matrixAt, nameAt, numberAt, type Operand } from '../syntax/operand.ts';
import type { Operation } from '../syntax/operations.ts';
import { resourceOf } from './resources.ts';
import type { GraphicsState } from './state.ts';

const beginText: Operator = (execution) => {
  execution.textObject++;
  execution.flow++;
  execution.textMatrix = execution.lineMatrix = IDENTITY;
};

const chooseFont: Operator = (execution, { operands }) => {
  const fontName = nameAt(operands, 0);
  const font = execution.run.fontOf(resourceOf(execution.source.resources, 'Font', fontName).dict);
  execution.state = { ...execution.state, font, fontName, fontSize: numberAt(operands, 1) };
};

const sets =
  (change: (value: number) => Partial<GraphicsState>): Operator =>
  (execution, { operands }) => {
    execution.state = { ...execution.state, ...change(numberAt(operands, 0)) };
  };

function moveLine(execution: Execution, x: number, y: number): void {
  execution.flow++;
  execution.textMatrix = execution.lineMatrix = multiply([1, 0, 0, 1, x, y], execution.lineMatrix);
}

const move: Operator = (execution, { operands }) => moveLine(execution, numberAt(operands, 0), numberAt(operands, 1));

const moveAndLead: Operator = (execution, operation) => {
  execution.state = { ...execution.state, leading: -numberAt(operation.operands, 1) };
  move(execution, operation);
};

const place: Operator = (execution, { operands }) => {
  execution.flow++;
  execution.textMatrix = execution.lineMatrix = matrixAt(operands);
};

const nextLine: Operator = (execution) => moveLine(execution, 0, -execution.state.leading);

const showOnNextLine: Operator = (execution, operation) => {
  nextLine(execution, operation);
  show(execution, operation);
};

const showSpacedOnNextLine: Operator = (execution, operation) => {
  const { operands } = operation;
  execution.state = { ...execution.state, wordSpacing: numberAt(operands, 0), charSpacing: numberAt(operands, 1) };
  showOnNextLine(execution, operation);
};

const show: Operator = (execution, operation) => {
  if (execution.run.options.text === false) return;
  const { run, source, state, marks, textMatrix, lineMatrix, textObject, flow } = execution;
  const { font } = state;
  const { glyphs, length } = shownGlyphs(execution, operation);
  execution.textMatrix = multiply(font?.isVertical ? [1, 0, 0, 1, 0, length] : [1, 0, 0, 1, length, 0], textMatrix);
  run.visit({
    kind: 'text',
    source,
    operation,
    state,
    marks,
    font,
    glyphs,
    textMatrix,
    textMatrixAfter: execution.textMatrix,
    lineMatrix,
    textObject,
    flow,
  });
  if (font?.type3 && run.options.glyphProcedures !== false) enterGlyphs(execution, operation, font.type3, glyphs, textMatrix);
};

export const TEXT_OPERATORS: Readonly<Record<string, Operator>> = {
  BT: beginText,
  Tf: chooseFont,
  Tc: sets((charSpacing) => ({ charSpacing })),
  Tw: sets((wordSpacing) => ({ wordSpacing })),
  Tz: sets((percent) => ({ horizontalScale: percent / 100 })),
  TL: sets((leading) => ({ leading })),
  Ts: sets((rise) => ({ rise })),
  Tr: sets((mode) => ({ renderMode: Math.trunc(mode) })),
  Td: move,
  TD: moveAndLead,
  Tm: place,
  'T*': nextLine,
  '"': showSpacedOnNextLine,
  "'": showOnNextLine,
  Tj: show,
  TJ: show,
};

/** The glyphs of a text-showing operation, and its advance in unscaled text space (9.4.4). */
function shownGlyphs(
  { run, state }: Execution,
  { operands }: Operation,
): { readonly glyphs: readonly ShownGlyph[]; readonly length: number } {
  const { font, fontSize, charSpacing, wordSpacing, horizontalScale } = state;
  const last = operands.at(-1);
  const elements: readonly Operand[] = last?.kind === 'array' ? last.items : last ? [last] : [];
  const glyphs: ShownGlyph[] = [];
  const vertical = font?.isVertical ?? false;
  let position = 0;
  for (const [element, item] of elements.entries()) {
    if (item.kind === 'number') position -= (item.value / 1000) * fontSize * (vertical ? 1 : horizontalScale);
    if (item.kind !== 'string' || !font) continue;
    const { bytes } = item;
    for (let offset = 0; offset < bytes.length;) {
      if (--run.budget.glyphs < 0) {
        run.gaps.add('glyphs');
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
  return { glyphs, length: position };
}

function enterGlyphs(
  { run, source, state, marks }: Execution,
  operation: Operation,
  type3: NonNullable<PdfFont['type3']>,
  glyphs: readonly ShownGlyph[],
  textMatrix: Matrix,
): void {
  for (const { glyph, position } of glyphs) {
    const stream = type3.procOf(glyph);
    if (!stream || !run.isFirst('glyph', stream)) continue;
    const size: Matrix = [state.fontSize * state.horizontalScale, 0, 0, state.fontSize, position, state.rise];
    const ctm = multiply(multiply(multiply(type3.fontMatrix, size), textMatrix), state.ctm);
    run.enter({
      kind: 'glyph',
      stream,
      ref: undefined,
      state: { ...state, ctm, font: undefined, fontName: undefined },
      marks,
      parent: source,
      drawnBy: operation,
      name: glyph.name,
      annotation: source.annotation,
      resources: type3.resources ?? source.resources,
    });
  }
}
