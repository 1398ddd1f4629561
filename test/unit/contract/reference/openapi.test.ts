// docs/openapi.json as a reader of OpenAPI 3.1 sees it.

import { describe, expect, test } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import { errorsOf, openApiDocument } from '#contract/reference/openapi.ts';
import { operationIdOf } from '#contract/reference/titles.ts';
import { INTRODUCTION } from '../../../support/service/introduction.ts';
import { ALL_ROUTES } from '../../../support/service/routes.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security?: unknown[];
  readonly parameters?: { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: { content: Record<string, { schema: object }> };
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}
type PathItem = Record<string, Operation>;

const document = JSON.parse(JSON.stringify(openApiDocument('https://api.example.com', INTRODUCTION))) as {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, PathItem>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
};

function operationOf(path: string, method: string): Operation {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`no ${method} ${path}`);
  return operation;
}

function references(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === '$ref' ? [String(inner)] : references(inner)));
}

describe('the OpenAPI document', () => {
  test('is of version 3.1 with what the specification requires', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title).not.toBe('');
    expect(document.servers).toEqual([{ url: 'https://api.example.com/v1' }]);
    expect(document.components.securitySchemes).toHaveProperty('bearer');
  });

  test('every reference leads somewhere', () => {
    for (const reference of references(document)) {
      const found = reference
        .replace('#/', '')
        .split('/')
        .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
      expect(found, reference).toBeDefined();
    }
  });

  test('operations have unique names, short titles and sentences', () => {
    const operations = Object.values(document.paths).flatMap((item) =>
      Object.entries(item)
        .filter(([key]) => key !== 'servers')
        .map(([, operation]) => operation),
    );
    expect(operations).toHaveLength(ALL_ROUTES.length);
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
    expect(new Set(operations.map((operation) => operation.summary)).size).toBe(operations.length);
    for (const operation of operations) {
      expect(operation.summary).toMatch(/^[A-Z].{3,38}[^.]$/);
      expect(operation.description).toMatch(/\.$/);
    }
  });

  describe.each(ALL_ROUTES)('%s', (name, route) => {
    const operation = operationOf(route.path, route.method);

    test('has its parameters, body and security', () => {
      expect(operation.operationId).toBe(operationIdOf(name, route));
      expect(operation.operationId).toMatch(
        /^(create|read|list|change|delete|cancel|run|upload|download|fetch|rotate|revoke|test|redeliver|recover|request|complete)[A-Z][A-Za-z]+$/,
      );
      const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(operation.parameters?.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name) ?? []).toEqual(inPath);
      expect(operation.security).toEqual(route.auth === 'bearer' ? undefined : []);
      expect(operation.requestBody !== undefined).toBe(Boolean(route.body ?? route.bytes ?? route.operation));
    });

    test('names every status and every code', () => {
      for (const status of Object.keys(route.success)) expect(operation.responses).toHaveProperty(status);
      for (const code of errorsOf(route)) {
        const response = operation.responses[String(ERRORS[code].status)];
        expect(response?.description).toContain(`\`${code}\``);
      }
      for (const response of Object.values(operation.responses)) expect(response.description).not.toBe('');
    });
  });
});
