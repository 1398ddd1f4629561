// Opening a PDF: what is refused, with which reason, and how quickly; what is repaired, and that this is reported.

import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { JobFailure } from '../../../../processor/failure.ts';
import { openPdf, type OpenOptions } from '../../../../processor/pdf/open.ts';
import { endPdfium } from '../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf, plainObjects, type PdfObject } from '../../../../support/documents/make-pdf.ts';
import { onBusyMachine } from '../../../support/busy-machine.ts';

afterAll(endPdfium);

const open = (bytes: Uint8Array, options: Partial<OpenOptions> = {}) => openPdf(bytes, { needs: 'modify', pagesMax: 100, ...options });

async function reasonOf(bytes: Uint8Array, options: Partial<OpenOptions> = {}): Promise<string> {
  const start = performance.now();
  try {
    await open(bytes, options);
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    expect(performance.now() - start).toBeLessThan(onBusyMachine(5000));
    return error.reason;
  }
  return 'opened';
}

const withObjects = (objects: Record<number, PdfObject>, trailer = '') => makePdf({ objects: { ...plainObjects(), ...objects }, trailer });
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const replaced = (bytes: Uint8Array, from: string | RegExp, to: string) => latin1(Buffer.from(bytes).toString('latin1').replace(from, to));
const plain = makePdf({ objects: plainObjects() });

describe('what is no PDF', () => {
  it('is told apart from an empty one and a damaged one', async () => {
    expect(await reasonOf(new Uint8Array())).toBe('empty_file');
    expect(await reasonOf(latin1('\x89PNG\r\n\x1a\n and more'))).toBe('type_mismatch');
    expect(await reasonOf(latin1(`${' '.repeat(1100)}%PDF-1.7`))).toBe('type_mismatch');
    expect(await reasonOf(latin1('%PDF-1.7\n'))).toBe('corrupt_file');
    expect(await reasonOf(withObjects({ 2: '<< /Type /Pages /Kids [] /Count 0 >>' }))).toBe('empty_file');
  });

  it('is no matter of up to a kibibyte of junk before the header', async () => {
    const opened = await open(makePdf({ objects: plainObjects(), beforeHeader: 'junk '.repeat(100) }));
    expect(opened).toMatchObject({ leadingBytes: 500, wasRepaired: false });
  });
});

describe('the structure', () => {
  it('is read by the cross-reference: an earlier revision does not come back', async () => {
    const opened = await open(makePdf({ objects: { 3: '<< /Type /Page /Parent 2 0 R /Rotate 90 >>' } }, plain));
    expect(opened.pages[0]?.dict.toString()).toContain('/Rotate 90');
    expect(opened.xref.superseded).toHaveLength(1);
    expect(opened.warnings).toEqual([]);
  });

  it('keeps stream data that holds the word endstream where the length is given by reference', async () => {
    const data = 'before endstream endobj 9 0 obj after';
    const opened = await open(withObjects({ 4: { dict: '/Length 6 0 R', data }, 6: String(data.length) }));
    expect(Array.from(opened.description.streams, (stream) => Buffer.from(stream.getContents()).toString())).toContain(data);
  });

  it.each([
    ['a bad startxref', replaced(plain, /startxref\n\d+/, 'startxref\n7')],
    ['no startxref', replaced(plain, /startxref[^]*$/, '')],
    ['a wrong offset', replaced(plain, '0000000015', '0000000017')],
    ['a wrong stream length', replaced(plain, /\/Length \d+/, '/Length 9')],
  ])('with %s is rebuilt with a warning, and refused when strict', async (_what, bytes) => {
    const opened = await open(bytes);
    expect(opened).toMatchObject({ wasRepaired: true, pages: [{}] });
    expect(opened.warnings.map(({ code }) => code)).toContain('repaired');
    expect(await reasonOf(bytes, { strict: true })).toBe('corrupt_file');
  });

  it('that refers to nothing but stale entries of unused objects is not damaged', async () => {
    const stale = replaced(withObjects({ 9: '(unused)' }), /(xref[^]*9 1\n)\d{10}/, '$10000000003');
    expect(await open(stale)).toMatchObject({ wasRepaired: false, warnings: [] });
  });
});

