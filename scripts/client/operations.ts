// The table of operations for the client: path, what it takes, and the options of its command, from the schemas of the job requests.

import { type OperationName, OPERATIONS } from '#contract/operations.ts';
// What HEAD declares.
import type { Operation, Option } from '../../client/generated/operations.ts';
import type { ApiDocument, Schema } from './document.ts';
import { ENDINGS } from './file-types.ts';

const HEAD = `// Printed by \`npm run client:generate\` from docs/openapi.json: the operations, and the options of their commands.

export interface Option {
  /** As it is typed: \`target-format\`. */
  readonly name: string;
  /** Its place in the request. */
  readonly path: readonly string[];
  /** \`texts\`: given several times; \`words\`: also with commas; \`steps\`: objects, as JSON or as words. */
  readonly kind: 'text' | 'number' | 'boolean' | 'texts' | 'words' | 'steps' | 'json';
  /** Of \`steps\`: what tells one from another, with its names; where its other fields lie. */
  readonly step?: { readonly field: string; readonly names: readonly string[]; readonly inner?: string };
  readonly description?: string;
  /** Today's values of an enumeration. */
  readonly values?: readonly string[];
  readonly preset?: unknown;
  readonly required?: true;
}

export interface Operation {
  /** The type of its jobs: \`ai_edit\`. */
  readonly type: string;
  /** The last part of its address, and its command: \`ai-edit\`. */
  readonly path: string;
  readonly summary: string;
  /** The request names a source in \`file_id\`. */
  readonly takesFile: boolean;
  /** The parameter that lists files. */
  readonly filesParam?: string;
  /** Endings of the names of the sources that it takes. */
  readonly endings: readonly string[];
  readonly options: readonly Option[];
}
`;

/** Fields of every job request that are no parameters of the operation. */
const COMMON = new Set(['file_id', 'metadata', 'deliver_to']);

export function operationsSource(document: ApiDocument): string {
  const rows = Object.keys(document.paths)
    .filter((path) => /^\/jobs\/[a-z-]+$/.test(path))
    .map((path) => operationOf(document, path));
  const body = JSON.stringify(Object.fromEntries(rows.map((row) => [row.type, row])), null, 2);
  return [
    HEAD,
    `export const OPERATIONS = ${body} as const satisfies Readonly<Record<string, Operation>>;`,
    '',
    'export type OperationType = keyof typeof OPERATIONS;',
    '',
  ].join('\n');
}

function operationOf(document: ApiDocument, path: string): Operation {
  const post = document.paths[path]?.['post'];
  const id = post?.operationId ?? '';
  const pascal = id.slice('create'.length, -'Job'.length);
  const type = pascal.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase();
  const schema = document.components.schemas[`${pascal}JobRequest`];
  if (!schema?.properties) throw new Error(`${path} has no schema of its request`);
  const filesParam = Object.entries(schema.properties).find(([, field]) => field.items?.properties?.['file_id'])?.[0];
  const shown = Object.entries(schema.properties).filter(([name]) => !COMMON.has(name) && name !== filesParam);
  return {
    type,
    path: path.split('/')[2] ?? '',
    summary: post?.description?.split('\n\n')[0] ?? '',
    takesFile: schema.properties['file_id'] !== undefined,
    ...(filesParam === undefined ? {} : { filesParam }),
    endings: endingsOf(OPERATIONS[type as OperationName].accepts),
    options: shown.flatMap(([name, field]) => optionsOf([name], withSteps(document, field), schema.required?.includes(name) === true)),
  };
}

/** The steps of a pipeline are named schemas. */
function withSteps({ components: { schemas } }: ApiDocument, field: Schema): Schema {
  const kinds = field.items?.oneOf;
  if (!kinds) return field;
  const resolved = kinds.map((kind) => (kind.$ref === undefined ? kind : (schemas[kind.$ref.split('/').at(-1) ?? ''] ?? kind)));
  return { ...field, items: { ...field.items, oneOf: resolved } };
}

function endingsOf(types: readonly string[]): string[] {
  return ENDINGS.filter(([, type]) => types.includes(type)).map(([ending]) => ending);
}

/** An object of plain values is an option for each of them. */
function optionsOf(path: readonly string[], schema: Schema, isRequired: boolean): Option[] {
  const { properties } = schema;
  const isPlain = properties && Object.values(properties).every((field) => ['text', 'number', 'boolean'].includes(kindOf(field)));
  const inner =
    path.length === 1 && isPlain ? Object.entries(properties).flatMap(([name, field]) => optionsOf([...path, name], field, false)) : [];
  const values = valuesOf(schema);
  const own: Option = {
    name: path.map((name) => name.replaceAll('_', '-')).join('.'),
    path,
    kind: kindOf(schema),
    ...stepOf(schema),
    ...(schema.description === undefined ? {} : { description: schema.description }),
    ...(values.length === 0 ? {} : { values }),
    ...(schema.default === undefined ? {} : { preset: schema.default }),
    ...(isRequired ? { required: true as const } : {}),
  };
  return [own, ...inner];
}

function kindOf(schema: Schema): Option['kind'] {
  if (schema.enum?.every((value) => typeof value === 'string') || typeof schema.const === 'string') return 'text';
  if (schema.type === 'array') {
    if (stepOf(schema).step) return 'steps';
    if (kindOf(schema.items ?? {}) !== 'text') return 'json';
    return allowsComma(schema.items ?? {}) ? 'texts' : 'words';
  }
  if (schema.type === 'string') return 'text';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'boolean') return 'boolean';
  return 'json';
}

function allowsComma({ enum: values, pattern }: Schema): boolean {
  return values === undefined && (pattern === undefined || new RegExp(pattern, 'u').test('1,2') || new RegExp(pattern, 'u').test('a,b'));
}

/** Of a list of objects that a constant tells apart. */
function stepOf({ items }: Schema): Pick<Option, 'step'> {
  const kinds = items?.oneOf ?? [];
  const [field] = Object.entries(kinds[0]?.properties ?? {}).find(([, inner]) => inner.const !== undefined) ?? [];
  if (field === undefined) return {};
  const names = kinds.flatMap(({ properties }) => properties?.[field]?.const ?? properties?.[field]?.enum ?? []).map(String);
  return { step: { field, names, ...(kinds[0]?.properties?.['params'] ? { inner: 'params' } : {}) } };
}

function valuesOf({ enum: own, items }: Schema): string[] {
  return (own ?? items?.enum ?? []).map(String);
}
