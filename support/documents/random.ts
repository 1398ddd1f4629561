// Random choices that can be replayed: mulberry32 from a printed seed (set SEED to replay).

export interface Random {
  readonly seed: number;
  /** 0 ≤ x < 1 */
  readonly next: () => number;
  /** 0 ≤ n < bound */
  readonly below: (bound: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
}

export function makeRandom(title: string): Random {
  const seed = process.env['SEED'] ? Number(process.env['SEED']) : Math.floor(Math.random() * 2 ** 31);
  process.stdout.write(`${title}: SEED=${seed}\n`);
  const next = seeded(seed);
  const below = (bound: number) => Math.floor(next() * bound);
  return { seed, next, below, pick: (items) => items[below(items.length)] as (typeof items)[number] };
}

/** The numbers of one seed: 0 ≤ x < 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
