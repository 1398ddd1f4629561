// The model → one HTML file: semantic, reflowable, pictures embedded, one small stylesheet that also suits phones. No scripts, no
// handlers; what comes from the document is escaped in html-text.ts.

import type { Block, ConvertedDocument, DocumentHead, DocumentLook, Paragraph, Section } from '../../../document/model.ts';
import { blocksHtml } from './html-blocks.ts';
import { cssColour, escape, runsHtml } from './html-text.ts';

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
.side>div{flex:1 1 15em;min-width:0}
figure{margin:1em 0}
figcaption{font-size:.9em}
img{max-width:100%;height:auto}
header,footer,section.notes{color:#444;font-size:.9em}
footer,section.notes{border-top:1px solid #ccc;margin-top:2em}
@media(max-width:36rem){.justified{text-align:start}ol,ul{padding-inline-start:1.3em}}`;

export function writeHtml(document: ConvertedDocument, { look, rtl }: DocumentHead): Uint8Array {
  const title = document.title ?? firstHeading(document) ?? 'Document';
  const language = document.language ?? 'und';
  const header = runningHtml('header', document.sections, ({ header: lines }) => lines, look);
  const footer = runningHtml('footer', document.sections, ({ footer: lines }) => lines, look);
  const body = document.sections.map((section) => blocksHtml(section.blocks, look)).join('\n');
  const html = `<!DOCTYPE html>
<html lang="${escape(language)}"${rtl ? ' dir="rtl"' : ''}>
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

const GENERIC = { serif: 'serif', sans: 'sans-serif', mono: 'monospace' } as const;

function familiesOf({ family }: DocumentLook, { families }: ConvertedDocument): string {
  return `${cssFamily(family)},${GENERIC[families.get(family) ?? 'sans']}`;
}

function cssFamily(family: string): string {
  return `'${family.replaceAll(/[^\p{L}\p{N} -]/gu, '')}'`;
}
