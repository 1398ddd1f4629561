// The request of a route's example: its address, fields and values, from the route table. Every language prints the same one. Pure.

import { BASE_PATH, ROOT_PATHS, type Route } from '../api.ts';
import { type Json, jsonBodySchema, parametersOf } from './schemas.ts';

/** A JSON body that the route accepts once its `$VARIABLES` hold identifiers; undefined where the route takes none. */
export function exampleBody(route: Route): Json | undefined {
  const schema = jsonBodySchema(route);
  return schema && (exampleOf(schema, 'body') as Json);
}

/** The environment variable that holds the value of a path parameter or of a field that names something. */
export function variableOf(name: string): string {
  return name.toUpperCase();
}

/** A request of an example. */
export interface Call {
  readonly method: Route['method'];
  /** Variables as `$NAME`. */
  readonly url: string;
  readonly hasKey: boolean;
  readonly body: Json | 'raw' | 'form' | undefined;
  /** Where bytes are written. */
  readonly file: string;
  readonly answer: 'json' | 'text' | 'events' | 'bytes' | 'nothing';
}

export function callOf(route: Route, origin: string): Call {
  return {
    method: route.method,
    url: route.auth === 'signed' ? signedUrl(route) : `${origin}${pathOf(route)}${queryOf(route)}`,
    hasKey: route.auth === 'bearer',
    body: route.bytes === 'raw' ? 'raw' : route.bytes === 'parts' ? 'form' : exampleBody(route),
    file: route.answers === 'application/zip' ? 'result.zip' : 'result.pdf',
    answer: answerOf(route),
  };
}

/** Signed addresses are used as they were answered. */
function signedUrl(route: Route): string {
  return route.method === 'PUT' ? '$UPLOAD_URL' : '$DOWNLOAD_URL';
}

function pathOf(route: Route): string {
  // An operation that needs no parameters.
  const path = route.path.replace('{operation}', 'compress').replace(/\{(\w+)\}/g, (_, name: string) => `$${variableOf(name)}`);
  return ROOT_PATHS.includes(route.path) ? path : BASE_PATH + path;
}

/** The query fields whose schema has an example. */
function queryOf(route: Route): string {
  const fields = parametersOf(route).filter(({ place, schema }) => place === 'query' && schema['examples'] !== undefined);
  const pairs = fields.map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(schema, name)))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function answerOf(route: Route): Call['answer'] {
  if (route.events) return 'events';
  if (route.bytes === 'parts' || route.answers === 'application/zip') return 'bytes';
  if (Object.values(route.success).some((schema) => schema !== null)) return 'json';
  if (route.auth === 'signed') return 'bytes';
  return route.success[200] === undefined ? 'nothing' : 'text';
}

/** The schema's own example, or the smallest value that it accepts. */
function exampleOf(schema: Json, name: string): unknown {
  const { examples, default: preset, enum: values, anyOf, oneOf } = schema as Record<string, unknown[] | undefined>;
  if (examples) return examples[0];
  if (schema['const'] !== undefined) return schema['const'];
  if (preset !== undefined) return preset;
  if (values) return values[0];
  const choice = (anyOf ?? oneOf)?.[0];
  if (choice) return exampleOf(choice as Json, name);
  switch (schema['type']) {
    case 'object':
      return exampleObject(schema);
    case 'array':
      return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () =>
        exampleOf((schema['items'] ?? {}) as Json, name.replace(/s$/, '')),
      );
    case 'integer':
    case 'number':
      return Math.max(Number(schema['minimum'] ?? 1), 1);
    case 'boolean':
      return true;
    default:
      return exampleText(schema, name);
  }
}

function exampleObject(schema: Json): Json {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] };
  const shown = Object.entries(properties).filter(([name, field]) => required.includes(name) || field['examples'] !== undefined);
  return Object.fromEntries(
    shown.filter(([, field]) => field['default'] === undefined).map(([name, field]) => [name, exampleOf(field, name)]),
  );
}

function exampleText(schema: Json, name: string): string {
  if (name.endsWith('_id')) return `$${variableOf(name)}`;
  if (schema['format'] === 'uri') return 'https://example.com/events';
  if (schema['format'] === 'date-time') return '2026-11-01T00:00:00Z';
  return name;
}

/** A value as a programmer writes it; `$NAME` is the variable of that name. */
export function literal(value: unknown, indent: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, indent)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const inner = `${indent}  `;
    const fields = Object.entries(value).map(([name, item]) => `${inner}${fieldName(name)}: ${literal(item, inner)},\n`);
    return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`;
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^\$[A-Z_]+$/.test(value)
    ? value.slice(1)
    : `'${JSON.stringify(value).slice(1, -1).replaceAll(`'`, `\\'`).replaceAll('\\"', '"')}'`;
}

function fieldName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
}

/** Names of the environment variables that it reads. */
export function variablesOf(call: Call): string[] {
  const used = `${call.url} ${JSON.stringify(call.body)}`;
  const names = [...used.matchAll(/\$([A-Z_]+)/g)].map(([, name = '']) => name);
  return [...(call.hasKey ? ['PDF_API_KEY'] : []), ...new Set(names)];
}
