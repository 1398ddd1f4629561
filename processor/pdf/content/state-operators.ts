// The operators of the graphics state and of colour (ISO 32000-2 8.4, 8.6): they may enter patterns and soft masks, which are shown where
// they are named.

import { PDFArray, PDFDict, PDFName, PDFRef, PDFStream } from 'pdf-lib';
import { arrayOf, lookup, numberOf } from '../syntax/dictionary.ts';
import { numbersIn } from '../fonts/dictionaries.ts';
import { multiply } from '../geometry/matrix.ts';
import { CONTENT_BOUNDS } from '../syntax/content-bounds.ts';
import type { Execution, Operator } from './execution.ts';
import { matrixAt, nameAt, numberAt, numbersOf } from '../syntax/operand.ts';
import { resourceOf } from './resources.ts';
import { INITIAL_STATE, type GraphicsState, type Paint } from './state.ts';

type PaintKey = 'fill' | 'stroke';

const save: Operator = ({ saved, state }) => {
  if (saved.length < CONTENT_BOUNDS.savedStatesMax) saved.push(state);
};

const restore: Operator = (execution) => {
  execution.state = execution.saved.pop() ?? execution.state;
};

const concatenate: Operator = (execution, { operands }) => {
  const { state } = execution;
  execution.state = { ...state, ctm: multiply(matrixAt(operands), state.ctm) };
};

const setLineWidth: Operator = (execution, { operands }) => {
  execution.state = { ...execution.state, lineWidth: numberAt(operands, 0) };
};

const applyNamedState: Operator = (execution, { operands }) => {
  const { dict } = resourceOf(execution.source.resources, 'ExtGState', nameAt(operands, 0));
  if (dict) applyExtGState(execution, dict);
};

function setPaint(execution: Execution, key: PaintKey, paint: Paint): void {
  const state = { ...execution.state, [key]: paint };
  execution.state = state;
  if (paint.pattern !== undefined) enterPattern(execution, paint.pattern);
}

const inSpace =
  (key: PaintKey, space: string): Operator =>
  (execution, { operands }) =>
    setPaint(execution, key, { space, components: numbersOf(operands), pattern: undefined });

const chooseSpace =
  (key: PaintKey): Operator =>
  (execution, { operands }) =>
    setPaint(execution, key, { space: nameAt(operands, 0) ?? '', components: [], pattern: undefined });

const inChosenSpace =
  (key: PaintKey): Operator =>
  (execution, { operands }) =>
    setPaint(execution, key, {
      space: execution.state[key].space,
      components: numbersOf(operands),
      pattern: nameAt(operands, operands.length - 1),
    });

export const STATE_OPERATORS: Readonly<Record<string, Operator>> = {
  q: save,
  Q: restore,
  cm: concatenate,
  w: setLineWidth,
  gs: applyNamedState,
  g: inSpace('fill', 'DeviceGray'),
  rg: inSpace('fill', 'DeviceRGB'),
  k: inSpace('fill', 'DeviceCMYK'),
  G: inSpace('stroke', 'DeviceGray'),
  RG: inSpace('stroke', 'DeviceRGB'),
  K: inSpace('stroke', 'DeviceCMYK'),
  cs: chooseSpace('fill'),
  CS: chooseSpace('stroke'),
  sc: inChosenSpace('fill'),
  scn: inChosenSpace('fill'),
  SC: inChosenSpace('stroke'),
  SCN: inChosenSpace('stroke'),
};

function enterPattern({ run, source, state, marks }: Execution, name: string): void {
  if (run.options.patterns === false) return;
  const { object: stream, ref } = resourceOf(source.resources, 'Pattern', name);
  if (!(stream instanceof PDFStream) || !run.isFirst('pattern', stream)) return;
  // Pattern space depends on the content that uses it, not on the current matrix (8.7.2); its cells can be anywhere.
  const inner = { ...INITIAL_STATE, ctm: source.matrix, fill: state.fill, stroke: state.stroke };
  run.enter({
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

function applyExtGState(execution: Execution, dict: PDFDict): void {
  const before = execution.state;
  const mask = lookup(dict, 'SMask');
  const mode = lookup(dict, 'BM');
  const blend = mode instanceof PDFArray ? dict.context.lookup(mode.asArray()[0]) : mode;
  execution.state = {
    ...before,
    fillAlpha: numberOf(dict, 'ca') ?? before.fillAlpha,
    strokeAlpha: numberOf(dict, 'CA') ?? before.strokeAlpha,
    lineWidth: numberOf(dict, 'LW') ?? before.lineWidth,
    blendMode: blend instanceof PDFName ? blend.decodeText() : before.blendMode,
    softMask: mask instanceof PDFDict ? mask : mask instanceof PDFName ? undefined : before.softMask,
    ...fontIn(execution, dict),
  };
  if (mask instanceof PDFDict) enterSoftMask(execution, before, mask);
}

function fontIn({ run, state }: Execution, dict: PDFDict): Partial<GraphicsState> {
  const font = dict.context.lookup(arrayOf(dict, 'Font')?.asArray()[0]);
  if (!(font instanceof PDFDict)) return {};
  return { font: run.fontOf(font), fontName: undefined, fontSize: numbersIn(arrayOf(dict, 'Font'))[1] ?? state.fontSize };
}

function enterSoftMask({ run, source, marks }: Execution, before: GraphicsState, mask: PDFDict): void {
  const group = lookup(mask, 'G');
  if (!(group instanceof PDFStream) || run.options.softMasks === false || !run.isFirst('softmask', group)) return;
  const raw = mask.get(PDFName.of('G'));
  run.enter({
    kind: 'softmask',
    stream: group,
    ref: raw instanceof PDFRef ? raw : undefined,
    state: { ...INITIAL_STATE, ctm: before.ctm, clip: before.clip },
    marks,
    parent: source,
    drawnBy: undefined,
    name: undefined,
    annotation: source.annotation,
    resources: source.resources,
  });
}
