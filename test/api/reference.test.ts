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

  test('names a script that is there, and that a browser may keep for ever', async () => {
    const page = await (await fetch(`${edge.url}/docs`)).text();
    const path = /<script src="([^"]+)"/.exec(page)?.[1] ?? '';
    const response = await fetch(edge.url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000_000);
  });

  test('a file that is not there is not found, as any other path', async () => {
    const response = await fetch(`${edge.url}/docs/assets/none.js`);
    expect(await bodyOf(response, 404)).toMatchObject({ error: { code: 'not_found' } });
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
    for (const link of ['/openapi.json', '/docs']) expect(text).toContain(`](${edge.url}${link})`);
    for (const [, route] of ALL_ROUTES)
      expect(text).toMatch(new RegExp(`^#### ${route.method} \\S*${route.path.replace(/[{}.]/g, '\\$&')}$`, 'm'));
  });
});
