/** What a stub container (pool-worker.ts) answers to GET /stub. */
export interface StubState {
  readonly running: boolean;
  readonly starts: number;
  /** How often the platform's timer was begun anew. */
  readonly renewals: number;
  readonly hasAlarm: boolean;
}
