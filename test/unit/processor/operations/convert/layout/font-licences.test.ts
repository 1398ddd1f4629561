// Which fonts go with a document: by the licence in their own program (OS/2 fsType, ISO/IEC 14496-22).

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { readEmbeddedFonts } from '../../../../../../processor/operations/convert/layout/embedded-fonts.ts';
import { findFaces } from '../../../../../../processor/pdf/draw/fallback-font.ts';
import { readSfnt, writeSfnt } from '../../../../../../processor/pdf/fonts/programs/sfnt.ts';
import { openPdf } from '../../../../../../processor/pdf/open.ts';
import { endPdfium } from '../../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../../support/documents/make-pdf.ts';

afterAll(endPdfium);

const FS_TYPE = 8;

async function familiesWith(fsType: number): Promise<readonly string[]> {
  const [face] = (await findFaces('A', { family: 'serif', isBold: false, isItalic: false })) ?? [];
  const font = face && readSfnt(Buffer.from(face.bytes));
  const [table, glyph] = [font?.tables.get('OS/2'), face?.glyphs.get('A')];
  if (!font || !table || !glyph) throw new Error('there is no face');
  const os2 = Buffer.from(table);
  os2.writeUInt16BE(fsType, FS_TYPE);
  const program = writeSfnt({ ...font, tables: new Map([...font.tables, ['name', Buffer.alloc(6)], ['OS/2', os2]]) });
  const gid = glyph.gid.toString(16).padStart(4, '0');
  const bytes = makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F 20 0 R >> >> >>',
      4: { dict: '', data: `BT /F 14 Tf 20 250 Td <${gid}> Tj ET` },
      20: '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Sample /Encoding /Identity-H /DescendantFonts [23 0 R] /ToUnicode 24 0 R >>',
      21: '<< /Type /FontDescriptor /FontName /ABCDEF+Sample /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 22 0 R >>',
      22: { dict: `/Length1 ${program.length}`, data: program },
      23: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Sample /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 21 0 R /DW 500 /CIDToGIDMap /Identity >>',
      24: {
        dict: '',
        data: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfchar <${gid}> <0041> endbfchar endcmap end end`,
      },
    },
  });
  const workDir = await mkdtemp(join(tmpdir(), 'font-licences-'));
  onTestFinished(() => rm(workDir, { recursive: true, force: true }));
  const { fonts } = await readEmbeddedFonts(await openPdf(bytes, { needs: 'read', pagesMax: 10 }), [0], new Map(), workDir);
  return fonts.map(({ family }) => family);
}

it.each([
  ['installable', 0x0000],
  ['for preview and print', 0x0004],
  ['restricted and for preview and print: the least restrictive holds', 0x0006],
])('%s: it goes', async (_, fsType) => {
  expect(await familiesWith(fsType)).toEqual(['Sample']);
});

it.each([
  ['restricted', 0x0002],
  ['no subsets', 0x0108],
  ['bitmaps only', 0x0208],
])('%s: it stays', async (_, fsType) => {
  expect(await familiesWith(fsType)).toEqual([]);
});
