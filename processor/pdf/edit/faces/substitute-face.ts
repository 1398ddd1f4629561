// The style of face that stands in for a font of the document: by its name where that is a known family, by its descriptor, and by the widths of
// its letters, which come nearest to one of the open families.

import { numberOf, lookup, dictOf, textOf, arrayOf } from '../../syntax/dictionary.ts';
import type { FaceStyle, HanShapes } from '../../draw/face-files.ts';
import { faceFiles } from '../../draw/face-files.ts';
import { openFaceFile } from '../../draw/fallback-font.ts';
import type { PdfFont } from '../../fonts/pdf-font.ts';
import { standardMetrics } from '../../fonts/standard-fonts.ts';
import { provenGlyph, type ShownCodes } from '../encode-text.ts';
import { isBold, isItalic, type Weight } from './family-face.ts';

type Genre = FaceStyle['family'];
type Family = Pick<FaceStyle, 'family' | 'like'>;

/** 1/1000 of the em: stems of bold faces are wider; more than the other is no stem, but what a program took for one. */
const BOLD_STEM = { over: 130, most: 230 } as const;
/** So many letters show the widths of a font. */
const LETTERS_MIN = 6;
/** Mean difference of widths (ems) up to which letters can be those of a family. */
const ALIKE_EMS = 0.012;
/** By how much another kind of face must come nearer than sans. */
const NEARER = 0.6;
const LETTERS = Array.from('etaoinshrdlcumwfgypbvkxqjzETAOINSHRDLCUMWFGYPBVKXQJZ0123456789');

/** @param shown the codes that the page shows in the font. @returns undefined for drawn letters (Type 3) that are of no known face */
export async function faceStyleFor(font: PdfFont, weight: Weight, shown: ShownCodes | undefined): Promise<FaceStyle | undefined> {
  if (font.kind === 'type3' && !weight.family) return drawnStyle(font, weight, shown);
  const { bold, italic } = weight;
  const stem = numberOf(font.descriptor.dict, 'StemV') ?? 0;
  const style = {
    // Families whose bold faces say so in their name need no guess: some programs write any number for the stem.
    isBold: bold ?? (isBold(font) || (!knownFamily(font) && stem > BOLD_STEM.over && stem <= BOLD_STEM.most)),
    isItalic: italic ?? isItalic(font),
    han: hanShapesOf(font),
    isVertical: font.isVertical,
    isPlainArabic: PLAIN_ARABIC.test(plainName(font)),
  };
  if (weight.family) return { ...style, family: weight.family };
  const modern = computerModern(font);
  if (modern)
    return {
      ...style,
      ...modern,
      isItalic: italic ?? (style.isItalic || modern.isItalic),
      isBold: bold ?? (style.isBold || modern.isBold),
    };
  return { ...style, ...(knownFamily(font) ?? (await nearestFamily(font, style, shown))) };
}

/** By names, of fonts and of their free copies. */
const KNOWN: readonly (readonly [RegExp, Family])[] = [
  [/calibri|carlito/, { family: 'sans', like: 'calibri' }],
  [/cambria(?!math)|caladea/, { family: 'serif', like: 'cambria' }],
  [/verdana|dejavusans(?!mono)|bitstreamvera(?:sans)?(?!mono)/, { family: 'sans', like: 'dejavu' }],
  [/dejavuserif/, { family: 'serif', like: 'dejavu' }],
  // Droid and Open Sans are of the same hand, and have the same widths.
  [/^(?:notosansmono|droidsansmono)/, { family: 'mono', like: 'noto' }],
  [/^(?:notosans|opensans|droidsans)/, { family: 'sans', like: 'noto' }],
  [/^(?:notoserif|droidserif)/, { family: 'serif', like: 'noto' }],
  [/arialnarrow|arialunicode/, { family: 'sans' }],
  [/^(?:arial|helvetica|arimo|liberationsans|nimbussan)/, { family: 'sans' }],
  [/^(?:times|tinos|liberationserif|nimbusrom|freeserif|termes)/, { family: 'serif' }],
  [/^(?:courier|cousine|liberationmono|nimbusmon)/, { family: 'mono' }],
];

