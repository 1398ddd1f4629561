/** What a stub container (pool-worker.ts) answers to GET /stub. */
export interface StubState {
  readonly running: boolean;
  readonly starts: number;
  /** How often the platform's timer was started again. */
  readonly renewals: number;
  readonly hasAlarm: boolean;
  /** What the container was last started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly internet: boolean;
}
