// Markdown of ours as HTML: headings with addresses, code in colours, code blocks that follow one another as tabs, tables that scroll by
// themselves. The texts are the project's own and are trusted.

import { createRequire } from 'node:module';
import { html, type Html, raw } from './html.ts';
import { marked, Marked, type Token, type Tokens } from 'marked';

/** The package's own types bring those of browsers into every program. */
const colours = createRequire(import.meta.url)('highlight.js/lib/common') as {
  readonly getLanguage: (name: string) => object | undefined;
  readonly highlight: (source: string, options: { language: string }) => { readonly value: string };
};

export interface Heading {
  readonly id: string;
  readonly title: string;
  readonly level: number;
}

export interface Snippet {
  readonly label: string;
  readonly language: string;
  readonly source: string;
}

export interface Rendered {
  readonly body: Html;
  readonly headings: readonly Heading[];
}

/** `Edits and acceptable use` → `edits-and-acceptable-use`. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** @param lift Levels that headings are lowered by: 1 makes `##` an `h3`. */
export function renderMarkdown(text: string, lift = 0): Rendered {
  const headings: Heading[] = [];
  const printer = new Marked({
    renderer: {
      heading({ tokens, depth }): string {
        const title = marked.Parser.parseInline(tokens, { renderer: new marked.TextRenderer() as never });
        const [id, level] = [slugOf(title), depth + lift];
        headings.push({ id, title, level });
        return String(headingLine(level, id, raw(this.parser.parseInline(tokens))));
      },
      table(token: Tokens.Table): string {
        return `<div class="wide" tabindex="0" role="region" aria-label="Table">${marked.Renderer.prototype.table.call(this, token)}</div>`;
      },
    },
  });
  const parts = grouped(printer.lexer(text)).map((group) => (isCode(group[0]) ? tabs(group.map(snippetOf)) : raw(printer.parser(group))));
  return { body: html`${parts}`, headings };
}

/** A line of Markdown inside other content. */
export function renderInline(text: string): Html {
  return raw(marked.parseInline(text, { async: false }));
}

export function headingLine(level: number, id: string, title: Html | string): Html {
  const name = `h${level}`;
  return html`${raw(`<${name} id="${id}">`)}<a class="anchor" href="#${id}">${title}</a>${raw(`</${name}>`)}`;
}

/** One block of code, or several of which one is seen. Works without a script: radio buttons choose. */
export function tabs(snippets: readonly Snippet[]): Html {
  const [first] = snippets;
  if (first === undefined) return html``;
  if (snippets.length === 1) return html`<figure class="code">${code(first)}</figure>`;
  counter += 1;
  const group = `code-${counter}`;
  return html`<figure class="code tabs">
    <div class="choices">
      ${snippets.map(
        ({ label }, index) =>
          html`<label
            ><input type="radio" name="${group}" value="${label}" ${index === 0 ? raw('checked') : ''} /><span>${label}</span></label
          >`,
      )}
    </div>
    ${snippets.map((snippet) => html`<div class="tab">${code(snippet)}</div>`)}
  </figure>`;
}

let counter = 0;

export function code({ label, language, source }: Snippet): Html {
  const known = colours.getLanguage(language) === undefined ? 'plaintext' : language;
  const coloured = colours.highlight(source, { language: known }).value;
  return html`<pre tabindex="0" aria-label="${label}"><code>${raw(coloured)}</code></pre>`;
}

function isCode(token: Token | undefined): token is Tokens.Code {
  return token?.type === 'code';
}

/** Code blocks that follow one another are one group; so is everything else. */
function grouped(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    const last = groups.at(-1);
    if (last !== undefined && isCode(last[0]) && token.type === 'space') continue;
    if (last !== undefined && isCode(last[0]) === isCode(token)) last.push(token);
    else groups.push([token]);
  }
  return groups;
}

const LABELS: Readonly<Record<string, string>> = {
  bash: 'Shell',
  sh: 'Shell',
  typescript: 'TypeScript',
  ts: 'TypeScript',
  js: 'JavaScript',
  python: 'Python',
  json: 'JSON',
  http: 'HTTP',
};

function snippetOf(token: Token): Snippet {
  const { lang = '', text } = token as Tokens.Code;
  const [language = '', ...label] = lang.split(' ');
  return { label: label.join(' ') || LABELS[language] || 'Text', language, source: text };
}
