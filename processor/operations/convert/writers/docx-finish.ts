// The last steps on a package that the docx library has written: what it has no option for. Works on the text of the parts it made itself.

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

const DOCUMENT = 'word/document.xml';

export function finishDocx(bytes: Uint8Array): Uint8Array {
  const files = unzipSync(bytes);
  const part = files[DOCUMENT];
  if (part) files[DOCUMENT] = strToU8(endSectionsInText(strFromU8(part)));
  // Without the times of this machine, so that one document always gives the same bytes.
  return zipSync(files, { level: 6, mtime: new Date(1980, 0, 1) });
}

const BREAK = '<w:p><w:pPr><w:sectPr';
const BREAK_END = '</w:sectPr></w:pPr></w:p>';

/**
 * The library ends a section with an empty paragraph, which takes a line. The last paragraph of the section can say the same
 * (ISO/IEC 29500-1 17.6.18); behind a table the empty one must stay, and is made small.
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
