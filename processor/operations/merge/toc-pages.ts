// The table of contents of a merged file: a line for each of its files, with the page on which it begins. It is laid out before the pages are known, so
// that its own pages can stand before them, and written when they are. Tagged as ISO 32000-1 14.8.4.3.2 has it (TOC, TOCI, Reference, Link).

import { PDFArray, PDFContext, PDFDict, PDFHexString, PDFName, type PDFRef } from 'pdf-lib';
import { baseDirection } from '../../pdf/draw/bidi.ts';
import { embedFace, type Face, findFaces } from '../../pdf/draw/fallback-font.ts';
import { layOutParts } from '../../pdf/draw/lay-out-text.ts';
import { drawGlyphs } from '../../pdf/draw/text-form.ts';
import { visualParts } from '../../pdf/draw/visual-order.ts';
import { savePdf } from '../../pdf/save.ts';
import { writeNumber } from '../../pdf/syntax/write-operand.ts';
import { wrapLine } from '../../text/wrap.ts';

export interface TocRequest {
  readonly title: string;
  /** Of the files, in their order. */
  readonly entries: readonly string[];
  /** Points. */
  readonly page: { readonly width: number; readonly height: number };
  /** An odd number of pages is followed by an empty one. */
  readonly evenPages: boolean;
}

interface TocLine {
  readonly entry: number;
  readonly text: string;
  /** The last of its entry has the number of the page. */
  readonly isLast: boolean;
  /** Of the baseline, points from the bottom. */
  readonly y: number;
}

const STYLE = { family: 'sans', isBold: false, isItalic: false } as const;
const TITLE_PT = 18;
const TEXT_PT = 11;
const LEADING_PT = 14;
const ENTRY_GAP_PT = 5;
const MARGIN_PT = 56.7;
/** Between a title, the dots and a number. */
const GAP_PT = 6;

export class TocPages {
  /** Characters that no font here has. */
  readonly missing: ReadonlySet<string>;
  readonly #request: TocRequest;
  readonly #faces: readonly Face[];
  /** By page, without the empty one. */
  readonly #pages: readonly (readonly TocLine[])[];

  private constructor(request: TocRequest, faces: readonly Face[], missing: ReadonlySet<string>) {
    this.#request = request;
    this.#faces = faces;
    this.missing = missing;
    this.#pages = this.#layOut();
  }

  static async plan(request: TocRequest): Promise<TocPages> {
    const missing = new Set<string>();
    const digits = '0123456789';
    for (const character of new Set([request.title, ...request.entries].join('')))
      if (!(await findFaces(character, STYLE))) missing.add(character);
    const shown = (text: string) => Array.from(text.normalize('NFC'), (character) => (missing.has(character) ? '?' : character)).join('');
    const own = { ...request, title: shown(request.title), entries: request.entries.map(shown) };
    const faces = await findFaces(`${[own.title, ...own.entries].join(' ')} ?${digits}`, STYLE);
    if (!faces) throw new RangeError('characters that have faces alone have none together');
    return new TocPages(own, faces, missing);
  }

  get pageCount(): number {
    const own = this.#pages.length;
    return this.#request.evenPages && own % 2 === 1 ? own + 1 : own;
  }

