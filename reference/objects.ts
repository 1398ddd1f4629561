// The page of all objects that the API takes and answers.

import { html } from './html.ts';
import { fieldList } from './fields.ts';
import type { SitePage } from './layout.ts';
import { headingLine, renderInline, slugOf } from './markdown.ts';
import type { ApiDocument } from './routes.ts';

export function objectsPage({ components: { schemas } }: ApiDocument): SitePage {
  // What an operation takes is on the page of the operation.
  const names = Object.keys(schemas)
    .filter((name) => !name.endsWith('JobRequest'))
    .toSorted();
  return {
    path: '/docs/api/objects',
    title: 'Objects',
    group: 'API',
    description: 'Every object of the API with its fields.',
    headings: names.map((name) => ({ id: slugOf(name), title: name, level: 2 })),
    body: html`<h1>Objects</h1>
      <p class="lead">Every object of the API, by the name that it has in the <a href="/openapi.json">OpenAPI document</a>.</p>
      ${names.map((name) => {
        const schema = schemas[name] ?? {};
        return html`<section>
          ${headingLine(2, slugOf(name), name)}
          ${typeof schema['description'] === 'string' ? html`<p>${renderInline(schema['description'])}</p>` : ''}
          ${fieldList(schema, schemas)}
        </section>`;
      })}`,
  };
}
