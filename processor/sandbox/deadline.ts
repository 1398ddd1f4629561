// A time limit as an abort signal that ends with its scope. AbortSignal.timeout keeps its timer, and all that hangs on it, until the
// time is over, however early the work was done: with limits of minutes and many jobs a second that is a leak.

export interface Deadline extends Disposable {
  /** Aborts with a TimeoutError at the limit, or with the reason of the parent that aborts first. */
  readonly signal: AbortSignal;
}

export function startDeadline(timeMs: number, ...parents: readonly AbortSignal[]): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('the time is over', 'TimeoutError')), timeMs);
  const followers = parents.map((parent) => ({ parent, follow: () => controller.abort(parent.reason) }));
  for (const { parent, follow } of followers) {
    if (parent.aborted) follow();
    else parent.addEventListener('abort', follow, { once: true });
  }
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      for (const { parent, follow } of followers) parent.removeEventListener('abort', follow);
    },
  };
}
