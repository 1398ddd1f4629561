// Puts the marks on the pages. What is alike is made once: a watermark on a thousand pages is one form.

import { choosePages } from '#contract/params/edit-pages.ts';
import { parseLength } from '#contract/params/lengths.ts';
import type { StampMark } from '#contract/params/stamp-params.ts';
import { JobFailure } from '../../failure.ts';
import { type ArtifactKind, drawArtifacts, type DrawnArtifact } from '../../pdf/draw/draw-forms.ts';
import { type Box, boundsOf, transformBox } from '../../pdf/geometry/box.ts';
import { type Matrix, multiply } from '../../pdf/geometry/matrix.ts';
import { type PageView, viewOf } from '../../pdf/pages/page-view.ts';
import { batesText, type Named, numberText, runningText } from './mark-texts.ts';
import { pdfThings, pictureThings } from './picture-things.ts';
import { angleOn, type Extent, findShifts, isOnPage, middleAt, placementOf, toUserSpace, turned } from './place-marks.ts';
import { qrThings } from './qr-things.ts';
import { textForms, textThing, textThings } from './text-things.ts';
import type { Stamping, Thing, ThingFor } from './thing.ts';
import { tiles } from './tile.ts';

export interface Drawn {
  /** 1-based, of `marks`. */
  readonly mark: number;
  readonly kind: StampMark['kind'];
  /** 1-based. */
  readonly page: number;
  /** What it says; of a QR code what it holds. */
  readonly text: string | undefined;
  /** What a reader finds in it. */
  readonly letters: string;
  /** Where it may show, in default user space. */
  readonly box: Box;
  /** It stands where something was printed. */
  readonly isOver: boolean;
  /** Lies over what is there on purpose. */
  readonly mayCover: boolean;
}

interface MarkedPage {
  readonly page: number;
  readonly view: PageView;
  readonly over: DrawnArtifact[];
  readonly under: DrawnArtifact[];
}

/** @throws JobFailure page_out_of_range, glyph_missing, text_does_not_fit, plan_invalid, and what a file cannot be read for */
export async function drawMarks(stamping: Stamping, marks: readonly StampMark[]): Promise<readonly Drawn[]> {
  const drawn: Drawn[] = [];
  const pages = stamping.opened.pages.map(({ dict }, at): MarkedPage => ({ page: at + 1, view: viewOf(dict), over: [], under: [] }));
  for (const [index, mark] of marks.entries()) {
    const on = choose(pages, mark.pages, index + 1);
    const own = isWatermark(mark) ? await drawWatermark(stamping, mark, on, index + 1) : await drawRunning(stamping, mark, on, index + 1);
    for (const one of own) drawn.push({ mark: index + 1, kind: mark.kind, ...one });
  }
  for (const [at, { over, under }] of pages.entries()) {
    const dict = stamping.opened.pages[at]?.dict;
    if (dict) drawArtifacts(dict, over, under);
  }
  return drawn;
}

type OnPage = Omit<Drawn, 'mark' | 'kind'>;

function choose(pages: readonly MarkedPage[], choice: string, mark: number): MarkedPage[] {
  const chosen = choosePages(choice, pages.length);
  if (!chosen) {
    const message = `Mark ${mark} names pages that do not exist (\`${choice.slice(0, 100)}\`): the document has ${pages.length}.`;
    throw new JobFailure('page_out_of_range', { message, details: { mark, pages: pages.length } });
  }
  return [...new Set(chosen)].flatMap((page) => pages[page - 1] ?? []);
}

function doesNotFit(mark: number, { page, view }: MarkedPage): JobFailure {
  const [width, height] = [view.width, view.height].map((side) => `${Math.round(side)}pt`);
  const message = `Mark ${mark} is larger than page ${page}, which has ${width} × ${height}: make it smaller, or leave that page out.`;
  return new JobFailure('text_does_not_fit', { message, page, details: { mark, page_width: width, page_height: height } });
}

type Watermark = Extract<StampMark, { kind: 'text' | 'image' | 'pdf' }>;

function isWatermark(mark: StampMark): mark is Watermark {
  return mark.kind === 'text' || mark.kind === 'image' || mark.kind === 'pdf';
}

async function drawWatermark(stamping: Stamping, mark: Watermark, on: readonly MarkedPage[], number: number): Promise<OnPage[]> {
  const thingFor = await watermarkThings(stamping, mark);
  const tile = mark.kind !== 'pdf' && mark.tiled ? tiles(stamping.opened) : undefined;
  return on.map((marked, at) => {
    const { page, view, [mark.layer]: drawn } = marked;
    const angle = angleOn(view, mark.rotation);
    const one = thingFor(view, angle, at);
    const thing = tile ? tile(one, view, angle) : one;
    const [left, bottom, right, top] = thing.inner;
    const outer = tile ? { width: view.width, height: view.height } : turned({ width: right - left, height: top - bottom }, angle);
    const middle = tile
      ? ([view.width / 2, view.height / 2] as const)
      : middleAt(view, mark.position, parseLength(mark.margin) ?? 0, outer);
    if (!isOnPage(view, middle, outer)) throw doesNotFit(number, marked);
    const placed = placementOf([(left + right) / 2, (bottom + top) / 2], tile ? 0 : angle, middle);
    const box = putOn(drawn, view, { thing, placed, artifact: 'Watermark' });
    return { page, text: mark.kind === 'text' ? mark.text : undefined, letters: thing.letters, box, isOver: false, mayCover: true };
  });
}

