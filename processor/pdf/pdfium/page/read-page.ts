// Reads one page into page-content.ts's shape. Runs where PDFium runs (a thread of its own, see pdfium-thread.ts); starts nothing.

import type { Pdfium, PdfiumDocument } from '../pdfium.ts';
import { packCharacters } from './character-columns.ts';
import { type Cover, markCovered } from './covered-texts.ts';
import { showBox, type ShownBox } from '../../geometry/shown-box.ts';
import { DrawnTexts } from './drawn-texts.ts';
import type { Drawing, Fill, PageContent, PlacedImage, Rule } from './page-content.ts';
import { IDENTITY, type Matrix, multiply } from '../../geometry/matrix.ts';
import { pageMatrix } from '../../geometry/page-matrix.ts';
import { readCharacters } from './read-characters.ts';
import { isBoxWithin } from './clip-masks.ts';
import { type ImageBudget, readImage, readPatch } from './read-images.ts';
import { readLinks } from './read-links.ts';
import { clipped, type PathShapes, readClip, readPath, ruleOf } from './read-paths.ts';
import { flattenPage, takeWidgets, withWidgets } from './read-widgets.ts';
import { Scratch } from './scratch.ts';
import { forgetSpokenSpans, isSpoken } from './spoken-spans.ts';
import { OBJECT, objectMatrix, walkObjects, type PlacedObject } from './walk-objects.ts';
import type { PageWidgets } from './widgets.ts';

const CHARACTERS_MAX = 200_000;

interface PageReading {
  /** 0-based. */
  readonly pageIndex: number;
  readonly budget: ImageBudget;
  readonly widgets: PageWidgets | undefined;
  /** Text of which nothing is seen is flagged. */
  readonly marksCovered: boolean;
}

/** @returns undefined when the page does not load */
export function readPage(
  engine: Pdfium,
  document: PdfiumDocument,
  { pageIndex, budget, widgets, marksCovered }: PageReading,
): PageContent | undefined {
  let page = engine.FPDF_LoadPage(document.handle, pageIndex);
  if (page === 0) return undefined;
  using scratch = new Scratch(engine);
  const toPage = toPageOf(engine, scratch, page);
  // Before the pictures are drawn: that gives them another matrix. Before annotations go.
  const links = readLinks(engine, scratch, document.handle, page, toPage);
  const taken = widgets ? takeWidgets(engine, scratch, page, widgets, toPage) : { ticks: [], tickBoxes: [], values: [] };
  const ownObjects = engine.FPDFPage_CountObjects(page);
  let boxes: Shapes = { rules: [], fills: [], drawings: [] };
  if (widgets?.shown) {
    flattenPage(engine, page);
    engine.FPDF_ClosePage(page);
    page = engine.FPDF_LoadPage(document.handle, pageIndex);
    if (page !== 0 && isGarbled(engine, page)) {
      // The engine forgets fonts that the page inherits (ISO 32000-1 7.7.3.4). Values of fields come as text without it, but not what is drawn for them.
      boxes = addedShapes({ engine, scratch, document: document.handle, page, budget }, toPage);
      engine.FPDF_ClosePage(page);
      document.reopen();
      page = engine.FPDF_LoadPage(document.handle, pageIndex);
    }
    if (page === 0) return undefined;
  }
  const clusters = forgetSpokenSpans(engine, scratch, { document: document.handle, page });
  const textPage = engine.FPDFText_LoadPage(page);
  try {
    const walk = new ObjectWalk({ engine, scratch, document: document.handle, page, budget });
    walk.number(page, ownObjects, toPage);
    const found =
      textPage === 0
        ? packCharacters([])
        : readCharacters(engine, scratch, { textPage, toPage, clusters, ...walk.ofTexts() }, CHARACTERS_MAX);
    // Before pictures are read: that gives them another matrix.
    if (marksCovered) markCovered({ engine, page, order: walk.order }, found, walk.covers);
    const characters = widgets ? withWidgets(found, taken, walk.ownCount) : found;
    walk.read(page, toPage);
    const [width, height] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)];
    // A box drawn around a tick is part of the tick.
    const isFree = ({ box }: { readonly box: ShownBox }) => !taken.ticks.some((tick) => isAround(box, tick.box));
    const [rules, fills, drawings] = [
      [...walk.rules, ...boxes.rules].filter(isFree),
      [...walk.fills, ...boxes.fills].filter(isFree),
      [...walk.drawings, ...boxes.drawings].filter(isFree),
    ];
    return { pageIndex, width, height, characters, rules, fills, drawings, images: walk.images, links };
  } finally {
    if (textPage !== 0) engine.FPDFText_ClosePage(textPage);
    engine.FPDF_ClosePage(page);
  }
}

