// Endpoints: POST, GET, PATCH, DELETE /webhooks and POST /webhooks/{webhook_id}/rotate-secret.

import { afterAll, describe, expect, test } from 'vitest';
import { EVENT_NAMES } from '#contract/events.ts';
import { LIMITS } from '#contract/limits.ts';
import { CreatedWebhook, type WebhookObject, WebhookList, WebhookObject as WebhookObjectSchema } from '#contract/webhooks.ts';
import { bodyOf } from '../../support/service/api-client.ts';
import { openEdge } from '../../support/service/edge.ts';
import { expectError, expectJsonHeaders } from '../../support/expectations.ts';
import { UNKNOWN_WEBHOOK } from '../../support/service/routes.ts';

const edge = await openEdge();
afterAll(edge.close);
const { api } = await edge.createAccount();
const URL_OK = 'https://example.com/hooks?tenant=7';

async function create(fields: Record<string, unknown> = {}, by = api): Promise<CreatedWebhook> {
  return bodyOf(await by.post('/webhooks', { url: URL_OK, events: ['*'], ...fields }), 201);
}
async function createAndForget(fields: Record<string, unknown> = {}): Promise<void> {
  await api.request('DELETE', `/webhooks/${(await create(fields)).webhook_id}`);
}
const read = async (id: string) => bodyOf<WebhookObject>(await api.get(`/webhooks/${id}`), 200);
const patch = async (id: string, json: unknown) => api.request('PATCH', `/webhooks/${id}`, { json });

const { webhook_id: known } = await create({ description: 'known' });

/** As sent, and as stored. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ['https://example.com', 'https://example.com/'],
  ['HTTPS://Example.COM:443/a/../b?q=1', 'https://example.com/b?q=1'],
  ['https://b\u00fccher.example.com/\u00fc', 'https://xn--bcher-kva.example.com/%C3%BC'],
  ['https:\\\\example.com\\hook', 'https://example.com/hook'],
  ['https://0x5db8d70e/', 'https://93.184.215.14/'],
];

describe('createWebhook 201', () => {
  test('answers the endpoint and its secret, which is shown nowhere else and stored sealed', async () => {
    const response = await api.post('/webhooks', { url: URL_OK, events: ['job.succeeded', 'file.expired'], description: 'Orders' });
    expectJsonHeaders(response);
    const created = CreatedWebhook.parse(await bodyOf(response, 201));
    expect(response.headers.get('location')).toBe(`/v1/webhooks/${created.webhook_id}`);
    expect(created).toMatchObject({ url: URL_OK, events: ['job.succeeded', 'file.expired'], description: 'Orders', enabled: true });
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
    const bytes = Buffer.from(created.secret.slice(6), 'base64').length;
    expect(bytes).toBeGreaterThanOrEqual(24);
    expect(bytes).toBeLessThanOrEqual(64);
    const { secret, ...rest } = created;
    expect(await read(created.webhook_id)).toEqual(rest);
    const rows = await edge.sql('SELECT * FROM webhooks WHERE id = ?', created.webhook_id);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6, 30));
    expect(edge.logs.join('\n')).not.toContain(secret.slice(6, 30));
    await api.request('DELETE', `/webhooks/${created.webhook_id}`);
  });

  test.each(['*', EVENT_NAMES.join(), ...EVENT_NAMES])('takes the events %s', async (names) => {
    await createAndForget({ events: names.split(',') });
  });

  test.each([
    'https://example.com',
    'https://example.com:8443/x',
    'https://93.184.215.14/',
    'https://[2606:2800:21f:cb07::1]/',
    'https://bücher.example.com/',
  ])('takes the URL %s', async (url) => {
    await createAndForget({ url });
  });

  test.each(SPELLINGS)('stores the URL %j as the URL standard writes it', async (url, stored) => {
    const created = await create({ url });
    expect(created.url).toBe(stored);
    expect((await read(created.webhook_id)).url).toBe(stored);
    expect(await edge.sql('SELECT url FROM webhooks WHERE id = ?', created.webhook_id)).toEqual([{ url: stored }]);
    await api.request('DELETE', `/webhooks/${created.webhook_id}`);
  });
});

/** What the URL parser would pass over: never stored, never taken for something else. */
const UNSEEN = [
  'https://example.com/hook\r\nX-Injected: yes',
  'https://example.com/\n',
  'https://exam\tple.com/',
  ' https://example.com/',
  'https://example.com/ ',
  'https://example.com/a b',
  'https://example.com/\u0000',
  'https://example.com/\u001b[2J',
  'https://example.com/\u007f',
  'https://example.com/\u0085',
  'https://example.com/\u00a0',
  'https://example.com/\u2028',
  '\ufeffhttps://example.com/',
];

