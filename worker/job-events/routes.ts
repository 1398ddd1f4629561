// HTTP of `GET /jobs/{job_id}/events`. A stream has a place of its account as long as it is open: kept while it lasts, given back at its end, and
// free by itself when the isolate that held it is gone.

import { isTerminal } from '#contract/jobs.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import { answerEmpty, answerRefusal } from '../http/answer.ts';
import type { AppContext } from '../http/context.ts';
import { gateOf } from '../limits/gate.ts';
import { type Followed, followJob, hasSeenEnd, seenBy } from './follow.ts';
import { findOwnJob } from '../jobs/job-rows.ts';

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
const PLACES = { max: LIMITS.eventStreamsMax, leaseMs: 3 * LIMITS.eventHeartbeatMs };

export async function handleReadJobEvents(c: AppContext): Promise<Response> {
  const deps = c.get('deps');
  const { accountId } = c.get('caller');
  const jobId = c.req.param('job_id') ?? '';
  const found = await findOwnJob(deps, accountId, jobId);
  if (!found.ok) return answerRefusal(c, found.refusal);
  const seen = seenBy(c.req.header('last-event-id'));
  // What a client of this format takes for the end (HTML, "server-sent events").
  if (isTerminal(found.value.job.state) && hasSeenEnd(seen)) return answerEmpty(c);
  if (c.req.method === 'HEAD') return c.body(null, 200, HEADERS);

  const place = await takePlace(deps, accountId, c.req.raw.signal);
  if (!place) {
    const message = `At most ${LIMITS.eventStreamsMax} streams of events of an account are open at a time; close one, or ask \`GET /jobs/{job_id}?wait=20\`.`;
    return answerRefusal(c, { code: 'rate_limited', message });
  }
  const { readable, ended } = stream(deps, { accountId, jobId }, place.signal, followJob(deps, { accountId, jobId }, seen, place.signal));
  c.executionCtx.waitUntil(ended.then(place.release));
  return c.body(readable, 200, HEADERS);
}

interface Place {
  /**
   * Aborted when the time is over, when the client has gone, and when the account or one of its keys has changed: whoever comes again is asked
   * for the key again.
   */
  readonly signal: AbortSignal;
  readonly release: () => Promise<void>;
}

async function takePlace(deps: Deps, accountId: string, gone: AbortSignal): Promise<Place | undefined> {
  const gate = gateOf(deps.gates, accountId);
  const id = crypto.randomUUID();
  const { isHeld, epoch } = await gate.hold(id, PLACES);
  if (!isHeld) return undefined;
  const changed = new AbortController();
  const keep = async () => {
    const kept = await gate.hold(id, PLACES);
    if (kept.epoch !== epoch) changed.abort();
  };
  const timer = setInterval(() => {
    keep().catch((cause: unknown) => deps.log.error('events.place_not_kept', cause, {}));
  }, LIMITS.eventHeartbeatMs);
  return {
    signal: AbortSignal.any([gone, changed.signal, AbortSignal.timeout(LIMITS.eventStreamMsMax)]),
    release: async () => {
      clearInterval(timer);
      await gate.release(id);
    },
  };
}

/** The texts as bytes, made as they are read. A failure ends the stream: its reader comes again. */
function stream(
  deps: Pick<Deps, 'log'>,
  { jobId }: Followed,
  signal: AbortSignal,
  texts: AsyncGenerator<string, void, undefined>,
): { readonly readable: ReadableStream<Uint8Array>; readonly ended: Promise<void> } {
  const encoder = new TextEncoder();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => end(), { once: true });
  const readable = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { value, done } = await texts.next();
        if (done !== true) return controller.enqueue(encoder.encode(value));
      } catch (cause) {
        deps.log.error('events.failed', cause, { job_id: jobId });
      }
      controller.close();
      end();
    },
    cancel: () => end(),
  });
  return { readable, ended };
}
