// Rewrites text-showing operations: removes glyphs, inserts new text, and moves what follows: along the line by numbers in TJ arrays, to another
// line by Tm. Glyphs that should not move do not: every difference between the position after the rewritten operators and a glyph's place is
// corrected before that glyph. Every glyph stays in its operation, so it keeps its state, its marked content and its place in the reading order.

import type { ContentSource } from '../content/content-source.ts';
import type { TextEvent } from '../content/events.ts';
import type { ArrayOperand, Operand, StringOperand } from '../syntax/operand.ts';
import type { ContentEdit } from '../syntax/operations.ts';
import type { TextPiece } from './encode-text.ts';
import type { PageText, PlacedGlyph } from './page-text.ts';
import { IDENTITY, invert, multiply, transform } from '../geometry/matrix.ts';
import { type Precision, writeName, writeNumber, writeNumbers, writeString } from '../syntax/write-operand.ts';

/** Points not worth a number: they are invisible. */
const FAR_PT = 0.003;
/** Text matrices may have the size of the font, or be a thousandth of it. */
const MATRIX: Precision = { decimals: 6 };

export interface Insertion {
  /** Replaces this glyph; comes after it where it stays, or before it. */
  readonly at: PlacedGlyph;
  readonly isBefore?: boolean;
  readonly pieces: readonly TextPiece[];
  /** Operators before and after the new text, for its colour; empty for none. */
  readonly before: string;
  readonly after: string;
  /** From the origin of that glyph to the start of the text: along the baseline and across it, in page space. */
  readonly shift: number;
  readonly rise?: number;
}

export interface TextRewrite {
  readonly source: ContentSource;
  readonly removed: ReadonlySet<PlacedGlyph>;
  readonly insertions?: readonly Insertion[];
  /** How far a remaining glyph moves along its baseline, in page space. */
  shiftOf(glyph: PlacedGlyph): number;
  /** And across it, upwards. */
  riseOf?(glyph: PlacedGlyph): number;
}

interface TextToken {
  readonly kind: 'raw' | 'operators';
  readonly text: string;
}
interface NumberToken {
  readonly kind: 'number';
  readonly value: number;
}
interface BytesToken {
  readonly kind: 'bytes';
  readonly bytes: Buffer;
  readonly hex: boolean;
}
type Token = TextToken | NumberToken | BytesToken;

/** The edits of the source's content; none when nothing changes. */
export function rewriteText(page: PageText, rewrite: TextRewrite): ContentEdit[] {
  const edits: ContentEdit[] = [];
  const flows = changedFlows(page, rewrite);
  const isChanged = ({ source, flow }: TextEvent) => source === rewrite.source && flows.has(flow);
  const glyphs = page.glyphs.filter(({ event }) => isChanged(event));
  const byEvent = Map.groupBy(glyphs, ({ eventIndex }) => eventIndex);
  let [flow, offset] = [-1, 0];
  for (const [index, event] of page.events.entries()) {
    if (!isChanged(event)) continue;
    if (event.flow !== flow) [flow, offset] = [event.flow, 0];
    const writer = new EventWriter(event, rewrite, offset);
    writer.run(byEvent.get(index) ?? []);
    offset = writer.offset;
    if (writer.isChanged) edits.push({ start: event.operation.start, end: event.operation.end, replacement: writer.text() });
  }
  return edits;
}

/** Those in which something is removed or moves: each begins at a place of its own, so the others stay as they are. */
function changedFlows(page: PageText, rewrite: TextRewrite): ReadonlySet<number> {
  const flows = new Set<number>();
  const isMoved = (glyph: PlacedGlyph) => rewrite.shiftOf(glyph) !== 0 || (rewrite.riseOf?.(glyph) ?? 0) !== 0;
  for (const { at } of rewrite.insertions ?? []) if (at.event.source === rewrite.source) flows.add(at.event.flow);
  for (const glyph of page.glyphs)
    if (glyph.event.source === rewrite.source && (rewrite.removed.has(glyph) || isMoved(glyph))) flows.add(glyph.event.flow);
  return flows;
}

/** Page-space length of one unit of unscaled text space in the direction of the text: negative for vertical writing, which runs down. */
export function textScale({ textMatrix, state, font }: TextEvent): number {
  const [a, b, c, d] = state.ctm;
  if (font?.isVertical) return -Math.hypot(textMatrix[2] * a + textMatrix[3] * c, textMatrix[2] * b + textMatrix[3] * d);
  return Math.hypot(textMatrix[0] * a + textMatrix[1] * c, textMatrix[0] * b + textMatrix[1] * d);
}

