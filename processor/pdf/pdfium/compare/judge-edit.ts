// Judges an edited document against its source in PDFium: old text gone, new text at its place, the page turned and cropped as planned,
// and no pixel changed outside the declared boxes. What the engine did not see before the edit it cannot judge afterwards: that is left out.

import { type Box, intersect, isEmpty } from '../../geometry/box.ts';
import { type Differences, differencesOutside, dpisFrom, judgeShape, seenAgain } from './judge-picture.ts';
import { heapBytes, type Pdfium, type PdfiumDocument } from '../pdfium.ts';
import { areAltered, areBlank, areThingsPlanned, isAsked } from './judge-things.ts';
import { areLinksOnWords } from './seen-links.ts';
import { openPair, type OpenPair, type Versions } from './open-pair.ts';
import { judgeRegion, seeRegion } from './judge-letters.ts';
import { hasLoneAccents, withoutAccents } from './letter-parts.ts';
import type { JudgedPage, TextExpectation } from './judged-page.ts';
import { SeenPage, type Shape } from './seen-page.ts';

export interface WrongPage {
  /** 0-based, in the source and in the result. */
  readonly before: number;
  readonly after: number;
  /**
   * `text`: the old is still there or the new is missing; `place`: the new is elsewhere; `hidden`: other text is gone or not visible any more;
   * `overlap`: texts lie over each other; `joined`: words run into each other; `crossing`: words run over a line, a picture or the edge of a ground;
   * `row`: a new row does not stand as its neighbours do; `left`: a line stays without its words; `lost`: a line, ground or picture is gone; `covered`: what was added lies over something;
   * `thing`: a picture, link or annotation is not as planned.
   */
  readonly what:
    | 'text'
    | 'place'
    | 'shape'
    | 'picture'
    | 'hidden'
    | 'overlap'
    | 'joined'
    | 'look'
    | 'uneven'
    | 'row'
    | 'crossing'
    | 'left'
    | 'lost'
    | 'covered'
    | 'thing';
  /** The operations known to have caused it. */
  readonly operations: readonly string[];
}

export interface PageJudgement {
  /** Of the two versions. */
  readonly pagesBefore: number;
  readonly pagesAfter: number;
  readonly textsChecked: number;
  readonly placesChecked: number;
  /** Both versions of the page were drawn. */
  readonly isCompared: boolean;
  readonly wrong: readonly WrongPage[];
}

/** The engine keeps what it reads of a page, and what pages share, until the document is closed: beyond this it is opened anew. */
const KEPT_BYTES_MAX = 24 * 1024 * 1024;

/** Two versions, open in the thread that calls, whose pages are judged one by one. */
export class EditJudge implements Disposable {
  private readonly engine: Pdfium;
  private readonly pair: OpenPair;
  private heapBytes: number;

  constructor(engine: Pdfium, versions: Versions) {
    this.engine = engine;
    this.pair = openPair(engine, versions);
    this.heapBytes = heapBytes(engine);
  }

