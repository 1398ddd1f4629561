// Sums up the figures of all files: per contestant, at equal likeness, and where another contestant is smaller with everything kept.

import { median, quantile, round } from '../measure.ts';
import type { ContestantFigures, FileFigures } from './measure-file.ts';

const OURS = ['maximum', 'balanced', 'high'] as const;
const BESIDE = { 'gs /printer': 'high', 'gs /ebook': 'balanced', 'gs /screen': 'maximum' } as const;
/** Two pictures this close are taken as equally like the source. */
const SSIM_EQUAL = 0.001;

export function summarise(files: readonly FileFigures[]): object {
  const names = [...new Set(files.flatMap(({ of }) => Object.keys(of)))];
  return {
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    contestants: Object.fromEntries(names.map((name) => [name, summariseOne(files, name)])),
    beside: Object.fromEntries(Object.entries(BESIDE).map(([theirs, ours]) => [`${ours} beside ${theirs}`, compare(files, ours, theirs)])),
    equal_ssim: Object.fromEntries(Object.keys(BESIDE).map((theirs) => [theirs, compareAtEqualSsim(files, theirs)])),
    not_monotone: files.flatMap(({ name, of }) => {
      const [high, balanced, maximum] = [of['high']?.ratio ?? 0, of['balanced']?.ratio ?? 0, of['maximum']?.ratio ?? 0];
      return high >= balanced && balanced >= maximum ? [] : [`${name} ${round(high)} ${round(balanced)} ${round(maximum)}`];
    }),
    smaller_with_everything_kept: Object.fromEntries(
      Object.entries(BESIDE).map(([theirs, ours]) => [theirs, listSmaller(files, ours, theirs)]),
    ),
    per_file: files.map(({ name, of }) => ({
      name,
      ...Object.fromEntries(
        Object.entries(of).map(([who, { ratio, ssim, cpuSeconds }]) => [who, [round(ratio), round(ssim ?? -1, 4), round(cpuSeconds, 2)]]),
      ),
    })),
  };
}

function summariseOne(files: readonly FileFigures[], name: string): object {
  const all = files.flatMap((file) => (file.of[name] ? [{ ...file.of[name], file: file.name }] : []));
  const ssims = all.flatMap(({ ssim }) => (ssim === undefined ? [] : [ssim]));
  return {
    files: all.length,
    geometric_mean_ratio: round(geometricMean(all.map(({ ratio }) => ratio))),
    grew: all.filter(({ ratio }) => ratio > 1).length,
    ssim_mean: round(ssims.reduce((sum, value) => sum + value, 0) / ssims.length, 4),
    ssim_p05: round(quantile(ssims, 0.05), 4),
    ssim_worst_file: round(Math.min(...ssims), 4),
    lost_something: all.filter(({ lost }) => lost.length > 0).map(({ file, lost }) => `${file}: ${lost.join(', ')}`),
    cpu_seconds: {
      median: round(median(all.map(({ cpuSeconds }) => cpuSeconds)), 2),
      max: round(Math.max(...all.map(({ cpuSeconds }) => cpuSeconds)), 2),
    },
  };
}

function compare(files: readonly FileFigures[], ours: string, theirs: string): object {
  const both = files.flatMap(({ of }) => (of[ours] && of[theirs] ? [[of[ours], of[theirs]] as const] : []));
  const whole = both.filter(([, other]) => other.lost.length === 0);
  const means = (pairs: typeof both) => ({
    files: pairs.length,
    ours: round(geometricMean(pairs.map(([own]) => own.ratio))),
    theirs: round(geometricMean(pairs.map(([, other]) => other.ratio))),
    ours_smaller: pairs.filter(([own, other]) => own.ratio <= other.ratio).length,
  });
  return { all: means(both), where_they_keep_everything: means(whole) };
}

/** Our smallest level that is as like the source as theirs. */
function compareAtEqualSsim(files: readonly FileFigures[], theirs: string): object {
  const pairs = files.flatMap(({ of }) => {
    const other = of[theirs];
    if (other?.ssim === undefined) return [];
    const fitting = OURS.map((name) => of[name]).find((own) => own?.ssim !== undefined && own.ssim >= (other.ssim ?? 0) - SSIM_EQUAL);
    return fitting ? [[fitting, other] as const] : [];
  });
  return {
    files: pairs.length,
    ours: round(geometricMean(pairs.map(([own]) => own.ratio))),
    theirs: round(geometricMean(pairs.map(([, other]) => other.ratio))),
    ours_smaller: pairs.filter(([own, other]) => own.ratio <= other.ratio).length,
  };
}

function listSmaller(files: readonly FileFigures[], ours: string, theirs: string): string[] {
  const isSmaller = (own: ContestantFigures | undefined, other: ContestantFigures | undefined) =>
    own !== undefined && other !== undefined && other.lost.length === 0 && other.ratio < own.ratio * 0.99;
  return files
    .filter(({ of }) => isSmaller(of[ours], of[theirs]))
    .map(
      ({ name, of }) =>
        `${name} ${round(of[ours]?.ratio ?? 0)} (${round(of[ours]?.ssim ?? 0)}) / ${round(of[theirs]?.ratio ?? 0)} (${round(of[theirs]?.ssim ?? 0)})`,
    );
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
