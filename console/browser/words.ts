// Durations, ages and sizes in a few characters. Pure.

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
];

export function duration(ms: number): string {
  for (const [unit, length] of UNITS)
    if (ms >= length) return `${unit === 's' ? Math.round(ms / 100) / 10 : Math.floor(ms / length)} ${unit}`;
  return `${Math.round(ms)} ms`;
}

/** @param now ISO 8601, as the service says it: the clock of this machine may differ */
export function age(time: string | undefined, now: string): string | undefined {
  return time === undefined ? undefined : duration(Math.max(0, Date.parse(now) - Date.parse(time)));
}

export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const power = Math.min(4, Math.floor(Math.log10(bytes) / 3));
  return `${Math.round((bytes / 1000 ** power) * 10) / 10} ${['B', 'kB', 'MB', 'GB', 'TB'][power]}`;
}
