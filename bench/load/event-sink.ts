// A receiver of webhooks that counts.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Event {
  readonly event_id: string;
  readonly job_id?: string;
  readonly data?: { readonly job_id?: string };
}

const QUIET_MS = 20_000;
const QUIET_MS_MAX = 180_000;

export class EventSink {
  /** Event → its job, and how often it came. */
  private readonly events = new Map<string, { readonly jobId: string; times: number }>();
  private lastAt = performance.now();
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const event = JSON.parse(Buffer.concat(chunks).toString()) as Event;
      const known = this.events.get(event.event_id) ?? { jobId: event.job_id ?? event.data?.job_id ?? '', times: 0 };
      known.times += 1;
      this.events.set(event.event_id, known);
      this.lastAt = performance.now();
      response.writeHead(204).end();
    });
  });

  static async start(): Promise<EventSink> {
    const sink = new EventSink();
    sink.server.listen(0, '127.0.0.1');
    await once(sink.server, 'listening');
    return sink;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** Waits until nothing has come for a while. */
  async quiet(): Promise<void> {
    const until = performance.now() + QUIET_MS_MAX;
    while (performance.now() < until && performance.now() - this.lastAt < QUIET_MS) await sleep(1000);
  }

  /** @param jobs that have ended */
  judge(jobs: readonly string[]): { jobs_without_event: number; jobs_with_two_ends: number; events_delivered_again: number } {
    const byJob = Map.groupBy(this.events.values(), ({ jobId }) => jobId);
    return {
      jobs_without_event: jobs.filter((id) => !byJob.has(id)).length,
      jobs_with_two_ends: [...byJob.values()].filter((events) => events.length > 1).length,
      // At least once is what is promised.
      events_delivered_again: [...this.events.values()].filter(({ times }) => times > 1).length,
    };
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