  /** Undefined when PDFium does not open one of the versions. */
  judge(page: JudgedPage): PageJudgement | undefined {
    const { both } = this.pair;
    if (!both) return undefined;
    const counts = { pagesBefore: both.before.pageCount, pagesAfter: both.after.pageCount };
    const wrong: WrongPage[] = [];
    const report = (what: WrongPage['what'], texts: readonly TextExpectation[] = []) =>
      wrong.push({ before: page.before, after: page.after, what, operations: texts.flatMap(({ operation }) => operation ?? []) });
    const asked = page.things && isAsked(page.things);
    const was = this.see(both.before, page.before, (seen) => {
      const drawn = this.draw(seen, page);
      const [blank, altered] = [page.things?.blank ?? [], page.things?.altered ?? []].map((boxes) => seen.shownBoxes(boxes, drawn.drawn));
      const region = seeRegion(seen, page, drawn.drawn);
      const links = page.texts.length > 0 ? seen.links() : [];
      return { links, shape: seen.shape(), things: asked ? seen.things() : undefined, blank, altered, region, ...drawn };
    });
    using drawnBefore = was?.drawn;
    const is = this.see(both.after, page.after, (seen) => {
      const text = seen.text();
      const things = asked ? seen.things() : undefined;
      const places = judgePlaces(seen, page, text);
      const links = page.texts.length > 0 ? seen.links() : [];
      // From here on the result's page has the shape of its source.
      const isShaped = !was || judgeShape(was.shape, seen, page);
      const drawn = this.draw(seen, page);
      return { text, links, things, places, isShaped, region: seeRegion(seen, page, drawn.drawn), ...drawn };
    });
    using drawnAfter = is?.drawn;
    if (was && !is) report('text');
    if (!was || !is) return { ...counts, textsChecked: 0, placesChecked: 0, isCompared: false, wrong };
    const readBefore = () => this.see(both.before, page.before, (seen) => seen.text()) ?? '';
    const inPieces = page.texts.filter(({ isScattered }) => isScattered).length;
    const asWritten = inPieces === 0 ? page.texts : page.texts.filter(({ isScattered }) => !isScattered);
    const texts = judgeWritten(readBefore, is.text, asWritten, inPieces);
    if (texts.isWrong) report('text', texts.wrong);
    if (is.places.wrong.length > 0) report('place', is.places.wrong);
    if (!is.isShaped) report('shape');
    if (page.things && was.things && is.things && !areThingsPlanned(was.things, is.things, page.things)) report('thing');
    if (!areLinksOnWords(was.links, is.links, page.texts)) report('thing');
    if (!areBlank(was.drawn, was.blank ?? [])) report('covered');
    if (!areAltered(was.drawn, is.drawn, was.altered ?? [])) report('thing');
    const differences = drawnBefore && drawnAfter && differencesOutside(drawnBefore, drawnAfter, was.boxes);
    if (!differences || this.isSeenAtHigherDpi(both, page, was.shape, differences)) report('picture');
    const letters = was.region && is.region && judgeRegion(was.region, is.region, page);
    if (letters) report(letters);
    return { ...counts, textsChecked: texts.checked, placesChecked: is.places.checked, isCompared: true, wrong };
  }

  private isSeenAtHigherDpi(both: NonNullable<OpenPair['both']>, page: JudgedPage, shape: Shape, differences: Differences): boolean {
    const [, ...dpis] = dpisFrom(page.dpi);
    let left = differences;
    for (const dpi of dpis) {
      if (left.size === 0) return false;
      const was = this.see(both.before, page.before, (seen) => this.draw(seen, { ...page, dpi }));
      using one = was?.drawn;
      const is = this.see(both.after, page.after, (seen) => {
        judgeShape(shape, seen, page);
        return this.draw(seen, { ...page, dpi });
      });
      using two = is?.drawn;
      const here = was && one && two && differencesOutside(one, two, was.boxes);
      if (!here) return true;
      left = seenAgain(left, here);
    }
    return left.size > 0;
  }

  private draw(seen: SeenPage, page: JudgedPage) {
    const drawn = seen.draw(page.dpi);
    return { drawn, boxes: seen.shownBoxes(page.boxes, drawn) };
  }

  /** One version at a time has a page open. */
  private see<T>(document: PdfiumDocument, pageIndex: number, use: (seen: SeenPage) => T): T | undefined {
    const value = this.useLoaded(document, pageIndex, use);
    if (document.isHeavy || heapBytes(this.engine) > this.heapBytes + KEPT_BYTES_MAX) {
      document.reopen();
      this.heapBytes = Math.max(this.heapBytes, heapBytes(this.engine));
    }
    return value;
  }

  private useLoaded<T>(document: PdfiumDocument, pageIndex: number, use: (seen: SeenPage) => T): T | undefined {
    using seen = SeenPage.load(this.engine, document, pageIndex);
    return seen && use(seen);
  }

  [Symbol.dispose](): void {
    this.pair[Symbol.dispose]();
  }
}

/** Engines separate words in different ways: white space and hyphenation at line ends do not count. */
function bare(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\p{Cc}\u00ad\ufffe-]+/gu, '');
}

/** Where accents stand apart from their letters, words are told by their letters alone; accents are counted with the letters of the boxes. */
function barerFor(page: string): typeof bare {
  return hasLoneAccents(page) ? (text) => bare(withoutAccents(text)) : bare;
}

