// The Worker as Cloudflare runs it when a client goes away: the signal of the request is aborted. miniflare stands between client and Worker
// and does not pass that on.

import worker from '../../../worker/index.ts';
import { LEAVES_AFTER } from './leaves-after.ts';

export { CourierContainer, Gate, ProcessorEu, ProcessorUs, Sweeper } from '../../../worker/index.ts';

export default {
  ...worker,
  fetch: (request: Request, env: never, context: never) => {
    const after = request.headers.get(LEAVES_AFTER);
    return worker.fetch(after === null ? request : new Request(request, { signal: AbortSignal.timeout(Number(after)) }), env, context);
  },
};
