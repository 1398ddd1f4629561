// What the files say together, for each contestant.

import { median, round } from '../measure.ts';
import type { FileFigures } from './compare-file.ts';

const ALIKE = 0.8;

export function summarise(rows: readonly FileFigures[]): object {
  const names = [...new Set(rows.map(({ contestant }) => contestant))];
  return {
    files: new Set(rows.map(({ file }) => file)).size,
    contestants: Object.fromEntries(names.map((name) => [name, summariseOne(rows.filter(({ contestant }) => contestant === name))])),
  };
}

function summariseOne(rows: readonly FileFigures[]): object {
  const share = (part: number, all: number) => round(part / Math.max(1, all));
  const total = (of: (row: FileFigures) => number) => rows.reduce((all, row) => all + of(row), 0);
  const pages = rows.flatMap(({ ssim }) => ssim);
  const words = rows.flatMap((row) => row.words ?? []);
  const ruled = rows.filter(({ rules }) => rules.source > 0);
  return {
    failed: rows.filter(({ pagesFound }) => pagesFound === 0).map(({ file }) => file),
    same_number_of_pages: share(rows.filter((row) => row.pages === row.pagesFound).length, rows.length),
    pages_alike: share(pages.filter((ssim) => ssim >= ALIKE).length, pages.length),
    ssim_median: round(median(pages)),
    rules_kept: share(
      total(({ rules }) => rules.kept),
      total(({ rules }) => rules.source),
    ),
    rules_kept_median_of_files: round(median(ruled.map(({ rules }) => rules.kept / rules.source))),
    pictures_kept: share(
      total(({ pictures }) => pictures.kept),
      total(({ pictures }) => pictures.source),
    ),
    words_mean: share(
      words.reduce((all, value) => all + value, 0),
      words.length,
    ),
    words_median: round(median(words)),
    printed_over: rows.filter(({ printedOver }) => printedOver > 0).map(({ file, printedOver }) => `${file}: ${printedOver}`),
    lost_characters: total(({ lost }) => lost),
    other_number_of_pages: rows.filter((row) => row.pages !== row.pagesFound).map((row) => `${row.file}: ${row.pages} → ${row.pagesFound}`),
    files: rows,
  };
}
