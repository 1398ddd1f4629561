// The table of commands: what each is called, which arguments and options it takes, which routes it calls, and how its answer looks.

import type { Activity } from '#contract/activity.ts';
import type { AccessRequest, Account, AccountDetails, DeadLetter, OperatorJob, StuckJob } from '#contract/operator.ts';
import { type OperatorClient, OperatorError } from './client.ts';
import { age, bytes, type Column, count, distance, fields, table } from './print.ts';
import { statusScreen } from './status.ts';

interface Input {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  /** ISO 8601. */
  readonly now: string;
}

interface Output {
  /** The answer of the service, for --json. */
  readonly json: unknown;
  readonly text: string;
}

export interface Command {
  readonly words: readonly string[];
  readonly args: readonly string[];
  /** The last argument may be repeated. */
  readonly repeats?: boolean;
  readonly options?: readonly string[];
  readonly help: string;
  readonly run: (client: OperatorClient, input: Input) => Promise<Output>;
}

export const COMMANDS: readonly Command[] = [
  {
    words: ['status'],
    args: [],
    help: 'The whole service on one screen, and what is wrong.',
    run: async (client) => {
      const overview = await client.call('overview');
      return { json: overview, text: statusScreen(overview, client.baseUrl) };
    },
  },
  {
    words: ['requests'],
    args: [],
    options: ['state', 'limit'],
    help: 'Pending requests for access (--state approved or declined for others).',
    run: async (client, { options, now }) => {
      const list = await client.call('listAccessRequests', {
        query: { state: text(options['state']) ?? 'pending', limit: text(options['limit']) },
      });
      return { json: list, text: listText(list, requestColumns(now), 'No access requests.') };
    },
  },
  {
    words: ['requests', 'show'],
    args: ['access_request_id'],
    help: 'All fields of a request.',
    run: async (client, { args, now }) => {
      const request = await client.call('readAccessRequest', { ids: { access_request_id: args[0] ?? '' } });
      return { json: request, text: requestText(request, now) };
    },
  },
  {
    words: ['requests', 'approve'],
    args: ['access_request_id'],
    options: ['plan', 'set', 'region', 'key-name'],
    help: 'Makes the account and its first key, shown once (--plan private_beta, --set running_jobs=5, --region eu).',
    run: async (client, { args, options }) => {
      const body = { ...termsOf(options), ...(options['key-name'] === undefined ? {} : { key_name: options['key-name'] }) };
      const approved = await client.call('approveAccess', { ids: { access_request_id: args[0] ?? '' }, body });
      return { json: approved, text: `Approved: account ${approved.account_id} on the plan ${approved.plan}.\n${keyText(approved)}` };
    },
  },
  {
    words: ['requests', 'decline'],
    args: ['access_request_id'],
    options: ['note'],
    help: 'Declines a request; --note keeps why.',
    run: async (client, { args, options }) => {
      const note = text(options['note']);
      const request = await client.call('declineAccess', {
        ids: { access_request_id: args[0] ?? '' },
        body: note === undefined ? {} : { note },
      });
      return { json: request, text: `Declined: the request of ${request.company_name}. Write to them at ${request.contact_email}.` };
    },
  },
  {
    words: ['accounts'],
    args: [],
    options: ['name', 'limit'],
    help: 'Accounts, newest first (--name finds a part of the name).',
    run: async (client, { options, now }) => {
      const list = await client.call('listAccounts', { query: { name: text(options['name']), limit: text(options['limit']) } });
      return { json: list, text: listText(list, accountColumns(now), 'No accounts.') };
    },
  },
  {
    words: ['accounts', 'show'],
    args: ['account_id'],
    help: 'An account: limits, keys, and what it uses now.',
    run: async (client, { args, now }) => {
      const account = await client.call('readAccount', { ids: { account_id: args[0] ?? '' } });
      return { json: account, text: accountText(account, now) };
    },
  },
  {
    words: ['accounts', 'create'],
    args: ['name'],
    options: ['plan', 'set', 'region'],
    help: 'Makes an account without a key (--plan is needed).',
    run: async (client, { args, options }) => {
      if (options['plan'] === undefined) throw new OperatorError('accounts create needs --plan.');
      const account = await client.call('createAccount', { body: { name: args[0], ...termsOf(options) } });
      return {
        json: account,
        text: `Created ${account.account_id}. A key: npm run operator -- keys issue ${account.account_id} --name <name>`,
      };
    },
  },
  change('plan', ['account_id', 'plan'], 'Puts an account on another plan.', ([, plan]) => ({ plan })),
  change(
    'region',
    ['account_id', 'region'],
    'Sets the region of files uploaded with `auto`; `auto` lets the service choose.',
    ([, region]) => ({
      default_region: region === 'auto' ? null : region,
    }),
  ),
  change('suspend', ['account_id'], 'Refuses every request of an account from now on; its jobs end normally.', () => ({
    suspended: true,
  })),
  change('resume', ['account_id'], 'Lets a suspended account in again.', () => ({ suspended: false })),
  {
    words: ['accounts', 'set'],
    args: ['account_id', 'limit=value'],
    repeats: true,
    help: 'Overrides limits of the plan; `limit=` goes back to the plan’s own. Other limits stay as they are.',
    run: async (client, { args }) => {
      const ids = { account_id: args[0] ?? '' };
      const { plan_overrides } = await client.call('readAccount', { ids });
      const merged: Record<string, unknown> = { ...plan_overrides, ...overridesOf(args.slice(1)) };
      const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
      const account = await client.call('changeAccount', { ids, body: { plan_overrides: Object.keys(kept).length > 0 ? kept : null } });
      return { json: account, text: accountLine(account) };
    },
  },
  {
    words: ['keys', 'issue'],
    args: ['account_id'],
    options: ['name', 'scopes', 'mode', 'expires'],
    help: 'Issues a key, shown once (--scopes files:read,jobs:read  --mode test  --expires 2027-01-01T00:00:00Z).',
    run: async (client, { args, options }) => {
      const scopes = text(options['scopes']);
      const body = {
        name: text(options['name']) ?? 'Issued by the operator',
        ...(scopes === undefined ? {} : { scopes: scopes.split(',') }),
        ...(options['mode'] === undefined ? {} : { mode: options['mode'] }),
        ...(options['expires'] === undefined ? {} : { expires_at: options['expires'] }),
      };
      const issued = await client.call('issueKey', { ids: { account_id: args[0] ?? '' }, body });
      return { json: issued, text: keyText(issued) };
    },
  },
  {
    words: ['keys', 'revoke'],
    args: ['key_id'],
    help: 'Refuses a key from its next request on.',
    run: async (client, { args }) => {
      const revoked = await client.call('revokeKey', { ids: { key_id: args[0] ?? '' } });
      return { json: revoked, text: `Revoked ${revoked.key_id}.` };
    },
  },
  {
    words: ['jobs', 'show'],
    args: ['job_id'],
    help: 'Any job, with the fields that its customer does not see.',
    run: async (client, { args, now }) => {
      const job = await client.call('readJob', { ids: { job_id: args[0] ?? '' } });
      return { json: job, text: jobText(job, now) };
    },
  },
  {
    words: ['jobs', 'stuck'],
    args: [],
    options: ['minutes', 'limit'],
    help: 'Jobs with a lapsed lease, a long wait (--minutes 10), or a limit that they wait behind.',
    run: async (client, { options, now }) => {
      const list = await client.call('stuckJobs', { query: { queued_minutes: text(options['minutes']), limit: text(options['limit']) } });
      return { json: list, text: listText(list, stuckColumns(now), 'No job is stuck.') };
    },
  },
  {
    words: ['jobs', 'resend'],
    args: ['job_id'],
    help: 'Sends the queue message of a job again.',
    run: async (client, { args }) => {
      const resent = await client.call('resendJob', { ids: { job_id: args[0] ?? '' } });
      return { json: resent, text: resentText(resent) };
    },
  },
  {
    words: ['jobs', 'failed'],
    args: [],
    options: ['hours'],
    help: 'Jobs that failed, by reason, with the last ones (--hours 1; at most 24).',
    run: async (client, { options, now }) => {
      const activity = await client.call('activity', { query: { hours: text(options['hours']) } });
      return { json: activity.failures, text: failuresText(activity, now) };
    },
  },
  {
    words: ['webhooks'],
    args: [],
    help: 'Endpoints whose last delivery failed, and those that were disabled for it.',
    run: async (client, { now }) => {
      const { webhooks } = await client.call('activity', { query: { hours: '1' } });
      return { json: webhooks, text: webhooks.length === 0 ? 'No endpoint fails.' : table(webhooks, webhookColumns(now)) };
    },
  },
  {
    words: ['usage'],
    args: [],
    help: 'The accounts with most jobs of the last seven days.',
    run: async (client) => {
      const { accounts } = await client.call('activity', { query: { hours: '1' } });
      return { json: accounts, text: accounts.length === 0 ? 'No account has used the service.' : table(accounts, USAGE_COLUMNS) };
    },
  },
  {
    words: ['cells', 'move'],
    args: ['cell'],
    options: ['dry-run'],
    help: 'Moves what has ended of its region from the default database to the cell, until nothing is left to move (--dry-run only counts).',
    run: async (client, { args, options }) => {
      const isDry = options['dry-run'] === true;
      const ids = { cell: args[0] ?? '' };
      const moved = await addUpPages(async (after) => client.call('moveToCell', { ids, body: { after, dry_run: isDry } }));
      return { json: moved, text: movedText(moved, isDry) };
    },
  },
  {
    words: ['dead-letters'],
    args: [],
    options: ['replayed', 'limit'],
    help: 'Queue messages that could not be taken (--replayed yes or all for others).',
    run: async (client, { options, now }) => {
      const list = await client.call('listDeadLetters', { query: { replayed: text(options['replayed']), limit: text(options['limit']) } });
      return { json: list, text: listText(list, letterColumns(now), 'No dead letters.') };
    },
  },
  {
    words: ['dead-letters', 'replay'],
    args: ['dead_letter_id'],
    help: 'Sends the message of its job again.',
    run: async (client, { args }) => {
      const replayed = await client.call('replayDeadLetter', { ids: { dead_letter_id: args[0] ?? '' } });
      return { json: replayed, text: resentText(replayed) };
    },
  },
];

