// GET /openapi.json, /docs and /llms.txt, and the files of the page.

import { afterAll, describe, expect, test } from 'vitest';
import { llmsText } from '#contract/reference/llms-text.ts';
import { openApiDocument } from '#contract/reference/openapi.ts';
import { bodyOf } from '../support/service/api-client.ts';
import { openEdge } from '../support/service/edge.ts';
import { expectJsonHeaders } from '../support/expectations.ts';
import { INTRODUCTION } from '../support/service/introduction.ts';
import { ALL_ROUTES } from '../support/service/routes.ts';

const edge = await openEdge();
afterAll(edge.close);

describe('openapi 200', () => {
  test.each(['/openapi.json', '/v1/openapi.json'])('%s is the document of the contract, at this address', async (path) => {
    const response = await fetch(edge.url + path);
    expectJsonHeaders(response);
    expect(await bodyOf(response, 200)).toEqual(JSON.parse(JSON.stringify(openApiDocument(edge.url, INTRODUCTION))));
  });
});

describe('docs 200', () => {
  test.each(['/docs', '/v1/docs'])('%s is a page that may load files of this origin only', async (path) => {
    const response = await fetch(edge.url + path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(expect.arrayContaining([`default-src 'none'`, `script-src 'self'`, `connect-src 'self'`]));
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(await response.text()).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  test('names files that are there, and that a browser may keep for ever', async () => {
    const page = await (await fetch(`${edge.url}/docs`)).text();
    const paths = [...page.matchAll(/(?:src|href|data-search)="(\/docs\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(paths.map((path) => path.replace(/.*\./, '')).toSorted()).toEqual(['css', 'js', 'json']);
    let bytes = 0;
    for (const path of paths) {
      const response = await fetch(edge.url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      bytes += (await response.arrayBuffer()).byteLength;
    }
    expect(bytes).toBeLessThan(400_000);
  });

  test.each(['/docs/operations/ocr', '/docs/guides/errors', '/docs/api/files'])(
    '%s is a page with the address of this service',
    async (path) => {
      const text = await (await fetch(edge.url + path)).text();
      expect(text).toMatch(/^<!doctype html>/);
      expect(text).not.toContain('api.example.com');
    },
  );

  test('a file that is not there is not found, as any other path', async () => {
    for (const path of ['/docs/assets/none.js', '/docs/none']) {
      expect(await bodyOf(await fetch(edge.url + path), 404)).toMatchObject({ error: { code: 'not_found' } });
    }
  });
});

describe('llms 200', () => {
  test.each(['/llms.txt', '/v1/llms.txt'])('%s has a title, a summary, the addresses and every operation', async (path) => {
    const response = await fetch(edge.url + path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const text = await response.text();
    expect(text).toBe(llmsText(edge.url, INTRODUCTION));
    expect(text).toMatch(/^# [^\n]+\n\n> [^\n]+\n\n/);
    expect(text).not.toContain('{{');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(1500);
    for (const link of ['/openapi.json', '/docs']) expect(text).toContain(`](${edge.url}${link})`);
    for (const [, route] of ALL_ROUTES)
      expect(text).toMatch(new RegExp(`^#### ${route.method} \\S*${route.path.replace(/[{}.]/g, '\\$&')}$`, 'm'));
  });
});
