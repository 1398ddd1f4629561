// The life of the processor as a program: starts, stops on SIGTERM or SIGINT, exits. Works as process 1 of a container, to which
// the kernel delivers only handled signals.

import { InvalidConfig, readConfig } from './config.ts';
import { describeError, type Log, makeLog } from './log.ts';
import { startProcessor } from './start-processor.ts';

/** @param childEntry absolute path of the program of the job processes. */
export async function serveProcessor(childEntry: string): Promise<void> {
  const log = makeLog((line) => process.stdout.write(`${line}\n`), Date.now);
  process.on('uncaughtException', (error) => fail(log, error));
  const told = signalled();
  try {
    const processor = await startProcessor(readConfig(), { childEntry, log, now: Date.now });
    await told;
    await processor.stop();
    process.exit(0);
  } catch (error) {
    fail(log, error);
  }
}

/** Fulfils at the first signal. A second one means immediately; the children notice and die. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    let count = 0;
    const onSignal = (): void => (++count > 1 ? process.exit(1) : resolve());
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
}

function fail(log: Log, error: unknown): never {
  log.error('failed', { cause: describeError(error), ...(error instanceof InvalidConfig && { message: error.message }) });
  process.exit(1);
}
