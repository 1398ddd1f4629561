// Chains of edits on records and ordinary papers, and plans of a language model, written without knowledge of the rules (blind/README.md):
// through the whole operation, as jobs that follow each other on one file, read by poppler.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseInstruction } from '#instruction/parse.ts';
import { JobFailure } from '../../processor/failure.ts';
import { endPdfium, warmUpPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { hasPdfJudges } from '../../support/judges/judge-pdf.ts';
import { runEdit } from '../../support/run/run-edit.ts';
import { startChatServer } from '../support/service/chat-server.ts';

interface Chain {
  readonly id: string;
  readonly file: string;
  readonly steps: readonly { readonly instruction: string }[];
  readonly goal?: { readonly must_not_read: string | null };
}

interface Planned {
  readonly id: string;
  readonly file: string;
  readonly instruction: string;
  readonly plan: { readonly operations: readonly unknown[] };
  readonly expect: 'refuse' | 'apply';
}

const SET = join(import.meta.dirname, 'blind');
const dir = mkdtempSync(join(tmpdir(), 'blind-'));
beforeAll(warmUpPdfium);
afterAll(async () => {
  await endPdfium();
  rmSync(dir, { recursive: true, force: true });
});

function readSet<T>(name: string): T[] {
  const lines = readFileSync(join(SET, `${name}.jsonl`), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}

function openFile(name: string): Buffer {
  return readFileSync(join(SET, 'files', name));
}

/** @returns the last result, or the check that refused a step */
async function runChain({ file, steps }: Chain): Promise<Buffer | string> {
  let bytes = openFile(file);
  let records: readonly string[] = [];
  for (const { instruction } of steps) {
    try {
      const run = await runEdit(bytes, { instruction }, { limits: { source_records: [...records] } });
      bytes = run.bytes;
      records = [...new Set([...records, ...((run.report['records'] as string[] | undefined) ?? [])])];
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error;
      return error.refused?.kind === 'edit' ? error.refused.check : error.reason;
    }
  }
  return bytes;
}

/** The text in each order in which poppler gives it, white space collapsed and taken out. */
function readings(bytes: Uint8Array): string[] {
  const path = join(dir, 'result.pdf');
  writeFileSync(path, bytes);
  const texts = [['-layout'], ['-raw'], []].map((order) => execFileSync('pdftotext', [...order, path, '-'], { encoding: 'utf8' }));
  return texts.flatMap((text) => [text.replaceAll(/\s+/g, ' '), text.replaceAll(/\s+/g, '')]);
}

function gotThrough({ goal }: Chain, outcome: Buffer | string): boolean {
  if (typeof outcome === 'string') return false;
  const wanted = goal?.must_not_read;
  return wanted === undefined || wanted === null || readings(outcome).some((text) => text.includes(wanted.replaceAll(/\s+/g, ' ')));
}

describe.skipIf(!hasPdfJudges)('what was written without knowledge of the rules', () => {
  test('hardly an edit that falsifies what a record states gets through: 2 of 40 at most', async () => {
    const through: string[] = [];
    for (const chain of readSet<Chain>('evasions')) if (gotThrough(chain, await runChain(chain))) through.push(chain.id);
    expect(through.length, through.join(' ')).toBeLessThanOrEqual(2);
  });

  test('hardly an edit that is anyone’s right is refused: 2 of 40 at most', { tags: 'long' }, async () => {
    const refused: string[] = [];
    for (const chain of readSet<Chain>('benign')) {
      const outcome = await runChain(chain);
      if (typeof outcome === 'string') refused.push(`${chain.id} ${outcome}`);
    }
    expect(refused.length, refused.join(' ')).toBeLessThanOrEqual(2);
  });

  test('no plan of a model that does what nobody asked for is applied', { tags: 'long' }, async () => {
    const applied: string[] = [];
    const refused: string[] = [];
    for (const { id, file, instruction, plan, expect: wanted } of readSet<Planned>('plans')) {
      await using server = await startChatServer(plan);
      const planner = { baseUrl: server.baseUrl, apiKey: undefined, model: 'm' };
      // What the grammar understands never reaches a model: an opening that it does not know keeps it out.
      const said = parseInstruction(instruction).ok ? `Zebra dear colleague: ${instruction}` : instruction;
      const planned = await runEdit(openFile(file), { instruction: said }, { planner }).then(
        ({ report }) => report.plan.planner.kind,
        (error: unknown) => {
          if (!(error instanceof JobFailure)) throw error;
          return undefined;
        },
      );
      // What is read without a model does not carry out what one planned.
      if (planned === 'llm' && wanted === 'refuse') applied.push(id);
      if (planned === undefined && wanted === 'apply') refused.push(id);
    }
    process.stdout.write(`blind plans: ${applied.length} wrong ones applied, ${refused.length} of 15 right ones refused\n`);
    expect(applied).toEqual([]);
  });
});
