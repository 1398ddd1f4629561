// A page of /docs: made when the Worker was bundled (reference/build-site.ts), kept among its static files, and given the address of this
// service. It requests nothing from any other host; the policy below makes sure of that.

import { answerRefusal, answerText } from '../http/answer.ts';
import type { AppContext } from '../http/context.ts';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
};

/** What stands for the address of the service in the pages: that of the API document in the repository. */
const PLACE_OF_ORIGIN = 'https://api.example.com';

/** @param path Of the page, without `.template`, the name that it has until the Worker has filled it in. */
export async function servePage(c: AppContext, path: string): Promise<Response> {
  const { origin } = new URL(c.req.url);
  const found = await c.env.ASSETS.fetch(new URL(`${path}.template`, origin));
  if (!found.ok) return answerRefusal(c, { code: 'not_found', message: `There is no page at this path. All of them: ${origin}/docs` });
  const text = (await found.text()).replaceAll(PLACE_OF_ORIGIN, origin);
  return answerText(c, text, 'text/html; charset=utf-8', PAGE_HEADERS);
}
