// A font used to shape text (HarfBuzz) and then embedded with the used glyphs: a Type 0 font whose character codes are glyph
// numbers, with widths and a ToUnicode map (ISO 32000-1 9.7, 9.10.3), so that what is shown can also be searched and copied.

import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { Blob, Buffer as TextBuffer, Direction, Face, Font, shape } from 'harfbuzzjs';
import { type PDFContext, PDFName, type PDFRef, PDFString } from 'pdf-lib';
import { subsetGlyphs } from './subset-glyphs.ts';

export interface ShapedGlyph {
  readonly glyph: number;
  /** The start of its text, in UTF-16 units of the shaped text. */
  readonly cluster: number;
  /** In thousandths of the font size. */
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
}

/** A feature of one font, or a font inside a collection. */
export class GlyphFont {
  readonly #font: Font;
  readonly #buffer = new TextBuffer();
  readonly #bytes: Uint8Array;
  readonly #faceIndex: number;
  readonly #scale: number;
  /** The text of each used glyph: the first one it was used for. */
  readonly #used = new Map<number, string>();
  readonly #covered = new Map<number, boolean>();

  private constructor(bytes: Uint8Array, faceIndex: number) {
    this.#bytes = bytes;
    this.#faceIndex = faceIndex;
    const face = new Face(new Blob(bytes), faceIndex);
    this.#font = new Font(face);
    this.#scale = 1000 / face.upem;
  }

  /** @param path of a TrueType or OpenType file or collection. @throws the error of reading it. */
  static async load(path: string, faceIndex = 0): Promise<GlyphFont> {
    return new GlyphFont(await readFile(path), faceIndex);
  }

  covers(codePoint: number): boolean {
    let covered = this.#covered.get(codePoint);
    if (covered === undefined) {
      covered = (this.#font.nominalGlyph(codePoint) ?? 0) !== 0;
      this.#covered.set(codePoint, covered);
    }
    return covered;
  }

  /** In thousandths of the font size. */
  advanceOf(codePoint: number): number {
    return this.#font.glyphHAdvance(this.#font.nominalGlyph(codePoint) ?? 0) * this.#scale;
  }

  /** Glyphs from left to right. */
  shape(text: string, direction: 'ltr' | 'rtl'): ShapedGlyph[] {
    const buffer = this.#buffer;
    buffer.reset();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(direction === 'rtl' ? Direction.RTL : Direction.LTR);
    shape(this.#font, buffer);
    const positions = buffer.getGlyphPositions();
    const glyphs = buffer.getGlyphInfos().map((info, index): ShapedGlyph => {
      const position = positions[index];
      return {
        glyph: info.codepoint,
        cluster: info.cluster,
        advance: (position?.xAdvance ?? 0) * this.#scale,
        dx: (position?.xOffset ?? 0) * this.#scale,
        dy: (position?.yOffset ?? 0) * this.#scale,
      };
    });
    return glyphs;
  }

  /** Records that a glyph is shown, and for which text; an empty text belongs to the glyph before. */
  use(glyph: number, text: string): void {
    const known = this.#used.get(glyph);
    if (known === undefined || known === '') this.#used.set(glyph, text);
  }

  glyphOf(codePoint: number): number {
    return this.#font.nominalGlyph(codePoint) ?? 0;
  }

  /** The text that extraction will read for this glyph. */
  textOf(glyph: number): string | undefined {
    return this.#used.get(glyph);
  }

  get isUsed(): boolean {
    return this.#used.size > 0;
  }

  /** Embeds the used glyphs. */
  async embed(context: PDFContext, ref: PDFRef, tag: string): Promise<void> {
    const glyphs = [...this.#used.keys()].toSorted((a, b) => a - b);
    const subset = await subsetGlyphs(this.#bytes, this.#faceIndex, [0, ...glyphs]);
    const isCff = Buffer.from(subset.subarray(0, 4)).toString('latin1') === 'OTTO';
    const name = PDFName.of(`${tag}+${this.#postScriptName()}`);
    const stream = context.stream(deflateSync(subset), {
      Filter: 'FlateDecode',
      ...(isCff ? { Subtype: 'OpenType' } : { Length1: subset.length }),
    });
    const { ascender, descender } = this.#font.hExtents();
    const descriptor = context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      FontBBox: [-1000, Math.round(descender * this.#scale) - 200, 2000, Math.round(ascender * this.#scale) + 200],
      ItalicAngle: 0,
      Ascent: Math.round(ascender * this.#scale),
      Descent: Math.round(descender * this.#scale),
      CapHeight: 700,
      StemV: 80,
      [isCff ? 'FontFile3' : 'FontFile2']: context.register(stream),
    });
    const descendant = context.obj({
      Type: 'Font',
      Subtype: isCff ? 'CIDFontType0' : 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: context.register(descriptor),
      DW: 1000,
      W: glyphs.flatMap((glyph) => [glyph, [this.widthOf(glyph)]]),
      ...(isCff ? {} : { CIDToGIDMap: 'Identity' }),
    });
    context.assign(
      ref,
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: name,
        Encoding: 'Identity-H',
        DescendantFonts: [context.register(descendant)],
        ToUnicode: context.register(context.flateStream(toUnicodeMap(this.#used))),
      }),
    );
  }

  /** As in the PDF: whole thousandths. */
  widthOf(glyph: number): number {
    return Math.round(this.#font.glyphHAdvance(glyph) * this.#scale);
  }

  #postScriptName(): string {
    const names = this.#font.face.listNames();
    const entry = names.find(({ nameId }) => nameId === POSTSCRIPT_NAME);
    const name = entry ? this.#font.face.getName(entry.nameId, entry.language) : '';
    return name.replaceAll(/[^A-Za-z0-9-]/g, '') || 'Font';
  }
}

const POSTSCRIPT_NAME = 6;
/** ISO 32000-1 9.10.3, after Adobe technical note 5014: at most so many in a block. */
const BLOCK_MAX = 100;

function toUnicodeMap(used: ReadonlyMap<number, string>): string {
  const rows = [...used].flatMap(([glyph, text]) => {
    const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
    return hex === '' ? [] : [`<${glyph.toString(16).padStart(4, '0')}> <${hex}>`];
  });
  const blocks: string[] = [];
  for (let at = 0; at < rows.length; at += BLOCK_MAX) {
    const block = rows.slice(at, at + BLOCK_MAX);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}
