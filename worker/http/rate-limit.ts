// The request budget on the wire (draft-ietf-httpapi-ratelimit-headers): RateLimit-Policy and RateLimit on every authenticated response.

import type { GateAnswer } from '../limits/gate.ts';
import type { BucketPolicy } from '../limits/token-bucket.ts';

export const WINDOW_SECONDS = 60;

export function rateLimitHeaders(policy: BucketPolicy, answer: GateAnswer): Record<string, string> {
  return {
    'RateLimit-Policy': `"requests";q=${policy.capacity};w=${policy.windowSeconds}`,
    RateLimit: `"requests";r=${answer.remaining};t=${answer.resetSeconds}`,
  };
}
