// The password of a job's document at rest: sealed and bound to the job's id. The sealed form is cleared in the statement that ends the job.

import { seal, unseal } from '../http/seal.ts';

const PURPOSE = 'job password';

export async function sealPassword(secret: string, jobId: string, password: string): Promise<string> {
  return seal(secret, PURPOSE, jobId, password);
}

/** @throws OperationError when the text was sealed for another job or under another secret. */
export async function openPassword(secret: string, jobId: string, sealed: string): Promise<string> {
  return unseal(secret, PURPOSE, jobId, sealed);
}
