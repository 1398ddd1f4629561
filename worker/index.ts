// The doors of the Worker: fetch, queue, scheduled, and its Durable Objects. Failures of the world end here.

import { LIMITS } from '#contract/limits.ts';
import { makeApp } from './app.ts';
import { depsOf, type Env, type JobMessage } from './deps.ts';
import { storeDeadLetter } from './jobs/dead-letter.ts';
import { startJob } from './jobs/start.ts';
import { sweep } from './retention/sweep.ts';

export { ProcessorEu, ProcessorUs } from './jobs/processor-container.ts';
export { Gate } from './limits/gate.ts';
export { Sweeper } from './retention/sweeper.ts';

const app = makeApp();
const DEAD_LETTER_SUFFIX = '-dead';
const FAILED_MESSAGE_SECONDS = 5;

export default {
  fetch: app.fetch,

  async queue(batch: MessageBatch<JobMessage>, env: Env): Promise<void> {
    const deps = depsOf(env);
    if (batch.queue.endsWith(DEAD_LETTER_SUFFIX)) {
      // Attempts are counted in the row, so a dead letter only means that this consumer kept failing. The row still stands in
      // the sweep's list; what is left to do is to say so, and to keep the letter for the operator.
      const region = batch.queue.slice(0, -DEAD_LETTER_SUFFIX.length).replace(/^jobs-/, '');
      for (const message of batch.messages) {
        deps.log.error('queue.dead_letter', new Error('a message was delivered too often'), {
          job_id: message.body?.job_id,
          queue: batch.queue,
        });
        try {
          await storeDeadLetter(deps, region, message.body);
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
        if (typeof message.body?.job_id !== 'string') {
          deps.log.error('queue.malformed', new Error('a message names no job'), { queue: batch.queue });
          message.ack();
          return;
        }
        try {
          const verdict = await startJob(deps, message.body.job_id);
          // A row that waits or runs has its wake_at: the sweep goes on where a message that came back too often ends. So only what
          // cannot be taken at all becomes a dead letter.
          if (verdict.kind === 'ack' || message.attempts >= LIMITS.messageAttemptsMax) message.ack();
          else message.retry({ delaySeconds: verdict.delaySeconds });
        } catch (cause) {
          deps.log.error('queue.message_failed', cause, { job_id: message.body.job_id });
          message.retry({ delaySeconds: FAILED_MESSAGE_SECONDS });
        }
      }),
    );
  },

  async scheduled(_controller: ScheduledController, env: Env): Promise<void> {
    await sweep(depsOf(env));
  },
} satisfies ExportedHandler<Env, JobMessage>;
