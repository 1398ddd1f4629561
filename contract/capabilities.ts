// What the service can do: the table of operations, and for each region what is installed on its processors. A processor says what it
// has (ProcessorCapabilities), the API publishes it (Capabilities), and a job that asks for more is refused when it is submitted.

import { z } from 'zod';
import { UPLOAD_TYPES } from './files.ts';
import { OPERATION_NAMES } from './operations.ts';
import { ProcessorCapabilities } from './processor-capabilities.ts';

const SourceLimits = z.object({
  pages_max: z
    .int()
    .optional()
    .describe('Pages of a source, or as many as the plan allows where that is less; beyond it a job fails with `page_limit`'),
  bytes_max: z
    .int()
    .optional()
    .describe('Bytes of a source, or as many as the plan allows where that is less; beyond it no job is created'),
});

export const Capabilities = z.object({
  upload_types: z.array(z.enum(UPLOAD_TYPES)).describe('Media types of files that can be uploaded'),
  operations: z.record(
    z.enum(OPERATION_NAMES),
    z.object({
      path: z.string(),
      summary: z.string(),
      accepts: z.array(z.string()).describe('Media types of sources'),
      yields: z.array(z.string()).describe('Media types of results'),
      processing_ms_max: z.int().describe('The time that one attempt may take'),
      ...SourceLimits.shape,
      limits_by: z
        .object({ param: z.string(), values: z.record(z.string(), SourceLimits) })
        .optional()
        .describe('Limits that hold instead for these values of a parameter'),
    }),
  ),
  regions: z.record(
    z.string(),
    z.object({
      available: z.boolean().describe('False when the region’s processor does not answer and never has'),
      ...ProcessorCapabilities.partial().shape,
    }),
  ),
});
export type Capabilities = z.infer<typeof Capabilities>;
