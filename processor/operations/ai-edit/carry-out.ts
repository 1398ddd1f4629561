// Carries out a checked plan on an opened document, saves it and has it judged: the result, or none. Changes the given document
// in any case, and lets it go before the result is opened: both do not fit into memory at once.

import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../failure.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { takeFingerprint } from '../../pdf/pages/fingerprint.ts';
import { savePackedFile } from '../../pdf/save-packed.ts';
import { spoolStreams } from '../../pdf/streams/spool.ts';
import { removeSignatures } from '../../metadata/pdf.ts';
import { SIGNATURE_REMOVED } from '../../open-source.ts';
import type { OperationContext, SourceFile } from '../operation.ts';
import { type Applied, expectOn } from './applied.ts';
import { applyImages } from './apply/apply-images.ts';
import { applyDrawings } from './apply/apply-drawings.ts';
import { restyleBoxes } from './apply/apply-boxes.ts';
import { applyMetadata, type MetadataChanges, proveMetadata } from './apply/apply-metadata.ts';
import { proveRedacted, type Redactions, redactTexts } from './apply/apply-redactions.ts';
import { applyStructure, type StructureChanges } from './apply/apply-structure.ts';
import { isMarked, isRedaction, rewriteTexts, settlePlaces } from './apply/apply-text.ts';
import { FreeSpace } from '../../pdf/placing/free-space.ts';
import { markTexts } from './apply/mark-texts.ts';
import type { CheckedPlan } from './plan/check-plan.ts';
import { expectMarks, expectStructure, watchAnnotations } from './apply/expect-structure.ts';
import { recordEdit } from './apply/record-edit.ts';
import { reportEdit } from './report-edit.ts';
import { tellPages } from './tell-pages.ts';
import { type SavedEdit, verifyEdit } from './verify-edit.ts';

/** In a warning. */
const NAMED_MAX = 5;

type Context = Pick<OperationContext, 'limits' | 'progress' | 'startedAtMs' | 'workDir'>;

export interface CarriedOut {
  /** In the work directory. */
  readonly path: string;
  readonly pages: number;
  readonly report: Record<string, unknown>;
  readonly warnings: readonly Warning[];
}

/** An opened document until somebody takes it, who then is the only one to hold it. */
export interface HeldPdf {
  opened: OpenedPdf | undefined;
}

/** @throws JobFailure with `refused` where an operation is known to be the reason */
export async function carryOut(
  held: HeldPdf,
  checked: CheckedPlan,
  pictures: readonly SourceFile[],
  context: Context,
  allowPartial: boolean,
): Promise<CarriedOut> {
  const { plan, records, spellingsLeft } = checked;
  const { saved, metadata, redactions, isRecorded, warnings } = await applyAndSave(held, checked, pictures, context, allowPartial);
  const { proved, report, notes } = await verifyEdit(saved, context, (reopened) => {
    if (metadata) proveMetadata(reopened, metadata);
    return redactions && proveRedacted(reopened, redactions);
  });
  return {
    path: saved.path,
    pages: saved.sourcePages.length,
    report: {
      ...reportEdit(plan, saved.applied, saved.applied.skipped, {
        ...report,
        history_recorded: isRecorded,
        ...(proved ? { redaction: proved } : {}),
      }),
      ...(records.length > 0 ? { records } : {}),
      ...(spellingsLeft.length > 0 ? { other_spellings: spellingsLeft } : {}),
    },
    warnings: [...warnings, ...notes],
  };
}

interface AppliedAndSaved {
  readonly saved: SavedEdit;
  readonly metadata: MetadataChanges | undefined;
  readonly redactions: Redactions | undefined;
  readonly isRecorded: boolean;
  readonly warnings: readonly Warning[];
}

