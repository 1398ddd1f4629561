// Bounds on time in tests prove that something ends, not that it is fast: a machine that runs other tests at the same time gets more.

const SLACK = 6;

/** @param ms what it takes at most on a machine that does nothing else */
export function onBusyMachine(ms: number): number {
  return SLACK * ms;
}
