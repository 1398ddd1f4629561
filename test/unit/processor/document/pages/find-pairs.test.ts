// Labels and their values: what a reader would call "the date" or "the total" of a page.

import { describe, expect, test } from 'vitest';
import { findPairs } from '../../../../../processor/document/pages/find-pairs.ts';
import { across, BOLD, down, pageOf, set, STYLE } from '../../../../support/synthetic-page.ts';

const SMALL = { ...STYLE, size: 6 };
const pairsOf = (page: Parameters<typeof findPairs>[0]) => findPairs(page).map(({ label, value, place }) => [label, value, place]);

describe('pairs', () => {
  test('a label with a colon has the rest of its line as its value', () => {
    expect(pairsOf(pageOf([set('Date: 3 May 2024', 50, 100), set('Subject: Lot 71', 50, 120)]))).toEqual([
      ['Date', '3 May 2024', 'inline'],
      ['Subject', 'Lot 71', 'inline'],
    ]);
  });

  test('a label at the end of its column has the next column, or the line below it', () => {
    const page = pageOf([set('Agency:', 50, 100), set('Child Welfare', 200, 100), set('Notes:', 50, 130), set('none', 50, 143)]);
    expect(pairsOf(page)).toEqual([
      ['Agency', 'Child Welfare', 'right'],
      ['Notes', 'none', 'below'],
    ]);
  });

  test('a label without a value has an empty one, in its own place', () => {
    const [pair] = findPairs(pageOf([set('Signature:', 50, 100), set('Name:', 300, 100)]));
    expect(pair).toMatchObject({ label: 'Signature', value: '', place: 'inline' });
    expect(pair?.box).toEqual(pair?.labelBox);
  });

  test('dots lead from a label to its value', () => {
    expect(pairsOf(pageOf([set('Total', 50, 100), set('........', 90, 100), set('18,000', 300, 100)]))).toEqual([
      ['Total', '18,000', 'right'],
    ]);
  });

  test('a value does not lie behind a line', () => {
    const rule = down(150, 80, 130);
    expect(pairsOf(pageOf([set('Sex:', 50, 100), set('Age', 160, 100)], { rules: [rule] }))).toEqual([['Sex', '', 'inline']]);
  });

  test('in a cell, a small label is above its value', () => {
    const page = pageOf(
      [set('FIRST NAME', 54, 108, SMALL), set('Maria', 54, 122), set('CITY', 154, 108, SMALL), set('Sevilla', 154, 122)],
      { rules: [across(100, 50, 250), across(130, 50, 250), down(50, 100, 130), down(150, 100, 130), down(250, 100, 130)] },
    );
    expect(pairsOf(page)).toEqual([
      ['FIRST NAME', 'Maria', 'below'],
      ['CITY', 'Sevilla', 'below'],
    ]);
  });

  test.each(['at 10:30 we met', 'see https://example.org', 'This is a sentence. And here is more: text'])('not a pair: %s', (text) => {
    expect(findPairs(pageOf([set(text, 50, 100)]))).toEqual([]);
  });

  test('a bold word without a colon is no label', () => {
    expect(findPairs(pageOf([set('Introduction', 50, 100, BOLD), set('text', 50, 115)]))).toEqual([]);
  });
});