type Shapes = Pick<PageContent, 'rules' | 'fills' | 'drawings'>;

/** Lines and areas that annotations have drawn into a page: the engine makes them its last object. */
function addedShapes(context: ConstructorParameters<typeof ObjectWalk>[0], toPage: Matrix): Shapes {
  const { engine, page, budget } = context;
  const walk = new ObjectWalk({ ...context, budget: { ...budget, pixelsLeft: 0 } });
  walk.number(page, engine.FPDFPage_CountObjects(page) - 1, toPage);
  walk.read(page, toPage);
  const isAdded = ({ object = 0 }: Rule | Fill) => object >= walk.ownCount;
  return { rules: walk.rules.filter(isAdded), fills: walk.fills.filter(isAdded), drawings: [] };
}

const GARBLED = { charactersMax: 2000, share: 0.2 } as const;

/** Much of its text is no letters. */
export function isGarbled(engine: Pdfium, page: number): boolean {
  const { wasmExports: calls } = engine.pdfium;
  const textPage = calls.FPDFText_LoadPage(page);
  if (textPage === 0) return false;
  const count = Math.min(calls.FPDFText_CountChars(textPage), GARBLED.charactersMax);
  let bad = 0;
  for (let index = 0; index < count; index++) {
    const code = calls.FPDFText_GetUnicode(textPage, index);
    const isControl = code < 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09;
    if (isControl || calls.FPDFText_HasUnicodeMapError(textPage, index) === 1) bad++;
  }
  calls.FPDFText_ClosePage(textPage);
  return bad > count * GARBLED.share;
}

const TICK_FRAME = 4;

/** Within a frame around a tick. */
function isAround(box: ShownBox, tick: ShownBox): boolean {
  return (
    box.left > tick.left - TICK_FRAME &&
    box.right < tick.right + TICK_FRAME &&
    box.top > tick.top - TICK_FRAME &&
    box.bottom < tick.bottom + TICK_FRAME
  );
}

export function toPageOf(engine: Pdfium, scratch: Scratch, page: number): Matrix {
  engine.FPDF_GetPageBoundingBox(page, scratch.pointer);
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats;
  return pageMatrix([left, bottom, right, top], engine.FPDFPage_GetRotation(page));
}

interface TextPlace {
  readonly handle: number;
  readonly left: number;
  readonly bottom: number;
}

/** A side of what may hide a letter is at least so long. */
const COVER_POINTS = 3;
/** Of the height of a text, by which its shadow is beside it; and how many texts of its size are looked at. */
const SHADOW_SHARE = 0.15;
const RECENT = 8;

function isFilled({ pdfium: { wasmExports: calls } }: Pdfium, text: number): boolean {
  return FILLING_MODES.has(calls.FPDFTextObj_GetTextRenderMode(text));
}

/** ISO 32000-1 table 106. */
const FILLING_MODES: ReadonlySet<number> = new Set([0, 2, 4, 6]);

