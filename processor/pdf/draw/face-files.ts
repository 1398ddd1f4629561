// Which font files may show a text, in the order in which they are asked: faces with the metrics of common families (Carlito for Calibri, Caladea
// for Cambria, Latin Modern for Computer Modern; Arimo, Tinos and Cousine for Arial, Times New Roman and Courier New), Noto for scripts of their
// own, DejaVu for the rest. All are open; those of packages are always there, those of the machine where scripts/install-programs.sh has run.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isAbsolute } from 'node:path';

/** A family whose widths the face should have. */
type LikeFamily = 'calibri' | 'cambria' | 'computer modern' | 'dejavu' | 'noto';

/** Whose shapes Han characters have. */
export type HanShapes = 'japanese' | 'korean' | 'simplified' | 'traditional';

export interface FaceStyle {
  readonly family: 'sans' | 'serif' | 'mono';
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly like?: LikeFamily | undefined;
  /** Points for which the face is designed, of a family that has several. */
  readonly designSize?: number | undefined;
  readonly han?: HanShapes | undefined;
  /** Arabic letters without contrast, as of signs and screens; else those of books, as Arial and Times have them too. */
  readonly isPlainArabic?: boolean | undefined;
  /** For vertical writing: only of Chinese, Japanese and Korean. */
  readonly isVertical?: boolean | undefined;
}

export interface FaceFile {
  /** Absolute, or in a package. */
  readonly path: string;
  /** Inside a collection. */
  readonly faceIndex: number;
  readonly name: string;
  /** Not asked for other characters. */
  readonly takes?: RegExp;
  /** With the forms of vertical writing. */
  readonly isVertical?: boolean;
}

const FAMILIES = { sans: 'arimo', serif: 'tinos', mono: 'cousine' } as const;
const SCRIPTS = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese', 'hebrew'];
const DEJAVU = { sans: 'DejaVuSans', serif: 'DejaVuSerif', mono: 'DejaVuSansMono' } as const;
const CROS = '/usr/share/fonts/truetype/crosextra';
const LATIN_MODERN = '/usr/share/texmf/fonts/opentype/public/lm';
const NOTO = '/usr/share/fonts/truetype/noto';
const NOTO_CJK = '/usr/share/fonts/opentype/noto';
/** The order of the faces in Noto's collections. */
const COLLECTION: Readonly<Record<HanShapes, number>> = { japanese: 0, korean: 1, simplified: 2, traditional: 3 };

const EASTERN = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
/** They have the width of a Han character where they stand beside one. */
const EASTERN_WITH_MARKS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303f\uff00-\uffef\u2014\u2018\u2019\u201c\u201d\u2026]/u;

