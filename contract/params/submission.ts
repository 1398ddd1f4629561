// What an operation may say of a job when it is created, before anything runs (worker/jobs/submissions.ts).

import type { ErrorCode } from '../errors.ts';
import type { ProcessorCapabilities } from '../processor-capabilities.ts';

export interface Submission {
  /** Media type of the source. */
  readonly source: string;
  readonly params: Record<string, unknown>;
  /** Of the region where the job would run; undefined when its processor has not been heard of. */
  readonly capabilities: ProcessorCapabilities | undefined;
  /** Classes of records that the account may edit, being their issuer. */
  readonly editableRecords: readonly string[];
}

export interface RefusedField {
  readonly field: string;
  readonly issue: string;
  readonly message: string;
  /** Of a text field: the part at fault, in UTF-16 code units; `end` is exclusive. */
  readonly start?: number;
  readonly end?: number;
  /** What would be understood instead. */
  readonly suggestions?: readonly string[];
}

export interface SubmissionRefusal {
  readonly code: Extract<ErrorCode, 'invalid_request' | 'unsupported_file_type' | 'invalid_instruction' | 'policy_violation'>;
  readonly message: string;
  readonly details?: readonly RefusedField[];
}
