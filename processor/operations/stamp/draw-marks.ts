// Puts the marks on the pages. What is alike is made once: a watermark on a thousand pages is one form.

import { readFile } from 'node:fs/promises';
import type { PDFRef } from 'pdf-lib';
import { choosePages } from '#contract/params/edit-pages.ts';
import { parseLength } from '#contract/params/lengths.ts';
import type { StampMark } from '#contract/params/stamp-params.ts';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../failure.ts';
import { type ArtifactKind, drawForms } from '../../pdf/draw/draw-forms.ts';
import { embedTextFaces, makeTextForm, type TextForm } from '../../pdf/draw/text-form.ts';
import { embedPicture } from '../../pdf/edit/replace-image.ts';
import { type Box, boundsOf, transformBox } from '../../pdf/geometry/box.ts';
import { IDENTITY, type Matrix, multiply, toMatrix } from '../../pdf/geometry/matrix.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { type PageView, viewOf } from '../../pdf/pages/page-view.ts';
import { loadPicture, orientationMatrix } from '../../pdf/pictures/image-pages.ts';
import type { FreeSpace } from '../../pdf/placing/free-space.ts';
import type { SourceFile } from '../operation.ts';
import { batesText, type Named, numberText, runningText } from './mark-texts.ts';
import { angleOn, type Extent, findShifts, isOnPage, middleAt, placementOf, toUserSpace, turned } from './place-marks.ts';

export interface Drawn {
  /** 1-based, of `marks`. */
  readonly mark: number;
  readonly kind: StampMark['kind'];
  /** 1-based. */
  readonly page: number;
  readonly text: string | undefined;
  /** Where it may show, in default user space. */
  readonly box: Box;
  /** It stands where something was printed. */
  readonly isOver: boolean;
  /** Lies over what is there on purpose. */
  readonly mayCover: boolean;
}

export interface Stamping {
  readonly opened: OpenedPdf;
  readonly space: Pick<FreeSpace, 'inkOf'>;
  readonly named: Named;
  readonly files: readonly SourceFile[];
  readonly warnings: Warning[];
}

/** What is drawn around the middle of `inner`, which is what it takes of the page. */
interface Thing {
  readonly form: PDFRef;
  /** Before it is placed. */
  readonly matrix: Matrix;
  readonly inner: Box;
  /** What it may draw beyond it: accents, slanted strokes. */
  readonly slack: number;
}

interface MarkedPage {
  readonly page: number;
  readonly view: PageView;
  readonly dict: OpenedPdf['pages'][number]['dict'];
}

/** @throws JobFailure page_out_of_range, glyph_missing, text_does_not_fit, plan_invalid, and what a picture cannot be read for */
export async function drawMarks(stamping: Stamping, marks: readonly StampMark[]): Promise<readonly Drawn[]> {
  const drawn: Drawn[] = [];
  for (const [index, mark] of marks.entries()) {
    const on = choose(stamping.opened, mark.pages, index + 1);
    const own =
      mark.kind === 'text' || mark.kind === 'image' ? await drawWatermark(stamping, mark, on) : await drawRunning(stamping, mark, on);
    for (const one of own) {
      if (one === undefined) throw doesNotFit(index + 1);
      drawn.push({ mark: index + 1, kind: mark.kind, ...one });
    }
  }
  return drawn;
}

type OnPage = Omit<Drawn, 'mark' | 'kind'> | undefined;

function choose({ pages }: OpenedPdf, choice: string, mark: number): MarkedPage[] {
  const chosen = choosePages(choice, pages.length);
  if (!chosen) {
    const message = `Mark ${mark} names pages that do not exist (\`${choice.slice(0, 100)}\`): the document has ${pages.length}.`;
    throw new JobFailure('page_out_of_range', { message, details: { mark, pages: pages.length } });
  }
  return [...new Set(chosen)].flatMap((page) => {
    const dict = pages[page - 1]?.dict;
    return dict ? [{ page, dict, view: viewOf(dict) }] : [];
  });
}

function doesNotFit(mark: number): JobFailure {
  return new JobFailure('text_does_not_fit', { message: `Mark ${mark} is larger than a page that it goes on.`, details: { mark } });
}

const FILLED_SHARE = 0.8;
const FITTED_PT_MAX = 200;
const PICTURE_SHARE = 0.25;

type Watermark = Extract<StampMark, { kind: 'text' | 'image' }>;

async function drawWatermark(stamping: Stamping, mark: Watermark, on: readonly MarkedPage[]): Promise<OnPage[]> {
  const thingFor = mark.kind === 'text' ? await textThings(stamping, mark) : await pictureThings(stamping, mark);
  return on.map(({ page, dict, view }) => {
    const angle = angleOn(view, mark.rotation);
    const thing = thingFor(view, angle);
    const [left, bottom, right, top] = thing.inner;
    const extent = { width: right - left, height: top - bottom };
    const outer = turned(extent, angle);
    const middle = middleAt(view, mark.position, parseLength(mark.margin) ?? 0, outer);
    if (!isOnPage(view, middle, outer)) return undefined;
    const placed = placementOf([(left + right) / 2, (bottom + top) / 2], angle, middle);
    const box = putOn(dict, view, thing, placed, 'Watermark');
    return { page, text: mark.kind === 'text' ? mark.text : undefined, box, isOver: false, mayCover: true };
  });
}

type ThingFor = (view: PageView, angle: number) => Thing;

