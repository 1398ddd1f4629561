// What text pages cost in a document that is mostly text: 20 pages with 2 scanned ones, compared with the 2 scanned ones alone, in turn.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { makeLetter } from '../../test/support/letter.ts';
import { makeScan, makeScanPdf, TEXTS } from '../../test/support/make-scan.ts';
import { interleave, median, round } from '../measure.ts';
import { ownOperation } from './contestants.ts';

const [PAGES, SCANNED_EVERY] = [20, 10];

export async function measureMixed(dir: string, rounds: number): Promise<object> {
  const raster = await makeScan({ columns: [TEXTS.eng.text.repeat(3)], widthPoints: 595, heightPoints: 842 });
  const scans = await PDFDocument.load(await makeScanPdf([{ raster, coding: 'jpeg' }]));
  const letter = await PDFDocument.load(await makeLetter('Ada', 35));
  const make = async (isScanned: readonly boolean[]): Promise<string> => {
    const document = await PDFDocument.create();
    for (const scanned of isScanned) {
      const [page] = await document.copyPages(scanned ? scans : letter, [0]);
      if (page) document.addPage(page);
    }
    const path = join(dir, `mixed-${isScanned.length}.pdf`);
    writeFileSync(path, await document.save());
    return path;
  };
  const mixed = await make(Array.from({ length: PAGES }, (_, index) => index % SCANNED_EVERY === 0));
  const alone = await make(Array.from({ length: PAGES / SCANNED_EVERY }, () => true));
  const read = ownOperation('native');
  const times = await interleave({ mixed: () => read(mixed, dir), alone: () => read(alone, dir) }, rounds, 1);
  const [all, some] = [median(times['mixed'] ?? []), median(times['alone'] ?? [])];
  return { pages: PAGES, scanned: PAGES / SCANNED_EVERY, time_beside_scanned_pages_alone: round(all / some), all_ms: round(all, 0) };
}