class ObjectWalk {
  readonly order = new Map<number, number>();
  /** Of text objects, as shown. */
  readonly clips = new Map<number, ShownBox>();
  /** Text objects in groups that are not opaque, 0–1. */
  readonly faded = new Map<number, number>();
  /** Text objects with a replacement, in forms that are moved: from the form to the page. */
  readonly spokenIn = new Map<number, Matrix>();
  /** Of text objects that others are drawn over, letter by letter (a halo, a shadow): the last of these. */
  readonly covered = new Map<number, number>();
  readonly #drawn: DrawnTexts;
  #hasText = false;
  /** What may lie over text that was drawn before it. */
  readonly covers: Cover[] = [];
  /** Objects from this number on come from annotations. */
  ownCount = Infinity;
  readonly rules: Rule[] = [];
  readonly fills: Fill[] = [];
  readonly drawings: Drawing[] = [];
  readonly images: PlacedImage[] = [];
  readonly #clips = new Map<number, { readonly clip: ShownBox | undefined }>();
  readonly #context: ConstructorParameters<typeof ObjectWalk>[0];

  constructor(context: Parameters<typeof readImage>[0]) {
    this.#context = context;
    this.#drawn = new DrawnTexts(context.engine, context.scratch);
  }

  /**
   * Numbers every object in stream order, forms where they are drawn.
   * @param ownObjects how many of the page's objects were its own, before annotations were drawn into it
   */
  number(page: number, ownObjects: number, toPage: Matrix): void {
    const { engine } = this.#context;
    const recent = new Map<string, TextPlace[]>();
    const firstAdded = ownObjects < engine.FPDFPage_CountObjects(page) ? engine.FPDFPage_GetObject(page, ownObjects) : 0;
    walkObjects(this.#context, page, (handle, type, outer, opacity, forms) => {
      this.order.set(handle, this.order.size);
      this.#drawn.add(handle, type, outer);
      const clip = type === OBJECT.text ? this.#clipOf([...forms, { handle, outer }], toPage) : undefined;
      if (clip) this.clips.set(handle, clip);
      this.#hasText ||= type === OBJECT.text;
      if (type === OBJECT.text && opacity < 1) this.faded.set(handle, opacity);
      if (type === OBJECT.text) this.#coverOthers(handle, outer, recent);
      else if (type !== OBJECT.form) this.#addCover(handle, type === OBJECT.image, [...forms, { handle, outer }], toPage);
      if (type === OBJECT.text && outer.some((value, at) => value !== IDENTITY[at]) && isSpoken(engine, handle))
        this.spokenIn.set(handle, outer);
    });
    this.#drawn.end();
    this.ownCount = firstAdded === 0 ? Infinity : (this.order.get(firstAdded) ?? Infinity);
  }

  ofTexts() {
    const { order, clips, faded, spokenIn, covered } = this;
    return { order, clips, faded, spokenIn, covered, drawn: this.#drawn.texts };
  }

  /** One that is wide enough to hide a letter, behind the first text. */
  #addCover(handle: number, isPicture: boolean, objects: readonly PlacedObject[], toPage: Matrix): void {
    const outer = objects.at(-1)?.outer;
    if (!this.#hasText || !outer) return;
    const box = this.#boundsOf(handle, multiply(outer, toPage), this.#clipOf(objects, toPage));
    if (box && Math.min(box.right - box.left, box.bottom - box.top) >= COVER_POINTS)
      this.covers.push({ box, object: this.order.get(handle) ?? -1, isPicture });
  }

  /** The text lies over what was just drawn in its font and of its size, nearly where it is. @param recent by font and size */
  #coverOthers(handle: number, outer: Matrix, recent: Map<string, TextPlace[]>): void {
    const { engine, scratch } = this.#context;
    const { wasmExports: calls } = engine.pdfium;
    const at = scratch.pointer;
    if (calls.FPDFPageObj_GetBounds(handle, at, at + 4, at + 8, at + 12) === 0) return;
    const [left = 0, bottom = 0, right = 0, top = 0] = scratch.floats;
    const size = [right - left, top - bottom].map((side) => side.toFixed(1));
    const key = [calls.FPDFTextObj_GetFont(handle), ...size, ...outer].join(' ');
    const before = recent.get(key) ?? [];
    const reach = (top - bottom) * SHADOW_SHARE;
    if (isFilled(engine, handle) && !this.faded.has(handle)) {
      for (const other of before.slice(-RECENT))
        if (Math.abs(other.left - left) <= reach && Math.abs(other.bottom - bottom) <= reach) this.covered.set(other.handle, handle);
    }
    before.push({ handle, left, bottom });
    recent.set(key, before);
  }

  read(page: number, toPage: Matrix): void {
    const { engine, scratch } = this.#context;
    walkObjects(this.#context, page, (handle, type, outer, opacity, forms) => {
      const place = multiply(outer, toPage);
      const clips = [...forms, { handle, outer }];
      if (this.#drawn.paths.has(handle)) return;
      if (type === OBJECT.path) {
        const clip = this.#clipOf(clips, toPage);
        const toShown = multiply(objectMatrix(this.#context, handle), place);
        const own: PathShapes = { rules: [], fills: [], drawings: [] };
        readPath(this.#context, handle, toShown, { clip, object: this.order.get(handle), opacity }, own);
        const isBox = ({ box }: Fill) =>
          !clip || clips.every((one) => isBoxWithin(engine, scratch, one.handle, multiply(one.outer, toPage), box));
        const mcid = engine.FPDFPageObj_GetMarkedContentID(handle);
        this.rules.push(...own.rules);
        this.drawings.push(...own.drawings);
        for (const fill of own.fills)
          if (isBox(fill)) this.fills.push(fill);
          else this.drawings.push({ box: fill.box, mcid });
      } else if (type === OBJECT.shading) {
        const box = this.#boundsOf(handle, place, this.#clipOf(clips, toPage));
        if (box) this.drawings.push({ box, mcid: engine.FPDFPageObj_GetMarkedContentID(handle) });
      } else if (type === OBJECT.image) {
        const toShown = multiply(objectMatrix(this.#context, handle), place);
        const clip = this.#clipOf(clips, toPage);
        const image = readImage(this.#context, handle, toShown, this.order.get(handle) ?? -1, { clips, toPage, clip, opacity });
        if (image) this.images.push(image);
        else this.#addPatch(handle, toShown, clip, opacity);
      }
    });
  }

  #addPatch(handle: number, toShown: Matrix, clip: ShownBox | undefined, opacity: number): void {
    const patch = readPatch(this.#context, handle, toShown, { clip, opacity });
    if (!patch) return;
    const { box, fill } = patch;
    const object = this.order.get(handle) ?? -1;
    const rule = fill && ruleOf(box, fill);
    if (rule) this.rules.push({ ...rule, object });
    else if (fill) this.fills.push({ box, ...fill, object });
    else this.drawings.push({ box, mcid: this.#context.engine.FPDFPageObj_GetMarkedContentID(handle) });
  }

  /** What the clip paths of an object and of the forms around it leave. @param objects the outermost form first */
  #clipOf(objects: readonly PlacedObject[], toPage: Matrix): ShownBox | undefined {
    const last = objects.at(-1);
    if (!last) return undefined;
    const known = this.#clips.get(last.handle);
    if (known) return known.clip;
    const { engine, scratch } = this.#context;
    const own = readClip(engine, scratch, last.handle, multiply(last.outer, toPage));
    const around = this.#clipOf(objects.slice(0, -1), toPage);
    const clip = own && around ? (clipped(own, around) ?? { ...own, right: own.left, bottom: own.top }) : (own ?? around);
    this.#clips.set(last.handle, { clip });
    return clip;
  }

  #boundsOf(handle: number, toShown: Matrix, clip: ShownBox | undefined): ShownBox | undefined {
    const { engine, scratch } = this.#context;
    const at = scratch.pointer;
    if (engine.pdfium.wasmExports.FPDFPageObj_GetBounds(handle, at, at + 4, at + 8, at + 12) === 0) return undefined;
    const [left = 0, bottom = 0, right = 0, top = 0] = scratch.floats;
    const box = showBox(toShown, [left, bottom, right, top]);
    return clip ? clipped(box, clip) : box;
  }
}