function count(text: string, part: string): number {
  return part === '' ? 0 : text.split(part).length - 1;
}

interface TextJudgement {
  readonly checked: number;
  readonly isWrong: boolean;
  readonly wrong: readonly TextExpectation[];
}

/** Where every old text is gone and every new one is there, what the page said before does not matter. Undefined elsewhere. */
function judgeReplaced(page: string, texts: readonly TextExpectation[]): TextJudgement | undefined {
  const read = barerFor(page);
  const is = read(page);
  const words = texts.map((text) => [read(text.old ?? ''), read(text.new ?? '')] as const);
  const isReplaced = words.every(([old, fresh]) => old !== '' && fresh !== '' && !is.includes(old) && is.includes(fresh));
  return isReplaced && words.length > 0
    ? { checked: new Set(words.map(([old]) => old)).size + new Set(words.map(([, fresh]) => fresh)).size, isWrong: false, wrong: [] }
    : undefined;
}

/** @param inPieces so many texts are judged by their letters: the page has changed although nothing else is expected */
function judgeWritten(readBefore: () => string, is: string, texts: readonly TextExpectation[], inPieces: number): TextJudgement {
  if (texts.length === 0 && inPieces > 0) return { checked: inPieces, isWrong: false, wrong: [] };
  const judged = judgeReplaced(is, texts) ?? judgeTexts(readBefore(), is, texts);
  return { ...judged, checked: judged.checked + inPieces };
}

function judgeTexts(before: string, after: string, texts: readonly TextExpectation[]): TextJudgement {
  // An untouched page keeps its text.
  if (texts.length === 0) return { checked: 1, isWrong: bare(before) !== bare(after), wrong: [] };
  const read = barerFor(`${before}${after}`);
  const [was, is] = [read(before), read(after)];
  const old = texts.map((text) => read(text.old ?? ''));
  const fresh = texts.map((text) => read(text.new ?? ''));
  let checked = 0;
  const wrong: TextExpectation[] = [];
  for (const word of new Set(old.filter((text) => text !== ''))) {
    const before = count(was, word);
    if (before === 0) continue;
    checked++;
    const own = texts.filter((_, index) => old[index] === word);
    const gone = own.length;
    const come = fresh.reduce((sum, text) => sum + count(text, word), 0);
    const inOthers = old.filter((text) => text !== word).reduce((sum, text) => sum + count(text, word), 0);
    if (gone <= before && count(is, word) > Math.max(0, before - gone - inOthers) + come + inOthers) wrong.push(...own);
  }
  for (const word of new Set(fresh.filter((text) => text !== ''))) {
    const wanted = texts.filter((text, index) => fresh[index] === word && (text.old === undefined || was.includes(old[index] ?? '')));
    if (wanted.length === 0) continue;
    checked++;
    if (!is.includes(word)) wrong.push(...wanted);
  }
  return { checked, isWrong: wrong.length > 0, wrong };
}

/** Text that the engine reads somewhere on the page must be where it was put. */
function judgePlaces(
  after: SeenPage,
  page: JudgedPage,
  read: string,
): { readonly checked: number; readonly wrong: readonly TextExpectation[] } {
  const barer = barerFor(read);
  const is = barer(read);
  const placed = page.texts.flatMap((text) => {
    const word = barer(text.new ?? '');
    return text.box && !text.isScattered && word !== '' && is.includes(word)
      ? [{ text, word, region: regionOf(text.box, page.boxes) }]
      : [];
  });
  if (placed.length === 0) return { checked: 0, wrong: [] };
  const inside = after.textInside(placed.map(({ region }) => region));
  const wrong = placed.filter(({ word }, index) => !barer(inside[index] ?? '').includes(word)).map(({ text }) => text);
  return { checked: placed.length, wrong };
}

/** Where a text put into a box can be: other edits of its line, which declare what they move, may have moved it. */
function regionOf(box: Box, declared: readonly Box[]): Box[] {
  const region = [box];
  const left = new Set(declared);
  for (const one of region) {
    for (const other of left) {
      if (isEmpty(intersect(one, other))) continue;
      left.delete(other);
      region.push(other);
    }
  }
  return region;
}
