// Fonts that only the values of form fields are set in go with a document too.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { readEmbeddedFonts } from '../../../../../../processor/operations/convert/layout/embedded-fonts.ts';
import { openPdf } from '../../../../../../processor/pdf/open.ts';
import { endPdfium } from '../../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makeCidFont } from '../../../../../../support/documents/cid-font.ts';
import { makePdf } from '../../../../../../support/documents/make-pdf.ts';

afterAll(endPdfium);

it('the font of a value is embedded with its letters', async () => {
  const font = await makeCidFont('Harbou', { number: 20, name: 'ABCDEF+Sample', family: 'serif', isNameless: true });
  const bytes = makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] /DA (/F 12 Tf) /DR << /Font << /F 20 0 R >> >> >> >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /H 7 0 R >> >> /Annots [5 0 R] >>',
      4: { dict: '', data: 'BT /H 12 Tf 20 250 Td (Name) Tj ET' },
      5: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Harbour) /F 4 /Rect [80 240 200 260] /P 3 0 R /AP << /N 6 0 R >> >>',
      6: {
        dict: '/Type /XObject /Subtype /Form /BBox [0 0 120 20] /Resources << /Font << /F 20 0 R >> >>',
        data: `/Tx BMC BT /F 12 Tf 2 6 Td ${font.show('Harbou')} Tj ET EMC`,
      },
      7: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...font.objects,
    },
  });
  const workDir = await mkdtemp(join(tmpdir(), 'widget-fonts-'));
  onTestFinished(() => rm(workDir, { recursive: true, force: true }));
  const { fonts } = await readEmbeddedFonts(await openPdf(bytes, { needs: 'read', pagesMax: 10 }), [0], new Map(), workDir);
  expect(fonts.map(({ family }) => family)).toEqual(['Sample']);
});
