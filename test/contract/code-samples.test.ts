// The examples of the API document: each route has them, and what they send is what the route takes.

import { expect, test } from 'vitest';
import { jobRequestCommon } from '#contract/api.ts';
import { codeSamples } from '#contract/reference/code-samples.ts';
import { exampleBody } from '#contract/reference/sample-call.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { ALL_ROUTES } from '../support/service/routes.ts';

/** `$FILE_ID` → an identifier of a file. */
function withIdentifiers(body: object): Record<string, unknown> {
  const text = JSON.stringify(body).replace(/\$([A-Z_]+)_ID/g, (_, kind: string) => `${kind.toLowerCase()}_${'0'.repeat(22)}`);
  return JSON.parse(text) as Record<string, unknown>;
}

test.each(ALL_ROUTES)('%s has an example in curl, TypeScript and Python, at its own address', (_, route) => {
  const samples = codeSamples(route, 'https://api.example.com');
  expect(samples.slice(0, 3).map(({ label }) => label)).toEqual(['curl', 'TypeScript', 'Python']);
  if (route.operation !== undefined) expect(samples.map(({ label }) => label)).toContain('CLI');
  for (const { source } of samples) {
    expect(source).toContain(route.auth === 'signed' ? '_URL' : 'https://api.example.com');
    expect(source.includes('PDF_API_KEY')).toBe(route.auth === 'bearer');
  }
});

const WITH_BODY = ALL_ROUTES.filter(([, route]) => exampleBody(route) !== undefined);

test.each(WITH_BODY)('%s accepts the body of its example', (_, route) => {
  const body = withIdentifiers(exampleBody(route) ?? {});
  if (route.operation === undefined) {
    expect(route.body?.safeParse(body).error).toBeUndefined();
    return;
  }
  const schema = jobRequestCommon(route.operation);
  const common = Object.keys(schema.shape);
  const entries = Object.entries(body);
  const request = Object.fromEntries(entries.filter(([name]) => common.includes(name)));
  const params = Object.fromEntries(entries.filter(([name]) => !common.includes(name)));
  expect(schema.safeParse(request).error).toBeUndefined();
  expect(OPERATIONS[route.operation].params.safeParse(params).error).toBeUndefined();
});
