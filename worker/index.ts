// The doors of the Worker: fetch, queue, scheduled, and its Durable Objects. Failures of the world end here.

import { LIMITS } from '#contract/limits.ts';
import { makeApp } from './app.ts';
import { cellOf } from './cells/find-cell.ts';
import { type DeliveryMessage, type Deps, depsOf, type Env, type JobMessage, type ResultMessage } from './deps.ts';
import { storeDeadLetter } from './jobs/dead-letter.ts';
import { startJob, type Verdict } from './jobs/start.ts';
import { deliverResult } from './result-deliveries/deliver-result.ts';
import { sweepAll } from './retention/sweeper.ts';
import { deliver } from './webhooks/deliver.ts';

export { ProcessorAp, ProcessorEu, ProcessorSa, ProcessorUs } from './gateways/processor-container.ts';
export { Gate } from './limits/gate.ts';
export { Sweeper } from './retention/sweeper.ts';
export { CourierContainer } from './gateways/courier-container.ts';

const app = makeApp();
const DEAD_LETTER_SUFFIX = '-dead';
const FAILED_MESSAGE_SECONDS = 5;

type Message = JobMessage | DeliveryMessage | ResultMessage;

interface MessageIds {
  readonly job_id?: string;
  readonly delivery_id?: string;
  readonly result_of?: string;
}

/** What a message names; a body of another shape names nothing. */
function idsOf(body: unknown): MessageIds {
  const { job_id, delivery_id, result_of } = (body ?? {}) as Record<string, unknown>;
  return {
    ...(typeof job_id === 'string' ? { job_id } : {}),
    ...(typeof delivery_id === 'string' ? { delivery_id } : {}),
    ...(typeof result_of === 'string' ? { result_of } : {}),
  };
}

async function cellOfMessage(deps: Deps, { job_id, delivery_id, result_of }: MessageIds): Promise<Deps> {
  return delivery_id === undefined ? cellOf(deps, 'job', job_id ?? result_of ?? '') : cellOf(deps, 'delivery', delivery_id);
}

/** Undefined for a message that names nothing. */
async function handleMessage(deps: Deps, ids: MessageIds): Promise<Verdict | undefined> {
  if (ids.job_id !== undefined) return startJob(await cellOf(deps, 'job', ids.job_id), ids.job_id);
  if (ids.delivery_id !== undefined) return deliver(await cellOf(deps, 'delivery', ids.delivery_id), ids.delivery_id);
  if (ids.result_of !== undefined) {
    await deliverResult(await cellOf(deps, 'job', ids.result_of), ids.result_of);
    return { kind: 'ack' };
  }
  return undefined;
}

export default {
  fetch: app.fetch,

  async queue(batch: MessageBatch<Message>, env: Env): Promise<void> {
    const deps = depsOf(env);
    if (batch.queue.endsWith(DEAD_LETTER_SUFFIX)) {
      // Attempts are counted in the row, so a dead letter only means that this consumer kept failing. The row is still in
      // the sweep's list; it remains to log this and to keep the letter for the operator.
      const queue = batch.queue.slice(0, -DEAD_LETTER_SUFFIX.length);
      for (const message of batch.messages) {
        const ids = idsOf(message.body);
        deps.log.error('queue.dead_letter', new Error('a message was delivered too often'), {
          ...ids,
          queue: batch.queue,
        });
        try {
          await storeDeadLetter(await cellOfMessage(deps, ids), queue, message.body);
          message.ack();
        } catch (cause) {
          deps.log.error('queue.dead_letter_not_stored', cause, { queue: batch.queue });
          message.retry({ delaySeconds: FAILED_MESSAGE_SECONDS });
        }
      }
      return;
    }
    await Promise.all(
      batch.messages.map(async (message) => {
        const ids = idsOf(message.body);
        try {
          const verdict = await handleMessage(deps, ids);
          if (verdict === undefined) deps.log.error('queue.malformed', new Error('a message names no row'), { queue: batch.queue });
          // A job that waits or runs has its wake_at: the sweep goes on after a message that came back too often. So only a message that
          // cannot be taken at all becomes a dead letter.
          const isWorn = ids.job_id !== undefined && message.attempts >= LIMITS.messageAttemptsMax;
          if (verdict === undefined || verdict.kind === 'ack' || isWorn) message.ack();
          else message.retry({ delaySeconds: verdict.delaySeconds });
        } catch (cause) {
          deps.log.error('queue.message_failed', cause, { ...ids });
          message.retry({ delaySeconds: FAILED_MESSAGE_SECONDS });
        }
      }),
    );
    await deps.traces?.flush();
  },

  async scheduled(_controller: ScheduledController, env: Env): Promise<void> {
    await sweepAll(depsOf(env));
  },
} satisfies ExportedHandler<Env, Message>;
