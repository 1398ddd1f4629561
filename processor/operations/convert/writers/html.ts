// The model → one HTML file: semantic, reflowable, pictures embedded, one small stylesheet that serves a telephone too. No scripts, no
// handlers; what comes from the document is escaped in html-text.ts.

import type { Block, ConvertedDocument, Paragraph, Section } from '../model.ts';
import { paragraphsOf } from './docx-numbering.ts';
import { blocksHtml } from './html-blocks.ts';
import { cssColour, escape, runsHtml } from './html-text.ts';
import { type DocumentLook, findLook } from './look.ts';

const STYLE = `body{max-width:48rem;margin:2rem auto;padding:0 1rem;font-family:FAMILY;line-height:1.45;color:#111;background:GROUND;overflow-wrap:break-word}
h1,h2,h3,h4,h5,h6{line-height:1.2;margin:1.4em 0 .5em}
h1{font-size:1.8em}
h2{font-size:1.45em}
h3{font-size:1.2em}
h4,h5,h6{font-size:1em}
p{margin:.6em 0}
.centre{text-align:center}
.right{text-align:right}
.justified{text-align:justify}
.shaded{padding:.3em .6em}
ol,ul{padding-inline-start:1.8em;margin:.4em 0}
.wide{overflow-x:auto;margin:1em 0}
table{border-collapse:collapse}
td,th{padding:.25em .5em;vertical-align:top;text-align:start;font-weight:inherit}
table.ruled td,table.ruled th{border:1px solid #888}
td>p,th>p,li>p{margin:.1em 0}
.side{display:flex;flex-wrap:wrap;gap:0 1.5em}
.side>div{flex:1 1 10em;min-width:0}
figure{margin:1em 0}
figcaption{font-size:.9em}
img{max-width:100%;height:auto}
header,footer,section.notes{color:#444;font-size:.9em}
footer,section.notes{border-top:1px solid #ccc;margin-top:2em}
@media(max-width:36rem){.justified{text-align:start}ol,ul{padding-inline-start:1.3em}}`;

export function writeHtml(document: ConvertedDocument): Uint8Array {
  const look = findLook(document);
  const title = document.title ?? firstHeading(document) ?? 'Document';
  const language = document.language ?? 'und';
  const header = runningHtml('header', document.sections, ({ header: lines }) => lines, look);
  const footer = runningHtml('footer', document.sections, ({ footer: lines }) => lines, look);
  const body = document.sections.map((section) => blocksHtml(section.blocks, look)).join('\n');
  const html = `<!DOCTYPE html>
<html lang="${escape(language)}"${isRtl(document) ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(shorten(title))}</title>
<style>
${STYLE.replace('FAMILY', familiesOf(look, document)).replace('GROUND', cssColour(document.background ?? 0xffffff))}
</style>
</head>
<body>
${header}<main>
${body}
${notesHtml(document, look)}</main>
${footer}</body>
</html>
`;
  return Buffer.from(html, 'utf8');
}

function firstHeading({ sections }: ConvertedDocument): string | undefined {
  const blocks = sections.flatMap((section) => section.blocks);
  const heading = blocks.find((block): block is Paragraph => block.kind === 'paragraph' && block.heading !== undefined);
  const text = heading?.runs
    .map((run) => run.text)
    .join('')
    .trim();
  return text === '' ? undefined : text;
}

function shorten(title: string): string {
  const text = title.replaceAll(/\s+/g, ' ').trim();
  return text.length > 70 ? `${text.slice(0, 69)}…` : text || 'Document';
}

function runningHtml(name: string, sections: readonly Section[], pick: (section: Section) => readonly Block[], look: DocumentLook): string {
  const lines = sections.map(pick).find((found) => found.length > 0) ?? [];
  return lines.length === 0 ? '' : `<${name}>\n${blocksHtml(lines, look)}\n</${name}>\n`;
}

function notesHtml({ footnotes }: ConvertedDocument, look: DocumentLook): string {
  if (footnotes.length === 0) return '';
  const items = footnotes.map(
    (paragraphs, index) =>
      `<li id="note-${index + 1}">${paragraphs.map((paragraph) => `<p>${runsHtml(paragraph.runs, look)}</p>`).join('')}</li>`,
  );
  return `<section class="notes" aria-label="Notes">\n<ol>\n${items.join('\n')}\n</ol>\n</section>\n`;
}

