// Prints /llms.txt (llmstxt.org): the introduction in brief and every operation with its fields in a few lines, so that a language model
// can call the API correctly from this one text. Pure.

import { ROOT_PATHS, ROUTES, type Route, type RouteName } from '../api.ts';
import { exampleBody } from './sample-call.ts';
import { fillIntroduction } from './introduction.ts';
import { errorsOf, SUMMARY } from './openapi.ts';
import { type Json, jsonBodySchema, outputSchema, parametersOf } from './schemas.ts';
import { TAGS, tagOf, titleOf } from './titles.ts';

/**
 * @param origin Scheme and host of the service, without the base path.
 * @param introduction The text of docs/introduction.md.
 */
export function llmsText(origin: string, introduction: string): string {
  const routes = Object.entries(ROUTES) as [RouteName, Route][];
  const shown: Shown = new Map();
  const groups = TAGS.flatMap(({ name: tag }) => {
    const members = routes.filter(([, route]) => tagOf(route) === tag);
    return members.length === 0 ? [] : [`### ${tag}`, ...members.map(([name, route]) => describeRoute(name, route, shown))];
  });
  return `${[
    '# PDF Processing API',
    `> ${SUMMARY}`,
    fillIntroduction(introduction, origin).trim(),
    '## Documents',
    [
      `- [OpenAPI 3.1](${origin}/openapi.json): every schema in full, with examples in curl and TypeScript`,
      `- [Reference](${origin}/docs): the same as a page to read`,
    ].join('\n'),
    '## Operations',
    'Paths are below the base address unless an address is given. `?` marks a field that may be left out.',
    ...groups.map((group) => group.replaceAll('{{origin}}', origin)),
  ].join('\n\n')}\n`;
}

/** The shape of an answer → where it is written out. */
type Shown = Map<string, string>;

function describeRoute(name: RouteName, route: Route, shown: Shown): string {
  const path = ROOT_PATHS.includes(route.path) ? `{{origin}}${route.path}` : route.path;
  const lines = [`#### ${route.method} ${path}`, '', `${titleOf(name, route)}. ${route.summary} ${accessOf(route)}`, ''];
  for (const { place, name: parameter, required, schema } of parametersOf(route)) {
    lines.push(...fieldLines({ name: parameter, schema, required }, `- ${place} `, shown));
  }
  lines.push(...bodyLines(route, shown));
  lines.push(...answerLines(route, shown));
  lines.push(`- errors: ${errorsOf(route).join(', ')}`);
  return lines.join('\n');
}

function answerLines(route: Route, shown: Shown): string[] {
  return Object.entries(route.success).flatMap(([status, schema]) => {
    if (route.events && status === '200') return [`- 200: server-sent events, the data of each: ${shapeOf(outputSchema(route.events))}`];
    if (!schema) return [`- ${status}: not JSON`];
    const printed = outputSchema(schema);
    const shape = shapeOf(printed);
    const place = shown.get(shape);
    if (place !== undefined) return [`- ${status}: the same as ${place}`];
    shown.set(shape, `${status} of ${route.method} ${route.path}`);
    return shape.length <= SHAPE_CHARS_MAX ? [`- ${status}: ${shape}`] : [`- ${status}:`, ...insideLines(printed, '  ', shown)];
  });
}

function accessOf(route: Route): string {
  if (route.auth === 'none') return 'Needs no key.';
  if (route.auth === 'signed') return 'The address is its own permission: use it as it was answered, without a key.';
  return `Scope: ${route.scopes.join(' or ')}.`;
}

function bodyLines(route: Route, shown: Shown): string[] {
  if (route.bytes === 'raw') return ['- body: the bytes of the file'];
  const schema = jsonBodySchema(route);
  if (!schema) return [];
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] };
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    fieldLines({ name, schema: field, required: required.includes(name) }, '- body ', shown),
  );
  if (route.bytes === 'form') fields.push('- or multipart/form-data: the part `file` with the bytes, after any of the fields above');
  return [...fields, `- example: \`${JSON.stringify(exampleBody(route))}\``];
}

interface Field {
  readonly name: string;
  readonly schema: Json;
  readonly required: boolean;
}