async function applyAndSave(
  held: HeldPdf,
  { operations, skipped }: CheckedPlan,
  pictures: readonly SourceFile[],
  context: Context,
  allowPartial: boolean,
): Promise<AppliedAndSaved> {
  const { opened } = held;
  if (!opened) throw new JobFailure('internal', { cause: new Error('the document was taken before') });
  held.opened = undefined;
  const applied: Applied = { changes: [], skipped: [...skipped], pages: new Map() };
  const warnings: Warning[] = [];
  const source = { file: opened.source, pages: opened.pages.length, fingerprint: takeFingerprint(opened) };
  spoolStreams(opened.context, context.workDir);
  if (opened.description.signatures.length > 0) {
    warnings.push(SIGNATURE_REMOVED);
    removeSignatures(opened);
  }
  const onPage = tellPages(context, 'editing', [40, 70]);
  applyDrawings(opened, operations, applied, allowPartial);
  restyleBoxes(opened, operations, applied, allowPartial);
  const shifts = await rewriteTexts(opened, operations, applied, { allowPartial, onPage });
  await using space = new FreeSpace(opened);
  await applyImages({ opened, space, applied, warnings }, operations, pictures);
  const marked = settlePlaces(opened, operations, shifts, isMarked);
  const redactions = await redactTexts(opened, settlePlaces(opened, operations, shifts, isRedaction), applied);
  await markTexts({ opened, space, applied }, marked);
  warnings.push(...tellSmaller(applied));
  const metadata = applyMetadata(opened, operations, applied);
  const structure = await applyExpected({ opened, space, applied }, operations, context.limits.pages);
  warnings.push(...tellCalculated(structure.calculated, applied));
  const [left] = applied.skipped;
  if (applied.changes.length === 0) throw new JobFailure(left?.reason ?? 'plan_invalid', left ? { message: left.message } : {});
  const isRecorded = recordEdit(opened, operations, applied, context.startedAtMs);
  const path = join(context.workDir, `edited-${randomUUID()}.pdf`);
  const numbers = savePackedFile(opened.context, path, { objectStreams: opened.xref.usesXrefStreams });
  if ((await stat(path)).size > context.limits.output_bytes) throw new JobFailure('output_limit');
  const sourceNumbers = new Map(Array.from(numbers, ([ref, number]) => [number, ref.objectNumber]));
  const sourcePages = structure.pages.map(({ sourcePage }) => sourcePage);
  return { saved: { source, path, sourcePages, sourceNumbers, applied }, metadata, redactions, isRecorded, warnings };
}

function tellSmaller({ changes }: Applied): Warning[] {
  const smaller = changes.filter(({ fidelity }) => (fidelity?.scale ?? 1) < 1);
  if (smaller.length === 0) return [];
  const least = Math.min(...smaller.map(({ fidelity }) => fidelity?.scale ?? 1));
  const texts = smaller.length === 1 ? 'A new text was' : `${smaller.length} new texts were`;
  const [{ page } = {}] = smaller;
  return [
    {
      code: 'text_made_smaller',
      message: `${texts} made smaller to fit, to ${Math.floor(least * 100)} % of the size of the old.`,
      ...(page === undefined ? {} : { page }),
    },
  ];
}

/** What was calculated is a change of its own; what could not be is told, as it may now be wrong. */
function tellCalculated({ fields, left }: StructureChanges['calculated'], applied: Applied): Warning[] {
  const cause = applied.changes.find(({ op }) => op === 'fill_field' || op === 'check_field');
  for (const { name, value, places } of fields) {
    applied.changes.push({ operation: cause?.operation ?? '', op: 'fill_field', before: name, after: value });
    for (const { page, box } of places) expectOn(applied, page).boxes.push(box);
  }
  if (left.length === 0) return [];
  const names = left
    .slice(0, NAMED_MAX)
    .map((name) => `“${name.slice(0, 100)}”`)
    .join(', ');
  const message = `Fields that are calculated from others were not calculated again: ${names}${left.length > NAMED_MAX ? ' and others' : ''}. Check them.`;
  return [{ code: 'fields_not_calculated', message }];
}

async function applyExpected(
  { opened, space, applied }: { readonly opened: OpenedPdf; readonly space: FreeSpace; readonly applied: Applied },
  operations: CheckedPlan['operations'],
  pagesMax: number,
): Promise<StructureChanges> {
  expectStructure(opened, operations, applied);
  const expectGone = watchAnnotations(opened, applied);
  const structure = await applyStructure(opened, operations, pagesMax, space);
  expectGone();
  expectMarks(structure, operations, applied);
  return structure;
}