<<<<<<< HEAD
function blocksHtml(blocks: readonly Block[], look: DocumentLook): string {
  const parts: string[] = [];
  for (let index = 0; index < blocks.length;) {
    const block = blocks[index];
    if (!block) break;
    if (block.kind === 'paragraph' && block.list && block.heading === undefined) {
      let end = index + 1;
      for (let next = blocks[end]; next?.kind === 'paragraph' && next.list && next.heading === undefined; next = blocks[end]) end++;
      parts.push(listHtml(blocks.slice(index, end) as Paragraph[], look));
      index = end;
    } else {
      parts.push(
        block.kind === 'paragraph' ? paragraphHtml(block, look) : block.kind === 'table' ? tableHtml(block, look) : imageHtml(block),
      );
      index++;
    }
  }
  return parts.join('\n');
}

function paragraphHtml(paragraph: Paragraph, look: DocumentLook): string {
  const name = paragraph.heading === undefined ? 'p' : `h${paragraph.heading}`;
  const attributes = `${paragraph.alignment === 'left' ? '' : ` class="${paragraph.alignment}"`}${paragraph.rtl ? ' dir="rtl"' : ''}`;
  const base = paragraph.heading === undefined ? undefined : look.headings[paragraph.heading - 1];
  const label = paragraph.list ? `${escape(labelOf(paragraph.list))} ` : '';
  return `<${name}${attributes}>${label}${runsHtml(paragraph.runs, look, base)}</${name}>`;
}

const MARKERS: Readonly<Record<string, string>> = { lowerLetter: 'a', upperLetter: 'A', lowerRoman: 'i', upperRoman: 'I', decimal: '1' };

/** Items of one or more lists that follow each other, deeper ones inside the item before them. */
function listHtml(items: readonly Paragraph[], look: DocumentLook): string {
  let html = '';
  const open: { readonly close: string; readonly level: number; readonly list: number; readonly kind: string }[] = [];
  for (const item of items) {
    const { list } = item;
    if (!list) continue;
    const differs = (last: (typeof open)[number]) =>
      last.level > list.level || (last.level === list.level && (last.list !== list.list || last.kind !== list.format.kind));
    for (let last = open.at(-1); last && differs(last); last = open.at(-1)) {
      html += `</li></${last.close}>`;
      open.pop();
    }
    const last = open.at(-1);
    if (last?.level === list.level) html += '</li>\n';
    else {
      const [name, attributes] = listTag(item);
      html += `<${name}${attributes}>\n`;
      open.push({ close: name, level: list.level, list: list.list, kind: list.format.kind });
    }
    const marker = isPlain(item) ? '' : ` style="list-style-type:'${labelOf(list).replaceAll(/[^\p{L}\p{N}.()\u2010-\u2015]/gu, '')} '"`;
    html += `<li${item.rtl ? ' dir="rtl"' : ''}${marker}>${runsHtml(item.runs, look)}`;
  }
  return (
    html +
    open
      .toReversed()
      .map(({ close }) => `</li></${close}>`)
      .join('')
  );
}

/** HTML's own markers say the same. */
function isPlain({ list }: Paragraph): boolean {
  return list !== undefined && (list.format.kind === 'bullet' || list.format.text === '%1.');
}

function listTag(item: Paragraph): readonly [string, string] {
  const { list } = item;
  if (!list || list.format.kind === 'bullet') return ['ul', ''];
  const type = list.format.kind === 'decimal' ? '' : ` type="${MARKERS[list.format.kind] ?? '1'}"`;
  return ['ol', `${type}${list.value === 1 ? '' : ` start="${list.value}"`}`];
}

