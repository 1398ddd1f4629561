import { describe, expect, it } from 'vitest';
import { numberInField, readCalculation } from '../../../../../processor/pdf/forms/field-calculation.ts';
import { textOfPdf, hasPdfJudges } from '../../../../../support/judges/judge-pdf.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { runEdit } from '../../../../../support/run/run-edit.ts';

const VALUES: Readonly<Record<string, readonly number[] | undefined>> = {
  a: [2],
  b: [3],
  'my field': [4],
  row: [1, 2, 3],
  text: undefined,
};
const result = (script: string) => readCalculation(script)?.evaluate((name) => VALUES[name]);
const notation = (text: string) => `/** BVCALC ${text} EVCALC **/ event.value = AFMakeNumber(getField("a").value);`;

describe('the calculation of a field', () => {
  it.each([
    ['AFSimple_Calculate("SUM", new Array("a", "b"));', 5],
    ["AFSimple_Calculate('PRD', ['a', 'b', 'row']);", 36],
    ['AFSimple_Calculate("AVG", "a, b")', 2.5],
    ['event.value = AFSimple_Calculate("MAX", new Array ("a", "row"));', 3],
    ['AFSimple_Calculate("MIN", new Array ("a", "row"));', 1],
    [notation('a + b * 2'), 8],
    [notation('(a + b) * -my\\ field / 2.5'), -8],
    [notation('a - b - 1'), -2],
  ])('%s is %d', (script, expected) => {
    expect(result(script)).toBeCloseTo(expected, 9);
  });

  it.each([
    'event.value = this.getField("a").value * 2;',
    'AFSimple_Calculate("SUM", new Array("a")); app.alert("x");',
    'AFSimple_Calculate("SUM", names());',
    notation('a +'),
    notation('(a'),
    notation('a b'),
  ])('%s is not understood', (script) => {
    expect(readCalculation(script)).toBeUndefined();
  });

  it.each([notation('a / (b - 3)'), notation('a + text'), notation('a + row'), 'AFSimple_Calculate("SUM", new Array("a", "gone"))'])(
    '%s has no result',
    (script) => {
      expect(result(script)).toBeUndefined();
    },
  );

  it.each([
    ['', 0],
    ['1,234.50', 1234.5],
    ['1.234,5', 1234.5],
    ['12,5', 12.5],
    ['€ 7', 7],
    ['-3', -3],
    ['1,234', undefined],
    ['twelve', undefined],
  ])('the number in “%s” is %s', (value, expected) => {
    expect(numberInField(value)).toBe(expected);
  });
});

const script = (text: string) => `/AA << /C << /S /JavaScript /JS (${text.replaceAll(/[()\\]/g, '\\$&')}) >> >>`;
const field = (name: string, y: number, more: string) =>
  `<< /Type /Annot /Subtype /Widget /F 4 /P 3 0 R /FT /Tx /T (${name}) /Rect [20 ${y} 220 ${y + 20}] ${more} >>`;

function invoice(total: string) {
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 4 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 260] >>',
      3: '<< /Type /Page /Parent 2 0 R /Annots [10 0 R 11 0 R 12 0 R 13 0 R 14 0 R] >>',
      4: '<< /Fields [10 0 R 11 0 R 12 0 R 13 0 R 14 0 R] /CO [12 0 R 13 0 R] /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv 5 0 R >> >> >>',
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      10: field('price', 220, '/V (10)'),
      11: field('count', 180, '/V (2)'),
      12: field('net', 140, `/Ff 1 /V (20) ${script('AFSimple_Calculate("PRD", new Array("price", "count"));')}`),
      13: field('total', 100, `/V (23.8) ${script(total)}`),
      14: field('note', 60, '/V (thank you)'),
    },
  });
}

const fill = (value: string) => ({
  plan: { operations: [{ id: 'op1', op: 'fill_field' as const, because: 'asked', field: 'price', value }], unresolved: [] },
});

describe.skipIf(!hasPdfJudges)('a form with calculated fields', () => {
  it('is calculated again, in its order, also into a field that people cannot fill', async () => {
    const { bytes, report, warnings } = await runEdit(invoice('/** BVCALC net * 1.19 EVCALC **/ event.value = 0;'), fill('30'));
    expect(
      textOfPdf(bytes)
        .split(/\s*\n\s*/)
        .filter(Boolean),
    ).toEqual(['30', '2', '60', '71.4', 'thank you']);
    expect(report.changes.map(({ before, after }) => [before, after])).toEqual([
      ['price', '30'],
      ['net', '60'],
      ['total', '71.4'],
    ]);
    expect(warnings).toEqual([]);
  });

  it('tells which field it cannot calculate, and leaves it', async () => {
    const { bytes, warnings } = await runEdit(invoice('event.value = this.getField("net").value * rate();'), fill('30'));
    expect(
      textOfPdf(bytes)
        .split(/\s*\n\s*/)
        .filter(Boolean),
    ).toEqual(['30', '2', '60', '23.8', 'thank you']);
    expect(warnings).toMatchObject([{ code: 'fields_not_calculated' }]);
    expect(warnings[0]?.message).toContain('“total”');
  });
});
