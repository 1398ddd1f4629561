// Replaces, deletes and restyles text inside the content streams. The old glyphs are gone, not covered; what stood after them on the line
// moves along, everything else stays where it was. What cannot be done well is refused with its reason, and then nothing has changed.

import { PDFName } from 'pdf-lib';
import type { Box } from '../box.ts';
import type { ContentEdit } from '../content/operations.ts';
import { writeActualText } from './actual-text.ts';
import { colorOperators, type Color } from './color.ts';
import { advanceOf, codeBytes, encodeInFont, shownCodes, type TextPiece } from './encode-text.ts';
import { embedFace, findFaces, type FaceStyle } from './fallback-font.ts';
import { boxesOf, findText, unite, type TextMatch, type TextQuery } from './find.ts';
import { describeLine, type Alignment, type Line } from './line.ts';
import { readPageTextEvents, type PageText, type PlacedGlyph } from './page-text.ts';
import type { EditRefusal } from './refusal.ts';
import { rewriteText, textScale } from './rewrite-text.ts';
import { freeName, subDictionary, writeSource, type EditableDocument } from './write-source.ts';

export type Fit = 'shrink' | 'error' | 'overflow';

export interface TextChange {
  /** 0-based. */
  readonly pageIndex: number;
  readonly before: string;
  readonly after: string;
  /** Page space: all that may look different, the old place, the new text and the moved rest of the line. */
  readonly bbox: Box;
  readonly fidelity: {
    readonly font_preserved: boolean;
    /** The face that stands in, by name. */
    readonly font_substituted?: string;
    readonly glyphs_missing: readonly string[];
    /** The new text goes beyond the line's place. */
    readonly overflow: boolean;
    /** 1 unless the text was made smaller to fit. */
    readonly scale: number;
  };
}

export type EditOutcome =
  | { readonly ok: true; readonly change: TextChange }
  | { readonly ok: false; readonly refusal: EditRefusal; readonly match: TextMatch };

export interface TextStyle {
  readonly color?: Color;
  /** Points, or a factor of what it is. */
  readonly size?: { readonly points: number } | { readonly factor: number };
}

export interface ReplaceOptions {
  /** Default shrink. */
  readonly fit?: Fit;
  /** Default: as the lines around it. */
  readonly alignment?: Alignment;
  readonly style?: TextStyle;
}

/** Which of the matches of a page: all, or the n-th (1-based; -1 is the last). */
export type Occurrence = 'all' | number;

/**
 * Replaces matches on one page; an empty `value` deletes. Each match is edited or refused by itself, in the order of the text.
 * @throws JobFailure decompression_limit
 */
export async function replaceOnPage(
  document: EditableDocument,
  pageIndex: number,
  query: TextQuery,
  value: string,
  options: ReplaceOptions & { readonly occurrence?: Occurrence } = {},
): Promise<EditOutcome[]> {
  return editMatches(document, pageIndex, query, options.occurrence ?? 'all', (page, match) =>
    replaceMatch(document, pageIndex, page, match, value, options),
  );
}

/** Gives matches another colour or size, in their own font. @throws JobFailure decompression_limit */
export async function restyleOnPage(
  document: EditableDocument,
  pageIndex: number,
  query: TextQuery,
  style: TextStyle,
  options: Pick<ReplaceOptions, 'fit' | 'alignment'> & { readonly occurrence?: Occurrence } = {},
): Promise<EditOutcome[]> {
  return editMatches(document, pageIndex, query, options.occurrence ?? 'all', (page, match) =>
    replaceMatch(document, pageIndex, page, match, undefined, { ...options, style }),
  );
}

