// Equal JSON has one form, unequal JSON another.

import { expect, test } from 'vitest';
import { canonicalJson } from '../../../../worker/http/canonical-json.ts';
import { makeRandom, type Random } from '../../../../support/documents/random.ts';

function randomValue(random: Random, depth: number): unknown {
  const kind = random.below(depth > 0 ? 6 : 4);
  if (kind === 0) return random.pick([true, false, null]);
  if (kind === 1) return random.next() * 10 ** (random.below(20) - 10);
  if (kind <= 3) return Array.from({ length: random.below(6) }, () => random.pick(Array.from('"\\{}é🙂\u0000x'))).join('');
  if (kind === 4) return Array.from({ length: random.below(4) }, () => randomValue(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length: random.below(5) }, () => [random.pick(Array.from('abé🙂"1')) + random.below(3), randomValue(random, depth - 1)]),
  );
}

/** The same value with the names of each object in another order. */
function shuffled(random: Random, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((inner) => shuffled(random, inner));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, inner]) => [random.next(), name, shuffled(random, inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => a - b).map(([, name, inner]) => [name, inner]));
}

test('the order of names does not matter, everything else does', () => {
  const random = makeRandom('canonical json');
  for (let i = 0; i < 2000; i++) {
    const value = { inner: randomValue(random, 4), at: i };
    const text = canonicalJson(value);
    expect(JSON.parse(text)).toEqual(value);
    expect(canonicalJson(shuffled(random, value))).toBe(text);
    expect(canonicalJson({ ...value, at: -1 })).not.toBe(text);
    expect(canonicalJson({ ...value, inner: [value.inner] })).not.toBe(text);
  }
});

test('names are sorted by UTF-16 code units (the example of RFC 8785, section 3.2.3)', () => {
  const names = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6'];
  const text = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])));
  expect([...text.matchAll(/"((?:[^"\\]|\\.)*)":0/g)].map((match) => JSON.parse(`"${match[1]}"`) as string)).toEqual([
    '\r',
    '1',
    '\u0080',
    '\u00f6',
    '\u20ac',
    '\u{1f600}',
    '\ufb33',
  ]);
});
