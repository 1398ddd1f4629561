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

/** @returns milliseconds of the clock, and of CPU time; documents that cannot be opened are left out */
export async function timePlans(rows: readonly Row[]): Promise<Readonly<Record<string, number>>> {
  const times: Times[] = [];
  for (const [path, asked] of Map.groupBy(rows, (row) => row.path)) times.push(...(await timesOf(path, asked)));
  const figures = (name: keyof Times) => {
    const all = times.map((one) => one[name]);
    const shares = { median: median(all), p90: quantile(all, 0.9), p99: quantile(all, 0.99), max: Math.max(...all) };
    return Object.entries(shares).map(([share, value]): [string, number] => [`${share}_${name}_ms`, round(value, 1)]);
  };
  return { plans: times.length, ...Object.fromEntries([...figures('clock'), ...figures('cpu')]) };
}

interface Times {
  readonly clock: number;
  readonly cpu: number;
}

/** Of no file: plans are bound to one. */
const NO_SHA256 = '0'.repeat(64);

async function timesOf(path: string, rows: readonly Row[]): Promise<readonly Times[]> {
  const workDir = mkdtempSync(join(tmpdir(), 'planning-'));
  try {
    const opened = await openSource(fileSource(path), 'read', { workDir, pagesMax: 1000, strict: false, onSignature: 'invalidate' });
    const facts = readFacts(opened, NO_SHA256);
    using built = await modelDocument(opened, workDir);
    const fields = await readLabelledFields(opened);
    const pages = new Map<number, PageModel | undefined>();
    for (let page = 1; page <= facts.pageCount; page++) {
      facts.layout(page);
      pages.set(page, built.page(page));
    }
    const times: Times[] = [];
    for (const { instruction } of rows) {
      const document = { facts, fields: async () => fields, model: async () => ({ page: (page: number) => pages.get(page) }) };
      const [began, used] = [performance.now(), process.cpuUsage()];
      await makePlan(instruction, document, undefined).catch(() => undefined);
      const { user, system } = process.cpuUsage(used);
      times.push({ clock: performance.now() - began, cpu: (user + system) / 1000 });
    }
    return times;
  } catch {
    return [];
  } finally {
    rmSync(workDir, { recursive: true });
  }
}