interface Moved {
  readonly cell: string;
  readonly files: number;
  readonly jobs: number;
  readonly events: number;
  readonly deliveries: number;
  readonly batches: number;
  readonly left: number;
}

/** Page by page. Stopped in between it is simply begun again. */
async function addUpPages(read: (after: number) => Promise<Moved & { readonly next: number | null }>): Promise<Moved> {
  const sum = { cell: '', files: 0, jobs: 0, events: 0, deliveries: 0, batches: 0, left: 0 };
  for (let after: number | null = 0; after !== null;) {
    const page = await read(after);
    sum.cell = page.cell;
    for (const name of ['files', 'jobs', 'events', 'deliveries', 'batches', 'left'] as const) sum[name] += page[name];
    after = page.next;
  }
  return sum;
}

function movedText({ cell, files, jobs, events, deliveries, batches, left }: Moved, dryRun: boolean): string {
  const rows = [
    count(files, 'file'),
    count(jobs, 'job'),
    count(batches, 'batch'),
    count(events, 'event'),
    count(deliveries, 'delivery'),
  ].join(', ');
  const later =
    left === 0
      ? ''
      : ` ${count(left, 'file')} of the region ${left === 1 ? 'has' : 'have'} not ended with all that belongs to them: again after the retention.`;
  return `${dryRun ? 'Would move' : 'Moved'} to ${cell}: ${rows}.${later}`;
}

