// `/metrics`: the state of the service in the text format of Prometheus, for the operator. Counters are those of the day (UTC) and begin again at
// midnight, which a reader of counters takes for a restart; so they cost what one day holds.

import { type Activity, DURATION_BOUNDS_MS } from '#contract/activity.ts';
import type { Overview } from '#contract/operator.ts';
import type { Deps } from '../deps.ts';
import { answerText } from '../http/answer.ts';
import type { AppContext } from '../http/context.ts';
import { readActivity, readTimesOfHour } from './activity.ts';
import { addUpBy } from './merge-activity.ts';
import { readOverview } from './overview.ts';
import { ENDED_TODAY, OUTCOMES } from './statements.ts';

const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export async function handleMetrics(c: AppContext): Promise<Response> {
  const deps = c.get('deps');
  const [overview, activity, ended, times] = await Promise.all([
    readOverview(deps),
    readActivity(deps, { hours: 1 }),
    readEnded(deps),
    readTimesOfHour(deps),
  ]);
  return answerText(c, metricsText({ overview, activity, ended, times }), TYPE, { 'Cache-Control': 'no-store' });
}

type Ended = Record<(typeof OUTCOMES)[number] | 'pages' | 'input_bytes' | 'output_bytes', number> & { readonly type: string };

async function readEnded(deps: Pick<Deps, 'cells' | 'now'>): Promise<Ended[]> {
  const today = new Date(deps.now()).toISOString().slice(0, 10);
  const parts = await Promise.all(deps.cells.all.map(({ db }) => db.prepare(ENDED_TODAY).bind(today).all<Ended>()));
  const rows = parts.flatMap(({ results }) => results);
  return addUpBy(rows, ['type'], [...OUTCOMES, 'pages', 'input_bytes', 'output_bytes']).toSorted((a, b) => (a.type < b.type ? -1 : 1));
}

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [Labels, number];

function family(name: string, type: 'counter' | 'gauge', help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${labelsText(labels)} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
}

