// A page that the engine cannot draw in its time is not tried again and again: a job draws pages for many reasons.

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { drawRegionsBounded, endPdfium, warmUpPdfium } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'slow-pages-'));
afterAll(async () => {
  await endPdfium();
  rmSync(folder, { recursive: true });
});

/** Its first page is shown if an expression holds that asks itself twice; its second is plain. */
function makeSlow(): string {
  const page = (content: number, more = '') =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents ${content} 0 R /Resources << ${more} >> >>`;
  const bytes = makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [8 0 R] /D << >> >> >>',
      2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
      3: page(5, '/Properties << /O 7 0 R >>'),
      4: page(6),
      5: { dict: '', data: '/OC /O BDC 20 20 100 100 re f EMC' },
      6: { dict: '', data: '20 20 100 100 re f' },
      7: '<< /Type /OCMD /OCGs [8 0 R] /VE 9 0 R >>',
      8: '<< /Type /OCG /Name (A) >>',
      9: '[/And 9 0 R 9 0 R]',
    },
  });
  const path = join(folder, 'slow.pdf');
  writeFileSync(path, bytes);
  return path;
}

it('a page that was not drawn is asked for again only with far more time', async () => {
  await warmUpPdfium();
  const path = makeSlow();
  const { size } = statSync(path);
  const draw = (pageIndex: number, timeMs: number) =>
    drawRegionsBounded(
      { input: { path, start: 0, size }, regions: [{ pageIndex }], dpi: 20, regionPixelsMax: 1e6, pixelsMax: 1e6 },
      timeMs,
    );
  expect(await draw(0, 700)).toBeUndefined();
  const before = process.cpuUsage();
  for (let times = 0; times < 20; times++) expect(await draw(0, 2500)).toBeUndefined();
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  expect(await draw(1, 10_000)).toHaveLength(1);
});
