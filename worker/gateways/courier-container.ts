// The courier as a Cloudflare Container: a Durable Object that starts it and passes requests on. It has the internet, one secret and
// nothing else: no binding, and no document but one that it passes on.

import { DurableObject } from 'cloudflare:workers';
import { CALLBACK_HOST, fetchWhenListening } from './container-port.ts';

interface CourierEnv {
  readonly SELF: Fetcher;
  readonly COURIER_SECRET: string;
}

const PORT = 8080;
const IDLE_MS = 10 * 60_000;

export class CourierContainer extends DurableObject<CourierEnv> {
  override async fetch(request: Request): Promise<Response> {
    const container = this.ctx.container;
    if (!container) return new Response(null, { status: 503, headers: { 'retry-after': '5' } });
    if (!container.running) {
      container.start({
        enableInternet: true,
        env: { COURIER_SECRET: this.env.COURIER_SECRET, COURIER_PORT: String(PORT), COURIER_HOST: '0.0.0.0' },
      });
      // Where it reads the results that it puts.
      await container.interceptOutboundHttp(CALLBACK_HOST, this.env.SELF);
    }
    await container.setInactivityTimeout(IDLE_MS);
    return fetchWhenListening(container.getTcpPort(PORT), request);
  }
}