function histogram(name: string, help: string, times: Activity['durations'], which: 'queue_ms' | 'run_ms'): string {
  const lines = times.flatMap(({ operation, jobs, [which]: { sum, counts } }) => {
    let within = 0;
    const buckets = DURATION_BOUNDS_MS.map((bound, i) => {
      within += counts[i] ?? 0;
      return `${name}_bucket${labelsText({ operation, le: String(bound / 1000) })} ${within}`;
    });
    return [
      ...buckets,
      `${name}_bucket${labelsText({ operation, le: '+Inf' })} ${jobs}`,
      `${name}_sum${labelsText({ operation })} ${sum / 1000}`,
      `${name}_count${labelsText({ operation })} ${jobs}`,
    ];
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines, ''].join('\n');
}

function labelsText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escape(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

interface Read {
  readonly overview: Overview;
  readonly activity: Activity;
  readonly ended: readonly Ended[];
  readonly times: Activity['durations'];
}

function metricsText({ overview, activity, ended, times }: Read): string {
  return [
    ...jobFamilies(activity, ended),
    histogram(
      'pdf_job_queue_seconds',
      'From creation to the start of the last attempt, of jobs that ended since the hour began (UTC).',
      times,
      'queue_ms',
    ),
    histogram('pdf_job_run_seconds', 'The last attempt, of jobs that ended since the hour began (UTC).', times, 'run_ms'),
    ...regionFamilies(overview),
    ...instanceFamilies(overview),
    ...serviceFamilies(overview, activity),
  ].join('');
}

function jobFamilies({ durations, failures }: Activity, ended: readonly Ended[]): string[] {
  const sums = (name: 'pages' | 'input_bytes' | 'output_bytes') => ended.map((row): Sample => [{ operation: row.type }, row[name]]);
  const percentiles = (name: 'queue_ms' | 'run_ms') =>
    durations.flatMap((row): Sample[] => [
      [{ operation: row.operation, percentile: '50' }, row[name].p50 / 1000],
      [{ operation: row.operation, percentile: '95' }, row[name].p95 / 1000],
    ]);
  const outcomes = ended.flatMap((row) => OUTCOMES.map((outcome): Sample => [{ operation: row.type, outcome }, row[outcome]]));
  return [
    family('pdf_jobs_total', 'counter', 'Jobs that ended since midnight (UTC).', outcomes),
    family('pdf_pages_total', 'counter', 'Pages of jobs that ended since midnight (UTC).', sums('pages')),
    family('pdf_input_bytes_total', 'counter', 'Bytes of sources of jobs that ended since midnight (UTC).', sums('input_bytes')),
    family('pdf_output_bytes_total', 'counter', 'Bytes of results of jobs that ended since midnight (UTC).', sums('output_bytes')),
    family(
      'pdf_job_queue_percentile_seconds',
      'gauge',
      'From creation to the start of the last attempt, of jobs that ended within an hour.',
      percentiles('queue_ms'),
    ),
    family('pdf_job_run_percentile_seconds', 'gauge', 'The last attempt, of jobs that ended within an hour.', percentiles('run_ms')),
    family(
      'pdf_jobs_failed_last_hour',
      'gauge',
      'Jobs that failed within an hour, by reason.',
      failures.map(({ reason, jobs }): Sample => [{ reason }, jobs]),
    ),
  ];
}

function regionFamilies({ regions, now }: Overview): string[] {
  type Region = Overview['regions'][number];
  const each = (value: (region: Region) => number) => regions.map((region): Sample => [{ region: region.region }, value(region)]);
  const waited = ({ oldest_queued_at }: Region) =>
    oldest_queued_at === undefined ? 0 : (Date.parse(now) - Date.parse(oldest_queued_at)) / 1000;
  return [
    family(
      'pdf_jobs_queued',
      'gauge',
      'Jobs that wait.',
      each(({ queued }) => queued),
    ),
    family(
      'pdf_jobs_parked',
      'gauge',
      'Of those, jobs that wait behind a limit.',
      each(({ parked }) => parked),
    ),
    family(
      'pdf_jobs_running',
      'gauge',
      'Jobs that run.',
      each(({ running }) => running),
    ),
    family(
      'pdf_jobs_lapsed',
      'gauge',
      'Attempts whose processor has not been heard of.',
      each(({ lapsed_leases }) => lapsed_leases),
    ),
    family('pdf_queue_oldest_seconds', 'gauge', 'How long the oldest waiting job has waited.', each(waited)),
    family(
      'pdf_storage_up',
      'gauge',
      'Whether the bucket answers.',
      each(({ storage }) => Number(storage)),
    ),
  ];
}

function instanceFamilies({ regions }: Overview): string[] {
  type Instance = Overview['regions'][number]['instances'][number];
  const each = (value: (instance: Instance) => number) =>
    regions.flatMap(({ region, instances }) => instances.map((one): Sample => [{ region, instance: one.instance }, value(one)]));
  return [
    family(
      'pdf_processor_up',
      'gauge',
      'Whether the instance answers, or is asleep.',
      each(({ state }) => Number(state !== 'down')),
    ),
    family(
      'pdf_processor_info',
      'gauge',
      'The version that the instance says it is; 1.',
      regions.flatMap(({ region, instances }) =>
        instances.flatMap(({ instance, version }): Sample[] => (version === undefined ? [] : [[{ region, instance, version }, 1]])),
      ),
    ),
    family(
      'pdf_processor_slots',
      'gauge',
      'Jobs that the instance runs at once.',
      each(({ slots }) => slots),
    ),
    family(
      'pdf_processor_busy',
      'gauge',
      'Jobs that it runs now.',
      each(({ running }) => running),
    ),
  ];
}

function serviceFamilies(overview: Overview, { webhooks }: Activity): string[] {
  const one = (value: number): Sample[] => [[{}, value]];
  const disabled = webhooks.filter(({ disabled_reason }) => disabled_reason !== undefined).length;
  const age = ({ ran_at }: Overview['sweep'][number]) => (Date.parse(overview.now) - Date.parse(ran_at)) / 1000;
  return [
    family('pdf_webhooks_failing', 'gauge', 'Endpoints whose last delivery failed.', one(webhooks.length - disabled)),
    family('pdf_webhooks_disabled', 'gauge', 'Endpoints that were disabled for their failures.', one(disabled)),
    family('pdf_dead_letters', 'gauge', 'Queue messages that could not be taken and were not sent again.', one(overview.open_dead_letters)),
    family('pdf_accounts', 'gauge', 'Accounts.', one(overview.accounts)),
    family('pdf_access_requests_pending', 'gauge', 'Requests for access that wait for a decision.', one(overview.pending_access_requests)),
    family(
      'pdf_sweep_age_seconds',
      'gauge',
      'Since when each step of the sweep has run.',
      overview.sweep.map((step): Sample => [{ step: step.step }, age(step)]),
    ),
  ];
}
