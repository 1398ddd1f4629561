// The gate: one Durable Object per account (and per address for callers without a valid key). Every authenticated request asks it,
// so it counts requests and knows at once when the account has changed.
//
// The epoch makes caching of keys safe: a change of an account or its keys raises the epoch here BEFORE writing D1, so a cached
// entry that is older than the epoch is read again. Only changes are written to storage; the bucket lives in memory.

import { DurableObject } from 'cloudflare:workers';
import { type Bucket, type BucketPolicy, takeToken } from './token-bucket.ts';

export interface GateAnswer {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly epoch: number;
}

export class Gate extends DurableObject {
  private bucket: Bucket | undefined;
  private epoch = 0;

  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as never);
    void state.blockConcurrencyWhile(async () => {
      this.epoch = (await state.storage.get<number>('epoch')) ?? 0;
    });
  }

  take(policy: BucketPolicy): GateAnswer {
    const taken = takeToken(this.bucket, policy, Date.now());
    this.bucket = taken.bucket;
    return { allowed: taken.allowed, remaining: taken.remaining, resetSeconds: taken.resetSeconds, epoch: this.epoch };
  }

  /** @returns the new epoch, stored before it is answered. */
  async raiseEpoch(): Promise<number> {
    this.epoch += 1;
    await this.ctx.storage.put('epoch', this.epoch);
    return this.epoch;
  }
}

export type GateNamespace = DurableObjectNamespace<Gate>;

export function gateOf(gates: GateNamespace, name: string): DurableObjectStub<Gate> {
  return gates.get(gates.idFromName(name));
}
