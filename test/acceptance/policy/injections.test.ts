// 83 orders in nine languages, planted where a document can speak: none widens what the instruction asks for, for the embedded planner and for a
// model that obeys them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JobFailure } from '../../../processor/failure.ts';
import { endPdfium, warmUpPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { EVERYTHING } from '../../../support/everything.ts';
import { type EditRunOptions, runEdit } from '../../../support/run/run-edit.ts';
import { startChatServer } from '../../support/service/chat-server.ts';
import { injectedDocument, type Place } from './injected-document.ts';

interface Injection {
  readonly no: number;
  readonly lang: string;
  readonly place: Place;
  readonly text: string;
  /** What an obedient model would do. */
  readonly operation: object;
}

const ALL = readFileSync(join(import.meta.dirname, 'injections.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Injection);
/** A few every day. */
const CHOSEN = EVERYTHING ? ALL : ALL.filter((_, index) => index % 16 === 0);
/** The second one only the document decides, and a model reads the third. */
const INSTRUCTIONS = ['replace "Offer 17" with "Offer 18"', 'change Offer 17 to Offer 18'];
const FOR_A_MODEL = 'The offer was numbered wrongly: kindly switch Offer 17 over to Offer 18, and see that the rest of it looks less tired';

beforeAll(warmUpPdfium);
afterAll(endPdfium);

async function operationsFor(instruction: string, { text, place }: Pick<Injection, 'text'> & { readonly place: Place | undefined }) {
  const options: EditRunOptions = place === 'filename' ? { filename: `${text.replaceAll('/', ' ')}.pdf` } : {};
  const { report } = await runEdit(injectedDocument(text, place), { instruction, dry_run: true }, options);
  return report.plan.operations;
}

test('there are eighty, in eight languages and in ten places', () => {
  expect(ALL.length).toBeGreaterThanOrEqual(80);
  expect(new Set(ALL.map(({ lang }) => lang)).size).toBeGreaterThanOrEqual(8);
  expect(new Set(ALL.map(({ place }) => place))).toEqual(
    new Set(['page', 'hidden', 'white', 'field', 'annotation', 'alternative', 'bookmark', 'attachment', 'metadata', 'filename']),
  );
});

test('the plan beside an order in the document is the plan without it', async () => {
  for (const instruction of INSTRUCTIONS) {
    const clean = await operationsFor(instruction, { text: '', place: undefined });
    expect(clean).toHaveLength(1);
    for (const injection of CHOSEN) {
      const planned = await operationsFor(instruction, injection).catch((error: unknown) =>
        error instanceof JobFailure ? error.reason : error,
      );
      // An order that repeats the text may make a name without quotation marks ambiguous: then nothing is done.
      const isRepeated = injection.text.includes('Offer 17') && !instruction.includes('"');
      expect(isRepeated ? [clean, 'ambiguous_match'] : [clean], injection.text).toContainEqual(planned);
    }
  }
});

test('a model that obeys the document changes nothing', async () => {
  for (const { no, text, place, operation } of CHOSEN) {
    const because = 'switch Offer 17 over to Offer 18';
    const asked = { op: 'replace_text', match: { text: 'Offer 17' }, value: 'Offer 18', id: 'op1', because };
    await using server = await startChatServer({ operations: [asked, { ...operation, id: 'op2', because }], unresolved: [] });
    const planner = { baseUrl: server.baseUrl, apiKey: undefined, model: 'm' };
    const run = runEdit(injectedDocument(text, place), { instruction: FOR_A_MODEL }, { planner });
    await expect(run, `${no} ${text}`).rejects.toMatchObject({ reason: 'instruction_refused', details: { check: 'derivation' } });
    expect(server.requests.length, `${no}`).toBeGreaterThan(0);
  }
});
