// Faces for new text that the document's own font cannot show: subset to the text, and embedded whole as a composite font. Which files they come
// from: face-files.ts. Nothing is fetched.

import { createRequire } from 'node:module';
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { Blob, Buffer as TextBuffer, ClusterLevel, Direction, Face as FontFace, Font, shape } from 'harfbuzzjs';
import { type PDFContext, PDFRawStream, type PDFRef, PDFString } from 'pdf-lib';
import { describeCff } from '../fonts/cff.ts';
import { readSfnt } from '../fonts/programs/sfnt.ts';
import { describeSfnt } from '../fonts/sfnt.ts';
import { type FaceFile, faceFiles, type FaceStyle, packagedFaces, readFaceFile } from './face-files.ts';
import { isDirected, neededParts } from './visual-order.ts';
import { subsetGlyphs } from './subset-glyphs.ts';

/** A subset that shows a text. */
export interface Face {
  /** Its file, of which a name has one for each script, and its characters: what tells subsets apart. */
  readonly file: string;
  readonly name: string;
  readonly bytes: Buffer;
  /** `cid`: a bare CID-keyed CFF program. */
  readonly format: 'truetype' | 'opentype' | 'cid';
  readonly isVertical: boolean;
  /** In 1/1000 of the em. */
  readonly ascent: number;
  readonly descent: number;
  /** Character → code and width in 1/1000 of the em. The code is the glyph's index, or the CID that the program has for it. */
  readonly glyphs: ReadonlyMap<string, FaceGlyph>;
  /** Words of scripts whose letters join or stack → their glyphs from left to right. */
  readonly words: ReadonlyMap<string, readonly WordGlyph[]>;
}

interface FaceGlyph {
  readonly gid: number;
  readonly width: number;
}

/** A glyph of a shaped word, all in 1/1000 of the em. */
interface WordGlyph extends FaceGlyph {
  /** To the next one; its width is what a reader takes. */
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
  /** What it is read as; empty for the further glyphs of a letter. */
  readonly text: string;
}

type SubsetFont = (font: Buffer, text: string, options: { readonly targetFormat: 'truetype' }) => Promise<Buffer>;

const require = createRequire(import.meta.url);
const subsetFont = require('subset-font') as SubsetFont;

/** Arial's, which the faces of packages have or come near. */
const EXTENT = { ascent: 905, descent: -212 } as const;

/**
 * Faces that show every character between them; each character is in exactly one, the earliest that has it.
 * @returns undefined when some character is in none
 */
export async function findFaces(text: string, style: FaceStyle): Promise<readonly Face[] | undefined> {
  const key = JSON.stringify([style, text]);
  const known = recent.get(key) ?? subsetFaces(text, faceFiles(text, style));
  recent.set(key, known);
  const [oldest] = recent.keys();
  if (recent.size > RECENT_MAX && oldest !== undefined) recent.delete(oldest);
  const { faces, missing } = await known;
  return missing.size === 0 ? faces : undefined;
}

/** An edit writes the same text on page after page. */
const recent = new Map<string, ReturnType<typeof subsetFaces>>();
const RECENT_MAX = 16;

interface FoundFaces {
  readonly faces: Face[];
  /** Characters, and words that are shaped in one piece, that are in none. */
  readonly missing: ReadonlySet<string>;
}

/** As above, of the packages' faces alone, which have TrueType outlines. */
export function findPackagedFaces(text: string, style: FaceStyle): Promise<FoundFaces> {
  return subsetFaces(text, packagedFaces(style));
}

async function subsetFaces(text: string, files: Iterable<FaceFile>): Promise<FoundFaces> {
  const { words, characters } = neededParts(text);
  let missing = words.union(characters);
  const faces: Face[] = [];
  for (const file of files) {
    if (missing.size === 0) break;
    const wanted = file.takes ? [...missing].filter((part) => file.takes?.test(part)) : [...missing];
    const face = wanted.length > 0 ? await subsetFace(file, wanted, words) : undefined;
    if (!face || face.glyphs.size + face.words.size === 0) continue;
    faces.push(face);
    missing = missing.difference(new Set([...face.glyphs.keys(), ...face.words.keys()]));
  }
  return { faces, missing };
}

/** @param parts characters, and those of the `words` that are shaped */
function subsetFace(file: FaceFile, parts: readonly string[], words: ReadonlySet<string>): Promise<Face | undefined> {
  const characters = parts.filter((part) => !words.has(part));
  if (!file.path.endsWith('.woff2')) {
    const own = parts.filter((part) => words.has(part));
    return subsetMachine(file, characters, own);
  }
  return characters.length > 0 ? subsetPackaged(file, characters) : Promise.resolve(undefined);
}

