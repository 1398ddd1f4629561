// Days and months in UTC, in which usage is counted.

/** YYYY-MM-DD in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function firstDayOfMonth(ms: number): string {
  return `${dayOf(ms).slice(0, 7)}-01`;
}

/** Whole seconds until the next month begins (UTC). */
export function secondsUntilNextMonth(ms: number): number {
  const date = new Date(ms);
  return Math.ceil((Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - ms) / 1000);
}
