// `/mcp`: who may use the tools, what they may see, and that every rule of the API holds there too.

import { afterAll, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { bodyOf, pdfBytes } from '../support/service/api-client.ts';
import { openEdge } from '../support/service/edge.ts';
import { expectError } from '../support/expectations.ts';
import { connectAgent, REVISIONS } from '../support/service/mcp-client.ts';
import { UNKNOWN_JOB } from '../support/service/routes.ts';

const edge = await openEdge();
afterAll(edge.close);
const owner = await edge.createAccount();
const stranger = await edge.createAccount();

const DISCOVER = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/list',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

async function post(headers: Record<string, string>, body: unknown = DISCOVER): Promise<Response> {
  return fetch(`${edge.url}/mcp`, {
    method: 'POST',
    headers: {
      connection: 'close',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe('who may use the tools', () => {
  test('nobody listens, since nothing changes: a method that is not served, and its request has its id', async () => {
    const { key } = await owner.issueKey();
    const listen = {
      ...DISCOVER,
      id: 'a listener',
      method: 'subscriptions/listen',
      params: { ...DISCOVER.params, notifications: { toolsListChanged: true } },
    };
    const response = await post({ ...bearer(key), 'mcp-method': 'subscriptions/listen' }, listen);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ id: 'a listener', error: { code: -32601 } });
  });

  test('nobody without a key: 401 that says how to send one, and no authorisation server is promised', async () => {
    for (const headers of [{}, bearer('pdfk_live_none'), { authorization: 'Basic eA==' }]) {
      const response = await post(headers);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect((await expectError(response, 'unauthorized')).message).toContain('Authorization: Bearer');
    }
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
    ]) {
      const error = await expectError(await fetch(edge.url + path), 'not_found');
      expect(error.message).toContain('Authorization: Bearer');
    }
  });

  test('a key of an account, which counts and limits the requests', async () => {
    const account = await edge.createAccount({ overrides: { requests_per_minute: 2 } });
    const { key } = await account.issueKey();
    const first = await post(bearer(key));
    expect([first.status, first.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('"requests";r=1')]);
    await first.body?.cancel();
    expect((await post(bearer(key))).status).toBe(200);
    await expectError(await post(bearer(key)), 'rate_limited');
  });

  test('a tool is limited by the requests that it makes', async () => {
    const account = await edge.createAccount({ overrides: { requests_per_minute: 4 } });
    const { key } = await account.issueKey();
    await using agent = await connectAgent(edge.url, key);
    const read = async () => agent.refused('get_job', { job_id: UNKNOWN_JOB });
    expect(await read()).toMatch(/^not_found: /);
    expect(await read()).toMatch(/^rate_limited: The plan allows 4 requests per minute/);
  });

  test('a page of another origin is refused, also where its name leads to this machine', async () => {
    const { key } = await owner.issueKey();
    const { port } = new URL(edge.url);
    expect((await post({ ...bearer(key), origin: `http://localhost:${port}` })).status).toBe(200);
    for (const origin of ['https://evil.example', 'null', `http://evil.example:${port}`])
      await expectError(await post({ ...bearer(key), origin }), 'forbidden');
    const { request } = await import('node:http');
    const status = await new Promise((resolve) => {
      const headers = { host: `evil.example:${port}`, origin: `http://evil.example:${port}`, ...bearer(key) };
      request(`${edge.url}/mcp`, { method: 'POST', headers }, (response) => resolve(response.resume().statusCode)).end('{}');
    });
    expect(status).toBe(403);
  });

  test.each(['GET', 'DELETE', 'PUT'])('%s is not possible: there are no sessions', async (method) => {
    const { key } = await owner.issueKey();
    const response = await fetch(`${edge.url}/mcp`, { method, headers: { ...bearer(key), accept: 'text/event-stream' } });
    expect(response.status).toBe(405);
    await response.body?.cancel();
  });

  test('what is too long or no message is refused in the protocol’s own words', async () => {
    const { key } = await owner.issueKey();
    expect((await post(bearer(key), 'x'.repeat(LIMITS.mcpBodyBytesMax + 1))).status).toBe(413);
    expect((await post(bearer(key), '{')).status).toBe(400);
    expect((await post(bearer(key), [])).status).toBe(400);
  });
});

describe.each(REVISIONS)('the tools of revision %s', (_, mode) => {
  test('have a title, typed results, and say what they change', async () => {
    const { key } = await owner.issueKey();
    await using agent = await connectAgent(edge.url, key, mode);
    const { tools } = await agent.client.listTools();
    const annotated = Object.fromEntries(
      tools.map(({ name, annotations = {} }) => [name, `${annotations.readOnlyHint} ${annotations.destructiveHint}`]),
    );
    const [reads, makes, removes] = ['true undefined', 'false false', 'false true'];
    expect(annotated).toEqual({
      upload_from_url: makes,
      create_upload: makes,
      download_link: reads,
      read_document: reads,
      find_text: reads,
      edit_document: reads,
      apply_plan: removes,
      redact: removes,
      convert: makes,
      ocr: makes,
      compress: makes,
      merge: makes,
      split: makes,
      get_job: reads,
    });
    for (const { title, description = '', inputSchema, outputSchema } of tools) {
      expect([typeof title, outputSchema?.type, inputSchema.type]).toEqual(['string', 'object', 'object']);
      expect(description.length).toBeGreaterThan(40);
      expect(Object.keys(inputSchema.properties ?? {}).length).toBeLessThanOrEqual(4);
    }
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['job://{job_id}/report']);
  });
});

