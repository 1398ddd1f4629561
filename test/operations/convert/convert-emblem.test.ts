// An emblem on a scan: large letters with something drawn over them.

import { spawnSync } from 'node:child_process';
import { unzipSync } from 'fflate';
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { convert } from '../../../support/run/run-convert.ts';

const [WIDTH, HEIGHT] = [420, 320];
const LINES = [
  'Boats leave the harbour before the light and come back at noon',
  'the market opens at seven and every box is sold within the hour',
  'forty vans take the fish to the towns in the hills on the border',
];
const SWOOSH = 'M 0 14 C 50 24 90 -12 150 4 C 100 -4 60 32 0 14 Z';

/** @param isRuled the heading has a line below it */
async function scanOf({ isRuled }: { readonly isRuled: boolean }): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const [plain, bold] = [await document.embedFont(StandardFonts.Helvetica), await document.embedFont(StandardFonts.HelveticaBold)];
  const page = document.addPage([WIDTH, HEIGHT]);
  page.drawText('Morning boats', { x: 30, y: 270, size: 22, font: bold });
  if (isRuled) page.drawLine({ start: { x: 30, y: 262 }, end: { x: 390, y: 262 }, thickness: 1 });
  for (const [at, line] of LINES.entries()) page.drawText(line, { x: 30, y: 230 - at * 18, size: 12, font: plain });
  page.drawText('Seagull', { x: 130, y: 60, size: 34, font: bold });
  if (!isRuled) page.drawSvgPath(SWOOSH, { x: 140, y: 104, color: rgb(0.8, 0.1, 0.1) });
  const drawn = spawnSync('pdftoppm', ['-r', '200', '-png', '-'], { input: await document.save(), maxBuffer: 2 ** 26 }).stdout;
  const scan = await PDFDocument.create();
  scan.addPage([WIDTH, HEIGHT]).drawImage(await scan.embedPng(drawn), { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  return scan.save();
}

async function textOf(source: Uint8Array): Promise<string> {
  const { bytes } = await convert(source, 'application/pdf', { target_format: 'docx', layout: 'pages' });
  const xml = Buffer.from(unzipSync(bytes)['word/document.xml'] ?? []).toString('utf8');
  return [...xml.matchAll(/<w:t[ >][^<]*/g)]
    .map(([run]) => run.replace(/.*>/s, ''))
    .join(' ')
    .replaceAll(/\s+/g, ' ');
}

afterAll(endPdfium);

test('stays a picture with its letters; a heading does not, nor one with a line below it', async () => {
  const emblem = await textOf(await scanOf({ isRuled: false }));
  expect(emblem).toContain('Morning boats');
  expect(emblem).toContain('market opens');
  expect(emblem).not.toMatch(/Sea|gull/);
  const heading = await textOf(await scanOf({ isRuled: true }));
  expect(heading).toContain('Morning boats');
  expect(heading).toContain('Seagull');
});
