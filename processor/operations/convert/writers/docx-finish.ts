// The last steps on a package that the docx library has written: what the library has no option for. Works on the text of the parts that it wrote.

import type { FontKind } from '../../../document/model.ts';
import { keepXmlCharacters } from '../../../office/xml.ts';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

const FONT_TABLE = 'word/fontTable.xml';
const DOCUMENT = 'word/document.xml';

export function finishDocx(bytes: Uint8Array, families: ReadonlyMap<string, FontKind>): Uint8Array {
  const files = unzipSync(bytes);
  const part = files[DOCUMENT];
  if (part) files[DOCUMENT] = strToU8(endSectionsInText(strFromU8(part)));
  files[FONT_TABLE] = strToU8(fontTable(families));
  // Without the times of this machine, so that one document always gives the same bytes.
  return zipSync(files, { level: 6, mtime: new Date(1980, 0, 1) });
}

const STAND_INS = {
  serif: { family: 'roman', pitch: 'variable', alternative: 'Times New Roman' },
  sans: { family: 'swiss', pitch: 'variable', alternative: 'Arial' },
  mono: { family: 'modern', pitch: 'fixed', alternative: 'Courier New' },
} as const;

/** The replacement for a family that is not installed (ISO/IEC 29500-1 17.8.3). */
function fontTable(families: ReadonlyMap<string, FontKind>): string {
  const fonts = [...families].map(([name, kind]) => {
    const { family, pitch, alternative } = STAND_INS[kind];
    const other = name === alternative ? '' : `<w:altName w:val="${alternative}"/>`;
    return `<w:font w:name="${escapeXml(keepXmlCharacters(name))}">${other}<w:family w:val="${family}"/><w:pitch w:val="${pitch}"/></w:font>`;
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:fonts xmlns:w="${NAMESPACE}">${fonts.join('')}</w:fonts>`;
}

const NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}

const BREAK = '<w:p><w:pPr><w:sectPr';
const BREAK_END = '</w:sectPr></w:pPr></w:p>';

/**
 * The library ends a section with an empty paragraph, which takes a line. The last paragraph of the section can hold the same properties
 * (ISO/IEC 29500-1 17.6.18); after a table the empty one must stay, and is made small.
 */
function endSectionsInText(xml: string): string {
  let text = xml;
  for (let at = text.indexOf(BREAK); at >= 0; at = text.indexOf(BREAK, at + 1)) {
    const end = text.indexOf(BREAK_END, at);
    if (end < 0) break;
    const section = text.slice(at + '<w:p><w:pPr>'.length, end + '</w:sectPr>'.length);
    const rest = text.slice(end + BREAK_END.length);
    const before = text.slice(0, at);
    const moved = before.endsWith('</w:p>') ? intoLastParagraph(before, section) : undefined;
    const small = `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/>${section}</w:pPr></w:p>`;
    text = (moved ?? before + small) + rest;
  }
  return text;
}

/** `xml` ends with a paragraph; sectPr is the last of its properties (CT_PPr). */
function intoLastParagraph(xml: string, section: string): string | undefined {
  const start = Math.max(xml.lastIndexOf('<w:p>'), xml.lastIndexOf('<w:p '));
  if (start < 0) return undefined;
  const tagEnd = xml.indexOf('>', start) + 1;
  const properties = '<w:pPr>';
  if (!xml.startsWith(properties, tagEnd)) return `${xml.slice(0, tagEnd)}${properties}${section}</w:pPr>${xml.slice(tagEnd)}`;
  const close = xml.indexOf('</w:pPr>', tagEnd);
  if (close < 0 || xml.slice(tagEnd, close).includes('<w:sectPr')) return undefined;
  return xml.slice(0, close) + section + xml.slice(close);
}
