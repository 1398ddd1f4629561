// What a file is when its sender does not say it.

import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { FILE_TYPES, UPLOAD_TYPES, type UploadType } from '#contract/files.ts';
import { detectType } from '../../../../worker/files/detect-type.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const office = (...parts: string[]) => {
  const names = ['[Content_Types].xml', '_rels/.rels', ...parts];
  return zipSync(Object.fromEntries(names.map((name) => [name, strToU8(`<${name}/>`.repeat(200))])));
};
const typed = (type: string) => zipSync({ mimetype: [strToU8(type), { level: 0 }], 'content.xml': strToU8('<x/>') });
const OPEN = 'application/vnd.oasis.opendocument';
const OOXML = 'application/vnd.openxmlformats-officedocument';

const SAMPLES: Record<UploadType, Uint8Array> = {
  'application/pdf': bytes('%PDF-1.7\n'),
  [`${OOXML}.wordprocessingml.document`]: office('word/document.xml'),
  [`${OOXML}.spreadsheetml.sheet`]: office('xl/workbook.xml'),
  [`${OOXML}.presentationml.presentation`]: office('ppt/presentation.xml'),
  [`${OPEN}.text`]: typed(`${OPEN}.text`),
  [`${OPEN}.spreadsheet`]: typed(`${OPEN}.spreadsheet`),
  [`${OPEN}.presentation`]: typed(`${OPEN}.presentation`),
  'application/rtf': bytes('{\\rtf1 a}'),
  'application/epub+zip': typed('application/epub+zip'),
  'application/zip': zipSync({ 'index.html': strToU8('<p>') }),
  'message/rfc822': bytes('Subject: a\r\nFrom: b@example.com\r\nDate: today\r\n\r\ntext'),
  'text/csv': bytes('a;b\n1;2\n'),
  'text/html': bytes('<!-- a page --><!DOCTYPE html><p>a'),
  'text/markdown': bytes('# a\n\n- b\n'),
  'text/plain': bytes('BMW and others\n'),
  'image/bmp': bytes('BM\x46\0\0\0\0\0\0\0\x36\0\0\0'),
  'image/gif': bytes('GIF89a'),
  'image/jpeg': bytes('\xff\xd8\xff\xe0'),
  'image/png': bytes('\x89PNG\r\n\x1a\n'),
  'image/svg+xml': bytes('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
  'image/tiff': bytes('II*\0'),
  'image/webp': bytes('RIFF\0\0\0\0WEBP'),
};
/** Their bytes are any text's: only a name tells. */
const BY_NAME_ONLY: readonly UploadType[] = ['text/csv', 'text/markdown'];

test.each(UPLOAD_TYPES)('%s is known by its name and bytes', (type) => {
  expect(detectType(`a.${FILE_TYPES[type].extension.toUpperCase()}`, SAMPLES[type])).toBe(type);
});

test.each(UPLOAD_TYPES.filter((type) => !BY_NAME_ONLY.includes(type)))('%s is known without a name', (type) => {
  expect(detectType('blob', SAMPLES[type])).toBe(type);
});

test.each([
  ['a.jpeg', 'image/jpeg'],
  ['a.tif', 'image/tiff'],
  ['a.htm', 'text/html'],
  ['a.markdown', 'text/markdown'],
] as const)('the ending of %s is another name of %s', (name, type) => {
  expect(detectType(name, SAMPLES[type])).toBe(type);
});

describe('the bytes decide', () => {
  test.each([
    ['a PDF called .docx', 'a.docx', SAMPLES['application/pdf'], 'application/pdf'],
    ['a workbook called .docx', 'a.docx', SAMPLES[`${OOXML}.spreadsheetml.sheet`], `${OOXML}.spreadsheetml.sheet`],
    ['a picture called .png', 'a.png', SAMPLES['image/jpeg'], 'image/jpeg'],
    ['a text called .pdf', 'a.pdf', SAMPLES['text/plain'], 'text/plain'],
    ['a ZIP of Word documents', 'a.zip', zipSync({ 'a.docx': [office('word/document.xml'), { level: 0 }] }), 'application/zip'],
    ['a log', 'a.log', bytes('10:00 started\n'), 'text/plain'],
    ['text in UTF-16', 'a', bytes('\xff\xfea\0b\0'), 'text/plain'],
  ] as const)('%s', (_, name, content, type) => {
    expect(detectType(name, content)).toBe(type);
  });
});

test('a package that goes on beyond the bytes at hand is known by the entries in them', () => {
  const whole = SAMPLES[`${OOXML}.wordprocessingml.document`];
  expect(detectType('blob', whole.subarray(0, whole.length - 100))).toBe(`${OOXML}.wordprocessingml.document`);
});

test.each([
  ['a program', bytes('\x7fELF\x02\x01\x01')],
  ['noise', Uint8Array.from({ length: 1024 }, (_, i) => (i * 7919) % 256)],
  ['the older Word', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
  ['nothing', new Uint8Array()],
])('%s is of no type, whatever its name', (_, content) => {
  for (const name of ['a', 'a.pdf', 'a.docx', 'a.png']) expect(detectType(name, content)).toBeUndefined();
});
