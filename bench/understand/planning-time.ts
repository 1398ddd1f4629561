// How long an instruction takes to become a plan, once its document was read: texts, places and models of its pages are known before.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modelDocument } from '../../processor/document/pages/model-document.ts';
import type { PageModel } from '../../processor/document/pages/page-model.ts';
import { openSource } from '../../processor/open-source.ts';
import { readLabelledFields } from '../../processor/operations/ai-edit/facts/labelled-fields.ts';
import { readFacts } from '../../processor/operations/ai-edit/facts/read-facts.ts';
import { makePlan } from '../../processor/operations/ai-edit/plan/make-plan.ts';
import { fileSource } from '../../processor/pdf/byte-source.ts';
import { median, quantile, round } from '../measure.ts';
import type { Row } from './sets.ts';

/** @returns milliseconds of the clock; documents that cannot be opened are left out */
export async function timePlans(rows: readonly Row[]): Promise<Readonly<Record<string, number>>> {
  const times: number[] = [];
  for (const [path, asked] of Map.groupBy(rows, (row) => row.path)) times.push(...(await timesOf(path, asked)));
  const ms = (value: number) => round(value, 1);
  return { plans: times.length, median_ms: ms(median(times)), p90_ms: ms(quantile(times, 0.9)), max_ms: ms(Math.max(...times)) };
}

async function timesOf(path: string, rows: readonly Row[]): Promise<readonly number[]> {
  const workDir = mkdtempSync(join(tmpdir(), 'planning-'));
  try {
    const opened = await openSource(fileSource(path), 'read', { workDir, pagesMax: 1000, strict: false, onSignature: 'invalidate' });
    const facts = readFacts(opened, '');
    using built = await modelDocument(opened, workDir);
    const fields = await readLabelledFields(opened);
    const pages = new Map<number, PageModel | undefined>();
    for (let page = 1; page <= facts.pageCount; page++) {
      facts.layout(page);
      pages.set(page, built.page(page));
    }
    const times: number[] = [];
    for (const { instruction } of rows) {
      const document = { facts, fields: async () => fields, model: async () => ({ page: (page: number) => pages.get(page) }) };
      const began = performance.now();
      await makePlan(instruction, document, undefined).catch(() => undefined);
      times.push(performance.now() - began);
    }
    return times;
  } catch {
    return [];
  } finally {
    rmSync(workDir, { recursive: true });
  }
}
