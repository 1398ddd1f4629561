// Fields without appearances of their own, which readers draw as they see fit: an edit of one must not blank the others.

import { describe, expect, it } from 'vitest';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { drawnPixels } from '../../../../../support/judges/drawn-pixels.ts';
import { hasPdfJudges, textOfPdf } from '../../../../../support/judges/judge-pdf.ts';
import { runEdit } from '../../../../../support/run/run-edit.ts';

const widget = (name: string, rect: string, more: string) =>
  `<< /Type /Annot /Subtype /Widget /F 4 /P 3 0 R /T (${name}) /Rect [${rect}] ${more} >>`;

function form(more: string) {
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 4 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 200] >>',
      3: '<< /Type /Page /Parent 2 0 R /Annots [10 0 R 11 0 R 12 0 R 13 0 R] >>',
      4: `<< /Fields [10 0 R 11 0 R 12 0 R 13 0 R] /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv 5 0 R >> >> ${more} >>`,
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      10: widget('a', '20 160 220 180', '/FT /Tx /V (first)'),
      // Left to readers, as some programs write it.
      11: widget('b', '20 120 220 140', `/FT /Tx /V (second) ${more === '' ? '' : '/AP << /N 14 0 R >>'}`),
      14: { dict: '/Type /XObject /Subtype /Form /BBox [0 0 200 20]', data: '/Tx BMC EMC' },
      12: widget('c', '20 80 220 100', '/FT /Ch /Ff 131072 /Opt [(one) (two)] /V (two)'),
      13: widget('d', '20 40 40 60', '/FT /Btn /V /Yes /AS /Yes /MK << /CA (8) >>'),
    },
  });
}

const lowForm = () =>
  makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [10 0 R] /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv 5 0 R >> >> >> >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 200] >>',
      3: '<< /Type /Page /Parent 2 0 R /Annots [10 0 R] >>',
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      10: widget('a', '20 168 220 172', '/FT /Tx /DA (/Helv 11 Tf 0 g)'),
    },
  });

/** Dark in the middle of the cross: 30, 50 from the lower left corner. */
const isTicked = (bytes: Uint8Array) => (drawnPixels(bytes, 1)(30, 150)?.[0] ?? 255) < 128;
const shown = (bytes: Uint8Array) =>
  textOfPdf(bytes)
    .split(/\s+/)
    .filter((word) => /[a-z]/i.test(word))
    .toSorted();

describe.skipIf(!hasPdfJudges).each(['', '/NeedAppearances true'])('in a form %s', (more) => {
  it.each([
    ['one is filled', { op: 'fill_field' as const, field: 'a', value: 'Ada' }, ['Ada', 'second', 'two']],
    ['one is flattened', { op: 'flatten_forms' as const, fields: ['a'] }, ['first', 'second', 'two']],
    ['all are flattened', { op: 'flatten_forms' as const }, ['first', 'second', 'two']],
  ])('%s: the others show what they showed', async (_, operation, expected) => {
    const { bytes } = await runEdit(form(more), { plan: { operations: [{ id: 'op1', because: 'asked', ...operation }], unresolved: [] } });
    expect(shown(bytes)).toEqual(expected.toSorted());
    if (operation.op === 'flatten_forms' && !('fields' in operation)) expect(isTicked(bytes)).toBe(true);
  });
});

describe.skipIf(!hasPdfJudges)('a field that is lower than its letters', () => {
  it('gets the height that they need', async () => {
    const { bytes } = await runEdit(lowForm(), {
      plan: { operations: [{ id: 'op1', because: 'asked', op: 'fill_field', field: 'a', value: 'HHHH' }], unresolved: [] },
    });
    const pixel = drawnPixels(bytes, 1);
    const dark = Array.from({ length: 40 }, (_, y) => y + 10).filter((y) =>
      Array.from({ length: 40 }, (__, x) => x + 20).some((x) => (pixel(x, y)?.[0] ?? 255) < 128),
    );
    expect((dark.at(-1) ?? 0) - (dark[0] ?? 0)).toBeGreaterThanOrEqual(7);
  });
});
