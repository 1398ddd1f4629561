import { describe, expect, it } from 'vitest';
import {
  applyEdits,
  attributeNamespace,
  decodeXmlBytes,
  decodeXmlText,
  elementNamespace,
  encodeXmlText,
  scanXml,
} from '../../../../processor/office/xml.ts';
import { failureReason } from '../../../support/expect-failure.ts';
import { chooseSeed, damage, makeRandom } from '../../../../support/documents/mutations.ts';

const SAMPLE =
  `\ufeff<?xml version="1.0"?>\r\n<!-- a > b --><a xmlns="urn:one" xmlns:p="urn:two"\n  p:x = 'it''s' y=">"><p:b/>text &amp; more<![CDATA[<raw>]]></a >\n`.replace(
    "''",
    '&apos;',
  );
const scan = (text: string) => [...scanXml(text)];

describe('scanXml', () => {
  it('hands out tokens that, joined, are the document', () => {
    const tokens = scan(SAMPLE);
    expect(`\ufeff${tokens.map(({ start, end }) => SAMPLE.slice(start, end)).join('')}`).toBe(SAMPLE);
    expect(tokens.map(({ kind }) => kind)).toEqual(['instruction', 'text', 'comment', 'open', 'empty', 'text', 'cdata', 'close', 'text']);
  });

  it('resolves namespaces of elements and attributes, and gives exact offsets', () => {
    const [root, inner] = scan(SAMPLE).filter(({ kind }) => kind === 'open' || kind === 'empty');
    if (!root || !inner) throw new Error('no elements');
    expect([elementNamespace(root), elementNamespace(inner)]).toEqual(['urn:one', 'urn:two']);
    const attribute = root.attributes[2];
    if (!attribute) throw new Error('no attribute');
    expect(attributeNamespace(root, attribute)).toBe('urn:two');
    expect(SAMPLE.slice(attribute.start, attribute.end)).toBe("\n  p:x = 'it&apos;s'");
    expect(SAMPLE.slice(attribute.valueStart, attribute.valueEnd)).toBe('it&apos;s');
    expect(decodeXmlText(attribute.raw)).toBe("it's");
  });

  it.each([
    '',
    'text',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a x=1/>',
    '<a x="1"y="2"/>',
    '<a <b/>/>',
    '</a>',
    '<a>',
    '<!-- x',
    '<a><![CDATA[x</a>',
    '<a x="<"/>',
  ])('refuses %j', (text) => {
    expect(failureReason(() => scan(text))).toBe('corrupt_file');
  });

  it('refuses deep nesting, and expanding entities by their own reason', () => {
    expect(failureReason(() => scan('<a>'.repeat(600) + '</a>'.repeat(600)))).toBe('corrupt_file');
    expect(failureReason(() => scan('<!DOCTYPE a [<!ENTITY b "&c;&c;">]><a/>'))).toBe('decompression_limit');
    expect(failureReason(() => scan(`<!DOCTYPE a [<!ENTITY b "${'x'.repeat(2000)}">]><a/>`))).toBe('decompression_limit');
    expect(failureReason(() => scan('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'))).toBe('corrupt_file');
  });

  it('always ends, whatever the text', () => {
    const random = makeRandom(chooseSeed());
    for (let round = 0; round < 3000; round++) {
      const { text } = decodeXmlBytes(damage(Buffer.from(SAMPLE), random));
      try {
        expect(scan(text).length).toBeLessThanOrEqual(text.length);
      } catch (error) {
        expect(error).toMatchObject({ name: 'JobFailure' });
      }
    }
  });
});

describe('edits and encodings', () => {
  it('replaces ranges in any order and drops those inside another', () => {
    expect(
      applyEdits('0123456789', [
        { start: 7, end: 8, text: 'x' },
        { start: 1, end: 5, text: '' },
        { start: 2, end: 3, text: 'y' },
      ]),
    ).toBe('056x89');
  });

  it('brings any text through encoding and decoding', () => {
    const text = 'a<b>&"c"\n\td\r☃ 😀';
    expect(decodeXmlText(encodeXmlText(text))).toBe(text);
    expect(encodeXmlText('a\0\u0008\ud800b')).toBe('a\ufffdb');
  });

  it('gives back the same bytes in every encoding, valid or not', () => {
    const files = [
      Buffer.from('\ufeff<a>é</a>', 'utf8'),
      Buffer.from('\ufeff<a>é</a>', 'utf16le'),
      Buffer.from('\ufeff<a>é</a>', 'utf16le').swap16(),
      Buffer.from('<a>\u00e9</a>', 'latin1'),
    ];
    for (const bytes of files) {
      const { text, encode } = decodeXmlBytes(bytes);
      expect(text).toContain('<a>é</a>');
      expect(Buffer.from(encode(text)).equals(bytes)).toBe(true);
    }
  });
});
