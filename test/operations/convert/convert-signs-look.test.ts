// PDF → docx: signs of symbol fonts, which not every program has, go with the document, as labels of items too; so do letters that the standard fonts
// do not have.

import { afterAll, describe, expect, test } from 'vitest';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { endLibreOffice } from '../../../processor/tools/libreoffice.ts';
import { makeCidFont } from '../../../support/documents/cid-font.ts';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { hasSoffice } from '../../../support/judges/soffice.ts';
import { readDocxLook } from '../../../support/judges/read-docx-look.ts';
import { convert } from '../../../support/run/run-convert.ts';

afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
});

const ARROW = '\uf0e8';

/** Lines of text; `>` is a sign of a symbol font. */
async function makeDocument(lines: readonly (readonly [label: string, text: string])[]): Promise<Uint8Array> {
  const meanings = { '>': 'f0e8', '*': 'f0b7' };
  const signs = await makeCidFont('>*', { number: 20, name: 'ABCDEF+Wingdings', family: 'sans', meanings, isNameless: true });
  const shown = lines.map(([label, text], at) => {
    const y = 250 - at * 20;
    const mark = `/${label === '-' ? 'F' : 'S'} 12 Tf ${label === '-' ? '(-)' : signs.show(label)}`;
    return `BT ${mark.replace('Tf ', `Tf 40 ${y} Td `)} Tj ET BT /F 12 Tf 70 ${y} Td (${text}) Tj ET`;
  });
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << /Font << /F 5 0 R /S 20 0 R >> >> >>',
      4: { dict: '', data: shown.join('\n') },
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...signs.objects,
    },
  });
}

async function readLabels(lines: Parameters<typeof makeDocument>[0]) {
  const { bytes } = await convert(await makeDocument(lines), 'application/pdf', { target_format: 'docx', layout: 'pages' });
  const { part } = readDocxLook(bytes);
  const levels = [...part('word/numbering.xml').matchAll(/w:lvlText w:val="([^"]*)".*?<\/w:lvl>/gs)];
  return { labels: levels.map(([level, text]) => [text, /w:ascii="([^"]*)"/.exec(level)?.[1]]), fonts: part('word/fontTable.xml') };
}

describe.skipIf(!hasSoffice)('a sign of a symbol font', () => {
  test('is the label that it was, in its font', async () => {
    const { labels, fonts } = await readLabels([
      ['>', 'The harbour is open'],
      ['>', 'The market is closed'],
    ]);
    expect(labels).toEqual([[ARROW, 'Wingdings']]);
    expect(fonts).toMatch(/w:name="Wingdings">.*?<w:embedRegular/s);
  });

  test('is a plain bullet where it means one', async () => {
    const { labels } = await readLabels([
      ['*', 'The harbour is open'],
      ['*', 'The market is closed'],
    ]);
    expect(labels.map(([text]) => text)).toEqual(['\u2022']);
  });
});

describe.skipIf(!hasSoffice)('a font that is named as a standard one', () => {
  const fontsWith = async (text: string) => {
    const font = await makeCidFont(text, { number: 20, name: 'ABCDEF+Times-Roman', family: 'serif' });
    const bytes = makePdf({
      objects: {
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << /Font << /S 20 0 R >> >> >>',
        4: { dict: '', data: `BT /S 12 Tf 40 250 Td ${font.show(text)} Tj ET` },
        ...font.objects,
      },
    });
    const made = await convert(bytes, 'application/pdf', { target_format: 'docx', layout: 'pages' });
    return readDocxLook(made.bytes).part('word/fontTable.xml');
  };

  test('goes with the document where it has letters that the standard one lacks, and else not', async () => {
    expect(await fontsWith('\u0391\u03b3\u03bf\u03c1\u03ac')).toMatch(/w:name="Times">.*?<w:embedRegular/s);
    expect(await fontsWith('Market')).not.toContain('w:embedRegular');
  });
});
