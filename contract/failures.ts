// Why a job can fail: the closed list of `job.error.reason`, the sentence a customer reads, and whether trying again can help.

export interface FailureRow {
  readonly message: string;
  /** Transient: the service tries again by itself, LIMITS.jobAttemptsMax attempts in all. */
  readonly retryable: boolean;
}

export const FAILURES = {
  encrypted_pdf: { message: 'The document is encrypted; pass its password in `password`.', retryable: false },
  password_incorrect: { message: 'The password does not open the document.', retryable: false },
  corrupt_file: { message: 'The file is damaged beyond repair.', retryable: false },
  type_mismatch: { message: 'The bytes of the file do not match its declared type.', retryable: false },
  empty_file: { message: 'The file has no content.', retryable: false },
  page_limit: { message: 'The document has more pages than the plan or the operation allows.', retryable: false },
  page_out_of_range: { message: 'A page that the parameters name does not exist in the document.', retryable: false },
  page_too_large: { message: 'A page is larger than 14,400 × 14,400 units (ISO 32000-1, Annex C) or has no valid size.', retryable: false },
  decompression_limit: { message: 'The file expands to more data than is allowed.', retryable: false },
  pixel_limit: { message: 'An image has more pixels than is allowed.', retryable: false },
  output_limit: { message: 'The result is larger than is allowed.', retryable: false },
  timeout: { message: 'Processing took longer than the time allowed for this operation.', retryable: false },
  out_of_memory: { message: 'Processing needed more memory than is allowed.', retryable: false },
  file_changed: { message: 'A file of the job changed on the processor’s disk while it was read.', retryable: true },
  disk_full: { message: 'The processor had no room left on its disk for the files of this job.', retryable: true },
  no_text_found: {
    message: 'No page has readable text: the pages are pictures. Run OCR first, or pass `ocr: true`.',
    retryable: false,
  },
  unsupported_feature: { message: 'The document uses a feature that this operation does not support.', retryable: false },
  signed_document: {
    message: 'The document is signed and the operation would break the signature; pass `on_signature: "invalidate"` to allow it.',
    retryable: false,
  },
  text_not_found: { message: 'The text to change was not found.', retryable: false },
  ambiguous_match: { message: 'The text to change was found more often than expected.', retryable: false },
  text_does_not_fit: { message: 'The new text is wider than its place.', retryable: false },
  glyph_missing: { message: 'No available font has a glyph for a character of the new text.', retryable: false },
  plan_invalid: { message: 'The plan of the edit cannot be carried out.', retryable: false },
  policy_violation: { message: 'Acceptable use forbids this edit.', retryable: false },
  instruction_refused: { message: 'The instruction does not ask for this edit.', retryable: false },
  ai_unavailable: { message: 'The language model that plans the edit did not answer.', retryable: true },
  language_unavailable: {
    message: 'A language for recognition is not installed; `GET /capabilities` lists the installed ones.',
    retryable: false,
  },
  conversion_failed: { message: 'The file could not be converted.', retryable: false },
  source_deleted: { message: 'The source file was deleted.', retryable: false },
  processor_lost: { message: 'The processor was lost while the job was running.', retryable: true },
  internal: { message: 'An unexpected error happened on our side.', retryable: true },
} as const satisfies Record<string, FailureRow>;

export type FailureReason = keyof typeof FAILURES;
export const FAILURE_REASONS = Object.keys(FAILURES) as [FailureReason, ...FailureReason[]];