  /**
   * A document of these pages alone. Each entry has one link, in their order, which leads to the first page for now.
   * @param firstPages of each entry, 1-based in the result
   */
  async write(firstPages: readonly number[]): Promise<Uint8Array> {
    const context = PDFContext.create();
    const writer = new TocWriter(context, this.#faces, this.#request);
    for (const lines of this.#pages) writer.addPage(lines, firstPages);
    for (let page = this.#pages.length; page < this.pageCount; page++) writer.addPage([], firstPages);
    writer.finish();
    return savePdf(context, { packed: true, contentId: true });
  }

  #layOut(): (readonly TocLine[])[] {
    const { entries, page } = this.#request;
    const numbers = widthOf(this.#faces, '00000', TEXT_PT);
    const widthMax = Math.max(72, page.width - 2 * MARGIN_PT - numbers - 4 * GAP_PT);
    const top = page.height - MARGIN_PT;
    const pages: TocLine[][] = [[]];
    let y = top - TITLE_PT - LEADING_PT;
    for (const [entry, title] of entries.entries()) {
      const parts = [...wrapLine(title, widthMax, (text) => widthOf(this.#faces, text, TEXT_PT))];
      for (const [at, text] of parts.entries()) {
        y -= LEADING_PT;
        if (y < MARGIN_PT) {
          pages.push([]);
          y = top - LEADING_PT;
        }
        pages.at(-1)?.push({ entry, text, isLast: at === parts.length - 1, y });
      }
      y -= ENTRY_GAP_PT;
    }
    return pages;
  }
}

/** Points. */
function widthOf(faces: readonly Face[], text: string, sizePt: number): number {
  const laid = layOutParts(faces, visualParts(text, baseDirection(text)));
  return ((laid ?? []).reduce((sum, { advance }) => sum + advance, 0) * sizePt) / 1000;
}

class TocWriter {
  readonly #context: PDFContext;
  readonly #faces: readonly Face[];
  readonly #request: TocRequest;
  readonly #tree: PDFRef;
  readonly #pages: PDFRef[] = [];
  readonly #fonts: Readonly<Record<string, PDFRef>>;
  readonly #heading: PDFRef;
  readonly #list: PDFRef;
  readonly #items: PDFRef[] = [];
  readonly #parents: (readonly [key: number, value: PDFRef])[] = [];
  readonly #root: PDFRef;
  #nextKey = 0;

  constructor(context: PDFContext, faces: readonly Face[], request: TocRequest) {
    this.#context = context;
    this.#faces = faces;
    this.#request = request;
    this.#tree = context.nextRef();
    this.#heading = context.nextRef();
    this.#list = context.nextRef();
    this.#root = context.nextRef();
    this.#fonts = Object.fromEntries(faces.map((face, index) => [`F${index}`, embedFace(context, face, STYLE)]));
  }

  addPage(lines: readonly TocLine[], firstPages: readonly number[]): void {
    const context = this.#context;
    const page = context.nextRef();
    const key = this.#nextKey++;
    const isFirst = this.#pages.length === 0;
    const owners: PDFRef[] = [];
    const content: string[] = [];
    if (isFirst) {
      const y = this.#request.page.height - MARGIN_PT - TITLE_PT;
      content.push(`/H1 <</MCID 0>> BDC ${this.#draw(this.#request.title, TITLE_PT, { y, end: 'start' })} EMC`);
      this.#assignElement(this.#heading, { S: 'H1', P: this.#root, Pg: page, K: 0 });
      owners.push(this.#heading);
    }
    const links: PDFRef[] = [];
    for (const [entry, own] of Map.groupBy(lines, (line) => line.entry)) {
      const number = firstPages[entry] ?? 1;
      content.push(this.#drawEntry(own, number, owners.length));
      const { link, annotation } = this.#addLink(entry, own, { page, mcid: owners.length, number });
      owners.push(link);
      if (annotation) links.push(annotation);
    }
    this.#parents.push([key, context.register(context.obj(owners))]);
    const { width, height } = this.#request.page;
    context.assign(
      page,
      context.obj({
        Type: 'Page',
        Parent: this.#tree,
        MediaBox: [0, 0, width, height],
        Resources: { Font: this.#fonts },
        Contents: context.register(context.flateStream(content.join('\n'))),
        StructParents: key,
        Tabs: 'S',
        ...(links.length > 0 ? { Annots: links } : {}),
      }),
    );
    this.#pages.push(page);
  }

  finish(): void {
    const context = this.#context;
    this.#assignElement(this.#list, { S: 'TOC', P: this.#root, K: this.#items });
    const parents = this.#parents.toSorted(([one], [two]) => one - two).flat();
    context.assign(
      this.#root,
      context.obj({
        Type: 'StructTreeRoot',
        K: [this.#heading, this.#list],
        ParentTree: { Nums: parents },
        ParentTreeNextKey: this.#nextKey,
      }),
    );
    context.assign(this.#tree, context.obj({ Type: 'Pages', Count: this.#pages.length, Kids: this.#pages }));
    const catalog = { Type: 'Catalog', Pages: this.#tree, StructTreeRoot: this.#root, MarkInfo: { Marked: true } };
    context.trailerInfo.Root = context.register(context.obj(catalog));
  }

  #assignElement(ref: PDFRef, entries: Record<string, unknown>): void {
    this.#context.assign(ref, this.#context.obj({ Type: 'StructElem', ...entries } as never));
  }

  #drawEntry(lines: readonly TocLine[], number: number, mcid: number): string {
    const drawn = lines.map(({ text, y }) => this.#draw(text, TEXT_PT, { y, end: 'start' }));
    const last = lines.at(-1);
    const numbered = last?.isLast ? last : undefined;
    if (numbered) {
      // A space, so that what is read aloud is two words.
      const [text, atLeft] = isRightToLeft(numbered.text) ? [`${number} `, true] : [` ${number}`, false];
      drawn.push(this.#draw(text, TEXT_PT, { y: numbered.y, end: 'end', isRightToLeft: atLeft }));
    }
    const dots = numbered ? `\n/Artifact BMC ${this.#dots(numbered, number)} EMC` : '';
    return `/Link <</MCID ${mcid}>> BDC ${drawn.join(' ')} EMC${dots}`;
  }

  /** A dotted line from the title to the number. */
  #dots({ text, y }: TocLine, number: number): string {
    const { width } = this.#request.page;
    const from = MARGIN_PT + widthOf(this.#faces, text, TEXT_PT) + GAP_PT;
    const to = width - MARGIN_PT - widthOf(this.#faces, String(number), TEXT_PT) - GAP_PT;
    if (to - from < GAP_PT) return '';
    const [start, end] = isRightToLeft(text) ? [width - to, width - from] : [from, to];
    return `q 1 J .8 w .45 G [0 4] 0 d ${writeNumber(start)} ${writeNumber(y + 1)} m ${writeNumber(end)} ${writeNumber(y + 1)} l S Q`;
  }

  /** At the start or the end of the line, by the direction of its text. */
  #draw(
    text: string,
    sizePt: number,
    place: { readonly y: number; readonly end: 'start' | 'end'; readonly isRightToLeft?: boolean },
  ): string {
    const parts = layOutParts(this.#faces, visualParts(text, baseDirection(text)));
    const isAtRight = (place.end === 'end') !== (place.isRightToLeft ?? isRightToLeft(text));
    const x = isAtRight ? this.#request.page.width - MARGIN_PT - widthOf(this.#faces, text, sizePt) : MARGIN_PT;
    return `BT 1 0 0 1 ${writeNumber(x)} ${writeNumber(place.y)} Tm ${drawGlyphs(parts ?? [], this.#faces, sizePt)} ET`;
  }

  /** An entry that goes on on the next page has its link where it begins. */
  #addLink(
    entry: number,
    lines: readonly TocLine[],
    { page, mcid, number }: { readonly page: PDFRef; readonly mcid: number; readonly number: number },
  ): { readonly link: PDFRef; readonly annotation?: PDFRef } {
    const context = this.#context;
    const [link, reference] = [context.nextRef(), context.nextRef()];
    const known = this.#items[entry];
    if (known) {
      this.#assignElement(link, { S: 'Link', P: known, Pg: page, K: mcid });
      context.lookup(known, PDFDict).lookup(PDFName.of('K'), PDFArray).push(link);
      return { link };
    }
    const item = context.nextRef();
    const key = this.#nextKey++;
    const ys = lines.map(({ y }) => y);
    const title = this.#request.entries[entry] ?? '';
    const annotation = context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [MARGIN_PT - 2, Math.min(...ys) - 4, this.#request.page.width - MARGIN_PT + 2, Math.max(...ys) + TEXT_PT],
        Border: [0, 0, 0],
        F: 4,
        Dest: [this.#pages[0] ?? page, 'Fit'],
        StructParent: key,
        Contents: PDFHexString.fromText(`${title}, ${number}`),
      }),
    );
    this.#parents.push([key, link]);
    this.#assignElement(link, { S: 'Link', P: reference, Pg: page, K: [mcid, { Type: 'OBJR', Obj: annotation, Pg: page }] });
    this.#assignElement(reference, { S: 'Reference', P: item, K: link });
    this.#assignElement(item, { S: 'TOCI', P: this.#list, K: [reference] });
    this.#items.push(item);
    return { link, annotation };
  }
}

function isRightToLeft(text: string): boolean {
  return baseDirection(text) === 'rtl';
}