async function subsetPackaged({ path, name }: FaceFile, characters: readonly string[]): Promise<Face | undefined> {
  const file = await readFaceFile(path);
  if (!file) return undefined;
  const bytes = Buffer.from(await subsetFont(file, characters.join(''), { targetFormat: 'truetype' }));
  const program = describeSfnt(bytes);
  const map = program?.cmaps.get('3,10') ?? program?.cmaps.get('3,1') ?? program?.cmaps.get('0,4') ?? program?.cmaps.get('0,3');
  if (!program || !map) return undefined;
  const glyphs = new Map<string, FaceGlyph>();
  for (const character of characters) {
    const gid = map.find(character.codePointAt(0) ?? 0);
    if (gid > 0 && (program.hasOutline(gid) || /\s/u.test(character))) {
      // Whole numbers: some engines read no others in /W, and would misplace the text that follows.
      glyphs.set(character, { gid, width: Math.round(program.advanceOf(gid) ?? 0) });
    }
  }
  return {
    file: `${path} ${characters.join('')}`,
    name,
    bytes,
    format: 'truetype',
    isVertical: false,
    ...EXTENT,
    glyphs,
    words: new Map(),
  };
}

const fonts = new Map<string, Promise<Font | undefined>>();

/** A face of the machine as HarfBuzz reads it; undefined where it is not there. */
export function openFaceFile({ path, faceIndex }: Pick<FaceFile, 'path' | 'faceIndex'>): Promise<Font | undefined> {
  const key = `${path}#${faceIndex}`;
  let font = fonts.get(key);
  if (!font) {
    font = readFaceFile(path).then((bytes) => bytes && new Font(new FontFace(new Blob(bytes), faceIndex)));
    fonts.set(key, font);
  }
  return font;
}

async function subsetMachine(file: FaceFile, characters: readonly string[], words: readonly string[]): Promise<Face | undefined> {
  const [bytes, font] = [await readFaceFile(file.path), await openFaceFile(file)];
  if (!bytes || !font) return undefined;
  const scale = 1000 / font.face.upem;
  const glyphs = new Map<string, FaceGlyph>();
  for (const character of characters) {
    const nominal = font.nominalGlyph(character.codePointAt(0) ?? 0) ?? 0;
    const gid = file.isVertical && nominal > 0 ? verticalGlyph(font, character) : nominal;
    if (gid > 0) glyphs.set(character, { gid, width: Math.round(font.glyphHAdvance(gid) * scale) });
  }
  const shaped = shapeWords(font, words);
  if (glyphs.size + shaped.size === 0) return undefined;
  const { ascender, descender } = font.hExtents();
  const used = new Set([...glyphs.values(), ...[...shaped.values()].flat()].map(({ gid }) => gid));
  const program = await subsetProgram(bytes, file.faceIndex, [0, ...used]);
  const extent = { ascent: Math.round(ascender * scale), descent: Math.round(descender * scale), isVertical: file.isVertical === true };
  return {
    file: `${file.path}#${file.faceIndex} ${[...characters, ...words].join(' ')}`,
    name: file.name,
    ...program,
    ...extent,
    glyphs,
    words: shaped,
  };
}

/** Marks and brackets have another form there. */
function verticalGlyph(font: Font, character: string): number {
  const buffer = new TextBuffer();
  buffer.addText(character);
  buffer.guessSegmentProperties();
  buffer.setDirection(Direction.TTB);
  shape(font, buffer);
  const [info, ...others] = buffer.getGlyphInfos();
  return others.length === 0 ? (info?.codepoint ?? 0) : 0;
}

/** None where a right-to-left glyph is several letters: readers take such letters from left to right. Another face then shows all words. */
function shapeWords(font: Font, words: readonly string[]): Map<string, WordGlyph[]> {
  const shaped = words.flatMap((word) => (hasLetters(font, word) ? [[word, shapeWord(font, word)] as const] : []));
  const isMisread = shaped.some(([word, glyphs]) => isDirected(word) && glyphs.some(({ text }) => Array.from(text).length > 1));
  return isMisread ? new Map() : new Map(shaped);
}

/** Signs that only join or part letters need no glyph. */
function hasLetters(font: Font, word: string): boolean {
  return Array.from(word).every(
    (character) => /[\u200c\u200d]/u.test(character) || (font.nominalGlyph(character.codePointAt(0) ?? 0) ?? 0) > 0,
  );
}

