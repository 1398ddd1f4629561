// The fields of a schema as a list that opens: name, type, bounds, meaning, and what lies inside.

import { html, type Html } from './html.ts';
import { renderInline, slugOf } from './markdown.ts';

export type Json = Record<string, unknown>;

/** Looks up `#/components/schemas/Name`. */
export interface Schemas {
  readonly [name: string]: Json;
}

interface Shape extends Json {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
}

const DEPTH_MAX = 6;

/** @returns nothing where the schema has no fields. */
export function fieldList(schema: Json, schemas: Schemas, depth = 0): Html | '' {
  const shape = flatten(schema, schemas);
  const entries = Object.entries(shape.properties ?? {});
  if (entries.length === 0 || depth > DEPTH_MAX) return '';
  const ordered = entries.toSorted(([a], [b]) => Number(isRequired(shape, b)) - Number(isRequired(shape, a)));
  return html`<dl class="fields">
    ${ordered.map(([name, field]) => fieldEntry({ name, field, required: isRequired(shape, name) }, schemas, depth))}
  </dl>`;
}

export interface Entry {
  readonly name: string;
  readonly field: Json;
  readonly required: boolean;
}

export function fieldEntry({ name, field, required }: Entry, schemas: Schemas, depth: number): Html {
  const shape = flatten(field, schemas);
  const bounds = boundsOf(shape);
  // What has a name has a place of its own.
  const named = namesOfObjects(field);
  return html`<div class="field">
    <dt>
      <code>${name}</code> <span class="type">${typeOf(shape, schemas)}</span> ${named.map(objectLink)}
      ${required ? html`<span class="required">required</span>` : ''}
    </dt>
    <dd>
      ${shape.description === undefined ? '' : html`<p>${renderInline(shape.description)}</p>`}
      ${bounds === '' ? '' : html`<p class="bounds">${renderInline(bounds)}</p>`} ${named.length === 0 ? inside(shape, schemas, depth) : ''}
    </dd>
  </div>`;
}

/** What an object, a list or a choice holds. */
function inside(shape: Shape, schemas: Schemas, depth: number): Html | '' {
  const variants = choicesOf(shape, schemas).filter((variant) => variant.properties !== undefined);
  if (variants.length > 1) {
    return html`<div class="variants">
      ${variants.map((variant) => opened(nameOfVariant(variant), fieldList(variant, schemas, depth + 1)))}
    </div>`;
  }
  const only = variants[0] ?? (shape.items ? flatten(shape.items, schemas) : shape);
  if (only.items !== undefined || choicesOf(only, schemas).length > 1) return depth > DEPTH_MAX ? '' : inside(only, schemas, depth + 1);
  const list = fieldList(only, schemas, depth + 1);
  return list === '' ? '' : opened(shape.items ? 'Fields of each' : 'Fields', list);
}

function opened(title: string, content: Html | ''): Html {
  return html`<details>
    <summary>${title}</summary>
    ${content}
  </details>`;
}

function namesOfObjects({ $ref, items, anyOf = [], oneOf = [] }: Shape): string[] {
  const choices = [...anyOf, ...oneOf].map((choice) => choice.$ref);
  return [$ref, items?.$ref, ...choices].filter((reference) => reference !== undefined).map(nameOf);
}

export function objectLink(name: string): Html {
  return html`<a class="type" href="/docs/api/objects#${slugOf(name)}"><code>${name}</code></a>`;
}

/** A choice is told by its constant field, as `kind: text`. */
function nameOfVariant(variant: Shape): string {
  const named = Object.entries(variant.properties ?? {}).find(([, field]) => field.const !== undefined);
  return named === undefined
    ? Object.keys(variant.properties ?? {})
        .slice(0, 3)
        .join(', ')
    : `${named[0]}: ${String(named[1].const)}`;
}

function choicesOf(shape: Shape, schemas: Schemas): readonly Shape[] {
  return (shape.oneOf ?? shape.anyOf ?? []).flatMap((choice) => {
    const flat = flatten(choice, schemas);
    return (flat.oneOf ?? flat.anyOf) ? choicesOf(flat, schemas) : [flat];
  });
}

/** References followed, parts of `allOf` joined. */
function flatten(shape: Shape, schemas: Schemas): Shape {
  if (shape.$ref !== undefined) {
    const { $ref, ...rest } = shape;
    return { ...flatten(schemas[nameOf($ref)] ?? {}, schemas), ...rest };
  }
  if (shape.allOf === undefined) return shape;
  const { allOf, ...own } = shape;
  const parts = [...allOf.map((part) => flatten(part, schemas)), own as Shape];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required ?? []),
  } as Shape;
}

export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function isRequired(shape: Shape, name: string): boolean {
  return shape.required?.includes(name) ?? false;
}

function typeOf(shape: Shape, schemas: Schemas): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.items !== undefined) return `list of ${typeOf(flatten(shape.items, schemas), schemas)}`;
  const choices = choicesOf(shape, schemas);
  if (choices.length > 0) return [...new Set(choices.map((choice) => typeOf(choice, schemas)))].join(' or ');
  if (typeof shape['format'] === 'string') return `${String(shape.type)} (${shape['format']})`;
  return shape.type === undefined ? 'any' : String(shape.type);
}

const RANGES = [
  ['minLength', 'maxLength', 'character'],
  ['minItems', 'maxItems', 'item'],
  ['minimum', 'maximum', ''],
] as const;

function boundsOf(shape: Shape): string {
  const parts: string[] = [];
  if (shape.enum !== undefined) parts.push(`One of ${shape.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')}.`);
  if (shape.default !== undefined) parts.push(`Default \`${JSON.stringify(shape.default)}\`.`);
  for (const [low, high, unit] of RANGES) {
    const range = rangeOf(shape[low], shape[high], unit);
    if (range !== '') parts.push(range);
  }
  return parts.join(' ');
}

function rangeOf(from: unknown, to: unknown, unit: string): string {
  const words = [];
  if (typeof from === 'number') words.push(typeof to === 'number' ? `${from} to` : `At least ${from}`);
  else if (typeof to === 'number') words.push('At most');
  if (typeof to === 'number') words.push(String(to));
  if (words.length === 0) return '';
  if (unit !== '') words.push((to ?? from) === 1 ? unit : `${unit}s`);
  return `${words.join(' ')}.`;
}
