// Prints an example of each route in curl and TypeScript from the route table: paths, fields and values cannot differ from the contract.
// Each example is a whole program: the key and identifiers come from environment variables (PDF_API_KEY, FILE_ID, …). Pure.

import { BASE_PATH, ROOT_PATHS, type Route } from '../api.ts';
import { type Json, jsonBodySchema, parametersOf } from './schemas.ts';

export interface CodeSample {
  readonly lang: 'bash' | 'typescript';
  readonly label: string;
  readonly source: string;
}

/** @param origin Scheme and host of the service, without the base path. */
export function codeSamples(route: Route, origin: string): CodeSample[] {
  const call = callOf(route, origin);
  const samples: CodeSample[] = [
    { lang: 'bash', label: 'curl', source: curl(call) },
    { lang: 'typescript', label: 'TypeScript', source: typescript(call) },
  ];
  if (route.bytes === 'form') {
    const form: Call = { ...call, body: 'form' };
    samples.push(
      { lang: 'bash', label: 'curl, with the bytes', source: curl(form) },
      { lang: 'typescript', label: 'TypeScript, with the bytes', source: typescript(form) },
    );
  }
  return samples;
}

/** A JSON body that the route accepts once its `$VARIABLES` hold identifiers; undefined where the route takes none. */
export function exampleBody(route: Route): Json | undefined {
  const schema = jsonBodySchema(route);
  return schema && (exampleOf(schema, 'body') as Json);
}

/** The environment variable that holds the value of a path parameter or of a field that names something. */
export function variableOf(name: string): string {
  return name.toUpperCase();
}

interface Call {
  readonly method: Route['method'];
  /** Variables as `$NAME`. */
  readonly url: string;
  readonly hasKey: boolean;
  readonly body: Json | 'raw' | 'form' | undefined;
  readonly answer: 'json' | 'text' | 'events' | 'bytes' | 'nothing';
}

function callOf(route: Route, origin: string): Call {
  return {
    method: route.method,
    url: route.auth === 'signed' ? signedUrl(route) : `${origin}${pathOf(route)}${queryOf(route)}`,
    hasKey: route.auth === 'bearer',
    body: route.bytes === 'raw' ? 'raw' : route.bytes === 'parts' ? 'form' : exampleBody(route),
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
  if (route.bytes === 'parts') return 'bytes';
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

function curl(call: Call): string {
  const lines = [`curl -sS --fail-with-body${call.method === 'GET' ? '' : ` -X ${call.method}`}`, `"${call.url}"`];
  if (call.hasKey) lines.push('-H "Authorization: Bearer $PDF_API_KEY"');
  if (call.body === 'raw') lines.push('-H "Content-Type: application/pdf"', '--data-binary @document.pdf');
  else if (call.body === 'form') lines.push('-F "file=@document.pdf"');
  else if (call.body) lines.push('-H "Content-Type: application/json"', '--data @- <<JSON');
  if (call.answer === 'bytes') lines.push('-o result.pdf');
  // As they come.
  if (call.answer === 'events') lines.push('-N');
  const command = lines.join(' \\\n  ');
  // Without quotes, so that the shell fills in its variables.
  return typeof call.body === 'object' ? `${command}\n${JSON.stringify(call.body, null, 2)}\nJSON` : command;
}

function typescript(call: Call): string {
  const imports = [];
  if (call.body === 'raw') imports.push(`import { readFile } from 'node:fs/promises';`);
  if (call.body === 'form') imports.push(`import { openAsBlob } from 'node:fs';`);
  if (call.answer === 'bytes') imports.push(`import { writeFile } from 'node:fs/promises';`);

  const setUp: string[] = [];
  const variables = variablesOf(call);
  if (variables.length > 0) setUp.push(`const { ${variables.map((name) => `${name} = ''`).join(', ')} } = process.env;`);
  if (call.body === 'form') {
    setUp.push(`const form = new FormData();`, `form.append('file', await openAsBlob('document.pdf'), 'document.pdf');`);
  }

  return [
    ...(imports.length > 0 ? [...imports, ''] : []),
    ...(setUp.length > 0 ? [...setUp, ''] : []),
    `const response = await fetch(${urlLiteral(call.url)}${requestOf(call)});`,
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);',
    ...ANSWER_LINES[call.answer],
  ].join('\n');
}

function variablesOf(call: Call): string[] {
  const used = `${call.url} ${JSON.stringify(call.body)}`;
  const names = [...used.matchAll(/\$([A-Z_]+)/g)].map(([, name = '']) => name);
  return [...(call.hasKey ? ['PDF_API_KEY'] : []), ...new Set(names)];
}

const ANSWER_LINES: Record<Call['answer'], string[]> = {
  json: ['console.log(JSON.stringify(await response.json(), null, 2));'],
  text: ['console.log(await response.text());'],
  bytes: [`await writeFile('result.pdf', new Uint8Array(await response.arrayBuffer()));`],
  events: [
    '// Between empty lines: `id`, `event`, and `data`, which is JSON.',
    'const decoder = new TextDecoder();',
    `for await (const chunk of response.body ?? []) process.stdout.write(decoder.decode(chunk, { stream: true }));`,
  ],
  nothing: [],
};

function requestOf(call: Call): string {
  const headers = [];
  if (call.hasKey) headers.push('Authorization: `Bearer ${PDF_API_KEY}`');
  if (call.body === 'raw') headers.push(`'Content-Type': 'application/pdf'`);
  if (typeof call.body === 'object') headers.push(`'Content-Type': 'application/json'`);
  const options = [];
  if (call.method !== 'GET') options.push(`method: '${call.method}'`);
  if (headers.length > 0) options.push(`headers: { ${headers.join(', ')} }`);
  if (call.body === 'raw') options.push(`body: await readFile('document.pdf')`);
  else if (call.body === 'form') options.push('body: form');
  else if (call.body) options.push(`body: JSON.stringify(${literal(call.body, '  ')})`);
  return options.length === 0 ? '' : `, {\n${options.map((option) => `  ${option},\n`).join('')}}`;
}

function urlLiteral(url: string): string {
  if (/^\$[A-Z_]+$/.test(url)) return url.slice(1);
  return url.includes('$') ? `\`${url.replace(/\$([A-Z_]+)/g, '${$1}')}\`` : `'${url}'`;
}

/** A value as a programmer writes it; `$NAME` is the variable of that name. */
function literal(value: unknown, indent: string): string {
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
