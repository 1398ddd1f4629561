// A job as a series of steps: a pipeline has its own, any other job is the one step of itself. Pure.

import type { ContentType, UploadType } from './files.ts';
import { type OperationName, type OperationRow, SINGLE_OPERATIONS, type SingleOperationName } from './operations.ts';
import { TARGET_TYPES } from './params/conversions.ts';
import type { PipelineStep } from './params/pipeline-params.ts';
import { limitsOf } from './source-limits.ts';

export type Step = PipelineStep<SingleOperationName>;

/** @param params of the job, checked. */
export function stepsOf(type: OperationName, params: Readonly<Record<string, unknown>>): readonly Step[] {
  return type === 'pipeline' ? (params['steps'] as Step[]) : [{ operation: type, params }];
}

/** The same parameters with other steps. */
export function withSteps(type: OperationName, params: Readonly<Record<string, unknown>>, steps: readonly Step[]): Record<string, unknown> {
  return type === 'pipeline' ? { ...params, steps } : { ...steps[0]?.params };
}

export function rowOf(step: Step): OperationRow {
  return SINGLE_OPERATIONS[step.operation];
}

/** What the files of a job may be: those of its first step. */
export function acceptedBy(type: OperationName, params: Readonly<Record<string, unknown>>): readonly UploadType[] {
  const [first] = stepsOf(type, params);
  return first ? rowOf(first).accepts : [];
}

/** How large a file of the job may be; undefined: as large as the plan allows. */
export function bytesMaxOf(type: OperationName, params: Readonly<Record<string, unknown>>): number | undefined {
  const [first] = stepsOf(type, params);
  return first && limitsOf(rowOf(first), first.params).bytesMax;
}

/** The time of one attempt. */
export function budgetOf(type: OperationName, params: Readonly<Record<string, unknown>>, processingMsMax: number): number {
  const sum = stepsOf(type, params).reduce((ms, step) => ms + rowOf(step).processingMsMax, 0);
  return Math.min(sum, processingMsMax);
}

/** Several pictures or tables are a ZIP; these are one file, whatever the document. */
const ALWAYS_ONE: ReadonlySet<string> = new Set(
  (['pdf', 'docx', 'html', 'txt', 'xlsx'] as const satisfies readonly (keyof typeof TARGET_TYPES)[]).map((format) => TARGET_TYPES[format]),
);

/** The type of a step's results, where the parameters say it. @param source type of what it reads; undefined: unknown */
export function typeAfter({ operation, params }: Step, source: string | undefined): string | undefined {
  const { yields }: OperationRow = SINGLE_OPERATIONS[operation];
  switch (operation) {
    case 'convert': {
      const target = TARGET_TYPES[params['target_format'] as keyof typeof TARGET_TYPES] as ContentType | undefined;
      return target !== undefined && ALWAYS_ONE.has(target) ? target : undefined;
    }
    case 'metadata':
      return params['action'] === 'read' ? 'application/json' : source;
    case 'ocr':
      return params['output_format'] === 'searchable_pdf' ? 'application/pdf' : undefined;
    case 'ai_edit':
      return params['dry_run'] === true ? 'application/json' : 'application/pdf';
    case 'split':
      return params['output'] === 'zip' ? 'application/zip' : 'application/pdf';
    default:
      return yields.length === 1 ? yields[0] : undefined;
  }
}
