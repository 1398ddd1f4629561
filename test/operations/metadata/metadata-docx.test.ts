// `metadata` on Word documents, unpacked by fflate and judged by exiftool.

import { describe, expect, test } from 'vitest';
import { JobFailure } from '../../../processor/failure.ts';
import { readDocx, removeDocx, setDocx } from '../../../processor/metadata/docx.ts';
import { setJpeg } from '../../../processor/metadata/jpeg.ts';
import { setPng } from '../../../processor/metadata/png.ts';
import { hasExiftool, readTags } from '../../../support/judges/exiftool.ts';
import { failureReason } from '../../support/expect-failure.ts';
import {
  contentTypesXml,
  makeDocx,
  partText,
  plainFiles,
  relationshipsXml,
  richFiles,
  unpackDocx,
  visibleTexts,
} from '../../../support/documents/make-docx.ts';
import { makeJpeg } from '../../../support/documents/make-jpeg.ts';
import { makePng } from '../../../support/documents/make-png.ts';
import { chooseSeed, damage, makeRandom } from '../../../support/documents/mutations.ts';

const files = richFiles({
  jpg: setJpeg(makeJpeg(), { author: 'Planted Photographer' }).bytes,
  png: setPng(makePng(), { author: 'Planted Painter' }).bytes,
});
const source = makeDocx(files, { comment: 'Planted zip comment' });
const everything = (unpacked: Record<string, Uint8Array>) =>
  Object.entries(unpacked)
    .map(([name, bytes]) => name + Buffer.from(bytes).toString('latin1'))
    .join('\n');

