// Paragraphs, runs and pictures of the model → WordprocessingML (ISO/IEC 29500-1 17.3), elements in the order of the schema. Properties of styles are
// not repeated.

import { exactly, lineSpacingOf } from '../../../../document/build/line-spacing.ts';
import type { Alignment, DocumentLook, FilledBox, Image, PagePlace, Paragraph, Run, TabStop } from '../../../../document/model.ts';
import { encodeXmlText } from '../../../../office/xml.ts';
import { drawingXml } from './drawing.ts';
import { hangingOf, hex, shadingXml, twips } from './measures.ts';
import type { PartContext } from './part-context.ts';
import { shapesXml, textBoxXml } from './shapes.ts';
import { fontsXml, lineAttributes, sizeXml, toggleXml } from './styles.ts';

/** A paragraph whose properties can still grow: the last one of a section holds the section's. */
export interface ParagraphXml {
  readonly properties: string;
  readonly content: string;
}

/** What the place of a paragraph adds to it. */
export interface Around {
  /** Points to a table that follows. */
  readonly spaceAfter: number;
  /** Pictures that its text flows around. */
  readonly floats: readonly Image[];
  /** Nothing is between it and the top of its cell. */
  readonly atTop?: boolean;
}

const ALONE: Around = { spaceAfter: 0, floats: [] };
const HEADINGS = 6;
/** Word's left is the start of a paragraph, as the model's. */
const SIDES: Readonly<Record<Alignment, string>> = { left: 'left', centre: 'center', right: 'right', justified: 'both' };
const COLUMN_BREAK = '<w:r><w:br w:type="column"/></w:r>';

/** @param section the properties of the section that ends with it */
export function closeParagraph({ properties, content }: ParagraphXml, section = ''): string {
  const all = properties + section;
  return all === '' ? `<w:p>${content}</w:p>` : `<w:p><w:pPr>${all}</w:pPr>${content}</w:p>`;
}

export function paragraphXml(paragraph: Paragraph, context: PartContext, around: Around = ALONE): ParagraphXml {
  const { heading, list, breakBefore, alignment, rtl, bookmarks } = paragraph;
  const style = heading === undefined ? list && 'ListParagraph' : `Heading${Math.min(HEADINGS, heading)}`;
  const properties = [
    style ? `<w:pStyle w:val="${style}"/>` : '',
    pageBreakXml(breakBefore),
    frameXml(paragraph.place),
    list ? `<w:numPr><w:ilvl w:val="${list.level}"/><w:numId w:val="${context.numbering.idOf(list, paragraph)}"/></w:numPr>` : '',
    shadingXml(paragraph.shading),
    paragraph.tabs ? tabsXml(paragraph.tabs) : '',
    paragraph.scriptGaps ? '<w:autoSpaceDE/><w:autoSpaceDN/>' : '',
    rtl ? '<w:bidi/>' : '',
    spacingXml(paragraph, context.look, around),
    indentXml(paragraph),
    alignment === 'left' ? '' : `<w:jc w:val="${SIDES[alignment]}"/>`,
    list ? labelTypeXml(paragraph, context.look) : '',
  ];
  const content = [
    breakBefore === 'column' ? COLUMN_BREAK : '',
    ...around.floats.map((image) => pictureXml(image, context)),
    ...(bookmarks ?? []).map((name) => bookmarkXml(name, context)),
    runsXml(paragraph.runs, context, heading),
  ];
  return { properties: properties.join(''), content: content.join('') };
}

/** An item whose label is text, where it is known. */
export function withTypedLabel(item: Paragraph): Paragraph {
  const { list, ...paragraph } = item;
  const [first] = paragraph.runs;
  if (!list?.label || !first) return item;
  const { text, family, ...look } = list.label;
  const label: Run = { ...look, text: `${text}\t`, family: family === '' ? first.family : family, underline: false, strike: false };
  return { ...paragraph, runs: [label, ...paragraph.runs] };
}

/** The label of an item looks as the mark of its paragraph: bold and slanted where all of its text is. */
function labelTypeXml({ runs, heading }: Paragraph, look: DocumentLook): string {
  const [first] = runs;
  if (!first) return '';
  const { text, family, size, colour } = first;
  const [bold, italic] = [runs.every((run) => run.bold), runs.every((run) => run.italic)];
  const type = typeXml({ text, family, size, colour, bold, italic, underline: false, strike: false }, look, heading);
  return type === '' ? '' : `<w:rPr>${type}</w:rPr>`;
}

