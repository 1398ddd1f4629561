// Documents that are none, or were made to do harm to what reads them.

import { makePdf, plainObjects } from './make-pdf.ts';
import { richPdf } from './rich-pdf.ts';

const changed = (text: string) => Buffer.from(text, 'latin1');
const rich = Buffer.from(richPdf()).toString('latin1');

const ofPage = (page: string, more: Parameters<typeof makePdf>[0]['objects'] = {}) =>
  makePdf({ objects: { ...plainObjects(), 3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${page} >>`, ...more } });

/** What is no document: its name, its bytes, and the reason with which a job on it fails. */
export const BROKEN: [string, Uint8Array, string][] = [
  ['nothing', new Uint8Array(0), 'empty_file'],
  ['a text', Buffer.from('no document at all'), 'type_mismatch'],
  ['a header alone', Buffer.from('%PDF-1.7\nnothing'), 'corrupt_file'],
  ['a page tree without pages', makePdf({ objects: { ...plainObjects(), 2: '<< /Type /Pages /Kids [] /Count 0 >>' } }), 'empty_file'],
];

/** Each ends, with a result or a reason. */
export const HOSTILE: [string, Uint8Array][] = [
  ['a file that is cut off', changed(rich.slice(0, rich.length * 0.6))],
  [
    'a page tree that leads into itself',
    makePdf({ objects: { ...plainObjects(), 2: '<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 9 /MediaBox [0 0 9 9] >>' } }),
  ],
  ['an outline that leads into itself', changed(rich.replace('/Prev 32 0 R', '/Next 31 0 R'))],
  ['tags that lead into themselves', changed(rich.replace('/S /P /P 51 0 R /Pg 101 0 R /K 0 ', '/S /P /P 51 0 R /Pg 101 0 R /K 51'))],
  ['a field without a type', changed(rich.replace('/FT /Tx /T (Rate)', '/T (Rate)        '))],
  ['fields that are below themselves', changed(rich.replace('/FT /Tx /T (Rate)', '/Kids [411 0 R]   '))],
  ['fields that are their own parents', changed(rich.replace('/FT /Tx /T (Rate)', '/Parent 411 0 R      '))],
  [
    'a form that draws itself',
    ofPage('/Resources << /XObject << /X 6 0 R >> >>', {
      4: { dict: '', data: '/X Do' },
      6: { dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>', data: '/X Do' },
    }),
  ],
  ['a page of a square mile', ofPage('/MediaBox [0 0 4000000 4000000]')],
  ['a page without a size', ofPage('/MediaBox [0 0 0 0]')],
  ['content that is never closed', ofPage('', { 4: { dict: '', data: `${'q '.repeat(20_000)}BT (` } })],
  ['numbers that are none', changed(rich.replace('/Rect [20 150 80 170]', '/Rect [1e999 - . 2 ]  '))],
  ['references to what is not there', changed(rich.replaceAll('/Dest [102 0 R', '/Dest [999 0 R'))],
];
