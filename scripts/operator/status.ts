// The state of the service on one screen: regions, the sweep, what waits for the operator, and in words what is wrong.

import type { Overview } from '#contract/operator.ts';
import { age, bytes, count, duration, printable, table } from './print.ts';

type Region = Overview['regions'][number];

/** The sweep runs every 30 seconds by alarm and every minute by cron. */
const SWEEP_LATE_MS = 180_000;
const FAILED_LATELY_MS = 600_000;
const QUEUED_LONG_MS = 600_000;

export function statusScreen(overview: Overview, baseUrl: string): string {
  const { now } = overview;
  const regions = table<Region>(overview.regions, [
    { name: 'REGION', of: (region) => region.region },
    { name: 'PROCESSOR', of: (region) => (region.processor ? 'ready' : 'DOWN') },
    { name: 'STORAGE', of: (region) => (region.storage ? 'ready' : 'DOWN') },
    { name: 'SLOTS BUSY', of: (region) => `${region.running}/${region.slots}`, right: true },
    { name: 'QUEUED', of: (region) => region.queued, right: true },
    { name: 'PARKED', of: (region) => region.parked, right: true },
    { name: 'OLDEST', of: (region) => age(region.oldest_queued_at, now), right: true },
    { name: 'LAPSED', of: (region) => region.lapsed_leases, right: true },
    { name: 'DONE/H', of: (region) => region.succeeded, right: true },
    { name: 'FAILED/H', of: (region) => region.failed, right: true },
    { name: 'BUCKET WALKED', of: (region) => walkOf(region, now) },
  ]);
  const problems = problemsOf(overview);
  return [
    `${baseUrl}   ${now.slice(0, 19).replace('T', ' ')} UTC`,
    '',
    regions,
    '',
    table(
      overview.regions.flatMap((region) => region.instances),
      [
        { name: 'INSTANCE', of: ({ instance }) => instance },
        { name: 'STATE', of: ({ state }) => (state === 'down' ? 'DOWN' : state) },
        { name: 'SLOTS BUSY', of: ({ running, slots }) => `${running}/${slots}`, right: true },
        { name: 'ISOLATION', of: ({ isolation }) => (isolation === 'none' ? 'NONE' : (isolation ?? '-')) },
        { name: 'VERSION', of: ({ version }) => version ?? '-' },
        { name: 'LAST JOB', of: ({ seen_at }) => age(seen_at, now), right: true },
      ],
    ),
    ...cellsTable(overview),
    '',
    `Sweep     ${sweepLine(overview)}`,
    `Waiting   ${waitingLine(overview)}`,
    `Accounts  ${overview.accounts}${overview.suspended_accounts > 0 ? `, ${overview.suspended_accounts} suspended` : ''}`,
    '',
    ...(problems.length > 0 ? problems.map((problem) => `! ${printable(problem)}`) : ['All well.']),
  ].join('\n');
}

type Cell = NonNullable<Overview['cells']>[number];

function cellsTable({ cells = [] }: Overview): string[] {
  if (cells.length === 0) return [];
  const columns = [
    { name: 'CELL', of: ({ cell }: Cell) => cell },
    { name: 'REGION', of: ({ region }: Cell) => region ?? 'all' },
    { name: 'DATABASE', of: ({ database }: Cell) => (database ? 'ready' : 'DOWN') },
    { name: 'SIZE', of: (cell: Cell) => (cell.bytes === undefined ? '-' : bytes(cell.bytes)), right: true },
    { name: 'NEW FILES', of: ({ closed }: Cell) => (closed ? 'no' : 'yes') },
  ];
  return ['', table(cells, columns)];
}

function walkOf(region: Region, now: string): string | undefined {
  if (!region.walk) return undefined;
  const { finished_at, objects, removed, lost } = region.walk;
  const found = [count(objects, 'object'), ...(removed > 0 ? [`${removed} removed`] : []), ...(lost > 0 ? [`${lost} LOST`] : [])].join(
    ', ',
  );
  return `${finished_at === undefined ? 'not yet' : `${age(finished_at, now)} ago`}; ${found}`;
}