async function textThings(stamping: Stamping, mark: Extract<StampMark, { kind: 'text' }>): Promise<ThingFor> {
  const make = await textForms(stamping, [mark.text], mark);
  const unit = make(mark.text, 1, mark.opacity);
  const free = 2 * (parseLength(mark.margin) ?? 0);
  return (view, angle) => {
    const bounds = turned({ width: unit.width, height: 1 }, angle);
    const room = (side: number) => Math.max(1, Math.min(FILLED_SHARE * side, side - free));
    const fitted = Math.min(room(view.width) / bounds.width, room(view.height) / bounds.height, FITTED_PT_MAX);
    // Whole points: pages of about the same size share a form.
    const size = mark.font_size ?? Math.max(1, Math.floor(fitted));
    return thingOf(make(mark.text, size, mark.opacity));
  };
}

function thingOf({ form, width, ascent, descent }: TextForm): Thing {
  return { form, matrix: IDENTITY, inner: [0, -descent, width, ascent], slack: ascent / 2 };
}

type MakeText = (text: string, sizePt: number, opacity?: number) => TextForm;

async function textForms(
  { opened: { context } }: Stamping,
  texts: readonly string[],
  { bold, color }: { readonly bold: boolean; readonly color: string },
): Promise<MakeText> {
  const faces = await embedTextFaces(context, texts.join(' '), { family: 'sans', isBold: bold, isItalic: false });
  if (!faces) throw new JobFailure('glyph_missing', { message: 'No font here has all the characters of a mark.' });
  const made = new Map<string, TextForm>();
  return (text, sizePt, opacity = 1) => {
    const key = `${sizePt} ${text}`;
    const form = made.get(key) ?? makeTextForm(context, faces, { text, sizePt, color, opacity });
    made.set(key, form);
    return form;
  };
}

async function pictureThings(
  { opened: { context }, files, warnings }: Stamping,
  mark: Extract<StampMark, { kind: 'image' }>,
): Promise<ThingFor> {
  const file = files[mark.file - 1];
  if (!file) throw new JobFailure('plan_invalid', { message: `\`files\` has no file ${mark.file}.` });
  const picture = embedPicture(
    context,
    await loadPicture(await readFile(file.path), file.contentType as 'image/jpeg' | 'image/png', warnings),
  );
  const upright = toMatrix(orientationMatrix(picture.orientation, picture.width, picture.height)) ?? IDENTITY;
  const box = [0, 0, picture.width, picture.height];
  const stream = context.flateStream(`/Gs gs ${upright.join(' ')} cm /Im Do`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: box,
    Group: { S: 'Transparency' },
    Resources: { XObject: { Im: picture.ref }, ExtGState: { Gs: { Type: 'ExtGState', ca: mark.opacity, CA: mark.opacity, BM: 'Normal' } } },
  });
  const form = context.register(stream);
  return (view) => {
    const width = mark.width === undefined ? view.width * PICTURE_SHARE : (parseLength(mark.width) ?? 1);
    const scale = width / picture.width;
    return { form, matrix: [scale, 0, 0, scale, 0, 0], inner: [0, 0, width, picture.height * scale], slack: 0.5 };
  };
}

const ARTIFACTS = { page_numbers: 'PageNum', bates: 'Bates', header: 'Header', footer: 'Footer' } as const;
const SIDES = ['left', 'center', 'right'] as const;

type RunningMark = Exclude<StampMark, Watermark>;

async function drawRunning(stamping: Stamping, mark: RunningMark, on: readonly MarkedPage[]): Promise<OnPage[]> {
  const slots = slotsOf(mark);
  const texts = slots.map(({ textAt }) => on.map(({ page }, at) => textAt(at, on.length, page, stamping.named)));
  const make = await textForms(stamping, texts.flat(), mark);
  const margin = parseLength(mark.margin) ?? 0;
  const drawn: OnPage[] = [];
  for (const [slot, { position }] of slots.entries()) {
    const things = on.map((_, at) => thingOf(make(texts[slot]?.[at] ?? '', mark.font_size)));
    const running = [];
    for (const [at, { page, view }] of on.entries()) {
      const extent = extentOf(things[at]);
      running.push({ view, extent, middle: middleAt(view, position, margin, extent), ink: await stamping.space.inkOf(page) });
    }
    const shifts = findShifts(running);
    for (const [at, { page, dict, view }] of on.entries()) {
      const [thing, place, up] = [things[at], running[at], shifts[at]];
      if (!thing || !place || !isOnPage(view, place.middle, place.extent)) return [undefined];
      const middle = [place.middle[0], place.middle[1] + (up ?? 0)] as const;
      const [left, bottom, right, top] = thing.inner;
      const placed = placementOf([(left + right) / 2, (bottom + top) / 2], 0, middle);
      const box = putOn(dict, view, thing, placed, ARTIFACTS[mark.kind]);
      drawn.push({ page, text: texts[slot]?.[at], box, isOver: up === undefined, mayCover: up === undefined });
    }
  }
  return drawn;
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
    case 'header':
    case 'footer': {
      const vertical = mark.kind === 'header' ? 'top' : 'bottom';
      const used = SIDES.filter((side) => mark[side] !== undefined);
      return used.map((side) => ({
        position: `${vertical}_${side}`,
        textAt: (_, __, page, named) => runningText(mark, side, page, named),
      }));
    }
  }
}

function extentOf(thing: Thing | undefined): Extent {
  const [left, bottom, right, top] = thing?.inner ?? [0, 0, 0, 0];
  return { width: right - left, height: top - bottom };
}

/** @param placed on the page as it is seen. @returns the box that it may draw in, in default user space */
function putOn(
  dict: MarkedPage['dict'],
  view: PageView,
  { form, matrix, inner: [left, bottom, right, top], slack }: Thing,
  placed: Matrix,
  artifact: ArtifactKind,
): Box {
  const onPage = multiply(placed, toUserSpace(view));
  drawForms(dict, [{ form, placement: multiply(matrix, onPage) }], artifact);
  return boundsOf(transformBox(onPage, [left - slack, bottom - slack, right + slack, top + slack]));
}