function plainName({ baseFont }: PdfFont): string {
  return baseFont
    .replace(/^[A-Z]{6}\+/, '')
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');
}

function knownFamily(font: PdfFont): Family | undefined {
  const name = plainName(font);
  return KNOWN.find(([pattern]) => pattern.test(name))?.[1];
}

/** Knuth's names (cmbx12), those of cm-super (SFBX1200) and of Latin Modern (LMRoman12-Bold) and CM Unicode (CMUSerif-Bold). */
function computerModern(font: PdfFont): (Family & Pick<FaceStyle, 'isBold' | 'isItalic' | 'designSize'>) | undefined {
  const name = plainName(font);
  const found = /^(?:cmu|cm|sf|ec|lm)(?:(roman|sans|mono|serif|typewriter)(\d+)?|([a-z]{1,6})(\d{1,4})(?!\d))/.exec(name);
  const face = found?.[1] ?? found?.[3] ?? '';
  const isTraditional = /^(?:r|b|bx|ti|sl|bxti|bxsl|ss|ssbx|ssi|ssdc|tt|itt|sltt|csc|u|mi|mib|dunh|rm|bi|si|st|it|cc)$/.test(face);
  if (!found?.[1] && !isTraditional) return undefined;
  const digits = found?.[2] ?? found?.[4];
  const family: Genre = /^(?:ss|si|sans)/.test(face) ? 'sans' : /tt|^st$|mono|typewriter/.test(face) ? 'mono' : 'serif';
  const size = digits === undefined ? undefined : Number(digits) > 100 ? Number(digits) / 100 : Number(digits);
  return {
    family,
    like: 'computer modern',
    isBold: /^b|bx|mib/.test(face),
    isItalic: /ti|sl|^mi|ssi|itt|^it$|^bi$|^si$/.test(face),
    designSize: size,
  };
}

const CANDIDATES: readonly Family[] = [
  { family: 'sans' },
  { family: 'sans', like: 'calibri' },
  { family: 'sans', like: 'computer modern' },
  { family: 'sans', like: 'dejavu' },
  { family: 'serif' },
  { family: 'serif', like: 'cambria' },
  { family: 'serif', like: 'computer modern' },
  { family: 'serif', like: 'dejavu' },
  { family: 'mono' },
  { family: 'mono', like: 'computer modern' },
];

const PLAIN_ARABIC = /(?<!liberation|open)sans|kufi|dubai|segoe|frutiger|cairo|tajawal|almarai/;
const SERIF = /serif|roman|georgia|garamond|palatino|bookman|minion|century|mincho|ming|song|batang|antiqua|book|caslon|baskerville|utopia/;
const SANS = /sans|tahoma|segoe|roboto|gothic|frutiger|univers|myriad|futura|lato|inter|hei$|grotesk/;
const MONO = /mono|consol|typewriter|code$|terminal|fixed/;

/** Names and descriptors say nothing of letters that are drawn one by one: only their widths do, in a size that is not known either. */
async function drawnStyle(font: PdfFont, { bold, italic }: Weight, shown: ShownCodes | undefined): Promise<FaceStyle | undefined> {
  const widths = shownWidths(font, LETTERS, shown);
  let best: { readonly style: FaceStyle; readonly by: number } | undefined;
  for (const family of CANDIDATES) {
    for (const [isBold, isItalic] of [
      [false, false],
      [true, false],
      [false, true],
    ] as const) {
      const style = { ...family, isBold, isItalic };
      const widthOf = await widthsOf(style);
      const factor = widthOf && medianRatio(widths, widthOf);
      const by =
        widthOf && factor ? meanDifference(new Map([...widths].map(([letter, width]) => [letter, width / factor])), widthOf) : undefined;
      if (by !== undefined && by < (best?.by ?? ALIKE_EMS)) best = { style, by };
    }
  }
  return best && { ...best.style, isBold: bold ?? best.style.isBold, isItalic: italic ?? best.style.isItalic };
}

