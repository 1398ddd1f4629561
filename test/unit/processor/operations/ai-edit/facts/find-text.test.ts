import { expect, test } from 'vitest';
import type { Match } from '#contract/params/edit-plan.ts';
import { findText } from '../../../../../../processor/operations/ai-edit/facts/find-text.ts';
import { findPattern, isIban, passesLuhn, type TextPattern } from '../../../../../../processor/operations/ai-edit/facts/text-patterns.ts';

const all: Match = { case: 'exact', whole_word: false, occurrence: 'all', expect: { min: 1 } };
const hits = (text: string, match: Partial<Match>) => findText(text, { ...all, ...match }).map(({ start, end }) => text.slice(start, end));

test.each<[string, TextPattern, string[]]>([
  ['Mail a.b+c@ex-am.co.uk, or <x@y.org>. Not @home or a@b', 'email', ['a.b+c@ex-am.co.uk', 'x@y.org']],
  ['Call +49 30 123456, (030) 123-4567 or 555-010-0199.', 'phone', ['+49 30 123456', '(030) 123-4567', '555-010-0199']],
  ['On 12.05.2024 we paid 1 234 567 for 3.50 at 10-20-30', 'phone', []],
  ['4111 1111 1111 1111 and 4111-1111-1111-1112 and 5500005555555559', 'card_number', ['4111 1111 1111 1111', '5500005555555559']],
  ['IBAN: DE89 3704 0044 0532 0130 00 EUR, DE88370400440532013000', 'iban', ['DE89 3704 0044 0532 0130 00']],
  ['GB29NWBK60161331926819.', 'iban', ['GB29NWBK60161331926819']],
  ['123-45-6789, 000-12-3456, 123-45-67890, 666-12-3456', 'ssn', ['123-45-6789']],
  [
    '2024-02-29, 3.5.2024, 12/31/2024, 3 May 2024, May 3rd, 2024, 3. März 2024, 1 de enero de 2024',
    'date',
    ['2024-02-29', '3.5.2024', '12/31/2024', '3 May 2024', 'May 3rd, 2024', '3. März 2024', '1 de enero de 2024'],
  ],
  ['version 1.2.3.4 of 2024', 'date', []],
  ['See https://a.example/b?c=d. or www.b.example, not a.b', 'url', ['https://a.example/b?c=d', 'www.b.example']],
])('in %j the class %s finds %j', (text, pattern, expected) => {
  expect(findPattern(text, pattern).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
});

test('literal text is found across line breaks, and is never an expression', () => {
  expect(hits('Acme\n Ltd and AcmeLtd', { text: 'Acme Ltd' })).toEqual(['Acme\n Ltd']);
  expect(hits('a.b axb (c) [d] $ ^', { text: 'a.b' })).toEqual(['a.b']);
  expect(hits('x (c)+ y', { text: '(c)+' })).toEqual(['(c)+']);
  expect(hits('aaaa', { text: 'aa' })).toEqual(['aa', 'aa']);
});

test('case and whole words are as the match says', () => {
  expect(hits('Art art artful part', { text: 'art' })).toEqual(['art', 'art', 'art']);
  expect(hits('Art art artful part', { text: 'art', whole_word: true })).toEqual(['art']);
  expect(hits('Art art artful part', { text: 'art', whole_word: true, case: 'ignore' })).toEqual(['Art', 'art']);
  expect(hits('Größe größen', { text: 'größe', whole_word: true, case: 'ignore' })).toEqual(['Größe']);
  expect(hits('100% 100%ig', { text: '100%', whole_word: true })).toEqual(['100%', '100%']);
});

test.each(['a@', 'a.a.a.a.', '1 ', '+1-', '1.', 'DE12 ', 'www.a.', 'https://a', 'jan ', 'a-'])(
  '%j repeated is searched in linear time',
  (piece) => {
    const text = piece.repeat(100_000 / piece.length);
    const from = process.cpuUsage().user;
    for (const pattern of ['email', 'phone', 'card_number', 'iban', 'ssn', 'date', 'url'] as const) findPattern(text, pattern);
    expect((process.cpuUsage().user - from) / 1000).toBeLessThan(2500);
  },
);

test('check digits are those of the standards', () => {
  expect(passesLuhn('4111111111111111')).toBe(true);
  expect(passesLuhn('0000000000000000')).toBe(false);
  for (const iban of ['GB82 WEST 1234 5698 7654 32', 'FR1420041010050500013M02606', 'ES9121000418450200051332'])
    expect(isIban(iban)).toBe(true);
  expect(isIban('GB82 WEST 1234 5698 7654 33')).toBe(false);
});
