// The notes of a Word document (ISO/IEC 29500-1 17.11), written to a file beside the result until their part has its turn.

import type { Paragraph } from '../../../../document/model.ts';
import { closeParagraph, paragraphXml } from './paragraph.ts';
import { part } from './package.ts';
import type { PartContext } from './part-context.ts';

const MARK = '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>';

/** The lines above notes, which every such part has. */
const separator = (id: number, name: string): string =>
  `<w:footnote w:type="${name}" w:id="${id}"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:${name}/></w:r></w:p></w:footnote>`;

export const FOOTNOTES = {
  start: `${part('footnotes').start}${separator(-1, 'separator')}${separator(0, 'continuationSeparator')}`,
  end: part('footnotes').end,
} as const;

export function footnoteXml(number: number, paragraphs: readonly Paragraph[], context: PartContext): string {
  const inner = paragraphs.map((paragraph, index) => {
    const { properties, content } = paragraphXml(paragraph, context);
    return closeParagraph({ properties, content: index === 0 ? MARK + content : content });
  });
  return `<w:footnote w:id="${number}">${inner.length > 0 ? inner.join('') : `<w:p>${MARK}</w:p>`}</w:footnote>`;
}