const UNSPACED_LETTERS = Array.from('กขคงจชดตทนบปพมยรลวสหอກຂຄງຈຊດຕທນບປພມຍຣລວສຫອ');
/** Sizes that differ by less are the same. */
const SAME_SIZE = 0.06;

/**
 * How large a face is to be beside a font: letters that are drawn one by one have a size of their own, and Thai ones are much smaller in some fonts
 * than in others of the same size.
 */
export async function sizeFactorFor(font: PdfFont, style: FaceStyle, text: string, shown: ShownCodes | undefined): Promise<number> {
  const isThai = UNSPACED_LETTERS.some((letter) => text.includes(letter));
  if (font.kind !== 'type3' && !isThai) return 1;
  const [file] = faceFiles(text, style);
  const opened = isThai && file ? await openFaceFile(file) : undefined;
  const widthOf = isThai ? opened && widthIn(opened) : await widthsOf(style);
  const factor = widthOf && medianRatio(shownWidths(font, isThai ? UNSPACED_LETTERS : LETTERS, shown), widthOf);
  return factor === undefined || Math.abs(factor - 1) < SAME_SIZE ? 1 : factor;
}

function medianRatio(widths: ReadonlyMap<string, number>, widthOf: (letter: string) => number | undefined): number | undefined {
  const ratios = [...widths].flatMap(([letter, width]) => {
    const own = widthOf(letter);
    return own ? [width / own] : [];
  });
  return ratios.length < LETTERS_MIN ? undefined : ratios.toSorted((one, two) => one - two)[ratios.length >> 1];
}

function shownWidths(font: PdfFont, letters: readonly string[], shown: ShownCodes | undefined): ReadonlyMap<string, number> {
  return new Map(
    letters.flatMap((letter) => {
      const width = provenGlyph(font, letter, shown)?.width;
      return width === undefined ? [] : [[letter, width] as const];
    }),
  );
}

/** By its name and descriptor the kind; among the families of that kind the one with the nearest widths. */
async function nearestFamily(font: PdfFont, style: Omit<FaceStyle, 'family'>, shown: ShownCodes | undefined): Promise<Family> {
  const widths = shownWidths(font, LETTERS, shown);
  const genre = genreOf(font, widths);
  if (widths.size < LETTERS_MIN) return { family: genre ?? 'sans' };
  const distances: { readonly family: Family; readonly by: number }[] = [];
  for (const family of CANDIDATES) {
    const by = await distanceTo(widths, { ...style, ...family });
    if (by !== undefined) distances.push({ family, by });
  }
  const nearest = (kind: Genre) =>
    distances.filter(({ family }) => family.family === kind).reduce((best, one) => (one.by < best.by ? one : best));
  if (genre !== undefined) {
    const best = nearest(genre);
    const plain = distances.find(({ family }) => family.family === genre && !family.like);
    // Without a near one the usual face of the kind looks least foreign.
    return best.by < ALIKE_EMS || best.by < (plain?.by ?? 0) * NEARER ? best.family : { family: genre };
  }
  const [sans, serif] = [nearest('sans'), nearest('serif')];
  return serif.by < sans.by * NEARER ? serif.family : sans.by < ALIKE_EMS ? sans.family : { family: 'sans' };
}

/** Undefined where neither the name nor the descriptor says it. */
function genreOf(font: PdfFont, widths: ReadonlyMap<string, number>): Genre | undefined {
  const name = plainName(font);
  const distinct = new Set([...widths.values()].map((width) => Math.round(width * 1000)));
  if (font.descriptor.isFixedPitch || MONO.test(name) || (widths.size >= LETTERS_MIN && distinct.size === 1)) return 'mono';
  if (SANS.test(name)) return 'sans';
  return font.descriptor.isSerif || SERIF.test(name) || isEasternSerif(font) ? 'serif' : undefined;
}

/** Mean difference of widths, in ems; undefined where the face is not there. */
async function distanceTo(widths: ReadonlyMap<string, number>, style: FaceStyle): Promise<number | undefined> {
  const widthOf = await widthsOf(style);
  return widthOf && meanDifference(widths, widthOf);
}

