// A document of four pages with all that refers to pages: outline, named and direct destinations, links, labels, tags, form fields, an
// article thread, an opening action. Each page says its own word.

import { makePdf, type PdfObject } from './make-pdf.ts';

export const PAGE_WORDS = ['Alpha', 'Bravo', 'Charlie', 'Delta'] as const;

export function reportPdf(): Uint8Array {
  const objects: Record<number, PdfObject> = {
    1:
      '<< /Type /Catalog /Pages 2 0 R /Outlines 30 0 R /OpenAction [13 0 R /Fit] /Names << /Dests 40 0 R >> ' +
      '/PageLabels << /Nums [0 << /S /r >> 2 << /S /D /P (A-) >>] >> /StructTreeRoot 50 0 R /MarkInfo << /Marked true >> ' +
      '/AcroForm << /Fields [60 0 R 61 0 R 64 0 R] /DA (/F1 10 Tf 0 g) /DR << /Font << /F1 5 0 R >> >> >> /Threads [70 0 R] >>',
    2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 4 /MediaBox [0 0 300 200] /Resources << /Font << /F1 5 0 R >> >> >>',
    3: '<< /Type /Pages /Parent 2 0 R /Kids [10 0 R 11 0 R] /Count 2 >>',
    4: '<< /Type /Pages /Parent 2 0 R /Kids [12 0 R 13 0 R] /Count 2 /Rotate 90 /CropBox [10 10 290 190] >>',
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    30: '<< /Type /Outlines /First 31 0 R /Last 33 0 R /Count 4 >>',
    31: '<< /Title (One) /Parent 30 0 R /Next 32 0 R /Dest [10 0 R /Fit] >>',
    32: '<< /Title (Two) /Parent 30 0 R /Prev 31 0 R /Next 33 0 R /A << /S /GoTo /D (second) >> /First 34 0 R /Last 34 0 R /Count 1 >>',
    33: '<< /Title (Four) /Parent 30 0 R /Prev 32 0 R /Dest [13 0 R /XYZ 0 200 0] >>',
    34: '<< /Title (Three) /Parent 32 0 R /Dest (third) >>',
    40: '<< /Kids [41 0 R] >>',
    41: '<< /Limits [(fourth) (third)] /Names [(fourth) [13 0 R /Fit] (second) << /D [11 0 R /Fit] >> (third) [12 0 R /Fit]] >>',
    50: '<< /Type /StructTreeRoot /K 51 0 R /ParentTree << /Nums [0 [52 0 R] 1 [53 0 R] 2 [54 0 R] 3 [55 0 R] 9 56 0 R] >> /ParentTreeNextKey 10 >>',
    51: '<< /Type /StructElem /S /Document /P 50 0 R /K [52 0 R 53 0 R 54 0 R 55 0 R 56 0 R] >>',
    52: '<< /Type /StructElem /S /P /P 51 0 R /Pg 10 0 R /K 0 >>',
    53: '<< /Type /StructElem /S /P /P 51 0 R /Pg 11 0 R /K [0] >>',
    54: '<< /Type /StructElem /S /P /P 51 0 R /K [<< /Type /MCR /Pg 12 0 R /MCID 0 >>] >>',
    55: '<< /Type /StructElem /S /P /P 51 0 R /Pg 13 0 R /K 0 >>',
    56: '<< /Type /StructElem /S /Link /P 51 0 R /Pg 10 0 R /K [<< /Type /OBJR /Obj 80 0 R >>] >>',
    60: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /V (Jane) /Rect [20 20 120 40] /P 10 0 R /F 4 /AP << /N 65 0 R >> >>',
    61: '<< /FT /Tx /T (Both) /V (x) /Kids [62 0 R 63 0 R] >>',
    62: '<< /Type /Annot /Subtype /Widget /Parent 61 0 R /Rect [20 50 120 70] /P 11 0 R /F 4 /AP << /N 65 0 R >> >>',
    63: '<< /Type /Annot /Subtype /Widget /Parent 61 0 R /Rect [20 50 120 70] /P 12 0 R /F 4 /AP << /N 65 0 R >> >>',
    64:
      '<< /Type /Annot /Subtype /Widget /FT /Btn /T (Agree) /V /Off /AS /Off /Rect [150 20 162 32] /P 11 0 R /F 4 ' +
      '/AP << /N << /Yes 66 0 R /Off 67 0 R >> >> >>',
    65: {
      dict: '/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 5 0 R >> >>',
      data: '/Tx BMC q BT /F1 10 Tf 2 6 Td (Filled) Tj ET Q EMC',
    },
    66: { dict: '/Type /XObject /Subtype /Form /BBox [0 0 12 12] /Resources << >>', data: '0 0 12 12 re f' },
    67: { dict: '/Type /XObject /Subtype /Form /BBox [0 0 12 12] /Resources << >>', data: '' },
    70: '<< /Type /Thread /F 71 0 R >>',
    71: '<< /Type /Bead /T 70 0 R /N 72 0 R /V 72 0 R /P 10 0 R /R [0 0 9 9] >>',
    72: '<< /Type /Bead /T 70 0 R /N 71 0 R /V 71 0 R /P 13 0 R /R [0 0 9 9] >>',
    80: '<< /Type /Annot /Subtype /Link /Rect [20 150 80 170] /Border [0 0 0] /Dest [13 0 R /Fit] /StructParent 9 >>',
    81: '<< /Type /Annot /Subtype /Link /Rect [90 150 150 170] /Border [0 0 0] /A << /S /URI /URI (https://example.com/) >> >>',
    82: '<< /Type /Annot /Subtype /Text /Rect [200 150 218 168] /Contents (a note) /T (Jane) >>',
    83: '<< /Type /Annot /Subtype /Highlight /Rect [20 95 90 115] /QuadPoints [20 115 90 115 20 95 90 95] /C [1 1 0] >>',
  };
  const annotations = ['[80 0 R 81 0 R 60 0 R]', '[82 0 R 62 0 R 64 0 R]', '[63 0 R 83 0 R]', '[]'];
  for (const [index, word] of PAGE_WORDS.entries()) {
    const bead = index === 0 ? '/B [71 0 R]' : index === 3 ? '/B [72 0 R]' : '';
    objects[10 + index] =
      `<< /Type /Page /Parent ${index < 2 ? 3 : 4} 0 R /Contents ${20 + index} 0 R /StructParents ${index} /Annots ${annotations[index]} ${bead} >>`;
    objects[20 + index] = { dict: '', data: `/P << /MCID 0 >> BDC BT /F1 18 Tf 20 100 Td (${word}) Tj ET EMC` };
  }
  return makePdf({ objects });
}