/** Faces of the packages alone. */
export function* packagedFaces({ family, isBold, isItalic }: FaceStyle): Generator<FaceFile> {
  const base = FAMILIES[family];
  const title = `${base.slice(0, 1).toUpperCase()}${base.slice(1)}-${styleName(isBold, isItalic)}`;
  for (const script of SCRIPTS) {
    yield {
      path: `@fontsource/${base}/files/${base}-${script}-${isBold ? 700 : 400}-${isItalic ? 'italic' : 'normal'}.woff2`,
      faceIndex: 0,
      name: title,
    };
  }
  yield dejaVu(family, isBold, isItalic);
  yield { path: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf', faceIndex: 0, name: 'DejaVuSans' };
}

/** All faces that may show a text. */
export function* faceFiles(text: string, style: FaceStyle): Generator<FaceFile> {
  const { isBold, isItalic, like } = style;
  if (style.isVertical) {
    for (const face of easternFaces(text, style)) yield { ...face, takes: EASTERN_WITH_MARKS, isVertical: true };
    return;
  }
  yield* scriptFaces(text, style);
  if (EASTERN.test(text)) for (const face of easternFaces(text, style)) yield { ...face, takes: EASTERN_WITH_MARKS };
  if (like === 'calibri' || like === 'cambria') {
    const name = `${like === 'calibri' ? 'Carlito' : 'Caladea'}-${styleName(isBold, isItalic)}`;
    yield { path: `${CROS}/${name}.ttf`, faceIndex: 0, name };
  } else if (like === 'computer modern') yield latinModern(style);
  else if (like === 'dejavu') yield dejaVu(style.family, isBold, isItalic);
  else if (like === 'noto') yield noto(style);
  yield* packagedFaces(style);
  for (const name of ['NotoSans-Regular', 'NotoSansSymbols-Regular', 'NotoSansSymbols2-Regular', 'NotoSansMath-Regular'])
    yield { path: `${NOTO}/${name}.ttf`, faceIndex: 0, name };
}

function styleName(isBold: boolean, isItalic: boolean): string {
  return `${isBold ? 'Bold' : ''}${isItalic ? 'Italic' : ''}` || 'Regular';
}

function noto({ family, isBold, isItalic }: FaceStyle): FaceFile {
  const name = `${{ sans: 'NotoSans', serif: 'NotoSerif', mono: 'NotoSansMono' }[family]}-${styleName(isBold, isItalic && family !== 'mono')}`;
  return { path: `${NOTO}/${name}.ttf`, faceIndex: 0, name };
}

function dejaVu(family: FaceStyle['family'], isBold: boolean, isItalic: boolean): FaceFile {
  const suffix = `${isBold ? 'Bold' : ''}${isItalic ? (family === 'serif' ? 'Italic' : 'Oblique') : ''}`;
  const name = `${DEJAVU[family]}${suffix ? `-${suffix}` : ''}`;
  return { path: `dejavu-fonts-ttf/ttf/${name}.ttf`, faceIndex: 0, name };
}

/** Chinese, Japanese and Korean; kana and hangul say which, whatever was asked. Typewriting has the upright strokes of sans. */
function* easternFaces(text: string, { family, isBold, han = 'simplified' }: FaceStyle): Generator<FaceFile> {
  const shapes = /[\p{scx=Hiragana}\p{scx=Katakana}]/u.test(text.replaceAll(/[\u3000-\u303f\u30fb\uff00-\uffef]/gu, ''))
    ? 'japanese'
    : /\p{Script=Hangul}/u.test(text)
      ? 'korean'
      : han;
  const weight = isBold ? 'Bold' : 'Regular';
  const wanted = `Noto${family === 'serif' ? 'Serif' : 'Sans'}CJK-${weight}`;
  for (const name of new Set([wanted, `NotoSansCJK-${weight}`, 'NotoSansCJK-Regular']))
    yield { path: `${NOTO_CJK}/${name}.ttc`, faceIndex: COLLECTION[shapes], name };
}

/** Scripts with a face of their own beside the Latin one. */
const OWN_FACES = [
  'Arabic Hebrew Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan',
  'Ethiopic Georgian Armenian Cherokee Syriac Thaana Mongolian',
]
  .join(' ')
  .split(' ')
  .map((script) => ({ script, pattern: new RegExp(`[\\p{Script=${script}}]`, 'u'), takes: new RegExp(`\\p{scx=${script}}`, 'u') }));

/** Marks of several scripts belong to the letters before them. */
function* scriptFaces(text: string, { family, isBold, isPlainArabic }: FaceStyle): Generator<FaceFile> {
  const weight = isBold ? 'Bold' : 'Regular';
  for (const { script, pattern, takes } of OWN_FACES) {
    if (!pattern.test(text)) continue;
    const isSans = script === 'Arabic' ? isPlainArabic : family === 'sans';
    const kind = isSans ? 'Sans' : script === 'Arabic' ? 'Naskh' : 'Serif';
    for (const name of new Set([kind, 'Sans', 'Naskh', 'Serif'].map((one) => `Noto${one}${script}-${weight}`)))
      yield { path: `${NOTO}/${name}.ttf`, faceIndex: 0, name, takes };
  }
}

/** Points for which each style of Latin Modern was drawn. */
const DESIGN_SIZES: Readonly<Record<string, readonly number[]>> = {
  'roman-regular': [5, 6, 7, 8, 9, 10, 12, 17],
  'roman-bold': [5, 6, 7, 8, 9, 10, 12],
  'roman-italic': [7, 8, 9, 10, 12],
  'roman-bolditalic': [10],
  'sans-regular': [8, 9, 10, 12, 17],
  'sans-oblique': [8, 9, 10, 12, 17],
  'sans-bold': [10],
  'sans-boldoblique': [10],
  'mono-regular': [8, 9, 10, 12],
  'mono-italic': [10],
  'monolt-bold': [10],
  'monolt-boldoblique': [10],
};

function latinModern({ family, isBold, isItalic, designSize = 10 }: FaceStyle): FaceFile {
  const slant = family === 'serif' || (family === 'mono' && !isBold) ? 'italic' : 'oblique';
  const style = `${isBold ? 'bold' : ''}${isItalic ? slant : ''}` || 'regular';
  const base = family === 'serif' ? 'roman' : family === 'mono' && isBold ? 'monolt' : family;
  const sizes = DESIGN_SIZES[`${base}-${style}`] ?? [10];
  const size = sizes.reduce((best, one) => (Math.abs(one - designSize) < Math.abs(best - designSize) ? one : best));
  const file = `lm${base}${size}-${style}`;
  return { path: `${LATIN_MODERN}/${file}.otf`, faceIndex: 0, name: file };
}

const require = createRequire(import.meta.url);
const files = new Map<string, Promise<Buffer | undefined>>();

/** The bytes of a face's file; undefined where it is not there: not every family has every script, nor every machine every font. */
export function readFaceFile(path: string): Promise<Buffer | undefined> {
  let file = files.get(path);
  if (!file) {
    file = readIfThere(path);
    files.set(path, file);
  }
  return file;
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(isAbsolute(path) ? path : require.resolve(path));
  } catch {
    return undefined;
  }
}
