// Word documents from nothing, packed and unpacked with fflate, so that the project's own ZIP code is judged by another.

import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';

export type Files = Record<string, string | Uint8Array>;

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export function relationshipsXml(rows: readonly (readonly [id: string, type: string, target: string, external?: boolean])[]): string {
  const one = ([id, type, target, external]: (typeof rows)[number]) =>
    `<Relationship Id="${id}" Type="${type.includes('://') ? type : `${R}/${type}`}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`;
  return `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.map(one).join('')}</Relationships>`;
}

export function contentTypesXml(overrides: Record<string, string>): string {
  const rows = Object.entries(overrides).map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`);
  const defaults = [
    'rels:application/vnd.openxmlformats-package.relationships+xml',
    'xml:application/xml',
    'jpg:image/jpeg',
    'png:image/png',
    'bin:application/octet-stream',
  ];
  const types = defaults.map((row) => `<Default Extension="${row.split(':')[0]}" ContentType="${row.slice(row.indexOf(':') + 1)}"/>`);
  return `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types.join('')}${rows.join('')}</Types>`;
}

export function documentXml(body: string): string {
  return `${HEAD}<w:document xmlns:w="${W}" xmlns:r="${R}"><w:body>${body}</w:body></w:document>`;
}

/** A document of three parts without any metadata. */
export function plainFiles(body = '<w:p><w:r><w:t>Hello world</w:t></w:r></w:p>'): Files {
  return {
    '[Content_Types].xml': contentTypesXml({ 'word/document.xml': `${MAIN}.document.main+xml` }),
    '_rels/.rels': relationshipsXml([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/document.xml': documentXml(body),
  };
}

/** A document with every kind of metadata that is looked for; the text is `Visible text`, `inserted` and a comment. */
export function richFiles(pictures: { readonly jpg: Uint8Array; readonly png: Uint8Array }): Files {
  const marks = 'w:rsidR="00A1B2C3" w:rsidRDefault="00A1B2C4"';
  return {
    '[Content_Types].xml': contentTypesXml({
      'word/document.xml': `${MAIN}.document.main+xml`,
      'word/settings.xml': `${MAIN}.settings+xml`,
      'word/comments.xml': `${MAIN}.comments+xml`,
      'word/people.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.people+xml',
      'docProps/core.xml': 'application/vnd.openxmlformats-package.core-properties+xml',
      'docProps/app.xml': 'application/vnd.openxmlformats-officedocument.extended-properties+xml',
      'docProps/custom.xml': 'application/vnd.openxmlformats-officedocument.custom-properties+xml',
    }),
    '_rels/.rels': relationshipsXml([
      ['rId1', 'officeDocument', 'word/document.xml'],
      ['rId2', 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties', 'docProps/core.xml'],
      ['rId3', 'extended-properties', 'docProps/app.xml'],
      ['rId4', 'custom-properties', 'docProps/custom.xml'],
      ['rId5', 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail', 'docProps/thumbnail.jpg'],
    ]),
    'docProps/core.xml':
      `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
      '<dc:title>Planted Title Value</dc:title><dc:creator>Planted Creator Person</dc:creator><cp:lastModifiedBy>Planted Modifier</cp:lastModifiedBy>' +
      '<dcterms:created xsi:type="dcterms:W3CDTF">2021-02-03T04:05:06Z</dcterms:created></cp:coreProperties>',
    'docProps/app.xml': `${HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Template>Planted Template.dotm</Template><TotalTime>77</TotalTime><Company>Planted Company Ltd</Company><Manager>Planted Manager</Manager><Application>Planted Office Program</Application></Properties>`,
    'docProps/custom.xml': `${HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="Client"><vt:lpwstr>Planted Client Number</vt:lpwstr></property></Properties>`,
    'docProps/thumbnail.jpg': pictures.jpg,
    'word/document.xml': documentXml(
      `<!-- Planted XML comment --><w:p ${marks}><w:r w:rsidRPr="00A1B2C5"><w:t>Visible text</w:t></w:r>` +
        '<w:ins w:id="1" w:author="Planted Reviser" w:date="2022-01-02T03:04:05Z"><w:r><w:t>inserted</w:t></w:r></w:ins></w:p>' +
        '<w:p><w:r><w:pict r:embed="rId3"/><w:pict r:embed="rId4"/></w:r></w:p><w:sectPr><w:printerSettings r:id="rId5"/></w:sectPr>',
    ),
    'word/_rels/document.xml.rels': relationshipsXml([
      ['rId1', 'settings', 'settings.xml'],
      ['rId2', 'comments', 'comments.xml'],
      ['rId3', 'image', 'media/image1.jpg'],
      ['rId4', 'image', 'media/image2.png'],
      ['rId5', 'printerSettings', 'printerSettings/printerSettings1.bin'],
      ['rId6', 'http://schemas.microsoft.com/office/2011/relationships/people', 'people.xml'],
    ]),
    'word/settings.xml':
      `${HEAD}<w:settings xmlns:w="${W}" xmlns:r="${R}" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"><w:zoom w:percent="88"/><w:attachedTemplate r:id="rId1"/>` +
      '<w:rsids><w:rsidRoot w:val="00A1B2C3"/><w:rsid w:val="00A1B2C4"/></w:rsids><w:docVars><w:docVar w:name="case" w:val="Planted Variable Value"/></w:docVars>' +
      '<w15:docId w15:val="{AAAAAAAA-0000-4000-8000-PLANTEDDOCID}"/></w:settings>',
    'word/_rels/settings.xml.rels': relationshipsXml([
      ['rId1', 'attachedTemplate', 'file:///C:/Users/planted.user/Templates/x.dotm', true],
    ]),
    'word/comments.xml': `${HEAD}<w:comments xmlns:w="${W}"><w:comment w:id="1" w:author="Planted Commenter" w:initials="PLC" w:date="2022-03-04T05:06:07Z"><w:p><w:r><w:t>a comment</w:t></w:r></w:p></w:comment></w:comments>`,
    'word/people.xml': `${HEAD}<w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"><w15:person w15:author="Planted Commenter"><w15:presenceInfo w15:providerId="AD" w15:userId="S::planted@example.com"/></w15:person></w15:people>`,
    'word/media/image1.jpg': pictures.jpg,
    'word/media/image2.png': pictures.png,
    'word/printerSettings/printerSettings1.bin': Buffer.from('Planted Printer On Host'),
    'word/forgotten.xml': '<old>Planted Orphan Value</old>',
  };
}

/** @param options Of fflate: dates, comments, extra fields. */
export function makeDocx(files: Files, options: { readonly comment?: string } = {}): Uint8Array {
  const entries: Zippable = {};
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    entries[name] = [bytes, { mtime: '2023-05-06T07:08:10', ...(options.comment === undefined ? {} : { comment: options.comment }) }];
  }
  return zipSync(entries);
}

export function unpackDocx(bytes: Uint8Array): Record<string, Uint8Array> {
  return unzipSync(bytes);
}

export function partText(files: Record<string, Uint8Array>, name: string): string {
  return strFromU8(files[name] ?? new Uint8Array(0));
}

/** The texts of all w:t elements, by a plain pattern. */
export function visibleTexts(xml: string): string[] {
  return [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map((match) => match[1] ?? '');
}
