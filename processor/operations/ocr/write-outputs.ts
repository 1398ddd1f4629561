// The outputs other than PDF, page by page: plain text, hOCR 1.2 (http://kba.github.io/hocr-spec/1.2/) and JSON. Each page is a piece of its
// own, so that only text is held for a long document.

import type { PageText } from '../../recognition/page-text.ts';
import { boxAround, moveBox, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { RecognisedLine, RecognisedPage } from '../../recognition/recognised.ts';
import type { PageRow } from '../../recognition/report-pages.ts';
import { isSpaceBetween } from '../../recognition/writing.ts';

export interface OutputWriter {
  readonly extension: string;
  readonly contentType: 'text/plain' | 'text/html' | 'application/json';
  readonly head: string;
  /** @param text absent for a page without any */
  readonly page: (row: PageRow, text: PageText | undefined, isFirst: boolean) => string;
  readonly tail: string;
}

export interface OutputAbout {
  readonly engine: string;
  readonly languages: readonly string[];
}

export function outputWriter(format: 'txt' | 'hocr' | 'json', about: OutputAbout): OutputWriter {
  switch (format) {
    case 'txt':
      return {
        extension: 'txt',
        contentType: 'text/plain',
        head: '',
        page: (_, text, isFirst) => `${isFirst ? '' : '\f'}${text ? writeText(text.recognised) : ''}`,
        tail: '',
      };
    case 'hocr':
      return { extension: 'hocr.html', contentType: 'text/html', head: hocrHead(about), page: writeHocrPage, tail: ' </body>\n</html>\n' };
    case 'json':
      return {
        extension: 'json',
        contentType: 'application/json',
        head: `{"engine":${JSON.stringify(about.engine)},"languages":${JSON.stringify(about.languages)},"unit":"point","origin":"top_left","pages":[`,
        page: (row, text, isFirst) => `${isFirst ? '' : ','}\n${JSON.stringify(jsonPage(row, text))}`,
        tail: '\n]}\n',
      };
  }
}

/** Lines end with a line feed; an empty line separates paragraphs. */
function writeText({ lines }: RecognisedPage): string {
  let text = '';
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before && (before.paragraph !== line.paragraph || before.block !== line.block)) text += '\n';
    text += `${textOfLine(line)}\n`;
  }
  return text;
}

function textOfLine({ words, box }: RecognisedLine): string {
  const height = Math.max(1, box.bottom - box.top);
  let text = '';
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    const gap = before ? Math.max(word.box.left - before.box.right, before.box.left - word.box.right) / height : 0;
    text += before && isSpaceBetween(before.text, word.text, gap) ? ` ${word.text}` : word.text;
  }
  return text;
}

function jsonPage(row: PageRow, text: PageText | undefined): Record<string, unknown> {
  if (!text) return { ...row, lines: [] };
  const place = (box: ShownBox) => {
    const { left, top, right, bottom } = moveBox(text.toShown, box);
    return [left, top, right, bottom].map((value) => round(value, 100));
  };
  const { recognised } = text;
  const size = moveBox(text.toShown, { left: 0, top: 0, right: recognised.widthPx, bottom: recognised.heightPx });
  return {
    ...row,
    source: text.isOwnText ? 'document' : 'recognition',
    width: round(size.right - size.left, 100),
    height: round(size.bottom - size.top, 100),
    lines: recognised.lines.map((line) => ({
      text: textOfLine(line),
      box: place(line.box),
      block: line.block,
      paragraph: line.paragraph,
      ...(line.isRightToLeft && { right_to_left: true }),
      words: line.words.map((word) => ({
        text: word.text,
        box: place(word.box),
        ...(!text.isOwnText && { confidence: round(word.confidence, 10) }),
      })),
    })),
  };
}

