// What the command ends with. The help prints this table.

import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  JobFailedError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
} from '../http/errors.ts';

export const EXIT_CODES = {
  done: [0, 'everything was done'],
  failed: [1, 'a job failed, or of several files some'],
  usage: [2, 'the command line is wrong, or a file is not there'],
  access: [3, 'no key, or the key may not do this'],
  refused: [4, 'the service refused the request'],
  unreachable: [5, 'the service does not answer, or has a fault'],
  limited: [6, 'the rate or the quota of the plan is used up'],
  interrupted: [130, 'interrupted (Ctrl-C)'],
} as const satisfies Record<string, readonly [number, string]>;

type Outcome = keyof typeof EXIT_CODES;

/** A mistake of the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function exitCodeOf(failure: unknown): number {
  return EXIT_CODES[outcomeOf(failure)][0];
}

/** Of several files: that of their failures where it is the same. */
export function exitCodeOfAll(failures: readonly unknown[]): number {
  const codes = new Set(failures.map(exitCodeOf));
  const [only] = codes;
  return codes.size === 0 ? EXIT_CODES.done[0] : codes.size === 1 && only !== undefined ? only : EXIT_CODES.failed[0];
}

function outcomeOf(failure: unknown): Outcome {
  if (failure instanceof Interrupted) return 'interrupted';
  if (failure instanceof UsageError) return 'usage';
  if (failure instanceof JobFailedError) return 'failed';
  if (failure instanceof AuthenticationError || failure instanceof PermissionError || failure instanceof NoKeyError) return 'access';
  if (failure instanceof RateLimitError || failure instanceof QuotaExceededError) return 'limited';
  if (failure instanceof ServerError || failure instanceof ConnectionError) return 'unreachable';
  return failure instanceof ApiError ? 'refused' : 'usage';
}

/** The reason of the signal of Ctrl-C. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export class NoKeyError extends Error {
  override readonly name = 'NoKeyError';
}
