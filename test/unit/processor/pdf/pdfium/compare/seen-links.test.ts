// Links lie on their words after an edit: those that stayed, or went elsewhere, while their text went on are told.

import { describe, expect, it } from 'vitest';
import { areLinksOnWords, type SeenLink } from '../../../../../../processor/pdf/pdfium/compare/seen-links.ts';

const link = (text: string, target = 'page 4'): SeenLink => ({ target, text });
const edit = [{ old: 'A discussion follows in', new: 'A longer discussion follows in' }];

describe('links', () => {
  it('lie on their words, but for a letter at an end, and those of edited words on whatever is there', () => {
    expect(areLinksOnWords([link('Section VI')], [link('Section VI.')], edit)).toBe(true);
    expect(areLinksOnWords([link('discussion')], [link('longer dis')], edit)).toBe(true);
    expect(areLinksOnWords([link('follows in Section')], [link('Section VI')], edit)).toBe(true);
  });

  it('may have new words among theirs', () => {
    const added = [{ old: undefined, new: 'Total' }];
    expect(areLinksOnWords([link('www.example.com/welcome')], [link('www.example Total.com/we')], added)).toBe(true);
  });

  it('do not lie on nothing, or on the words of another line', () => {
    expect(areLinksOnWords([link('Section VI')], [link('')], edit)).toBe(false);
    expect(areLinksOnWords([link('Section VI')], [link('machine le')], edit)).toBe(false);
  });

  it('are not compared where others came or went', () => {
    expect(areLinksOnWords([link('Section VI')], [link('', 'page 5')], edit)).toBe(true);
    expect(areLinksOnWords([link('Section VI')], [], edit)).toBe(true);
  });
});
