// What far-worker.ts is told and answers.

export interface Far {
  /** To the primary and back, in milliseconds. */
  readonly distanceMs: number;
  /** What was written less than so many milliseconds ago the replica does not have yet. */
  readonly lagMs: number;
}

/** How often each database was asked; a batch counts as one. */
export interface Asked {
  readonly primary: number;
  readonly replica: number;
}
