// What the steps of `pages` make of the pages of a document: pure, in points of pages as they are shown.

import { choosePages } from '#contract/params/edit-pages.ts';
import { parsePageSize } from '#contract/params/lengths.ts';
import { parsePageRanges, resolvePages } from '#contract/params/page-ranges.ts';
import { cutPoints, type PageStep } from '#contract/params/pages-params.ts';
import { JobFailure } from '../../failure.ts';
import { moveOnto, type PageSides, type PlannedPage, wholePage } from '../../pdf/geometry/planned-page.ts';
import { makeBooklet, makeSheets } from './plan-sheets.ts';
import { fitOnto, turnedFor } from './fit-page.ts';

type StepOf<O extends PageStep['op']> = Extract<PageStep, { op: O }>;
type Pages = readonly PlannedPage[];

/** @param sides of the pages of the source @throws JobFailure page_out_of_range, plan_invalid, output_limit, with the position of the step */
export function planPages(sides: readonly PageSides[], steps: readonly PageStep[], pagesMax: number): Pages {
  let pages: Pages = sides.map((own, pageIndex) => wholePage(pageIndex, own));
  for (const [at, step] of steps.entries()) {
    pages = carryOut(new StepPlan(pages, at + 1, pagesMax), step);
    if (pages.length === 0)
      throw new JobFailure('plan_invalid', { message: `Step ${at + 1} would leave no page.`, details: { step: at + 1 } });
  }
  return pages;
}

function carryOut(plan: StepPlan, step: PageStep): Pages {
  switch (step.op) {
    case 'rotate':
      return plan.each(step.pages, (page) => rotate(page, step.degrees));
    case 'crop':
      return plan.each(step.pages, (page) => crop(plan, page, step));
    case 'resize':
      return plan.each(step.pages, (page) => resize(page, step));
    case 'delete':
      return plan.without(plan.choose(step.pages));
    case 'keep':
      return plan.bounded(plan.choose(step.pages));
    case 'reorder':
      return reorder(plan, step);
    case 'move':
      return move(plan, step);
    case 'insert_blank':
      return insertBlank(plan, step);
    case 'duplicate':
      return duplicate(plan, step);
    case 'n_up':
      return makeSheets(plan.pages, step);
    case 'booklet':
      return makeBooklet(plan.pages, step);
  }
}

/** The pages before a step, and how it names them. */
class StepPlan {
  readonly pages: Pages;
  readonly #at: number;
  readonly #pagesMax: number;

  constructor(pages: Pages, at: number, pagesMax: number) {
    this.pages = pages;
    this.#at = at;
    this.#pagesMax = pagesMax;
  }

  /** 0-based, in the order of the choice. */
  choose(choice: string): readonly number[] {
    const chosen = choosePages(choice, this.pages.length);
    if (chosen) return chosen.map((page) => page - 1);
    throw this.#missing(choice);
  }

  page(page: number): number {
    const index = page > 0 ? page - 1 : this.pages.length + page;
    if (index < 0 || index >= this.pages.length) throw this.#missing(String(page));
    return index;
  }

  ranges(ranges: string): readonly number[] {
    const chosen = resolvePages(parsePageRanges(ranges) ?? [], this.pages.length);
    if (chosen) return chosen.map((page) => page - 1);
    throw this.#missing(ranges);
  }

  each(choice: string, change: (page: PlannedPage) => PlannedPage): Pages {
    const chosen = new Set(this.choose(choice));
    return this.pages.map((page, index) => (chosen.has(index) ? change(page) : page));
  }

  without(indexes: readonly number[]): Pages {
    const gone = new Set(indexes);
    return this.pages.filter((_, index) => !gone.has(index));
  }

  bounded(indexes: readonly number[]): Pages {
    this.refuseMore(indexes.length);
    return indexes.flatMap((index) => this.pages[index] ?? []);
  }

