// Glyphs for the codes of a font that is not embedded: outlines of metric-compatible faces, each fitted into the width in the document,
// as readers do: squeezed where it is too wide, centred where it is too narrow.

import type { FaceStyle } from '../../draw/face-files.ts';
import { type Face, findPackagedFaces } from '../../draw/fallback-font.ts';
import { type BuiltGlyph, UNITS_PER_EM } from '../../fonts/programs/build-truetype.ts';
import { type Contour, moveOutline, readOutline } from '../../fonts/programs/glyf-outline.ts';
import { readSfnt, type Sfnt } from '../../fonts/programs/sfnt.ts';
import { HEAD } from '../../fonts/programs/sfnt-tables.ts';
import type { FontGlyph, PdfFont } from '../../fonts/pdf-font.ts';
import { type MachineOutline, machineOutlines } from './machine-faces.ts';
import { unicodeOfDingbat, unicodeOfGlyphName } from '../../fonts/glyph-names.ts';

export interface SubstitutedGlyphs {
  readonly glyphs: ReadonlyMap<FontGlyph, BuiltGlyph>;
  /** Faces that were used, the commonest first. */
  readonly faces: readonly string[];
  /** Characters that no face has. */
  readonly missing: readonly string[];
}

export async function substituteGlyphs(font: PdfFont, shown: readonly FontGlyph[]): Promise<SubstitutedGlyphs> {
  const style = styleOf(font);
  const texts = new Map(shown.map((glyph) => [glyph, textToShow(font, glyph)] as const));
  const characters = new Set([...texts.values()].flatMap((text) => Array.from(text)).filter((character) => !/[\s\p{C}]/u.test(character)));
  const { faces, missing: unknown } = await findPackagedFaces([...characters].join(''), style);
  const others = await machineOutlines(unknown, style);
  const missing = [...unknown].filter((character) => !others.has(character));
  const fonts = new Map(faces.flatMap((face) => (readSfnt(face.bytes) ? [[face, readSfnt(face.bytes) as Sfnt] as const] : [])));
  const used = new Map<string, number>();
  const draw = (text: string) => drawText(text, { faces, fonts, others, used });
  const glyphs = new Map(
    [...texts].map(([glyph, text]) => {
      const target = Math.round(glyph.width * UNITS_PER_EM);
      return [glyph, fit(draw(text), target)] as const;
    }),
  );
  const names = [...used].toSorted(([, one], [, two]) => two - one).map(([name]) => name);
  return { glyphs, faces: names.length > 0 ? names : [plainFace(style)], missing };
}

/** The character of a code: the glyph name takes precedence over ToUnicode, as a ligature maps to several letters. */
function textToShow(font: PdfFont, glyph: FontGlyph): string {
  if (!isMeant(font, glyph)) return '';
  const { name, unicode } = glyph;
  const named = name === undefined ? '' : font.standIn === 'ZapfDingbats' ? unicodeOfDingbat(name) : unicodeOfGlyphName(name);
  return (named || unicode).normalize('NFC');
}

/** A code without a name shows nothing, whatever Latin letter other encodings have there. */
export function isMeant({ kind }: Pick<PdfFont, 'kind'>, { name, unicodeFrom }: FontGlyph): boolean {
  return name !== '.notdef' && (kind === 'composite' || name !== undefined || unicodeFrom === 'tounicode');
}

/** Names of the serif style of Chinese, Japanese and Korean. */
const EASTERN_SERIF = /min(?:cho)?(?:[^a-z]|$)|ming|song|batang|myungjo|ryumin/i;

function styleOf({ standIn = '', descriptor, baseFont }: PdfFont): FaceStyle {
  const isSerif = standIn.startsWith('Times') || standIn === 'Symbol' || EASTERN_SERIF.test(baseFont);
  const family = isSerif ? 'serif' : standIn.startsWith('Courier') ? 'mono' : 'sans';
  return {
    family,
    isBold: /Bold/.test(standIn) || descriptor.isBold,
    isItalic: /Italic|Oblique/.test(standIn) || descriptor.isItalic,
  };
}

const PLAIN = { sans: 'Arimo', serif: 'Tinos', mono: 'Cousine' } as const;

/** For a font of which only spaces are shown. */
function plainFace({ family, isBold, isItalic }: FaceStyle): string {
  return `${PLAIN[family]}-${`${isBold ? 'Bold' : ''}${isItalic ? 'Italic' : ''}` || 'Regular'}`;
}

interface Drawn {
  readonly contours: readonly Contour[];
  readonly width: number;
}

interface Sources {
  readonly faces: readonly Face[];
  readonly fonts: ReadonlyMap<Face, Sfnt>;
  readonly others: ReadonlyMap<string, MachineOutline>;
  /** How often each face was used. */
  readonly used: Map<string, number>;
}

/** Characters side by side. */
function drawText(text: string, { faces, fonts, others, used }: Sources): Drawn {
  const contours: Contour[] = [];
  let width = 0;
  for (const character of text) {
    const shift = width;
    const other = others.get(character);
    if (other) {
      used.set(other.face, (used.get(other.face) ?? 0) + 1);
      contours.push(...moveOutline(other.contours, ({ x, y }) => [x + shift, y]));
      width += other.width;
      continue;
    }
    const face = faces.find(({ glyphs }) => glyphs.has(character));
    const place = face?.glyphs.get(character);
    const sfnt = face && fonts.get(face);
    if (!face || !place || !sfnt) continue;
    used.set(face.name, (used.get(face.name) ?? 0) + 1);
    const scale = UNITS_PER_EM / (sfnt.tables.get('head')?.readUInt16BE(HEAD.unitsPerEm) || UNITS_PER_EM);
    contours.push(...moveOutline(readOutline(sfnt, place.gid) ?? [], ({ x, y }) => [x * scale + shift, y * scale]));
    width += (place.width * UNITS_PER_EM) / 1000;
  }
  return { contours, width };
}

function fit({ contours, width }: Drawn, target: number): BuiltGlyph {
  if (contours.length === 0 || width <= 0 || target <= 0) return { contours, width: Math.max(0, target) };
  const scale = Math.min(1, target / width);
  const shift = width < target ? (target - width) / 2 : 0;
  return { contours: moveOutline(contours, ({ x, y }) => [x * scale + shift, y]), width: target };
}