describe('the rules of the API', () => {
  test('another account’s file and job are not there, for any tool and as a resource, and nothing comes of it', async () => {
    const { job_id, file_id } = await stranger.api.createJob();
    await edge.processor.succeed(await edge.processor.nextRun(job_id));
    const result = (await stranger.api.readJob(job_id)).result_file_id ?? '';
    const { key } = await owner.issueKey();
    await using agent = await connectAgent(edge.url, key);
    const own = await owner.api.upload();
    const calls: [string, Record<string, unknown>][] = [
      ['download_link', { file_id }],
      ['download_link', { file_id: result }],
      ['read_document', { file_id }],
      ['read_document', { cursor: `${result}:0` }],
      ['read_document', { cursor: job_id }],
      ['find_text', { file_id, text: 'a' }],
      ['edit_document', { file_id, instruction: 'Delete the last page' }],
      ['apply_plan', { file_id: own, plan_id: job_id }],
      ['redact', { file_id, texts: ['a'] }],
      ['convert', { file_id, target_format: 'docx' }],
      ['ocr', { file_id }],
      ['compress', { file_id }],
      ['merge', { file_ids: [own, file_id] }],
      ['split', { file_id, every: 1 }],
      ['get_job', { job_id }],
    ];
    const rows = async () => [await edge.sql('SELECT * FROM files'), await edge.sql('SELECT * FROM jobs')];
    const before = await rows();
    for (const [tool, args] of calls)
      expect([tool, await agent.refused(tool, args)]).toEqual([tool, expect.stringMatching(/^not_found: |invalid_request: /)]);
    const { tools } = await agent.client.listTools();
    const named = new Set([...calls.map(([tool]) => tool), 'create_upload', 'upload_from_url']);
    expect(tools.filter(({ name }) => !named.has(name))).toEqual([]);
    await expect(agent.client.readResource({ uri: `job://${job_id}/report` })).rejects.toThrow(/not found/i);
    const { resources } = await agent.client.listResources();
    expect(resources.filter(({ uri }) => uri.includes(job_id))).toEqual([]);
    expect(await rows()).toEqual(before);
  });

  test('a key does by a tool what its scopes allow, and no more', async () => {
    const file_id = await owner.api.upload();
    const { key } = await owner.issueKey({ scopes: ['files:read', 'jobs:read', 'jobs:ocr'] });
    await using agent = await connectAgent(edge.url, key);
    await agent.call('download_link', { file_id });
    for (const [tool, args] of [
      ['create_upload', { filename: 'a.pdf', size_bytes: 10 }],
      ['convert', { file_id, target_format: 'docx' }],
      ['redact', { file_id, texts: ['a'] }],
    ] as const)
      expect(await agent.refused(tool, args)).toMatch(/^forbidden: The API key needs the scope /);
  });

  test('a refusal teaches as that of the API does', async () => {
    const { key } = await owner.issueKey();
    const file_id = await owner.api.upload();
    await using agent = await connectAgent(edge.url, key);
    const misspelt = await agent.refused('ocr', { file_id, options: { mod: 'force' } });
    expect(misspelt).toMatch(/^invalid_request: /);
    expect(misspelt).toContain('Did you mean: mode?');
    expect(await agent.refused('convert', { file_id: 'letter.pdf', target_format: 'docx' })).toMatch(/file_…|file_/);
    expect(await agent.refused('create_upload', { filename: 'a.xyz', size_bytes: 1 })).toContain('content_type');
    expect(await agent.refused('create_upload', { filename: 'a.pdf' })).toContain('size_bytes');
    expect(await agent.refused('create_upload', { filename: 'a.pdf', content_base64: '*' })).toContain('base64');
    expect(await agent.refused('upload_from_url', { url: 'https://example.com/a.pdf' })).toContain('The plan does not have');
    expect(await agent.refused('edit_document', { file_id, instruction: 'Change the balance on my bank statement to 9,000' })).toMatch(
      /^policy_violation: /,
    );
    expect(await agent.refused('read_document', {})).toContain('file_id');
  });

  test('bytes inside a call are bounded', async () => {
    const { key } = await owner.issueKey();
    await using agent = await connectAgent(edge.url, key);
    const bytes = (length: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(length - 9, 32)]).toString('base64');
    const max = LIMITS.mcpContentBytesMax;
    expect(await agent.call('create_upload', { filename: 'a.pdf', content_base64: bytes(max) })).toMatchObject({ status: 'uploaded' });
    expect(await agent.refused('create_upload', { filename: 'a.pdf', content_base64: bytes(max + 300) })).toMatch(/content_base64/);
  });

  test('a call with an Idempotency-Key is one job, however often it comes', async () => {
    const { key } = await owner.issueKey();
    const file_id = await owner.api.upload(pdfBytes('once'));
    await using agent = await connectAgent(edge.url, key, { pin: '2026-07-28' }, { 'idempotency-key': 'the-same-call' });
    const call = async () => agent.call<{ job_id: string }>('compress', { file_id });
    const first = call();
    const run = await edge.processor.nextRun();
    const second = call();
    await edge.processor.succeed(run);
    expect((await first).job_id).toBe((await second).job_id);
    expect(await edge.sql('SELECT id FROM jobs WHERE file_id = ?', file_id)).toHaveLength(1);
  });

  test('a job that takes long is named, and read on', { timeout: 90_000, tags: 'long' }, async () => {
    const { key } = await owner.issueKey();
    const file_id = await owner.api.upload(pdfBytes('slow'));
    await using agent = await connectAgent(edge.url, key);
    const started = agent.call<{ job_id: string; status: string; next: string }>('compress', { file_id });
    const run = await edge.processor.nextRun();
    const beat = setInterval(() => void edge.processor.heartbeat(run, 40), 5000);
    const told = await started;
    expect(told).toMatchObject({ status: 'running', percent: 40, next: expect.stringContaining(told.job_id) });
    const waiting = agent.call('get_job', { job_id: told.job_id, wait_seconds: 30 });
    clearInterval(beat);
    await edge.processor.succeed(run);
    expect(await waiting).toMatchObject({ status: 'succeeded', files: [{ filename: 'result-0.pdf' }] });
  });

  test('the REST API says the same of what a tool made', async () => {
    const { key } = await owner.issueKey();
    await using agent = await connectAgent(edge.url, key);
    const made = await agent.call<{ file_id: string }>('create_upload', { filename: 'b.pdf', size_bytes: 20 });
    expect(await bodyOf(await owner.api.get(`/files/${made.file_id}`), 200)).toMatchObject({
      filename: 'b.pdf',
      status: 'awaiting_upload',
    });
  });
});
