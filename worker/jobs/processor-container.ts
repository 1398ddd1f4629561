// The processor as a Cloudflare Container: a Durable Object per region that starts it, passes requests on and keeps it awake.
// The container has no internet; its callbacks leave through an intercepted host that ends at this Worker.

import { DurableObject } from 'cloudflare:workers';
import { LIMITS } from '#contract/limits.ts';
import { fetchWhenListening } from '../http/container-port.ts';

export interface ContainerEnv {
  readonly SELF: Fetcher;
  readonly PROCESSOR_SECRET: string;
}

const PORT = 8080;
/** Must match INTERNAL_BASE_URL of a deployment that uses containers. */
const CALLBACK_HOST = 'worker.internal';

class ProcessorContainer extends DurableObject<ContainerEnv> {
  override async fetch(request: Request): Promise<Response> {
    const container = this.ctx.container;
    if (!container) return new Response(null, { status: 503, headers: { 'retry-after': '5' } });
    if (!container.running) {
      container.start({
        enableInternet: false,
        env: { PROCESSOR_SECRET: this.env.PROCESSOR_SECRET, PROCESSOR_PORT: String(PORT), PROCESSOR_HOST: '0.0.0.0' },
      });
      await container.interceptOutboundHttp(CALLBACK_HOST, this.env.SELF);
    }
    // A job is idle for the platform once its 202 is out; heartbeats and dispatches come through here and renew the timer.
    await container.setInactivityTimeout(4 * LIMITS.leaseMs);
    return fetchWhenListening(container.getTcpPort(PORT), request);
  }
}

/** A class per region: where a container runs is a constraint of its class (wrangler.toml). */
export class ProcessorEu extends ProcessorContainer {}
export class ProcessorUs extends ProcessorContainer {}
