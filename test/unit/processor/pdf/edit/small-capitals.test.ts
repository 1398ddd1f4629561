import { expect, it } from 'vitest';
import { provenGlyph } from '../../../../../processor/pdf/edit/encode-text.ts';
import { otherForms } from '../../../../../processor/pdf/edit/faces/small-capitals.ts';
import type { PageText, PlacedGlyph } from '../../../../../processor/pdf/edit/page-text.ts';
import type { FontGlyph, PdfFont } from '../../../../../processor/pdf/fonts/pdf-font.ts';

/** A font with small capitals under the first codes. */
const names = ['a.smcp', 'c.smcp', 'd.smcp', 'e.smcp', 'n.smcp', 'D.c2sc', 'E.c2sc', 'a', 'c', 'd', 'e', 'n', 'D', 'E'];
const glyphs = names.map((name, at) => ({ code: at + 1, length: 1, width: 0.5, unicode: name.charAt(0), name, gid: at + 1 }) as FontGlyph);
const without = (missing: string) =>
  ({
    codesOf: (unicode: string) => glyphs.filter((glyph) => glyph.unicode === unicode),
    program: { hasOutline: (gid: number) => names[gid - 1] !== missing },
  }) as unknown as PdfFont;
const coded = (codes: ReadonlySet<number>) => [...codes].map((code) => names[code - 1]);

const formsOf = (font: PdfFont, old: readonly string[], text: string) => {
  const event = { font, glyphs: old.map((name) => ({ glyph: glyphs[names.indexOf(name)] })) };
  const placed = event.glyphs.map((shown) => ({ event, shown }) as unknown as PlacedGlyph);
  return otherForms({ events: [event] } as unknown as PageText, font, placed, text);
};

it('writes small capitals that the font has and its page does not show', () => {
  const forms = formsOf(without(''), ['D.c2sc', 'a.smcp', 'n.smcp'], 'Edance');
  if (!forms || forms === 'incomplete') throw new Error('no forms');
  expect(new Set(coded(forms))).toEqual(new Set(['D.c2sc', 'E.c2sc', 'a.smcp', 'c.smcp', 'd.smcp', 'e.smcp', 'n.smcp']));
  const shown = new Map([...forms].map((code) => [code, 1]));
  expect(Array.from('Ed', (letter) => provenGlyph(without(''), letter, shown)?.name)).toEqual(['E.c2sc', 'd.smcp']);
});

it('takes no letter in another form where a text is in the usual ones, or where one is missing', () => {
  expect(formsOf(without(''), ['D', 'a', 'n'], 'Edance')).toBeUndefined();
  expect(Array.from('Ed', (letter) => provenGlyph(without(''), letter, undefined)?.name)).toEqual(['E', 'd']);
  expect(formsOf(without('e.smcp'), ['D.c2sc', 'a.smcp', 'n.smcp'], 'Edance')).toBeUndefined();
});