function change(word: string, args: readonly string[], help: string, bodyOf: (args: readonly string[]) => object): Command {
  return {
    words: ['accounts', word],
    args,
    help,
    run: async (client, input) => {
      const account = await client.call('changeAccount', { ids: { account_id: input.args[0] ?? '' }, body: bodyOf(input.args) });
      return { json: account, text: accountLine(account) };
    },
  };
}

function text(option: Input['options'][string]): string | undefined {
  return typeof option === 'string' ? option : undefined;
}

function termsOf(options: Input['options']): object {
  const { plan, set, region } = options;
  return {
    ...(plan === undefined ? {} : { plan }),
    ...(Array.isArray(set) ? { plan_overrides: overridesOf(set as string[]) } : {}),
    ...(region === undefined ? {} : { default_region: region === 'auto' ? null : region }),
  };
}

/** `limit=value`; an empty value is null. */
function overridesOf(pairs: readonly string[]): Record<string, number | null> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const match = /^([a-z_]+)=(\d*)$/.exec(pair);
      if (!match) throw new OperatorError(`${pair} is not of the form limit=number.`);
      return [match[1] ?? '', match[2] === '' ? null : Number(match[2])];
    }),
  );
}

function listText<T>(list: { data: T[]; has_more: boolean }, columns: readonly Column<T>[], none: string): string {
  if (list.data.length === 0) return none;
  return table(list.data, columns) + (list.has_more ? '\n… and more (--limit up to 200).' : '');
}