/** From a way along the baseline and across it, in page space, to unscaled text space. */
function textSpaceOf(event: TextEvent): (along: number, across: number) => readonly [number, number] {
  if (event.font?.isVertical) return (along) => [along / textScale(event), 0];
  const matrix = multiply(event.textMatrix, event.state.ctm);
  const scale = Math.hypot(matrix[0], matrix[1]);
  const [cos, sin] = [matrix[0] / scale, matrix[1] / scale];
  const back = invert([matrix[0], matrix[1], matrix[2], matrix[3], 0, 0]) ?? IDENTITY;
  return (along, across) => (across === 0 ? [along / scale, 0] : transform(back, along * cos - across * sin, along * sin + across * cos));
}

class EventWriter {
  /** How far what follows would be from its old place, in unscaled text space. */
  offset: number;
  isChanged = false;
  private readonly event: TextEvent;
  private readonly rewrite: TextRewrite;
  /** How far it is above its line. */
  private rise = 0;
  private isPlaced = false;
  private readonly tokens: Token[] = [];
  private readonly scale: number;
  private readonly toText: (along: number, across: number) => readonly [number, number];

  constructor(event: TextEvent, rewrite: TextRewrite, offset: number) {
    this.event = event;
    this.rewrite = rewrite;
    this.offset = offset;
    this.scale = Math.abs(textScale(event));
    this.toText = textSpaceOf(event);
  }

  run(glyphs: readonly PlacedGlyph[]): void {
    const last = this.event.operation.operands.at(-1);
    const items: readonly Operand[] = last?.kind === 'array' ? (last satisfies ArrayOperand).items : last ? [last] : [];
    const byElement = Map.groupBy(glyphs, ({ shown }) => shown.element);
    // Numbers between two removed glyphs are removed too.
    let wasRemoved = false;
    for (const [element, item] of items.entries()) {
      if (item.kind === 'number') {
        const next = wasRemoved ? glyphs.find(({ shown }) => shown.element > element) : undefined;
        if (next && this.rewrite.removed.has(next)) {
          this.offset += (item.value / 1000) * this.unit;
          this.isChanged = true;
        } else this.tokens.push({ kind: 'raw', text: this.slice(item.start, item.end) });
      }
      if (item.kind !== 'string') continue;
      const own = byElement.get(element) ?? [];
      this.runString(item, own);
      const end = own.at(-1);
      if (end) wasRemoved = this.rewrite.removed.has(end);
    }
    if (this.isPlaced) this.returnToLine();
  }

  private runString(item: StringOperand, glyphs: readonly PlacedGlyph[]): void {
    const before = this.tokens.length;
    let [kept, isChanged]: [Buffer[], boolean] = [[], false];
    const flush = () => {
      if (kept.length > 0) this.tokens.push({ kind: 'bytes', bytes: Buffer.concat(kept), hex: item.hex });
      kept = [];
    };
    for (const glyph of glyphs) {
      const { shown } = glyph;
      if (this.rewrite.removed.has(glyph)) {
        isChanged = true;
        flush();
        for (const insertion of this.rewrite.insertions ?? []) if (insertion.at === glyph) this.insert(insertion);
        this.offset -= shown.advance;
        continue;
      }
      for (const insertion of this.insertionsAt(glyph, true)) {
        isChanged = true;
        flush();
        this.insert(insertion);
      }
      const [wanted, rise] = this.toText(this.rewrite.shiftOf(glyph), this.rewrite.riseOf?.(glyph) ?? 0);
      if (this.isFar(wanted) || this.isOff(rise)) {
        isChanged = true;
        flush();
        this.moveTo(wanted, rise, shown.position);
      }
      kept.push(Buffer.from(item.bytes.subarray(shown.offset, shown.offset + shown.glyph.length)));
      for (const insertion of this.insertionsAt(glyph, false)) {
        isChanged = true;
        flush();
        this.insert(insertion, shown.advance);
      }
    }
    if (!isChanged) {
      this.tokens.length = before;
      this.tokens.push({ kind: 'raw', text: this.slice(item.start, item.end) });
      return;
    }
    flush();
    this.isChanged = true;
  }

  private insertionsAt(glyph: PlacedGlyph, isBefore: boolean): readonly Insertion[] {
    return (this.rewrite.insertions ?? []).filter((one) => one.at === glyph && (one.isBefore ?? false) === isBefore);
  }

