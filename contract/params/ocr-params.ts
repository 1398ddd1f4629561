// Parameters of `ocr`.

import { z } from 'zod';
import { languages, LANGUAGES_DEFAULT, on_signature, pages, password, strict } from './shared-params.ts';
import type { Submission, SubmissionRefusal } from './submission.ts';

const OCR_FORMATS = ['searchable_pdf', 'pdfa', 'txt', 'hocr', 'json'] as const;

export const OcrParams = z.strictObject({
  languages: languages.default(LANGUAGES_DEFAULT),
  output_format: z
    .enum(OCR_FORMATS)
    .default('searchable_pdf')
    .describe(
      '`searchable_pdf`: the document with an invisible text layer; `pdfa`: the same as PDF/A-2b (what the standard does not allow is replaced or removed, with a warning); `txt`: paragraphs, a form feed between pages; `hocr`: hOCR 1.2; `json`: words with boxes in points and confidence.',
    ),
  mode: z
    .enum(['skip_text', 'force', 'redo'])
    .default('skip_text')
    .describe(
      '`skip_text` leaves pages that have text as they are; `redo` replaces the text layer of an earlier recognition; `force` reads the picture of every page, and the recognised text replaces the text of the page; the page looks the same.',
    ),
  pages: pages.optional(),
  password: password.optional(),
  on_signature,
  strict,
});

export function refuseLanguages({ params, capabilities }: Submission): SubmissionRefusal | undefined {
  const installed = capabilities?.ocr?.languages;
  const missing = (params['languages'] as readonly string[]).filter((code) => installed?.includes(code) === false);
  if (!installed || missing.length === 0) return undefined;
  const message = `Not installed in this region: ${missing.join(', ')}. Installed: ${installed.join(', ')}.`;
  return { code: 'invalid_request', message, details: [{ field: 'languages', issue: 'language_unavailable', message }] };
}
