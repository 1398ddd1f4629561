// The life of the courier as a program: starts, stops on SIGTERM or SIGINT, exits. As process 1 of a container it must handle these
// signals itself.

import { InvalidConfig, readConfig } from './config.ts';
import { resolveByDns } from './resolve.ts';
import { startCourier } from './start-courier.ts';

export async function serveCourier(): Promise<void> {
  const log = (line: Readonly<Record<string, unknown>>): void =>
    void process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
  try {
    const courier = await startCourier(readConfig(), { resolveName: resolveByDns, now: Date.now, log });
    await signalled();
    await courier.stop();
    process.exit(0);
  } catch (error) {
    log({ level: 'error', event: 'failed', ...(error instanceof InvalidConfig ? { message: error.message } : { cause: String(error) }) });
    process.exit(1);
  }
}

/** Fulfils at the first signal. A second one means immediately. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    let count = 0;
    const onSignal = (): void => (++count > 1 ? process.exit(1) : resolve());
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
}
