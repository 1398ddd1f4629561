// A PDF with a marker in every place where metadata hides, and the same markers' places by name. What a page shows is marked too: it must stay.

import { deflateSync } from 'node:zlib';
import { makeJpeg, makeSegment, JFIF } from './make-jpeg.ts';
import { makePdf, plainObjects, xmpPacket, type PdfObject } from './make-pdf.ts';

/** Each marker is `Planted-` and its place, so that a leak names itself. */
export const PLACES = [
  'InfoTitle',
  'InfoAuthor',
  'InfoCustom',
  'CatalogXmp',
  'PageXmp',
  'ImageXmp',
  'FormXmp',
  'FontXmp',
  'PieceInfo',
  'ThumbXmp',
  'ExifSegment',
  'XmpSegment',
  'IptcSegment',
  'CommentSegment',
  'JpxUuid',
  'JpxXml',
  'JpxComment',
  'AttachmentMac',
  'LayerCreator',
  'OldRevision',
  'OldXmp',
  'Orphan',
  'RawComment',
  'AfterEnd',
  'BeforeHeader',
  'SpiderInfo',
  'IncludedFile',
  'PrivateRepeat',
] as const;

export const mark = (place: string) => `Planted-${place}`;
export const AUTHOR_MARK = mark('AnnotationAuthor');
export const LAYER_MARK = mark('LayerName');
export const VISIBLE = ['Visible-Page', 'Visible-Note', 'Visible-Outline', 'Visible-Field', 'Visible-Attachment'];

const xmp = (place: string): PdfObject => ({
  dict: '/Type /Metadata /Subtype /XML',
  data: xmpPacket(`<dc:creator><rdf:Seq><rdf:li>${mark(place)}</rdf:li></rdf:Seq></dc:creator>`),
});

