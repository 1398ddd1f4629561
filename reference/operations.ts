// The page of an operation: what it does, what was made with it, how to call it, its parameters, its report.

import { html, type Html } from './html.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '#contract/operations.ts';
import { WARNINGS } from '#contract/warnings.ts';
import { fieldList } from './fields.ts';
import { formatMatrix } from './formats.ts';
import type { SitePage } from './layout.ts';
import { code, headingLine, renderMarkdown } from './markdown.ts';
import { type ApiDocument, routeSection, routesOf } from './routes.ts';
import { firstSentence, withAddresses } from './texts.ts';

/** What the service made of a document of ours (scripts/showcase.ts). */
export interface Shown {
  readonly caption: string;
  readonly params: object;
  readonly report: object;
  readonly before: Picture;
  readonly after: Picture;
}

interface Picture {
  readonly path: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

export interface OperationText {
  readonly name: string;
  readonly text: string;
  readonly document: ApiDocument;
  readonly shown: Shown | undefined;
}

export function operationPage({ name, text, document, shown }: OperationText): SitePage {
  const operation = OPERATION_NAMES.find((candidate) => OPERATIONS[candidate].path === name);
  const route = routesOf(document).find(({ path }) => path === `/jobs/${name}`);
  if (operation === undefined || route === undefined) throw new Error(`the introduction speaks of ${name}, which is no operation`);
  return {
    path: `/docs/operations/${name}`,
    title: name,
    group: 'Operations',
    description: firstSentence(text),
    wide: true,
    headings: [],
    body: html`<h1><code>${name}</code></h1>
      ${renderMarkdown(withAddresses(text), 0).body} ${shown === undefined ? '' : showcase(shown)}
      ${name === 'convert' ? formatMatrix() : ''} ${routeSection(route, document)} ${evidence(operation, document, shown)}`,
  };
}

function showcase({ caption, before, after }: Shown): Html {
  return html`<figure class="showcase">
    <div>
      ${[before, after].map(
        ({ path, alt, width, height }) =>
          html`<a href="${path}"><img src="${path}" alt="${alt}" width="${width}" height="${height}" loading="lazy" /></a>`,
      )}
    </div>
    <figcaption>${renderMarkdown(caption).body}</figcaption>
  </figure>`;
}

function evidence(operation: OperationName, { components: { schemas } }: ApiDocument, shown: Shown | undefined): Html {
  const name = operation.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const warnings = WARNINGS[operation];
  return html`<section class="route">
    <div class="words">
      ${headingLine(2, 'report', 'The report')}
      <p>The evidence of what was done, in <code>report</code> of the job.</p>
      ${fieldList(schemas[`${name}Report`] ?? {}, schemas)}
      ${warnings.length === 0 ? '' : renderMarkdown(`Warnings: ${warnings.map((warning) => `\`${warning}\``).join(', ')}.`).body}
    </div>
    <div class="samples">${shown === undefined ? '' : exampleReport(shown)}</div>
  </section>`;
}

function exampleReport({ params, report }: Shown): Html {
  return html`<figure class="code answer">
      <figcaption>Parameters of the picture above</figcaption>
      ${code({ label: 'Parameters', language: 'json', source: JSON.stringify(params, null, 2) })}
    </figure>
    <figure class="code answer">
      <figcaption>Its report</figcaption>
      ${code({ label: 'Report', language: 'json', source: JSON.stringify(report, null, 2) })}
    </figure>`;
}
