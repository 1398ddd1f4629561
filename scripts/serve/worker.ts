// The Worker behind a proxy: it makes addresses from that of the request, which is the proxy's business to know. So requests get the public one.

import worker from '../../worker/index.ts';

export { CourierContainer, Gate, ProcessorEu, ProcessorUs, Sweeper } from '../../worker/index.ts';

/** What processors and the courier call, by the address of this machine. */
const INTERNAL = '/internal/';

export default {
  ...worker,
  fetch: (request: Request, env: { readonly PUBLIC_URL?: string }, context: ExecutionContext) => {
    const { pathname, search } = new URL(request.url);
    if (env.PUBLIC_URL === undefined || pathname.startsWith(INTERNAL)) return worker.fetch(request, env, context);
    return worker.fetch(new Request(new URL(pathname + search, env.PUBLIC_URL), request), env, context);
  },
};
