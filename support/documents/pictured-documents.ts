// Documents of each format that show two pictures: one of the caller's choice, under any name, and one that is as it says.

import { contentTypesXml, makeDocx, plainFiles, relationshipsXml } from './make-docx.ts';
import { makeOdt } from './make-odt.ts';

const inlinePicture = (id: string) =>
  '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="1828800" cy="1828800"/><wp:docPr id="1" name="p"/>' +
  '<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture">' +
  `<pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1828800" cy="1828800"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

/** @param name of the part in word/, without the extension of its type. */
export function picturedDocx(picture: Uint8Array, good: Uint8Array, name = 'media/image1.png'): Uint8Array {
  const types = contentTypesXml({
    'word/document.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    [`word/${name}`]: 'image/png',
  });
  return makeDocx({
    ...plainFiles(inlinePicture('rId1') + inlinePicture('rId2')),
    '[Content_Types].xml': types,
    'word/_rels/document.xml.rels': relationshipsXml([
      ['rId1', 'image', name],
      ['rId2', 'image', 'media/good.png'],
    ]),
    [`word/${name}`]: picture,
    'word/media/good.png': good,
  });
}

const frame = (inner: string) =>
  `<text:p><draw:frame svg:width="5cm" svg:height="5cm" text:anchor-type="as-char">${inner}</draw:frame></text:p>`;

export function picturedOdt(picture: Uint8Array, good: Uint8Array, name = 'Pictures/a.png'): Uint8Array {
  const shown = (path: string) => frame(`<draw:image xlink:href="${path}" xlink:type="simple"/>`);
  return makeOdt(shown(name) + shown('Pictures/good.png'), { [name]: picture, 'Pictures/good.png': good });
}

/** The bytes are in the text itself. */
export function innerOdt(picture: Uint8Array, good: Uint8Array): Uint8Array {
  const shown = (bytes: Uint8Array) =>
    frame(`<draw:image><office:binary-data>${Buffer.from(bytes).toString('base64')}</office:binary-data></draw:image>`);
  return makeOdt(shown(picture) + shown(good));
}

export function picturedRtf(picture: Uint8Array, good: Uint8Array, type = 'pngblip'): Uint8Array {
  const size = '\\picw5000\\pich5000\\picwgoal2880\\pichgoal2880';
  const shown = (blip: string, bytes: Uint8Array) => `{\\*\\shppict{\\pict\\${blip}${size} ${Buffer.from(bytes).toString('hex')}}}\\par `;
  return Buffer.from(`{\\rtf1\\ansi ${shown(type, picture)}${shown('pngblip', good)}}`);
}

/** The bytes are in the text unchanged. */
export function binaryRtf(picture: Uint8Array, good: Uint8Array): Uint8Array {
  const head = '{\\rtf1\\ansi {\\pict\\pngblip\\picwgoal2880\\pichgoal2880\\bin';
  return Buffer.concat([
    Buffer.from(`${head}${picture.length} `),
    picture,
    Buffer.from(`}\\par {\\pict\\pngblip\\picwgoal2880\\pichgoal2880\\bin${good.length} `),
    good,
    Buffer.from('}}'),
  ]);
}
