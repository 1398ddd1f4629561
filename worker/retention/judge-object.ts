// Whether an object of a bucket still belongs to a row, pure: judged by its key and by what the rows say about it.

import { LIMITS } from '#contract/limits.ts';
import type { FileState } from '#contract/files.ts';
import { isTerminal, type JobState } from '#contract/jobs.ts';

/** `uploads/<file_id>/…`, `results/<job_id>/<attempt>/…`, or a key that this service does not make. */
export type ObjectOwner =
  | { readonly kind: 'upload'; readonly fileId: string }
  | { readonly kind: 'result'; readonly jobId: string; readonly attempt: number }
  | { readonly kind: 'foreign' };

export function ownerOf(key: string): ObjectOwner {
  const [room, id = '', third = '', fourth] = key.split('/');
  if (room === 'uploads' && id !== '' && third !== '') return { kind: 'upload', fileId: id };
  if (room === 'results' && id !== '' && /^\d+$/.test(third) && fourth !== undefined) {
    return { kind: 'result', jobId: id, attempt: Number(third) };
  }
  return { kind: 'foreign' };
}

/** What the rows say, all read in one transaction after the object was seen. */
interface ObjectFacts {
  /** A file that is `uploaded` has this object. */
  readonly isNamed: boolean;
  /** The file whose upload it is; undefined: there is no such row. */
  readonly fileState?: FileState | undefined;
  /** The job whose result it is; undefined: there is no such row. */
  readonly job?: { readonly state: JobState; readonly attempt: number } | undefined;
}

type Judgement = 'kept' | 'orphan' | 'foreign';

/**
 * An orphan is an object that no row can name any more. Where there is no row at all it may be on its way (a form's row is written when
 * its object is complete), so its age decides.
 */
export function judgeObject(owner: ObjectOwner, facts: ObjectFacts, ageMs: number): Judgement {
  if (owner.kind === 'foreign') return 'foreign';
  if (facts.isNamed) return 'kept';
  const byAge = ageMs >= LIMITS.orphanAgeMsMin ? 'orphan' : 'kept';
  if (owner.kind === 'upload') {
    if (facts.fileState === undefined) return byAge;
    // A row that waits for its bytes takes the whole prefix with it when it expires.
    return facts.fileState === 'awaiting_upload' ? 'kept' : 'orphan';
  }
  if (facts.job === undefined) return byAge;
  const { state, attempt } = facts.job;
  return !isTerminal(state) && state === 'running' && attempt === owner.attempt ? 'kept' : 'orphan';
}
