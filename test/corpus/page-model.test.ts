// The model of a page says what is on it and where: poppler finds each block's text inside the block's box. Runs only where the corpus is.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelDocument } from '../../processor/document/pages/model-document.ts';
import type { PageModel } from '../../processor/document/pages/page-model.ts';
import { JobFailure } from '../../processor/failure.ts';
import type { ShownBox } from '../../processor/pdf/geometry/shown-box.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { endPdfium, warmUpPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { listFolder, readCorpus, sampleCorpus } from '../../support/corpus.ts';
import { hasPdfJudges } from '../../support/judges/judge-pdf.ts';
import { popplerBoxes } from '../../support/judges/read-layer.ts';
import { isMapped, isTextIn } from '../../support/judges/text-in-box.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { useWorkDir } from '../support/work-dir.ts';

const workDir = useWorkDir();
const names = listFolder('pdf', ['.pdf']);
const PAGES_MAX = 12;
const BLOCKS_SHARE = 0.985;
const UNFOUND_SHARE_MAX = 0.03;
/** Written from top to bottom, which is not read yet. */
const VERTICAL: ReadonlySet<string> = new Set(['miner-jo.pdf']);
beforeAll(warmUpPdfium);
afterAll(endPdfium);

function partsOf({ blocks }: PageModel): { readonly text: string; readonly box: ShownBox }[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'picture') return [];
    if (block.kind === 'table') return block.cells.flatMap(({ text, box }) => (box ? [{ text, box }] : []));
    return [{ text: block.text, box: block.box }];
  });
}

describeCorpus('the model of real pages', names, hasPdfJudges, () => {
  test('every block lies where its text is, has an id of its own, and is found by its text', { timeout: 240_000 }, async () => {
    let [blocks, right, asked] = [0, 0, 0];
    const [wrong, unfound]: [string[], string[]] = [[], []];
    for (const name of sampleCorpus(names, 8).filter((one) => !VERTICAL.has(one))) {
      const bytes = readCorpus(`pdf/${name}`);
      const opened = await openPdf(bytes, { needs: 'read', pagesMax: 500 }).catch((error: unknown) => {
        if (error instanceof JobFailure) return undefined;
        throw error;
      });
      if (!opened || opened.pages.length > PAGES_MAX) continue;
      using model = await modelDocument(opened, workDir);
      using again = await modelDocument(opened, workDir);
      for (const [pageIndex] of opened.pages.entries()) {
        const page = model.page(pageIndex + 1);
        if (!page) continue;
        expect(again.page(pageIndex + 1)).toEqual(page);
        const ids = [...page.blocks, ...page.pairs, ...page.fields, ...page.links, ...page.remarks].map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const words = popplerBoxes(bytes, pageIndex + 1);
        for (const part of partsOf(page).filter(({ text }) => isMapped(text))) {
          blocks++;
          if (isTextIn(part.text, [{ words, box: part.box }])) right++;
          else wrong.push(`${name} ${pageIndex + 1}: ${part.text.slice(0, 40)}`);
        }
        const [first] = page.blocks.filter((block) => block.kind === 'paragraph' && isMapped(block.text) && block.text.length > 20);
        if (first?.kind !== 'paragraph') continue;
        const found = model.find(first.text.toUpperCase());
        if (found.length > 0) expect(found).toContainEqual({ page: pageIndex + 1, block: first });
        else unfound.push(`${name} ${pageIndex + 1}: ${first.text.slice(0, 40)}`);
        asked++;
      }
    }
    console.log(`${right} of ${blocks} blocks in their boxes`);
    expect(right / Math.max(1, blocks), wrong.slice(0, 10).join('\n')).toBeGreaterThanOrEqual(BLOCKS_SHARE);
    // The text of a page may have the parts of a line in another order than its blocks.
    expect(unfound.length / Math.max(1, asked), unfound.join('\n')).toBeLessThanOrEqual(UNFOUND_SHARE_MAX);
  });
});