function meanDifference(widths: ReadonlyMap<string, number>, widthOf: (letter: string) => number | undefined): number | undefined {
  let [sum, count] = [0, 0];
  for (const [letter, width] of widths) {
    const own = widthOf(letter);
    if (own === undefined) continue;
    [sum, count] = [sum + Math.abs(own - width), count + 1];
  }
  return count < LETTERS_MIN ? undefined : sum / count;
}

async function widthsOf(style: FaceStyle): Promise<((letter: string) => number | undefined) | undefined> {
  if (!style.like) {
    const base = { sans: 'Helvetica', serif: 'Times', mono: 'Courier' }[style.family];
    const slant = style.family === 'serif' ? 'Italic' : 'Oblique';
    const suffix = `${style.isBold ? 'Bold' : ''}${style.isItalic ? slant : ''}`;
    const metrics = standardMetrics(suffix ? `${base}-${suffix}` : style.family === 'serif' ? 'Times-Roman' : base);
    return (letter) => {
      const width = metrics.widthOf(DIGITS[letter] ?? letter);
      return width === undefined ? undefined : width / 1000;
    };
  }
  const [file] = faceFiles('', style);
  const opened = file && (await openFaceFile(file));
  return opened && widthIn(opened);
}

/** Ems. */
function widthIn(opened: NonNullable<Awaited<ReturnType<typeof openFaceFile>>>): (letter: string) => number | undefined {
  return (letter) => {
    const gid = opened.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0;
    return gid > 0 ? opened.glyphHAdvance(gid) / opened.face.upem : undefined;
  };
}

const DIGITS: Readonly<Record<string, string>> = Object.fromEntries(
  ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map((name, digit) => [String(digit), name]),
);

const EASTERN_SERIF =
  /min(?:cho)?(?:[^a-z]|$)|ming|song|simsun|batang|myungjo|myeongjo|ryumin|fangsong|kai(?:ti)?(?:[^a-z]|$)|gungsuh|stsong|明|宋|楷|바탕|명조|궁서/i;

function isEasternSerif(font: PdfFont): boolean {
  return easternNames(font).some((name) => EASTERN_SERIF.test(name));
}

/** Names in the encoding of the system that wrote them, beside the name as it is. */
function easternNames({ baseFont }: PdfFont): string[] {
  const name = baseFont.replace(/^[A-Z]{6}\+/, '');
  if (!/[\u0080-\uffff]/.test(name)) return [name];
  const bytes = Buffer.from(name, 'latin1');
  return [name, ...['utf-8', 'gbk', 'shift_jis', 'big5', 'euc-kr'].map((encoding) => new TextDecoder(encoding).decode(bytes))];
}

const SHAPES_BY_ORDERING: Readonly<Record<string, HanShapes>> = {
  GB1: 'simplified',
  CNS1: 'traditional',
  Japan1: 'japanese',
  Japan2: 'japanese',
  Korea1: 'korean',
  KR: 'korean',
};
const SHAPES_BY_NAME: readonly (readonly [RegExp, HanShapes])[] = [
  [/mincho|gothic(?!std)|ipa(?:ex)?|hiragino|meiryo|ryumin|kozmin|kozgo|cjkjp|明朝|ゴシック/i, 'japanese'],
  [/batang|gulim|dotum|malgun|nanum|myungjo|hysmyeongjo|cjkkr|바탕|굴림|돋움/i, 'korean'],
  [/mingliu|pmingliu|jhenghei|pingfangtc|cjktc|細明|標楷/i, 'traditional'],
];

function hanShapesOf(font: PdfFont): HanShapes | undefined {
  const descendant = dictOf(font.dict.context.lookup(arrayOf(font.dict, 'DescendantFonts')?.asArray()[0]));
  const ordering = textOf(lookup(dictOf(lookup(descendant, 'CIDSystemInfo')), 'Ordering')) ?? '';
  const names = easternNames(font);
  return SHAPES_BY_ORDERING[ordering] ?? SHAPES_BY_NAME.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
}
