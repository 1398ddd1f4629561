// Parameters of `compress`.

import { z } from 'zod';
import { on_signature, password, strict } from './shared-params.ts';

export const COMPRESS_QUALITIES = ['high', 'balanced', 'maximum'] as const;
export type CompressQuality = (typeof COMPRESS_QUALITIES)[number];

export const CompressParams = z.strictObject({
  quality: z
    .enum(COMPRESS_QUALITIES)
    .default('balanced')
    .describe(
      '`high` for print, `balanced` for the screen and the office printer, `maximum` for the smallest file that is still readable.',
    ),
  linearize: z
    .boolean()
    .default(false)
    .describe('Write the result so that a browser can show the first page before all bytes have arrived.'),
  password: password.optional(),
  on_signature,
  strict,
});
