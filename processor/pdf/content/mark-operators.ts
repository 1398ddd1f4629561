// The operators of marked content (ISO 32000-2 14.6): BMC, BDC, EMC; and the mark made by an optional form.

import type { PDFDict } from 'pdf-lib';
import { lookup, numberOf, textOf } from '../syntax/dictionary.ts';
import { CONTENT_BOUNDS } from '../syntax/content-bounds.ts';
import type { ContentSource } from './content-source.ts';
import type { Operator } from './execution.ts';
import { nameAt, type DictOperand } from '../syntax/operand.ts';
import type { Operation } from '../syntax/operations.ts';
import { resourceOf } from './resources.ts';
import type { Mark } from './state.ts';

const begin: Operator = (execution, operation) => {
  const { marks, source } = execution;
  if (marks.length < CONTENT_BOUNDS.markedContentDepthMax) execution.marks = [...marks, readMark(operation, source)];
};

const end: Operator = (execution) => {
  const { marks, outerMarks } = execution;
  if (marks.length > outerMarks) execution.marks = marks.slice(0, -1);
};

export const MARK_OPERATORS: Readonly<Record<string, Operator>> = { BMC: begin, BDC: begin, EMC: end };

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

/** Of a form that belongs to an optional-content group. */
export function optionalMark(group: PDFDict, operation: Operation, source: ContentSource): Mark {
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