async function watermarkThings(stamping: Stamping, mark: Watermark): Promise<ThingFor> {
  switch (mark.kind) {
    case 'text':
      return textThings(stamping, mark);
    case 'image':
      return pictureThings(stamping, mark);
    case 'pdf':
      return pdfThings(stamping, mark);
  }
}

const ARTIFACTS = { page_numbers: 'PageNum', bates: 'Bates', header: 'Header', footer: 'Footer', qr_code: 'Watermark' } as const;
const SIDES = ['left', 'center', 'right'] as const;

type RunningMark = Exclude<StampMark, Watermark>;

async function drawRunning(stamping: Stamping, mark: RunningMark, on: readonly MarkedPage[], number: number): Promise<OnPage[]> {
  const slots = slotsOf(mark);
  const texts = slots.map(({ textAt }) => on.map(({ page }, at) => textAt(at, on.length, page, stamping.named)));
  const thingOf = await runningThings(stamping, mark, texts.flat());
  const margin = parseLength(mark.margin) ?? 0;
  const drawn: OnPage[] = [];
  for (const [slot, { position }] of slots.entries()) {
    const things = on.map((_, at) => thingOf(texts[slot]?.[at] ?? ''));
    const running = [];
    for (const [at, { page, view }] of on.entries()) {
      const extent = extentOf(things[at]);
      running.push({ view, extent, middle: middleAt(view, position, margin, extent), ink: await stamping.space.inkOf(page) });
    }
    const shifts = findShifts(running);
    for (const [at, marked] of on.entries()) {
      const { page, view, over } = marked;
      const [thing, place, up] = [things[at], running[at], shifts[at]];
      if (!thing || !place || !isOnPage(view, place.middle, place.extent)) throw doesNotFit(number, marked);
      const middle = [place.middle[0], place.middle[1] + (up ?? 0)] as const;
      const [left, bottom, right, top] = thing.inner;
      const placed = placementOf([(left + right) / 2, (bottom + top) / 2], 0, middle);
      const box = putOn(over, view, { thing, placed, artifact: ARTIFACTS[mark.kind] });
      drawn.push({ page, text: texts[slot]?.[at], letters: thing.letters, box, isOver: up === undefined, mayCover: up === undefined });
    }
  }
  return drawn;
}

async function runningThings(stamping: Stamping, mark: RunningMark, texts: readonly string[]): Promise<(text: string) => Thing> {
  if (mark.kind === 'qr_code') return qrThings(stamping, mark);
  const make = await textForms(stamping, texts, mark);
  return (text) => textThing(make(text, mark.font_size), text);
}

interface Slot {
  readonly position: string;
  readonly textAt: (at: number, count: number, page: number, named: Named) => string;
}

function slotsOf(mark: RunningMark): readonly Slot[] {
  switch (mark.kind) {
    case 'page_numbers':
      return [{ position: mark.position, textAt: (at, count) => numberText(mark, at, count) }];
    case 'bates':
      return [{ position: mark.position, textAt: (at) => batesText(mark, at) }];
    case 'qr_code':
      return [{ position: mark.position, textAt: (_, __, page, named) => runningText(mark.text, page, named) }];
    case 'header':
    case 'footer': {
      const vertical = mark.kind === 'header' ? 'top' : 'bottom';
      const used = SIDES.filter((side) => mark[side] !== undefined);
      return used.map((side) => ({
        position: `${vertical}_${side}`,
        textAt: (_, __, page, named) => runningText(mark[side] ?? '', page, named),
      }));
    }
  }
}

function extentOf(thing: Thing | undefined): Extent {
  const [left, bottom, right, top] = thing?.inner ?? [0, 0, 0, 0];
  return { width: right - left, height: top - bottom };
}

interface Put {
  readonly thing: Thing;
  /** On the page as it is seen. */
  readonly placed: Matrix;
  readonly artifact: ArtifactKind;
}

/** @returns the box that it may draw in, in default user space */
function putOn(drawn: DrawnArtifact[], view: PageView, { thing: { form, matrix, inner, slack }, placed, artifact }: Put): Box {
  const [left, bottom, right, top] = inner;
  const onPage = multiply(placed, toUserSpace(view));
  drawn.push({ form, placement: multiply(matrix, onPage), artifact });
  return boundsOf(transformBox(onPage, [left - slack, bottom - slack, right + slack, top + slack]));
}
