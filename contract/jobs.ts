// The life of a job: its states, the allowed transitions, and the event that announces each state.

export const JOB_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** From → to. `running → queued` is a lost lease or a processor that hands a job back; `succeeded → expired` is the end of retention. */
const TRANSITIONS = {
  queued: ['running', 'cancelled', 'expired'],
  running: ['queued', 'succeeded', 'failed', 'cancelled'],
  succeeded: ['expired'],
  failed: [],
  cancelled: [],
  expired: [],
} as const satisfies Record<JobState, readonly JobState[]>;

export function canMove(from: JobState, to: JobState): boolean {
  return (TRANSITIONS[from] as readonly JobState[]).includes(to);
}

/** A state that processing never leaves. */
export function isTerminal(state: JobState): boolean {
  return state !== 'queued' && state !== 'running';
}

/** The states from which `to` may be entered; the WHERE clause of every transition is printed from this. */
export function statesBefore(to: JobState): JobState[] {
  return JOB_STATES.filter((from) => canMove(from, to));
}
