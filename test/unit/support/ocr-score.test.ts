// The scores by which readings are compared.

import { describe, expect, it } from 'vitest';
import { editDistance, scoreText, sumScores } from '../../../support/judges/quality/ocr-score.ts';

describe('scoreText', () => {
  it('is zero for the same text, whatever its white space, quotes and dashes', () => {
    expect(scoreText('It’s “so” – yes.\nNext  line', 'It\'s "so" - yes. Next line')).toMatchObject({
      characterError: 0,
      wordError: 0,
      missedWords: 0,
      words: 6,
    });
  });

  it('counts a wrong letter once as a character and once as a word', () => {
    const score = scoreText('the quick brown fox', 'the quiok brown fox');
    expect(score.characterError).toBeCloseTo(1 / 19);
    expect(score.wordError).toBeCloseTo(1 / 4);
    expect(score.missedWords).toBeCloseTo(1 / 4);
  });

  it('misses no word of columns that were read in another order, but counts the order as errors', () => {
    const score = scoreText('a b c d', 'c d a b');
    expect(score.missedWords).toBe(0);
    expect(score.wordError).toBeGreaterThan(0);
  });

  it('misses a word that was read once and stands there twice', () => {
    expect(scoreText('go go', 'go').missedWords).toBe(0.5);
  });

  it('misses everything of a page that was not read, and invents nothing for an empty truth', () => {
    expect(scoreText('one two', '')).toMatchObject({ characterError: 1, wordError: 1, missedWords: 1 });
    expect(scoreText('', '')).toMatchObject({ characterError: 0, wordError: 0, missedWords: 0 });
  });

  it('takes each ideograph for a word and ignores the spaces between them', () => {
    expect(scoreText('世界の到来', '世 界 の 到 束')).toMatchObject({ words: 5, missedWords: 0.2, characterError: 0.2 });
  });
});

describe('sumScores', () => {
  it('weighs a page by its length', () => {
    const total = sumScores([scoreText('a b c', 'a b c'), scoreText('d', 'x')]);
    expect(total).toMatchObject({ words: 4, missedWords: 0.25 });
  });
});

describe('editDistance', () => {
  it('counts insertions, deletions and replacements', () => {
    expect(editDistance(Array.from('kitten'), Array.from('sitting'))).toBe(3);
    expect(editDistance(Array.from('abc'), [])).toBe(3);
    expect(editDistance([], Array.from('abc'))).toBe(3);
  });
});
