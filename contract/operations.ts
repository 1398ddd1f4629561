// The one table of operations: the parameters of each job type, what it accepts, what it yields, how long it may take.
// A new operation is a row here, a function in processor/operations/operations.ts, and their tests.

import { z } from 'zod';
import type { ContentType, UploadType } from './files.ts';
import { LIMITS } from './limits.ts';

const password = z
  .string()
  .min(1)
  .max(LIMITS.passwordCharsMax)
  .describe('Opens an encrypted PDF: its user or owner password. Never stored in clear, never returned.');
const on_signature = z
  .enum(['refuse', 'invalidate'])
  .default('refuse')
  .describe('What to do when the document is signed and the operation would break the signature.');
const strict = z.boolean().default(false).describe('Fail on a damaged document instead of repairing it.');

const text = z.string().max(2000).describe('Stored literally. An empty string removes the entry.');

export const MetadataValues = z.strictObject({
  title: text.optional(),
  author: text.optional(),
  subject: text.optional(),
  keywords: text.optional(),
  creator: text.optional(),
  producer: text.optional(),
  created_at: z.iso.datetime({ offset: true }).optional(),
  modified_at: z.iso.datetime({ offset: true }).optional(),
});
export type MetadataValues = z.infer<typeof MetadataValues>;

export const MetadataParams = z
  .strictObject({
    action: z.enum(['remove', 'read', 'set']).describe('`remove` deletes every trace, `read` lists what is there, `set` writes `values`.'),
    values: MetadataValues.optional().describe('For `set`: the entries to write; those not named keep their value.'),
    remove_authors: z
      .boolean()
      .default(false)
      .describe('For `remove`: also the authors of annotations (PDF) and of comments and revisions (DOCX).'),
    remove_layer_names: z.boolean().default(false).describe('For `remove`: also the names of optional-content layers (PDF).'),
    password: password.optional(),
    on_signature,
    strict,
  })
  .refine((params) => (params.action === 'set') === (params.values !== undefined && Object.keys(params.values).length > 0), {
    path: ['values'],
    message: '`values` goes with the action `set`, with at least one entry.',
  });

export interface OperationRow {
  readonly path: string;
  readonly summary: string;
  readonly params: z.ZodType<Record<string, unknown>>;
  readonly accepts: readonly UploadType[];
  readonly yields: readonly ContentType[];
  /** The budget of one attempt, from its start in the processor to its report. */
  readonly processingMsMax: number;
}

const documents = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'image/jpeg',
  'image/png',
] as const satisfies readonly UploadType[];

export const OPERATIONS = {
  metadata: {
    path: 'metadata',
    summary: 'Remove, read or set the metadata of a document.',
    params: MetadataParams,
    accepts: documents,
    yields: [...documents, 'application/json'],
    processingMsMax: 120_000,
  },
} as const satisfies Record<string, OperationRow>;

export type OperationName = keyof typeof OPERATIONS;
export const OPERATION_NAMES = Object.keys(OPERATIONS) as [OperationName, ...OperationName[]];
export type OperationParams<N extends OperationName> = z.infer<(typeof OPERATIONS)[N]['params']>;

export function isOperationName(text: string): text is OperationName {
  return Object.hasOwn(OPERATIONS, text);
}