  private get unit(): number {
    // Horizontal scaling does not reach vertical writing (9.4.4).
    return this.event.state.fontSize * (this.event.font?.isVertical ? 1 : this.event.state.horizontalScale);
  }

  private isFar(wanted: number): boolean {
    return Math.abs(wanted - this.offset) * this.scale > FAR_PT;
  }

  private isOff(rise: number): boolean {
    return Math.abs(rise - this.rise) * this.scale > FAR_PT;
  }

  /** @param position of the glyph in its operation */
  private moveTo(wanted: number, rise: number, position: number): void {
    if (this.isOff(rise)) {
      const matrix = multiply([1, 0, 0, 1, position + wanted, rise], this.event.textMatrix);
      this.tokens.push({ kind: 'operators', text: `${writeNumbers(matrix, MATRIX)} Tm` });
      [this.offset, this.rise, this.isPlaced] = [wanted, rise, true];
      return;
    }
    this.tokens.push({ kind: 'number', value: (-(wanted - this.offset) * 1000) / this.unit });
    this.offset = wanted;
  }

  /** What follows counts on the line's matrix and on the place after the operation. */
  private returnToLine(): void {
    const { lineMatrix, textMatrixAfter } = this.event;
    this.tokens.push({ kind: 'operators', text: `${writeNumbers(lineMatrix, MATRIX)} Tm` });
    const [x] = transform(invert(lineMatrix) ?? IDENTITY, textMatrixAfter[4], textMatrixAfter[5]);
    if (Math.abs(x) * this.scale > FAR_PT) this.tokens.push({ kind: 'number', value: (-x * 1000) / this.unit });
    [this.offset, this.rise, this.isPlaced, this.isChanged] = [0, 0, false, true];
  }

  /** @param passed how far the pen is past the origin of its glyph */
  private insert({ at, pieces, before, after, shift, rise = 0 }: Insertion, passed = 0): void {
    const { state } = this.event;
    const [along, up] = this.toText(shift, rise);
    const wanted = along - passed;
    if (this.isFar(wanted) || this.isOff(up)) this.moveTo(wanted, up, at.shown.position + passed);
    if (before !== '') this.tokens.push({ kind: 'operators', text: before });
    const own = { name: state.fontName, size: state.fontSize, rise: 0 };
    let current = own;
    const select = (wanted: typeof own) => {
      if (wanted.rise !== current.rise) this.tokens.push({ kind: 'operators', text: `${writeNumber(state.rise + wanted.rise)} Ts` });
      if (wanted.name !== undefined && (wanted.name !== current.name || wanted.size !== current.size))
        this.tokens.push({ kind: 'operators', text: `${writeName(wanted.name)} ${writeNumber(wanted.size)} Tf` });
      current = wanted;
    };
    for (const piece of pieces) {
      if (piece.bytes) {
        select({ name: piece.fontName ?? state.fontName, size: piece.fontSize, rise: piece.rise ?? 0 });
        const hex = piece.fontName !== undefined || piece.bytes.some((byte) => byte < 32 || byte > 126);
        this.tokens.push({ kind: 'bytes', bytes: piece.bytes, hex });
      } else this.tokens.push({ kind: 'number', value: (-piece.advance * 1000 * own.size) / (this.unit * current.size) });
      this.offset += piece.advance;
    }
    select(own);
    if (after !== '') this.tokens.push({ kind: 'operators', text: after });
  }

  private slice(start: number, end: number): string {
    return Buffer.from(this.event.source.content.bytes.subarray(start, end)).toString('latin1');
  }

  text(): string {
    const { operator, operands } = this.event.operation;
    const parts: string[] = [];
    // What ' and " do besides showing (table 107).
    if (operator === '"') {
      const [word, char] = operands.slice(-3).map((operand) => this.slice(operand.start, operand.end));
      parts.push(`${word} Tw ${char} Tc T*`);
    } else if (operator === "'") parts.push('T*');
    let array: string[] = [];
    const close = () => {
      if (array.length > 0) parts.push(`[${array.join('')}]TJ`);
      array = [];
    };
    for (const token of this.tokens) {
      if (token.kind === 'bytes') array.push(writeString(token.bytes, token.hex));
      else if (token.kind === 'operators') {
        close();
        parts.push(token.text);
      } else if (token.kind === 'number') array.push(`${/[\d.]$/.test(array.at(-1) ?? '') ? ' ' : ''}${writeNumber(token.value)}`);
      else array.push(`${/[\d.]$/.test(array.at(-1) ?? '') ? ' ' : ''}${token.text}`);
    }
    close();
    return parts.join(' ');
  }
}
