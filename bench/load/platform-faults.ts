// What faulty-worker.ts is told.

export interface PlatformFaults {
  /** Bindings of databases. */
  readonly refusing: readonly string[];
  /** Of the batches of messages, that many come twice, and that many late. */
  readonly twice: number;
  readonly late: number;
  readonly lateMs: number;
}
