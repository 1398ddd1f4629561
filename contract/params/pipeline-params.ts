// Parameters of `pipeline`: files, and steps that are operations with their own parameters. The table of operations is handed in, since it has
// the pipeline itself as a row.

import { z } from 'zod';
import { idPattern, notAnId } from '../ids.ts';

const PIPELINE_STEPS_MAX = 8;
/** Before the first step, and between any two. */
export const PIPELINE_FILES_MAX = 100;

interface StepRow {
  readonly params: z.ZodType<Record<string, unknown>>;
  readonly furtherSources?: { readonly param: string; readonly withFirst?: true };
}

export interface PipelineStep<N extends string = string> {
  readonly operation: N;
  readonly params: Record<string, unknown>;
}

export function pipelineParams<N extends string>(operations: Readonly<Record<N, StepRow>>) {
  const [first, ...others] = Object.entries<StepRow>(operations).map(([name, row]) =>
    z.strictObject({ operation: z.literal(name), params: stepParams(row).prefault({}).describe('As in a job of this operation') }),
  );
  if (!first) throw new Error('there are no operations');
  return z.strictObject({
    files: z
      .array(z.strictObject({ file_id: z.string().regex(idPattern('file'), notAnId('file')) }))
      .min(1)
      .max(PIPELINE_FILES_MAX)
      .describe('What the first step reads. The first is the `file_id` of the job.'),
    steps: z
      .array(z.discriminatedUnion('operation', [first, ...others]))
      .min(1)
      .max(PIPELINE_STEPS_MAX)
      .describe(
        `One after the other, each on the results of the one before: on each file by itself, and \`merge\` on all of them (without its \`files\`). At most ${PIPELINE_FILES_MAX} files go from one step to the next. Each step counts as a job for the plan’s monthly quota.`,
      )
      .meta({ examples: [[{ operation: 'metadata', params: { action: 'remove' } }, { operation: 'compress' }]] }),
  }) as unknown as z.ZodType<{ files: { file_id: string }[]; steps: PipelineStep<N>[] }>;
}

/** Those of the operation; a parameter that lists all files is filled from the step before. */
function stepParams({ params, furtherSources }: StepRow): z.ZodObject {
  const object = params as z.ZodObject;
  if (!furtherSources?.withFirst) return object;
  const { [furtherSources.param]: _, ...shape } = object.shape;
  return z.strictObject(shape).check(...((object.def.checks ?? []) as never[]));
}
