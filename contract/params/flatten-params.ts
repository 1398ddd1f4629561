// Parameters of `flatten`.

import { z } from 'zod';
import { on_signature, password, strict } from './shared-params.ts';

const PARTS = ['forms', 'annotations', 'layers', 'links'] as const;

export const FlattenParams = z.strictObject({
  what: z
    .array(z.enum(PARTS))
    .min(1)
    .max(PARTS.length)
    .refine((parts) => new Set(parts).size === parts.length, 'names a part twice')
    .default(['forms', 'annotations', 'layers'])
    .describe(
      'What becomes part of the pages, as it is shown on screen: `forms`, `annotations` (comments, marks, stamps), `layers`. What is hidden is removed. `links`: removes links, which otherwise stay.',
    ),
  password: password.optional(),
  on_signature,
  strict,
});
