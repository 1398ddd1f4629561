// The tools for agents in the hands of the protocol's own conformance suite, of the revision before and of the present one. The suite comes from
// the package registry, into a folder of its own. It calls the tools, prompts and resources of an example server: these are served on the Worker's
// own path (test/support/conformance), where every scenario runs. Those that need no example run against the service itself as well.

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
const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

const ASKS = 'the server asks the client within a call and the answer comes by another request, which needs a session';
const SUBSCRIBES = 'a subscription lasts from one request to another, which needs a session';
const TASKS = 'an extension that is not offered: long jobs are polled with get_job';

/** What does not apply to a server without sessions, and why. All else passes. */
const NOT_APPLICABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2025-11-25': {
    'tools-call-sampling': ASKS,
    'tools-call-elicitation': ASKS,
    'elicitation-sep1034-defaults': ASKS,
    'elicitation-sep1330-enums': ASKS,
    'resources-subscribe': SUBSCRIBES,
    'resources-unsubscribe': SUBSCRIBES,
  },
  '2026-07-28': {
    'tasks-lifecycle': TASKS,
    'tasks-capability-negotiation': TASKS,
    'tasks-wire-fields': TASKS,
    'tasks-request-state-removal': TASKS,
    'tasks-mrtr-input': TASKS,
    'tasks-request-headers': TASKS,
    'tasks-dispatch-and-envelope': TASKS,
    'tasks-required-task-error': TASKS,
    'tasks-mrtr-composition': TASKS,
  },
};

/** About the protocol itself: the service answers as the example does. */
const OWN = ['tools-list', 'resources-list', 'dns-rebinding-protection', 'server-sse-multiple-streams'];
const OWN_SCENARIOS = [
  ...['server-initialize', 'ping', ...OWN].map((scenario) => ({ revision: '2025-11-25', scenario })),
  ...['http-header-validation', 'sep-2164-resource-not-found', ...OWN].map((scenario) => ({ revision: '2026-07-28', scenario })),
];

interface Served {
  readonly edge: TestEdge;
  readonly proxy: Server;
  readonly url: string;
}

describe('the conformance suite', { tags: 'long', timeout: MINUTES }, () => {
  let dir: string;
  let example: Served;
  let service: Served;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'conformance-'));
    await writeFile(join(dir, 'package.json'), '{"type":"module"}');
    await run('npm', ['install', '--no-audit', '--no-fund', SUITE], { cwd: dir });
    example = await serve('test/support/conformance/worker.ts');
    service = await serve();
  }, MINUTES);
  afterAll(async () => {
    for (const { edge, proxy } of [example, service]) {
      proxy.closeAllConnections();
      proxy.close();
      await edge.close();
    }
    await rm(dir, { recursive: true, force: true });
  });

  /** What the suite prints. */
  async function runSuite(url: string, args: readonly string[]): Promise<string> {
    const program = join(dir, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const all = [program, 'server', '--url', url, '--output-dir', join(dir, 'results'), ...args];
    const { stdout } = await run(process.execPath, all, { cwd: dir, maxBuffer: 1e8 }).catch((failed: { stdout: string }) => failed);
    return stdout;
  }

  test.each([
    { revision: '2025-11-25', scenarios: 33, passed: 27 },
    { revision: '2026-07-28', scenarios: 50, passed: 41 },
  ])('passes whole in revision $revision, but for what needs a session', async ({ revision, scenarios, passed }) => {
    const stdout = await runSuite(example.url, ['--requirements', revision]);
    const [, summary = ''] = stdout.split('=== SUMMARY ===');
    // What is not scored is listed once more below the total.
    const lines = [...(summary.split(/^Total:/m)[0] ?? '').matchAll(/^([✓✗]) ([\w-]+): \d+ passed, \d+ failed/gm)];
    const failed = lines.filter(([, sign]) => sign === '✗').map(([, , name = '']) => name);
    expect(failed.toSorted(), stdout).toEqual(Object.keys(NOT_APPLICABLE[revision] ?? {}).toSorted());
    expect({ scenarios: lines.length, passed: lines.length - failed.length }).toEqual({ scenarios, passed });
  });

  test.each(OWN_SCENARIOS)('$scenario of $revision, by the service itself', async ({ scenario, revision }) => {
    const stdout = await runSuite(service.url, ['--scenario', scenario, '--spec-version', revision]);
    const [, passed, of, failed] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(stdout) ?? [];
    expect({ passed, failed, stdout: passed === of ? '' : stdout }).toEqual({ passed: of, failed: '0', stdout: '' });
  });
});

async function serve(entry?: string): Promise<Served> {
  const edge = await openEdge(entry === undefined ? {} : { entry });
  const proxy = await startProxy(edge.url, (await (await edge.createAccount()).issueKey()).key);
  return { edge, proxy, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp` };
}

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
