// Which font shows which character of a plain text: DejaVu (with the project) first, then the machine's fonts for the script. A character that no
// font has is reported by its script.

import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GlyphFont } from '../pdf/draw/glyph-font.ts';

const NOTO = '/usr/share/fonts/truetype/noto';
const NOTO_CJK = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';
/** Order of the faces in Noto's collection. */
const CJK_FACE = { japanese: 0, korean: 1, chinese: 2 } as const;

interface Source {
  readonly path: string;
  readonly faceIndex: number;
}

type ScriptTest = readonly [name: string, pattern: RegExp, file: string];

const noto = (script: string): string => join(NOTO, `NotoSans${script}-Regular.ttf`);

/** Scripts by name, with the file that has them on Debian (fonts-noto-core). */
const SCRIPTS: readonly ScriptTest[] = [
  ['Arabic', /\p{scx=Arabic}/u, join(NOTO, 'NotoNaskhArabic-Regular.ttf')],
  ['Hebrew', /\p{scx=Hebrew}/u, noto('Hebrew')],
  ['Devanagari', /\p{scx=Devanagari}/u, noto('Devanagari')],
  ['Bengali', /\p{scx=Bengali}/u, noto('Bengali')],
  ['Gurmukhi', /\p{scx=Gurmukhi}/u, noto('Gurmukhi')],
  ['Gujarati', /\p{scx=Gujarati}/u, noto('Gujarati')],
  ['Oriya', /\p{scx=Oriya}/u, noto('Oriya')],
  ['Tamil', /\p{scx=Tamil}/u, noto('Tamil')],
  ['Telugu', /\p{scx=Telugu}/u, noto('Telugu')],
  ['Kannada', /\p{scx=Kannada}/u, noto('Kannada')],
  ['Malayalam', /\p{scx=Malayalam}/u, noto('Malayalam')],
  ['Sinhala', /\p{scx=Sinhala}/u, noto('Sinhala')],
  ['Thai', /\p{scx=Thai}/u, noto('Thai')],
  ['Lao', /\p{scx=Lao}/u, noto('Lao')],
  ['Khmer', /\p{scx=Khmer}/u, noto('Khmer')],
  ['Myanmar', /\p{scx=Myanmar}/u, noto('Myanmar')],
  ['Tibetan', /\p{scx=Tibetan}/u, join(NOTO, 'NotoSerifTibetan-Regular.ttf')],
  ['Ethiopic', /\p{scx=Ethiopic}/u, noto('Ethiopic')],
  ['Georgian', /\p{scx=Georgian}/u, noto('Georgian')],
  ['Armenian', /\p{scx=Armenian}/u, noto('Armenian')],
  ['Cherokee', /\p{scx=Cherokee}/u, noto('Cherokee')],
  ['Syriac', /\p{scx=Syriac}/u, noto('Syriac')],
  ['Thaana', /\p{scx=Thaana}/u, noto('Thaana')],
  ['Mongolian', /\p{scx=Mongolian}/u, noto('Mongolian')],
];
const CJK: readonly ScriptTest[] = [
  ['Han', /\p{scx=Han}/u, NOTO_CJK],
  ['Hiragana', /\p{scx=Hiragana}/u, NOTO_CJK],
  ['Katakana', /\p{scx=Katakana}/u, NOTO_CJK],
  ['Hangul', /\p{scx=Hangul}/u, NOTO_CJK],
  ['Bopomofo', /\p{scx=Bopomofo}/u, NOTO_CJK],
];
/** Scripts whose letters look wrong in a typewriter font, or join. */
const OWN_FONT_FIRST = new Set(['Arabic', 'Hebrew']);
const GENERAL = [join(NOTO, 'NotoSans-Regular.ttf'), noto('Symbols'), noto('Symbols2'), noto('Math')];

