// The addresses that one attempt gives to the processor: source and results, signed for that attempt only. At every use
// the row decides whether the attempt is still the current one.

import type { Deps } from '../deps.ts';
import { signAddress, verifyAddress } from '../http/signed-address.ts';
import { ok, refuse, type Result } from '../result.ts';

interface Attempt {
  readonly jobId: string;
  readonly attempt: number;
  /** The largest size of a result, so that no look-up is needed when it arrives. */
  readonly resultBytesMax: number;
}

export async function signAttempt(deps: Pick<Deps, 'config'>, ref: Attempt, expiresAt: number): Promise<string> {
  const subject = `${ref.jobId}:${ref.attempt}:${ref.resultBytesMax}`;
  return signAddress(await deps.config.addressSecret, { purpose: 'attempt', subject, expiresAt });
}

export async function verifyAttempt(deps: Pick<Deps, 'config' | 'now'>, token: string): Promise<Result<Attempt>> {
  const address = await verifyAddress(await deps.config.addressSecret, 'attempt', token, deps.now());
  if (!address.ok) return refuse('unauthorized');
  const [jobId = '', attempt, resultBytesMax] = address.value.subject.split(':');
  return ok({ jobId, attempt: Number(attempt), resultBytesMax: Number(resultBytesMax) });
}
