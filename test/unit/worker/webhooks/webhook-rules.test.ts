// The pure rules of webhooks: the schedule of attempts, and signatures that the reference implementation verifies.

import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { DELAYS_MS, JITTER, nextDelayMs } from '../../../../worker/webhooks/retry-schedule.ts';
import { makeSecret, SECRET_BYTES, webhookHeaders } from '../../../../worker/webhooks/signature.ts';

describe('the schedule', () => {
  test('is ten attempts over 75 h 35 min 5 s', () => {
    let clockMs = 0;
    const at = [clockMs];
    for (let failed = 1; ; failed++) {
      const delayMs = nextDelayMs(failed, 0.5);
      if (delayMs === undefined) break;
      clockMs += delayMs;
      at.push(clockMs);
    }
    expect(at).toHaveLength(DELAYS_MS.length);
    expect(clockMs).toBe(((75 * 60 + 35) * 60 + 5) * 1000);
  });

  test.each([0, 0.25, 0.75, 0.999_999])('spreads by a tenth at most (random %d)', (random) => {
    for (let failed = 1; failed < DELAYS_MS.length; failed++) {
      const ratio = (nextDelayMs(failed, random) ?? 0) / (DELAYS_MS[failed] ?? 1);
      expect(ratio).toBeCloseTo(1 + JITTER * (2 * random - 1), 3);
    }
  });
});

describe('signatures', () => {
  const content = (body: string) => ({ id: 'evt_1', timestampSeconds: Math.floor(Date.now() / 1000), body });

  test.each(['{}', '{"ü":"€ 😀"}', '{"a":"' + 'x'.repeat(100_000) + '"}'])(
    'of the body %.20s are verified by the reference implementation',
    async (body) => {
      for (let i = 0; i < 20; i++) {
        const secret = makeSecret(randomBytes(SECRET_BYTES));
        const headers = await webhookHeaders([secret], content(body));
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
        expect(headers['webhook-signature']).toBe(
          new Webhook(secret).sign('evt_1', new Date(Number(headers['webhook-timestamp']) * 1000), body),
        );
      }
    },
  );

  test('of two secrets are verified by each, and by no third', async () => {
    const [first = '', second = '', third = ''] = [1, 2, 3].map(() => makeSecret(randomBytes(SECRET_BYTES)));
    const headers = await webhookHeaders([first, second], content('{}'));
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [first, second]) new Webhook(secret).verify('{}', headers);
    expect(() => new Webhook(third).verify('{}', headers)).toThrow('No matching signature');
  });

  test('do not hold for another body, id or time', async () => {
    const secret = makeSecret(randomBytes(SECRET_BYTES));
    const headers = await webhookHeaders([secret], content('{}'));
    const verifier = new Webhook(secret);
    expect(() => verifier.verify('{ }', headers)).toThrow('No matching signature');
    expect(() => verifier.verify('{}', { ...headers, 'webhook-id': 'evt_2' })).toThrow('No matching signature');
    const earlier = String(Number(headers['webhook-timestamp']) - 1);
    expect(() => verifier.verify('{}', { ...headers, 'webhook-timestamp': earlier })).toThrow('No matching signature');
  });
});
