// The tables of the console: what each shows, and what in it is bad.

import type { Activity } from '#contract/activity.ts';
import type { DeadLetter, Overview } from '#contract/operator.ts';
import { byId, type Column, drawTable, element } from './dom.ts';
import type { Figures } from './service.ts';
import { age, duration, size } from './words.ts';

type Region = Overview['regions'][number];
const bad = (is: boolean): string => (is ? 'bad' : '');

export function drawFigures({ overview, activity, letters }: Figures, replay: (letterId: string) => void): void {
  drawRegions(overview);
  drawOperations(activity);
  drawFailures(activity, overview.now);
  drawProcessors(overview);
  drawLetters(letters, overview.now, replay);
  drawWebhooks(activity, overview.now);
  drawAccounts(activity);
  drawSweep(overview);
}

function drawRegions({ regions, now }: Overview): void {
  const waited = (region: Region) => (region.oldest_queued_at === undefined ? 0 : Date.parse(now) - Date.parse(region.oldest_queued_at));
  const columns: Column<Region>[] = [
    { name: 'Region', of: ({ region }) => region },
    { name: 'Processors', of: ({ processor }) => (processor ? 'ready' : 'down'), look: ({ processor }) => bad(!processor) },
    { name: 'Storage', of: ({ storage }) => (storage ? 'ready' : 'down'), look: ({ storage }) => bad(!storage) },
    { name: 'Slots busy', of: ({ running, slots }) => `${running} of ${slots}`, isNumber: true },
    { name: 'Queued', of: ({ queued }) => queued, isNumber: true },
    { name: 'Parked', of: ({ parked }) => parked, isNumber: true },
    {
      name: 'Oldest wait',
      of: (region) => age(region.oldest_queued_at, now),
      isNumber: true,
      look: (region) => bad(waited(region) > 600_000),
    },
    { name: 'Lapsed', of: ({ lapsed_leases }) => lapsed_leases, isNumber: true, look: ({ lapsed_leases }) => bad(lapsed_leases > 0) },
    { name: 'Done in an hour', of: ({ succeeded }) => succeeded, isNumber: true },
    { name: 'Failed in an hour', of: ({ failed }) => failed, isNumber: true },
  ];
  drawTable('regions', regions, columns, 'No regions.');
}

function drawOperations({ hours, durations }: Activity): void {
  const names = [...new Set(hours.map(({ operation }) => operation))].toSorted();
  const rows = names.map((operation) => {
    const count = (...outcomes: string[]) =>
      hours.filter((row) => row.operation === operation && outcomes.includes(row.outcome)).reduce((sum, { jobs }) => sum + jobs, 0);
    const times = durations.find((row) => row.operation === operation);
    return { operation, times, succeeded: count('succeeded'), failed: count('failed'), others: count('cancelled', 'expired') };
  });
  type Row = (typeof rows)[number];
  const time =
    (name: 'queue_ms' | 'run_ms') =>
    ({ times }: Row) =>
      times && `${duration(times[name].p50)} / ${duration(times[name].p95)}`;
  const columns: Column<Row>[] = [
    { name: 'Operation', of: ({ operation }) => operation },
    { name: 'Succeeded', of: ({ succeeded }) => succeeded, isNumber: true },
    { name: 'Failed', of: ({ failed }) => failed, isNumber: true },
    { name: 'Others', of: ({ others }) => others, isNumber: true },
    { name: 'Queue p50 / p95', of: time('queue_ms'), isNumber: true },
    { name: 'Run p50 / p95', of: time('run_ms'), isNumber: true },
  ];
  drawTable('operations', rows, columns, 'No job has ended in this time.');
  const select = byId<HTMLSelectElement>('operation');
  for (const name of names) {
    if (![...select.options].some(({ value }) => value === name)) select.append(element('option', { value: name }, name));
  }
}

function drawFailures({ failures }: Activity, now: string): void {
  const columns: Column<Activity['failures'][number]>[] = [
    { name: 'Reason', of: ({ reason }) => reason },
    { name: 'Jobs', of: ({ jobs }) => jobs, isNumber: true },
    {
      name: 'The last ones',
      isLong: true,
      of: ({ last }) =>
        element(
          'div',
          {},
          ...last.map(({ job_id, request_id, operation, completed_at }) =>
            element(
              'div',
              {},
              `${age(completed_at, now)} ago, ${operation}: `,
              element('code', {}, job_id),
              ' ',
              element('code', {}, request_id ?? ''),
            ),
          ),
        ),
    },
  ];
  drawTable('failures', failures, columns, 'No job has failed in this time.');
}

