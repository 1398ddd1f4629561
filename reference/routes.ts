// A route of the API document as a section: what it takes and answers on one side, how to call it on the other.

import { html, type Html } from './html.ts';
import { type Entry, fieldEntry, fieldList, type Json, nameOf, objectLink, type Schemas } from './fields.ts';
import { code, headingLine, renderInline, renderMarkdown, slugOf, type Snippet, tabs } from './markdown.ts';

export interface ApiDocument {
  readonly info: { readonly title: string; readonly summary: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: ApiOperation }>>;
  readonly components: { readonly schemas: Schemas; readonly examples: Readonly<Record<string, { value: unknown }>> };
}

interface ApiOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, ApiResponse>>;
  readonly 'x-codeSamples'?: readonly { readonly lang: string; readonly label: string; readonly source: string }[];
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Json;
}

interface Content {
  readonly schema: Json;
  readonly example?: unknown;
}

interface ApiResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content & { readonly examples?: Json }>>;
}

export interface ApiRoute {
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

export function routesOf(document: ApiDocument): ApiRoute[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The section's place on its page. */
export function anchorOf({ operation }: ApiRoute): string {
  return slugOf(operation.summary);
}

export function routeSection(route: ApiRoute, document: ApiDocument): Html {
  const { operation, method, path } = route;
  return html`<section class="route">
    <div class="words">
      ${headingLine(2, anchorOf(route), operation.summary)}
      <p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
      ${renderMarkdown(operation.description, 2).body} ${takes(operation, document)} ${answers(operation, document)} ${errors(operation)}
    </div>
    <div class="samples">${samples(operation)} ${firstAnswer(operation)}</div>
  </section>`;
}

const PLACES = [
  ['path', 'In the path'],
  ['query', 'In the query'],
  ['header', 'In the headers'],
] as const;

function takes({ parameters = [], requestBody }: ApiOperation, { components }: ApiDocument): Html {
  const groups = PLACES.map(([place, title]) => ({ title, found: parameters.filter((parameter) => parameter.in === place) }));
  const body = requestBody?.content['application/json'] ?? requestBody?.content['multipart/form-data'];
  return html`${groups
    .filter(({ found }) => found.length > 0)
    .map(
      ({ title, found }) =>
        html`<h3>${title}</h3>
          <dl class="fields">${found.map((parameter) => fieldEntry(entryOf(parameter), components.schemas, 0))}</dl>`,
    )}
  ${body === undefined ? '' : html`<h3>In the body</h3>`} ${body === undefined ? '' : fieldList(body.schema, components.schemas)}`;
}

function entryOf({ name, required, description, schema }: Parameter): Entry {
  return { name, required, field: description === undefined ? schema : { ...schema, description } };
}

function isSuccess(status: string): boolean {
  return /^[23]/.test(status);
}

function answers({ responses }: ApiOperation, { components }: ApiDocument): Html {
  const good = Object.entries(responses).filter(([status]) => isSuccess(status));
  return html`<h3>Answers</h3>
    ${good.map(([status, { description, content }]) => {
      const json = content?.['application/json']?.schema;
      return html`<p><span class="status">${status}</span> ${description} ${json === undefined ? '' : typeLink(json)}</p>
        ${json === undefined || json['$ref'] !== undefined ? '' : answerFields(json, components.schemas)}`;
    })}`;
}

function answerFields(schema: Json, schemas: Schemas): Html | '' {
  const list = fieldList(schema, schemas);
  return list === ''
    ? ''
    : html`<details>
        <summary>Fields of the answer</summary>
        ${list}
      </details>`;
}

function typeLink(schema: Json): Html | '' {
  const reference = schema['$ref'];
  return typeof reference === 'string' ? objectLink(nameOf(reference)) : '';
}

/** All refusals, each with its status and its meaning. */
function errors({ responses }: ApiOperation): Html | '' {
  const bad = Object.entries(responses).filter(([status]) => !isSuccess(status));
  if (bad.length === 0) return '';
  return html`<details>
    <summary>Errors</summary>
    <dl class="fields">
      ${bad.map(
        ([status, { description }]) =>
          html`<div class="field">
            <dt><span class="status">${status}</span></dt>
            <dd>${description.split('\n\n').map((line) => html`<p>${renderInline(line)}</p>`)}</dd>
          </div>`,
      )}
    </dl>
  </details>`;
}

function samples(operation: ApiOperation): Html {
  const snippets = (operation['x-codeSamples'] ?? []).map(({ lang, label, source }): Snippet => ({ label, language: lang, source }));
  return tabs(snippets);
}

function firstAnswer({ responses }: ApiOperation): Html | '' {
  const found = Object.entries(responses).find(([status, { content }]) => isSuccess(status) && content?.['application/json']?.example);
  if (found === undefined) return '';
  const [status, { content }] = found;
  return html`<figure class="code answer">
    <figcaption>${status}</figcaption>
    ${code({ label: `Answer ${status}`, language: 'json', source: JSON.stringify(content?.['application/json']?.example, null, 2) })}
  </figure>`;
}