  refuseMore(count: number): void {
    if (count <= this.#pagesMax) return;
    const message = `Step ${this.#at} would make ${count} pages; at most ${this.#pagesMax} are allowed.`;
    throw new JobFailure('output_limit', { message, details: { step: this.#at, pages: count, pages_max: this.#pagesMax } });
  }

  invalid(message: string): JobFailure {
    return new JobFailure('plan_invalid', { message: `Step ${this.#at}: ${message}`, details: { step: this.#at } });
  }

  #missing(named: string): JobFailure {
    const count = this.pages.length;
    const has = count === 1 ? 'is one page' : `are ${count} pages`;
    const message = `Step ${this.#at} names pages that do not exist (\`${named.slice(0, 100)}\`): there ${has}.`;
    return new JobFailure('page_out_of_range', { message, details: { step: this.#at, pages: count } });
  }
}

function rotate(page: PlannedPage, degrees: number): PlannedPage {
  const { width, height } = page;
  switch ((degrees + 360) % 360) {
    case 90:
      return moveOnto(page, [0, 1, -1, 0, height, 0], { width: height, height: width });
    case 180:
      return moveOnto(page, [-1, 0, 0, -1, width, height], page);
    default:
      return moveOnto(page, [0, -1, 1, 0, 0, width], { width: height, height: width });
  }
}

/** A side below 3 units cannot be displayed (ISO 32000-1, Annex C). */
const SIDE_MIN = 3;

function crop(plan: StepPlan, page: PlannedPage, step: StepOf<'crop'>): PlannedPage {
  const [top, bottom] = [cutPoints(step.top, page.height), cutPoints(step.bottom, page.height)];
  const [left, right] = [cutPoints(step.left, page.width), cutPoints(step.right, page.width)];
  const [width, height] = [page.width - left - right, page.height - top - bottom];
  if (Math.min(width, height) < SIDE_MIN) throw plan.invalid('the crop would leave nothing of a page.');
  return moveOnto(page, [1, 0, 0, 1, -left, -top], { width, height });
}

function resize(page: PlannedPage, { page_size, orientation, fit, margin }: StepOf<'resize'>): PlannedPage {
  return fitOnto(page, turnedFor(parsePageSize(page_size), orientation, page), { fit, margin });
}

function reorder(plan: StepPlan, { order }: StepOf<'reorder'>): Pages {
  if (order === 'reverse') return plan.pages.toReversed();
  const first = plan.ranges(order);
  plan.refuseMore(first.length);
  return [...plan.bounded(first), ...plan.without(first)];
}

function move(plan: StepPlan, { pages, before, after }: StepOf<'move'>): Pages {
  const moving = [...new Set(plan.choose(pages))];
  const anchor = plan.page(before ?? after ?? 1);
  if (moving.includes(anchor)) throw plan.invalid('the page beside which pages are moved is one of them.');
  const order = plan.pages
    .keys()
    .toArray()
    .filter((index) => !moving.includes(index));
  order.splice(order.indexOf(anchor) + (after === undefined ? 0 : 1), 0, ...moving);
  return plan.bounded(order);
}

function insertBlank(plan: StepPlan, { before, after, count, page_size, orientation }: StepOf<'insert_blank'>): Pages {
  const anchor = plan.page(before ?? after ?? 1);
  plan.refuseMore(plan.pages.length + count);
  const beside = plan.pages[anchor] ?? { width: 1, height: 1 };
  const sides = turnedFor(page_size === undefined ? beside : parsePageSize(page_size), orientation, beside);
  const blank: PlannedPage = { width: sides.width, height: sides.height, placed: [], isSheet: false };
  return plan.pages.toSpliced(anchor + (after === undefined ? 0 : 1), 0, ...Array.from({ length: count }, () => blank));
}

function duplicate(plan: StepPlan, { pages, copies }: StepOf<'duplicate'>): Pages {
  const chosen = new Set(plan.choose(pages));
  plan.refuseMore(plan.pages.length + chosen.size * copies);
  return plan.pages.flatMap((page, index) => (chosen.has(index) ? Array.from({ length: copies + 1 }, () => page) : [page]));
}
