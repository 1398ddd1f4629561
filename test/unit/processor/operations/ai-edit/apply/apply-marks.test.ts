// What a plan draws on pages, judged by qpdf and poppler: the text is there, where it was to be, and the rest of the page is as it was.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { applyMarks } from '../../../../../../processor/operations/ai-edit/apply/apply-marks.ts';
import { applyPageOperations } from '../../../../../../processor/operations/ai-edit/apply/apply-pages.ts';
import { openPdf } from '../../../../../../processor/pdf/open.ts';
import { endPdfium } from '../../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { savePdf } from '../../../../../../processor/pdf/save.ts';
import { hasPdfJudges, pagesDrawnDifferently, qpdfCheck, qpdfPlain, textOfPdf } from '../../../../../../support/judges/judge-pdf.ts';
import { placedOperations } from '../../../../../support/placed-operations.ts';
import { reportPdf } from '../../../../../../support/documents/report-pdf.ts';

afterAll(endPdfium);

/** Pages that cannot be drawn: everything goes where it was asked to be. */
const NOT_MEASURED = { inkOf: async () => undefined };

async function edit(instruction: string): Promise<Uint8Array> {
  const opened = await openPdf(reportPdf(), { needs: 'modify', pagesMax: 100 });
  const placed = placedOperations(instruction, 4);
  const pages = applyPageOperations(opened, placed, 100);
  await applyMarks(opened.context, pages, placed, NOT_MEASURED);
  const made = await savePdf(opened.context, { packed: true });
  expect(qpdfCheck(made)).toMatchObject({ status: 0 });
  return made;
}

interface Word {
  readonly page: number;
  readonly text: string;
  /** Points from the upper left corner of the page as it is seen. */
  readonly box: readonly number[];
}

/** As poppler sees the page, turned and cropped. */
function wordsOf(bytes: Uint8Array): { readonly words: readonly Word[]; readonly sizes: readonly (readonly number[])[] } {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, bytes);
    const html = spawnSync('pdftotext', ['-bbox', '-cropbox', path, '-']).stdout.toString();
    const words: Word[] = [];
    const sizes: number[][] = [];
    for (const line of html.split('\n')) {
      const size = /<page width="([\d.]+)" height="([\d.]+)"/.exec(line);
      if (size) sizes.push([Number(size[1]), Number(size[2])]);
      const word = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)<\/word>/.exec(line);
      if (word) words.push({ page: sizes.length, text: word[5] ?? '', box: word.slice(1, 5).map(Number) });
    }
    return { words, sizes };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.runIf(hasPdfJudges)('marks', () => {
  test.each(['top left', 'top center', 'top right', 'center', 'bottom left', 'bottom center', 'bottom right'])(
    'a stamp at the %s is there on upright and turned pages alike',
    async (position) => {
      const { words } = wordsOf(await edit(`stamp "PAID" at the ${position} 20 pt from the edge in 14 pt in red`));
      const stamps = words.filter((word) => word.text === 'PAID');
      expect(stamps.map((word) => word.page)).toEqual([1, 2, 3, 4]);
      for (const { page, box } of stamps) {
        // Pages 3 and 4 are cut to 280 by 180 and shown turned.
        const [width, height] = page < 3 ? [300, 200] : [180, 280];
        const [xMin = 0, yMin = 0, xMax = 0, yMax = 0] = box;
        const [dx, dy] = [(xMin + xMax) / 2 / width, (yMin + yMax) / 2 / height];
        expect(dx, `page ${page}`).toSatisfy((at: number) =>
          position.includes('left') ? at < 0.3 : position.includes('right') ? at > 0.7 : at > 0.4 && at < 0.6,
        );
        expect(dy, `page ${page}`).toSatisfy((at: number) =>
          position.includes('top') ? at < 0.3 : position.includes('bottom') ? at > 0.7 : at > 0.4 && at < 0.6,
        );
        if (position.includes('left')) expect(xMin).toBeCloseTo(20, 0);
        if (position.includes('right')) expect(width - xMax).toBeCloseTo(20, 0);
      }
    },
  );

  test('page numbers count the pages that get one, in their new order', async () => {
    const numbers = async (instruction: string) =>
      wordsOf(await edit(instruction))
        .words.filter((word) => /^\d+\/\d+$/.test(word.text))
        .map((word) => `${word.page}:${word.text}`);
    expect(await numbers('add page numbers in the format "{n}/{total}"')).toEqual(['1:1/4', '2:2/4', '3:3/4', '4:4/4']);
    expect(await numbers('add page numbers in the format "{n}/{total}" on all pages except the first')).toEqual([
      '2:1/3',
      '3:2/3',
      '4:3/3',
    ]);
    expect(await numbers('delete page 2; move page 4 to the front; add page numbers in the format "{n}/{total}" starting at 5')).toEqual([
      '1:5/7',
      '2:6/7',
      '3:7/7',
    ]);
    expect(await numbers('duplicate page 1; append a blank page; add page numbers in the format "{n}/{total}"')).toEqual([
      '1:1/6',
      '2:2/6',
      '3:3/6',
      '4:4/6',
      '5:5/6',
      '6:6/6',
    ]);
  });

  test('a header and a footer stand in their lines', async () => {
    const { words, sizes } = wordsOf(await edit('add a left-aligned header "Quarterly"; add a footer "Confidential" on page 2'));
    expect(
      words.filter((word) => word.text === 'Quarterly').map(({ page, box }) => [page, (box[3] ?? 0) < 60, (box[0] ?? 0) < 40]),
    ).toEqual([1, 2, 3, 4].map((page) => [page, true, true]));
    expect(
      words.filter((word) => word.text === 'Confidential').map(({ page, box }) => [page, (box[1] ?? 0) > (sizes[1]?.[1] ?? 0) - 60]),
    ).toEqual([[2, true]]);
  });

  test('a watermark is on its pages alone, and text below it stays text', async () => {
    const made = await edit('add a watermark "DRAFT" in red with 20% opacity on pages 1-2');
    expect(pagesDrawnDifferently(reportPdf(), made)).toEqual([1, 2]);
    expect(textOfPdf(made)).toMatch(/Alpha[\s\S]*Bravo[\s\S]*Charlie[\s\S]*Delta/);
    expect(qpdfPlain(made)).toMatch(/\/ca \.2|\/ca 0\.2/);
    expect(qpdfPlain(made).match(/\/Artifact BMC/g)).toHaveLength(2);
  });

  test('text beyond Latin is drawn and can be read back', async () => {
    const made = await edit('stamp "Größe Ωμέγα Привет ✓ ő" at the top left in 9 pt');
    expect(textOfPdf(made)).toContain('Größe Ωμέγα Привет ✓ ő');
  });

  test('what no face has, or what is wider than the page, is refused', async () => {
    await expect(edit('stamp "𒀀𒁀" top left')).rejects.toMatchObject({ reason: 'glyph_missing' });
    await expect(edit(`add a header "${'wide '.repeat(60)}end"`)).rejects.toMatchObject({ reason: 'text_does_not_fit' });
  });
});
