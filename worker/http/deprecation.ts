// What the answers of a route that is to go say: since when (Deprecation, RFC 9745), until when (Sunset, RFC 8594), and what to do instead.

import type { MiddlewareHandler } from 'hono';
import type { Deprecation } from '#contract/api.ts';

export function announceEnd({ since, ends, instead }: Deprecation): MiddlewareHandler {
  return async (c, next) => {
    await next();
    c.res.headers.set('Deprecation', `@${Date.parse(since) / 1000}`);
    c.res.headers.set('Sunset', new Date(ends).toUTCString());
    c.res.headers.append('Link', `<${new URL(instead, c.req.url).href}>; rel="deprecation"; type="text/html"`);
  };
}
