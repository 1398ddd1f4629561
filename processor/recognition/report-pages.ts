// The result of each page. A long document is reported in columns, so that the report of 10,000 pages stays within its bound and no page is left out.

type PageStatus = 'ocr' | 'skipped_text' | 'blank' | 'timeout' | 'error';

export interface PageRow {
  /** 1-based. */
  readonly page: number;
  readonly status: PageStatus;
  /** Mean of the words, 0 to 100; null without recognised words. */
  readonly confidence: number | null;
  /** Clockwise, by which the page's picture had to be turned to be read. */
  readonly rotation: number;
  readonly words: number;
  readonly ms: number;
}

/** About 90 bytes a row; a report has 256 KiB in total. */
const ROWS_MAX = 1000;

export function reportPages(rows: readonly PageRow[]): Record<string, unknown> {
  const totals = {
    pages: rows.length,
    ...Object.fromEntries(STATUSES.map((status) => [status, rows.filter((row) => row.status === status).length])),
    words: rows.reduce((sum, row) => sum + row.words, 0),
    confidence: meanOf(rows),
  };
  const without = rows.filter(({ status, words }) => words === 0 && status !== 'skipped_text').map(({ page }) => page);
  const common = { totals, pages_without_text: rangesOf(without) };
  if (rows.length <= ROWS_MAX) return { ...common, pages_format: 'rows', pages: rows };
  return {
    ...common,
    pages_format: 'columns',
    pages: {
      page: rangesOf(rows.map(({ page }) => page)),
      status: Object.fromEntries(
        STATUSES.map((status) => [status, rangesOf(rows.filter((row) => row.status === status).map(({ page }) => page))]),
      ),
      rotated: rows.filter(({ rotation }) => rotation !== 0).map(({ page, rotation }) => [page, rotation]),
      confidence: rows.map(({ confidence }) => (confidence === null ? null : Math.round(confidence))),
      words: rows.map(({ words }) => words),
      ms: rows.map(({ ms }) => ms),
    },
  };
}

const STATUSES: readonly PageStatus[] = ['ocr', 'skipped_text', 'blank', 'timeout', 'error'];

/** In the grammar of `pages`: `1-3,5`. */
export function rangesOf(pages: readonly number[]): string {
  const ranges: string[] = [];
  for (let at = 0; at < pages.length; at++) {
    const first = pages[at] ?? 0;
    while (pages[at + 1] === (pages[at] ?? 0) + 1) at++;
    const last = pages[at] ?? 0;
    ranges.push(first === last ? String(first) : `${first}-${last}`);
  }
  return ranges.join(',');
}

/** Weighted by words. */
function meanOf(rows: readonly PageRow[]): number | null {
  let [sum, words] = [0, 0];
  for (const row of rows) {
    if (row.confidence === null) continue;
    sum += row.confidence * row.words;
    words += row.words;
  }
  return words === 0 ? null : Math.round((sum / words) * 10) / 10;
}