const NAMED_URLS = [
  ...UNSEEN,
  `https://example.com/${'\u00fc'.repeat(LIMITS.webhookUrlCharsMax / 4)}`,
  'https://user@example.com/',
  'https://:secret@example.com/',
  'http://example.com/',
  'ftp://example.com/',
  'https://user:secret@example.com/',
  'https://example.com:22/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/',
  'https://metadata.google.internal/',
  'https://printer/',
  'https://',
  'not a url',
  '',
];

describe('createWebhook 400 invalid_request', () => {
  test.each(NAMED_URLS)('refuses the URL %j and names the field', async (url) => {
    const error = await expectError(await api.post('/webhooks', { url, events: ['*'] }), 'invalid_request');
    expect(error.details?.[0]?.field).toBe('url');
  });

  test.each([
    ['events', { url: URL_OK }],
    ['events', { url: URL_OK, events: [] }],
    ['events', { url: URL_OK, events: ['*', 'job.queued'] }],
    ['events', { url: URL_OK, events: ['job.queued', 'job.queued'] }],
    ['events.0', { url: URL_OK, events: ['job.invented'] }],
    ['events.0', { url: URL_OK, events: ['webhook.test'] }],
    ['url', { events: ['*'] }],
    ['url', { url: `https://example.com/${'x'.repeat(LIMITS.webhookUrlCharsMax)}`, events: ['*'] }],
    ['description', { url: URL_OK, events: ['*'], description: 'x'.repeat(LIMITS.webhookDescriptionCharsMax + 1) }],
    ['secret', { url: URL_OK, events: ['*'], secret: 'whsec_mine' }],
    ['enabled', { url: URL_OK, events: ['*'], enabled: true }],
  ])('names the field %s', async (field, body) => {
    const error = await expectError(await api.post('/webhooks', body), 'invalid_request');
    expect(error.details?.[0]?.field).toBe(field);
  });

  test('the eleventh endpoint of an account is refused, also when many come at once', async () => {
    const account = await edge.createAccount();
    const answers = await Promise.all(
      Array.from({ length: 14 }, async () => account.api.post('/webhooks', { url: URL_OK, events: ['*'] })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(LIMITS.webhooksPerAccountMax);
    for (const answer of answers.filter(({ status }) => status !== 201)) await expectError(answer, 'invalid_request');
  });
});

test('endpoints on this machine are refused by default, allowed by the development flag, and the flag keeps production from starting', async () => {
  const local = { url: 'http://127.0.0.1:3000/hook', events: ['*'] };
  await expectError(await api.post('/webhooks', local), 'invalid_request');
  const development = await openEdge({ vars: { ALLOW_LOCAL_WEBHOOKS: true } });
  const names = ['KEY_PEPPER', 'ADDRESS_SECRET', 'PROCESSOR_SECRET', 'SEALING_SECRET', 'COURIER_SECRET', 'OPERATOR_KEY'];
  const secrets = Object.fromEntries(names.map((name) => [name, `a-secret-of-production-${name}`]));
  const production = await openEdge({ vars: { ENVIRONMENT: 'production', ALLOW_LOCAL_WEBHOOKS: true }, secrets });
  try {
    const account = await development.createAccount();
    await bodyOf(await account.api.post('/webhooks', local), 201);
    for (const url of ['http://10.0.0.1/', 'http://example.com/', 'https://192.168.0.1/']) {
      await expectError(await account.api.post('/webhooks', { url, events: ['*'] }), 'invalid_request');
    }
    await expectError(await fetch(`${production.url}/v1/healthz`), 'internal_error');
    expect(production.logs.join('\n')).toContain('ALLOW_LOCAL_WEBHOOKS');
  } finally {
    await development.close();
    await production.close();
  }
});

describe('createWebhook 413 request_too_large', () => {
  test('refuses a body beyond the bound', async () => {
    const description = 'x'.repeat(LIMITS.jsonBodyBytesMax);
    await expectError(await api.post('/webhooks', { url: URL_OK, events: ['*'], description }), 'request_too_large');
  });
});

describe('createWebhook 415 unsupported_media_type', () => {
  test('refuses a form', async () => {
    await expectError(await api.request('POST', '/webhooks', { body: new URLSearchParams({ url: URL_OK }) }), 'unsupported_media_type');
  });
});

describe('listWebhooks 200', () => {
  test('lists the endpoints of the account and no others, without secrets', async () => {
    const account = await edge.createAccount();
    expect(WebhookList.parse(await bodyOf(await account.api.get('/webhooks'), 200)).data).toEqual([]);
    const ids = [(await create({}, account.api)).webhook_id, (await create({}, account.api)).webhook_id];
    const response = await account.api.get('/webhooks');
    expectJsonHeaders(response);
    const text = await response.text();
    expect(text).not.toContain('whsec_');
    const list = WebhookList.parse(JSON.parse(text));
    expect(list).toMatchObject({ has_more: false, next_cursor: null });
    expect(list.data.map((webhook) => webhook.webhook_id).sort()).toEqual(ids.sort());
  });
});

describe('readWebhook 200', () => {
  test('answers the endpoint', async () => {
    const response = await api.get(`/webhooks/${known}`);
    expectJsonHeaders(response);
    expect(WebhookObjectSchema.parse(await bodyOf(response, 200))).toMatchObject({
      webhook_id: known,
      description: 'known',
      events: ['*'],
    });
  });
});

describe('readWebhook 404 not_found', () => {
  test.each([UNKNOWN_WEBHOOK, 'x', '__proto__', '%00'])('there is no webhook %s', async (id) => {
    await expectError(await api.get(`/webhooks/${id}`), 'not_found');
  });
});

describe('changeWebhook 200', () => {
  test('changes what is named and nothing else', async () => {
    const { secret: _, ...before } = await create({ description: 'before' });
    const url = 'https://example.org/other';
    const changed = await bodyOf<WebhookObject>(await patch(before.webhook_id, { url }), 200);
    expect({ ...changed, updated_at: '' }).toEqual({ ...before, url, updated_at: '' });
    const cleared = await bodyOf<WebhookObject>(await patch(before.webhook_id, { description: null, events: ['job.failed'] }), 200);
    expect(cleared).not.toHaveProperty('description');
    expect(cleared).toMatchObject({ url, events: ['job.failed'] });
    await api.request('DELETE', `/webhooks/${before.webhook_id}`);
  });

  test.each(SPELLINGS)('stores the URL %j as the URL standard writes it', async (url, stored) => {
    const { webhook_id } = await create();
    expect(await bodyOf(await patch(webhook_id, { url }), 200)).toMatchObject({ url: stored });
    expect((await read(webhook_id)).url).toBe(stored);
    await api.request('DELETE', `/webhooks/${webhook_id}`);
  });

  test('disables and enables', async () => {
    expect(await bodyOf(await patch(known, { enabled: false }), 200)).toMatchObject({ enabled: false, disabled_reason: 'requested' });
    const enabled = await bodyOf(await patch(known, { enabled: true }), 200);
    expect(enabled).toMatchObject({ enabled: true });
    expect(enabled).not.toHaveProperty('disabled_reason');
  });
});

describe('changeWebhook 400 invalid_request', () => {
  test.each([
    {},
    { url: 'http://example.com' },
    { url: 'https://10.0.0.1' },
    { events: [] },
    { enabled: 'yes' },
    { secret: 'x' },
    { url: null },
    ...UNSEEN.map((url) => ({ url })),
    { url: 'https://user:secret@example.com/' },
  ])('refuses %j and changes nothing', async (json) => {
    const before = await read(known);
    await expectError(await patch(known, json), 'invalid_request');
    expect(await read(known)).toEqual(before);
  });
});

describe('changeWebhook 404 not_found', () => {
  test('there is no such webhook', async () => {
    await expectError(await patch(UNKNOWN_WEBHOOK, { enabled: false }), 'not_found');
  });
});

describe('changeWebhook 413 request_too_large', () => {
  test('refuses a body beyond the bound', async () => {
    await expectError(await patch(known, { description: 'x'.repeat(LIMITS.jsonBodyBytesMax) }), 'request_too_large');
  });
});

describe('changeWebhook 415 unsupported_media_type', () => {
  test('refuses text', async () => {
    await expectError(await api.request('PATCH', `/webhooks/${known}`, { body: '{}' }), 'unsupported_media_type');
  });
});

describe('deleteWebhook 204', () => {
  test('has no body, and the endpoint and its deliveries are gone', async () => {
    const account = await edge.createAccount();
    const { webhook_id } = await create({}, account.api);
    await account.api.createFile(Buffer.from('%PDF-1.7\n'));
    await account.api.createJob();
    const left = async () => edge.sql('SELECT id FROM deliveries WHERE webhook_id = ?', webhook_id);
    expect((await left()).length).toBeGreaterThan(0);
    const response = await account.api.request('DELETE', `/webhooks/${webhook_id}`);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await left()).toEqual([]);
    await expectError(await account.api.get(`/webhooks/${webhook_id}`), 'not_found');
  });
});

describe('deleteWebhook 404 not_found', () => {
  test('there is no such webhook, or no more', async () => {
    await expectError(await api.request('DELETE', `/webhooks/${UNKNOWN_WEBHOOK}`), 'not_found');
    const { webhook_id } = await create();
    expect((await api.request('DELETE', `/webhooks/${webhook_id}`)).status).toBe(204);
    await expectError(await api.request('DELETE', `/webhooks/${webhook_id}`), 'not_found');
  });
});

describe('rotateWebhookSecret 200', () => {
  test('answers a new secret, and until when the previous one still signs', async () => {
    const created = await create();
    const path = `/webhooks/${created.webhook_id}/rotate-secret`;
    const rotated = CreatedWebhook.parse(await bodyOf(await api.post(path, { grace_seconds: 3600 }), 200));
    expect(rotated.secret).not.toBe(created.secret);
    const left = Date.parse(rotated.previous_secret_expires_at ?? '') - Date.now();
    expect(left).toBeGreaterThan(3_500_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
    const atOnce = CreatedWebhook.parse(await bodyOf(await api.post(path, { grace_seconds: 0 }), 200));
    expect(atOnce).not.toHaveProperty('previous_secret_expires_at');
    const byDefault = CreatedWebhook.parse(await bodyOf(await api.post(path, {}), 200));
    expect(byDefault.previous_secret_expires_at).toBeDefined();
    await api.request('DELETE', `/webhooks/${created.webhook_id}`);
  });
});

describe('rotateWebhookSecret 400 invalid_request', () => {
  test.each([{ grace_seconds: -1 }, { grace_seconds: 1.5 }, { grace_seconds: LIMITS.webhookGraceSecondsMax + 1 }, { secret: 'mine' }])(
    'refuses %j',
    async (json) => {
      await expectError(await api.post(`/webhooks/${known}/rotate-secret`, json), 'invalid_request');
    },
  );
});

describe('rotateWebhookSecret 404 not_found', () => {
  test('there is no such webhook', async () => {
    await expectError(await api.post(`/webhooks/${UNKNOWN_WEBHOOK}/rotate-secret`, {}), 'not_found');
  });
});

describe('rotateWebhookSecret 413 request_too_large', () => {
  test('refuses a body beyond the bound', async () => {
    const json = { grace_seconds: 0, x: 'x'.repeat(LIMITS.jsonBodyBytesMax) };
    await expectError(await api.post(`/webhooks/${known}/rotate-secret`, json), 'request_too_large');
  });
});

describe('rotateWebhookSecret 415 unsupported_media_type', () => {
  test('refuses a request without JSON', async () => {
    await expectError(await api.post(`/webhooks/${known}/rotate-secret`), 'unsupported_media_type');
  });
});
