// Fonts of a PDF for its Word document: one for each family and style, made from the outlines of the letters that its pages show, from all the
// subsets that the PDF has of it. Families that are everywhere, or have a stand-in of the same widths everywhere, need none.

import { partFamily } from '../../../document/build/part-fonts.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { buildNamedFont, type BuiltGlyph, UNITS_PER_EM } from '../../../pdf/fonts/programs/build-truetype.ts';
import { contoursOf } from '../../../pdf/fonts/programs/quadratic.ts';
import { type FontFace, isStandardFamily } from '../../../pdf/pdfium/page/fonts.ts';
import { engineInput } from '../../../pdf/pdfium/pdfium.ts';
import { pathOf } from '../../../pdf/pdfium/page/glyph-paths.ts';
import type { Alternates, FontLetters, LetterOutline } from '../../../pdf/pdfium/page/read-glyphs.ts';
import { readGlyphsBounded } from '../../../pdf/pdfium/pdfium-thread.ts';
import { writeCodedCopy } from './coded-copy.ts';
import { addComposedLetters, addVowelPieces } from './composed-letters.ts';
import type { EmbeddedFont } from '../writers/writer.ts';

const EVERYWHERE: ReadonlySet<string> = new Set(['Arial', 'Times New Roman', 'Courier New', 'Calibri', 'Cambria']);
/** What programs take instead of those, and for symbols: a font of this name that has some letters only would take all others from them. */
const STAND_INS: ReadonlySet<string> = new Set([
  'Liberation Sans',
  'Liberation Serif',
  'Liberation Mono',
  'Liberation Sans Narrow',
  'Carlito',
  'Caladea',
  'DejaVu Sans',
  'OpenSymbol',
]);
const GREEK = 0x370;
const GLYPHS_MAX = 6000;
const SPACE = 0x20;
/** Ems: where the document does not show it. */
const SPACE_EM = 0.25;
/** Ems. */
const SPACE_WIDER_EM = 0.15;
const TIME_MS_MAX = 20_000;

/** @param spaces as `usualSpaces` finds them @param workDir absolute */
export async function readEmbeddedFonts(
  source: OpenedPdf,
  pageIndexes: readonly number[],
  spaces: ReadonlyMap<string, number>,
  workDir: string,
): Promise<FontsOfPages> {
  const request = { input: engineInput(source.source), coded: writeCodedCopy(source, workDir), pageIndexes, glyphsMax: GLYPHS_MAX };
  const found = (await readGlyphsBounded(request, TIME_MS_MAX)) ?? [];
  const alternates = found.flatMap(alternatesOf);
  const ofOtherScripts = new Set(found.flatMap(({ face, letters }) => (letters.some(isOfOtherScript) ? [nameOf(face)] : [])));
  const isNeeded = ({ family, ownFamily }: FontFace) => {
    if (family === '' || ownFamily === undefined) return family !== '' && !EVERYWHERE.has(family) && !STAND_INS.has(family);
    return !isStandardFamily(ownFamily) || ofOtherScripts.has(ownFamily);
  };
  const own = [...found, ...alternates].filter(({ face, letters }) => isNeeded(face) && letters.length > 0);
  const parts = new Set(own.flatMap(({ face, joining }) => (joining > 0 ? [nameOf(face)] : [])));
  const byStyle = Map.groupBy(own, ({ face }) => JSON.stringify([nameOf(face), face.bold, face.italic]));
  return { fonts: [...byStyle.values()].flatMap((subsets) => buildFont(subsets, { spaces, parts })), alternates };
}

/** Greek, Cyrillic and all scripts behind them. */
function isOfOtherScript({ code }: LetterOutline): boolean {
  return code >= GREEK && /[^\P{L}\p{Script=Latin}]/u.test(String.fromCodePoint(code));
}

interface FontsOfPages {
  readonly fonts: readonly EmbeddedFont[];
  readonly alternates: readonly AlternateFont[];
}

/** A font of its own for the other glyphs of its letters. */
export interface AlternateFont extends FontLetters {
  readonly of: FontFace;
  readonly places: Alternates['places'];
}

function alternatesOf({ alternates = [], face, ...font }: FontLetters): AlternateFont[] {
  return alternates.map((own, rank) => ({
    ...font,
    ...own,
    of: face,
    face: { ...face, ownFamily: `${nameOf(face)} Alternate ${rank + 1}` },
  }));
}

/** Whether its font is one of other glyphs. */
export function isAlternate({ ownFamily = '' }: Pick<FontFace, 'ownFamily'>): boolean {
  return / Alternate \d+$/.test(ownFamily);
}

interface Families {
  /** As `usualSpaces` finds them. */
  readonly spaces: ReadonlyMap<string, number>;
  /** Those without the letters that join. */
  readonly parts: ReadonlySet<string>;
}

/** The first subset that has a letter gives it. */
function buildFont(subsets: readonly FontLetters[], { spaces, parts }: Families): EmbeddedFont[] {
  const [first] = subsets;
  if (!first) return [];
  const letters = new Map<number, BuiltGlyph>();
  for (const { letters: own } of subsets)
    for (const letter of own) if (!letters.has(letter.code)) letters.set(letter.code, glyphOf(letter));
  addComposedLetters(letters);
  addVowelPieces(letters);
  const { bold, italic, fixedPitch, serif } = first.face;
  const whole = nameOf(first.face);
  const family = parts.has(whole) ? partFamily(whole) : whole;
  const shown = (spaces.get(whole) ?? SPACE_EM) * UNITS_PER_EM;
  const drawn = subsets.some(({ drawsSpaces }) => drawsSpaces) || fixedPitch ? (letters.get(SPACE)?.width ?? shown) : shown;
  // One that is much wider than what is seen between words is that of the glyph for all that a font lacks.
  const space = !fixedPitch && spaces.has(whole) && drawn - shown > SPACE_WIDER_EM * UNITS_PER_EM ? shown : drawn;
  // Without one the space of a stand-in is taken.
  letters.set(SPACE, { contours: [], width: Math.round(space) });
  const units = (ems: number, otherwise: number) => Math.round((ems === 0 ? otherwise : ems) * UNITS_PER_EM);
  const metrics = { ascender: units(first.ascent, 0.9), descender: -units(Math.abs(first.descent), 0.2) };
  return [
    {
      family,
      kind: fixedPitch ? 'mono' : serif ? 'serif' : 'sans',
      bold,
      italic,
      space: space / UNITS_PER_EM,
      bytes: padded(buildNamedFont({ family, bold, italic, ...metrics, letters })),
    },
  ];
}

/** LibreOffice takes no font of less than a kilobyte. */
const BYTES_MIN = 1028;

function padded(font: Buffer): Buffer {
  return font.length < BYTES_MIN ? Buffer.concat([font], BYTES_MIN) : font;
}

function nameOf({ family, ownFamily = family }: FontFace): string {
  return ownFamily;
}

function glyphOf({ width, segments }: LetterOutline): BuiltGlyph {
  return { contours: contoursOf(pathOf(segments, UNITS_PER_EM)), width: Math.round(width * UNITS_PER_EM) };
}
