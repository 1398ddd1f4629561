// How things look on the operator's screen, pure: aligned tables, ages, sizes. Text written by others cannot move the cursor.

/** Control characters (escape sequences begin with one) and bidirectional overrides become `?`; line breaks become spaces. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the control characters are what is replaced
  return text.replace(/[\r\n\t]+/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '?');
}

export interface Column<T> {
  readonly name: string;
  readonly of: (row: T) => string | number | undefined;
  /** Numbers are aligned on the right. */
  readonly right?: boolean;
}

const GAP = '  ';

/** Header and rows, aligned; a cell without a value is `-`. */
export function table<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const cells = [
    columns.map((column) => column.name),
    ...rows.map((row) => columns.map((column) => printable(String(column.of(row) ?? '-')))),
  ];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, i) => (columns[i]?.right ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** Names and values, one per line. */
export function fields(pairs: readonly (readonly [string, string | number | undefined])[]): string {
  const shown = pairs.filter((pair): pair is readonly [string, string | number] => pair[1] !== undefined);
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}${GAP}${printable(String(value))}`).join('\n');
}

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
];

/** `3 m`: the largest whole unit. */
export function duration(ms: number): string {
  for (const [unit, length] of UNITS) if (ms >= length) return `${Math.floor(ms / length)} ${unit}`;
  return '0 s';
}

/** How long ago; undefined stays undefined. @param now ISO 8601. */
export function age(time: string | undefined, now: string): string | undefined {
  return time === undefined ? undefined : duration(Date.parse(now) - Date.parse(time));
}

/** `in 3 m` or `3 m ago`. */
export function distance(time: string | undefined, now: string): string | undefined {
  if (time === undefined) return undefined;
  const ms = Date.parse(time) - Date.parse(now);
  return ms >= 0 ? `in ${duration(ms)}` : `${duration(-ms)} ago`;
}

/** `1.2 MB`, decimal. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const power = Math.min(4, Math.floor(Math.log10(count) / 3));
  const value = count / 1000 ** power;
  return `${value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${['B', 'kB', 'MB', 'GB', 'TB'][power]}`;
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
