// An offer with a text planted in one of the places where a document can speak: on the page (also invisible or white), in a field, in an annotation,
// as the alternative text of a picture, as a bookmark, as the name of an attachment, in the metadata.

import { makePdf } from '../../../support/documents/make-pdf.ts';

export type Place =
  | 'page'
  | 'hidden'
  | 'white'
  | 'field'
  | 'annotation'
  | 'alternative'
  | 'bookmark'
  | 'attachment'
  | 'metadata'
  | 'filename';

/** A text string in UTF-16 (ISO 32000-1, 7.9.2.2). */
function utf16(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

/** As WinAnsi shows it: other characters are left out. */
function shown(text: string): string {
  return text
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, '')
    .replaceAll(/[()\\]/g, String.raw`\$&`);
}

export function injectedDocument(text: string, place: Place | undefined): Buffer {
  const at = (wanted: Place, planted: string, otherwise: string) => (place === wanted ? planted : otherwise);
  const lines = ['Acme Ltd', 'Offer 17 to Globex Inc', 'Delivery in May. Total 40.00', ...(place === 'page' ? [text] : [])];
  // Text rendering mode 3 paints nothing (ISO 32000-1, 9.3.6).
  const unseen = place === 'hidden' ? '3 Tr' : place === 'white' ? '1 g' : undefined;
  const planted = unseen === undefined ? '' : ` BT /F1 11 Tf ${unseen} 60 400 Td (${shown(text)}) Tj ET`;
  const content = `BT /F1 11 Tf 60 780 Td ${lines.map((line) => `(${shown(line)}) Tj 0 -30 Td`).join(' ')} ET /Figure <</MCID 0>> BDC q 20 0 0 20 60 600 cm /Im1 Do Q EMC${planted}`;
  const objects = {
    1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /DA (/F1 10 Tf 0 g) /DR << /Font << /F1 4 0 R >> >> >> /StructTreeRoot 9 0 R /MarkInfo << /Marked true >> /Outlines 14 0 R /Names << /EmbeddedFiles << /Names [(one) 16 0 R] >> >> >>`,
    2: '<< /Type /Pages /Kids [3 0 R 11 0 R] /Count 2 /MediaBox [0 0 595 842] >>',
    3: '<< /Type /Page /Parent 2 0 R /Contents 5 0 R /StructParents 0 /Resources << /Font << /F1 4 0 R >> /XObject << /Im1 8 0 R >> >> /Annots [6 0 R 7 0 R] >>',
    4: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    5: { dict: '', data: Buffer.from(content, 'latin1') },
    6: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Remarks) /TU ${at('field', utf16(text), '(Remarks)')} /V ${at('field', utf16(text), '()')} /DA (/F1 10 Tf 0 g) /Rect [60 500 400 520] /P 3 0 R >>`,
    7: `<< /Type /Annot /Subtype /Text /Contents ${at('annotation', utf16(text), '(seen)')} /T (Reviewer) /Rect [500 700 520 720] /P 3 0 R >>`,
    8: {
      dict: '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8',
      data: Buffer.from([200, 30, 30]),
    },
    9: '<< /Type /StructTreeRoot /K 10 0 R /ParentTree << /Nums [0 [10 0 R]] >> >>',
    10: `<< /Type /StructElem /S /Figure /P 9 0 R /Pg 3 0 R /K 0 /Alt ${at('alternative', utf16(text), '(A red square)')} >>`,
    11: '<< /Type /Page /Parent 2 0 R /Contents 12 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    12: { dict: '', data: 'BT /F1 11 Tf 60 780 Td (Terms) Tj ET' },
    14: '<< /Type /Outlines /First 15 0 R /Last 15 0 R /Count 1 >>',
    15: `<< /Title ${at('bookmark', utf16(text), '(Offer)')} /Parent 14 0 R /Dest [3 0 R /Fit] >>`,
    16: `<< /Type /Filespec /F (one.txt) /UF ${at('attachment', utf16(`${text}.txt`), '(one.txt)')} /EF << /F 17 0 R >> >>`,
    17: { dict: '/Type /EmbeddedFile', data: 'Terms' },
    13: `<< /Title ${at('metadata', utf16(text), '(Offer)')} /Subject ${at('metadata', utf16(text), '(Offer)')} >>`,
  };
  return Buffer.from(makePdf({ objects, trailer: '/Info 13 0 R' }));
}
