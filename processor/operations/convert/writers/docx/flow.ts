// Blocks that follow each other → WordprocessingML. One block is held until the next is known: a distance before a table belongs to the paragraph
// above it, a picture that text flows around to the paragraph below, the properties of a section to its last paragraph.

import type { Block, FilledBox, Image, ListPlace, Paragraph, Table } from '../../../../document/model.ts';
import { anchorParagraph, closeParagraph, paragraphXml, pictureParagraph, spacer, withTypedLabel } from './paragraph.ts';
import type { ParagraphXml } from './paragraph.ts';
import type { PartContext } from './part-context.ts';
import { tableXml } from './table.ts';

/** Points, as LibreOffice lays it out: a paragraph of one point that frames are anchored to. */
const FRAMES_END = 4 / 3;

/** What comes after the last block: nothing, a section's end with its properties (17.6.18), or the end of a cell, header or footer. */
type End = { readonly section?: string; readonly closed?: boolean };

export class DocxFlow {
  readonly #context: PartContext;
  /** The first block needs no distance. */
  #atTop: boolean;
  #before: Block | undefined;
  #held: Block | undefined;
  #floats: Image[] = [];
  #shapes: readonly FilledBox[] | undefined;
  /** The first of the frames that follow each other. */
  #framedList: number | undefined;
  /** By list and level, what its items were counted up to. */
  readonly #counted = new Map<number, readonly (number | undefined)[]>();
  /** Text boxes of the section that ends next. */
  #boxed: Paragraph[] = [];

  constructor(context: PartContext, atTop = false) {
    this.#context = context;
    this.#atTop = atTop;
  }

  *add(block: Block): Generator<string> {
    if (block.kind === 'paragraph' && block.place && block.boxed) {
      // An item of a text box is counted behind all frames.
      this.#boxed.push(withTypedLabel(block));
      return;
    }
    const held = this.#hold(block);
    if (!held) return;
    if (held.kind === 'table') yield* this.#tableXml(held);
    else if (held.kind === 'image' && held.float) this.#floats.push(held);
    else yield closeParagraph(this.#paragraphOf(held, block));
    this.#pass(held);
  }

  /** Behind what was added, in the section that ends next. */
  anchor(shapes: readonly FilledBox[]): void {
    this.#shapes = shapes;
  }

  /** A paragraph must stand at the end of what is closed (17.4.65), and can hold the properties of a section. */
  *end({ section, closed }: End): Generator<string> {
    const held = this.#hold(undefined);
    const last: ParagraphXml[] = [];
    if (held?.kind === 'table') yield* this.#tableXml(held);
    else if (held?.kind === 'image' && held.float) this.#floats.push(held);
    else if (held) last.push(this.#paragraphOf(held));
    const boxed = this.#boxed.splice(0);
    if (this.#shapes || boxed.length > 0)
      last.push(anchorParagraph({ images: this.#floats.splice(0), shapes: this.#shapes ?? [], boxed }, this.#context));
    this.#shapes = undefined;
    for (const image of this.#floats) last.push(pictureParagraph(image, this.#context));
    if (last.length === 0 && section !== undefined) last.push(held ? spacer(0) : { properties: '', content: '' });
    if (last.length === 0 && closed) last.push(spacer(1));
    for (const [index, paragraph] of last.entries()) yield closeParagraph(paragraph, index === last.length - 1 ? section : '');
    this.#floats = [];
    this.#before = undefined;
  }

  #hold(block: Block | undefined): Block | undefined {
    const held = this.#held;
    this.#held = block;
    return held;
  }

  #pass(block: Block): void {
    this.#before = block;
    this.#atTop = false;
  }

  #paragraphOf(block: Exclude<Block, Table>, next?: Block): ParagraphXml {
    const holdsSpace = next?.kind === 'table' && next.breakBefore === undefined && !isFrame(block);
    const spaceAfter = holdsSpace ? next.spaceBefore : 0;
    if (block.kind === 'image') return pictureParagraph(block, this.#context, spaceAfter, this.#atTop);
    const floats = this.#floats;
    this.#floats = [];
    return paragraphXml(this.#labelled(block), this.#context, { spaceAfter, floats, atTop: this.#atTop });
  }

  /** LibreOffice counts items of other lists, in frames that follow each other, with the first list: their labels are text, as where an item is not counted. */
  #labelled(block: Paragraph): Paragraph {
    const list = block.place ? block.list?.list : undefined;
    const isOther = list !== undefined && this.#framedList !== undefined && list !== this.#framedList;
    if (!isOther) this.#framedList = list;
    return isOther || (block.list && !this.#isNext(block.list) && block.place) ? withTypedLabel(block) : block;
  }

  #isNext({ list, level, value, format }: ListPlace): boolean {
    const counted = this.#counted.get(list)?.slice(0, level + 1) ?? [];
    const last = counted[level];
    if (format.kind !== 'bullet' && last !== undefined && value !== last + 1) return false;
    counted[level] = value;
    this.#counted.set(list, counted);
    return true;
  }

  *#tableXml(table: Table): Generator<string> {
    const before = this.#before;
    // Placed tables that follow each other would be one.
    if (table.place && before?.kind === 'table') yield closeParagraph(spacer(1));
    const holdsSpace = before !== undefined && before.kind !== 'table' && table.breakBefore === undefined && !isFrame(before);
    const space = this.#atTop ? 0 : table.spaceBefore;
    // A frame is the paragraph's that follows it, which is higher in LibreOffice.
    const endsFrames = before !== undefined && isFrame(before);
    if (endsFrames) yield closeParagraph(spacer(1));
    const needsParagraph = table.breakBefore !== undefined || before?.kind === 'table' || space > 2;
    if (!table.place && !holdsSpace && needsParagraph)
      yield closeParagraph(spacer(space - (endsFrames ? FRAMES_END : 0), table.breakBefore));
    yield* tableXml(table, ({ blocks, vertical }) => closedXml(blocks, this.#context, vertical !== undefined));
  }
}

/** It has a place on its page: nothing follows below it. */
function isFrame(block: Block): boolean {
  return block.kind === 'paragraph' ? block.place !== undefined : block.kind === 'image' && block.float !== undefined;
}

/** The content of a cell, header or footer. */
export function* closedXml(blocks: Iterable<Block>, context: PartContext, atTop = false): Generator<string> {
  const flow = new DocxFlow(context, atTop);
  for (const block of blocks) yield* flow.add(block);
  yield* flow.end({ closed: true });
}
