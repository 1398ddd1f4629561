// The operators that show other objects: Do, inline images, shadings (ISO 32000-2 8.7.4, 8.8–8.10).

import { PDFDict, PDFName, PDFStream } from 'pdf-lib';
import { lookup, nameOf } from '../syntax/dictionary.ts';
import type { Operator } from './execution.ts';
import { describeImage, describeInlineImage } from './image-placement.ts';
import { optionalMark } from './mark-operators.ts';
import { nameAt } from '../syntax/operand.ts';
import { resourceOf } from './resources.ts';
import type { Mark } from './state.ts';

const drawObject: Operator = ({ run, source, state, marks }, operation) => {
  const name = nameAt(operation.operands, 0);
  const { object: stream, ref } = resourceOf(source.resources, 'XObject', name);
  if (!(stream instanceof PDFStream)) {
    run.gaps.add('missing_object');
    return;
  }
  if (nameOf(stream.dict, 'Subtype') === 'Image') {
    run.visit({ kind: 'image', source, operation, state, marks, name, ...describeImage(stream, ref, state) });
  } else if (nameOf(stream.dict, 'Subtype') === 'Form' || stream.dict.has(PDFName.of('BBox'))) {
    const group = lookup(stream.dict, 'OC');
    const inner: readonly Mark[] = group instanceof PDFDict ? [...marks, optionalMark(group, operation, source)] : marks;
    run.enter({
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
};

const drawInlineImage: Operator = ({ run, source, state, marks }, operation) => {
  if (!operation.inlineImage) return;
  const { dict, dataStart, dataEnd } = operation.inlineImage;
  const data = source.content.bytes.subarray(dataStart, dataEnd);
  run.visit({ kind: 'image', source, operation, state, marks, ...describeInlineImage(dict, data, state) });
};

const paintShading: Operator = ({ run, source, state, marks }, operation) => {
  run.visit({ kind: 'shading', source, operation, state, marks, name: nameAt(operation.operands, 0), box: state.clip });
};

export const OBJECT_OPERATORS: Readonly<Record<string, Operator>> = { Do: drawObject, BI: drawInlineImage, sh: paintShading };
