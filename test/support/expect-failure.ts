// Runs something that must fail with a JobFailure and returns its reason.

import { expect } from 'vitest';
import type { FailureReason } from '#contract/failures.ts';
import { JobFailure } from '../../processor/failure.ts';

/** @returns The reason; throws any other error, and when nothing fails. */
export function failureReason(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof JobFailure) return error.reason;
    throw error;
  }
  throw new Error('expected a JobFailure, but nothing failed');
}

/** @returns The reason; rejects with any other error, and when nothing fails. */
export async function reasonOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof JobFailure) return error.reason;
    throw error;
  }
  throw new Error('expected a JobFailure, but nothing failed');
}

/** Passes when the promise rejects with a JobFailure of this reason. */
export async function expectFailure(reason: FailureReason, run: () => Promise<unknown>): Promise<void> {
  expect(await reasonOf(run())).toBe(reason);
}
