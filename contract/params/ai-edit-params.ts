// Parameters of `ai-edit`.

import { z } from 'zod';
import { EDIT_IMAGES_MAX, EditPlan, INSTRUCTION_CHARS_MAX, PlannedEdits } from './edit-plan.ts';
import { idPattern } from '../ids.ts';
import { on_signature, password, strict } from './shared-params.ts';

// Tab and line ends separate clauses; other control characters are not part of an instruction.
// oxlint-disable-next-line no-control-regex -- the control characters are what is refused
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

const instruction = z
  .string()
  .max(INSTRUCTION_CHARS_MAX)
  .refine((text) => text.trim() !== '', 'is empty')
  .refine((text) => !CONTROL.test(text), 'holds a control character')
  .refine((text) => text.isWellFormed(), 'holds half of a surrogate pair')
  .meta({
    description:
      'What to do, in your own words, in English, German, French, Spanish, Italian, Portuguese, Dutch, Chinese or Japanese: “Replace "Acme Ltd" with "Acme GmbH" on pages 2-3, then delete the last page.”',
    examples: ['Add page numbers, then rotate page 1 by 90 degrees'],
  });

export const AiEditParams = z
  .strictObject({
    // Required unless there is a plan; the schema of a job with neither is refused below.
    instruction: instruction.optional(),
    plan: z
      .union([EditPlan, PlannedEdits])
      .optional()
      .describe(
        'A ready plan, from your own model or changed after a dry run; it is checked like any other. When an instruction is given too, the plan must follow from it.',
      ),
    plan_id: z
      .string()
      .regex(idPattern('job'), 'is not the identifier of a plan')
      .optional()
      .describe('The `report.plan_id` of a dry run on the same file, not older than 24 hours.'),
    images: z
      .array(z.strictObject({ file_id: z.string().regex(idPattern('file'), 'is not the identifier of a file') }))
      .min(1)
      .max(EDIT_IMAGES_MAX)
      .optional()
      .describe('Pictures (JPEG or PNG) that the instruction refers to: the first one is image 1.'),
    dry_run: z.boolean().default(false).describe('Answer with the plan and where its targets are, without an edited file.'),
    allow_partial: z
      .boolean()
      .default(false)
      .describe(
        'Carry out what is possible instead of failing the whole job: a part that is not found, cannot be written or fails verification is left out and reported in `skipped`. A redaction is carried out whole or not at all.',
      ),
    output_format: z.literal('pdf').default('pdf'),
    password: password.optional(),
    on_signature,
    strict,
  })
  .refine(({ instruction, plan, plan_id }) => instruction !== undefined || plan !== undefined || plan_id !== undefined, {
    path: ['instruction'],
    message: 'One of `instruction`, `plan` and `plan_id` is needed.',
  })
  .refine(({ instruction, plan, plan_id, images }) => plan_id === undefined || (instruction ?? plan ?? images) === undefined, {
    path: ['plan_id'],
    message: '`plan_id` cannot be combined with `instruction`, `plan` or `images`: the dry run had them.',
  });
export type AiEditParams = z.output<typeof AiEditParams>;