function lastSweep(overview: Overview): number | undefined {
  const times = overview.sweep.map((step) => Date.parse(step.ran_at));
  return times.length > 0 ? Math.max(...times) : undefined;
}

function sweepLine(overview: Overview): string {
  const last = lastSweep(overview);
  if (last === undefined) return 'has not run yet';
  const busy = overview.sweep.filter((step) => step.count > 0).map((step) => `${step.step} ${step.count}`);
  const took = overview.sweep.reduce((sum, step) => sum + step.took_ms, 0);
  const did = busy.length > 0 ? busy.join(', ') : 'nothing to do';
  return `${duration(Date.parse(overview.now) - last)} ago, ${count(overview.sweep.length, 'step')} in ${took} ms: ${did}`;
}

function waitingLine(overview: Overview): string {
  const oldest = age(overview.oldest_access_request_at, overview.now);
  const requests = `${count(overview.pending_access_requests, 'access request')}${oldest === undefined ? '' : ` (oldest ${oldest})`}`;
  return `${requests}, ${count(overview.open_dead_letters, 'dead letter')}`;
}

/** Each with what to do about it. */
function problemsOf(overview: Overview): string[] {
  const nowMs = Date.parse(overview.now);
  const problems: string[] = [];
  for (const { cell, database } of overview.cells ?? [])
    if (!database) problems.push(`The database of the cell ${cell} does not answer: what lives there cannot be read, and waits.`);
  for (const region of overview.regions) {
    const { region: name } = region;
    if (!region.processor)
      problems.push(`The processor of ${name} does not answer: its ${count(region.queued, 'job')} wait until it is back.`);
    for (const { instance, state } of region.processor ? region.instances : [])
      if (state === 'down') problems.push(`${instance} does not answer: the other processors of ${name} take its work.`);
    for (const { instance, isolation } of region.instances)
      if (isolation === 'none')
        problems.push(`Nothing keeps jobs apart on ${instance}: office documents, RTF and HTML are not converted there.`);
    if (!region.storage) problems.push(`The bucket of ${name} does not answer: uploads, downloads and jobs there fail.`);
    if (region.lapsed_leases > 0) {
      problems.push(
        `${count(region.lapsed_leases, 'lease')} lapsed in ${name}: a processor was lost; the sweep retries them (jobs stuck).`,
      );
    }
    const waitedMs = region.oldest_queued_at === undefined ? 0 : nowMs - Date.parse(region.oldest_queued_at);
    if (waitedMs > QUEUED_LONG_MS) {
      const full =
        region.running >= region.slots ? 'every slot is busy' : 'slots are free, so an account’s limit holds them or they are stuck';
      problems.push(`Jobs of ${name} wait for ${duration(waitedMs)}; ${full} (jobs stuck).`);
    }
    if (region.walk && region.walk.lost > 0)
      problems.push(`${count(region.walk.lost, 'file')} of ${name} had lost their objects (file.object_missing in the log).`);
  }
  const last = lastSweep(overview);
  if (last !== undefined && nowMs - last > SWEEP_LATE_MS)
    problems.push(`The sweep has not run for ${duration(nowMs - last)}: look at cron and at the Sweeper object.`);
  for (const step of overview.sweep) {
    const failedMs = step.failed_at === undefined ? Infinity : nowMs - Date.parse(step.failed_at);
    if (failedMs < FAILED_LATELY_MS) problems.push(`The sweep’s step ${step.step} failed ${duration(failedMs)} ago: ${step.error}`);
  }
  if (overview.open_dead_letters > 0)
    problems.push(`${count(overview.open_dead_letters, 'dead letter')}: the consumer could not take them (dead-letters).`);
  return problems;
}
