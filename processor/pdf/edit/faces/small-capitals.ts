// Small capitals that are letters of their own in a font: in the text they are the same characters as the usual letters, under other codes.

import type { FontGlyph, PdfFont } from '../../fonts/pdf-font.ts';
import type { PageText, PlacedGlyph } from '../page-text.ts';

/** The codes of letters in such forms; `incomplete` where a text has others, too: it is written in the usual forms, as a mixture is worse. */
export type OtherForms = ReadonlySet<number> | 'incomplete';

const LETTERS_MIN = 2;
/** Small capitals are between these shares of the large ones, and as wide as them by that share within `even`. */
const SHARE = { least: 0.6, most: 0.95, even: 0.12 } as const;

/** Undefined where the old text is in the forms of letters that the page mostly shows. @param text the new one */
export function otherForms(page: PageText, font: PdfFont, glyphs: readonly PlacedGlyph[], text: string): OtherForms | undefined {
  const forms = new Map<string, Map<FontGlyph, number>>();
  for (const event of page.events) {
    for (const { glyph } of event.font === font ? event.glyphs : []) {
      const counts = forms.get(glyph.unicode) ?? new Map<FontGlyph, number>();
      forms.set(glyph.unicode, counts.set(glyph, (counts.get(glyph) ?? 0) + 1));
    }
  }
  const usualOf = (character: string) =>
    [...(forms.get(character) ?? [])].reduce<readonly [FontGlyph | undefined, number]>(
      (most, one) => (most[1] >= one[1] ? most : one),
      [undefined, 0],
    )[0];
  const letters = glyphs
    .filter(({ event, shown: { glyph } }) => event.font === font && /^\p{Ll}$/u.test(glyph.unicode))
    .map((placed) => placed.shown.glyph);
  const named = letters.length < LETTERS_MIN ? undefined : formsByName(font, glyphs, text);
  if (named) return named;
  if (letters.length < LETTERS_MIN || letters.some((glyph) => usualOf(glyph.unicode)?.code === glyph.code)) return undefined;
  const shareOf = ({ unicode, width }: FontGlyph) => {
    const capital = usualOf(unicode.toUpperCase());
    return capital && capital.width > 0 ? width / capital.width : undefined;
  };
  const shares = letters.flatMap((glyph) => shareOf(glyph) ?? []).toSorted((one, two) => one - two);
  const factor = shares[Math.floor(shares.length / 2)];
  if (factor === undefined || factor < SHARE.least || factor > SHARE.most) return undefined;
  const isSuch = (glyph: FontGlyph) =>
    usualOf(glyph.unicode)?.code !== glyph.code && Math.abs((shareOf(glyph) ?? factor) - factor) < SHARE.even;
  const all = [...forms].flatMap(([character, counts]) => (/^\p{Ll}$/u.test(character) ? [...counts.keys()] : []));
  const own = new Set(letters.map(({ code }) => code));
  const such = all.filter((glyph) => own.has(glyph.code) || isSuch(glyph));
  const characters = new Set(such.map(({ unicode }) => unicode));
  const isComplete = (text.match(/\p{Ll}/gu) ?? []).every((letter) => characters.has(letter));
  return isComplete ? new Set(such.map(({ code }) => code)) : 'incomplete';
}

/** The forms of letters whose names say that they are of one kind, as `a.smcp` does: the font may have more of them than the page shows. */
function formsByName(font: PdfFont, old: readonly PlacedGlyph[], text: string): ReadonlySet<number> | undefined {
  const suffixOf = ({ name, unicode }: FontGlyph) => (name?.startsWith(`${unicode}.`) ? name.slice(unicode.length) : undefined);
  const isPresent = ({ gid }: FontGlyph) => gid !== undefined && gid > 0 && font.program?.hasOutline(gid) === true;
  const own = old.filter(({ event }) => event.font === font).map(({ shown }) => shown.glyph);
  const formsOf = (kind: RegExp) => {
    const [suffix, ...others] = new Set(own.filter(({ unicode }) => kind.test(unicode)).map(suffixOf));
    if (suffix === undefined || others.length > 0) return undefined;
    const needed = [...new Set(text)].filter((letter) => kind.test(letter));
    const found = needed.flatMap(
      (letter) => font.codesOf(letter).find((glyph) => suffixOf(glyph) === suffix && isPresent(glyph))?.code ?? [],
    );
    return found.length === needed.length ? found : undefined;
  };
  const small = formsOf(/^\p{Ll}$/u);
  return small && new Set([...own.map(({ code }) => code), ...small, ...(formsOf(/^\p{Lu}$/u) ?? [])]);
}
