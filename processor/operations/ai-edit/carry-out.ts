// Carries out a checked plan on an opened document, saves it and has it judged: the result, or none. Changes the given document
// in any case.

import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../failure.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { savePdf } from '../../pdf/save.ts';
import { removeSignatures } from '../../metadata/pdf.ts';
import { SIGNATURE_REMOVED } from '../../open-source.ts';
import type { OperationContext, SourceFile } from '../operation.ts';
import type { Applied } from './applied.ts';
import { replaceImages } from './apply/apply-images.ts';
import { applyMetadata, proveMetadata } from './apply/apply-metadata.ts';
import { proveRedacted, redactTexts } from './apply/apply-redactions.ts';
import { applyStructure } from './apply/apply-structure.ts';
import { highlightTexts, isHighlight, isRedaction, rewriteTexts, settlePlaces } from './apply/apply-text.ts';
import type { CheckedPlan } from './plan/check-plan.ts';
import { expectMarks, expectStructure, watchAnnotations } from './apply/expect-structure.ts';
import { recordEdit } from './apply/record-edit.ts';
import { reportEdit } from './report-edit.ts';
import { verifyEdit } from './verify-edit.ts';

export interface CarriedOut {
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly report: Record<string, unknown>;
  readonly warnings: readonly Warning[];
}

/** @throws JobFailure with `refused` where an operation is known to be the reason */
export async function carryOut(
  opened: OpenedPdf,
  { plan, operations, skipped, records, spellingsLeft }: CheckedPlan,
  pictures: readonly SourceFile[],
  context: Pick<OperationContext, 'limits' | 'progress' | 'startedAtMs' | 'workDir'>,
  allowPartial: boolean,
): Promise<CarriedOut> {
  const applied: Applied = { changes: [], skipped: [...skipped], pages: new Map() };
  const warnings: Warning[] = [];
  if (opened.description.signatures.length > 0) {
    warnings.push(SIGNATURE_REMOVED);
    removeSignatures(opened);
  }
  const shifts = await rewriteTexts(opened, operations, applied, { allowPartial });
  await replaceImages(opened, operations, pictures, applied, warnings);
  const highlights = settlePlaces(opened, operations, shifts, isHighlight);
  const redactions = await redactTexts(opened, settlePlaces(opened, operations, shifts, isRedaction), applied);
  highlightTexts(opened, highlights, applied);
  const metadata = applyMetadata(opened, operations, applied);
  expectStructure(opened, operations, applied);
  const expectGone = watchAnnotations(opened, applied);
  const structure = await applyStructure(opened, operations, context.limits.pages);
  expectGone();
  expectMarks(structure, operations, applied);
  const [left] = applied.skipped;
  if (applied.changes.length === 0) throw new JobFailure(left?.reason ?? 'plan_invalid', left ? { message: left.message } : {});
  const isRecorded = recordEdit(opened, operations, applied, context.startedAtMs);
  context.progress({ percent: 70, stage: 'verifying' });
  const bytes = await savePdf(opened.context, { packed: opened.xref.usesXrefStreams });
  if (bytes.length > context.limits.output_bytes) throw new JobFailure('output_limit');
  const { reopened, report, notes } = await verifyEdit(opened, bytes, structure.pages, applied, context.workDir);
  if (metadata) proveMetadata(reopened, metadata);
  const redaction = redactions && proveRedacted(reopened, redactions);
  return {
    bytes,
    pages: structure.pages.length,
    report: {
      ...reportEdit(plan, applied, applied.skipped, { ...report, history_recorded: isRecorded, ...(redaction ? { redaction } : {}) }),
      ...(records.length > 0 ? { records } : {}),
      ...(spellingsLeft.length > 0 ? { other_spellings: spellingsLeft } : {}),
    },
    warnings: [...warnings, ...notes],
  };
}
