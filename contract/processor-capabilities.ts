// What one processor answers to `GET /capabilities`: what is installed beside it. Readers ignore fields that they do not know, and a
// field that is absent says nothing.

import { z } from 'zod';

/** What keeps a job from everything but its own files. */
export const Isolation = z.enum(['namespaces', 'landlock', 'none']);
export type Isolation = z.infer<typeof Isolation>;

export const ProcessorCapabilities = z.object({
  programs: z.record(z.string(), z.boolean()).describe('External programs, and whether they are installed'),
  isolation: Isolation.optional().describe(
    'What keeps a job from everything but its own files; with `none` office documents, RTF and HTML are not converted',
  ),
  ocr: z
    .object({
      engine: z.enum(['native', 'wasm']).describe('Tesseract as a program, or compiled to WebAssembly'),
      version: z.string(),
      languages: z.array(z.string()).describe('Codes that `languages` may hold'),
    })
    .optional(),
  convert: z
    .object({
      conversions: z.record(z.string(), z.array(z.string())).describe('What each media type can become'),
      programs: z.record(z.string(), z.string()).describe('Versions of the converters'),
      network_isolated: z.boolean().describe('True when converters run without any network'),
    })
    .optional(),
  ai_edit: z
    .object({
      planners: z.array(z.enum(['grammar', 'llm'])).describe('What reads instructions; `llm` is asked when `grammar` does not understand'),
    })
    .optional(),
});
export type ProcessorCapabilities = z.infer<typeof ProcessorCapabilities>;
