// The whole operation over real documents: a word of the first page with text is replaced everywhere. Clean, or refused with a reason; the
// operation's own guard must never have to stop a damaged result. Runs only where the corpus is.

import { afterAll, expect, test } from 'vitest';
import { JobFailure } from '../../processor/failure.ts';
import { readPageTextEvents } from '../../processor/pdf/edit/page-text.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { listFolder, pickFor, readCorpus, sampleCorpus } from '../../support/corpus.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { pdfiumTexts } from '../../support/run/edit-pdf.ts';
import { qpdfCheck } from '../../support/judges/judge-pdf.ts';
import { runEdit } from '../../support/run/run-edit.ts';

const list = listFolder('pdf', ['.pdf']);

/** A word of the document, or undefined for one without text or that does not open. */
async function wordOf(name: string, bytes: Uint8Array): Promise<string | undefined> {
  try {
    const opened = await openPdf(bytes, { needs: 'modify', pagesMax: 500 });
    for (const { dict } of opened.pages.slice(0, 3)) {
      const words = readPageTextEvents(dict).text.match(/(?<![\p{L}\p{N}])[A-Za-z]{4,12}(?![\p{L}\p{N}])/gu);
      if (words) return pickFor(name, words);
    }
    return undefined;
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}

describeCorpus('replacing a word through the operation', list, true, () => {
  const outcomes: string[] = [];
  afterAll(() => {
    console.log([...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, of]) => `${outcome} ${of.length}`).join(', '));
  });

  test.each(sampleCorpus(list, 8))('%s: clean, or refused with a reason', { timeout: 120_000 }, async (name) => {
    const bytes = readCorpus(`pdf/${name}`);
    const word = await wordOf(name, bytes);
    if (word === undefined) return;
    const value = pickFor(name, [`${word.slice(0, 2)}ko`, 'Quze']);
    try {
      const run = await runEdit(bytes, `replace the word "${word}" with "${value}"`);
      const page = run.report.changes[0]?.page ?? 1;
      const [was, is] = [(await pdfiumTexts(bytes))[page - 1] ?? '', (await pdfiumTexts(run.bytes))[page - 1] ?? ''];
      if (was.includes(word)) expect(is).toContain(value);
      if (qpdfCheck(bytes).status === 0) expect(qpdfCheck(run.bytes).status).toBe(0);
      outcomes.push('clean');
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error;
      expect(['internal', 'timeout'], `${name}: ${String((error.cause as Error | undefined)?.message)}`).not.toContain(error.reason);
      outcomes.push(error.reason);
    }
  });
});
