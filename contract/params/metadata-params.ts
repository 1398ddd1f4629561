// Parameters of `metadata`.

import { z } from 'zod';
import { on_signature, password, strict } from './shared-params.ts';

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
    action: z.enum(['remove', 'read', 'set']).describe('`remove` deletes every entry, `read` lists all entries, `set` writes `values`.'),
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
    message: 'The action `set` needs `values` with at least one entry; other actions take no `values`.',
  });
