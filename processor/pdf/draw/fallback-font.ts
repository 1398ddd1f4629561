// Faces for new text that the document's own font cannot show: Arimo, Tinos and Cousine (metric-compatible with Arial, Times New Roman and
// Courier New), then DejaVu. Subset to the text and embedded whole as a composite font; nothing is fetched.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type PDFContext, PDFRawStream, type PDFRef, PDFString } from 'pdf-lib';
import { describeSfnt } from '../fonts/sfnt.ts';

export interface FaceStyle {
  readonly family: 'sans' | 'serif' | 'mono';
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** A subset that shows a text. */
export interface Face {
  /** Its file: a name has one for each script. */
  readonly file: string;
  readonly name: string;
  readonly bytes: Buffer;
  /** Character → glyph index and width in 1/1000 of the em. */
  readonly glyphs: ReadonlyMap<string, { readonly gid: number; readonly width: number }>;
}

type SubsetFont = (font: Buffer, text: string, options: { readonly targetFormat: 'truetype' }) => Promise<Buffer>;

const require = createRequire(import.meta.url);
const subsetFont = require('subset-font') as SubsetFont;

const FAMILIES = { sans: 'arimo', serif: 'tinos', mono: 'cousine' } as const;
const SCRIPTS = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese', 'hebrew'];
const DEJAVU = { sans: 'DejaVuSans', serif: 'DejaVuSerif', mono: 'DejaVuSansMono' } as const;

/**
 * Faces that show every character between them; each character is in exactly one, the earliest that has it.
 * @returns undefined when some character is in none
 */
export async function findFaces(text: string, style: FaceStyle): Promise<readonly Face[] | undefined> {
  const key = JSON.stringify([style.family, style.isBold, style.isItalic, text]);
  const known = recent.get(key) ?? findFacesFor(text, style);
  recent.set(key, known);
  const [oldest] = recent.keys();
  if (recent.size > RECENT_MAX && oldest !== undefined) recent.delete(oldest);
  const { faces, missing } = await known;
  return missing.size === 0 ? faces : undefined;
}

/** An edit writes the same text on page after page. */
const recent = new Map<string, ReturnType<typeof findFacesFor>>();
const RECENT_MAX = 16;

/** As above, with the characters that are in none. */
export async function findFacesFor(
  text: string,
  style: FaceStyle,
): Promise<{ readonly faces: Face[]; readonly missing: ReadonlySet<string> }> {
  let missing = new Set(text);
  const faces: Face[] = [];
  for (const candidate of candidateFiles(style)) {
    if (missing.size === 0) break;
    const face = await subsetFace(candidate.path, candidate.name, [...missing].join(''));
    if (!face || face.glyphs.size === 0) continue;
    faces.push(face);
    missing = missing.difference(new Set(face.glyphs.keys()));
  }
  return { faces, missing };
}

function* candidateFiles({ family, isBold, isItalic }: FaceStyle): Generator<{ readonly path: string; readonly name: string }> {
  const base = FAMILIES[family];
  const style = `${isBold ? 'Bold' : ''}${isItalic ? 'Italic' : ''}` || 'Regular';
  const title = `${base.slice(0, 1).toUpperCase()}${base.slice(1)}-${style}`;
  for (const script of SCRIPTS) {
    yield {
      path: `@fontsource/${base}/files/${base}-${script}-${isBold ? 700 : 400}-${isItalic ? 'italic' : 'normal'}.woff2`,
      name: title,
    };
  }
  const slant = family === 'serif' ? 'Italic' : 'Oblique';
  const suffix = `${isBold ? 'Bold' : ''}${isItalic ? slant : ''}`;
  const file = `${DEJAVU[family]}${suffix ? `-${suffix}` : ''}`;
  yield { path: `dejavu-fonts-ttf/ttf/${file}.ttf`, name: file };
  yield { path: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf', name: 'DejaVuSans' };
}

const files = new Map<string, Promise<Buffer | undefined>>();

function readFace(path: string): Promise<Buffer | undefined> {
  let file = files.get(path);
  if (!file) {
    // Not every family has every script.
    file = resolveFile(path).then((found) => (found === undefined ? undefined : readFile(found)));
    files.set(path, file);
  }
  return file;
}

async function resolveFile(path: string): Promise<string | undefined> {
  try {
    return require.resolve(path);
  } catch {
    return undefined;
  }
}

async function subsetFace(path: string, name: string, text: string): Promise<Face | undefined> {
  const file = await readFace(path);
  if (!file) return undefined;
  const bytes = Buffer.from(await subsetFont(file, text, { targetFormat: 'truetype' }));
  const program = describeSfnt(bytes);
  const map = program?.cmaps.get('3,10') ?? program?.cmaps.get('3,1') ?? program?.cmaps.get('0,4') ?? program?.cmaps.get('0,3');
  if (!program || !map) return undefined;
  const glyphs = new Map<string, { gid: number; width: number }>();
  for (const character of new Set(text)) {
    const gid = map.find(character.codePointAt(0) ?? 0);
    if (gid > 0 && (program.hasOutline(gid) || /\s/u.test(character))) {
      // Whole numbers: some engines read no others in /W, and would misplace the text that follows.
      glyphs.set(character, { gid, width: Math.round(program.advanceOf(gid) ?? 0) });
    }
  }
  return { file: path, name, bytes, glyphs };
}

const embedded = new WeakMap<PDFContext, WeakMap<Face, PDFRef>>();

/** Writes the face into the document, once, as a Type0 font with Identity-H: codes are glyph indexes (ISO 32000-2 9.7). */
export function embedFace(context: PDFContext, face: Face, style: FaceStyle): PDFRef {
  const known = embedded.get(context) ?? new WeakMap<Face, PDFRef>();
  embedded.set(context, known);
  const before = known.get(face);
  if (before && context.lookup(before)) return before;
  const ref = writeFace(context, face, style);
  known.set(face, ref);
  return ref;
}

function writeFace(context: PDFContext, face: Face, style: FaceStyle): PDFRef {
  const rows = [...face.glyphs].toSorted(([, one], [, two]) => one.gid - two.gid);
  const baseFont = `${tagOf(face)}+${face.name}`;
  const program = PDFRawStream.of(context.obj({ Length1: face.bytes.length, Filter: 'FlateDecode' }), deflateSync(face.bytes));
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: baseFont,
    Flags: (style.family === 'mono' ? 1 : 0) + (style.family === 'serif' ? 2 : 0) + 4 + (style.isItalic ? 64 : 0),
    FontBBox: [-500, -300, 1500, 1000],
    ItalicAngle: style.isItalic ? -12 : 0,
    Ascent: 905,
    Descent: -212,
    CapHeight: 716,
    StemV: style.isBold ? 140 : 80,
    FontFile2: context.register(program),
  });
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: baseFont,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    FontDescriptor: context.register(descriptor),
    DW: 0,
    W: rows.flatMap(([, { gid, width }]) => [gid, [width]]),
    CIDToGIDMap: 'Identity',
  });
  const toUnicode = PDFRawStream.of(context.obj({ Filter: 'FlateDecode' }), deflateSync(writeToUnicode(rows)));
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: baseFont,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(toUnicode),
    }),
  );
}

/** Six letters that differ from subset to subset (9.9.2). */
function tagOf(face: Face): string {
  const digest = createHash('sha256').update(face.bytes).digest();
  return [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('');
}

function writeToUnicode(rows: readonly (readonly [string, { readonly gid: number }])[]): string {
  const hex = (value: number) => value.toString(16).padStart(4, '0');
  const units = (text: string) => Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('');
  const blocks: string[] = [];
  for (let at = 0; at < rows.length; at += 100) {
    const block = rows.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.map(([text, { gid }]) => `<${hex(gid)}> <${units(text)}>`).join('\n')}\nendbfchar\n`);
  }
  return (
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def ' +
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n' +
    `${blocks.join('')}endcmap CMapName currentdict /CMap defineresource pop end end`
  );
}
