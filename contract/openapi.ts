// Prints the OpenAPI 3.1 document from the tables of the contract: the schemas that validate are the schemas that document. Pure.

import { z } from 'zod';
import { BASE_PATH, BEARER_ERRORS, JobRequestCommon, ROOT_PATHS, ROUTES, type Route, type RouteName, WORLD_ERRORS } from './api.ts';
import { ERROR_CODES, ERRORS, type ErrorCode } from './errors.ts';
import { OPERATIONS } from './operations.ts';

type Json = Record<string, unknown>;

/** @param origin Scheme and host of the service, without the base path. */
export function openApiDocument(origin: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(ROUTES) as [RouteName, Route][]) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(name, route);
    if (ROOT_PATHS.includes(route.path)) path['servers'] = [{ url: origin }, { url: `${origin}${BASE_PATH}` }];
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'PDF Processing API',
      version: '1.0.0',
      description: 'Asynchronous processing of PDF files: upload, run a job, learn the outcome, download, delete.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${origin}${BASE_PATH}` }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API key: `pdfk_live_…` or `pdfk_test_…`.' } },
      schemas: { Error: errorSchema() },
    },
  };
}

function operation(name: string, route: Route): Json {
  const body = requestBody(route);
  const parameters = [...pathParameters(route), ...queryParameters(route)];
  return {
    operationId: name,
    summary: route.summary,
    ...(route.scopes.length > 0 ? { description: `Needs the scope ${route.scopes.map((scope) => `\`${scope}\``).join(' or ')}.` } : {}),
    ...(route.auth === 'bearer' ? {} : { security: [] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: { ...successResponses(route), ...errorResponses(route) },
  };
}

function requestBody(route: Route): Json | undefined {
  if (route.bytes === 'raw') return { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  const schema = route.operation ? jobRequestSchema(route.operation) : route.body && inputSchema(route.body);
  if (!schema) return undefined;
  const content: Json = { 'application/json': { schema } };
  if (route.bytes === 'form') {
    const { properties = {} } = schema as { properties?: Json };
    const form = { ...properties, file: { type: 'string', format: 'binary', description: 'The bytes; stands after the other fields.' } };
    content['multipart/form-data'] = { schema: { type: 'object', required: ['file'], properties: form } };
  }
  return { required: true, content };
}

/** The parameters of an operation and the fields that every job has, as one flat object. */
function jobRequestSchema(name: NonNullable<Route['operation']>): Json {
  const common = inputSchema(JobRequestCommon) as { properties: Json; required?: string[] };
  const params = inputSchema(OPERATIONS[name].params) as { properties: Json; required?: string[] };
  return {
    type: 'object',
    properties: { ...common.properties, ...params.properties },
    required: [...(common.required ?? []), ...(params.required ?? [])],
    additionalProperties: false,
  };
}

function pathParameters(route: Route): Json[] {
  return [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(route: Route): Json[] {
  if (!route.query) return [];
  const { properties } = inputSchema(route.query) as { properties: Record<string, Json> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function successResponses(route: Route): Json {
  const responses: Json = {};
  for (const [status, schema] of Object.entries(route.success)) {
    responses[status] = {
      description: SUCCESS_WORDS[status] ?? 'Success.',
      headers: { 'X-Request-Id': { schema: { type: 'string' } } },
      ...(schema ? { content: { 'application/json': { schema: outputSchema(schema) } } } : {}),
    };
  }
  return responses;
}

const SUCCESS_WORDS: Record<string, string> = {
  '200': 'Done.',
  '201': 'Created.',
  '202': 'Accepted; the outcome follows.',
  '204': 'Done; no body.',
  '206': 'A range of the bytes.',
  '304': 'Not modified.',
  '416': 'The range is not within the file.',
  '503': 'Not ready.',
};

/** A route that anyone may call touches nothing that can be unavailable, or answers with the probe's own body. */
function worldErrorsOf(route: Route): readonly ErrorCode[] {
  return route.auth === 'none' ? ['internal_error'] : WORLD_ERRORS;
}

export function errorsOf(route: Route): ErrorCode[] {
  return [...new Set([...route.errors, ...(route.auth === 'bearer' ? BEARER_ERRORS : []), ...worldErrorsOf(route)])];
}

function errorResponses(route: Route): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(route)) byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  const responses: Json = {};
  for (const [status, codes] of byStatus) {
    if (route.success[status] !== undefined) continue;
    responses[String(status)] = {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
      headers: { 'X-Request-Id': { schema: { type: 'string' } } },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return responses;
}

function errorSchema(): Json {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', 'request_id'],
        properties: {
          code: { type: 'string', enum: ERROR_CODES },
          message: { type: 'string' },
          request_id: { type: 'string' },
          retryable: { type: 'boolean', description: 'Whether the same request can succeed later.' },
          details: {
            type: 'array',
            items: {
              type: 'object',
              properties: { field: { type: 'string' }, issue: { type: 'string' }, message: { type: 'string' } },
              required: ['field', 'issue', 'message'],
            },
          },
        },
      },
    },
  };
}

function inputSchema(schema: z.ZodType): Json {
  return withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

function outputSchema(schema: z.ZodType): Json {
  return withoutDialect(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));
}

function withoutDialect(schema: object): Json {
  const { $schema: _, ...rest } = schema as Json;
  return rest;
}