/** A picture in a line of its own, which is as high as the picture. */
export function pictureParagraph(image: Image, context: PartContext, spaceAfter = 0, atTop = false): ParagraphXml {
  const before = atTop ? 0 : image.spaceBefore;
  const properties = [
    pageBreakXml(image.breakBefore),
    `<w:spacing w:before="${twips(before)}" w:after="${twips(spaceAfter)}" w:line="240" w:lineRule="auto"/>`,
    image.indentLeft > 0 ? `<w:ind w:start="${twips(image.indentLeft)}"/>` : '',
    image.alignment === 'left' ? '' : `<w:jc w:val="${SIDES[image.alignment]}"/>`,
    '<w:rPr><w:sz w:val="2"/><w:szCs w:val="2"/></w:rPr>',
  ];
  const content = `${image.breakBefore === 'column' ? COLUMN_BREAK : ''}${pictureXml(image, context)}`;
  return { properties: properties.join(''), content };
}

/** A paragraph that only holds what has a place on its page. */
export function anchorParagraph({ images, shapes, boxed }: Anchored, context: PartContext): ParagraphXml {
  const { properties } = spacer(1);
  const lastUpTo = (over: number) => images.findLastIndex(({ float }) => float?.object !== undefined && float.object <= over);
  const above = (at: number) => shapes.filter(({ over }) => (over === undefined ? -1 : lastUpTo(over)) === at);
  const drawn = [shapesXml(above(-1), context)];
  for (const [at, image] of images.entries()) drawn.push(pictureXml(image, context), shapesXml(above(at), context));
  return { properties, content: drawn.join('') + boxed.map((paragraph) => boxedXml(paragraph, context)).join('') };
}

interface Anchored {
  readonly images: readonly Image[];
  readonly shapes: readonly FilledBox[];
  /** With places. */
  readonly boxed: readonly Paragraph[];
}

function boxedXml({ place, boxed, ...paragraph }: Paragraph, context: PartContext): string {
  if (!place || !boxed) return '';
  return textBoxXml(closeParagraph(paragraphXml(paragraph, context)), place, boxed, context);
}

/** A text frame (17.3.1.11); what is around it does not give way. */
function frameXml(place: PagePlace | undefined): string {
  if (!place) return '';
  const { left, top, width, height } = place;
  const size = `w:w="${twips(width)}" w:h="${twips(height)}" w:hRule="atLeast"`;
  return `<w:framePr ${size} w:wrap="through" w:vAnchor="page" w:hAnchor="page" w:x="${twips(left)}" w:y="${twips(top)}"/>`;
}

/** A paragraph that only holds a distance, where Word has no other place for it: before tables and at the end of cells. */
export function spacer(points: number, breakBefore?: 'page' | 'column'): ParagraphXml {
  const line = Math.max(20, twips(points));
  return {
    properties: `${pageBreakXml(breakBefore)}<w:spacing w:before="0" w:after="0" w:line="${line}" w:lineRule="exact"/>`,
    content: breakBefore === 'column' ? COLUMN_BREAK : '',
  };
}

function pageBreakXml(breakBefore: Paragraph['breakBefore']): string {
  return breakBefore === 'page' ? '<w:pageBreakBefore/>' : '';
}

function tabsXml(tabs: readonly TabStop[]): string {
  const stops = tabs.map(
    ({ at, right, leader }) =>
      `<w:tab w:val="${right ? 'right' : 'left'}"${leader === undefined ? '' : ' w:leader="dot"'} w:pos="${twips(at)}"/>`,
  );
  return `<w:tabs>${stops.join('')}</w:tabs>`;
}

function spacingXml(paragraph: Paragraph, look: DocumentLook, { spaceAfter, atTop }: Around): string {
  const line = paragraph.exactLines ? exactly(paragraph.lineHeight) : lineSpacingOf(paragraph);
  const before = atTop ? 0 : paragraph.spaceBefore;
  const attributes = [
    before > 0 ? ` w:before="${twips(before)}"` : '',
    spaceAfter > 0 ? ` w:after="${twips(spaceAfter)}"` : '',
    line.rule === look.line.rule && line.value === look.line.value ? '' : lineAttributes(line),
  ].join('');
  return attributes === '' ? '' : `<w:spacing${attributes}/>`;
}

function indentXml({ list, indentLeft, indentRight, indentFirst }: Paragraph): string {
  // An item states both, or those of its list's level would hold.
  if (list) return `<w:ind w:start="${twips(indentLeft)}"${hangingOf(indentFirst)}/>`;
  const attributes = [
    indentLeft === 0 ? '' : ` w:start="${twips(indentLeft)}"`,
    indentRight === 0 ? '' : ` w:end="${twips(indentRight)}"`,
    indentFirst === 0 ? '' : hangingOf(indentFirst),
  ].join('');
  return attributes === '' ? '' : `<w:ind${attributes}/>`;
}

