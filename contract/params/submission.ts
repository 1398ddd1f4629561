// What an operation sees of a job when it is created, and how it refuses one before anything runs (worker/jobs/submissions.ts).

import type { ErrorCode } from '../errors.ts';
import type { ProcessorCapabilities } from '../processor-capabilities.ts';

export interface Submission {
  /** Media type of the source. */
  readonly source: string;
  readonly params: Record<string, unknown>;
  /** Of the region where the job would run; undefined when its processor has never answered. */
  readonly capabilities: ProcessorCapabilities | undefined;
  /** Classes of records that the account may edit, as their issuer. */
  readonly editableRecords: readonly string[];
}

export interface RefusedField {
  readonly field: string;
  readonly issue: string;
  readonly message: string;
  /** In a text field: the faulty part, in UTF-16 code units; `end` is exclusive. */
  readonly start?: number;
  readonly end?: number;
  /** Texts that would be understood. */
  readonly suggestions?: readonly string[];
}

export interface SubmissionRefusal {
  readonly code: Extract<ErrorCode, 'invalid_request' | 'unsupported_file_type' | 'invalid_instruction' | 'policy_violation'>;
  readonly message: string;
  readonly details?: readonly RefusedField[];
}
