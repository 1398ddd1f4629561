// The styles of a Word document (ISO/IEC 29500-1 17.7): the usual look of its text and of its headings, so that paragraphs only hold what differs.

import type { DocumentLook, LineSpacing, Look } from '../../../../document/model.ts';
import { encodeXmlText } from '../../../../office/xml.ts';
import { halfPoints, hex } from './measures.ts';
import { part } from './package.ts';

export function stylesXml(look: DocumentLook): string {
  const type = `${fontsXml(look.family)}${sizeXml(look.size)}`;
  return [
    part('styles').start,
    `<w:docDefaults><w:rPrDefault><w:rPr>${type}</w:rPr></w:rPrDefault>`,
    `<w:pPrDefault><w:pPr>${NO_AUTO_SPACE}<w:spacing${lineAttributes(look.line)}/></w:pPr></w:pPrDefault></w:docDefaults>`,
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>',
    '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/><w:uiPriority w:val="1"/><w:semiHidden/><w:unhideWhenUsed/></w:style>',
    TABLE_NORMAL,
    ...look.headings.map(headingXml),
    '<w:style w:type="paragraph" w:styleId="ListParagraph"><w:name w:val="List Paragraph"/><w:basedOn w:val="Normal"/><w:qFormat/></w:style>',
    '<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:basedOn w:val="DefaultParagraphFont"/><w:uiPriority w:val="99"/><w:unhideWhenUsed/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style>',
    '<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:basedOn w:val="DefaultParagraphFont"/><w:uiPriority w:val="99"/><w:semiHidden/><w:unhideWhenUsed/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>',
    part('styles').end,
  ].join('');
}

/** Distances between Asian and Latin letters are those of the text itself. */
const NO_AUTO_SPACE = '<w:autoSpaceDE w:val="0"/><w:autoSpaceDN w:val="0"/>';
const TABLE_NORMAL =
  '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:uiPriority w:val="99"/><w:semiHidden/><w:unhideWhenUsed/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>';

function headingXml(look: Look, index: number): string {
  const type = `${fontsXml(look.family)}${toggleXml('b', look.bold)}${toggleXml('i', look.italic)}<w:color w:val="${hex(look.colour)}"/>${sizeXml(look.size)}`;
  return `<w:style w:type="paragraph" w:styleId="Heading${index + 1}"><w:name w:val="heading ${index + 1}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:outlineLvl w:val="${index}"/></w:pPr><w:rPr>${type}</w:rPr></w:style>`;
}

export function fontsXml(family: string): string {
  if (family === '') return '';
  const name = encodeXmlText(family);
  return `<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:eastAsia="${name}" w:cs="${name}"/>`;
}

export function sizeXml(points: number): string {
  const size = halfPoints(points);
  return `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`;
}

/** Bold or italic, of all scripts. */
export function toggleXml(name: 'b' | 'i', isOn: boolean): string {
  const value = isOn ? '' : ' w:val="0"';
  return `<w:${name}${value}/><w:${name}Cs${value}/>`;
}

export function lineAttributes({ rule, value }: LineSpacing): string {
  return ` w:line="${value}" w:lineRule="${rule === 'exact' ? 'exact' : 'auto'}"`;
}
