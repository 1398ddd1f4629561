// HTTP of `/mcp`: the tools for agents over streamable HTTP. A request needs a key like any other, and none from a foreign page is taken.

import { answerRefusal } from '../http/answer.ts';
import type { AppContext, AppHandler } from '../http/context.ts';
import { type Dispatch, makeApi } from './api.ts';
import type { Offer } from './tool.ts';

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * A page of another origin must not reach the tools, also where it has its own name lead to this machine (DNS rebinding): then the name of the
 * host is its own, so a service on a developer's machine answers to the machine's names only.
 */
export function refuseForeignOrigin(c: AppContext): Response | undefined {
  const { hostname } = new URL(c.req.url);
  const names = c.get('deps').config.isDevelopment ? LOCAL_NAMES : [hostname];
  const origin = c.req.header('origin');
  const isForeign = origin !== undefined && !names.includes(URL.parse(origin)?.hostname ?? '');
  if (!isForeign && names.includes(hostname)) return undefined;
  return answerRefusal(c, {
    code: 'forbidden',
    message: 'Requests of web pages are not taken here; use a client on your own machine or server.',
  });
}

export function makeHandleMcp(dispatch: Dispatch, offer?: Offer): AppHandler {
  return async (c) => {
    const { now, log } = c.get('deps');
    const { serveMcp } = await import('./serve.ts');
    const response = await serveMcp(c.req.raw, { api: makeApi(c, dispatch), now, log }, offer);
    return c.newResponse(response.body, response);
  };
}