const DEJAVU = join(dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json'))), 'ttf');
const MONO: Source = { path: join(DEJAVU, 'DejaVuSansMono.ttf'), faceIndex: 0 };
const SANS: Source = { path: join(DEJAVU, 'DejaVuSans.ttf'), faceIndex: 0 };

export class TextFonts {
  readonly mono: GlyphFont;
  readonly #loaded = new Map<string, Promise<GlyphFont | undefined>>();
  readonly #chosen = new Map<number, GlyphFont | undefined>();
  readonly #cjkFace: number;
  readonly #missing = new Map<string, number>();

  private constructor(mono: GlyphFont, cjkFace: number) {
    this.mono = mono;
    this.#cjkFace = cjkFace;
    this.#loaded.set(`${MONO.path}#0`, Promise.resolve(mono));
  }

  /** @param sample of the text, by which the shapes of Han characters are chosen. */
  static async load(sample: string): Promise<TextFonts> {
    const face = /[\p{scx=Hiragana}\p{scx=Katakana}]/u.test(sample)
      ? CJK_FACE.japanese
      : /\p{scx=Hangul}/u.test(sample)
        ? CJK_FACE.korean
        : CJK_FACE.chinese;
    return new TextFonts(await GlyphFont.load(MONO.path), face);
  }

  /** Every font that was loaded, in the order of loading. */
  async all(): Promise<GlyphFont[]> {
    return (await Promise.all(this.#loaded.values())).filter((font) => font !== undefined);
  }

  /** Scripts with missing characters, with their numbers. */
  get missing(): ReadonlyMap<string, number> {
    return this.#missing;
  }

  /** Finds the fonts of these characters before their use. */
  async prepare(characters: Iterable<string>): Promise<void> {
    for (const character of characters) {
      const codePoint = character.codePointAt(0) ?? 0;
      if (!this.#chosen.has(codePoint)) this.#chosen.set(codePoint, await this.#choose(character, codePoint));
    }
  }

  /** The font of a prepared character; where none has it, the typewriter font, which shows an empty box. */
  fontOf(character: string): GlyphFont {
    return this.#chosen.get(character.codePointAt(0) ?? 0) ?? this.mono;
  }

  noteIfMissing(character: string): void {
    const codePoint = character.codePointAt(0) ?? 0;
    if (this.#chosen.get(codePoint)) return;
    const name = scriptOf(character);
    this.#missing.set(name, (this.#missing.get(name) ?? 0) + 1);
  }

  async #choose(character: string, codePoint: number): Promise<GlyphFont | undefined> {
    const row = [...SCRIPTS, ...CJK].find(([, pattern]) => pattern.test(character));
    const own: Source[] = row ? [{ path: row[2], faceIndex: row[2] === NOTO_CJK ? this.#cjkFace : 0 }] : [];
    const usual = [MONO, SANS];
    const general = GENERAL.map((path) => ({ path, faceIndex: 0 }));
    const wide = /[\u3000-\u303f\uff00-\uffef]/u.test(character) ? [{ path: NOTO_CJK, faceIndex: this.#cjkFace }] : [];
    const order = row && OWN_FONT_FIRST.has(row[0]) ? [...own, ...usual] : [...wide, ...usual, ...own, ...general];
    for (const source of order) {
      const font = await this.#load(source);
      if (font?.covers(codePoint)) return font;
    }
    return undefined;
  }

  #load({ path, faceIndex }: Source): Promise<GlyphFont | undefined> {
    const key = `${path}#${faceIndex}`;
    const known = this.#loaded.get(key);
    if (known) return known;
    const loading = access(path, constants.R_OK).then(
      () => GlyphFont.load(path, faceIndex),
      () => undefined,
    );
    this.#loaded.set(key, loading);
    return loading;
  }
}

function scriptOf(character: string): string {
  const row = [...SCRIPTS, ...CJK].find(([, pattern]) => pattern.test(character));
  if (row) return row[0];
  if (/\p{Extended_Pictographic}/u.test(character)) return 'pictographs';
  if (/\p{Co}/u.test(character)) return 'private use';
  return /\p{L}/u.test(character) ? 'other letters' : 'other signs';
}
