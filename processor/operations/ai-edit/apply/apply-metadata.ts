// Carries out what a plan does to the properties of a document, with the code of the `metadata` operation.

import type { MetadataValues } from '#contract/params/metadata-params.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { JobFailure } from '../../../failure.ts';
import { removeTraces } from '../../../metadata/pdf.ts';
import { provePdfClean } from '../../../metadata/pdf-proof.ts';
import { checkPdfValues, writePdfValues } from '../../../metadata/pdf-set.ts';
import type { Applied } from '../applied.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';

export interface MetadataChanges {
  readonly values: MetadataValues;
  /** Values that must be nowhere in the result; undefined unless all metadata were to be removed. */
  readonly removed: ReadonlySet<string> | undefined;
}

/** Everything is removed before anything is set, whatever the order of the plan. */
export function applyMetadata(opened: OpenedPdf, placed: readonly PlacedOperation[], applied: Applied): MetadataChanges | undefined {
  const values: MetadataValues = {};
  let removesAll = false;
  for (const { operation } of placed) {
    const { id } = operation;
    if (operation.op === 'remove_metadata') {
      if (operation.fields === 'all') removesAll = true;
      else for (const field of operation.fields) values[field] ??= '';
      applied.changes.push({ operation: id, op: operation.op, after: '' });
    }
    if (operation.op !== 'set_metadata') continue;
    values[operation.field] = operation.value;
    applied.changes.push({ operation: id, op: operation.op, after: operation.value });
  }
  const removed = removesAll ? removeTraces(opened) : undefined;
  if (Object.keys(values).length > 0) writePdfValues(opened, values);
  return removesAll || Object.keys(values).length > 0 ? { values, removed } : undefined;
}

/** @throws JobFailure internal when the result lacks a value that was set, or still holds a removed one */
export function proveMetadata(result: OpenedPdf, { values, removed }: MetadataChanges): void {
  const isSet = Object.values(values).some((value) => value !== '');
  if (Object.keys(values).length > 0 && (isSet || !removed)) checkPdfValues(result, values);
  if (!removed) return;
  const { markers_left, findings_left } = provePdfClean(result, removed, { authors: true, layerNames: true });
  if (markers_left > 0 || (findings_left > 0 && Object.keys(values).length === 0))
    throw new JobFailure('internal', { cause: new Error(`${markers_left} values and ${findings_left} findings are left`) });
}
