// The gate: one Durable Object per account (and per address for callers without a valid key). Every authenticated request asks it,
// so it counts requests and knows at once when the account has changed.
//
// It also knows how far each database has to be for what the account has written (bookmarks of its cells), by heart: once forgotten, the primary is
// asked, which is right too.
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
  readonly known: KnownBookmarks;
}

/** Cell → bookmark of its database. */
export type Bookmarks = Readonly<Record<string, string>>;

export interface KnownBookmarks {
  readonly bookmarks: Bookmarks;
  /** Of what the gate remembers: another one, and it has forgotten in between. */
  readonly memory: string;
}

export interface PlacePolicy {
  readonly max: number;
  readonly leaseMs: number;
}

export interface HeldPlace {
  readonly isHeld: boolean;
  readonly epoch: number;
}

export class Gate extends DurableObject {
  private bucket: Bucket | undefined;
  private epoch = 0;
  /** What is open now, until when each counts. */
  private readonly places = new Map<string, number>();
  private turn = { token: '', until: 0 };
  private known = { bookmarks: {} as Record<string, string>, memory: crypto.randomUUID() };

  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as never);
    void state.blockConcurrencyWhile(async () => {
      this.epoch = (await state.storage.get<number>('epoch')) ?? 0;
    });
  }

  take(policy: BucketPolicy): GateAnswer {
    const taken = takeToken(this.bucket, policy, Date.now());
    this.bucket = taken.bucket;
    return { allowed: taken.allowed, remaining: taken.remaining, resetSeconds: taken.resetSeconds, epoch: this.epoch, known: this.known };
  }

  /**
   * What was written, or read of the primary. Of a cell about which nothing is remembered it is taken only from those who asked this very memory before:
   * there may have been a newer bookmark, which is forgotten.
   */
  noteBookmarks(bookmarks: Bookmarks, memory?: string): void {
    for (const [cell, bookmark] of Object.entries(bookmarks)) {
      const noted = this.known.bookmarks[cell];
      if (noted === undefined ? memory === this.known.memory : bookmark > noted) this.known.bookmarks[cell] = bookmark;
    }
  }

  /** Takes a place, or keeps one that was taken: it is free again when it was not kept for `leaseMs`. */
  hold(id: string, { max, leaseMs }: PlacePolicy): HeldPlace {
    const now = Date.now();
    for (const [other, until] of this.places) if (until <= now) this.places.delete(other);
    const isHeld = this.places.has(id) || this.places.size < max;
    if (isHeld) this.places.set(id, now + leaseMs);
    return { isHeld, epoch: this.epoch };
  }

  release(id: string): void {
    this.places.delete(id);
  }

  /** For what only one may do at a time. @returns false while it is another's turn */
  takeTurn(token: string, leaseMs: number): boolean {
    const now = Date.now();
    if (this.turn.until > now) return false;
    this.turn = { token, until: now + leaseMs };
    return true;
  }

  endTurn(token: string): void {
    if (this.turn.token === token) this.turn = { token: '', until: 0 };
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