async function editMatches(
  document: EditableDocument,
  pageIndex: number,
  query: TextQuery,
  occurrence: Occurrence,
  edit: (page: PageText, match: TextMatch) => Promise<EditOutcome>,
): Promise<EditOutcome[]> {
  const dict = document.pages[pageIndex]?.dict;
  if (!dict) return [];
  let page = readPageTextEvents(dict);
  const count = findText(page, query).length;
  const wanted =
    occurrence === 'all' ? Array.from({ length: count }, (_, index) => index) : [occurrence < 0 ? count + occurrence : occurrence - 1];
  const outcomes: EditOutcome[] = [];
  // From the last to the first: what stands before a match is found again as it was.
  for (const index of wanted.toReversed()) {
    const match = findText(page, query)[index];
    if (!match) continue;
    const outcome = await edit(page, match);
    outcomes.unshift(outcome);
    if (outcome.ok) page = readPageTextEvents(dict);
  }
  return outcomes;
}

/** One match; `value` undefined keeps the text and only restyles it. */
export async function replaceMatch(
  document: EditableDocument,
  pageIndex: number,
  page: PageText,
  match: TextMatch,
  value: string | undefined,
  options: ReplaceOptions,
): Promise<EditOutcome> {
  const refusal = refusalOf(page, match);
  if (refusal) return { ok: false, refusal, match };
  const first = match.glyphs[0];
  const last = match.glyphs.at(-1);
  if (!first || !last) return { ok: false, refusal: 'degenerate_matrix', match };
  const { event } = first;
  const scale = textScale(event);
  const box = document.pages[pageIndex]?.mediaBox;
  const line = describeLine(page, match.glyphs, box && [box.x, box.y, box.x + box.width, box.y + box.height]);
  const text = value === undefined ? undefined : match.leadingRest + value + match.trailingRest;
  const fontSize = sizeFor(event.state.fontSize, first.size, options.style);
  const old = last.start + last.shown.advance * textScale(last.event) - first.start;
  const encode = makeEncoder(page, match, text);
  const alignment = options.alignment ?? line.alignment;
  let encoded = await encode(fontSize);
  if (!encoded) return { ok: false, refusal: 'glyph_missing', match };
  let factor = 1;
  const growth = encoded.advance * scale - old;
  const fits = roomFor(line, alignment) >= growth - first.size * 0.02 || growth <= 0;
  if (!fits && options.fit === 'error') return { ok: false, refusal: 'does_not_fit', match };
  if (!fits && (options.fit ?? 'shrink') === 'shrink') {
    factor = Math.max(0, old + Math.max(0, roomFor(line, alignment))) / (encoded.advance * scale);
    if (factor < SHRINK_MIN) return { ok: false, refusal: 'does_not_fit', match };
    encoded = await encode(fontSize * factor);
    if (!encoded) return { ok: false, refusal: 'glyph_missing', match };
  }
  const delta = encoded.advance * scale - old;
  const lead = alignment === 'left' ? 0 : alignment === 'right' ? -delta : -delta / 2;
  const names = new Map<string, string>();
  const fonts = lookupFonts(event.source.resources);
  for (const { face } of encoded.faces) names.set(face.file, freeName(fonts, `Fe${names.size}x`));
  const pieces = encoded.pieces.map((piece) =>
    piece.fontName === undefined ? piece : { ...piece, fontName: names.get(piece.fontName) ?? piece.fontName },
  );
  const colors = options.style?.color ? colorOperators(options.style.color, event.state.fill) : { before: '', after: '' };
  const removed = new Set(match.glyphs);
  const edits: ContentEdit[] = rewriteText(page, {
    source: event.source,
    removed,
    insertion: { at: first, pieces, ...colors, shift: lead },
    shiftOf: (glyph) => (line.after.has(glyph) ? lead + delta : line.before.has(glyph) ? lead : 0),
  });
  const spoken = writeActualText(match.glyphs);
  if (spoken === 'shared') return { ok: false, refusal: 'shared_actual_text', match };
  writeSource(document, page.page, event.source, [...edits, ...spoken], (resources) => {
    if (encoded.faces.length === 0) return;
    const dict = subDictionary(document.context, resources, 'Font');
    for (const { face, style } of encoded.faces)
      dict.set(PDFName.of(names.get(face.file) ?? face.file), embedFace(document.context, face, style));
  });
  const changed = [
    ...match.glyphs,
    ...inexactRest(page, match),
    ...(lead === 0 ? [] : line.before),
    ...(Math.abs(lead + delta) < 1e-6 ? [] : line.after),
  ];
  // Larger letters also reach higher and lower.
  const taller = Math.max(0, fontSize / event.state.fontSize - 1) * first.size;
  const bbox = grow(boxesOf(changed).reduce(unite), first.angle, Math.max(delta, 0), first.size, lead, taller);
  return {
    ok: true,
    change: {
      pageIndex,
      before: match.text,
      after: value ?? match.text,
      bbox,
      fidelity: {
        font_preserved: encoded.faces.length === 0,
        ...(encoded.faces[0] ? { font_substituted: encoded.faces[0].face.name } : {}),
        glyphs_missing: encoded.missing,
        overflow: roomFor(line, alignment) < delta - first.size * 0.05,
        scale: factor,
      },
    },
  };
}

