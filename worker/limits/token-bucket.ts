// A token bucket, pure: `capacity` requests at once, refilled evenly over the window.

export interface BucketPolicy {
  readonly capacity: number;
  readonly windowSeconds: number;
}

export interface Bucket {
  readonly tokens: number;
  readonly updatedAtMs: number;
}

interface Taken {
  readonly bucket: Bucket;
  readonly allowed: boolean;
  /** Whole requests that remain now. */
  readonly remaining: number;
  /** Whole seconds until a refused caller has one token, or until the bucket is full again. */
  readonly resetSeconds: number;
}

export function takeToken(bucket: Bucket | undefined, policy: BucketPolicy, nowMs: number): Taken {
  const perMs = policy.capacity / (policy.windowSeconds * 1000);
  const elapsedMs = bucket ? Math.max(0, nowMs - bucket.updatedAtMs) : 0;
  const before = bucket ? Math.min(policy.capacity, bucket.tokens + elapsedMs * perMs) : policy.capacity;
  const allowed = before >= 1;
  const tokens = allowed ? before - 1 : before;
  const waitMs = allowed ? (policy.capacity - tokens) / perMs : (1 - tokens) / perMs;
  return {
    bucket: { tokens, updatedAtMs: nowMs },
    allowed,
    remaining: Math.floor(tokens),
    resetSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  };
}