function drawProcessors({ regions, now }: Overview): void {
  const rows = regions.flatMap(({ instances }) => instances);
  const columns: Column<(typeof rows)[number]>[] = [
    { name: 'Instance', of: ({ instance }) => instance },
    { name: 'State', of: ({ state }) => state, look: ({ state }) => bad(state === 'down') },
    { name: 'Slots busy', of: ({ running, slots }) => `${running} of ${slots}`, isNumber: true },
    { name: 'Isolation', of: ({ isolation }) => isolation },
    { name: 'Version', of: ({ version }) => version },
    { name: 'Last job', of: ({ seen_at }) => age(seen_at, now), isNumber: true },
  ];
  drawTable('processors', rows, columns, 'No processors.');
}

function drawLetters(letters: readonly DeadLetter[], now: string, replay: (letterId: string) => void): void {
  const columns: Column<DeadLetter>[] = [
    { name: 'Age', of: ({ received_at }) => age(received_at, now), isNumber: true },
    { name: 'Queue', of: ({ queue }) => queue },
    { name: 'Job', of: ({ job_id, body }) => element('code', {}, job_id ?? body.slice(0, 60)) },
    { name: 'It is', of: ({ job_status }) => job_status },
    {
      name: 'Replay',
      of: ({ dead_letter_id, job_id }) => {
        if (job_id === undefined) return undefined;
        const button = element('button', { type: 'button', 'aria-label': `Replay the message of ${job_id}` }, 'Replay');
        button.addEventListener('click', () => replay(dead_letter_id));
        return button;
      },
    },
  ];
  drawTable('letters', letters, columns, 'No dead letters.');
}

function drawWebhooks({ webhooks }: Activity, now: string): void {
  const columns: Column<Activity['webhooks'][number]>[] = [
    { name: 'Account', of: ({ account_name }) => account_name },
    { name: 'Endpoint', of: ({ url }) => url, isLong: true },
    { name: 'Failing for', of: ({ failing_since }) => age(failing_since, now), isNumber: true },
    { name: 'Disabled', of: ({ disabled_reason }) => disabled_reason, look: ({ disabled_reason }) => bad(disabled_reason !== undefined) },
    { name: 'Last attempt', of: ({ last_attempt }) => attemptWords(last_attempt), isLong: true },
  ];
  drawTable('webhooks', webhooks, columns, 'No endpoint fails.');
}

function attemptWords(attempt: Record<string, unknown> | undefined): string | undefined {
  const { status, error } = attempt ?? {};
  const said = [status, error].filter((part) => typeof part === 'string' || typeof part === 'number');
  return said.length === 0 ? undefined : said.join(' ');
}

function drawAccounts({ accounts }: Activity): void {
  const columns: Column<Activity['accounts'][number]>[] = [
    { name: 'Account', of: ({ name, account_id }) => element('span', { title: account_id }, name) },
    { name: 'Jobs', of: ({ jobs }) => jobs, isNumber: true },
    { name: 'Failed', of: ({ failed }) => failed, isNumber: true },
    { name: 'Pages', of: ({ pages }) => pages, isNumber: true },
    { name: 'In', of: ({ input_bytes }) => size(input_bytes), isNumber: true },
    { name: 'Out', of: ({ output_bytes }) => size(output_bytes), isNumber: true },
  ];
  drawTable('accounts', accounts, columns, 'No account has used the service.');
}

function drawSweep({ sweep, now }: Overview): void {
  const columns: Column<Overview['sweep'][number]>[] = [
    { name: 'Step', of: ({ step }) => step },
    { name: 'Ago', of: ({ ran_at }) => age(ran_at, now), isNumber: true },
    { name: 'Took', of: ({ took_ms }) => duration(took_ms), isNumber: true },
    { name: 'Did', of: ({ count }) => count, isNumber: true },
    {
      name: 'Failed',
      of: ({ failed_at, error }) => (failed_at === undefined ? undefined : (error ?? 'yes')),
      look: ({ failed_at }) => bad(failed_at !== undefined),
      isLong: true,
    },
  ];
  drawTable('sweep', sweep, columns, 'It has not run.');
}
