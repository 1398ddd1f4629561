// The report of recognition: every page of any number is in it, within the bound of a report.

import { describe, expect, it } from 'vitest';
import { type PageRow, rangesOf, reportPages } from '../../../../processor/recognition/report-pages.ts';

const CHILD_REPORT_BYTES_MAX = 256 * 1024;

const row = (page: number, more: Partial<PageRow> = {}): PageRow => ({
  page,
  status: 'ocr',
  confidence: 91.37,
  rotation: 0,
  words: 1234,
  ms: 15_432,
  ...more,
});

describe('reportPages', () => {
  it('has a row for each page of a usual document', () => {
    const rows = [
      row(1),
      row(2, { status: 'skipped_text', confidence: null, words: 0 }),
      row(3, { status: 'blank', confidence: null, words: 0 }),
    ];
    expect(reportPages(rows)).toMatchObject({
      pages_format: 'rows',
      pages: rows,
      totals: { pages: 3, ocr: 1, skipped_text: 1, blank: 1, timeout: 0, error: 0, words: 1234, confidence: 91.4 },
      pages_without_text: '3',
    });
  });

  it('tells 10,000 pages in columns within the bound, none left out', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) =>
      row(index + 1, index % 2 === 0 ? {} : { status: 'timeout', rotation: 90, words: 0 }),
    );
    const report = reportPages(rows);
    expect(JSON.stringify(report).length).toBeLessThan(CHILD_REPORT_BYTES_MAX);
    expect(report).toMatchObject({
      pages_format: 'columns',
      totals: { pages: 10_000, ocr: 5000, timeout: 5000 },
      pages: { page: '1-10000' },
    });
    expect((report['pages'] as { words: number[] }).words).toHaveLength(10_000);
  });

  it('names pages in the grammar of `pages`', () => {
    expect(rangesOf([1, 2, 3, 5, 7, 8])).toBe('1-3,5,7-8');
    expect(rangesOf([])).toBe('');
  });
});
