// The whole operation on real documents; the classes that a result inherits are passed on as the Worker does.

import { describe, expect, test } from 'vitest';
import { JobFailure } from '../../processor/failure.ts';
import { makePdf, type PdfObject } from '../../support/documents/make-pdf.ts';
import { runEdit } from '../../support/run/run-edit.ts';
import { BENIGN, type EditChain, EVASIONS, RECORDS } from './evasions.ts';

function makeRecord(pages: readonly string[]): Uint8Array {
  const objects: Record<number, PdfObject> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Kids [${pages.map((_, index) => `${10 + index} 0 R`).join(' ')}] /Count ${pages.length} /MediaBox [0 0 595 842] >>`,
    3: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  };
  for (const [index, text] of pages.entries()) {
    const lines = text.split('\n').map((line) => `(${line}) Tj 0 -40 Td`);
    objects[10 + index] = `<< /Type /Page /Parent 2 0 R /Contents ${30 + index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`;
    objects[30 + index] = { dict: '', data: `BT /F1 12 Tf 70 760 Td ${lines.join(' ')} ET` };
  }
  return makePdf({ objects });
}

/** @returns the step that acceptable use refused, from 1; or what became of the chain otherwise */
async function outcomeOf({ document, steps }: EditChain, hasLineage = true): Promise<string> {
  let bytes: Uint8Array = makeRecord(RECORDS[document]);
  let records: readonly string[] = [];
  for (const [index, instruction] of steps.entries()) {
    try {
      const run = await runEdit(bytes, instruction, { limits: { source_records: hasLineage ? [...records] : [] } });
      bytes = run.bytes;
      records = [...new Set([...records, ...((run.report['records'] as string[] | undefined) ?? [])])];
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error;
      return error.details?.['check'] === 'policy' ? `refused at step ${index + 1}` : `failed: ${error.reason} ${error.message}`;
    }
  }
  return 'carried out';
}

/** What is known to get through; nothing else may. */
const MISSED: readonly string[] = [];
/** What is known to be refused though it is anyone's right. */
const STOPPED: readonly string[] = [];
const named = ({ document, steps }: EditChain) => `${document}: ${steps.join(' | ')}`;

describe('a way round the protection of a record', () => {
  test.each(EVASIONS)('$document: $steps is refused', async (evasion) => {
    const outcome = await outcomeOf(evasion);
    if (MISSED.includes(named(evasion))) expect(outcome).toBe('carried out');
    else expect(outcome).toMatch(/^refused at step/);
  });

  test.each<EditChain>([
    { document: 'police', steps: ['redact "Criminal History Record Check"'] },
    { document: 'bank', steps: ['replace "Statement of Account" with "Statement of Aims"'] },
    { document: 'payslip', steps: ['make "Payslip" white'] },
    { document: 'transcript', steps: ['delete "Official Transcript"'] },
    { document: 'bank', steps: ['crop 5 cm from the top of page 3'] },
  ])('the heading stays: $document: $steps', async (evasion) => {
    expect(await outcomeOf(evasion)).toBe('refused at step 1');
  });

  test('there are at least 40 of them', () => expect(EVASIONS.length).toBeGreaterThanOrEqual(40));

  test('where what a file was is forgotten, what a later step leads to is carried out: so it is not forgotten', async () => {
    const evasion: EditChain = {
      document: 'bank',
      steps: ['delete page 3', 'replace "Northern Trust Bank" with "Closing balance 9,299.97"'],
    };
    expect(await outcomeOf(evasion, false)).toBe('carried out');
    expect(await outcomeOf(evasion)).toBe('refused at step 2');
  });
});

describe('what is anyone’s right', () => {
  test.each(BENIGN)('$document: $steps is carried out', async (benign) => {
    const outcome = await outcomeOf(benign);
    if (STOPPED.includes(named(benign))) expect(outcome).toMatch(/^refused at step/);
    else expect(outcome).toBe('carried out');
  });

  test('there are at least 40 of them', () => expect(BENIGN.length).toBeGreaterThanOrEqual(40));
});
