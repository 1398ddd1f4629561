// Upright lines between letters. A cell that is too narrow cuts its text off at its line, and the text of the next cell follows without a gap: only
// the line shows that these are two words.

import type { Rule } from '../../pdf/pdfium/page/page-content.ts';

export class UprightRules {
  readonly #rules: readonly { readonly x: number; readonly top: number; readonly bottom: number }[];

  constructor(rules: readonly Rule[]) {
    this.#rules = rules
      .filter(({ horizontal }) => !horizontal)
      .map(({ box: { left, right, top, bottom } }) => ({ x: (left + right) / 2, top, bottom }))
      .toSorted((one, two) => one.x - two.x);
  }

  /** Whether one stands between the middles of two letters, both on a baseline `y`. */
  areBetween(one: number, other: number, y: number, size: number): boolean {
    if (this.#rules.length === 0) return false;
    const to = Math.max(one, other);
    for (let at = this.#firstFrom(Math.min(one, other)); at < this.#rules.length; at++) {
      const rule = this.#rules[at];
      if (!rule || rule.x > to) return false;
      if (rule.top < y - size / 2 && rule.bottom > y) return true;
    }
    return false;
  }

  #firstFrom(x: number): number {
    let [low, high] = [0, this.#rules.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#rules[middle]?.x ?? 0) < x) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
