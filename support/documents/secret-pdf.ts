// A PDF that says one secret in every place where a document can say something: what it shows, what it draws from elsewhere, what it says to
// readers, what programs keep. Each place has a name of its own, so that a test can leave out all others.

import { deflateSync } from 'node:zlib';
import { makePdf, type PdfObject, xmpPacket } from './make-pdf.ts';

export const SECRET = 'Marlene Quist';

const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
const flate = (dict: string, data: string): PdfObject => ({
  dict: `${dict} /Filter /FlateDecode`,
  data: deflateSync(Buffer.from(data, 'latin1')),
});
const HELVETICA = '/Resources << /Font << /F1 5 0 R >> >>';
/** A grey picture whose 13 samples are the bytes of the secret. */
const PICTURE = '/Width 13 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8';

const CONTENT = [
  '% a note about Marlene Quist',
  '/P << /MCID 0 >> BDC BT /F1 12 Tf 20 170 Td (Patient: ) Tj [(Marl) -20 (ene Qu) 10 (ist) ] TJ ( adult) Tj ET EMC',
  '/Span << /MCID 1 /ActualText (Marlene Quist) >> BDC BT /F1 12 Tf 20 150 Td (Marlene Quist) Tj ET EMC',
  '/Span /Named BDC BT /F1 12 Tf 20 130 Td (Marlene Quist) Tj ET EMC',
  '/Note << /Who (Marlene Quist) >> DP',
  'BT /F2 12 Tf 20 110 Td (Marlene Quist) Tj ET',
  'BT /F3 12 Tf 20 90 Td (ab) Tj ET',
  '/Outer Do',
  `q 80 0 0 10 20 50 cm BI /W 13 /H 1 /BPC 8 /CS /G ID Marlene Quist\nEI Q BT 3 Tr /F1 12 Tf 20 50 Td (Marlene Quist) Tj 0 Tr ET`,
  'q 80 0 0 10 20 30 cm /Picture Do Q BT 3 Tr /F1 12 Tf 20 30 Td (Marlene Quist) Tj 0 Tr ET',
  'BT /F1 12 Tf 200 30 Td (Marlene Quist) Tj ET 201 31 m 205 31 l 205 35 l h 250 120 m 260 120 l 260 130 l h f',
  '/Pattern cs /Weave scn 150 100 40 40 re f',
  'q /Masked gs 0 0 1 rg 200 100 40 40 re f Q',
  'BT /F1 12 Tf 20 185 Td (Nothing else goes.) Tj ET',
].join('\n');

