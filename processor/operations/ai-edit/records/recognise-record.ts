// Finds the classes of record that a document belongs to: from its first pages with text, from each page that a plan would change, and from
// what earlier jobs found about the file.

import { RECORD_CLASS_NAMES, type RecordClass } from '#contract/edit-policy.ts';
import { classifyRecord } from './record-class.ts';
import type { DocumentFacts } from '../facts/locate.ts';
import { isTemplate } from './blank-form.ts';
import { textOfRows } from '../facts/page-rows.ts';

/** Blank pages and covers do not count as pages of a record. */
const FULL_CHARS_MIN = 150;
const FULL_PAGES_MAX = 5;
const LOOKED_PAGES_MAX = 60;

/** @param touched 1-based; the pages that a plan acts on. @param known from the lineage of the file */
export async function recogniseRecords(
  facts: DocumentFacts,
  touched: Iterable<number>,
  known: readonly string[] = [],
): Promise<ReadonlySet<RecordClass>> {
  const first = firstPages(facts);
  const rows = (page: number) => textOfRows(facts.layout(page), facts.pageText(page));
  const found = new Set([classifyRecord(first.map((page) => facts.pageText(page))), classifyRecord(first.map(rows))]);
  const rest = [...new Set(touched)].filter((page) => !first.includes(page)).slice(0, LOOKED_PAGES_MAX);
  const [opening] = first;
  const start = opening === undefined ? undefined : facts.pageText(opening);
  for (const page of rest) {
    const text = facts.pageText(page);
    if (text.trim() === '') continue;
    const views = [[text], [rows(page)], ...(start === undefined ? [] : [[start, text]])];
    for (const view of views) found.add(classifyRecord(view, start));
  }
  const looksLike = new Set(RECORD_CLASS_NAMES.filter((name) => found.has(name)));
  const shown = [...new Set([...first, ...rest])].map((page) => facts.pageText(page)).join('\n');
  if (looksLike.size > 0 && (await isTemplate(facts, shown, looksLike))) looksLike.clear();
  return new Set(RECORD_CLASS_NAMES.filter((name) => looksLike.has(name) || known.includes(name)));
}

/** Those with text, until enough of them are full. */
function firstPages(facts: DocumentFacts): readonly number[] {
  const pages: number[] = [];
  let full = 0;
  for (let page = 1; page <= Math.min(facts.pageCount, LOOKED_PAGES_MAX) && full < FULL_PAGES_MAX; page++) {
    const { length } = facts.pageText(page).replaceAll(/\s+/g, '');
    if (length === 0) continue;
    pages.push(page);
    if (length >= FULL_CHARS_MIN) full++;
  }
  return pages;
}
