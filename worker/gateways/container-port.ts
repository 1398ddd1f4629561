// Passes a request to a container's port, which takes a moment to answer after the container was started; and the host by which a container calls back.

/** By which containers reach the Worker: must match INTERNAL_BASE_URL of a deployment that uses them. */
export const CALLBACK_HOST = 'worker.internal';

const START_TRIES = 40;
/** Between two tries: together they give it ten seconds. */
export const START_PAUSE_MS = 250;

/** @throws what the port throws when it does not listen in time. */
export async function fetchWhenListening(port: Fetcher, request: Request, pauseMs = START_PAUSE_MS): Promise<Response> {
  const body = request.body ? await request.arrayBuffer() : null;
  for (let tries = 1; ; tries++) {
    try {
      return await port.fetch(request.url.replace('https:', 'http:'), { method: request.method, headers: request.headers, body });
    } catch (cause) {
      if (tries >= START_TRIES) throw cause;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