function objects(): Record<number, PdfObject> {
  return {
    1: `<< /Type /Catalog /Pages 2 0 R /Outlines 20 0 R /Metadata 22 0 R /StructTreeRoot 24 0 R /MarkInfo << /Marked true >>
      /Names << /Dests << /Names [(Marlene Quist) [3 0 R /Fit] (Other) [3 0 R /Fit]] >> /EmbeddedFiles << /Names [(Marlene Quist) 44 0 R] >> /JavaScript << /Names [(Marlene Quist) 46 0 R] >> >>
      /Dests << /Marlene#20Quist [3 0 R /Fit] /Kept [3 0 R /Fit] >> /AcroForm << /Fields [32 0 R 33 0 R] /DA (/Helv 10 Tf) /XFA [(datasets) 36 0 R] >>
      /PageLabels << /Nums [0 << /S /D /P (Marlene Quist) >>] >> /OCProperties << /OCGs [40 0 R] /D << /Order [[(Marlene Quist) 40 0 R]] >> >> >>`,
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 200] >>',
    3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /StructParents 0 /Thumb 26 0 R /PieceInfo << /App << /LastModified (D:20200101) /Private 27 0 R >> >>
      /Annots [30 0 R 31 0 R 32 0 R 34 0 R 35 0 R] /Resources << /Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R >> /XObject << /Outer 10 0 R /Picture 12 0 R >>
      /Properties << /Named << /ActualText (Marlene Quist) /Alt <${wide(SECRET)}> >> >> /Pattern << /Weave 13 0 R >>
      /ExtGState << /Masked << /SMask << /S /Luminosity /G 14 0 R >> >> >> >> >>`,
    4: flate('', CONTENT),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    6: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [77 /M] >> >>',
    7: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 98 /Widths [5000 5000]
      /CharProcs << /Marlene#20Quist 8 0 R /other 9 0 R >> /Encoding << /Differences [97 /Marlene#20Quist /other] >> /ToUnicode 15 0 R ${HELVETICA} >>`,
    8: flate('', '5000 0 d0 0 0 500 700 re f'),
    9: flate('', '5000 0 d0 BT /F1 900 Tf 0 0 Td (Marlene Quist) Tj ET'),
    10: flate('/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /XObject << /Inner 11 0 R >> >>', 'q /Inner Do Q'),
    11: flate(`/Type /XObject /Subtype /Form /BBox [0 0 300 200] ${HELVETICA}`, 'BT /F1 12 Tf 20 70 Td (Marlene Quist) Tj ET'),
    12: flate(`/Type /XObject /Subtype /Image ${PICTURE}`, SECRET),
    13: flate(
      `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 90 20] /XStep 90 /YStep 20 ${HELVETICA}`,
      'BT /F1 8 Tf 0 5 Td (Marlene Quist) Tj ET',
    ),
    14: flate(
      `/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Group << /S /Transparency /CS /DeviceGray >> ${HELVETICA}`,
      '1 g BT /F1 12 Tf 200 110 Td (Marlene Quist) Tj ET',
    ),
    15: flate(
      '/Type /CMap /CMapName /T3',
      `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <61> <${wide(SECRET).slice(4)}> <62> <0078> endbfchar endcmap end`,
    ),
    20: '<< /Type /Outlines /First 21 0 R /Last 21 0 R /Count 1 >>',
    21: `<< /Title <${wide(SECRET)}> /Parent 20 0 R /Dest (Marlene Quist) >>`,
    22: {
      dict: '/Type /Metadata /Subtype /XML',
      data: xmpPacket('<dc:creator>Marlene&#32;Quist</dc:creator><dc:title>MARLENE QUIST</dc:title>'),
    },
    23: '<< /Title (Marlene Quist) /Author (Kept) /Patient (Marlene Quist) >>',
    24: `<< /Type /StructTreeRoot /K [25 0 R] /ParentTree << /Nums [0 [25 0 R 25 0 R]] >> /IDTree << /Names [(Marlene Quist) 25 0 R] >> >>`,
    25: `<< /Type /StructElem /S /P /P 24 0 R /Pg 3 0 R /K [0 1] /ID (Marlene Quist) /T (Marlene Quist) /Alt (Marlene Q.) /E (Marlene\\040Quist)
      /ActualText (M. Quist) /A << /O /UserProperties /P [<< /N (Who) /V (Marlene Quist) >>] >> >>`,
    26: flate(PICTURE, SECRET),
    27: flate('', SECRET),
    30: '<< /Type /Annot /Subtype /Text /Rect [22 168 40 180] /Contents (Marlene Quist) /T (Marlene Quist) /Popup 34 0 R >>',
    31: '<< /Type /Annot /Subtype /Link /Rect [260 180 290 195] /A << /S /URI /URI (mailto:Marlene%20Quist@example.org) >> >>',
    32: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Marlene Quist) /Rect [150 150 290 170] /AP << /N 37 0 R >> /AA << /K << /S /JavaScript /JS 38 0 R >> >> >>',
    33: '<< /FT /Tx /T (long) /V 39 0 R /DV (Marlene Quist) >>',
    34: '<< /Type /Annot /Subtype /Popup /Rect [100 100 120 120] /Parent 30 0 R /Contents (Marlene Quist) >>',
    35: '<< /Type /Annot /Subtype /Link /Rect [260 160 290 175] /A << /S /GoTo /D /Marlene#20Quist >> >>',
    36: flate('', '<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><name>Marlene Quist</name></xfa:datasets>'),
    37: flate(`/Type /XObject /Subtype /Form /BBox [0 0 140 20] ${HELVETICA}`, '/Tx BMC BT /F1 10 Tf 2 5 Td (Marlene Quist) Tj ET EMC'),
    38: flate('', 'app.alert("Marlene Quist");'),
    39: flate('', SECRET),
    40: '<< /Type /OCG /Name (Marlene Quist) >>',
    44: '<< /Type /Filespec /F (Marlene Quist.txt) /UF (Marlene Quist.txt) /Desc (of Marlene Quist) /EF << /F 45 0 R >> >>',
    45: flate('/Type /EmbeddedFile', 'an attachment that says nothing'),
    46: '<< /S /JavaScript /JS (var who = "Marlene Quist";) >>',
  };
}

/** With an earlier revision below, and comments outside of all objects. */
export function makeSecretPdf(): Uint8Array {
  const all = objects();
  const first = makePdf({
    objects: { ...all, 23: '<< /Title (Marlene Quist, first version) >>' },
    trailer: '/Info 23 0 R',
    afterHeader: '% Marlene Quist\n',
  });
  return makePdf({ objects: { 23: all[23] ?? '' }, trailer: '/Info 23 0 R', afterEnd: '% Marlene Quist\n' }, first);
}