function bookmarkXml(name: string, { nextId }: PartContext): string {
  const id = nextId();
  return `<w:bookmarkStart w:id="${id}" w:name="${encodeXmlText(name)}"/><w:bookmarkEnd w:id="${id}"/>`;
}

function pictureXml(image: Image, context: PartContext): string {
  return linkXml(image.link, drawingXml(image, context), context);
}

function linkXml(link: string | undefined, content: string, { relationships }: PartContext): string {
  if (link === undefined) return content;
  const target = link.startsWith('#') ? `w:anchor="${encodeXmlText(link.slice(1))}"` : `r:id="${relationships.link(link)}"`;
  return `<w:hyperlink ${target} w:history="1">${content}</w:hyperlink>`;
}

function runsXml(runs: readonly Run[], context: PartContext, heading: number | undefined): string {
  let xml = '';
  for (let index = 0; index < runs.length;) {
    const { link } = runs[index] ?? {};
    let inner = '';
    for (let run = runs[index]; run && run.link === link; run = runs[++index]) inner += runXml(run, context.look, heading);
    xml += linkXml(link, inner, context);
  }
  return xml;
}

function runXml(run: Run, look: DocumentLook, heading: number | undefined): string {
  if (run.footnote !== undefined)
    return `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="${run.footnote}"/></w:r>`;
  const type = typeXml(run, look, heading);
  const properties = type === '' ? '' : `<w:rPr>${type}</w:rPr>`;
  if (run.field) return fieldXml(run, properties);
  const text = textXml(run.text);
  return text === '' ? '' : `<w:r>${properties}${text}</w:r>`;
}

/** What differs from the style of the paragraph. */
function typeXml(run: Run, look: DocumentLook, heading: number | undefined): string {
  const style = heading === undefined ? undefined : look.headings[heading - 1];
  const base = style ?? look;
  const isLink = run.link !== undefined;
  const outward = isLink && !run.link.startsWith('#');
  return [
    // Word's own style for links: LibreOffice keeps a link in a PDF only with it.
    outward ? '<w:rStyle w:val="Hyperlink"/>' : '',
    run.family === base.family ? '' : fontsXml(run.family),
    run.bold === (style?.bold ?? false) ? '' : toggleXml('b', run.bold),
    run.italic === (style?.italic ?? false) ? '' : toggleXml('i', run.italic),
    run.strike ? '<w:strike/>' : '',
    // Links look as they do in the source, whatever a program has for their style.
    !isLink && run.colour === (style?.colour ?? 0) ? '' : `<w:color w:val="${hex(run.colour)}"/>`,
    run.letterSpacing === undefined ? '' : `<w:spacing w:val="${twips(run.letterSpacing)}"/>`,
    run.scale === undefined ? '' : `<w:w w:val="${Math.round(run.scale * 100)}"/>`,
    run.rise === undefined ? '' : `<w:position w:val="${Math.round(run.rise * 2)}"/>`,
    run.size === base.size ? '' : sizeXml(run.size),
    run.underline ? '<w:u w:val="single"/>' : isLink ? '<w:u w:val="none"/>' : '',
    shadingXml(run.highlight),
    run.script === undefined || run.rise !== undefined
      ? ''
      : `<w:vertAlign w:val="${run.script === 'super' ? 'superscript' : 'subscript'}"/>`,
    /[\u0590-\u08ff]/.test(run.text) ? '<w:rtl/>' : '',
  ].join('');
}

/** The number is counted where the document is shown; what follows it in the run is text. */
function fieldXml({ field, text }: Run, properties: string): string {
  const rest = textXml(text.replace(/^\d+/, ''));
  const pieces = [
    '<w:fldChar w:fldCharType="begin"/>',
    `<w:instrText xml:space="preserve">${field === 'page' ? 'PAGE' : 'NUMPAGES'}</w:instrText>`,
    '<w:fldChar w:fldCharType="separate"/>',
    '<w:fldChar w:fldCharType="end"/>',
    ...(rest === '' ? [] : [rest]),
  ];
  return pieces.map((piece) => `<w:r>${properties}${piece}</w:r>`).join('');
}

const MARKS: ReadonlyMap<string, string> = new Map([
  ['\t', '<w:tab/>'],
  ['\u00ad', '<w:softHyphen/>'],
  ['\n', '<w:br/>'],
]);

function textXml(text: string): string {
  const pieces = text.split(/([\t\u00ad\n])/);
  return pieces
    .map((piece) => MARKS.get(piece) ?? (piece === '' ? '' : `<w:t xml:space="preserve">${encodeXmlText(piece)}</w:t>`))
    .join('');
}
