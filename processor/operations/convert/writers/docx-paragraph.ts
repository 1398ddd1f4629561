// Paragraphs, runs and pictures of the model → those of a Word document. Properties of styles are not repeated.

import {
  AlignmentType,
  Bookmark,
  ColumnBreak,
  ExternalHyperlink,
  FootnoteReferenceRun,
  HeadingLevel,
  HorizontalPositionRelativeFrom,
  ImageRun,
  InternalHyperlink,
  LeaderType,
  LineRuleType,
  PageNumber,
  Paragraph as DocxParagraph,
  type ParagraphChild,
  ShadingType,
  Tab,
  TabStopType,
  TextRun,
  TextWrappingType,
  VerticalPositionRelativeFrom,
} from 'docx';
import { keepXmlCharacters } from '../../../office/xml.ts';
import type { Alignment, DocumentLook, Image, Paragraph, Run } from '../../../document/model.ts';
import { listReference } from './docx-numbering.ts';
import { lineSpacingOf } from '../../../document/build/line-spacing.ts';

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

const ALIGNMENTS: Readonly<Record<Alignment, (typeof AlignmentType)[keyof typeof AlignmentType]>> = {
  left: AlignmentType.LEFT,
  centre: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
  justified: AlignmentType.JUSTIFIED,
};

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

export function paragraphOf(paragraph: Paragraph, look: DocumentLook, around: Around = ALONE): DocxParagraph {
  const { heading, list, breakBefore } = paragraph;
  const indent = list
    ? { start: twips(paragraph.indentLeft), hanging: twips(-paragraph.indentFirst) }
    : {
        ...(paragraph.indentLeft > 0 ? { start: twips(paragraph.indentLeft) } : {}),
        ...(paragraph.indentRight > 0 ? { end: twips(paragraph.indentRight) } : {}),
        ...(paragraph.indentFirst > 0 ? { firstLine: twips(paragraph.indentFirst) } : {}),
        ...(paragraph.indentFirst < 0 ? { hanging: twips(-paragraph.indentFirst) } : {}),
      };
  const line = lineSpacingOf(paragraph);
  const before = around.atTop ? 0 : paragraph.spaceBefore;
  const spacing = {
    ...(before > 0 ? { before: twips(before) } : {}),
    ...(around.spaceAfter > 0 ? { after: twips(around.spaceAfter) } : {}),
    ...(line.rule === look.line.rule && line.value === look.line.value ? {} : docxSpacing(line)),
  };
  const marks = (paragraph.bookmarks ?? []).map((id) => new Bookmark({ id, children: [] }));
  return new DocxParagraph({
    ...(heading === undefined ? {} : { heading: HEADINGS[Math.min(5, heading - 1)] ?? HeadingLevel.HEADING_6 }),
    ...(breakBefore === 'page' ? { pageBreakBefore: true } : {}),
    ...(paragraph.alignment === 'left' ? {} : { alignment: sideOf(paragraph) }),
    ...(paragraph.rtl ? { bidirectional: true } : {}),
    ...(Object.keys(indent).length > 0 ? { indent } : {}),
    ...(Object.keys(spacing).length > 0 ? { spacing } : {}),
    ...(paragraph.shading === undefined ? {} : { shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(paragraph.shading) } }),
    ...(list ? { numbering: { reference: listReference(list), level: list.level } } : {}),
    ...(paragraph.tabs
      ? {
          tabStops: paragraph.tabs.map(({ at, right, leader }) => ({
            type: right ? TabStopType.RIGHT : TabStopType.LEFT,
            position: twips(at),
            ...(leader === undefined ? {} : { leader: LeaderType.DOT }),
          })),
        }
      : {}),
    children: [
      ...(breakBefore === 'column' ? [columnBreak()] : []),
      ...around.floats.map((image) => linked(image.link, imageOf(image))),
      ...marks,
      ...childrenOf(paragraph.runs, look, heading),
    ],
  });
}

/** A picture in a line of its own, which is as high as the picture. */
export function pictureParagraph(image: Image, spaceAfter = 0, atTop = false): DocxParagraph {
  const before = atTop ? 0 : image.spaceBefore;
  return new DocxParagraph({
    ...(image.breakBefore === 'page' ? { pageBreakBefore: true } : {}),
    ...(image.alignment === 'left' ? {} : { alignment: ALIGNMENTS[image.alignment] }),
    ...(image.indentLeft > 0 ? { indent: { start: twips(image.indentLeft) } } : {}),
    spacing: { before: twips(before), after: twips(spaceAfter), line: 240, lineRule: LineRuleType.AUTO },
    run: { size: 2 },
    children: [...(image.breakBefore === 'column' ? [columnBreak()] : []), linked(image.link, imageOf(image))],
  });
}

/** A paragraph that only holds a distance, where Word has no other place for it: before tables and at the end of cells. */
export function spacer(points: number, breakBefore?: 'page' | 'column'): DocxParagraph {
  return new DocxParagraph({
    ...(breakBefore === 'page' ? { pageBreakBefore: true } : {}),
    spacing: { before: 0, after: 0, line: Math.max(20, twips(points)), lineRule: LineRuleType.EXACT },
    ...(breakBefore === 'column' ? { children: [columnBreak()] } : {}),
  });
}

