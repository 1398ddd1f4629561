import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { announceEnd } from '../../../../worker/http/deprecation.ts';

test('answers of a route that is to go say since when, until when and what to do, refusals too', async () => {
  const app = new Hono();
  app.use(announceEnd({ since: '2027-01-31', ends: '2028-02-29', instead: '/docs/changelog' }));
  app.get('/good', (c) => c.text('here', 200, { Link: '</next>; rel="next"' }));
  app.get('/bad', (c) => c.text('no', 409));
  for (const [path, links] of [
    ['/good', ['</next>; rel="next"']],
    ['/bad', []],
  ] as const) {
    const { headers } = await app.request(`https://api.example.com${path}`);
    // RFC 9745: a date as a structured field; RFC 8594: an HTTP-date.
    expect(headers.get('deprecation')).toBe('@1801353600');
    expect(headers.get('sunset')).toBe('Tue, 29 Feb 2028 00:00:00 GMT');
    const end = '<https://api.example.com/docs/changelog>; rel="deprecation"; type="text/html"';
    expect(headers.get('link')).toBe([...links, end].join(', '));
  }
});
