// Pages of real files, put into another order: they look as before, and qpdf has no more to say than of the same file written unchanged.

import { afterAll, expect, test } from 'vitest';
import { JobFailure } from '../../processor/failure.ts';
import { FreeSpace } from '../../processor/pdf/placing/free-space.ts';
import { applyStructure } from '../../processor/operations/ai-edit/apply/apply-structure.ts';
import type { OpenedPdf } from '../../processor/pdf/opened.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { endPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { savePdf } from '../../processor/pdf/save.ts';
import { listFolder, readCorpus, sampleCorpus } from '../../support/corpus.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { hasPdfJudges, picturesOfPdf, qpdfCheck, textOfPdf } from '../../support/judges/judge-pdf.ts';
import { placedOperations } from '../support/placed-operations.ts';

let edited = 0;

afterAll(async () => {
  process.stdout.write(`pages: ${edited} of ${files.length} files edited\n`);
  await endPdfium();
});

const BYTES_MAX = 600_000;
const PAGES_MAX = 12;

/** Undefined for a file that other tests are about: locked, damaged, signed, long, or with a single page. */
async function open(bytes: Uint8Array): Promise<OpenedPdf | undefined> {
  try {
    const opened = await openPdf(bytes, { needs: 'modify', pagesMax: PAGES_MAX, strict: true });
    return opened.pages.length > 1 && !opened.wasEncrypted ? opened : undefined;
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}

const files = sampleCorpus(listFolder('pdf', ['.pdf']), 6);

describeCorpus('pages of real files', files, hasPdfJudges, () => {
  test.each(files)('%s: the last page comes first, and page numbers count', async (name) => {
    const bytes = readCorpus(`pdf/${name}`);
    const [opened, unchanged] = bytes.length > BYTES_MAX ? [] : [await open(bytes), await open(bytes)];
    if (!opened || !unchanged) return;
    edited++;
    const count = opened.pages.length;
    const before = await savePdf(unchanged.context, { packed: false });
    await using space = new FreeSpace(opened);
    await applyStructure(opened, placedOperations('move the last page to the front', count), 100, space);
    const moved = await savePdf(opened.context, { packed: false });
    expect(qpdfCheck(moved).status).toBeLessThanOrEqual(qpdfCheck(before).status ?? 0);
    // Poppler picks its stand-in for a font that is not embedded by what it drew before: pages are compared as a set drawn alone each.
    const alone = (page: number) => ({ dpi: 36, firstPage: page, lastPage: page });
    const pages = Array.from({ length: Math.min(count, 4) }, (_, index) => index + 1);
    for (const page of pages) {
      const source = page === 1 ? count : page - 1;
      expect(picturesOfPdf(moved, alone(page)), `page ${page}`).toEqual(picturesOfPdf(before, alone(source)));
    }
    const numbered = await open(bytes);
    // A page of a stamp's size has no place for a number.
    if (
      !numbered ||
      numbered.pages.some(({ mediaBox: [left, bottom, right, top] = [0, 0, 0, 0] }) => right - left < 60 || top - bottom < 60)
    )
      return;
    await using places = new FreeSpace(numbered);
    await applyStructure(numbered, placedOperations('add page numbers in the format "no {n}/{total}" in 6 pt', count), 100, places);
    const made = await savePdf(numbered.context, { packed: true });
    expect(qpdfCheck(made).status).toBeLessThanOrEqual(qpdfCheck(before).status ?? 0);
    expect(textOfPdf(made)).toContain(`no ${count}/${count}`);
  });
});