export function docxSpacing({ rule, value }: DocumentLook['line']) {
  return { line: value, lineRule: rule === 'exact' ? LineRuleType.EXACT : LineRuleType.AUTO };
}

function columnBreak(): ParagraphChild {
  return new ColumnBreak();
}

/** In a right-to-left paragraph, Word's left is its start. */
function sideOf({ alignment, rtl }: Paragraph): (typeof AlignmentType)[keyof typeof AlignmentType] {
  return rtl && alignment === 'right' ? AlignmentType.LEFT : ALIGNMENTS[alignment];
}

function childrenOf(runs: readonly Run[], look: DocumentLook, heading: number | undefined): ParagraphChild[] {
  const children: ParagraphChild[] = [];
  for (let index = 0; index < runs.length;) {
    const { link } = runs[index] ?? {};
    let end = index + 1;
    while (end < runs.length && runs[end]?.link === link) end++;
    const inner = runs.slice(index, end).map((run) => runOf(run, look, heading));
    if (link === undefined) children.push(...inner);
    else if (link.startsWith('#')) children.push(new InternalHyperlink({ anchor: link.slice(1), children: inner }));
    else children.push(new ExternalHyperlink({ link, children: inner }));
    index = end;
  }
  return children;
}

function runOf(run: Run, look: DocumentLook, heading: number | undefined): ParagraphChild {
  if (run.footnote !== undefined) return new FootnoteReferenceRun(run.footnote);
  const base = heading === undefined ? look : (look.headings[heading - 1] ?? look);
  const same = heading === undefined ? undefined : look.headings[heading - 1];
  const outward = run.link !== undefined && !run.link.startsWith('#');
  const options = {
    ...(run.family === base.family ? {} : { font: run.family }),
    ...(run.size === base.size ? {} : { size: halfPoints(run.size) }),
    ...(run.bold === (same?.bold ?? false) ? {} : { bold: run.bold }),
    ...(run.italic === (same?.italic ?? false) ? {} : { italics: run.italic }),
    // Word's own style for links: LibreOffice keeps a link in a PDF only with it.
    ...(outward ? { style: 'Hyperlink' } : {}),
    ...(run.underline && !outward ? { underline: {} } : {}),
    ...(run.strike ? { strike: true } : {}),
    ...(run.colour === (same?.colour ?? 0) || outward ? {} : { color: hex(run.colour) }),
    ...(run.highlight === undefined ? {} : { shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(run.highlight) } }),
    ...(run.script === 'super' ? { superScript: true } : {}),
    ...(run.script === 'sub' ? { subScript: true } : {}),
    ...(/[\u0590-\u08ff]/.test(run.text) ? { rightToLeft: true } : {}),
  };
  if (run.field)
    return new TextRun({
      ...options,
      children: [run.field === 'page' ? PageNumber.CURRENT : PageNumber.TOTAL_PAGES, run.text.replace(/^\d+/, '')],
    });
  return new TextRun({ ...options, children: textOf(run.text) });
}

function textOf(text: string): (string | Tab)[] {
  return keepXmlCharacters(text)
    .split('\t')
    .flatMap((part, index) => [...(index === 0 ? [] : [new Tab()]), ...(part === '' ? [] : [part])]);
}

function linked(link: string | undefined, child: ParagraphChild): ParagraphChild {
  if (link === undefined) return child;
  return link.startsWith('#')
    ? new InternalHyperlink({ anchor: link.slice(1), children: [child] })
    : new ExternalHyperlink({ link, children: [child] });
}

const EMU_PER_POINT = 12_700;
/** Points between a picture and the text around it. */
const FLOAT_GAP = 6;

function imageOf(image: Image): ImageRun {
  const pixels = (points: number) => Math.max(1, (points * 96) / 72);
  const { float } = image;
  return new ImageRun({
    type: image.type,
    data: image.bytes,
    transformation: { width: pixels(image.width), height: pixels(image.height) },
    ...(float
      ? {
          floating: {
            horizontalPosition: {
              relative: float.from === 'page' ? HorizontalPositionRelativeFrom.PAGE : HorizontalPositionRelativeFrom.COLUMN,
              offset: Math.round(float.left * EMU_PER_POINT),
            },
            verticalPosition: {
              relative: float.from === 'page' ? VerticalPositionRelativeFrom.PAGE : VerticalPositionRelativeFrom.PARAGRAPH,
              offset: Math.round(float.top * EMU_PER_POINT),
            },
            ...(float.from === 'page'
              ? { behindDocument: true, wrap: { type: TextWrappingType.NONE } }
              : {
                  wrap: { type: TextWrappingType.SQUARE },
                  margins: { left: FLOAT_GAP * EMU_PER_POINT, right: FLOAT_GAP * EMU_PER_POINT },
                }),
          },
        }
      : {}),
    ...(image.alternative === undefined
      ? {}
      : { altText: { name: 'Picture', title: '', description: keepXmlCharacters(image.alternative) } }),
  });
}

export function twips(points: number): number {
  return Math.round(points * 20);
}

export function halfPoints(points: number): number {
  return Math.max(2, Math.round(points * 2));
}

export function hex(colour: number): string {
  return colour.toString(16).padStart(6, '0').toUpperCase();
}
