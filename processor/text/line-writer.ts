// One line of text as PDF text operators: ordered by direction, cut into runs of one font, shaped, and placed. Plain ASCII, which is most of
// the input, takes a shortcut.

import type { GlyphFont, ShapedGlyph } from '../pdf/draw/glyph-font.ts';
import { type Direction, orderRuns } from '../pdf/draw/bidi.ts';
import type { TextFonts } from './text-fonts.ts';
import { writeNumber } from '../pdf/syntax/write-operand.ts';

const ASCII = /^[\x20-\x7e]*$/;
const MARK = /\p{M}|\u200c|\u200d/u;
/** How far a glyph may be from the place given by widths, in thousandths of the font size. */
const DRIFT_MAX = 2;

interface FontRun {
  readonly font: GlyphFont;
  readonly text: string;
}

export class LineWriter {
  readonly #fonts: TextFonts;
  readonly #size: number;
  readonly #nameOf: (font: GlyphFont) => string;
  readonly #asciiAdvance: number;

  constructor(fonts: TextFonts, size: number, nameOf: (font: GlyphFont) => string) {
    this.#fonts = fonts;
    this.#size = size;
    this.#nameOf = nameOf;
    this.#asciiAdvance = fonts.mono.advanceOf(0x20);
  }

  /** Points. */
  measure(line: string, base: Direction): number {
    if (ASCII.test(line)) return (line.length * this.#asciiAdvance * this.#size) / 1000;
    let width = 0;
    for (const { start, end, direction } of orderRuns(line, base)) {
      for (const { font, text } of this.#fontRuns(line.slice(start, end))) {
        for (const { advance } of font.shape(text, direction)) width += advance;
      }
    }
    return (width * this.#size) / 1000;
  }

  /** Text objects that show the line from `x`, the left end whatever its direction. */
  write(line: string, base: Direction, x: number, y: number): string {
    if (line.trim() === '') return '';
    if (ASCII.test(line)) return this.#writeAscii(line, x, y);
    const out: string[] = [];
    let at = x;
    for (const { start, end, direction } of orderRuns(line, base)) {
      const runs = this.#fontRuns(line.slice(start, end));
      for (const { font, text } of direction === 'rtl' ? runs.toReversed() : runs) {
        const written = this.#writeRun(font, text, direction, at, y);
        out.push(written.operators);
        at += written.width;
      }
    }
    return out.join('\n');
  }

  #writeAscii(line: string, x: number, y: number): string {
    const font = this.#fonts.mono;
    let hex = '';
    for (let index = 0; index < line.length; index++) {
      const code = line.charCodeAt(index);
      const glyph = font.glyphOf(code);
      font.use(glyph, String.fromCharCode(code));
      hex += glyph.toString(16).padStart(4, '0');
    }
    return `BT /${this.#nameOf(font)} ${this.#size} Tf ${number(x)} ${number(y)} Td <${hex}> Tj ET`;
  }

  #writeRun(font: GlyphFont, text: string, direction: Direction, x: number, y: number): { operators: string; width: number } {
    for (const character of text) this.#fonts.noteIfMissing(character);
    const glyphs = font.shape(text, direction);
    const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].toSorted((a, b) => a - b);
    const textOf = new Map(starts.map((start, index) => [start, text.slice(start, starts[index + 1] ?? text.length)]));
    const scale = this.#size / 1000;
    const out = [`BT /${this.#nameOf(font)} ${this.#size} Tf`];
    // Where the next glyph lands by the widths alone; a new position is written only where shaping puts it elsewhere.
    let [pen, landing, raised] = [0, Number.NaN, 0];
    let hex = '';
    const flush = (): void => {
      if (hex !== '') out.push(`<${hex}> Tj`);
      hex = '';
    };
    for (const [cluster, members] of Map.groupBy(glyphs, ({ cluster }) => cluster)) {
      const meant = textOf.get(cluster) ?? '';
      const needsText = !noteMeaning(font, members, meant);
      if (needsText) {
        flush();
        out.push(`/Span << /ActualText <feff${Buffer.from(meant, 'utf16le').swap16().toString('hex')}> >> BDC`);
      }
      for (const { glyph, advance, dx, dy } of members) {
        const wanted = pen + dx;
        if (!(Math.abs(wanted - landing) <= DRIFT_MAX) || dy !== raised) {
          flush();
          out.push(`1 0 0 1 ${number(x + wanted * scale)} ${number(y + dy * scale)} Tm`);
          landing = wanted;
          raised = dy;
        }
        hex += glyph.toString(16).padStart(4, '0');
        landing += font.widthOf(glyph);
        pen += advance;
      }
      if (!needsText) continue;
      flush();
      out.push('EMC');
    }
    flush();
    out.push('ET');
    return { operators: out.join(' '), width: pen * scale };
  }

  /** Marks keep the font of their base character. */
  #fontRuns(text: string): FontRun[] {
    const runs: { font: GlyphFont; text: string }[] = [];
    for (const character of text) {
      const last = runs.at(-1);
      const own = this.#fonts.fontOf(character);
      const stays = last && (MARK.test(character) || character === ' ') && last.font.covers(character.codePointAt(0) ?? 0);
      if (last && (stays || last.font === own)) last.text += character;
      else runs.push({ font: own, text: character });
    }
    return runs;
  }
}

/** True when text extraction reads the right text from the glyphs; else the text must be written beside them (ISO 32000-1 14.9.4). */
function noteMeaning(font: GlyphFont, glyphs: readonly ShapedGlyph[], meant: string): boolean {
  const [only, ...more] = glyphs;
  if (!only || more.length > 0) {
    for (const { glyph } of glyphs) font.use(glyph, '');
    return false;
  }
  font.use(only.glyph, meant);
  return font.textOf(only.glyph) === meant;
}

function number(value: number): string {
  return writeNumber(Math.round(value * 100) / 100);
}
