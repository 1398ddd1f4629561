// Office documents, pages and texts that read, fetch, loop or swell.

import { contentTypesXml, documentXml, makeDocx, plainFiles, relationshipsXml } from '../../support/documents/make-docx.ts';
import type { HostileFile } from './hostile-file.ts';
import { flatPng } from './hostile-pictures.ts';
import { type Repeated, zipOf } from './repeated.ts';

const MIB = 1024 * 1024;
const CLOSED = 'http://127.0.0.1:9';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const PICTURE = 'http://schemas.openxmlformats.org/drawingml/2006/picture';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const INLINE = 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing';

const paragraph = (run: string) => `<w:p><w:r>${run}</w:r></w:p>`;
const field = (instruction: string) =>
  `<w:p><w:fldSimple w:instr="${instruction.replaceAll('"', '&quot;')}"><w:r><w:t>field</w:t></w:r></w:fldSimple></w:p>`;

/** @param reference `r:embed="…"` or `r:link="…"` */
const drawing = (reference: string) =>
  paragraph(
    `<w:drawing><wp:inline xmlns:wp="${INLINE}"><wp:extent cx="800000" cy="800000"/><wp:docPr id="1" name="a"/>` +
      `<a:graphic xmlns:a="${DRAWING}"><a:graphicData uri="${PICTURE}"><pic:pic xmlns:pic="${PICTURE}"><pic:nvPicPr><pic:cNvPr id="1" name="a"/>` +
      `<pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ${reference}/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic>` +
      '</wp:inline></w:drawing>',
  );

/** A document type that declares these entities, and a text made of one. */
function withEntities(declarations: string, entity: string): Uint8Array {
  const document = documentXml(paragraph(`<w:t>&${entity};</w:t>`)).replace(
    '<w:document',
    `<!DOCTYPE w:document [${declarations}]><w:document`,
  );
  return makeDocx({ ...plainFiles(), 'word/document.xml': document });
}

const laughs = Array.from({ length: 10 }, (_, level) => `<!ENTITY h${level + 1} "${`&h${level};`.repeat(10)}">`).join('');

function remoteTemplate(): Uint8Array {
  const namespaces = /xmlns:w="[^"]+" xmlns:r="[^"]+"/.exec(documentXml(''))?.[0] ?? '';
  return makeDocx({
    ...plainFiles(),
    '[Content_Types].xml': contentTypesXml({
      'word/document.xml': `${MAIN}.document.main+xml`,
      'word/settings.xml': `${MAIN}.settings+xml`,
    }),
    'word/_rels/document.xml.rels': relationshipsXml([['rId1', 'settings', 'settings.xml']]),
    'word/settings.xml': `<w:settings ${namespaces}><w:attachedTemplate r:id="rId1"/></w:settings>`,
    'word/_rels/settings.xml.rels': relationshipsXml([['rId1', 'attachedTemplate', `${CLOSED}/t.dotm`, true]]),
  });
}

function pictureDocx(reference: string, target: string, further: Record<string, Uint8Array> = {}): Uint8Array {
  const rows = relationshipsXml([['rId7', 'image', target, target.includes(':')]]);
  return makeDocx({ ...plainFiles(drawing(reference)), 'word/_rels/document.xml.rels': rows, ...further });
}

function zipBomb(): Buffer {
  const files = plainFiles(paragraph('<w:t>|</w:t>'));
  const [before = '', after = ''] = String(files['word/document.xml']).split('|');
  return zipOf(
    Object.entries(files).map(([name, text]): { name: string; content: Repeated } => ({
      name,
      content: name === 'word/document.xml' ? { before, unit: 'A'.repeat(MIB), count: 1024, after } : { unit: String(text), count: 1 },
    })),
  );
}

/** One compressed part that the directory lists under 400 names. */
function overlappingZip(): Buffer {
  const names = Array.from({ length: 400 }, (_, index) => `part${index}`);
  return zipOf([{ name: 'part0', content: { unit: new Uint8Array(MIB), count: 50 } }], names.slice(1));
}

