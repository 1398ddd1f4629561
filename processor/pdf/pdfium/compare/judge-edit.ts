// Judges an edited document against its source in PDFium: old text gone, new text at its place, the page turned and cropped as planned,
// and no pixel changed outside the declared boxes. What the engine did not see before the edit it cannot judge afterwards: that is left out.

import { type Box, intersect, isEmpty } from '../../geometry/box.ts';
import { judgePicture, judgeShape } from './judge-picture.ts';
import { openPair, type PageCounts, type Versions } from './open-pair.ts';
import { type Pdfium, type PdfiumDocument, readPageText } from '../pdfium.ts';
import { textInside } from './text-inside.ts';
import type { JudgedPage } from './judged-page.ts';
import type { TextExpectation } from './judged-page.ts';

export interface EditJudgementRequest extends Versions {
  readonly pages: readonly JudgedPage[];
}

export interface WrongPage {
  /** 0-based, in the source and in the result. */
  readonly before: number;
  readonly after: number;
  /** `text`: the old is still there or the new is missing; `place`: the new is elsewhere. */
  readonly what: 'text' | 'place' | 'shape' | 'picture';
  /** The operations known to have caused it. */
  readonly operations: readonly string[];
}

export interface EditJudgement extends PageCounts {
  readonly textsChecked: number;
  readonly placesChecked: number;
  readonly renderedPagesCompared: number;
  readonly wrong: readonly WrongPage[];
}

export function judgeEdit(engine: Pdfium, request: EditJudgementRequest): EditJudgement {
  using pair = openPair(engine, request);
  const wrong: WrongPage[] = [];
  let [textsChecked, placesChecked, renderedPagesCompared] = [0, 0, 0];
  for (const page of pair.both ? request.pages : []) {
    const { before, after } = pair.both ?? {};
    if (!before || !after) break;
    const report = (what: WrongPage['what'], texts: readonly TextExpectation[] = []) =>
      wrong.push({ before: page.before, after: page.after, what, operations: texts.flatMap(({ operation }) => operation ?? []) });
    const [was, is] = [readPageText(engine, before, page.before), readPageText(engine, after, page.after)];
    if (was !== undefined && is === undefined) report('text');
    if (was === undefined || is === undefined) continue;
    const texts = judgeTexts(was, is, page.texts);
    textsChecked += texts.checked;
    if (texts.isWrong) report('text', texts.wrong);
    const places = judgePlaces(engine, after, page, is);
    placesChecked += places.checked;
    if (places.wrong.length > 0) report('place', places.wrong);
    // From here on the result's page has the shape of its source.
    if (!judgeShape(engine, before, after, page)) report('shape');
    renderedPagesCompared++;
    if (!judgePicture(engine, before, after, page)) report('picture');
  }
  return { ...pair.counts, textsChecked, placesChecked, renderedPagesCompared, wrong };
}

/** Engines separate words in different ways: white space and hyphenation at line ends do not count. */
function bare(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\p{Cc}\u00ad\ufffe-]+/gu, '');
}

function count(text: string, part: string): number {
  return part === '' ? 0 : text.split(part).length - 1;
}

interface TextJudgement {
  readonly checked: number;
  readonly isWrong: boolean;
  readonly wrong: readonly TextExpectation[];
}

function judgeTexts(pageBefore: string, pageAfter: string, texts: readonly TextExpectation[]): TextJudgement {
  const [was, is] = [bare(pageBefore), bare(pageAfter)];
  // An untouched page keeps its text.
  if (texts.length === 0) return { checked: 1, isWrong: was !== is, wrong: [] };
  const old = texts.map((text) => bare(text.old ?? ''));
  const fresh = texts.map((text) => bare(text.new ?? ''));
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
  engine: Pdfium,
  after: PdfiumDocument,
  page: JudgedPage,
  pageText: string,
): { readonly checked: number; readonly wrong: readonly TextExpectation[] } {
  const is = bare(pageText);
  const placed = page.texts.flatMap((text) => {
    const word = bare(text.new ?? '');
    return text.box && word !== '' && is.includes(word) ? [{ text, word, region: regionOf(text.box, page.boxes) }] : [];
  });
  if (placed.length === 0) return { checked: 0, wrong: [] };
  const inside = textInside(
    engine,
    after,
    page.after,
    placed.map(({ region }) => region),
  );
  const wrong = placed.filter(({ word }, index) => !bare(inside[index] ?? '').includes(word)).map(({ text }) => text);
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