/** Smaller than this, text is no longer the same text. */
const SHRINK_MIN = 0.6;

function refusalOf(page: PageText, { glyphs, boxes, text }: TextMatch): EditRefusal | undefined {
  const [first] = glyphs;
  if (!first) return 'degenerate_matrix';
  if (page.gaps.has('damaged_stream') || page.gaps.has('operations') || page.gaps.has('glyphs')) return 'damaged_content';
  if (boxes.length > 1) return 'spans_lines';
  if (glyphs.some(({ event }) => event.source !== first.event.source)) return 'split_over_contents';
  if (glyphs.some(({ event }) => event.font?.kind === 'type3')) return 'type3_font';
  if (glyphs.some(({ event }) => event.font?.isVertical)) return 'vertical_text';
  if (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u.test(text)) return 'right_to_left';
  if (glyphs.some(({ event }) => event.state.renderMode === 3 || event.state.renderMode === 7)) return 'invisible_text';
  const unit = first.event.state.fontSize * first.event.state.horizontalScale * textScale(first.event);
  // Mirrored or negative sizes write to the left in their own measure.
  return Number.isFinite(unit) && unit > 0.01 ? undefined : 'degenerate_matrix';
}

function roomFor(line: Line, alignment: Alignment): number {
  const [left, right] = [line.start - line.startMin, line.endMax - line.end];
  if (alignment === 'left') return right;
  return alignment === 'right' ? left : 2 * Math.min(left, right);
}

function sizeFor(current: number, shown: number, style: TextStyle | undefined): number {
  if (!style?.size) return current;
  return 'factor' in style.size ? current * style.size.factor : (current * style.size.points) / shown;
}

/**
 * Where widths are no whole thousandths, engines that round them put what flows on a few hundredths of a point elsewhere, although it is
 * meant to stay: it may look different by a shade.
 */
export function inexactRest(page: PageText, { glyphs }: TextMatch): PlacedGlyph[] {
  const last = glyphs.at(-1);
  const isWhole = ({ shown }: PlacedGlyph) => Math.abs(shown.glyph.width * 1000 - Math.round(shown.glyph.width * 1000)) < 1e-6;
  if (!last || page.glyphs.every((glyph) => glyph.event.font !== last.event.font || isWhole(glyph))) return [];
  const flows = new Set(glyphs.map(({ event }) => event.flow));
  return page.glyphs.filter(({ event, eventIndex, indexInEvent }) => {
    if (event.source !== last.event.source || !flows.has(event.flow)) return false;
    return eventIndex > last.eventIndex || (eventIndex === last.eventIndex && indexInEvent > last.indexInEvent);
  });
}

interface Encoded {
  readonly pieces: readonly TextPiece[];
  /** Unscaled text space. */
  readonly advance: number;
  readonly faces: readonly { readonly face: Awaited<ReturnType<typeof facesFor>>[number]; readonly style: FaceStyle }[];
  /** Characters that the document's own font lacks. */
  readonly missing: readonly string[];
}

async function facesFor(text: string, style: FaceStyle) {
  return (await findFaces(text, style)) ?? [];
}

