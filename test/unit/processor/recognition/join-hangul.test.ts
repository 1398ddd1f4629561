import { describe, expect, it } from 'vitest';
import { joinHangul } from '../../../../processor/recognition/join-hangul.ts';

/** Words as [text, left, right] on a line 100 high. */
const line = (...words: readonly (readonly [string, number, number])[]) =>
  words.map(([text, left, right]) => ({ text, confidence: 90, box: { left, top: 0, right, bottom: 100 } }));

const texts = (words: ReturnType<typeof joinHangul>): string[] => words.map(({ text }) => text);

describe('joinHangul', () => {
  it('joins syllables that stand close, and the comma after them', () => {
    const words = joinHangul(line(['인', 0, 90], ['간', 100, 190], ['은', 200, 290], [',', 295, 300], ['태어날', 330, 600]));
    expect(texts(words)).toEqual(['인간은,', '태어날']);
    expect(words[0]?.box).toEqual({ left: 0, top: 0, right: 300, bottom: 100 });
  });

  it('leaves words of other scripts alone, however close', () => {
    expect(texts(joinHangul(line(['PDF', 0, 90], ['파일', 95, 200], ['read', 205, 300])))).toEqual(['PDF', '파일', 'read']);
    expect(texts(joinHangul(line(['one', 0, 90], ['two', 95, 200])))).toEqual(['one', 'two']);
  });
});
