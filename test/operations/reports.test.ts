// The report of every operation is what the API document says of it: each of its fields is named there, and is of that kind.

import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OPERATIONS, type SingleOperationName } from '#contract/operations.ts';
import { REPORTS } from '#contract/reports.ts';
import type { Operation, OperationContext, SourceFile } from '../../processor/operations/operation.ts';
import { operations } from '../../processor/operations/operations.ts';
import { reportPdf } from '../../support/documents/report-pdf.ts';
import { useWorkDir } from '../support/work-dir.ts';

const folder = useWorkDir();
const FILE = { file_id: `file_${'0'.repeat(22)}` };

const JOBS: readonly (readonly [SingleOperationName, Record<string, unknown>])[] = [
  ['ai_edit', { instruction: 'Delete the last page' }],
  ['ai_edit', { instruction: 'Delete the last page', dry_run: true }],
  ['metadata', { action: 'remove' }],
  ['metadata', { action: 'read' }],
  ['metadata', { action: 'set', values: { title: 'A title' } }],
  ['convert', { target_format: 'txt' }],
  ['convert', { target_format: 'png' }],
  ['convert', { target_format: 'pdf' }],
  ['convert', { target_format: 'pdf', pdfa: 'PDF/A-2b' }],
  ['ocr', { pages: '1', mode: 'force' }],
  ['compress', {}],
  ['split', { every: 2 }],
  ['merge', { files: [FILE, FILE] }],
  ['pages', { steps: [{ op: 'rotate', degrees: 90 }] }],
  ['flatten', {}],
  ['stamp', { marks: [{ kind: 'page_numbers' }] }],
  ['protect', { user_password: 'open sesame' }],
  ['unlock', {}],
];

test('every operation is among them', () => {
  expect(new Set(JOBS.map(([name]) => name))).toEqual(new Set(Object.keys(operations)));
});

test.each(JOBS)('%s %j', async (name, params) => {
  const workDir = await mkdtemp(join(folder, 'job-'));
  const bytes = reportPdf();
  const path = join(workDir, 'source.pdf');
  await writeFile(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const source: SourceFile = { path, filename: 'report.pdf', contentType: 'application/pdf', sizeBytes: bytes.length, sha256 };
  const limits = { processing_ms: 60_000, pages: 100, output_bytes: 1e8 };
  const context: OperationContext = { workDir, limits, progress: () => undefined, warn: () => undefined };
  const perform = operations[name] as Operation<SingleOperationName>;
  const read = OPERATIONS[name].params.parse(params);
  const { report } = await perform(context, name === 'merge' ? [source, source] : [source], read);
  expect(REPORTS[name].safeParse(report).error).toBeUndefined();
  if (name !== 'convert') expect(Object.keys(REPORTS[name].shape)).toEqual(expect.arrayContaining(Object.keys(report)));
});