export function jpegWithMetadata(): Uint8Array {
  return makeJpeg([10, 200, 90, 250], 2, [
    JFIF,
    makeSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifBlock(mark('ExifSegment'))])),
    makeSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${xmpPacket(`<dc:title>${mark('XmpSegment')}</dc:title>`)}`),
    makeSegment(0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0', 'latin1'), iptcResource(mark('IptcSegment'))])),
    makeSegment(0xfe, mark('CommentSegment')),
  ]);
}

/** One IFD with one ASCII entry (Artist). */
function exifBlock(artist: string): Buffer {
  const text = Buffer.from(`${artist}\0`, 'latin1');
  const head = Buffer.alloc(26);
  head.write('MM\0*', 0, 'latin1');
  head.writeUInt32BE(8, 4);
  head.writeUInt16BE(1, 8);
  head.writeUInt16BE(0x013b, 10);
  head.writeUInt16BE(2, 12);
  head.writeUInt32BE(text.length, 14);
  head.writeUInt32BE(26, 18);
  return Buffer.concat([head, text]);
}

function iptcResource(byline: string): Buffer {
  const dataset = Buffer.concat([Buffer.from([0x1c, 2, 80, 0, byline.length]), Buffer.from(byline, 'latin1')]);
  const head = Buffer.concat([Buffer.from('8BIM\u0004\u0004\0\0', 'latin1'), Buffer.from([0, 0, 0, dataset.length])]);
  return Buffer.concat([head, dataset, Buffer.alloc(dataset.length % 2)]);
}

function box(type: string, payload: Uint8Array | string): Buffer {
  const body = Buffer.from(payload as string, 'latin1');
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** A JPEG 2000 file of the smallest sort: signature, type, header, boxes with metadata, a codestream whose only tile is empty. */
export function jpxWithMetadata(): Uint8Array {
  const size = Buffer.from(
    'ff4fff51002900000000000800000008000000000000000000000008000000080000000000000000000107 0101'.replaceAll(' ', ''),
    'hex',
  );
  const comment = Buffer.from(mark('JpxComment'), 'latin1');
  const marker = Buffer.concat([Buffer.from([0xff, 0x64, 0, comment.length + 4, 0, 1]), comment]);
  const rest = Buffer.from('ff52000c00000001000304040001ff5c0004404 8ff90000a0000000000 0e0001ff93ffd9'.replaceAll(' ', ''), 'hex');
  const ihdr = box('ihdr', Buffer.from('00000008000000080001070700 00'.replaceAll(' ', ''), 'hex'));
  return Buffer.concat([
    box('jP  ', '\r\n\u0087\n'),
    box('ftyp', 'jp2 \0\0\0\0jp2 '),
    box('jp2h', Buffer.concat([ihdr, box('colr', Buffer.from('01000000000011', 'hex'))])),
    box(
      'uuid',
      Buffer.concat([
        Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'),
        Buffer.from(xmpPacket(`<dc:title>${mark('JpxUuid')}</dc:title>`), 'latin1'),
      ]),
    ),
    box('xml ', `<note>${mark('JpxXml')}</note>`),
    box('jp2c', Buffer.concat([size, marker, rest])),
  ]);
}

export function makePlantedPdf(): Uint8Array {
  const page =
    '/Metadata 11 0 R /PieceInfo << /App << /LastModified (D:20200101) /Private << /Who (Planted-PieceInfo) >> >> >> /LastModified (D:20200102030405Z) ' +
    '/Thumb 12 0 R /Annots [20 0 R 21 0 R]';
  const catalog =
    '/Metadata 10 0 R /Outlines 30 0 R /AcroForm << /Fields [21 0 R] >> /SpiderInfo << /V 1.0 /C [<< /U (Planted-SpiderInfo) >>] >> ' +
    '/OCProperties << /OCGs [40 0 R] /D << /Order [40 0 R] /Creator (Planted-LayerCreator) >> >> /Names << /EmbeddedFiles << /Names [(a.txt) 50 0 R] >> >> ' +
    '/StructTreeRoot << /Type /StructTreeRoot >> /MarkInfo << /Marked true >>';
  const objects: Record<number, PdfObject> = {
    ...plainObjects('', page, catalog),
    3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Im1 6 0 R /Im2 17 0 R /Fm1 8 0 R >> /Properties << /OC1 40 0 R >> >> ${page} >>`,
    4: {
      dict: '/Filter /FlateDecode',
      data: deflateSync(
        Buffer.from(
          'BT /F1 18 Tf 20 100 Td (Visible-Page Planted-InfoTitle) Tj ET q 80 0 0 60 20 20 cm /Im1 Do Q /Fm1 Do /OC /OC1 BDC 0 0 9 9 re f EMC',
        ),
      ),
    },
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontDescriptor 7 0 R >>',
    6: {
      dict: '/Type /XObject /Subtype /Image /Width 16 /Height 16 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Metadata 13 0 R',
      data: jpegWithMetadata(),
    },
    7: '<< /Type /FontDescriptor /FontName /Helvetica /Flags 32 /ItalicAngle 0 /Ascent 718 /Descent -207 /CapHeight 718 /StemV 88 /FontBBox [-166 -225 1000 931] /Metadata 14 0 R >>',
    8: {
      dict: '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Metadata 15 0 R /PTEX.FileName (Planted-IncludedFile) /PTEX.InfoDict << /Author (Planted-IncludedFile) >>',
      data: '0 0 1 rg 200 20 30 30 re f',
    },
    9: '<< /Title (Planted-InfoTitle) /Author (Planted-InfoAuthor) /CreationDate (D:20200101000000Z) /Department (Planted-InfoCustom) /Keywords (Planted-PrivateRepeat) /Trapped /False >>',
    10: xmp('CatalogXmp'),
    11: xmp('PageXmp'),
    12: { dict: '/Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Metadata 16 0 R', data: 'x' },
    13: xmp('ImageXmp'),
    14: xmp('FontXmp'),
    15: xmp('FormXmp'),
    16: xmp('ThumbXmp'),
    17: {
      dict: '/Type /XObject /Subtype /Image /Width 8 /Height 8 /Filter [/FlateDecode /JPXDecode]',
      data: deflateSync(jpxWithMetadata()),
    },
    20: '<< /Type /Annot /Subtype /Text /Rect [250 150 270 170] /Contents (Visible-Note) /T (Planted-AnnotationAuthor) /M (D:20200101) /CreationDate (D:20200101) >>',
    21: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Visible-Field) /Rect [20 150 120 170] /DA (/Helv 12 Tf 0 g) /M (D:20200101) /MyNote (Planted-PrivateRepeat) >>',
    30: '<< /Type /Outlines /First 31 0 R /Last 31 0 R /Count 1 >>',
    31: '<< /Title (Visible-Outline) /Parent 30 0 R /Dest [3 0 R /Fit] >>',
    40: '<< /Type /OCG /Name (Planted-LayerName) /Usage << /CreatorInfo << /Creator (Planted-LayerCreator) /Subtype /Artwork >> >> >>',
    50: '<< /Type /Filespec /F (a.txt) /UF (a.txt) /EF << /F 51 0 R >> >>',
    51: {
      dict: '/Type /EmbeddedFile /Params << /Size 18 /CreationDate (D:20200101) /ModDate (D:20200101) /Mac << /Creator (Planted-AttachmentMac) >> >>',
      data: 'Visible-Attachment',
    },
  };
  const first = makePdf({
    objects: { ...objects, 9: '<< /Author (Planted-OldRevision) /Producer (Old Producer) >>', 10: xmp('OldXmp') },
    trailer: '/Info 9 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]',
    beforeHeader: `${mark('BeforeHeader')}\n`,
    afterHeader: `% ${mark('RawComment')}\n`,
  });
  return makePdf(
    {
      objects: {
        9: objects[9] ?? '',
        10: objects[10] ?? '',
        60: '<< /Author (Planted-Orphan) /Producer (Orphan Producer) >>',
      },
      trailer: '/Info 9 0 R /ID [<00112233445566778899aabbccddeeff> <ffeeddccbbaa99887766554433221100>]',
      afterEnd: `${mark('AfterEnd')}\n`,
    },
    first,
  );
}
