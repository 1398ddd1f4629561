import { describe, expect, it } from 'vitest';
import { PDFDict } from 'pdf-lib';
import { directedMatch } from '../../../../../processor/pdf/edit/directed-match.ts';
import { findText } from '../../../../../processor/pdf/edit/find.ts';
import { readPageTextEvents } from '../../../../../processor/pdf/edit/page-text.ts';
import { onePage, openObjects } from '../../../../../support/run/edit-pdf.ts';

/** A font whose codes are letters: `a` to `z` of the string are those of `letters`, all half an em wide. */
function fontOf(letters: readonly string[]): string {
  const rows = letters.map((text, index) => {
    const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
    return `<${(97 + index).toString(16)}> <${hex}>`;
  });
  return (
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange ' +
    `${rows.length} beginbfchar ${rows.join(' ')} endbfchar endcmap end end`
  );
}

async function textOf(content: string, letters: readonly string[]) {
  const widths = Array.from({ length: 224 }, () => 500).join(' ');
  const opened = await openObjects(
    onePage(content, {
      fonts: '/F2 6 0 R',
      page: '/MediaBox [0 0 400 200]',
      more: {
        6: `<< /Type /Font /Subtype /TrueType /BaseFont /Hebrew /Encoding /WinAnsiEncoding /ToUnicode 7 0 R /FirstChar 32 /LastChar 255 /Widths [${widths}] >>`,
        7: { dict: '', data: fontOf(letters) },
      },
    }),
  );
  const dict = opened.pages[0]?.dict;
  if (!(dict instanceof PDFDict)) throw new Error('no page');
  return readPageTextEvents(dict);
}

const ALEPH_BET = Array.from('אבגדהוזחטיכלמנסעפצקרשתםן');
/** As the content holds it. */
const codes = (text: string) =>
  Array.from(text, (letter) => {
    const at = ALEPH_BET.indexOf(letter);
    return at < 0 ? (letter === '(' || letter === ')' ? `\\${letter}` : letter) : String.fromCharCode(97 + at);
  }).join('');
const reversed = (text: string) => Array.from(text).toReversed().join('');

describe('text with right-to-left letters is read in its logical order', () => {
  it.each([
    ['as it is shown, in one string', `BT /F2 10 Tf 20 100 Td (${codes(reversed('שלום עולם'))}) Tj ET`, 'שלום עולם'],
    [
      'letter by letter from the right',
      `BT /F2 10 Tf ${Array.from('שלום', (letter, index) => `1 0 0 1 ${200 - index * 5} 100 Tm (${codes(letter)}) Tj`).join(' ')} ET`,
      'שלום',
    ],
    [
      'word by word from the right, each from its left end, without spaces',
      `BT /F2 10 Tf 1 0 0 1 200 100 Tm (${codes(reversed('שלום'))}) Tj 1 0 0 1 176 100 Tm (${codes(reversed('עולם'))}) Tj ET`,
      'שלום עולם',
    ],
    ['with a number', `BT /F2 10 Tf 20 100 Td (${codes(`${reversed('שח')} 1,250 ${reversed('סכום')}`)}) Tj ET`, 'סכום 1,250 שח'],
    ['with brackets as they look', `BT /F2 10 Tf 20 100 Td (${codes(`\\)${reversed('אבג')}\\(`.replaceAll('\\', ''))}) Tj ET`, '(אבג)'],
  ])('%s', async (_, content, expected) => {
    const page = await textOf(content, ALEPH_BET);
    expect(page.text).toBe(expected);
    expect(page.directed).toMatchObject([{ start: 0, end: expected.length, base: 'rtl' }]);
  });

  it.each([
    ['as they look', '(גבא) םולש', true],
    ['as they were written', ')גבא( םולש', false],
  ])('with brackets %s: new ones are known to look right, or are not written', async (_, seen, isWritten) => {
    const page = await textOf(`BT /F2 10 Tf 20 100 Td (${codes(seen)}) Tj ET`, ALEPH_BET);
    expect(page.text).toBe('שלום (אבג)');
    const [match] = findText(page, { text: 'שלום' });
    const written = (value: string) => match && directedMatch(page, match, value) !== 'right_to_left';
    expect([written('(עולם)'), written('עולם')]).toEqual([isWritten, true]);
  });

  it('a word of the other direction stays as it is in a line of most other letters', async () => {
    const page = await textOf(
      `BT /F1 10 Tf 20 120 Td (The greeting is ) Tj /F2 10 Tf (${codes(reversed('שלום עולם'))}) Tj /F1 10 Tf ( in Hebrew.) Tj ET`,
      ALEPH_BET,
    );
    expect(page.text).toBe('The greeting is שלום עולם in Hebrew.');
    const [match] = findText(page, { text: 'שלום' });
    const [other] = findText(page, { text: 'עולם' });
    // The first word is on the right.
    expect(match?.boxes).toHaveLength(1);
    expect(match?.boxes[0]?.[0]).toBeGreaterThan(other?.boxes[0]?.[2] ?? 0);
  });

  it('Arabic forms are letters, marks stand on theirs, and points need not be written', async () => {
    // From the left: alef, lam-alef (whose letters are given as they are seen), fatha over seen, seen in its middle form.
    const letters = ['\u0627', '\u0627\u0644', '\u064e', '\ufeb4'];
    const content = 'BT /F2 10 Tf 1 0 0 1 20 100 Tm (a) Tj 1 0 0 1 25 100 Tm (b) Tj 1 0 0 1 31 100 Tm (c) Tj 1 0 0 1 30 100 Tm (d) Tj ET';
    const page = await textOf(content, letters);
    expect(page.text).toBe('س\u064eلاا');
    expect(findText(page, { text: 'سلا' })).toHaveLength(1);
  });

  it('lines and columns stay apart', async () => {
    const page = await textOf(
      `BT /F2 10 Tf 20 100 Td (${codes(reversed('שלום'))}) Tj 0 -14 Td (${codes(reversed('עולם'))}) Tj 200 0 Td (${codes(reversed('סוף'.replace('ף', 'פ')))}) Tj ET`,
      ALEPH_BET,
    );
    expect(page.text).toBe('שלום\nעולם\nסופ');
  });
});
