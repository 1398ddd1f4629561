// The text that readers get instead of the glyphs (ISO 32000-2 14.9.4): it would keep the old text, so it is removed where the text is edited.

import type { ContentEdit } from '../syntax/operations.ts';
import { readOperations } from '../syntax/operations.ts';
import type { FontGlyph, PdfFont } from '../fonts/pdf-font.ts';
import type { Mark } from '../content/state.ts';
import type { PlacedGlyph } from './page-text.ts';
import type { Insertion } from './rewrite-text.ts';
import { writeName } from '../syntax/write-operand.ts';

export const SPOKEN = ['ActualText', 'Alt', 'E'];

/** The edits that remove it from the marks around the glyphs, in the same content; `shared` where other text uses a mark too. */
export function writeActualText(glyphs: readonly PlacedGlyph[]): ContentEdit[] | 'shared' {
  const edits = new Map<number, ContentEdit>();
  for (const { event } of glyphs) {
    for (const mark of event.marks) {
      if (mark.actualText === undefined && mark.alt === undefined) continue;
      const edit = mark.source === event.source ? silenceMark(mark) : undefined;
      if (!edit) return 'shared';
      edits.set(mark.span.start, edit);
    }
  }
  return [...edits.values()];
}

const LETTERS_MAX = 200;

/**
 * Letters that readers know by it alone, as those of another form without a character, get one of their own where they are written anew.
 * @param old what is replaced
 */
export function spokenAnew(insertion: Insertion, old: readonly PlacedGlyph[]): Insertion {
  const { font } = insertion.at.event;
  const isSpoken = old.some(({ event }) => event.marks.some(({ actualText }) => actualText !== undefined));
  if (!isSpoken || !font || insertion.pieces.some(({ bytes, fontName }) => bytes && fontName !== undefined)) return insertion;
  const glyphs = insertion.pieces.flatMap(({ bytes }) => (bytes ? glyphsIn(font, bytes) : []));
  const text = glyphs.map(({ unicode }) => unicode).join('');
  const isKnown = glyphs.every(({ unicode, unicodeFrom }) => unicodeFrom === 'tounicode' || unicode.trim() === '');
  if (isKnown || glyphs.length > LETTERS_MAX || RIGHT_TO_LEFT.test(text)) return insertion;
  const words = Buffer.from(text, 'utf16le').swap16().toString('hex');
  return {
    ...insertion,
    before: `/Span <</ActualText <feff${words}>>> BDC ${insertion.before}`.trimEnd(),
    after: `${insertion.after} EMC`.trimStart(),
  };
}

function glyphsIn(font: PdfFont, bytes: Uint8Array): FontGlyph[] {
  const glyphs: FontGlyph[] = [];
  for (let at = 0; at < bytes.length;) {
    const { code, length } = font.codeAt(bytes, at);
    glyphs.push(font.glyphOf(code, length));
    at += length;
  }
  return glyphs;
}

const RIGHT_TO_LEFT = /[\p{scx=Arab}\p{scx=Hebr}]/u;

/** The edit that removes it from one mark; undefined where it is in the resources. */
export function silenceMark(mark: Mark): ContentEdit | undefined {
  if (mark.properties) return undefined;
  const bytes = mark.source.content.bytes.subarray(mark.span.start, mark.span.end);
  const [operation] = readOperations(bytes);
  const dict = operation?.operands[1];
  if (dict?.kind !== 'dict') return undefined;
  const entries = [...dict.entries]
    .filter(([key]) => !SPOKEN.includes(key))
    .map(([key, value]) => `${writeName(key)} ${Buffer.from(bytes.subarray(value.start, value.end)).toString('latin1')}`);
  return { ...mark.span, replacement: `${writeName(mark.tag)} <<${entries.join(' ')}>> BDC` };
}
