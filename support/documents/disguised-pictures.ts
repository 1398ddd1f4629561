// Files that a converter would open as a picture and that lead it to a file of its machine, under every known cover: each shows the picture
// at `address` where it is opened.

import { gzipSync } from 'node:zlib';
import { makePng } from './make-png.ts';

export function svgOf(address: string): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="200">' +
    `<image x="0" y="0" width="200" height="200" xlink:href="${address}"/></svg>`
  );
}

export function disguisedPictures(address: string): Readonly<Record<string, Uint8Array>> {
  const svg = Buffer.from(svgOf(address));
  const eps = Buffer.from(
    `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 200 200\n(${address.replace('file://', '')}) (r) file pop\n200 200 scale showpage\n%%EOF\n`,
  );
  return {
    'plain SVG': svg,
    'SVG after a mark, a declaration and a comment': Buffer.from(
      `\ufeff<?xml version="1.0"?>\n<!-- ${'x'.repeat(150)} -->\n${svg.toString()}`,
    ),
    'SVG after white space': Buffer.from(`\n\t  ${svg.toString()}`),
    'SVG with an encoding of its own': Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>${svg.toString()}`),
    'SVG in UTF-16': Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${svg.toString()}`, 'utf16le'),
    'SVG in gzip': gzipSync(svg),
    EPS: eps,
    'EPS in its DOS form': Buffer.concat([dosHeader(eps.length), eps]),
    PDF: pdfOf(),
    'SVG behind the start of a PNG': Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), svg]),
    'SVG behind the start of a WebP': Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8 \0\0\0\0', 'latin1'), svg]),
    'SVG behind the start of a JPEG': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg]),
    'EMF with SVG in EMF+': emfWith([plusImage(svg)]),
    'EMF with PDF as another format': emfWith([multiformats(pdfOf())]),
    'WMF with an EMF in an escape': wmfWith(emfWith([plusImage(svg)])),
    text: Buffer.from('#define x_width 8\n#define x_height 8\nstatic char x_bits[] = {1,2,3,4,5,6,7,8};\n'),
    'PNG behind text': Buffer.concat([Buffer.from('/* XPM */'), makePng()]),
  };
}

function dosHeader(length: number): Uint8Array {
  const header = Buffer.alloc(30);
  header.writeUInt32BE(0xc5d0d3c6, 0);
  header.writeUInt32LE(30, 4);
  header.writeUInt32LE(length, 8);
  return header;
}

