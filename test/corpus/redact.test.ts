// A word of a real document is redacted everywhere: no glyph, string or stream says it afterwards, for us and for poppler, and qpdf can read
// the result. Runs only where the corpus is.

import { expect, test } from 'vitest';
import { JobFailure } from '../../processor/failure.ts';
import { findText } from '../../processor/pdf/edit/find.ts';
import { readPageTextEvents } from '../../processor/pdf/edit/page-text.ts';
import { redactPage } from '../../processor/pdf/edit/redact/redact.ts';
import { findLeftovers } from '../../processor/pdf/edit/redact/find-leftovers.ts';
import { removeHiddenText } from '../../processor/pdf/edit/redact/redact-text.ts';
import { scrubStreams } from '../../processor/pdf/edit/redact/scrub-streams.ts';
import { scrubStrings } from '../../processor/pdf/edit/redact/scrub-strings.ts';
import { seek } from '../../processor/pdf/edit/redact/sought.ts';
import type { OpenedPdf } from '../../processor/pdf/opened.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { savePdf } from '../../processor/pdf/save.ts';
import { listFolder, pickFor, readCorpus, sampleCorpus } from '../../support/corpus.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../support/judges/judge-pdf.ts';

const list = listFolder('pdf', ['.pdf']);

async function open(name: string): Promise<OpenedPdf | undefined> {
  try {
    return await openPdf(readCorpus(`pdf/${name}`), { needs: 'read', pagesMax: 30 });
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}

describeCorpus('redacting a word of real documents', list, hasPdfJudges, () => {
  test.each(sampleCorpus(list, 5))('%s: nothing says it any more', async (name) => {
    const opened = await open(name);
    const texts = (opened?.pages ?? []).map(({ dict }) => readPageTextEvents(dict));
    const words = texts.flatMap(({ text }) => text.match(/(?<![\p{L}\p{N}])[A-Za-z]{6,14}(?![\p{L}\p{N}])/gu) ?? []);
    if (!opened || words.length === 0) return;
    const word = pickFor(name, words);
    let isIncomplete = false;
    for (const [index, text] of texts.entries()) {
      const boxes = findText(text, { text: word, isCaseSensitive: false }).flatMap((match) => match.boxes);
      if (boxes.length > 0) isIncomplete ||= (await redactPage(opened, index, boxes)).isIncomplete;
    }
    const sought = seek([word]);
    for (const { dict } of opened.pages) removeHiddenText(opened, dict, sought, () => false);
    scrubStreams(opened, sought);
    scrubStrings(opened, sought);
    const bytes = await savePdf(opened.context, { packed: true });
    const reopened = await openPdf(bytes, { needs: 'read', pagesMax: 100, strict: true });
    // Addresses within the document are reported, and attached files are not the document's own text.
    const left = findLeftovers(reopened, [word]).filter(({ where }) => where === 'page' || where === 'appearance' || where === 'string');
    if (!isIncomplete) expect(left, word).toEqual([]);
    if (!isIncomplete) expect(textOfPdf(bytes).toLowerCase()).not.toContain(word.toLowerCase());
    // What qpdf cannot read in the source (Brotli) it cannot read in the result.
    if (qpdfCheck(bytes).status === 2) expect(qpdfCheck(opened.bytes).status).toBe(2);
  });
});
