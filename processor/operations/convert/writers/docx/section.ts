// The properties of a section (ISO/IEC 29500-1 17.6): its page, columns, headers and footers.

import type { Block, SectionHead } from '../../../../document/model.ts';
import { twips } from './measures.ts';
import type { RunningParts } from './running.ts';

export function sectionXml(section: SectionHead, running: RunningParts): string {
  const { margins, bareFirstPage, header, footer, columns } = section;
  const hasTitlePage = (header.length > 0 && bareFirstPage.header) || (footer.length > 0 && bareFirstPage.footer);
  const reference = (kind: 'header' | 'footer', page: 'default' | 'first', blocks: readonly Block[]): string =>
    `<w:${kind}Reference w:type="${page}" r:id="${running.idOf(kind, blocks)}"/>`;
  const size = [twips(section.pageWidth), twips(section.pageHeight)] as const;
  return [
    '<w:sectPr>',
    header.length > 0 || running.has('header') ? reference('header', 'default', header) : '',
    hasTitlePage ? reference('header', 'first', bareFirstPage.header ? [] : header) : '',
    footer.length > 0 || running.has('footer') ? reference('footer', 'default', footer) : '',
    hasTitlePage ? reference('footer', 'first', bareFirstPage.footer ? [] : footer) : '',
    `<w:type w:val="${section.newPage ? 'nextPage' : 'continuous'}"/>`,
    `<w:pgSz w:w="${size[0]}" w:h="${size[1]}"${size[0] > size[1] ? ' w:orient="landscape"' : ''}/>`,
    `<w:pgMar w:top="${twips(margins.top)}" w:right="${twips(margins.right)}" w:bottom="${twips(margins.bottom)}" w:left="${twips(margins.left)}"`,
    ` w:header="${twips(section.headerDistance)}" w:footer="${twips(section.footerDistance)}" w:gutter="0"/>`,
    section.numberStart === undefined ? '' : `<w:pgNumType w:start="${section.numberStart}"/>`,
    columns > 1 ? `<w:cols w:num="${columns}" w:space="${twips(section.columnGap)}" w:equalWidth="1"/>` : '',
    hasTitlePage ? '<w:titlePg/>' : '',
    '</w:sectPr>',
  ].join('');
}