describe('metadata remove on DOCX', () => {
  const result = removeDocx(source, { removeAuthors: true });
  const unpacked = unpackDocx(result.bytes);

  test('leaves nothing of what was planted, in the file or in any part', () => {
    expect(everything(unpackDocx(source))).toMatch(/Planted/);
    expect(everything(unpacked)).not.toMatch(/planted|rsid|PLC|2022-0|2021-02|docId/i);
    expect(Buffer.from(result.bytes).toString('latin1')).not.toMatch(/planted/i);
    expect(result.proof.markers_left).toBe(0);
    expect(result.proof.markers_searched).toBeGreaterThan(10);
  });

  test('keeps the text, the markup of the text and the pictures', () => {
    expect(visibleTexts(partText(unpacked, 'word/document.xml'))).toEqual(['Visible text', 'inserted']);
    expect(visibleTexts(partText(unpacked, 'word/comments.xml'))).toEqual(['a comment']);
    expect(partText(unpacked, 'word/document.xml')).toContain(
      '<w:p><w:r><w:t>Visible text</w:t></w:r><w:ins w:id="1" w:author="Author"><w:r>',
    );
    expect(Buffer.from(unpacked['word/media/image1.jpg'] ?? []).equals(makeJpeg())).toBe(true);
    expect(Buffer.from(unpacked['word/media/image2.png'] ?? []).equals(makePng())).toBe(true);
    expect(partText(unpacked, 'word/settings.xml')).toMatch(/<w:zoom w:percent="88"\/><\/w:settings>$/);
  });

  test('leaves no relationship or content type that leads nowhere', () => {
    expect(Object.keys(unpacked).toSorted()).toEqual(
      [
        '[Content_Types].xml',
        '_rels/.rels',
        'word/document.xml',
        'word/_rels/document.xml.rels',
        'word/settings.xml',
        'word/_rels/settings.xml.rels',
        'word/comments.xml',
        'word/media/image1.jpg',
        'word/media/image2.png',
      ].toSorted(),
    );
    for (const match of partText(unpacked, '[Content_Types].xml').matchAll(/PartName="\/([^"]+)"/g))
      expect(Object.keys(unpacked)).toContain(match[1]);
    expect(partText(unpacked, '_rels/.rels').match(/<Relationship /g)).toHaveLength(1);
    expect(partText(unpacked, 'word/_rels/document.xml.rels').match(/<Relationship /g)).toHaveLength(4);
  });

  test('tells no date, comment or extra field in the ZIP itself', () => {
    const file = Buffer.from(result.bytes);
    const records: number[] = [];
    for (let at = file.indexOf('PK\u0001\u0002'); at >= 0; at = file.indexOf('PK\u0001\u0002', at + 1)) records.push(at);
    expect(records).toHaveLength(Object.keys(unpacked).length);
    for (const at of records)
      expect([file.readUInt16LE(at + 12), file.readUInt16LE(at + 14), file.readUInt32LE(at + 30)]).toEqual([0, 0x21, 0]);
  });

  test('keeps the authors of comments and revisions unless they are to go', () => {
    const kept = removeDocx(source, { removeAuthors: false });
    const parts = unpackDocx(kept.bytes);
    expect(partText(parts, 'word/comments.xml')).toBe(files['word/comments.xml']);
    expect(partText(parts, 'word/document.xml')).toContain('w:author="Planted Reviser" w:date="2022-01-02T03:04:05Z"');
    expect(Object.keys(parts)).toContain('word/people.xml');
    expect(everything(parts)).not.toMatch(/Planted (?:Title|Creator|Company|Photographer|Painter|Variable|Orphan|XML)/);
    expect(kept.notes.map(({ code }) => code)).toEqual(['authors_kept']);
  });

  test('changes no byte of the parts that hold no metadata', () => {
    const plain = plainFiles('<w:p  ><w:r><w:t xml:space="preserve"> a &amp; b&#x20;</w:t></w:r ></w:p>');
    const cleaned = unpackDocx(removeDocx(makeDocx(plain), { removeAuthors: true }).bytes);
    for (const [name, content] of Object.entries(plain)) expect(partText(cleaned, name)).toBe(content);
  });

  test('keeps custom XML that the text may show and says so', () => {
    const withStore = {
      ...plainFiles(),
      'word/_rels/document.xml.rels': relationshipsXml([
        ['rId1', 'customXml', '../customXml/item1.xml'],
        ['rId2', 'customXml', '../customXml/item2.xml'],
      ]),
      'customXml/item1.xml': '<data>shown in the text</data>',
      'customXml/item2.xml':
        '<p:properties xmlns:p="http://schemas.microsoft.com/office/2006/metadata/properties"><owner>Planted</owner></p:properties>',
    };
    const cleaned = removeDocx(makeDocx(withStore), { removeAuthors: false });
    expect(Object.keys(unpackDocx(cleaned.bytes))).toContain('customXml/item1.xml');
    expect(Object.keys(unpackDocx(cleaned.bytes))).not.toContain('customXml/item2.xml');
    expect(cleaned.notes.map(({ code }) => code)).toEqual(['custom_xml_kept']);
  });

  test('takes the properties out of an embedded workbook and keeps its content', () => {
    const core = files['docProps/core.xml'] ?? '';
    const workbook = makeDocx({
      '[Content_Types].xml': contentTypesXml({
        'xl/workbook.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
      }),
      '_rels/.rels': relationshipsXml([
        ['rId1', 'officeDocument', 'xl/workbook.xml'],
        ['rId2', 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties', 'docProps/core.xml'],
      ]),
      'xl/workbook.xml': '<workbook/>',
      'docProps/core.xml': core,
    });
    const outer = {
      ...plainFiles(),
      'word/_rels/document.xml.rels': relationshipsXml([['rId1', 'package', 'embeddings/book.xlsx']]),
      'word/embeddings/book.xlsx': workbook,
    };
    const cleaned = removeDocx(makeDocx(outer), { removeAuthors: false });
    const inner = unpackDocx(unpackDocx(cleaned.bytes)['word/embeddings/book.xlsx'] ?? new Uint8Array(0));
    expect(Object.keys(inner).toSorted()).toEqual(['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml']);
  });

  test('refuses a signed document and removes the signature where that is allowed', () => {
    const signed = makeDocx({
      ...plainFiles(),
      '_rels/.rels': relationshipsXml([
        ['rId1', 'officeDocument', 'word/document.xml'],
        ['rId2', 'http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin', '_xmlsignatures/origin.sigs'],
      ]),
      '_xmlsignatures/origin.sigs': 'x',
    });
    expect(failureReason(() => removeDocx(signed, { removeAuthors: false }))).toBe('signed_document');
    expect(failureReason(() => setDocx(signed, { title: 'x' }))).toBe('signed_document');
    const cleaned = removeDocx(signed, { removeAuthors: false, onSignature: 'invalidate' });
    expect(Object.keys(unpackDocx(cleaned.bytes))).not.toContain('_xmlsignatures/origin.sigs');
    expect(cleaned.notes.map(({ code }) => code)).toEqual(['signature_removed']);
  });
});

describe('metadata read on DOCX', () => {
  test('lists properties, authors, template, variables, pictures and what the ZIP itself tells', () => {
    const entries = readDocx(source).entries.map(({ kind, location, name, value }) => `${kind} ${location} ${name}: ${value}`);
    expect(entries).toContain('core docProps/core.xml title: Planted Title Value');
    expect(entries).toContain('app docProps/app.xml Company: Planted Company Ltd');
    expect(entries).toContain('custom docProps/custom.xml Client: Planted Client Number');
    expect(entries).toContain('template word/_rels/settings.xml.rels Target: file:///C:/Users/planted.user/Templates/x.dotm');
    expect(entries).toContain('document_variable word/settings.xml case: Planted Variable Value');
    expect(entries).toContain('comment_author word/comments.xml author: Planted Commenter');
    expect(entries).toContain('revision_author word/document.xml author: Planted Reviser');
    expect(entries).toContain('exif word/media/image1.jpg APP1 IFD0 Artist: Planted Photographer');
    expect(entries).toContain('text word/media/image2.png tEXt Author: Planted Painter');
    expect(entries).toContain('zip_comment package undefined: Planted zip comment');
    expect(entries).toContain('rsid word/document.xml undefined: 3');
  });
});

describe('metadata set on DOCX', () => {
  const values = {
    title: 'Tïtle <b>&amp;\nline',
    author: 'Zoë "Q" Müller',
    subject: '日本',
    keywords: 'one, two',
    creator: 'My Tool',
    created_at: '2024-02-03T04:05:06+02:00',
  };

  test.skipIf(!hasExiftool).each([
    ['with properties', source],
    ['without any', makeDocx(plainFiles())],
  ])('writes core and extended properties into a document %s', (_name, document) => {
    const result = setDocx(document, values);
    const parts = unpackDocx(result.bytes);
    const tags = readTags(parts['docProps/core.xml'] ?? new Uint8Array(0), 'xml');
    const written = (name: string) => tags[`XMP-cp:CoreProperties${name}`] ?? tags[`XMP-dc:CoreProperties${name}`];
    expect(written('Title')).toBe(values.title);
    expect(written('Creator')).toBe(values.author);
    expect(written('Subject')).toBe(values.subject);
    expect(written('Keywords')).toBe(values.keywords);
    expect(written('Created')).toBe('2024:02:03 02:05:06Z');
    expect(readTags(parts['docProps/app.xml'] ?? new Uint8Array(0), 'xml')).toMatchObject({ 'XMP:PropertiesApplication': values.creator });
    expect(result.verification['values_read_back']).toBe(6);
  });

  test('keeps every other part byte for byte and every entry that is not named', () => {
    const before = unpackDocx(source);
    const after = unpackDocx(setDocx(source, { title: 'New' }).bytes);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    const changed = Object.keys(after).filter((name) => !Buffer.from(after[name] ?? []).equals(before[name] ?? new Uint8Array(0)));
    expect(changed).toEqual(['docProps/core.xml']);
    expect(partText(after, 'docProps/core.xml')).toBe(String(files['docProps/core.xml']).replace('Planted Title Value', 'New'));
  });

  test('removes an entry that is set to an empty text', () => {
    const core = partText(unpackDocx(setDocx(source, { author: '' }).bytes), 'docProps/core.xml');
    expect(core).not.toContain('dc:creator');
    expect(core).toContain('Planted Title Value');
  });
});

describe('hostile DOCX', () => {
  const remove = (bytes: Uint8Array) => failureReason(() => removeDocx(bytes, { removeAuthors: false }));
  const withDocument = (xml: string) => makeDocx({ ...plainFiles(), 'word/document.xml': xml });

  test('tells each kind of bad file by its reason', () => {
    expect(remove(new Uint8Array(0))).toBe('empty_file');
    expect(remove(Buffer.from('%PDF-1.7'))).toBe('type_mismatch');
    expect(remove(source.subarray(0, source.length / 2))).toBe('corrupt_file');
    expect(remove(makeDocx({ a: 'b' }))).toBe('corrupt_file');
    const workbook = contentTypesXml({ 'word/document.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml' });
    expect(remove(makeDocx({ ...plainFiles(), '[Content_Types].xml': workbook }))).toBe('type_mismatch');
    expect(remove(makeDocx({ ...plainFiles(), '../../etc/passwd': 'x' }))).toBe('corrupt_file');
    expect(remove(withDocument('<w:document><w:body></w:document>'))).toBe('corrupt_file');
    expect(remove(withDocument(`${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`))).toBe('corrupt_file');
  });

  test('never resolves an entity', () => {
    expect(remove(withDocument('<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d>&x;</d>'))).toBe('corrupt_file');
    expect(remove(withDocument('<!DOCTYPE d [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]><d>&b;</d>'))).toBe('decompression_limit');
  });

  test('refuses what expands too far, before expanding it', () => {
    expect(remove(makeDocx({ ...plainFiles(), 'word/media/zeros.bin': new Uint8Array(40_000_000) }))).toBe('decompression_limit');
  });

  test('never fails but by a known reason, whatever the bytes', { tags: 'long' }, () => {
    const random = makeRandom(chooseSeed());
    let results = 0;
    const names = Object.keys(files);
    for (let round = 0; round < 600; round++) {
      const name = names[Math.floor(random() * names.length)] ?? '';
      const content = files[name] ?? '';
      // Half of the damage is inside a valid ZIP: otherwise the checksums would stop nearly all of it.
      const bytes = round % 2 === 0 ? damage(source, random) : makeDocx({ ...files, [name]: damage(Buffer.from(content), random) });
      for (const run of [() => readDocx(bytes), () => removeDocx(bytes, { removeAuthors: true }), () => setDocx(bytes, { title: 'x' })]) {
        try {
          run();
          results += 1;
        } catch (error) {
          if (!(error instanceof JobFailure) || error.reason === 'internal') throw error;
        }
      }
    }
    expect(results).toBeGreaterThan(50);
  });
});