/** HTML that is also XML: readers of hOCR parse it as either. */
function hocrHead({ engine, languages }: OutputAbout): string {
  const lang = (languages[0] ?? 'und').slice(0, 3);
  return `<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="${lang}" lang="${lang}">
 <head>
  <meta charset="utf-8"/>
  <title>Recognised text</title>
  <meta name="ocr-system" content="${escape(engine)}"/>
  <meta name="ocr-langs" content="${languages.join(' ')}"/>
  <meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word ocrp_wconf ocrp_dir"/>
 </head>
 <body>
`;
}

/** Boxes are pixels of the upright picture, as its readers expect; `scan_res` gives the pixels per inch. */
function writeHocrPage(row: PageRow, text: PageText | undefined): string {
  const { page } = row;
  const { widthPx, heightPx, lines } = text?.recognised ?? { widthPx: 0, heightPx: 0, lines: [] };
  const dpi = Math.round(text?.dpi ?? 0);
  const title = `bbox 0 0 ${widthPx} ${heightPx}; ppageno ${page - 1}${dpi > 0 ? `; scan_res ${dpi} ${dpi}` : ''}`;
  let out = `  <div class="ocr_page" id="page_${page}" title="${title}">\n`;
  const blocks = groupRuns(lines, (line) => line.block);
  for (const [blockIndex, block] of blocks.entries()) {
    const blockId = `${page}_${blockIndex + 1}`;
    out += `   <div class="ocr_carea" id="block_${blockId}" title="${bbox(block)}">\n`;
    for (const [parIndex, paragraph] of groupRuns(block, (line) => line.paragraph).entries()) {
      const parId = `${blockId}_${parIndex + 1}`;
      const isRightToLeft = paragraph.every((line) => line.isRightToLeft);
      out += `    <p class="ocr_par" id="par_${parId}"${isRightToLeft ? ' dir="rtl"' : ''} title="${bbox(paragraph)}">\n`;
      for (const [lineIndex, line] of paragraph.entries())
        out += writeHocrLine(line, `${parId}_${lineIndex + 1}`, text?.isOwnText ?? false);
      out += '    </p>\n';
    }
    out += '   </div>\n';
  }
  return `${out}  </div>\n`;
}

function writeHocrLine(line: RecognisedLine, id: string, isOwnText: boolean): string {
  const { box, baseline } = line;
  const width = baseline.x1 - baseline.x0;
  const slope = width > 0 ? (baseline.y1 - baseline.y0) / width : 0;
  const offset = width > 0 ? baseline.y0 + slope * (box.left - baseline.x0) - box.bottom : 0;
  const words = line.words.map((word, index) => {
    const confidence = isOwnText ? '' : `; x_wconf ${Math.round(word.confidence)}`;
    return `      <span class="ocrx_word" id="word_${id}_${index + 1}" title="${bbox([word])}${confidence}">${escape(word.text)}</span>`;
  });
  const title = `${bbox([line])}; baseline ${round(slope, 1000)} ${round(offset, 10)}`;
  return `     <span class="ocr_line" id="line_${id}" title="${title}">\n${words.join('\n')}\n     </span>\n`;
}

function groupRuns<T>(items: readonly T[], keyOf: (item: T) => number): T[][] {
  const groups: T[][] = [];
  let last: number | undefined;
  for (const item of items) {
    if (groups.length === 0 || keyOf(item) !== last) groups.push([]);
    last = keyOf(item);
    groups.at(-1)?.push(item);
  }
  return groups;
}

/** hOCR requires whole pixels. */
function bbox(items: readonly { readonly box: ShownBox }[]): string {
  const { left, top, right, bottom } = boxAround(items.map(({ box }) => box));
  return `bbox ${[left, top, right, bottom].map((side) => Math.max(0, Math.round(side))).join(' ')}`;
}

/** Control characters are not XML (XML 1.0, 2.2). */
function escape(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is left out
  const clean = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed();
  return clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function round(value: number, steps: number): number {
  return Math.round(value * steps) / steps;
}