function failuresText({ failures }: Activity, now: string): string {
  if (failures.length === 0) return 'No job has failed.';
  const rows = failures.flatMap(({ reason, jobs, last }) => last.map((job, i) => ({ reason, jobs, isFirst: i === 0, ...job })));
  return table(rows, [
    { name: 'REASON', of: (row) => (row.isFirst ? row.reason : '') },
    { name: 'JOBS', of: (row) => (row.isFirst ? row.jobs : ''), right: true },
    { name: 'AGE', of: (row) => age(row.completed_at, now), right: true },
    { name: 'OPERATION', of: (row) => row.operation },
    { name: 'JOB', of: (row) => row.job_id },
    { name: 'REQUEST', of: (row) => row.request_id },
  ]);
}

function webhookColumns(now: string): Column<Activity['webhooks'][number]>[] {
  return [
    { name: 'WEBHOOK', of: (webhook) => webhook.webhook_id },
    { name: 'ACCOUNT', of: (webhook) => webhook.account_name },
    { name: 'FAILING', of: (webhook) => age(webhook.failing_since, now), right: true },
    { name: 'DISABLED', of: (webhook) => webhook.disabled_reason },
    { name: 'URL', of: (webhook) => webhook.url },
  ];
}

const USAGE_COLUMNS: readonly Column<Activity['accounts'][number]>[] = [
  { name: 'ACCOUNT', of: (account) => account.account_id },
  { name: 'NAME', of: (account) => account.name },
  { name: 'JOBS', of: (account) => account.jobs, right: true },
  { name: 'FAILED', of: (account) => account.failed, right: true },
  { name: 'PAGES', of: (account) => account.pages, right: true },
  { name: 'IN', of: (account) => bytes(account.input_bytes), right: true },
  { name: 'OUT', of: (account) => bytes(account.output_bytes), right: true },
];

function keyText(issued: { key_id: string; key: string }): string {
  return `Key ${issued.key_id}, shown only now:\n\n  ${issued.key}\n\nHand it over in a safe way; it is stored nowhere.`;
}

function resentText(resent: { job_id: string; status: string; sent: boolean }): string {
  return resent.sent ? `Sent: ${resent.job_id} (${resent.status}).` : `Not sent: ${resent.job_id} is ${resent.status}.`;
}

function accountLine(account: Account): string {
  const overrides = Object.entries(account.plan_overrides ?? {}).map(([name, value]) => `${name}=${String(value)}`);
  return fields([
    ['account', `${account.account_id} (${account.name})`],
    ['plan', [account.plan, ...overrides].join(', ')],
    ['region', account.default_region ?? 'auto'],
    ['state', account.suspended ? 'SUSPENDED' : 'active'],
  ]);
}

function requestColumns(now: string): Column<AccessRequest>[] {
  return [
    { name: 'REQUEST', of: (request) => request.access_request_id },
    { name: 'AGE', of: (request) => age(request.created_at, now), right: true },
    { name: 'COMPANY', of: (request) => request.company_name },
    { name: 'FILES/MONTH', of: (request) => request.monthly_volume, right: true },
    { name: 'AVERAGE', of: (request) => bytes(request.average_file_bytes), right: true },
    { name: 'REGION', of: (request) => request.preferred_region },
    { name: 'NEEDS', of: (request) => needsOf(request) },
    { name: 'STATE', of: (request) => request.state },
  ];
}

function needsOf(request: AccessRequest): string | undefined {
  const needs = [
    ...(request.needs_dpa ? ['DPA'] : []),
    ...(request.needs_webhooks ? ['webhooks'] : []),
    ...(request.needs_batch ? ['batch'] : []),
    ...(request.custom_limits === undefined ? [] : ['limits']),
  ];
  return needs.length > 0 ? needs.join(', ') : undefined;
}

function requestText(request: AccessRequest, now: string): string {
  return fields([
    ['request', request.access_request_id],
    ['state', request.state],
    ['sent', `${request.created_at} (${age(request.created_at, now)} ago)`],
    ['company', request.company_name],
    ['contact', request.contact_email],
    ['website', request.website],
    ['use case', request.use_case],
    ['volume', `${request.monthly_volume} files in a month, ${bytes(request.average_file_bytes)} on average`],
    ['file types', request.file_types.join(', ')],
    ['security', request.security_requirements],
    ['DPA', request.needs_dpa ? 'required' : 'not required'],
    ['region', request.preferred_region],
    ['webhooks', request.needs_webhooks ? 'needed' : 'not needed'],
    ['batch', request.needs_batch ? 'needed' : 'not needed'],
    ['custom limits', request.custom_limits],
    ['decided', request.decided_at],
    ['note', request.decision_note],
    ['account', request.account_id],
  ]);
}

