// txt → PDF: the text line by line in an embedded typewriter font, wrapped at the page's width; form feeds begin a page, right-to-left lines are at
// the right. Pages are laid out one after the other, up to the limit of a document.

import { deflateSync } from 'node:zlib';
import { PDFArray, PDFContext, PDFName, type PDFRef } from 'pdf-lib';
import type { PageSize } from '#contract/params/lengths.ts';
import { type Margins, marginPoints, pagePoints } from '#contract/params/print-options.ts';
import { JobFailure } from '../../../failure.ts';
import type { GlyphFont } from '../../../pdf/draw/glyph-font.ts';
import { savePdf } from '../../../pdf/save.ts';
import { baseDirection } from '../../../pdf/draw/bidi.ts';
import { LineWriter } from '../../../text/line-writer.ts';
import { TextFonts } from '../../../text/text-fonts.ts';
import { wrapLine } from '../../../text/wrap.ts';
import type { OperationContext } from '../../operation.ts';
import { memorySource } from '../../../pdf/byte-source.ts';
import type { MadePdf } from './made-pdf.ts';
import { decodeText } from './sources/decode-text.ts';
import type { PrintParams } from './print-params.ts';

/** Share of a column: no space is narrower, whatever the letters beside it. */
const SPACE_MIN = 0.1;

const FONT_POINTS = 10;
const LINE_POINTS = 12.5;
const TAB_COLUMNS = 8;
const SAMPLE_CHARS = 100_000;
/** Invisible characters that may change how the rest is read: embeddings, overrides, isolates, marks; byte order marks. */
const FORMAT_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
/** No writing has more marks on a letter than 30 (UAX #15, stream-safe text). */
const MARKS_IN_EXCESS = /(\p{M}{30})\p{M}+/gu;
// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const CONTROLS = /[\0-\x08\x0e-\x1f\x7f-\x9f]/g;

/** @throws JobFailure page_limit */
export async function convertText(bytes: Uint8Array, params: PrintParams, context: OperationContext): Promise<MadePdf> {
  const decoded = decodeText(bytes);
  const text = clean(decoded.text, context);
  warnOfEncoding(decoded, context);
  const sheet = { ...pagePoints(params.page_size, params.landscape), margins: marginPoints(params.margins) };
  const fonts = await TextFonts.load(text.slice(0, SAMPLE_CHARS));
  const document = new TextDocument(fonts, sheet, context.limits.pages);
  for (const [index, part] of splitPages(text)) {
    if (index > 0) document.endPage();
    for (const line of splitLines(part)) await document.addLine(line);
  }
  const result = await document.save();
  if (fonts.missing.size > 0) {
    const scripts = [...fonts.missing].map(([name, count]) => `${name} (${count})`).join(', ');
    context.warn({
      code: 'glyph_missing',
      message: `No font here has some of the characters; boxes replace them: ${scripts}.`.slice(0, 900),
    });
  }
  return {
    result: memorySource(result),
    report: { engine: 'own', encoding: decoded.encoding, encoding_guessed: decoded.guessed, words_in: document.words },
  };
}

function warnOfEncoding({ encoding, guessed, damaged }: ReturnType<typeof decodeText>, context: OperationContext): void {
  if (guessed) context.warn({ code: 'encoding_guessed', message: `The text does not declare its encoding; it was read as ${encoding}.` });
  if (damaged)
    context.warn({ code: 'encoding_damaged', message: `Some bytes are not valid ${encoding}; they are shown as replacement characters.` });
}

function clean(text: string, context: OperationContext): string {
  const bare = text.replace(FORMAT_CONTROLS, '');
  if (bare.length < text.length - (text.startsWith('\ufeff') ? 1 : 0)) {
    context.warn({ code: 'bidi_controls_ignored', message: 'Characters that change the direction of the text were left out.' });
  }
  const plain = bare.replace(CONTROLS, '').replace(MARKS_IN_EXCESS, '$1');
  if (plain.length < bare.length) {
    context.warn({
      code: 'control_characters_removed',
      message: `Control characters, and marks beyond 30 on a letter, were left out: ${bare.length - plain.length}.`,
    });
  }
  return plain;
}

/** Parts between form feeds; a form feed at the very end does not begin a page. */
function* splitPages(text: string): Generator<readonly [number, string]> {
  let start = 0;
  for (let index = 0; ; index++) {
    const end = text.indexOf('\f', start);
    yield [index, end < 0 ? text.slice(start) : text.slice(start, end)];
    if (end < 0 || end + 1 === text.length) return;
    start = end + 1;
  }
}

/** A line feed at the end ends the last line and does not begin another. */
function* splitLines(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const found = /\r\n?|\n|\v|\u2028|\u2029|\u0085/g;
    found.lastIndex = start;
    const match = found.exec(text);
    yield text.slice(start, match?.index ?? text.length);
    start = match ? match.index + match[0].length : text.length;
  }
}

