// Documents that lead a converter to files of its machine by every way that is open to them where nothing makes them safe: pictures that are
// SVG under another name, linked pictures, included text.

import { makeDocx, plainFiles, relationshipsXml } from './make-docx.ts';
import { makeOdt } from './make-odt.ts';

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const ODT = 'application/vnd.oasis.opendocument.text';

export interface Wanted {
  /** Absolute paths under which the picture may be; those that are not there do not matter. */
  readonly pictures: readonly string[];
  /** Absolute path of a text. */
  readonly text: string;
}

export interface PryingDocument {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Those that HTML names one by one. */
const HTML_PICTURES_MAX = 20;

/** Where a process may have the source of its job: by the path that a test knows, and blindly by the numbers of processes. */
export function picturesOfJobs(victim: string, pids: readonly number[], blind = 200): string[] {
  const all = new Set([...pids, ...Array.from({ length: blind }, (_, i) => i + 1)]);
  return [victim, ...[...all].flatMap((pid) => [`/proc/${pid}/cwd/source-0.png`, `/proc/${pid}/root${victim}`])];
}

export function pryingDocuments(wanted: Wanted): PryingDocument[] {
  const svg = svgOf(wanted.pictures);
  return [
    { name: 'docx', contentType: DOCX, bytes: docxWith(svg) },
    { name: 'odt', contentType: ODT, bytes: odtWith(svg, wanted) },
    { name: 'rtf', contentType: 'application/rtf', bytes: rtfWith(svg, wanted) },
    { name: 'html', contentType: 'text/html', bytes: htmlWith(wanted) },
  ];
}

/** Shows all of them, each on the whole of it. */
function svgOf(paths: readonly string[]): Buffer {
  const images = paths.map((path) => `<image width="200" height="200" xlink:href="file://${path}"/>`);
  const head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="200">';
  return Buffer.from(`<?xml version="1.0"?>${head}${images.join('')}</svg>`);
}

function docxWith(picture: Uint8Array): Buffer {
  const drawing =
    '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="1800000" cy="1800000"/><wp:docPr id="1" name="a"/>' +
    '<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="a"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="1800000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
  const files = plainFiles(drawing);
  const relations = { 'word/_rels/document.xml.rels': relationshipsXml([['rId1', 'image', 'media/i.png']]) };
  return Buffer.from(makeDocx({ ...files, ...relations, 'word/media/i.png': picture }));
}

function odtWith(picture: Uint8Array, { pictures, text }: Wanted): Buffer {
  const frame = (href: string) =>
    `<text:p><draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="${href}" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame></text:p>`;
  const section = `<text:section text:name="s"><text:section-source xlink:href="file://${text}"/><text:p>old</text:p></text:section>`;
  return Buffer.from(makeOdt(`${frame('Pictures/a.png')}${frame(`file://${pictures[0]}`)}${section}`, { 'Pictures/a.png': picture }));
}

function rtfWith(picture: Uint8Array, { text }: Wanted): Buffer {
  const pict = `{\\pict\\pngblip\\picwgoal3000\\pichgoal3000 ${Buffer.from(picture).toString('hex')}}`;
  const field = `{\\field{\\*\\fldinst INCLUDETEXT "file://${text}"}{\\fldrslt shown}}`;
  return Buffer.from(`{\\rtf1\\ansi ${pict}\\par ${field}\\par}`);
}

function htmlWith({ pictures }: Wanted): Buffer {
  const images = pictures.slice(0, HTML_PICTURES_MAX).map((path) => `<img width=200 height=200 src="file://${path}">`);
  return Buffer.from(`<html><body>${images.join('')}</body></html>`);
}
