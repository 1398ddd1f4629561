// A processor as a Cloudflare Container: a Durable Object per instance of the region's pool that starts it when a job comes, passes requests
// on, keeps it awake while it has work, and lets it sleep when it has none.
// The container has no internet; its callbacks leave through an intercepted host that ends at this Worker.

import { DurableObject } from 'cloudflare:workers';
import { LIMITS } from '#contract/limits.ts';
import { CALLBACK_HOST, fetchWhenListening, START_PAUSE_MS } from './container-port.ts';

interface ContainerEnv {
  readonly SELF: Fetcher;
  readonly PROCESSOR_SECRET: string;
}

const PORT = 8080;
/** Callbacks pass this object by, and a job may take longer than an idle container lives: so the container is asked whether it works. */
const LOOK_EVERY_MS = 60_000;

export class ProcessorContainer extends DurableObject<ContainerEnv> {
  protected readonly startPauseMs: number = START_PAUSE_MS;

  override async fetch(request: Request): Promise<Response> {
    const container = this.ctx.container;
    if (!container) return new Response(null, { status: 503, headers: { 'retry-after': '5' } });
    // A container that does not run holds no attempt, so none is started to cancel one.
    if (!container.running && request.method === 'DELETE') return new Response(null, { status: 404 });
    if (!container.running) {
      container.start({
        enableInternet: false,
        env: { PROCESSOR_SECRET: this.env.PROCESSOR_SECRET, PROCESSOR_PORT: String(PORT), PROCESSOR_HOST: '0.0.0.0' },
      });
      await container.interceptOutboundHttp(CALLBACK_HOST, this.env.SELF);
    }
    await container.setInactivityTimeout(LIMITS.instanceIdleMs);
    if (request.method === 'POST' && (await this.ctx.storage.getAlarm()) === null) await this.lookLater();
    return fetchWhenListening(container.getTcpPort(PORT), request, this.startPauseMs);
  }

  /** While it works the platform's timer is started again; the first check that finds it idle is the last. */
  override async alarm(): Promise<void> {
    const container = this.ctx.container;
    if (!container?.running || !(await isBusy(container))) return;
    await container.setInactivityTimeout(LIMITS.instanceIdleMs);
    await this.lookLater();
  }

  private async lookLater(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + LOOK_EVERY_MS);
  }
}

/** @returns true also when it does not answer: then the lease decides what becomes of its jobs, not this. */
async function isBusy(container: Container): Promise<boolean> {
  try {
    const response = await container.getTcpPort(PORT).fetch('http://processor/readyz', { signal: AbortSignal.timeout(LIMITS.leaseMs) });
    return (await response.json<{ busy?: number }>()).busy !== 0;
  } catch {
    return container.running;
  }
}

/** A class per region: where a container runs is a constraint of its class (wrangler.toml). */
export class ProcessorEu extends ProcessorContainer {}
export class ProcessorUs extends ProcessorContainer {}
export class ProcessorAp extends ProcessorContainer {}
export class ProcessorSa extends ProcessorContainer {}
