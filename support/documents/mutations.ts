// Random damage with a seed that is printed, so that a failure can be repeated: SEED=… vitest run …

export function chooseSeed(): number {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`SEED=${seed}`);
  return seed;
}

/** Numbers in 0…1 by mulberry32. */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Flips, cuts, doubles and overwrites a few stretches. */
export function damage(bytes: Uint8Array, random: () => number): Uint8Array {
  let file = Buffer.from(bytes);
  const rounds = 1 + Math.floor(random() * 4);
  for (let round = 0; round < rounds; round++) {
    if (file.length === 0) break;
    const at = Math.floor(random() * file.length);
    const length = 1 + Math.floor(random() * 16);
    const kind = Math.floor(random() * 5);
    if (kind === 0) file[at] = Math.floor(random() * 256);
    else if (kind === 1) file.fill(random() < 0.5 ? 0 : 0xff, at, Math.min(file.length, at + length));
    else if (kind === 2) file = Buffer.concat([file.subarray(0, at), file.subarray(at + length)]);
    else if (kind === 3) file = Buffer.concat([file.subarray(0, at + length), file.subarray(at)]);
    else if (random() < 0.3) file = file.subarray(0, at);
  }
  return file;
}
