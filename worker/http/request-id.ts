// Gives every request an id of our own, answers it in `X-Request-Id`, and keeps the client's own id beside it.

import type { MiddlewareHandler } from 'hono';
import { depsOf, makeRequestId } from '../deps.ts';
import type { AppTypes } from './context.ts';

const CLIENT_ID = /^[A-Za-z0-9._-]{1,64}$/;

export const requestId: MiddlewareHandler<AppTypes> = async (c, next) => {
  const id = makeRequestId();
  const clientId = c.req.header('x-request-id');
  c.set('requestId', id);
  c.set('clientRequestId', clientId && CLIENT_ID.test(clientId) ? clientId : undefined);
  c.header('X-Request-Id', id);
  // Throws when the configuration is unusable: that answer has the id above too.
  c.set('deps', depsOf(c.env));
  await next();
  // A response that a handler made by itself (a stream) has not seen the header above.
  if (!c.res.headers.has('x-request-id')) c.res.headers.set('X-Request-Id', id);
};