/** Longer ones are written as a list of what is inside. */
const SHAPE_CHARS_MAX = 120;

/** @param lead What the line begins with: its indent, its dash, its place. */
function fieldLines({ name, schema, required }: Field, lead: string, shown: Shown): string[] {
  const description = typeof schema['description'] === 'string' ? `: ${schema['description']}` : '';
  const preset = schema['default'] === undefined ? '' : ` (default ${JSON.stringify(schema['default'])})`;
  const shape = shapeOf(schema);
  const start = `${lead}\`${name}${required ? '' : '?'}\``;
  const isList = schema['enum'] !== undefined || schema['x-extensible-enum'] !== undefined;
  if (isList || shape.length <= SHAPE_CHARS_MAX) return [`${start} ${shape}${preset}${description}`];
  return [`${start} ${kindOf(schema)}${preset}${description}`, ...insideLines(schema, `${/^ */.exec(lead)?.[0] ?? ''}  `, shown)];
}

function kindOf(schema: Json): string {
  if (schema['type'] === 'array') return 'a list, each';
  if (schema['anyOf'] ?? schema['oneOf']) return 'one of';
  return schema['type'] === 'object' ? 'with' : '';
}

function insideLines(schema: Json, indent: string, shown: Shown): string[] {
  const { items, properties, required = [] } = schema as { items?: Json; properties?: Record<string, Json>; required?: string[] };
  if (items) {
    const shape = shapeOf(items);
    const place = shown.get(shape);
    if (place !== undefined && shape.length > SHAPE_CHARS_MAX) return [`${indent}- ${place}`];
    shown.set(shape, 'as above');
    return insideLines(items, indent, shown);
  }
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (choices) return choices.flatMap((choice) => choiceLines(choice, indent, shown));
  if (properties) {
    const named = properties['operation']?.['const'];
    // What tells a choice from the others comes first.
    const ordered = Object.entries(properties).toSorted(([, a], [, b]) => Number('const' in b) - Number('const' in a));
    return ordered.flatMap(([name, field]) =>
      typeof named === 'string' && name === 'params'
        ? [`${indent}- \`params?\` those of POST /jobs/${named.replaceAll('_', '-')}`]
        : fieldLines({ name, schema: field, required: required.includes(name) }, `${indent}- `, shown),
    );
  }
  return [`${indent}- ${shapeOf(schema)}`];
}

function choiceLines(choice: Json, indent: string, shown: Shown): string[] {
  const shape = shapeOf(choice);
  if (shape.length <= SHAPE_CHARS_MAX) return [`${indent}- ${shape}`];
  const [first, ...more] = insideLines(choice, `${indent}  `, shown);
  // The first field of a choice tells it from the others.
  return first === undefined ? [] : [`${indent}-${first.trimStart().slice(1)}`, ...more];
}

/** A schema in the notation of TypeScript. */
function shapeOf(schema: Json): string {
  const { enum: values, anyOf, oneOf } = schema as Record<string, unknown[] | undefined>;
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  const growing = schema['x-extensible-enum'];
  if (Array.isArray(growing)) return `${growing.map((value) => JSON.stringify(value)).join(' | ')} | …`;
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  const choices = anyOf ?? oneOf;
  if (choices) return choices.map((choice) => shapeOf(choice as Json)).join(' | ');
  switch (schema['type']) {
    case 'object':
      return objectShape(schema);
    case 'array':
      return `[${shapeOf((schema['items'] ?? {}) as Json)}, …]`;
    case 'string':
      return typeof schema['format'] === 'string' ? `string (${schema['format']})` : 'string';
    case undefined:
      return 'any';
    default:
      return String(schema['type']) + boundsOf(schema);
  }
}

function objectShape(schema: Json): string {
  const { properties, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] };
  if (!properties) return '{name: value, …}';
  const fields = Object.entries(properties).map(([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${shapeOf(field)}`);
  return `{${fields.join(', ')}}`;
}

function boundsOf(schema: Json): string {
  const { minimum = '', maximum = '' } = schema as { minimum?: number; maximum?: number };
  return minimum === '' && maximum === '' ? '' : ` ${minimum}..${maximum}`;
}
