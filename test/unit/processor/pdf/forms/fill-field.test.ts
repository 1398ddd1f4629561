import { type PDFDict, PDFName } from 'pdf-lib';
import { describe, expect, it, test } from 'vitest';
import { dictOf, lookup, nameOf, textOf } from '../../../../../processor/pdf/syntax/dictionary.ts';
import { formatValue } from '../../../../../processor/pdf/forms/field-format.ts';
import { checkBox, fillField } from '../../../../../processor/pdf/forms/fill-field.ts';
import { flattenFields } from '../../../../../processor/pdf/forms/flatten-form.ts';
import { openPdf } from '../../../../../processor/pdf/open.ts';
import { openObjects, pdfiumOrigins, save } from '../../../../../support/run/edit-pdf.ts';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../../../../support/judges/judge-pdf.ts';
import type { PdfObject } from '../../../../../support/documents/make-pdf.ts';

const CROSS = { dict: '/Type /XObject /Subtype /Form /BBox [0 0 20 20]', data: '2 2 16 16 re f' };
const EMPTY = { dict: '/Type /XObject /Subtype /Form /BBox [0 0 20 20]', data: '' };

/** One field, object 10, on a page of 300 × 200; with kids it has widgets of its own. */
async function formWith(field: string, more: Record<number, PdfObject> = {}) {
  const kids = Object.entries(more).flatMap(([number, object]) =>
    typeof object === 'string' && object.includes('/Parent 10 0 R') ? [Number(number)] : [],
  );
  const widgets = kids.length > 0 ? kids : [10];
  const opened = await openObjects({
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 4 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 200] >>',
    3: `<< /Type /Page /Parent 2 0 R /Annots [${widgets.map((number) => `${number} 0 R`).join(' ')}] >>`,
    4: '<< /Fields [10 0 R] /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv 5 0 R >> >> >>',
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    10: `<< ${kids.length > 0 ? '' : '/Type /Annot /Subtype /Widget /F 4 /P 3 0 R'} /T (f) ${field} ${kids.length > 0 ? `/Kids [${kids.map((number) => `${number} 0 R`).join(' ')}]` : ''} >>`,
    ...more,
  });
  const dictAt = (number: number) => opened.context.enumerateIndirectObjects().find(([ref]) => ref.objectNumber === number)?.[1] as PDFDict;
  const form = dictOf(lookup(opened.catalog, 'AcroForm'));
  const target = { dict: dictAt(10), widgets: widgets.map(dictAt) };
  return {
    target,
    fill: (value: string) => fillField(opened.context, form, target, value),
    value: () => textOf(lookup(target.dict, 'V')) ?? nameOf(target.dict, 'V'),
    states: () => target.widgets.map((widget) => nameOf(widget, 'AS')),
    async saved() {
      const bytes = await save(opened);
      if (hasPdfJudges) expect(qpdfCheck(bytes).status).toBe(0);
      return bytes;
    },
  };
}

const TEXT = '/FT /Tx /Rect [20 100 220 124]';
const shownIn = (bytes: Uint8Array) => textOfPdf(bytes).replaceAll(/\s+/g, ' ').trim();

