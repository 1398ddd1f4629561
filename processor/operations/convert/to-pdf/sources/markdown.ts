// Markdown (CommonMark, with the tables, task lists and strikethrough of GitHub) → an HTML document in a plain style. HTML in it stays: it is
// printed in the same isolation as any other.

import { Marked, type Tokens } from 'marked';
import { decodeXmlText, encodeXmlText } from '../../../../office/xml.ts';

export function htmlOfMarkdown(source: string): string {
  const { front, body } = splitFrontMatter(source.replace(/^\ufeff/, ''));
  const used = new Map<string, number>();
  let title: string | undefined;
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const text = decodeXmlText(this.parser.parseInline(tokens, this.parser.textRenderer));
        if (depth === 1) title ??= text;
        return `<h${depth} id="${encodeXmlText(slugOf(text, used))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  const html = marked.parse(body, { async: false });
  const before = front === undefined ? '' : `<pre><code>${encodeXmlText(front)}</code></pre>\n`;
  const name = title === undefined ? '' : `<title>${encodeXmlText(title)}</title>`;
  return `<!DOCTYPE html><html><head><meta charset="utf-8">${name}<style>${STYLE}</style></head><body>${before}${html}</body></html>`;
}

/** Lines between two lines of `---` at the beginning: data, not a heading. */
function splitFrontMatter(text: string): { readonly front?: string; readonly body: string } {
  const match = /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text);
  return match?.[1] === undefined || !/^[\w-]+\s*:/m.test(match[1])
    ? { body: text }
    : { front: match[1], body: text.slice(match[0].length) };
}

/** The anchor that links within such documents expect. */
function slugOf(heading: string, used: Map<string, number>): string {
  const slug = heading
    .toLowerCase()
    .replaceAll(/<[^>]*>|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  const count = used.get(slug) ?? 0;
  used.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

const STYLE =
  'body{font:11pt/1.5 "Liberation Sans","Noto Sans",Arial,sans-serif;color:#1a1a1a;margin:0;overflow-wrap:break-word}' +
  'h1,h2,h3,h4,h5,h6{line-height:1.25;margin:1.2em 0 .5em;break-after:avoid}h1{font-size:20pt}h2{font-size:16pt}h3{font-size:13pt}h4,h5,h6{font-size:11pt}' +
  'h1:first-child{margin-top:0}p,ul,ol,pre,table,blockquote{margin:0 0 .8em}img,svg{max-width:100%}' +
  'pre,code{font-family:"Liberation Mono","Noto Sans Mono",monospace;font-size:9.5pt}pre{background:#f5f5f5;padding:.7em;white-space:pre-wrap}' +
  'code{background:#f5f5f5}blockquote{border-left:3pt solid #ccc;padding-left:.8em;color:#444}hr{border:0;border-top:1pt solid #ccc}' +
  'table{border-collapse:collapse}th,td{border:.75pt solid #bbb;padding:.25em .6em;vertical-align:top}th{background:#f0f0f0}tr{break-inside:avoid}' +
  'li:has(>input[type=checkbox]){list-style:none}a{color:#0645ad}';
