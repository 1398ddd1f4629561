// All pages of /docs, printed from the API document, docs/introduction.md and the other texts in docs/. The origin of the service stands in
// them as that of the API document; the Worker puts in its own.

import { html, type Html } from './html.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { formatMatrix } from './formats.ts';
import type { SitePage } from './layout.ts';
import { headingLine, renderMarkdown, slugOf } from './markdown.ts';
import { objectsPage } from './objects.ts';
import { operationPage, type Shown } from './operations.ts';
import { type Section, firstSentence, sectionsOf, withAddresses } from './texts.ts';
import { type ApiDocument, anchorOf, routeSection, routesOf } from './routes.ts';

export interface SiteSources {
  readonly document: ApiDocument;
  /** docs/introduction.md with its values. */
  readonly introduction: string;
  /** docs/welcome.md with its values. */
  readonly welcome: string;
  /** docs/versions.md and docs/changelog.md. */
  readonly versions: string;
  readonly changelog: string;
  /** What was made with each operation, by its path. */
  readonly shown: Readonly<Record<string, Shown>>;
}

const OPERATIONS_TITLE = 'Operations';

export function makePages(sources: SiteSources): SitePage[] {
  const { document, introduction } = sources;
  const sections = sectionsOf(introduction, '# ');
  const operations = sectionsOf(sections.find(({ title }) => title === OPERATIONS_TITLE)?.text ?? '', '## ');
  const guides = sections.filter(({ title }) => title !== OPERATIONS_TITLE && title !== '');
  return [
    textPage({ path: '/docs', title: 'Overview', group: 'Start' }, sources.welcome, operationCards(operations)),
    ...guides.map(({ title, text }) =>
      textPage(
        { path: `/docs/guides/${slugOf(title)}`, title, group: title === 'The five steps' ? 'Start' : 'Guides' },
        `# ${title}\n${text}`,
        title === 'Conversion to PDF' ? formatMatrix() : '',
      ),
    ),
    ...operations.map(({ title, text }) => operationPage({ name: title, text, document, shown: sources.shown[title] })),
    ...document.tags.map(({ name, description }) => tagPage(name, description, document)),
    objectsPage(document),
    textPage({ path: '/docs/versions', title: 'Versions', group: 'About' }, sources.versions),
    textPage({ path: '/docs/changelog', title: 'Changelog', group: 'About' }, sources.changelog),
  ].toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
}

const GROUPS = ['Start', 'Operations', 'Guides', 'API', 'About'];

function textPage(place: Pick<SitePage, 'path' | 'title' | 'group'>, text: string, after: Html | '' = ''): SitePage {
  const { body, headings } = renderMarkdown(withAddresses(text));
  return { ...place, description: firstSentence(text), body: html`${body} ${after}`, headings };
}

function operationCards(operations: readonly Section[]): Html {
  return html`${headingLine(2, 'operations', 'Operations')}
    <ul class="cards">
      ${operations.map(({ title }) => html`<li><a href="/docs/operations/${title}">${title}</a><span>${summaryOf(title)}</span></li>`)}
    </ul>`;
}

function summaryOf(path: string): string {
  return Object.values(OPERATIONS).find((operation) => operation.path === path)?.summary ?? '';
}

function tagPage(tag: string, description: string, document: ApiDocument): SitePage {
  const routes = routesOf(document).filter(({ operation, path }) => operation.tags?.includes(tag) && !isOperationRoute(path));
  return {
    path: `/docs/api/${slugOf(tag)}`,
    title: tag,
    group: 'API',
    description,
    wide: true,
    headings: routes.map((route) => ({ id: anchorOf(route), title: route.operation.summary, level: 2 })),
    body: html`<h1>${tag}</h1>
      <p class="lead">${description}</p>
      ${tag === 'Jobs' ? renderMarkdown('Each operation has a page of its own, with its parameters: see *Operations* in the menu.').body : ''}
      <ul class="routes">
        ${routes.map(
          (route) => html`<li><a href="#${anchorOf(route)}">${route.operation.summary}</a> <code>${route.method} ${route.path}</code></li>`,
        )}
      </ul>
      ${routes.map((route) => routeSection(route, document))}`,
  };
}

/** Shown on the page of the operation. */
function isOperationRoute(path: string): boolean {
  return /^\/jobs\/[a-z-]+$/.test(path);
}