describe.skipIf(!hasPdfJudges)('a text field', () => {
  test.each(['Ada Lovelace', 'Zoë (née Å)', 'Λάμδα', 'Жук', 'Dvořák', '€ 12.50'])('takes %s, holds it and shows it', async (value) => {
    const form = await formWith(TEXT);
    expect(await form.fill(value)).toBeUndefined();
    expect(form.value()).toBe(value);
    expect(shownIn(await form.saved())).toBe(value);
  });

  test.each([
    ['\ue000', 'glyph_missing'],
    ['مرحبا', 'glyph_missing'],
    ['שלום', 'glyph_missing'],
    [
      'many words that no field of this width can ever show in letters that can be read by anyone, and then again many more words, and so on and on',
      'text_does_not_fit',
    ],
  ])('refuses %s and stays as it was', async (value, reason) => {
    const form = await formWith(`${TEXT} /V (old)`);
    expect(await form.fill(value)).toMatchObject({ reason });
    expect(form.value()).toBe('old');
    expect(form.target.dict.has(PDFName.of('AP'))).toBe(false);
  });

  test('is set to its side', async () => {
    const lefts: number[] = [];
    for (const side of [0, 1, 2]) {
      const form = await formWith(`${TEXT} /Q ${side} /DA (/Helv 12 Tf 1 0 0 rg)`);
      await form.fill('Word');
      const origins = await pdfiumOrigins(await flattened(form));
      lefts.push(Math.round(origins[0]?.x ?? 0));
    }
    expect(lefts).toEqual([22, 106, 189]);
  });

  test('in lines wraps at words, within its box', async () => {
    const form = await formWith('/FT /Tx /Ff 4096 /Rect [20 60 120 124] /DA (/Helv 0 Tf 0 g)');
    expect(await form.fill('several words that are set in lines one below the other')).toBeUndefined();
    const origins = await pdfiumOrigins(await flattened(form));
    expect(new Set(origins.map(({ y }) => Math.round(y))).size).toBeGreaterThan(2);
    for (const { x, y } of origins) expect(x > 20 && x < 120 && y > 60 && y < 124).toBe(true);
  });

  test('as a comb has a letter in each cell, and no more than it has cells', async () => {
    const form = await formWith(`/FT /Tx /Ff ${1 << 24} /MaxLen 5 /Rect [20 100 220 124] /DA (/Helv 12 Tf 0 g)`);
    expect(await form.fill('123456')).toMatchObject({ reason: 'text_does_not_fit' });
    expect(await form.fill('1234')).toBeUndefined();
    const origins = await pdfiumOrigins(await flattened(form));
    expect(origins.filter(({ text }) => text.trim() !== '').map(({ x }) => Math.floor((x - 20) / 40))).toEqual([0, 1, 2, 3]);
  });

  test('whose default appearance names no font is drawn in Helvetica', async () => {
    const form = await formWith('/FT /Tx /Rect [20 100 220 124] /DA (/ 12 Tf 0 g)');
    expect(await form.fill('Ada')).toBeUndefined();
    const letters = (await pdfiumOrigins(await flattened(form))).map(({ text }) => text.trim()).join('');
    expect(letters).toBe('Ada');
  });

  test('with a place for each digit takes a number without its separators, where these fit exactly', async () => {
    const form = await formWith(`/FT /Tx /Ff ${1 << 24} /MaxLen 9 /Rect [20 100 220 124] /DA (/Helv 12 Tf 0 g)`);
    expect(await form.fill('12-34-5678')).toMatchObject({ reason: 'text_does_not_fit' });
    expect(await form.fill('A23-45-6789')).toMatchObject({ reason: 'text_does_not_fit' });
    expect(await form.fill('123-45-6789')).toBeUndefined();
    const letters = (await pdfiumOrigins(await flattened(form))).map(({ text }) => text.trim()).join('');
    expect(letters).toBe('123456789');
  });

  test('that is read-only or names a file is not filled', async () => {
    for (const flags of [1, 1 << 20])
      expect(await (await formWith(`${TEXT} /Ff ${flags}`)).fill('x')).toMatchObject({ reason: 'plan_invalid' });
  });

  test('keeps what is drawn around its text', async () => {
    const form = await formWith(`${TEXT} /AP << /N 11 0 R >>`, {
      11: {
        dict: '/Type /XObject /Subtype /Form /BBox [0 0 200 24]',
        data: '1 1 0 rg 0 0 200 24 re f /Tx BMC q BT /Helv 9 Tf (old) Tj ET Q EMC 0 0 1 RG 0 0 200 24 re S',
      },
    });
    await form.fill('new');
    const bytes = await form.saved();
    expect(shownIn(bytes)).toBe('new');
    const plain = Buffer.from(bytes).toString('latin1');
    expect(plain).not.toContain('(old)');
    expect((await flattened(form)).length).toBeGreaterThan(0);
  });

  test('of several widgets shows the value in each, in its own size', async () => {
    const form = await formWith('/FT /Tx', {
      12: '<< /Type /Annot /Subtype /Widget /F 4 /Parent 10 0 R /Rect [20 100 120 112] >>',
      13: '<< /Type /Annot /Subtype /Widget /F 4 /Parent 10 0 R /Rect [20 20 220 60] >>',
    });
    await form.fill('twice');
    expect(form.value()).toBe('twice');
    expect(shownIn(await form.saved()).match(/twice/g)).toHaveLength(2);
  });
});

describe.skipIf(!hasPdfJudges)('a choice', () => {
  const options = '/Opt [[(de) (Germany)] [(fr) (France)] [(es) (Spain)]]';
  test('takes only what it lists, by the name that is shown or the one that is kept', async () => {
    for (const value of ['France', 'fr', 'france']) {
      const form = await formWith(`/FT /Ch /Ff ${1 << 17} ${options} /Rect [20 100 220 124]`);
      expect(await form.fill(value)).toBeUndefined();
      expect(form.value()).toBe('fr');
      expect(shownIn(await form.saved())).toBe('France');
    }
    const form = await formWith(`/FT /Ch /Ff ${1 << 17} ${options} /Rect [20 100 220 124]`);
    expect(await form.fill('Italy')).toMatchObject({ reason: 'text_not_found', message: expect.stringContaining('“Spain”') });
  });

  test('that may be typed into takes any text', async () => {
    const form = await formWith(`/FT /Ch /Ff ${(1 << 17) | (1 << 18)} ${options} /Rect [20 100 220 124]`);
    expect(await form.fill('Italy')).toBeUndefined();
    expect(form.value()).toBe('Italy');
  });

  test('in a list shows its lines with the chosen one in sight', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `(Item ${index + 1})`).join(' ');
    const form = await formWith(`/FT /Ch /Opt [${many}] /Rect [20 40 220 110]`);
    expect(await form.fill('Item 25')).toBeUndefined();
    const shown = shownIn(await form.saved());
    expect(shown).toContain('Item 25');
    expect(shown).not.toContain('Item 1 ');
  });
});

