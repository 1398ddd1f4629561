// The Worker with stub containers: the real Durable Object of a processor, whose container is a processor that a test has started on this
// machine. What the platform would do (start, sleep, route) is counted or done here; what our class does is its own code.

import { ProcessorContainer } from '../../../worker/gateways/processor-container.ts';
import worker from '../../../worker/index.ts';
import type { StubState } from './stub-state.ts';

export { CourierContainer, Gate, ProcessorUs, Sweeper } from '../../../worker/index.ts';
export default worker;

class StubContainer {
  running = false;
  starts = 0;
  renewals = 0;
  env: Record<string, string> = {};
  internet = false;
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  start({ env = {}, enableInternet = true }: ContainerStartupOptions = {}): void {
    this.env = env;
    this.internet = enableInternet;
    this.running = true;
    this.starts += 1;
  }

  async interceptOutboundHttp(): Promise<void> {}

  async setInactivityTimeout(): Promise<void> {
    this.renewals += 1;
  }

  getTcpPort(): { fetch: (url: string, init?: RequestInit) => Promise<Response> } {
    return { fetch: async (url, init) => fetch(new URL(new URL(url).pathname, this.#address), init) };
  }
}

interface StubEnv {
  /** Instance → where the processor listens that stands for it. */
  readonly STUB_ADDRESSES: Readonly<Record<string, string>>;
}

export class ProcessorEu extends ProcessorContainer {
  #stub: StubContainer | undefined;
  /** A container that never comes up is given up after 40 of them. */
  protected override readonly startPauseMs = 5;

  override async fetch(request: Request): Promise<Response> {
    const { hostname, pathname } = new URL(request.url);
    const stub = (this.#stub ??= this.install(hostname));
    if (pathname === '/stub/sleep') stub.running = false;
    if (pathname === '/stub/new') {
      Object.assign(stub, { running: false, starts: 0, renewals: 0 });
      await this.ctx.storage.deleteAlarm();
    }
    if (pathname === '/stub/alarm') {
      await this.ctx.storage.deleteAlarm();
      await this.alarm();
    }
    if (!pathname.startsWith('/stub')) return super.fetch(request);
    const { running, starts, renewals, env, internet } = stub;
    const hasAlarm = (await this.ctx.storage.getAlarm()) !== null;
    return Response.json({ running, starts, renewals, hasAlarm, env, internet } satisfies StubState);
  }

  private install(name: string): StubContainer {
    const stub = new StubContainer((this.env as unknown as StubEnv).STUB_ADDRESSES[name] ?? 'http://127.0.0.1:1');
    const { storage } = this.ctx;
    Object.defineProperty(this, 'ctx', { value: { storage, container: stub } });
    return stub;
  }
}