const ssrf = `<html><head><link rel="stylesheet" href="${CLOSED}/a.css">
<style>@import url("file:///etc/passwd"); body { background: url("${CLOSED}/b.png") }</style></head>
<body><p>requests</p><img src="http://169.254.169.254/latest/meta-data/"><img src="file:///etc/passwd">
<iframe src="file:///etc/passwd"></iframe><object data="file:///etc/passwd"></object><script>fetch("${CLOSED}/c")</script></body></html>
`;

export const hostileDocuments: readonly HostileFile[] = [
  {
    name: 'xxe.docx',
    tags: 'xxe',
    outcome: 'must-not-read',
    make: () => withEntities('<!ENTITY file SYSTEM "file:///etc/passwd">', 'file'),
  },
  { name: 'billion-laughs.docx', tags: 'bomb;xml', outcome: 'limit', make: () => withEntities(`<!ENTITY h0 "ha">${laughs}`, 'h10') },
  {
    name: 'external-image.docx',
    tags: 'ssrf',
    outcome: 'must-not-fetch',
    make: () => pictureDocx('r:link="rId7"', `${CLOSED}/picture.png`),
  },
  { name: 'remote-template.docx', tags: 'ssrf', outcome: 'must-not-fetch', make: remoteTemplate },
  {
    name: 'includetext-lfi.docx',
    tags: 'lfi;ssrf',
    outcome: 'must-not-read',
    make: () => makeDocx(plainFiles(field('INCLUDETEXT "/etc/passwd"') + field(`INCLUDEPICTURE "${CLOSED}/p.png" \\d`))),
  },
  { name: 'zip-bomb-1g.docx', tags: 'bomb;zip', outcome: 'limit', make: zipBomb },
  { name: 'zip-overlap-20g.docx', tags: 'bomb;zip', outcome: 'limit', make: overlappingZip },
  {
    name: 'page-breaks-20k.docx',
    tags: 'bomb;pages',
    outcome: 'limit',
    make: () => makeDocx(plainFiles(paragraph('<w:t>p</w:t><w:br w:type="page"/>').repeat(20_000))),
  },
  {
    name: 'huge-image.docx',
    tags: 'bomb;image',
    outcome: 'limit',
    make: () => pictureDocx('r:embed="rId7"', 'media/a.png', { 'word/media/a.png': flatPng(60_000) }),
  },
  { name: 'ssrf.html', tags: 'ssrf;lfi', outcome: 'must-not-fetch', make: () => ssrf },
  { name: 'deep-div-200k.html', tags: 'deep', outcome: 'limit', make: () => `${'<div>'.repeat(200_000)}deep${'</div>'.repeat(200_000)}` },
  {
    name: 'meta-refresh.html',
    tags: 'lfi',
    outcome: 'must-not-read',
    make: () => '<meta http-equiv="refresh" content="0; url=file:///etc/passwd"><p>elsewhere</p>\n',
  },
  {
    name: 'huge-css-page.html',
    tags: 'geometry',
    outcome: 'limit',
    make: () => '<style>@page { size: 100000cm 100000cm }</style><div style="height: 99999999px">tall</div>\n',
  },
  { name: 'utf16le-bom.txt', tags: 'encoding', outcome: 'ok', make: () => Buffer.from('\ufeffGrüße 你好\n', 'utf16le') },
  {
    name: 'bidi-override.txt',
    tags: 'bidi',
    outcome: 'ok',
    make: () => 'invoice\u202Efdp.exe\u2066 isolated\u2069 zero\u200b\u200d-width\n',
  },
  { name: 'form-feeds-100k.txt', tags: 'bomb;pages', outcome: 'limit', make: () => 'p\f'.repeat(100_000) },
  { name: 'zalgo.txt', tags: 'text', outcome: 'ok', make: () => `Z${'\u0300\u0316'.repeat(250)}\n`.repeat(500) },
];
