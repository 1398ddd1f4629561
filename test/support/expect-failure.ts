// Runs something that must fail with a JobFailure and tells its reason.

import { JobFailure } from '../../processor/failure.ts';

/** @returns The reason; throws on whatever is no JobFailure, and when nothing fails. */
export function failureReason(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof JobFailure) return error.reason;
    throw error;
  }
  throw new Error('expected a JobFailure, but nothing failed');
}
