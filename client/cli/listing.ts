// jobs, batches, files, webhooks, usage: what is there, and the few things to do with it.

import type { Batch, JobSummary } from '../generated/api.ts';
import { OPERATIONS, type OperationType } from '../generated/operations.ts';
import { JobFailedError } from '../http/errors.ts';
import type { Pdf } from '../pdf.ts';
import { type Arguments, countOf } from './arguments.ts';
import { exitCodeOfAll, UsageError } from './exit-codes.ts';
import { operationOf } from './operation-command.ts';
import { didYouMean } from './suggest.ts';
import { ask, bytes, green, print, red, say, table } from './terminal.ts';

export interface Call extends Pick<Arguments, 'own'> {
  readonly pdf: Pdf;
  readonly verb: string;
  /** What follows the verb. */
  readonly names: readonly string[];
  readonly signal: AbortSignal;
}

type Row = Readonly<Record<string, unknown>>;

export async function jobs(call: Call): Promise<number> {
  const { pdf, verb, own, signal } = call;
  switch (verb) {
    case 'list': {
      const query = { status: last(own, 'status') as JobSummary['status'] | undefined, type: typeOf(last(own, 'type')) };
      const found = await pdf.jobs.list({ ...query, limit: pageSize(own) }, { signal }).all(limitOf(own));
      return show(own, found, ({ job_id, type, status, created_at, progress, error }) => [
        job_id,
        type,
        status === 'running' ? `running ${progress.percent} %` : status,
        ago(created_at),
        error ? `${error.reason}: ${error.message}` : '',
      ]);
    }
    case 'get':
      return each(call, async (id) => pdf.jobs.get(id, { signal }));
    case 'wait':
      return each(call, async (id) => {
        const job = await pdf.jobs.wait(id, { signal });
        if (job.status !== 'succeeded') throw new JobFailedError(job);
        return job;
      });
    case 'cancel':
      return each(
        call,
        async (id) => pdf.jobs.cancel(id, { signal }),
        (id) => `${id} is cancelled`,
      );
    case 'download':
      return each(call, async (id) => ({
        saved: await (await pdf.jobs.result(id, { signal })).saveAll(last(own, 'out') ?? '.', { signal }),
      }));
    default:
      throw unknownVerb('jobs', verb, ['list', 'get', 'wait', 'download', 'cancel']);
  }
}

export async function batches(call: Call): Promise<number> {
  const { pdf, verb, own, signal } = call;
  switch (verb) {
    case 'list': {
      const status = last(own, 'status') as Batch['status'] | undefined;
      const found = await pdf.batches.list({ status, limit: pageSize(own) }, { signal }).all(limitOf(own));
      return show(own, found, ({ batch_id, status: state, created_at, progress, counts: { total, succeeded, failed } }) => [
        batch_id,
        state === 'completed' ? state : `${state} ${progress.percent} %`,
        ago(created_at),
        `${total} items`,
        `${succeeded} succeeded`,
        failed > 0 ? `${failed} failed` : '',
      ]);
    }
    case 'get':
      return each(call, async (id) => pdf.batches.get(id, { signal }));
    case 'wait':
      return each(call, async (id) => pdf.batches.wait(id, { signal }));
    case 'cancel':
      return each(
        call,
        async (id) => pdf.batches.cancel(id, { signal }),
        (id) => `${id} is cancelled`,
      );
    case 'download':
      return each(call, async (id) => {
        const path = `${last(own, 'out') ?? '.'}/${id}.zip`;
        const { savePath } = await import('../node/paths.ts');
        await savePath(path, await pdf.batches.results(id, { signal }), undefined);
        return { saved: path };
      });
    default:
      throw unknownVerb('batches', verb, ['list', 'get', 'wait', 'download', 'cancel']);
  }
}

export async function files(call: Call): Promise<number> {
  const { pdf, verb, own, signal } = call;
  switch (verb) {
    case 'list': {
      const found = await pdf.files
        .list({ status: last(own, 'status') as 'uploaded' | undefined, limit: pageSize(own) }, { signal })
        .all(limitOf(own));
      return show(own, found, (file) => [file.file_id, file.status, bytes(file.size_bytes), ago(file.created_at), file.filename]);
    }
    case 'upload':
      return each(call, async (path) => pdf.files.upload(path === '-' ? process.stdin : path, { signal }));
    case 'download':
      return each(call, async (id) => {
        const { filename } = await pdf.files.get(id, { signal });
        const path = `${last(own, 'out') ?? '.'}/${filename}`;
        const { savePath } = await import('../node/paths.ts');
        await savePath(path, pdf.files.stream(id, { signal }), undefined);
        return { saved: path };
      });
    case 'rm':
      return each(
        { ...call, names: own.has('all') ? await everyFile(call) : call.names },
        async (id) => pdf.files.delete(id, { signal }),
        (id) => `${id} is deleted`,
      );
    default:
      throw unknownVerb('files', verb, ['list', 'upload', 'download', 'rm']);
  }
}

