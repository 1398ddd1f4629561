// What happens to one job, as text/event-stream: each state with the body that receivers of webhooks get, and the progress between them. An event
// has an identifier that says how far its reader is: `2`, the sequence of the state, or `2.…` for progress within it. So a stream needs no memory.

import { type JobEvent, PROGRESS_EVENT, type ProgressEvent, STATE_EVENTS } from '#contract/events.ts';
import { isTerminal } from '#contract/jobs.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import type { JobRow } from '../jobs/job-table.ts';
import { progressOf } from '../jobs/job.ts';

const FIRST_PAUSE_MS = 40;
const PAUSE_MS_MAX = 1000;
const PAUSE_GROWTH = 1.7;

const LAST_SEQUENCE = Math.max(...Object.values(STATE_EVENTS).map(({ sequence }) => sequence));

/** What the reader knows already. */
interface Seen {
  readonly sequence: number;
  readonly eventId: string;
}

/** An identifier that is not ours counts as none. */
export function seenBy(lastEventId: string | undefined): Seen {
  const sequence = /^(\d)(?:\.|$)/.exec(lastEventId ?? '')?.[1];
  return sequence === undefined ? { sequence: 0, eventId: '' } : { sequence: Number(sequence), eventId: lastEventId ?? '' };
}

export function hasSeenEnd(seen: Seen): boolean {
  return seen.sequence >= LAST_SEQUENCE;
}

export interface Followed {
  readonly accountId: string;
  readonly jobId: string;
}

/** @param signal Ends the stream, with the wish that its reader comes again. */
export async function* followJob(
  deps: Pick<Deps, 'db' | 'now'>,
  job: Followed,
  seen: Seen,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  let { sequence, eventId } = seen;
  let known: string | undefined;
  let saidAtMs = deps.now();
  yield retryAfter(RETRY_MS);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * PAUSE_GROWTH)) {
    const row = await readRow(deps, job);
    if (!row) return;
    const said: string[] = [];
    if (known !== `${row.state} ${row.attempts}`) {
      known = `${row.state} ${row.attempts}`;
      pauseMs = FIRST_PAUSE_MS;
      for (const event of await readEvents(deps, job.jobId, sequence)) {
        sequence = event.sequence;
        eventId = String(sequence);
        said.push(sse(eventId, event));
      }
    }
    const progress = progressEvent(job.jobId, row);
    const progressId = idOfProgress(sequence, progress);
    if (!isTerminal(row.state) && progressId !== eventId) {
      eventId = progressId;
      said.push(sse(eventId, progress));
    }
    if (said.length === 0 && deps.now() - saidAtMs >= LIMITS.eventHeartbeatMs) said.push(': nothing new\n\n');
    if (said.length > 0) {
      saidAtMs = deps.now();
      yield said.join('');
    }
    if (isTerminal(row.state)) return;
    if (signal.aborted) {
      yield retryAfter(RETRY_MS);
      return;
    }
    await pause(pauseMs, signal);
  }
}

const RETRY_MS = 1000;

function retryAfter(ms: number): string {
  return `retry: ${ms}\n\n`;
}

function sse(id: string, data: JobEvent | ProgressEvent): string {
  return `id: ${id}\nevent: ${data.event}\ndata: ${JSON.stringify(data)}\n\n`;
}

type Row = Pick<JobRow, 'state' | 'attempts' | 'progress'>;

async function readRow(deps: Pick<Deps, 'db'>, { accountId, jobId }: Followed): Promise<Row | null> {
  return deps.db.prepare('SELECT state, attempts, progress FROM jobs WHERE id = ? AND account_id = ?').bind(jobId, accountId).first<Row>();
}

/** Written in the batch of the change: a state that the row shows has its event. */
async function readEvents(deps: Pick<Deps, 'db'>, jobId: string, after: number): Promise<JobEvent[]> {
  const { results } = await deps.db
    .prepare(
      `SELECT body FROM events WHERE cause > ?1 || ':' AND cause < ?1 || ';' AND body ->> 'sequence' > ?2 ORDER BY body ->> 'sequence'`,
    )
    .bind(jobId, after)
    .all<{ body: string }>();
  return results.map(({ body }) => JSON.parse(body) as JobEvent);
}

function progressEvent(jobId: string, row: Row): ProgressEvent {
  return { event: PROGRESS_EVENT, job_id: jobId, status: row.state, attempts: row.attempts, progress: progressOf(row) };
}

function idOfProgress(sequence: number, { status, attempts, progress }: ProgressEvent): string {
  const { percent, stage, pages_done = 0, step = 0 } = progress;
  return [sequence, status, attempts, percent, encodeURIComponent(stage), pages_done, step].join('.');
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
