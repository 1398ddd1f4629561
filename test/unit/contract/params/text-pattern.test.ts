// The regular expressions of `by_text`: what they match is what JavaScript's engine says, and no expression takes long.

import { describe, expect, test } from 'vitest';
import { parsePattern } from '#contract/params/text-pattern.ts';
import { PatternMatcher } from '../../../../processor/operations/split/match-pattern.ts';

function matches(pattern: string, text: string): boolean {
  const parsed = parsePattern(pattern);
  if (typeof parsed === 'string') throw new Error(parsed);
  return new PatternMatcher(parsed).matches(text);
}

const TEXTS = [
  '',
  'a',
  'ab',
  'abb',
  'INVOICE no. 17\nTotal 5',
  'invoice',
  'x-y',
  'tab\tend',
  'größe',
  '2026-11-23',
  '😀 a',
  'a\nb',
  '___',
  ']',
];

describe('regular expressions', () => {
  test.each([
    'a',
    'ab*',
    '^ab+$',
    'a|x',
    '(?:a|b){2}',
    'a{2,}',
    'b{1,2}$',
    '[a-c]',
    '[^a-z]',
    '\\d+',
    '\\D',
    '\\w+-\\w',
    '\\bno\\b',
    '\\Bn',
    '^Total',
    '\\.',
    '\\s',
    '\\S\\s\\S',
    '[\\d-]{10}',
    'ö',
    '.+',
    'a.b',
    '^$',
    '[]]',
    '\\x61b',
    '(a)(b)?$',
    '\\t',
    '[^\\s]',
    'e?',
    '(a*)b',
  ])('%s', (pattern) => {
    const native = new RegExp(pattern === '[]]' ? '[\\]]' : pattern, 'mu');
    expect(TEXTS.map((text) => matches(pattern, text))).toEqual(TEXTS.map((text) => native.test(text)));
  });

  test('flags hold for their group and what follows in it', () => {
    expect(matches('(?i)invoice', 'INVOICE')).toBe(true);
    expect(matches('(?i:in)voice', 'INVOICE')).toBe(false);
    expect(matches('(?i:in)VOICE', 'inVOICE')).toBe(true);
    expect(matches('(?s)a.b', 'a\nb')).toBe(true);
    expect(matches('\\Aab\\z', 'ab')).toBe(true);
    expect(matches('\\Ab', 'a\nb')).toBe(false);
    expect(matches('(?P<year>\\d{4})', '2026')).toBe(true);
  });

  test.each([
    '(',
    ')',
    '[a',
    'a**',
    '*',
    'a{3,2}',
    'a{1000}',
    '(?=a)',
    '(?<!a)',
    '\\1',
    '\\p{L}',
    '\\',
    '[z-a]',
    '((a{100}){100}){100}',
    '('.repeat(60),
  ])('%s is refused with what is wrong', (pattern) => expect(parsePattern(pattern)).toMatch(/^it/));

  test('an expression that others try for ever ends at once', () => {
    const start = process.cpuUsage();
    for (const pattern of ['(a*)*b', '(a|aa)+$', '(a?){50}a{50}b', '(.*)(.*)(.*)(.*)[xyz]$'])
      expect(matches(pattern.replace('(a*)*b', '(?:a*c?)*b'), 'a'.repeat(2000) + '!')).toBe(false);
    // Others need longer than the universe is old; no figure of speed.
    expect(process.cpuUsage(start).user).toBeLessThan(60_000_000);
  });
});
