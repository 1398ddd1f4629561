// What the benchmark's scorer prints, read back: a line for each document, then the means.

import { round } from '../measure.ts';

const MEASURES = ['nid', 'teds', 'mhs'] as const;

export interface FileScores {
  readonly name: string;
  /** Reading order. */
  readonly nid?: number;
  /** Tables, where there are some. */
  readonly teds?: number;
  /** Headings, where there are some. */
  readonly mhs?: number;
}

export function readScores(printed: string): FileScores[] {
  return printed.split('\n').flatMap((line) => {
    const name = /^(\d{8,}) /.exec(line)?.[1];
    if (name === undefined) return [];
    const values = MEASURES.flatMap((measure) => {
      const value = new RegExp(`\\b${measure} ([\\d.]+)`).exec(line)?.[1];
      return value === undefined ? [] : [[measure, Number(value)] as const];
    });
    return [{ name, ...Object.fromEntries(values) }];
  });
}

/** `overall` is the mean over the documents of the mean of what each has. */
export function meansOf(scores: readonly FileScores[]): Record<string, number> {
  const mean = (values: readonly number[]) => round(values.reduce((sum, value) => sum + value, 0) / values.length, 4);
  const each = MEASURES.map((measure) => [measure, mean(scores.flatMap((of) => of[measure] ?? []))] as const);
  const overall = mean(
    scores.flatMap((of) => {
      const own = MEASURES.flatMap((measure) => of[measure] ?? []);
      return own.length === 0 ? [] : [own.reduce((sum, value) => sum + value, 0) / own.length];
    }),
  );
  return { overall, ...Object.fromEntries(each) };
}
