// The operators that build, paint and clip to paths (ISO 32000-2 8.5).

import { intersect, type Box } from '../geometry/box.ts';
import { isUpright } from '../geometry/matrix.ts';
import type { Operator } from './execution.ts';
import { numbersOf } from '../syntax/operand.ts';

const NOWHERE: Box = [0, 0, 0, 0];

const construct: Operator = ({ path }, { operator, operands, start }) => path.add(operator, numbersOf(operands), start);

function painter(fills: boolean, strokes: boolean): Operator {
  return (execution, operation) => {
    const { path, state, clipPending, source, marks } = execution;
    const box = path.box(state.ctm);
    if (box && (fills || strokes || clipPending)) {
      const at = { source, operation, state, marks };
      const isBox = path.isBox && isUpright(state.ctm);
      execution.run.visit({ kind: 'path', ...at, box, fills, strokes, clips: clipPending, isBox, firstSpanStart: path.start });
    }
    if (clipPending) {
      const isClipBox = state.isClipBox && path.isBox && isUpright(state.ctm);
      execution.state = { ...state, clip: intersect(state.clip, box ?? NOWHERE), isClipBox };
    }
    execution.clipPending = false;
    path.clear();
  };
}

const announceClip: Operator = (execution) => {
  execution.clipPending = true;
};

const [fill, stroke, both, none] = [painter(true, false), painter(false, true), painter(true, true), painter(false, false)];

export const PATH_OPERATORS: Readonly<Record<string, Operator>> = {
  m: construct,
  l: construct,
  c: construct,
  v: construct,
  y: construct,
  re: construct,
  h: construct,
  S: stroke,
  s: stroke,
  f: fill,
  F: fill,
  'f*': fill,
  B: both,
  'B*': both,
  b: both,
  'b*': both,
  n: none,
  W: announceClip,
  'W*': announceClip,
};