async function everyFile({ pdf, own, signal }: Call): Promise<string[]> {
  const found = await pdf.files.list({ status: 'uploaded', limit: 100 }, { signal }).all();
  if (found.length === 0) return [];
  if (!own.has('yes') && !(await ask(`Delete ${found.length} files?`)))
    throw new UsageError('Nothing was deleted; --yes does it without asking.');
  return found.map(({ file_id }) => file_id);
}

export async function webhooks(call: Call): Promise<number> {
  const { pdf, verb, own, names, signal } = call;
  const [id = ''] = names;
  if (verb !== 'list' && id === '') throw new UsageError(`Name an endpoint: pdf-api webhooks ${verb} WEBHOOK`);
  switch (verb) {
    case 'list': {
      const state = (is: boolean, why = 'disabled') => (is ? 'enabled' : why);
      const found = await pdf.webhooks.list({ signal }).all(limitOf(own));
      return show(own, found, (hook) => [
        hook.webhook_id,
        state(hook.enabled, hook.disabled_reason),
        hook.failing_since === undefined ? '' : `failing since ${hook.failing_since}`,
        hook.events.join(','),
        hook.url,
      ]);
    }
    case 'deliveries': {
      const query = { status: last(own, 'status') as 'failed' | undefined, limit: pageSize(own) };
      const found = await pdf.webhooks.deliveries(id, query, { signal }).all(limitOf(own));
      return show(own, found, (delivery) => [
        delivery.delivery_id,
        delivery.status,
        delivery.event,
        `${delivery.attempt_count} attempts`,
        ago(delivery.created_at),
        delivery.attempts.at(-1)?.error ?? '',
      ]);
    }
    case 'test':
      return each(call, async (hook) => pdf.webhooks.test(hook, { signal }));
    default:
      throw unknownVerb('webhooks', verb, ['list', 'deliveries', 'test']);
  }
}

export async function usage({ pdf, own, signal }: Call): Promise<number> {
  const query = { from: last(own, 'from'), to: last(own, 'to'), group_by: last(own, 'by') as 'key' | 'type' | undefined };
  const found = await pdf.usage(query, { signal });
  if (own.has('json')) {
    await print(`${JSON.stringify(found)}\n`);
    return 0;
  }
  const row = (head: string, counts: (typeof found)['totals']) => [
    head,
    `${counts.jobs} jobs`,
    `${counts.failed} failed`,
    `${counts.pages} pages`,
    `${bytes(counts.input_bytes)} in`,
    `${bytes(counts.output_bytes)} out`,
  ];
  const rows = found.data.map((each) => row([each.day, each.type ?? each.key_id].filter(Boolean).join('  '), each));
  await print(`${table([...rows, row('all', found.totals)])}\n`);
  return 0;
}

async function show<T extends object>(own: Arguments['own'], found: readonly T[], row: (item: T) => string[]): Promise<number> {
  if (own.has('json')) await print(found.map((item) => `${JSON.stringify(item)}\n`).join(''));
  else if (found.length > 0) await print(`${table(found.map(row))}\n`);
  else say('There is none.');
  return 0;
}

/** For each that is named; one that fails does not keep the others. */
async function each({ names, own, verb }: Call, act: (name: string) => Promise<object>, done?: (name: string) => string): Promise<number> {
  if (names.length === 0 && !own.has('all')) throw new UsageError(`${verb} needs one or more names.`);
  const failures: unknown[] = [];
  for (const name of names) {
    try {
      const answer: Row = { ...(await act(name)) };
      if (done && !own.has('json')) say(`${green('✓')} ${done(name)}`);
      else await print(`${JSON.stringify(answer, null, own.has('json') ? undefined : 2)}\n`);
    } catch (failure) {
      failures.push(failure);
      say(`${red('✗')} ${name}: ${(failure as Error).message}`);
    }
  }
  return exitCodeOfAll(failures);
}

function typeOf(given: string | undefined): OperationType | undefined {
  if (given === undefined) return undefined;
  const found = operationOf(given);
  if (!found) throw new UsageError(`There is no operation ${given}.${didYouMean(given, Object.keys(OPERATIONS))}`);
  return found.type as OperationType;
}

function unknownVerb(command: string, verb: string, verbs: readonly string[]): UsageError {
  return new UsageError(`pdf-api ${command} takes ${verbs.join(', ')}, not ${verb}.${didYouMean(verb, verbs)}`);
}

function last(own: Arguments['own'], name: string): string | undefined {
  return own.get(name)?.at(-1);
}

const LIMIT = 20;
const PAGE_MAX = 100;

function limitOf(own: Arguments['own']): number {
  return countOf(own, 'limit') ?? LIMIT;
}

function pageSize(own: Arguments['own']): number {
  return Math.min(limitOf(own), PAGE_MAX);
}

function ago(time: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(time)) / 1000));
  if (seconds < 90) return `${seconds} s ago`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min ago`;
  return seconds < 129_600 ? `${Math.round(seconds / 3600)} h ago` : `${Math.round(seconds / 86_400)} days ago`;
}
