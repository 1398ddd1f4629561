// The usual look of a document's text and of each level of heading: the content of styles, so that runs only hold what differs. Counted letter
// by letter as paragraphs pass; it keeps a few figures for each look that occurs, and no text.

import type { DocumentLook, LineSpacing, Look, Paragraph, Run } from '../model.ts';
import { lineSpacingOf } from './line-spacing.ts';

const FALLBACK: Look = { family: 'Arial', size: 11, bold: false, italic: false, colour: 0 };
const SINGLE: LineSpacing = { rule: 'multiple', value: 240 };
const LEVELS = 6;

/** How many letters have each value; of equal ones the first counts. */
class Tally<T> {
  readonly #letters = new Map<string, { readonly value: T; count: number }>();

  add(key: string, value: T, letters: number): void {
    const known = this.#letters.get(key);
    if (known) known.count += letters;
    else this.#letters.set(key, { value, count: letters });
  }

  most(): T | undefined {
    let most: { readonly value: T; readonly count: number } | undefined;
    for (const one of this.#letters.values()) if (!most || one.count > most.count) most = one;
    return most?.value;
  }
}

export class UsualLook {
  readonly #body = new Tally<Look>();
  /** By level, from 1. */
  readonly #headings = Array.from({ length: LEVELS }, () => new Tally<Look>());
  readonly #lines = new Tally<LineSpacing>();

  add(paragraph: Paragraph): void {
    const { runs, heading } = paragraph;
    const looks = heading === undefined ? this.#body : this.#headings[heading - 1];
    let letters = 0;
    for (const run of runs) {
      letters += run.text.length;
      looks?.add(keyOf(run), lookOf(run), run.text.length);
    }
    const line = lineSpacingOf(paragraph);
    this.#lines.add(`${line.rule} ${line.value}`, line, letters);
  }

  find(): DocumentLook {
    const body = this.#body.most() ?? FALLBACK;
    const headings: Look[] = [];
    for (const tally of this.#headings) headings.push(tally.most() ?? headings.at(-1) ?? { ...FALLBACK, bold: true });
    return { family: body.family, size: body.size, headings, line: this.#lines.most() ?? SINGLE };
  }
}

function keyOf({ family, size, bold, italic, colour }: Run): string {
  return `${family} ${size} ${bold} ${italic} ${colour}`;
}

function lookOf({ family, size, bold, italic, colour }: Run): Look {
  return { family, size, bold, italic, colour };
}