/** A page that is all of one colour. */
function pdfOf(): Uint8Array {
  const content = '0.827 0.067 0.561 rg 0 0 200 200 re f';
  return Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>endobj\n4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj\n` +
      'trailer<</Root 1 0 R>>\n%%EOF\n',
  );
}

function emrRecord(type: number, data: Uint8Array): Buffer {
  const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(type, 0);
  head.writeUInt32LE(8 + padded.length, 4);
  return Buffer.concat([head, padded]);
}

/** MS-EMF: a header, the comments, the end. */
export function emfWith(comments: readonly Uint8Array[], records: readonly Uint8Array[] = []): Buffer {
  const inner = comments.map((data) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(data.length);
    return emrRecord(70, Buffer.concat([size, data]));
  });
  const end = emrRecord(14, Buffer.from([0, 0, 0, 0, 16, 0, 0, 0, 20, 0, 0, 0]));
  const header = Buffer.alloc(100);
  // Bounds and frame, of 200 × 200 points, then the mark, the version and the device.
  [0, 0, 200, 200, 0, 0, 5000, 5000, 0x464d4520, 0x10000].forEach((value, index) => header.writeInt32LE(value, index * 4));
  const length = 108 + [...inner, ...records, end].reduce((sum, one) => sum + one.length, 0);
  header.writeUInt32LE(length, 40);
  header.writeUInt32LE(inner.length + records.length + 2, 44);
  header.writeUInt16LE(1, 48);
  [1000, 1000, 250, 250].forEach((value, index) => header.writeUInt32LE(value, 64 + index * 4));
  return Buffer.concat([emrRecord(1, header), ...inner, ...records, end]);
}

/** MS-EMFPLUS: a header, an image that holds the bytes as they are, the record that draws it, the end. */
export function plusImage(image: Uint8Array): Buffer {
  const record = (type: number, flags: number, data: Uint8Array) => {
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    const head = Buffer.alloc(12);
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt32LE(12 + padded.length, 4);
    head.writeUInt32LE(padded.length, 8);
    return Buffer.concat([head, padded]);
  };
  const words = (...values: number[]) => {
    const out = Buffer.alloc(values.length * 4);
    values.forEach((value, index) => out.writeUInt32LE(value >>> 0, index * 4));
    return out;
  };
  const floats = (...values: number[]) => {
    const out = Buffer.alloc(values.length * 4);
    values.forEach((value, index) => out.writeFloatLE(value, index * 4));
    return out;
  };
  const bitmap = Buffer.concat([words(0xdbc01002, 1, 0, 0, 0, 0, 1), image]);
  // Source and destination: all of it.
  const draw = Buffer.concat([words(0xffffffff, 2), floats(0, 0, 200, 200), floats(0, 0, 200, 200)]);
  return Buffer.concat([
    Buffer.from('EMF+', 'latin1'),
    record(0x4001, 1, words(0xdbc01002, 0, 96, 96)),
    record(0x4008, 0x0500, bitmap),
    record(0x401a, 0, draw),
    record(0x4002, 0, Buffer.alloc(0)),
  ]);
}

/** MS-EMF 2.3.3.4.3: the same picture in a format that the reader may prefer. */
function multiformats(pdf: Uint8Array): Buffer {
  const head = Buffer.alloc(4 + 4 + 16 + 4 + 16);
  head.write('GDIC', 0, 'latin1');
  head.writeUInt32LE(0x40000004, 4);
  [0, 0, 200, 200].forEach((value, index) => head.writeUInt32LE(value, 8 + index * 4));
  head.writeUInt32LE(1, 24);
  head.write('PDF ', 28, 'latin1');
  head.writeUInt32LE(1, 32);
  head.writeUInt32LE(pdf.length, 36);
  head.writeUInt32LE(head.length, 40);
  return Buffer.concat([head, pdf]);
}

/** MS-WMF 2.3.6.1 and MS-WMF 2.3.6.17: a metafile whose escape holds a better one. */
export function wmfWith(emf: Uint8Array): Buffer {
  const placeable = Buffer.alloc(22);
  placeable.writeUInt32LE(0x9ac6cdd7, 0);
  [0, 0, 200, 200, 96].forEach((value, index) => placeable.writeInt16LE(value, 6 + index * 2));
  let sum = 0;
  for (let at = 0; at < 20; at += 2) sum ^= placeable.readUInt16LE(at);
  placeable.writeUInt16LE(sum, 20);
  const comment = Buffer.alloc(34);
  comment.write('WMFC', 0, 'latin1');
  comment.writeUInt32LE(1, 4);
  comment.writeUInt32LE(0x10000, 8);
  comment.writeUInt32LE(1, 18);
  comment.writeUInt32LE(emf.length, 22);
  comment.writeUInt32LE(0, 26);
  comment.writeUInt32LE(emf.length, 30);
  const data = Buffer.concat([comment, emf]);
  const escape = Buffer.alloc(10);
  escape.writeUInt32LE((10 + data.length) / 2, 0);
  escape.writeUInt16LE(0x0626, 4);
  escape.writeUInt16LE(15, 6);
  escape.writeUInt16LE(data.length, 8);
  // SetMapMode: a record that stays.
  const mode = Buffer.from([4, 0, 0, 0, 3, 1, 8, 0]);
  const records = Buffer.concat([mode, escape, data, Buffer.from([3, 0, 0, 0, 0, 0])]);
  const header = Buffer.alloc(18);
  header.writeUInt16LE(1, 0);
  header.writeUInt16LE(9, 2);
  header.writeUInt16LE(0x300, 4);
  header.writeUInt32LE((18 + records.length) / 2, 6);
  header.writeUInt32LE((10 + data.length) / 2, 12);
  return Buffer.concat([placeable, header, records]);
}
