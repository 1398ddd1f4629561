// Real files as PDF/A-2b: each conforms by the checker, reads well to other programs, looks and says what it did; or is refused with its reasons.
// CORPUS_ALL=1 runs over all of them.

import { afterAll, expect, test } from 'vitest';
import { JobFailure } from '../../processor/failure.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { makePdfa } from '../../processor/pdf/pdfa/make-pdfa.ts';
import { proveLikeness } from '../../processor/pdf/pdfa/prove-likeness.ts';
import { endPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { rewriteSource } from '../../processor/tools/qpdf.ts';
import { rulesOf } from '../../support/documents/conforming-pdf.ts';
import { listCorpus, readCorpus, readCorpusPasswords, sampleCorpus } from '../../support/corpus.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { hasPdfJudges, qpdfCheck } from '../../support/judges/judge-pdf.ts';
import { useWorkDir } from '../support/work-dir.ts';

const files = sampleCorpus(listCorpus('pdf', ['.pdf']), 12);
const workDir = useWorkDir();
const passwords = readCorpusPasswords();
const MADE_MIN = 0.85;

afterAll(endPdfium);

describeCorpus('real files as PDF/A-2b', files, hasPdfJudges, () => {
  const outcomes = new Map<string, string>();

  test.each(files)('%s conforms and looks the same, or is refused with its reasons', async (name) => {
    try {
      const opened = await openPdf(readCorpus(name), {
        needs: 'modify',
        pagesMax: 2000,
        onSignature: 'invalidate',
        password: passwords.get(name),
        repair: (source, password) => rewriteSource(source, { workDir, ...(password !== undefined && { password }) }),
      });
      const { bytes, substituted } = await makePdfa(opened);
      await proveLikeness({ before: opened.bytes, after: bytes, pages: opened.pages.length, hasSubstitutes: substituted.length > 0 });
      expect(await rulesOf(bytes)).toEqual([]);
      expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
      outcomes.set(name, 'made');
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error;
      expect(['unsupported_feature', 'encrypted_pdf', 'corrupt_file', 'password_incorrect']).toContain(error.reason);
      if (error.reason === 'unsupported_feature') expect(error.message.length).toBeGreaterThan(20);
      outcomes.set(name, error.reason);
    }
  });

  // A share of fewer says nothing.
  test.skipIf(files.length < 10)('most of those that open can be made', () => {
    const opened = [...outcomes.values()].filter((outcome) => outcome === 'made' || outcome === 'unsupported_feature');
    expect(opened.filter((outcome) => outcome === 'made').length).toBeGreaterThanOrEqual(opened.length * MADE_MIN);
  });
});