describe('loops and nesting', () => {
  const deep = (count: number, open: string, close: string) => open.repeat(count) + close.repeat(count);

  it.each([
    ['a page tree that is its own kid', withObjects({ 2: '<< /Type /Pages /Kids [2 0 R] /Count 1 >>' }), 'corrupt_file'],
    ['two page nodes that are each other’s kids', withObjects({ 2: '<< /Kids [6 0 R] >>', 6: '<< /Kids [2 0 R] >>' }), 'corrupt_file'],
    [
      'a chain of sections that comes back',
      replaced(makePdf({ objects: { 6: '1' } }, plain), /\/Prev \d+/, `/Prev ${sectionOf(makePdf({ objects: { 6: '1' } }, plain))}`),
      'corrupt_file',
    ],
    ['500,000 nested arrays', withObjects({ 6: deep(500_000, '[', ']') }), 'corrupt_file'],
    ['1,000 nested dictionaries', withObjects({ 6: deep(1000, '<</A ', '>>') }), 'corrupt_file'],
    ['a stream whose length is itself', withObjects({ 6: { dict: '/Length 6 0 R', data: 'x' } }), 'opened'],
  ])('%s ends at once', async (_what, bytes, reason) => {
    expect(await reasonOf(bytes)).toBe(reason);
  });
});

function sectionOf(bytes: Uint8Array): string {
  return /startxref\n(\d+)\n%%EOF\n$/.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? '';
}

describe('size', () => {
  const box = (value: string) => withObjects({ 3: `<< /Type /Page /Parent 2 0 R ${value} >>` });

  it('of a page is at most 14,400 units, whatever the order of its corners and whatever its unit', async () => {
    expect(await reasonOf(box('/MediaBox [0 0 1000000000 1000000000]'))).toBe('page_too_large');
    expect(await reasonOf(box('/MediaBox [0 0 14400 14400] /UserUnit 75000'))).toBe('page_too_large');
    expect(await reasonOf(box('/MediaBox [0 0 /NaN 100]'))).toBe('page_too_large');
    expect(await reasonOf(box('/MediaBox [0 0 14400 14400]'))).toBe('opened');
    const opened = await open(box('/MediaBox [300 200 -10 -20]'));
    expect(opened.pages[0]?.mediaBox).toEqual([-10, -20, 300, 200]);
  });

  it('in pages is bounded by what is counted and by what is declared', async () => {
    const kids = (count: number, declared: number) =>
      withObjects({ 2: `<< /Type /Pages /Kids [${'3 0 R '.repeat(count)}] /Count ${declared} /MediaBox [0 0 9 9] >>` });
    expect(await reasonOf(kids(200_000, 1))).toBe('page_limit');
    expect(await reasonOf(kids(1, 2_000_000_000))).toBe('page_limit');
    expect((await open(kids(100, 1))).pages).toHaveLength(100);
  });

  it('of what a stream expands to is bounded, also through chains of filters', async () => {
    const gigabyte = deflateSync(Buffer.alloc(300 * 1024 * 1024), { level: 9 });
    const bomb = (dict: string, data: Uint8Array) => withObjects({ 4: { dict, data } });
    expect(await reasonOf(bomb('/Filter /FlateDecode', gigabyte))).toBe('decompression_limit');
    expect(await reasonOf(bomb('/Filter [/FlateDecode /FlateDecode]', deflateSync(gigabyte)))).toBe('decompression_limit');
    expect(await reasonOf(bomb('/Filter [/Fl /RL]', deflateSync(Buffer.alloc(2_000_000, '\x81x', 'latin1'))))).toBe('decompression_limit');
    expect(await reasonOf(bomb('/Filter /FlateDecode', deflateSync(Buffer.alloc(20_000_000))))).toBe('opened');
  });

  it('of the cross-reference is bounded by what a file can hold', async () => {
    expect(await reasonOf(replaced(plain, /\/Size \d+/, '/Size 2147483647'))).toBe('decompression_limit');
    expect(await reasonOf(replaced(plain, 'xref\n0 1\n', 'xref\n0 2147483647\n'))).toBe('decompression_limit');
  });
});

describe('an encrypted document', () => {
  it('of an unknown handler is told as encrypted', async () => {
    const bytes = withObjects({ 6: '<< /Filter /Acme.Secret /V 7 >>' }, '/Encrypt 6 0 R /ID [<00> <00>]');
    expect(await reasonOf(bytes)).toBe('encrypted_pdf');
  });
});