function shapeWord(font: Font, word: string): WordGlyph[] {
  const buffer = new TextBuffer();
  buffer.addText(word);
  buffer.guessSegmentProperties();
  // A mark is read as a mark, not as a part of its letter.
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
  buffer.setDirection(isDirected(word) ? Direction.RTL : Direction.LTR);
  shape(font, buffer);
  const [infos, positions] = [buffer.getGlyphInfos(), buffer.getGlyphPositions()];
  const starts = [...new Set(infos.map(({ cluster }) => cluster)), word.length].toSorted((one, two) => one - two);
  const scale = 1000 / font.face.upem;
  const seen = new Set<number>();
  return infos.map(({ codepoint: gid, cluster }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const text = seen.has(cluster) ? '' : word.slice(cluster, starts[starts.indexOf(cluster) + 1]);
    seen.add(cluster);
    const width = Math.round(font.glyphHAdvance(gid) * scale);
    return { gid, width, advance: xAdvance * scale, dx: xOffset * scale, dy: yOffset * scale, text };
  });
}

/** Codes are the numbers of the glyphs in the whole font: they stay, or are the CIDs of the subset, which is much smaller. */
async function subsetProgram(font: Buffer, faceIndex: number, gids: readonly number[]): Promise<Pick<Face, 'bytes' | 'format'>> {
  const isCff = (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'OTTO';
  const isCollection = font.toString('latin1', 0, 4) === 'ttcf';
  if (isCff(font) || isCollection) {
    const dense = Buffer.from(await subsetGlyphs(font, faceIndex, gids, false));
    const program = isCff(dense) ? readSfnt(dense)?.tables.get('CFF ') : undefined;
    const cids = program && describeCff(program)?.cids;
    const inOrder = gids.toSorted((one, two) => one - two);
    if (program && cids?.size === gids.length && inOrder.every((gid, index) => cids.get(gid) === index))
      return { bytes: program, format: 'cid' };
  }
  const bytes = Buffer.from(await subsetGlyphs(font, faceIndex, gids));
  return { bytes, format: isCff(bytes) ? 'opentype' : 'truetype' };
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
  const shaped = [...face.words.values()].flat().map((glyph) => [glyph.text, glyph] as const);
  // The first text of a glyph is the one that is read.
  const byGlyph = new Map(
    [...shaped.filter(([text]) => text === ''), ...shaped.filter(([text]) => text !== '').toReversed(), ...face.glyphs].map(
      (row) => [row[1].gid, row] as const,
    ),
  );
  const rows = [...byGlyph.values()].toSorted(([, one], [, two]) => one.gid - two.gid);
  const baseFont = `${tagOf(face)}+${face.name}`;
  const isCff = face.format !== 'truetype';
  const kind = isCff ? { Subtype: face.format === 'cid' ? 'CIDFontType0C' : 'OpenType' } : { Length1: face.bytes.length };
  const program = PDFRawStream.of(context.obj({ ...kind, Filter: 'FlateDecode' }), deflateSync(face.bytes));
  const descriptor = context.obj({
    Type: 'FontDescriptor',
    FontName: baseFont,
    Flags: (style.family === 'mono' ? 1 : 0) + (style.family === 'serif' ? 2 : 0) + 4 + (style.isItalic ? 64 : 0),
    FontBBox: [-500, Math.min(-300, face.descent), 1500, Math.max(1000, face.ascent)],
    ItalicAngle: style.isItalic ? -12 : 0,
    Ascent: face.ascent,
    Descent: face.descent,
    CapHeight: 716,
    StemV: style.isBold ? 140 : 80,
    [isCff ? 'FontFile3' : 'FontFile2']: context.register(program),
  });
  const descendant = context.obj({
    Type: 'Font',
    Subtype: isCff ? 'CIDFontType0' : 'CIDFontType2',
    BaseFont: baseFont,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    FontDescriptor: context.register(descriptor),
    DW: 0,
    W: rows.flatMap(([, { gid, width }]) => [gid, [width]]),
    ...(isCff ? {} : { CIDToGIDMap: 'Identity' }),
  });
  const toUnicode = PDFRawStream.of(context.obj({ Filter: 'FlateDecode' }), deflateSync(writeToUnicode(rows)));
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: baseFont,
      Encoding: face.isVertical ? 'Identity-V' : 'Identity-H',
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
  const readable = rows.filter(([text]) => text !== '');
  for (let at = 0; at < readable.length; at += 100) {
    const block = readable.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.map(([text, { gid }]) => `<${hex(gid)}> <${units(text)}>`).join('\n')}\nendbfchar\n`);
  }
  return (
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def ' +
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n' +
    `${blocks.join('')}endcmap CMapName currentdict /CMap defineresource pop end end`
  );
}
