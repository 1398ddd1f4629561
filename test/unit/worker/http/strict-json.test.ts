// Strict JSON: what JSON.parse reads and nothing that two readers could read differently.

import { describe, expect, test } from 'vitest';
import { parseStrictJson } from '../../../../worker/http/strict-json.ts';
import { makeRandom, type Random } from '../../../../support/documents/random.ts';
import { onBusyMachine } from '../../../support/busy-machine.ts';

const parse = (text: string) => parseStrictJson(new TextEncoder().encode(text));

function randomValue(random: Random, depth: number): unknown {
  const kind = random.below(depth > 0 ? 7 : 5);
  if (kind === 0) return random.pick([true, false, null]);
  if (kind === 1) return random.below(2 ** 31) - 2 ** 30;
  if (kind === 2) return random.next() * 10 ** (random.below(20) - 10);
  if (kind <= 4) return Array.from({ length: random.below(6) }, () => random.pick(Array.from('"\\{}[]:, \n\u0000é🙂x'))).join('');
  if (kind === 5) return Array.from({ length: random.below(4) }, () => randomValue(random, depth - 1));
  // Names without escapes: V8 13.6, having read one that ends in a backslash, takes another that ends in an escaped quote for it.
  return Object.fromEntries(
    Array.from({ length: random.below(4) }, (_, i) => [`${i}${random.pick(Array.from('{}:,é '))}`, randomValue(random, depth - 1)]),
  );
}

describe('strict JSON', () => {
  test('reads what JSON.stringify writes, in any spacing', () => {
    const random = makeRandom('strict json');
    for (let i = 0; i < 2000; i++) {
      const value = randomValue(random, 5);
      const text = JSON.stringify(value, null, random.below(3));
      expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown });
    }
  });

  test('answers a damaged text as JSON.parse does, and never throws', () => {
    const random = makeRandom('damaged json');
    for (let i = 0; i < 5000; i++) {
      const text = JSON.stringify(randomValue(random, 4));
      const at = random.below(text.length + 1);
      const damaged = text.slice(0, at) + random.pick(Array.from('"\\{}[]:,0 e')) + text.slice(at + random.below(2));
      const strict = parse(damaged);
      // A cut through a pair of surrogates is encoded as U+FFFD.
      if (strict.ok) expect(strict.value).toEqual(JSON.parse(damaged.toWellFormed()));
    }
  });

  test.each([
    ['{"a":1,"a":2}', false],
    ['{"a":1,"\\u0061":2}', false],
    ['{"a":{"a":{"a":1}}}', true],
    ['[{"a":1},{"a":2}]', true],
    ['{"a":[{"b":1}],"b":1}', true],
    ['{"a":"a","b":"a"}', true],
    ['{"a":["x","x"]}', true],
    ['{"a" \n:1, "a"\t:2}', false],
    ['{"__proto__":1}', false],
    ['["__proto__"]', true],
    ['"\\ud83d\\ude42"', true],
    ['"\\ude42\\ud83d"', false],
    ['{"\\ud800":1}', false],
  ])('%s: %s', (text, ok) => {
    expect(parse(text).ok).toBe(ok);
  });

  test('reads 32 levels and no more', () => {
    expect(parse('['.repeat(32) + ']'.repeat(32)).ok).toBe(true);
    expect(parse('['.repeat(33) + ']'.repeat(33)).ok).toBe(false);
  });

  test('a byte that is not UTF-8 is refused, a byte order mark is passed over', () => {
    expect(parseStrictJson(Uint8Array.of(0x22, 0xc0, 0x80, 0x22)).ok).toBe(false);
    expect(parseStrictJson(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31))).toEqual({ ok: true, value: 1 });
  });

  test.each([
    '"' + '\\"'.repeat(500_000) + '\\',
    '"'.repeat(1_000_000),
    '\\'.repeat(1_000_000),
    '[""     '.repeat(150_000),
    '{"a":'.repeat(200_000),
  ])('a megabyte of traps (%.8s…) is read once', (text) => {
    const startedAt = performance.now();
    expect(parse(text).ok).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(onBusyMachine(2000));
  });
});
