// What one processor answers to `GET /capabilities`: what is installed beside it. Readers ignore fields that they do not know, and a
// field that is absent says nothing.

import { z } from 'zod';

export const ProcessorCapabilities = z.object({
  programs: z.record(z.string(), z.boolean()).describe('External programs, and whether they are installed'),
  ai_edit: z
    .object({
      planners: z.array(z.enum(['grammar', 'llm'])).describe('What reads instructions; `llm` is asked when `grammar` does not understand'),
    })
    .optional(),
});
export type ProcessorCapabilities = z.infer<typeof ProcessorCapabilities>;
