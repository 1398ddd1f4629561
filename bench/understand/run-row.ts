// One instruction through the service's two doors: what refuses it when the job is created, then the operation.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseInstruction } from '#instruction/refuse-instruction.ts';
import type { ModelEndpoint } from '../../processor/ask-model.ts';
import { JobFailure } from '../../processor/failure.ts';
import { runEdit } from '../../support/run/run-edit.ts';
import type { Row } from './sets.ts';

export interface Outcome {
  readonly no: number;
  readonly status: 'succeeded' | 'failed' | 'rejected';
  readonly reason?: string;
  readonly message?: string;
  /** Path of the edited file. */
  readonly result: string | null;
  readonly skipped?: readonly unknown[];
  readonly plan?: unknown;
}

/** @param planner a language model; undefined for the embedded planner alone */
export async function runRow(
  { no, path, instruction, params, images }: Row,
  folder: string,
  planner: ModelEndpoint | undefined,
): Promise<Outcome> {
  const asked = { ...params, instruction };
  const files = images.map((_, index) => ({ file_id: `file_${index}` }));
  const submitted = { ...asked, ...(files.length > 0 ? { images: files } : {}) };
  const refusal = refuseInstruction({
    params: submitted,
    capabilities: { ai_edit: { planners: planner ? ['grammar', 'llm'] : ['grammar'] } },
    editableRecords: [],
  } as unknown as Parameters<typeof refuseInstruction>[0]);
  if (refusal) return { no, status: 'rejected', reason: refusal.code, message: refusal.message, result: null };
  try {
    const pictures = images.map((image) => ({
      bytes: readFileSync(image),
      contentType: image.endsWith('.png') ? ('image/png' as const) : ('image/jpeg' as const),
    }));
    const run = await runEdit(readFileSync(path), asked, { pictures, ...(planner && { planner }) });
    const result = join(folder, `${no}.pdf`);
    writeFileSync(result, run.bytes);
    return { no, status: 'succeeded', result, skipped: run.report.skipped, plan: run.report.plan.operations };
  } catch (error) {
    if (!(error instanceof JobFailure)) {
      return { no, status: 'failed', reason: 'internal_error', message: error instanceof Error ? (error.stack ?? '') : '', result: null };
    }
    const told = `${error.message} ${JSON.stringify(error.details ?? {})}${error.cause instanceof Error ? ` ${error.cause.message}` : ''}`;
    return { no, status: 'failed', reason: error.reason, message: told, result: null };
  }
}
