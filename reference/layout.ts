// The frame of every page: navigation, search, what is on this page, the pages before and after. Complete without a script.

import { html, type Html, raw } from './html.ts';
import type { Heading } from './markdown.ts';

export interface SitePage {
  /** From the root of the service: `/docs/operations/ocr`. */
  readonly path: string;
  readonly title: string;
  readonly group: string;
  /** One sentence for search engines. */
  readonly description: string;
  readonly body: Html;
  readonly headings: readonly Heading[];
  /** Two columns of its own instead of a table of contents. */
  readonly wide?: boolean;
}

export interface AssetPaths {
  readonly style: string;
  readonly script: string;
  readonly search: string;
}

export function printPage(page: SitePage, pages: readonly SitePage[], assets: AssetPaths): string {
  const title = page.path === '/docs' ? 'PDF Processing API' : `${page.title} · PDF Processing API`;
  const frame = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="description" content="${page.description}" />
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="${assets.style}" />
      <script type="module" src="${assets.script}" data-search="${assets.search}"></script>
      <title>${title}</title>
    </head>
    <body>
      <a class="skip" href="#content">Skip to the content</a>
      <header class="top">
        <a class="name" href="/docs">PDF Processing API</a>
        <button type="button" class="search" hidden>Search <kbd>Ctrl K</kbd></button>
        <nav aria-label="Other forms"><a href="/openapi.json">OpenAPI</a> <a href="/llms.txt">llms.txt</a></nav>
      </header>
      <div class="${page.wide ? 'frame wide-page' : 'frame'}">
        <nav class="pages" aria-label="Documentation">
          <details class="menu">
            <summary>Menu</summary>
            ${navigation(page, pages)}
          </details>
          <div class="aside">${navigation(page, pages)}</div>
        </nav>
        <main id="content" tabindex="-1">${page.body} ${neighbours(page, pages)}</main>
        ${page.wide ? '' : contents(page.headings)}
      </div>
    </body>
  </html>`;
  return `<!doctype html>\n${String(frame)}\n`;
}

function navigation(current: SitePage, pages: readonly SitePage[]): Html {
  const groups = [...new Set(pages.map(({ group }) => group))];
  return html`${groups.map(
    (group) =>
      html`<p class="group">${group}</p>
        <ul>
          ${pages
            .filter((page) => page.group === group)
            .map(
              ({ path, title }) => html`<li><a href="${path}" ${path === current.path ? raw('aria-current="page"') : ''}>${title}</a></li>`,
            )}
        </ul>`,
  )}`;
}

function contents(headings: readonly Heading[]): Html | '' {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return html`<div class="contents"></div>`;
  return html`<nav class="contents" aria-label="On this page">
    <p class="group">On this page</p>
    <ul>
      ${shown.map(({ id, title, level }) => html`<li class="level-${level}"><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`;
}

function neighbours(page: SitePage, pages: readonly SitePage[]): Html {
  const at = pages.indexOf(page);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  return html`<nav class="neighbours" aria-label="Previous and next page">
    ${before ? html`<a href="${before.path}" rel="prev">← ${before.title}</a>` : html`<span></span>`}
    ${after ? html`<a href="${after.path}" rel="next">${after.title} →</a>` : ''}
  </nav>`;
}