describe('a button', () => {
  const widget = (name: string, x: number) =>
    `<< /Type /Annot /Subtype /Widget /F 4 /Parent 10 0 R /Rect [${x} 20 ${x + 20} 40] /AS /Off /AP << /N << /${name} 20 0 R /Off 21 0 R >> >> >>`;
  const group = { 12: widget('card', 20), 13: widget('cash', 60), 20: CROSS, 21: EMPTY };

  it('of a group is chosen by its name, and the others are not', async () => {
    const form = await formWith(`/FT /Btn /Ff ${1 << 15}`, group);
    expect(await form.fill('Cash')).toBeUndefined();
    expect([form.value(), form.states()]).toEqual(['cash', ['Off', 'cash']]);
    expect(await form.fill('cheque')).toMatchObject({ reason: 'text_not_found' });
    expect(form.states()).toEqual(['Off', 'cash']);
  });

  it('of a group is chosen by its label where the names are numbers', async () => {
    const form = await formWith(`/FT /Btn /Ff ${1 << 15} /Opt [(By card) (In cash)]`, {
      ...group,
      12: widget('0', 20),
      13: widget('1', 60),
    });
    expect(await form.fill('In cash')).toBeUndefined();
    expect([form.value(), form.states()]).toEqual(['1', ['Off', '1']]);
  });

  it('is checked with the name of its own state', async () => {
    const form = await formWith('/FT /Btn', { ...group, 13: '<< >>', 12: widget('Ja', 20) });
    expect(checkBox(form.target, true)).toBeUndefined();
    expect([form.value(), form.states()]).toEqual(['Ja', ['Ja']]);
    expect(checkBox(form.target, false)).toBeUndefined();
    expect([form.value(), form.states()]).toEqual(['Off', ['Off']]);
  });

  it('of several states is not checked without saying which', async () => {
    const form = await formWith('/FT /Btn', group);
    expect(checkBox(form.target, true)).toMatchObject({ reason: 'plan_invalid', message: expect.stringContaining('“cash”') });
  });
});

describe('the form of a value', () => {
  test.each([
    ['03.05.2024', 'dd.mm.yyyy', '03.05.2024'],
    ['3.5.2024', 'dd.mm.yyyy', '03.05.2024'],
    ['2024-05-03', 'dd.mm.yyyy', '03.05.2024'],
    ['3 May 2024', 'mm/dd/yyyy', '05/03/2024'],
    ['May 3, 2024', 'd mmm yyyy', '3 May 2024'],
  ])('date %s in %s is %s', (value, format, shown) => {
    expect(formatValue(value, `AFDate_FormatEx("${format}");`)).toEqual({ value: shown, shown });
  });

  test.each(['31.02.2024', '05/03/2024', 'tomorrow', '13.13.2024'])('%s is no date of dd.mm.yyyy', (value) => {
    expect(formatValue(value, 'AFDate_FormatEx("dd.mm.yyyy")')).toHaveProperty('refusal');
  });

  test.each([
    ['1234.5', '2, 0, 0, 0, "", true', '1234.5', '1,234.50'],
    ['1,234.5', '2, 0, 0, 0, "\\u20ac ", true', '1234.5', '€ 1,234.50'],
    ['1.234,5', '2, 2, 0, 0, " EUR", false', '1234.5', '1.234,50 EUR'],
    ['-7', '0, 1, 0, 0, "", true', '-7', '-7'],
  ])('number %s in (%s) is kept as %s and shown as %s', (value, list, kept, shown) => {
    expect(formatValue(value, `AFNumber_Format(${list});`)).toEqual({ value: kept, shown });
  });

  test('what is no number is refused, and other scripts say nothing', () => {
    expect(formatValue('1,2,3', 'AFNumber_Format(2, 0, 0, 0, "", true)')).toHaveProperty('refusal');
    expect(formatValue('anything', 'app.alert("x")')).toEqual({ value: 'anything', shown: 'anything' });
  });
});

/** What the field shows, as content of the page, where every engine reads it. */
async function flattened(form: Awaited<ReturnType<typeof formWith>>): Promise<Uint8Array> {
  const opened = await openPdf(await form.saved(), { needs: 'modify', pagesMax: 10 });
  await flattenFields(opened);
  return save(opened);
}