function accountColumns(now: string): Column<Account>[] {
  return [
    { name: 'ACCOUNT', of: (account) => account.account_id },
    { name: 'AGE', of: (account) => age(account.created_at, now), right: true },
    { name: 'NAME', of: (account) => account.name },
    { name: 'PLAN', of: (account) => account.plan },
    { name: 'OVERRIDES', of: (account) => Object.keys(account.plan_overrides ?? {}).join(', ') || undefined },
    { name: 'REGION', of: (account) => account.default_region ?? 'auto' },
    { name: 'STATE', of: (account) => (account.suspended ? 'SUSPENDED' : 'active') },
  ];
}

function accountText(account: AccountDetails, now: string): string {
  const overridden = account.plan_overrides ?? {};
  const limits = Object.entries(account.limits).map(([name, value]) => ({
    name,
    value,
    from: name in overridden ? 'override' : account.plan,
  }));
  return [
    accountLine(account),
    '',
    `${count(account.running_jobs, 'job')} running, ${account.queued_jobs} queued; ${count(account.stored_files, 'file')} stored (${bytes(account.stored_bytes)})`,
    '',
    table(limits, [
      { name: 'LIMIT', of: (limit) => limit.name },
      { name: 'VALUE', of: (limit) => limit.value, right: true },
      { name: 'FROM', of: (limit) => limit.from },
    ]),
    '',
    account.keys.length === 0
      ? 'No keys.'
      : table(account.keys, [
          { name: 'KEY', of: (key) => key.key_id },
          { name: 'AGE', of: (key) => age(key.created_at, now), right: true },
          { name: 'NAME', of: (key) => key.name },
          { name: 'LAST 4', of: (key) => `…${key.last4}` },
          { name: 'STATE', of: (key) => key.state },
          { name: 'SCOPES', of: (key) => key.scopes.join(' ') },
        ]),
  ].join('\n');
}

function jobText(job: OperatorJob, now: string): string {
  const when = (time: string | undefined) => (time === undefined ? undefined : `${time} (${distance(time, now)})`);
  const json = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));
  return fields([
    ['job', `${job.job_id} (${job.type})`],
    ['status', job.status],
    ['region', job.region],
    ['account', job.account_id],
    ['key', job.key_id ?? undefined],
    ['file', job.file_id],
    ['params', json(job.params)],
    ['password', job.has_password ? 'sealed' : undefined],
    ['attempts', `${job.attempts} counted, ${job.attempt} in all`],
    ['in line', job.parked === 'no' ? undefined : job.parked],
    ['created', when(job.created_at)],
    ['started', when(job.started_at)],
    ['completed', when(job.completed_at)],
    ['expires', when(job.expires_at)],
    ['lease until', when(job.lease_until)],
    ['sent again', when(job.wake_at)],
    ['asked to stop', when(job.cancel_requested_at)],
    ['progress', json(job.progress)],
    ['error', json(job.error)],
    ['warnings', job.warnings.length > 0 ? json(job.warnings) : undefined],
    ['metrics', json(job.metrics)],
    ['result', job.result_file_id],
    ['report', job.report === undefined ? undefined : `${JSON.stringify(job.report).length} characters (--json shows it)`],
    ['request', job.request_id],
    ['trace', job.traceparent],
  ]);
}

const REASONS: Record<StuckJob['reason'], string> = {
  lease_lapsed: 'lease lapsed',
  queued_long: 'waits for long',
  parked: 'behind a limit',
};

function stuckColumns(now: string): Column<StuckJob>[] {
  return [
    { name: 'JOB', of: (job) => job.job_id },
    { name: 'WHY', of: (job) => REASONS[job.reason] },
    { name: 'AGE', of: (job) => age(job.created_at, now), right: true },
    { name: 'REGION', of: (job) => job.region },
    { name: 'TYPE', of: (job) => job.type },
    { name: 'ATTEMPTS', of: (job) => job.attempts, right: true },
    { name: 'LEASE', of: (job) => distance(job.lease_until, now) },
    { name: 'SENT AGAIN', of: (job) => distance(job.wake_at, now) },
    { name: 'ACCOUNT', of: (job) => job.account_name },
  ];
}

function letterColumns(now: string): Column<DeadLetter>[] {
  return [
    { name: 'LETTER', of: (letter) => letter.dead_letter_id },
    { name: 'AGE', of: (letter) => age(letter.received_at, now), right: true },
    { name: 'QUEUE', of: (letter) => letter.queue },
    { name: 'JOB', of: (letter) => letter.job_id ?? letter.body.slice(0, 40) },
    { name: 'JOB IS', of: (letter) => letter.job_status },
    { name: 'REPLAYED', of: (letter) => distance(letter.replayed_at, now) },
  ];
}
