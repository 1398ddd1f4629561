// The tools for agents in the hands of the protocol's own conformance suite, of the revision before and of the present one. The suite comes from
// the package registry, into a folder of its own. Most of its scenarios call the tools, prompts and resources of an example server, which a real
// one does not have; those below are the ones about the protocol itself.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEdge, type TestEdge } from '../support/service/edge.ts';

const run = promisify(execFile);
const MINUTES = 5 * 60_000;

const BOTH = ['tools-list', 'resources-list', 'dns-rebinding-protection', 'server-sse-multiple-streams'];
const SUITES = [
  { version: '0.1.16', revision: '2025-11-25', scenarios: ['server-initialize', 'ping', ...BOTH] },
  { version: '0.2.0-alpha.12', revision: '2026-07-28', scenarios: ['http-header-validation', 'sep-2164-resource-not-found', ...BOTH] },
] as const;

describe.each(SUITES)('revision $revision', { tags: 'long', timeout: MINUTES }, ({ version, revision, scenarios }) => {
  let dir: string;
  let edge: TestEdge;
  let proxy: Server;
  let url: string;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'conformance-'));
    await writeFile(join(dir, 'package.json'), '{"type":"module"}');
    await run('npm', ['install', '--no-audit', '--no-fund', `@modelcontextprotocol/conformance@${version}`], { cwd: dir });
    edge = await openEdge();
    proxy = await startProxy(edge.url, (await (await edge.createAccount()).issueKey()).key);
    url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
  }, MINUTES);
  afterAll(async () => {
    proxy?.closeAllConnections();
    proxy?.close();
    await edge?.close();
    await rm(dir, { recursive: true, force: true });
  });

  test.each(scenarios)('%s', async (scenario) => {
    const program = join(dir, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const args = [
      program,
      'server',
      '--url',
      url,
      '--scenario',
      scenario,
      '--spec-version',
      revision,
      '--output-dir',
      join(dir, 'results'),
    ];
    const { stdout } = await run(process.execPath, args, { cwd: dir }).catch((failed: { stdout: string }) => failed);
    const [, passed, of, failed] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(stdout) ?? [];
    expect({ passed, failed, stdout: passed === of ? '' : stdout }).toEqual({ passed: of, failed: '0', stdout: '' });
  });
});

/** The suite sends no key: the requests get it on their way. */
async function startProxy(target: string, key: string): Promise<Server> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const forward = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forward.on('error', () => outgoing.destroy());
    incoming.pipe(forward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
