import { describe, expect, it } from 'vitest';
import { partsOf, wordsOf } from '../../../../../processor/pdf/edit/layout/word-parts.ts';

describe('where a text without spaces may be divided', () => {
  it('between the words of Thai, never before a mark', () => {
    expect(partsOf('ในข้อใดของตัวเลือกต่อไปนี้')).toEqual(['ใน', 'ข้อ', 'ใด', 'ของ', 'ตัว', 'เลือก', 'ต่อ', 'ไป', 'นี้']);
    expect(wordsOf('ตัวเลือก).').at(-1)).toBe('เลือก).');
  });

  it('between the characters of East Asia, not before a closing mark nor behind an opening one', () => {
    expect(partsOf('工程师（是）。')).toEqual(['工', '程', '师', '（是）。']);
  });

  it('in a word of another script only after the hyphens of a compound', () => {
    expect(partsOf('sequence-to-sequence')).toEqual(['sequence-', 'to-', 'sequence']);
    expect(partsOf('e-mail, 1990-1995, x-ray')).toEqual(['e-mail, 1990-1995, x-ray']);
  });
});