interface Sheet extends PageSize {
  readonly margins: Margins<number>;
}

class TextDocument {
  words = 0;
  readonly #fonts: TextFonts;
  readonly #page: Sheet;
  readonly #pagesMax: number;
  readonly #context = PDFContext.create();
  readonly #tree = this.#context.nextRef();
  readonly #resources = this.#context.nextRef();
  readonly #kids = PDFArray.withContext(this.#context);
  readonly #fontRefs = new Map<GlyphFont, { readonly name: string; readonly ref: PDFRef }>();
  readonly #writer: LineWriter;
  #content: string[] = [];
  #y: number;

  constructor(fonts: TextFonts, page: Sheet, pagesMax: number) {
    this.#fonts = fonts;
    this.#page = page;
    this.#pagesMax = pagesMax;
    this.#y = page.height - page.margins.top;
    this.#writer = new LineWriter(fonts, FONT_POINTS, (font) => this.#nameOf(font));
  }

  async addLine(source: string): Promise<void> {
    this.words += source.match(/\S+/g)?.length ?? 0;
    await this.#fonts.prepare(new Set(`${source} `));
    const base = baseDirection(source);
    const line = expandTabs(source, (text) => this.#writer.measure(text, base));
    const { margins } = this.#page;
    const right = this.#page.width - margins.right;
    for (const part of wrapLine(line, right - margins.left, (text) => this.#writer.measure(text, base))) {
      if (this.#y - LINE_POINTS < margins.bottom) this.endPage();
      this.#y -= LINE_POINTS;
      const x = base === 'rtl' ? right - this.#writer.measure(part, base) : margins.left;
      this.#content.push(this.#writer.write(part, base, x, this.#y));
    }
  }

  /** @throws JobFailure page_limit */
  endPage(): void {
    if (this.#kids.size() >= this.#pagesMax) throw new JobFailure('page_limit', { details: { pages_max: this.#pagesMax } });
    const context = this.#context;
    const data = deflateSync(this.#content.filter((part) => part !== '').join('\n'));
    const contents = context.register(context.stream(data, { Filter: 'FlateDecode' }));
    const page = context.obj({
      Type: 'Page',
      Parent: this.#tree,
      MediaBox: [0, 0, this.#page.width, this.#page.height],
      Resources: this.#resources,
      Contents: contents,
    });
    this.#kids.push(context.register(page));
    this.#content = [];
    this.#y = this.#page.height - this.#page.margins.top;
  }

  async save(): Promise<Uint8Array> {
    this.endPage();
    const context = this.#context;
    for (const [font, { name, ref }] of this.#fontRefs) await font.embed(context, ref, tagOf(name));
    const fonts = context.obj({});
    for (const { name, ref } of this.#fontRefs.values()) fonts.set(PDFName.of(name), ref);
    context.assign(this.#resources, context.obj({ Font: fonts }));
    context.assign(this.#tree, context.obj({ Type: 'Pages', Count: this.#kids.size(), Kids: this.#kids }));
    context.trailerInfo.Root = context.register(context.obj({ Type: 'Catalog', Pages: this.#tree }));
    return savePdf(context, { packed: true, contentId: true });
  }

  #nameOf(font: GlyphFont): string {
    const known = this.#fontRefs.get(font);
    if (known) return known.name;
    const name = `F${this.#fontRefs.size + 1}`;
    this.#fontRefs.set(font, { name, ref: this.#context.nextRef() });
    return name;
  }
}

/** Six capital letters mark a subset (ISO 32000-1 9.6.4). */
function tagOf(name: string): string {
  const number = Number(name.slice(1));
  return `AAAA${String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26))}`;
}

/** Every eighth column, by the width of a space: letters of other scripts are wider or narrower than a column. */
function expandTabs(line: string, measure: (text: string) => number): string {
  if (!line.includes('\t')) return line;
  const column = measure(' ');
  let out = '';
  let end = '';
  let at = 0;
  for (const [index, part] of line.split('\t').entries()) {
    if (index > 0) {
      const stop = (Math.floor(at / TAB_COLUMNS + STOP_SLACK) + 1) * TAB_COLUMNS;
      // Spaces beside other scripts have the width of that font. Only the end is measured: a line may have as many tabs as letters.
      const own = Math.max(SPACE_MIN, (measure(`${end} `) - measure(end)) / column);
      const count = Math.max(1, Math.round((stop - at) / own));
      out += ' '.repeat(count);
      at += count * own;
    }
    out += part;
    end = part.slice(-1);
    at += measure(part) / column;
  }
  return out;
}

/** A text that ends slightly before a stop counts as at it. */
const STOP_SLACK = 0.01;
