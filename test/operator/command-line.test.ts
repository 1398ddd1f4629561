// The operator's command line against the real Worker: what an operator does in a day, and how mistakes are answered.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '#contract/scopes.ts';
import { COMMANDS } from '../../scripts/operator/commands.ts';
import { age, bytes, distance, duration, printable, table } from '../../scripts/operator/print.ts';
import { OPERATOR_ROUTES, Overview } from '#contract/operator.ts';
import { pdfBytes } from '../support/service/api-client.ts';
import { openEdge, type TestEdge } from '../support/service/edge.ts';
import { type Ran, runOperator } from '../support/service/run-operator.ts';
import { eventually } from '../support/expectations.ts';
import { VALID_ACCESS_REQUEST } from '../support/service/routes.ts';

let edge: TestEdge;
beforeAll(async () => {
  edge = await openEdge({ regions: ['eu', 'us'], slots: 4 });
});
afterAll(async () => edge.close());

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return runOperator(edge, args, env);
}

async function succeeds(...args: string[]): Promise<string> {
  const ran = await run(args);
  expect(ran).toMatchObject({ code: 0, err: '' });
  return ran.out;
}

async function askForAccess(company: string): Promise<string> {
  const response = await fetch(`${edge.url}/v1/access-requests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cf-connecting-ip': `10.2.0.${company.length}` },
    body: JSON.stringify({ ...VALID_ACCESS_REQUEST, company_name: company }),
  });
  return ((await response.json()) as { access_request_id: string }).access_request_id;
}

describe('from a request for access to a working key', () => {
  test('list, show, approve: the key works', async () => {
    const id = await askForAccess('Example Limited');
    expect(await succeeds('requests')).toMatch(
      /^REQUEST +AGE +COMPANY .*\nacr_\w+ +\d s +Example Limited +20000 +800 kB +auto +DPA +pending\n$/,
    );
    const shown = await succeeds('requests', 'show', id);
    expect(shown).toContain('use case    Removing metadata from what our customers send to courts.');
    const approved = await succeeds('requests', 'approve', id, '--plan', 'business', '--set', 'running_jobs=5', '--region', 'us');
    const key = /pdfk_live_\w+/.exec(approved)?.[0] ?? '';
    expect((await edge.client(key).createFile(pdfBytes())).region).toBe('us');
    const accountId = /acct_\w+/.exec(approved)?.[0] ?? '';
    const account = await succeeds('accounts', 'show', accountId);
    expect(account).toMatch(/running_jobs +5 +override/);
    expect(account).toMatch(/queued_jobs +2000 +business/);
    expect(account).toContain(SCOPES.join(' '));
    expect(account).not.toContain(key);
    expect(await succeeds('requests')).toBe('No access requests.\n');
  });

  test('decline keeps why and says whom to tell', async () => {
    const id = await askForAccess('Another');
    expect(await succeeds('requests', 'decline', id, '--note', 'Not our use.')).toContain('ada@example.com');
    expect(await succeeds('requests', 'show', id)).toMatch(/note +Not our use\./);
    const again = await run(['requests', 'approve', id]);
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toMatch(/already declined.*\[invalid_request, req_\w+\]/);
  });
});

describe('the life of an account', () => {
  test('create, plan, set, region, suspend, resume; keys issue and revoke', async () => {
    const id = /acct_\w+/.exec(await succeeds('accounts', 'create', 'By Hand', '--plan', 'private_beta'))?.[0] ?? '';
    expect(await succeeds('accounts', 'plan', id, 'business')).toMatch(/plan +business\n/);
    expect(await succeeds('accounts', 'set', id, 'pages=10', 'running_jobs=2')).toMatch(/plan +business, running_jobs=2, pages=10\n/);
    expect(await succeeds('accounts', 'set', id, 'pages=')).toMatch(/plan +business, running_jobs=2\n/);
    expect(await succeeds('accounts', 'set', id, 'running_jobs=')).toMatch(/plan +business\n/);
    expect(await succeeds('accounts', 'region', id, 'us')).toMatch(/region +us/);
    expect(await succeeds('accounts', 'region', id, 'auto')).toMatch(/region +auto/);
    const issued = await succeeds('keys', 'issue', id, '--name', 'Night shift', '--scopes', 'files:read,files:write', '--mode', 'test');
    const [keyId = '', key = ''] = [/key_\w+/.exec(issued)?.[0], /pdfk_test_\w+/.exec(issued)?.[0]];
    const client = edge.client(key);
    expect((await client.get('/files/x')).status).toBe(404);
    expect(await succeeds('accounts', 'suspend', id)).toMatch(/state +SUSPENDED/);
    expect((await client.get('/files/x')).status).toBe(403);
    expect(await succeeds('accounts', 'resume', id)).toMatch(/state +active/);
    expect((await client.get('/files/x')).status).toBe(404);
    await succeeds('keys', 'revoke', keyId);
    expect((await client.get('/files/x')).status).toBe(401);
    expect(await succeeds('accounts', 'show', id)).toMatch(/Night shift +…\w{4} +revoked +files:read files:write/);
    expect(await succeeds('accounts', '--name', 'by hand')).toContain(id);
  });
});

describe('jobs', () => {
  test('show, stuck, resend, dead letters and their replay', async () => {
    const { api } = await edge.createAccount({ overrides: { running_jobs: 1 } });
    const first = await api.createJob();
    const run_ = await edge.processor.nextRun(first.job_id);
    const second = await api.createJob();
    await eventually(
      async () => edge.sql('SELECT parked FROM jobs WHERE id = ?', second.job_id),
      ([row]) => row?.['parked'] === 1,
    );
    expect(await succeeds('jobs', 'show', first.job_id)).toMatch(
      /status +running\n[^]*attempts +1 counted, 1 in all\n[^]*lease until .*\(in \d+ s\)/,
    );
    expect(await succeeds('jobs', 'stuck')).toMatch(new RegExp(`^JOB .*\n${second.job_id}  behind a limit +\\d+ s  eu`));
    await edge.sendToDeadLetters('eu', { job_id: first.job_id });
    const letters = await succeeds('dead-letters');
    expect(letters).toMatch(new RegExp(`dead_\\w+ +\\d s  jobs-eu +${first.job_id}  running +-`));
    expect(await succeeds('dead-letters', 'replay', /dead_\w+/.exec(letters)?.[0] ?? '')).toBe(`Sent: ${first.job_id} (running).\n`);
    await edge.processor.succeed(run_);
    await edge.processor.succeed(await edge.processor.nextRun(second.job_id));
    await api.jobIn(second.job_id, 'succeeded');
    expect(await succeeds('jobs', 'resend', second.job_id)).toBe(`Not sent: ${second.job_id} is succeeded.\n`);
    expect(await succeeds('jobs', 'stuck')).toBe('No job is stuck.\n');
  });
});

describe('what has happened lately', () => {
  test('failed jobs by reason with their requests, endpoints that fail, accounts by use', async () => {
    const { api, id } = await edge.createAccount();
    const { job_id } = await api.createJob();
    await edge.processor.fail(await edge.processor.nextRun(job_id), 'encrypted_pdf');
    await api.post('/webhooks', { url: 'https://example.com/failing', events: ['*'] });
    await edge.sql(`UPDATE webhooks SET failing_since = created_at WHERE account_id = ?`, id);
    expect(await succeeds('jobs', 'failed', '--hours', '1')).toMatch(
      new RegExp(`^REASON .*\nencrypted_pdf +1 +\\d+ m?s? *metadata +${job_id} +req_\\w+`),
    );
    expect(await succeeds('webhooks')).toMatch(/^WEBHOOK .*\nwhk_\w+ +A test account +\d+ [sm] +- +https:\/\/example\.com\/failing\n$/);
    expect(await succeeds('usage')).toMatch(new RegExp(`${id} +A test account +1 +1 `));
  });
});

describe('status', () => {
  test('fits on one screen, and says in words what is wrong and nothing when nothing is', async () => {
    await edge.sql('DELETE FROM dead_letters');
    await edge.runSweep();
    const well = await succeeds('status');
    expect(well.trimEnd().endsWith('All well.')).toBe(true);
    expect(well).toMatch(/\neu +ready +ready +0\/4 +0 +0 +- +0 /);
    expect(well).toMatch(
      /\nINSTANCE +STATE +SLOTS BUSY +ISOLATION +VERSION +LAST JOB\neu-0 +ready +0\/4 +namespaces +scripted +(\d+ s|-)\nus-0 +ready +0\/4 +namespaces +scripted +/,
    );
    edge.processors['us']!.ready = false;
    edge.processor.isolation = 'none';
    await edge.sendToDeadLetters('us', { job_id: 'job_x' });
    const wrong = await succeeds('status');
    edge.processors['us']!.ready = true;
    edge.processor.isolation = 'namespaces';
    expect(wrong).toMatch(/\nus +DOWN +ready/);
    expect(wrong).toMatch(/\nus-0 +DOWN +0\/4/);
    expect(wrong).toContain('! The processor of us does not answer');
    expect(wrong).toContain('! 1 dead letter');
    expect(wrong).toContain('! Nothing keeps jobs apart on eu-0');
    for (const screen of [well, wrong]) {
      expect(screen.split('\n').length).toBeLessThan(24);
      expect(Math.max(...screen.split('\n').map((line) => line.length))).toBeLessThan(140);
    }
  });

  test('--json is the answer of the service', async () => {
    Overview.parse(JSON.parse(await succeeds('status', '--json')));
  });
});

describe('a mistake', () => {
  test.each([
    [['unheard-of'], 'There is no command unheard-of.'],
    [['jobs', 'unheard-of'], 'There is no command jobs unheard-of.'],
    [['jobs', 'show'], 'Usage: npm run operator -- jobs show <job_id>'],
    [['keys', 'revoke', 'a', 'b'], 'Usage: npm run operator -- keys revoke <key_id>'],
    [['status', '--plan', 'x'], 'status has no option --plan.'],
    [['status', '--unheard-of'], "Unknown option '--unheard-of'"],
  ])('in %j is named, with exit code 2', async (args, message) => {
    const ran = await run(args);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain(message);
    expect(ran.err).not.toContain('    at ');
  });

  test.each([
    [['accounts', 'plan', 'acct_x', 'gold'], {}, 'There is no plan gold; the plans are private_beta, business, enterprise.'],
    [['accounts', 'show', 'acct_x'], {}, 'There is no such account.'],
    [['accounts', 'set', 'acct_x', 'pages=many'], {}, ''],
    [['status'], { OPERATOR_KEY: 'wrong-key-wrong-key' }, 'does not know this operator key'],
    [['status'], { OPERATOR_BASE_URL: 'http://127.0.0.1:1/v1' }, 'Nothing answers at http://127.0.0.1:1'],
    [['status'], { OPERATOR_BASE_URL: 'nowhere' }, 'nowhere is not an address.'],
  ])('in %j is answered with what the service said, exit code 1', async (args, env, message) => {
    const ran = await run(args, env);
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toContain(message);
    expect(ran.err).not.toContain('    at ');
    expect(ran.err).not.toContain('wrong-key');
  });

  test('of a base address without its credential does not send the local one elsewhere', async () => {
    const ran = await run(['status', '--base-url', 'http://127.0.0.1:1/v1'], { OPERATOR_KEY: undefined as never });
    expect(ran.err).toContain('Which credential?');
  });
});

test('--help names every command, and every route of the operator has one', async () => {
  const help = await succeeds('--help');
  for (const command of COMMANDS) {
    expect(help).toContain(command.words.join(' '));
    expect(help).toContain(command.help);
  }
  expect(await succeeds('keys', 'issue', '--help')).toContain('keys issue <account_id> [--name …]');
  const called = COMMANDS.map((command) => command.run.toString()).join('\n');
  expect(Object.keys(OPERATOR_ROUTES).filter((name) => !called.includes(`"${name}"`) && !called.includes(`'${name}'`))).toEqual([]);
});

describe('what is printed', () => {
  test('lets nobody move the cursor or turn the text around', () => {
    expect(printable('a\u001b[2Jb\u0007\u202ec\r\nd')).toBe('a?[2Jb??c d');
  });

  test('is aligned, whatever the lengths', () => {
    const columns = [
      { name: 'A', of: (row: { a?: string; n: number }) => row.a },
      { name: 'N', of: (row: { n: number }) => row.n, right: true },
    ];
    expect(table([{ a: 'long one', n: 5 }, { n: 12_345 }], columns)).toBe('A             N\nlong one      5\n-         12345');
  });

  test.each([
    [0, '0 s'],
    [59_999, '59 s'],
    [180_000, '3 m'],
    [7_200_000, '2 h'],
    [200_000_000, '2 d'],
  ])('%i ms is %s', (ms, text) => {
    const now = '2026-11-21T00:00:00.000Z';
    const then = new Date(Date.parse(now) - ms).toISOString();
    expect([duration(ms), age(then, now)]).toEqual([text, text]);
    expect(distance(now, then)).toBe(`in ${text}`);
  });

  test.each([
    [999, '999 B'],
    [1000, '1 kB'],
    [800_000, '800 kB'],
    [1_250_000, '1.3 MB'],
    [5e15, '5000 TB'],
  ])('%d bytes are %s', (n, text) => expect(bytes(n)).toBe(text));
});
