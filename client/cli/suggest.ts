// What was probably meant.

/** @returns the names that are near, the nearest first */
function suggest(given: string, names: readonly string[]): string[] {
  const bound = Math.max(1, Math.floor(given.length / 3));
  const ranked = names.map((name) => [name, name.startsWith(given) ? 0.5 : distance(given, name)] as const);
  const near = ranked.filter(([, far]) => far <= bound).toSorted(([, a], [, b]) => a - b);
  return near.slice(0, 3).map(([name]) => name);
}

export function didYouMean(given: string, names: readonly string[], print: (name: string) => string = (name) => name): string {
  const near = suggest(given, names);
  return near.length === 0 ? '' : ` Did you mean ${near.map(print).join(' or ')}?`;
}

/** Levenshtein, with neighbours exchanged as one step. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost, swapped));
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
