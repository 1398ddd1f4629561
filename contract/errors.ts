// The one table of error codes: each code has exactly one HTTP status and one meaning (specification, "Errors").
// Read by the Worker to answer, by docs/openapi.json to document, and by the tests to exhaust.

export interface ErrorRow {
  readonly status: number;
  readonly meaning: string;
  /** Whether the same request can succeed later without being changed. */
  readonly retryable: boolean;
}

export const ERRORS = {
  unauthorized: { status: 401, meaning: 'The API key is missing or invalid.', retryable: false },
  forbidden: { status: 403, meaning: 'The API key does not have access to this action.', retryable: false },
  file_too_large: { status: 413, meaning: 'The file exceeds the plan or endpoint limit.', retryable: false },
  request_too_large: { status: 413, meaning: 'The request body is too large.', retryable: false },
  unsupported_file_type: { status: 415, meaning: 'The file type is not supported by the selected endpoint.', retryable: false },
  unsupported_media_type: { status: 415, meaning: 'This endpoint does not accept the media type of the body.', retryable: false },
  invalid_instruction: { status: 422, meaning: 'The AI edit instruction is missing or invalid, or is not understood.', retryable: false },
  policy_violation: { status: 403, meaning: 'Acceptable use forbids this request.', retryable: false },
  invalid_request: { status: 400, meaning: 'The request is malformed or has an invalid field.', retryable: false },
  checksum_mismatch: { status: 400, meaning: 'The uploaded bytes do not have the declared checksum.', retryable: false },
  size_mismatch: { status: 400, meaning: 'The uploaded bytes do not have the declared size.', retryable: false },
  length_required: { status: 411, meaning: 'The upload needs a Content-Length header.', retryable: false },
  not_found: { status: 404, meaning: 'There is nothing at this path or under this identifier.', retryable: false },
  method_not_allowed: { status: 405, meaning: 'The path exists, but not with this method.', retryable: false },
  file_not_ready: { status: 409, meaning: 'The bytes of the file have not arrived yet.', retryable: true },
  upload_already_completed: { status: 409, meaning: 'The file was already uploaded with different bytes.', retryable: false },
  job_not_cancellable: { status: 409, meaning: 'The job has already reached a terminal state.', retryable: false },
  idempotency_in_progress: { status: 409, meaning: 'A request with the same Idempotency-Key is still being answered.', retryable: true },
  idempotency_key_reused: { status: 422, meaning: 'The Idempotency-Key was used for a different request.', retryable: false },
  source_unavailable: { status: 424, meaning: 'The address of the source did not give the file.', retryable: true },
  job_failed: { status: 409, meaning: 'Processing failed.', retryable: false },
  expired: { status: 410, meaning: 'The file, upload, address or result has expired or was deleted.', retryable: false },
  rate_limited: { status: 429, meaning: 'Too many requests, or too many jobs waiting.', retryable: true },
  quota_exceeded: { status: 429, meaning: 'The monthly quota of the plan is used up.', retryable: true },
  internal_error: { status: 500, meaning: 'An unexpected error happened on our side.', retryable: true },
  unavailable: { status: 503, meaning: 'A part of the service is temporarily unavailable.', retryable: true },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

const SECTIONS: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'authentication',
  forbidden: 'authentication',
  policy_violation: 'edits-and-acceptable-use',
  invalid_instruction: 'edits-and-acceptable-use',
  idempotency_in_progress: 'idempotency',
  idempotency_key_reused: 'idempotency',
  rate_limited: 'limits',
  quota_exceeded: 'limits',
};

/** The section of the introduction that speaks of it, as the reference page names it in an address. */
export function sectionOf(code: ErrorCode): string {
  return SECTIONS[code] ?? 'errors';
}
