// Choices by the labels printed beside them, and forms that are emptied beside fields that nobody may write in. Judged by what qpdf reads.

import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { hasPdfJudges, qpdfCheck, qpdfPlain } from '../../../support/judges/judge-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';

const look = { dict: '/Type /XObject /Subtype /Form /BBox [0 0 10 10]', data: '' };
const mark = (state: string, x: number, y: number) =>
  `<< /Type /Annot /Subtype /Widget /Parent 6 0 R /Rect [${x} ${y} ${x + 10} ${y + 10}] /AS /Off /AP << /N << /${state} 12 0 R /Off 12 0 R >> >> >>`;
const text = (name: string, y: number, more: string) =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /Rect [150 ${y} 280 ${y + 14}] /DA (/F1 10 Tf) ${more} >>`;
const page = makePdf({
  objects: {
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 9 0 R 10 0 R] /DR << /Font << /F1 5 0 R >> >> /DA (/F1 10 Tf) >> >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [7 0 R 8 0 R 9 0 R 10 0 R] >>',
    4: {
      dict: '',
      data: 'BT /F1 10 Tf 1 0 0 1 40 201 Tm (oui) Tj 1 0 0 1 90 201 Tm (non) Tj 1 0 0 1 40 153 Tm (Remark) Tj 1 0 0 1 40 123 Tm (Number) Tj ET',
    },
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    6: '<< /FT /Btn /Ff 49152 /T (R.CM) /V /Off /Kids [7 0 R 8 0 R] >>',
    7: mark('0', 65, 200),
    8: mark('1', 115, 200),
    9: text('remark', 150, '/V (Lorem)'),
    10: text('number', 120, '/Ff 1'),
    12: look,
  },
});
const edit = async (operation: object) => {
  const { bytes } = await runEdit(page, { plan: { operations: [{ id: 'op1', because: 'x', ...operation }], unresolved: [] } } as never);
  expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
  return qpdfPlain(bytes);
};

describe.skipIf(!hasPdfJudges)('fields', () => {
  test.each([
    ['oui', '/V /0'],
    ['non', '/V /1'],
    ['NON', '/V /1'],
    ['1', '/V /1'],
  ])('a choice is called %s: %s', async (value, written) => {
    expect(await edit({ op: 'fill_field', field: 'R.CM', value })).toContain(written);
  });

  test('what no choice is called is refused', async () => {
    await expect(edit({ op: 'fill_field', field: 'R.CM', value: 'peut-être' })).rejects.toMatchObject({ reason: 'text_not_found' });
  });

  test('an empty field that nobody may write in is empty already; a full one is refused', async () => {
    expect(await edit({ op: 'clear_fields', fields: ['remark', 'number'] })).not.toContain('Lorem');
    const full = makePdf({ objects: { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [9 0 R] /DA (/F1 10 Tf) >> >>', 2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', 3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [9 0 R] >>', 9: text('remark', 150, '/Ff 1 /V (Lorem)') } }); // prettier-ignore
    const plan = { operations: [{ id: 'op1', op: 'clear_fields', because: 'x', fields: ['remark'] }], unresolved: [] };
    await expect(runEdit(full, { plan } as never)).rejects.toMatchObject({ reason: 'plan_invalid' });
  });
});
