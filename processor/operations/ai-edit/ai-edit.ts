// The `ai-edit` operation: a plan is made, judged and carried out on a copy, and the result is judged before it is given back. A dry run ends
// after the plan. Nothing here decides what to change: that is the plan's.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EditPlan, PLAN_VERSION } from '#contract/edit-plan.ts';
import { RECORD_CLASS_NAMES } from '#contract/edit-policy.ts';
import type { OperationParams } from '#contract/operations.ts';
import { JobFailure } from '../../failure.ts';
import { openPdf, type OpenedPdf } from '../../pdf/open.ts';
import { savePdf } from '../../pdf/save.ts';
import { openOptions, removeSignatures, SIGNATURE_REMOVED } from '../metadata/pdf.ts';
import type { Operation, OperationContext, OperationResult, SourceFile } from '../operation.ts';
import type { Applied } from './applied.ts';
import { applyMetadata, proveMetadata } from './apply-metadata.ts';
import { proveRedacted, redactTexts } from './apply-redactions.ts';
import { applyStructure } from './apply-structure.ts';
import { highlightTexts, isHighlight, isRedaction, rewriteTexts, settlePlaces } from './apply-text.ts';
import { type CheckedPlan, checkPlan } from './check-plan.ts';
import { expectMarks, expectStructure } from './expect-structure.ts';
import { makePlan } from './make-plan.ts';
import { type PdfFacts, readFacts } from './read-facts.ts';
import { listMatches, reportDryRun, reportEdit } from './report-edit.ts';
import { verifyEdit } from './verify-edit.ts';

type Params = OperationParams<'ai_edit'>;

export const handleAiEdit: Operation<'ai_edit'> = async (context, [source], params) => {
  const bytes = await readFile(source.path);
  const opened = await openPdf(
    bytes,
    openOptions(
      {
        workDir: context.workDir,
        pagesMax: context.limits.pages,
        password: params.password,
        strict: params.strict,
        onSignature: params.on_signature,
      },
      // A dry run breaks no signature and shows nothing that may not be read.
      params.dry_run ? 'read' : 'modify',
    ),
  );
  for (const note of opened.warnings) context.warn(note);
  context.progress({ percent: 10, stage: 'planning' });
  const facts = readFacts(opened, source.sha256);
  const plan = await planFor(params, facts, context);
  context.progress({ percent: 30, stage: 'checking' });
  const known = new Set<string>(context.limits.editable_records);
  const checked = await checkPlan(plan, facts, {
    instruction: params.instruction,
    allowPartial: params.allow_partial,
    allowedRecords: new Set(RECORD_CLASS_NAMES.filter((name) => known.has(name))),
  });
  if (params.dry_run) return writeDryRun(checked, facts, source, context);
  context.progress({ percent: 40, stage: 'editing' });
  return edit(opened, checked, source, params, context);
};

async function planFor({ plan, instruction }: Params, facts: PdfFacts, context: OperationContext): Promise<unknown> {
  if (plan === undefined) {
    if (instruction === undefined) throw new JobFailure('plan_invalid', { details: { check: 'schema' } });
    const pageTexts = () => Array.from({ length: facts.pageCount }, (_, pageIndex) => facts.pageText(pageIndex + 1));
    return makePlan(instruction, { sha256: facts.sha256, pageCount: facts.pageCount, pageTexts }, context.settings?.planner);
  }
  if ('plan_version' in plan) return plan;
  const source = { sha256: facts.sha256, pages: facts.pageCount };
  return { plan_version: PLAN_VERSION, planner: { kind: 'caller', version: '1' }, source, ...plan } satisfies EditPlan;
}

async function writeDryRun(checked: CheckedPlan, facts: PdfFacts, source: SourceFile, context: OperationContext): Promise<OperationResult> {
  const { content, report } = reportDryRun(checked, listMatches(checked, facts), context.jobId);
  const path = join(context.workDir, 'plan.json');
  const text = `${JSON.stringify(content, null, 2)}\n`;
  if (Buffer.byteLength(text) > context.limits.output_bytes) throw new JobFailure('output_limit');
  await writeFile(path, text);
  const filename = `${source.filename.replace(/\.[^.]*$/, '')}.plan.json`;
  return { files: [{ path, filename, contentType: 'application/json' }], report, pages: facts.pageCount };
}

async function edit(
  opened: OpenedPdf,
  { plan, operations, skipped }: CheckedPlan,
  source: SourceFile,
  params: Params,
  context: OperationContext,
): Promise<OperationResult> {
  const applied: Applied = { changes: [], skipped: [...skipped], pages: new Map() };
  if (opened.description.signatures.length > 0) {
    context.warn(SIGNATURE_REMOVED);
    removeSignatures(opened);
  }
  const shifts = await rewriteTexts(opened, operations, applied, params.allow_partial);
  const highlights = settlePlaces(opened, operations, shifts, isHighlight);
  const redactions = await redactTexts(opened, settlePlaces(opened, operations, shifts, isRedaction), applied);
  highlightTexts(opened, highlights, applied);
  const metadata = applyMetadata(opened, operations, applied);
  expectStructure(opened, operations, applied);
  const structure = await applyStructure(opened, operations, context.limits.pages);
  expectMarks(structure, operations, applied);
  const [left] = applied.skipped;
  if (applied.changes.length === 0) throw new JobFailure(left?.reason ?? 'plan_invalid', left ? { message: left.message } : {});
  context.progress({ percent: 70, stage: 'verifying' });
  const bytes = await savePdf(opened.context, { packed: opened.xref.usesXrefStreams });
  if (bytes.length > context.limits.output_bytes) throw new JobFailure('output_limit');
  const { reopened, report, notes } = await verifyEdit(opened, bytes, structure.pages, applied, context.workDir);
  for (const note of notes) context.warn(note);
  if (metadata) proveMetadata(reopened, metadata);
  const redaction = redactions && {
    ...proveRedacted(reopened, redactions),
    glyphs_removed: redactions.glyphs,
    images_blanked: redactions.imagesBlanked,
    images_removed: redactions.imagesRemoved,
    annotations_removed: redactions.annotationsRemoved,
    strings_scrubbed: redactions.stringsScrubbed,
  };
  const path = join(context.workDir, 'edited.pdf');
  await writeFile(path, bytes);
  return {
    files: [{ path, filename: source.filename, contentType: 'application/pdf' }],
    report: reportEdit(plan, applied, applied.skipped, { ...report, ...(redaction ? { redaction } : {}) }),
    pages: structure.pages.length,
  };
}
