// Prints the OpenAPI 3.1 document from the tables of the contract: the schemas that validate are the schemas that document. Pure.

import type { z } from 'zod';
import {
  BASE_PATH,
  BEARER_ERRORS,
  IDEMPOTENCY_ERRORS,
  ROOT_PATHS,
  ROUTES,
  type Route,
  type RouteName,
  takesIdempotencyKey,
  WORLD_ERRORS,
} from '../api.ts';
import { codeSamples } from './code-samples.ts';
import { components } from './components.ts';
import { errorExample, exampleOf } from './examples.ts';
import { ERROR_CODES, ERRORS, type ErrorCode } from '../errors.ts';
import { BatchEvent, FileEvent, JobEvent, TEST_EVENT, TestEvent } from '../events.ts';
import { fillIntroduction } from './introduction.ts';
import { LIMITS } from '../limits.ts';
import { type Json, jsonBodySchema, outputSchema, parametersOf } from './schemas.ts';
import { operationIdOf, TAGS, tagOf, titleOf } from './titles.ts';

export const SUMMARY = 'Asynchronous processing of PDF files: upload, run a job, learn the outcome, download, delete.';

/**
 * @param origin Scheme and host of the service, without the base path.
 * @param introduction The text of docs/introduction.md.
 */
export function openApiDocument(origin: string, introduction: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(ROUTES) as [RouteName, Route][]) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(name, route, origin);
    if (ROOT_PATHS.includes(route.path)) path['servers'] = [{ url: origin }, { url: `${origin}${BASE_PATH}` }];
  }
  const { schemas, refer } = components();
  return {
    openapi: '3.1.0',
    info: {
      title: 'PDF Processing API',
      version: '1.0.0',
      summary: SUMMARY,
      description: fillIntroduction(introduction, origin),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${origin}${BASE_PATH}` }],
    security: [{ bearer: [] }],
    tags: TAGS.filter(({ name }) => Object.values(ROUTES).some((route) => tagOf(route) === name)),
    paths: refer(paths),
    webhooks: refer(webhookEvents()),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API key: `pdfk_live_…` or `pdfk_test_…`.' } },
      schemas,
      examples: Object.fromEntries(ERROR_CODES.map((code) => [code, { summary: ERRORS[code].meaning, value: errorExample(code) }])),
    },
  };
}

/** What registered endpoints receive. */
function webhookEvents(): Json {
  const entry = (operationId: string, summary: string, schema: z.ZodType): Json => ({
    post: {
      operationId,
      summary,
      description: 'Signed as Standard Webhooks 1.0.0 says: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Any 2xx is success.',
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema: outputSchema(schema) } } },
      responses: { '2XX': { description: 'Received.' } },
    },
  });
  return {
    'job.*': entry('receiveJobEvent', 'A job entered a state.', JobEvent),
    'file.expired': entry('receiveFileExpired', 'A file or output is no longer available.', FileEvent),
    'batch.completed': entry('receiveBatchCompleted', 'The last job of a batch has ended.', BatchEvent),
    [TEST_EVENT]: entry('receiveWebhookTest', 'Sent on request.', TestEvent),
  };
}

function operation(name: RouteName, route: Route, origin: string): Json {
  const body = requestBody(name, route);
  const parameters = [...parametersOf(route).map(({ place, ...parameter }) => ({ in: place, ...parameter })), ...headerParameters(route)];
  const scopes = route.scopes.map((scope) => `\`${scope}\``).join(' or ');
  return {
    operationId: operationIdOf(name, route),
    tags: [tagOf(route)],
    summary: titleOf(name, route),
    description: scopes === '' ? route.summary : `${route.summary}\n\nNeeds the scope ${scopes}.`,
    ...(route.auth === 'bearer' ? {} : { security: [] }),
    ...(route.deprecated ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: { ...successResponses(name, route), ...errorResponses(route) },
    'x-codeSamples': codeSamples(route, origin),
  };
}

function requestBody(name: RouteName, route: Route): Json | undefined {
  if (route.bytes === 'raw') return { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  const schema = jsonBodySchema(route);
  if (!schema) return undefined;
  const example = exampleOf(name)?.request;
  const content: Json = route.bytes === 'parts' ? {} : { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
  if (route.bytes === 'form' || route.bytes === 'parts') {
    const { properties = {} } = schema as { properties?: Json };
    const form = {
      ...properties,
      file: { type: 'string', format: 'binary', description: PART_WORDS[route.bytes] },
    };
    content['multipart/form-data'] = { schema: { type: 'object', required: ['file'], properties: form } };
  }
  return { required: true, content };
}

const PART_WORDS = {
  form: 'The bytes; this part comes last, after the other fields. Without a Content-Type, or with application/octet-stream, bytes and name say the type.',
  parts: `The bytes; after the other fields, and up to ${LIMITS.runFilesMax} times where the operation reads several files.`,
};

function headerParameters(route: Route): Json[] {
  if (route.events) return [LAST_EVENT_ID];
  if (!takesIdempotencyKey(route) && route.bytes !== 'parts') return [];
  const form = route.bytes === 'form' ? ' Only for a JSON body.' : '';
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: `The same request with the same key is done once within 24 hours; a repeat gets the first answer, with \`Idempotent-Replayed: true\`.${form}`,
      schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyCharsMax },
    },
  ];
}

const LAST_EVENT_ID: Json = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The `id` of the last event that was read: the stream goes on after it.',
  schema: { type: 'string' },
};

function successResponses(name: RouteName, route: Route): Json {
  const responses: Json = {};
  for (const [status, schema] of Object.entries(route.success)) {
    responses[status] = {
      description: SUCCESS_WORDS[status] ?? 'Success.',
      headers: { 'X-Request-Id': { schema: { type: 'string' } } },
      ...contentOf(route, status, schema, exampleOf(name)?.answers[status]),
    };
  }
  return responses;
}

function contentOf(route: Route, status: string, schema: z.ZodType | null, example: unknown): Json {
  if (schema) return { content: { 'application/json': { schema: outputSchema(schema), ...(example === undefined ? {} : { example }) } } };
  const type = route.answers;
  if (route.events && status === '200') return { content: { 'text/event-stream': { schema: outputSchema(route.events) } } };
  if (type === undefined || !['200', '206'].includes(status)) return {};
  return { content: { [type]: { schema: SCHEMAS_OF_TYPES[type] ?? { type: 'string', format: 'binary' } } } };
}

/** Other types are bytes. */
const SCHEMAS_OF_TYPES: Readonly<Record<string, Json>> = {
  'application/json': { type: 'object' },
  'text/html': { type: 'string' },
  'text/plain': { type: 'string' },
};

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
  const bearer = route.auth === 'bearer' ? BEARER_ERRORS : [];
  const idempotency = takesIdempotencyKey(route) ? IDEMPOTENCY_ERRORS : [];
  return [...new Set([...route.errors, ...bearer, ...idempotency, ...worldErrorsOf(route)])];
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
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/ApiError' },
          examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        },
      },
    };
  }
  return responses;
}
