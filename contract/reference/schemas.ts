// JSON Schemas of what a route takes and answers, as the API document, the code samples and the text for language models print them. Pure.

import { z } from 'zod';
import { jobRequestCommon, type Route } from '../api.ts';
import { OPERATIONS } from '../operations.ts';

export type Json = Record<string, unknown>;

export interface Parameter {
  readonly place: 'path' | 'query';
  readonly name: string;
  readonly required: boolean;
  readonly schema: Json;
}

/** The parameters of an operation and the fields that every job has, as one flat object; undefined where the route takes no JSON. */
export function jsonBodySchema(route: Route): Json | undefined {
  if (route.operation === undefined) return route.body && inputSchema(route.body);
  const common = inputSchema(jobRequestCommon(route.operation)) as { properties: Json; required?: string[] };
  const params = inputSchema(OPERATIONS[route.operation].params) as { properties: Json; required?: string[] };
  return {
    type: 'object',
    properties: { ...common.properties, ...params.properties },
    required: [...(common.required ?? []), ...(params.required ?? [])],
    additionalProperties: false,
  };
}

/** In the path, then in the query. */
export function parametersOf(route: Route): Parameter[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Parameter => ({
    place: 'path',
    name,
    required: true,
    schema: { type: 'string' },
  }));
  if (!route.query) return inPath;
  const { properties, required = [] } = inputSchema(route.query) as { properties: Record<string, Json>; required?: string[] };
  const inQuery = Object.entries(properties).map(([name, schema]): Parameter => ({
    place: 'query',
    name,
    required: required.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
}

export function inputSchema(schema: z.ZodType): Json {
  return printSchema(schema, 'input');
}

export function outputSchema(schema: z.ZodType): Json {
  return printSchema(schema, 'output');
}

function printSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...printed } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: (context) => tidy(context, io),
  }) as Json;
  return printed;
}

/** The bounds of safe integers say nothing about the field; examples and defaults hold for values with other names (aliases) too. */
function tidy(
  { zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema },
  io: 'input' | 'output',
): void {
  if (io === 'output') openForGrowth(jsonSchema);
  const { type, defaultValue } = zodSchema._zod.def as { type: string; defaultValue?: unknown };
  const examples = z.globalRegistry.get(zodSchema)?.['examples'];
  if (Array.isArray(examples)) jsonSchema.examples ??= examples;
  if (type === 'default') jsonSchema.default ??= defaultValue;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Answers get new fields, and new values where the contract says so. */
function openForGrowth(schema: z.core.JSONSchema.BaseSchema & { open?: boolean }): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // A record with known keys: not all of them need be there.
  if (schema.propertyNames !== undefined) {
    delete schema.propertyNames;
    delete schema.required;
  }
  if (schema.open !== true) return;
  delete schema.open;
  schema['x-extensible-enum'] = schema.enum;
  const values = (schema.enum ?? []).map((value) => `\`${String(value)}\``).join(', ');
  schema.description = [schema.description, `Today one of ${values}.`].filter(Boolean).join(' ');
  delete schema.enum;
}