/** Encodes the new text at a size: in its own font, else in faces that stand in. */
function makeEncoder(page: PageText, match: TextMatch, text: string | undefined): (fontSize: number) => Promise<Encoded | undefined> {
  const event = match.glyphs[0]?.event;
  const font = event?.font;
  const own = font && shownCodes(page).get(font);
  return async (fontSize) => {
    if (!event || !font) return undefined;
    const { state } = event;
    const sum = (pieces: readonly TextPiece[]) => pieces.reduce((total, { advance }) => total + advance, 0);
    if (text === undefined) {
      // The same codes; each stretch keeps its font.
      const factor = fontSize / state.fontSize;
      const pieces = match.glyphs.map(({ event: from, shown }) => ({
        fontName: from.font === font ? undefined : from.state.fontName,
        fontSize: from.state.fontSize * factor,
        bytes: codeBytes(shown.glyph),
        advance: advanceOf(shown.glyph, from.state.fontSize * factor, state),
      }));
      return { pieces: joinPieces(pieces), advance: sum(pieces), faces: [], missing: [] };
    }
    const inOwn = encodeInFont(font, text, fontSize, state, own);
    if (inOwn) return { pieces: inOwn, advance: sum(inOwn), faces: [], missing: [] };
    const style = styleOf(font);
    const faces = await facesFor(text, style);
    const pieces: TextPiece[] = [];
    for (const character of text) {
      const face = faces.find(({ glyphs }) => glyphs.has(character));
      const glyph = face?.glyphs.get(character);
      if (!face || !glyph) return undefined;
      const code = { code: glyph.gid, length: 2 };
      pieces.push({
        fontName: face.file,
        fontSize,
        bytes: codeBytes(code),
        advance: advanceOf({ ...code, width: glyph.width / 1000 }, fontSize, state),
      });
    }
    const missing = [...new Set(text)].filter((character) => !encodeInFont(font, character, fontSize, state, own));
    return { pieces: joinPieces(pieces), advance: sum(pieces), faces: faces.map((face) => ({ face, style })), missing };
  };
}

function joinPieces(pieces: readonly TextPiece[]): TextPiece[] {
  const joined: TextPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.bytes && piece.bytes && last.fontName === piece.fontName && last.fontSize === piece.fontSize) {
      joined[joined.length - 1] = { ...last, bytes: Buffer.concat([last.bytes, piece.bytes]), advance: last.advance + piece.advance };
    } else joined.push(piece);
  }
  return joined;
}

function styleOf(font: NonNullable<PageText['events'][number]['font']>): FaceStyle {
  const { descriptor, baseFont } = font;
  const mono = descriptor.isFixedPitch || /courier|mono|consol|typewriter|cmtt/i.test(baseFont);
  const sans = /arial|helvet|sans|calibri|verdana|tahoma|segoe|roboto|gothic|cmss/i.test(baseFont);
  const serif =
    !sans && (descriptor.isSerif || /times|serif|roman|georgia|garamond|cambria|palatino|bookman|cmr|minion|century/i.test(baseFont));
  return {
    family: mono ? 'mono' : serif ? 'serif' : 'sans',
    isBold: descriptor.isBold || /bold|black|heavy|semibold|demi|cmbx/i.test(baseFont),
    isItalic: descriptor.isItalic || /italic|oblique|cmti/i.test(baseFont),
  };
}

function lookupFonts(resources: PageText['events'][number]['source']['resources']) {
  return resources?.lookup(PDFName.of('Font'));
}

/** Room for the new text, and a little for strokes and anti-aliasing. */
function grow([left, bottom, right, top]: Box, angle: number, delta: number, size: number, lead: number, taller: number): Box {
  const slack = size * 0.3 + 1 + taller;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const [back, forth] = [Math.min(0, lead), Math.max(0, delta + lead)];
  return [
    left - slack + Math.min(0, dx * forth, dx * back),
    bottom - slack + Math.min(0, dy * forth, dy * back),
    right + slack + Math.max(0, dx * forth, dx * back),
    top + slack + Math.max(0, dy * forth, dy * back),
  ];
}
