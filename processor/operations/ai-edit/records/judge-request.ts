// Acceptable use before there is a plan, the same for every planner: what the instruction says of its purpose, beside what the document is. The plan
// is judged again by its effects.

import { type PolicyRefusal, policyRefusal, purposeRefusal, type RecordClass, type StatedPurpose } from '#contract/edit-policy.ts';
import { judgeInstruction } from '#instruction/judge.ts';
import { readStated, type Stated } from '#instruction/policy/read-stated.ts';
import type { DocumentFacts } from '../facts/locate.ts';
import { isBlankForm } from './blank-form.ts';

interface PurposeSaid {
  readonly purpose: StatedPurpose;
  readonly words: string;
}

/** No edit may have it that changes what a document states, whatever the document is. */
export function bannedPurpose({ purposes, namesParty, asserts }: Stated, records: ReadonlySet<RecordClass>): PurposeSaid | undefined {
  for (const purpose of ['forgery', 'deceit'] as const) {
    const words = purposes[purpose];
    if (words !== undefined) return { purpose, words };
  }
  const { concealment } = purposes;
  return concealment !== undefined && (namesParty || asserts || records.size > 0)
    ? { purpose: 'concealment', words: concealment }
    : undefined;
}

/** The result goes to somebody who relies on it. A draft of one's own may; what one wrote oneself proves nothing. */
export function evidencePurpose({ purposes, isOwn, mendsSpelling }: Stated, records: ReadonlySet<RecordClass>): PurposeSaid | undefined {
  if (mendsSpelling) return undefined;
  const { proof, evidence } = purposes;
  if (proof !== undefined) return { purpose: 'proof', words: proof };
  return evidence === undefined || (isOwn && records.size === 0) ? undefined : { purpose: 'evidence', words: evidence };
}

/** @param records what the document is @param allowed classes that this account may edit, being their issuer */
export async function judgeRequest(
  instruction: string,
  facts: DocumentFacts,
  records: ReadonlySet<RecordClass>,
  allowed: ReadonlySet<RecordClass> = new Set(),
): Promise<PolicyRefusal | undefined> {
  const said = judgeInstruction(instruction);
  if (said && (said.stated !== undefined || !allowed.has(said.record))) return said;
  const stated = readStated(instruction);
  if (stated.isHarmless) return undefined;
  const banned = bannedPurpose(stated, records);
  const [record] = records;
  if (banned?.purpose === 'concealment') return purposeRefusal(banned.purpose, banned.words, record);
  const isTheirs = records.size > 0 && [...records].every((one) => allowed.has(one));
  const evidence = isTheirs ? undefined : evidencePurpose(stated, records);
  if (!evidence) return undefined;
  const restates = stated.alters || stated.writesFacts || records.size > 0;
  if (!stated.asserts && (!restates || (await isBlankForm(facts)))) return undefined;
  return purposeRefusal(evidence.purpose, evidence.words, record);
}

/** For a request that no planner could carry out: another figure or outcome on a record of a known kind is forbidden, however it is worded. */
export async function judgeUnplanned(
  instruction: string,
  facts: DocumentFacts,
  records: ReadonlySet<RecordClass>,
  allowed: ReadonlySet<RecordClass> = new Set(),
): Promise<PolicyRefusal | undefined> {
  const { restates, mendsSpelling } = readStated(instruction);
  const record = [...records].find((one) => one !== 'other_record' && !allowed.has(one));
  if (record === undefined || !restates || mendsSpelling || (await isBlankForm(facts))) return undefined;
  return policyRefusal(record, 'finding');
}