function tableHtml(table: Table, look: DocumentLook): string {
  const rows = Array.from({ length: table.rows }, (_, row) => {
    const cells = table.cells.filter((cell) => cell.row === row);
    return `<tr>${cells.map((cell) => cellHtml(cell, look)).join('')}</tr>`;
  });
  return `<table${table.bordered ? ' class="ruled"' : ''}${table.rtl ? ' dir="rtl"' : ''}>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
}

function cellHtml(cell: TableCell, look: DocumentLook): string {
  const spans = `${cell.columnSpan > 1 ? ` colspan="${cell.columnSpan}"` : ''}${cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : ''}`;
  const styles = [
    ...(cell.shading === undefined ? [] : [`background-color:${cssColour(cell.shading)}`]),
    ...(cell.turned === undefined ? [] : [`writing-mode:${cell.turned === 90 ? 'sideways-lr' : 'vertical-rl'}`]),
  ];
  const style = styles.length === 0 ? '' : ` style="${styles.join(';')}"`;
  const [tag, scope] = cell.header ? ['th', ` scope="${cell.columnSpan > 1 ? 'colgroup' : 'col'}"`] : ['td', ''];
  const [only] = cell.blocks;
  const simple =
    cell.blocks.length === 1 && only?.kind === 'paragraph' && !only.list && only.heading === undefined && only.alignment === 'left';
  return `<${tag}${scope}${spans}${style}>${simple ? runsHtml(only.runs, look) : blocksHtml(cell.blocks, look)}</${tag}>`;
}

function imageHtml(image: Image): string {
  const type = image.type === 'jpg' ? 'image/jpeg' : 'image/png';
  const data = Buffer.from(image.bytes.buffer, image.bytes.byteOffset, image.bytes.length).toString('base64');
  const picture = `<img src="data:${type};base64,${data}" width="${Math.round((image.width * 96) / 72)}" height="${Math.round((image.height * 96) / 72)}" alt="${escape(image.alternative ?? '')}">`;
  const shown = image.link !== undefined && SAFE_LINK.test(image.link) ? `<a href="${escape(image.link)}">${picture}</a>` : picture;
  return `<p${image.alignment === 'left' ? '' : ` class="${image.alignment}"`}>${shown}</p>`;
}

function runsHtml(runs: readonly Run[], look: DocumentLook, base?: Look): string {
  let html = '';
  for (let index = 0; index < runs.length;) {
    const { link } = runs[index] ?? {};
    let end = index + 1;
    while (end < runs.length && runs[end]?.link === link) end++;
    const inner = runs
      .slice(index, end)
      .map((run) => runHtml(run, look, base))
      .join('');
    html += link !== undefined && SAFE_LINK.test(link) ? `<a href="${escape(link)}">${inner}</a>` : inner;
    index = end;
  }
  return html.trim();
}

function runHtml(run: Run, look: DocumentLook, base: Look | undefined): string {
  if (run.footnote !== undefined) return `<sup id="ref-${run.footnote}"><a href="#note-${run.footnote}">${run.footnote}</a></sup>`;
  let html = escape(run.text.replaceAll('\t', ' \u2003'));
  if (run.script) html = run.script === 'super' ? `<sup>${html}</sup>` : `<sub>${html}</sub>`;
  if (run.strike) html = `<s>${html}</s>`;
  if (run.underline && run.link === undefined) html = `<u>${html}</u>`;
  if (run.italic && !base?.italic) html = `<em>${html}</em>`;
  if (run.bold && base === undefined) html = `<strong>${html}</strong>`;
  if (run.highlight !== undefined) html = `<mark style="background-color:${cssColour(run.highlight)}">${html}</mark>`;
  const colour = run.colour !== 0 && run.link === undefined && !isPale(run.colour) ? `color:${cssColour(run.colour)}` : '';
  const ratio = run.size / look.size;
  const size =
    base === undefined && run.script === undefined && (ratio < 0.85 || ratio > 1.2) ? `font-size:${Math.round(ratio * 100)}%` : '';
  const style = [colour, size].filter((part) => part !== '').join(';');
  return style === '' ? html : `<span style="${style}">${html}</span>`;
}

/** Light text stands on a dark ground in the source; here the ground is white. */
function isPale(colour: number): boolean {
  return ((colour >> 16) & 255) * 0.3 + ((colour >> 8) & 255) * 0.59 + (colour & 255) * 0.11 > 200;
}

function cssColour(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
=======
function isRtl(document: ConvertedDocument): boolean {
  const paragraphs = paragraphsOf(document);
  return paragraphs.filter(({ rtl }) => rtl).length * 2 > paragraphs.length;
>>>>>>> convert-look
}

const GENERIC = { serif: 'serif', sans: 'sans-serif', mono: 'monospace' } as const;

function familiesOf({ family }: DocumentLook, { families }: ConvertedDocument): string {
  return `${cssFamily(family)},${GENERIC[families.get(family) ?? 'sans']}`;
}

function cssFamily(family: string): string {
  return `'${family.replaceAll(/[^\p{L}\p{N} -]/gu, '')}'`;
}
