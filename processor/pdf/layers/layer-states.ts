// Which layers of a document are shown on screen when it is opened (ISO 32000-1 8.11): by its usual configuration.

import { PDFArray, PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { arrayOf, dictOf, itemsOf, lookup, nameOf } from '../syntax/dictionary.ts';

/** Expressions that lead into themselves, or are longer than this, decide nothing. */
const EXPRESSION_MAX = 1000;

export class LayerStates {
  /** Those that the document lists. */
  readonly groups: readonly PDFDict[];
  readonly #hidden = new Set<PDFDict>();

  constructor(catalog: PDFDict) {
    const properties = dictOf(lookup(catalog, 'OCProperties'));
    const usual = dictOf(lookup(properties, 'D'));
    this.groups = groupsIn(arrayOf(properties, 'OCGs'));
    if (nameOf(usual, 'BaseState') === 'OFF') for (const group of this.groups) this.#hidden.add(group);
    for (const group of groupsIn(arrayOf(usual, 'ON'))) this.#hidden.delete(group);
    for (const group of groupsIn(arrayOf(usual, 'OFF'))) this.#hidden.add(group);
    this.#applyUsage(usual);
  }

  get hiddenCount(): number {
    return this.groups.filter((group) => !this.isShown(group)).length;
  }

  /** @param membership what stands under /OC: a group, or a dictionary of how groups decide (8.11.2.2) */
  isShown(membership: PDFDict | undefined): boolean {
    if (!membership) return true;
    if (nameOf(membership, 'Type') !== 'OCMD') return !this.#hidden.has(membership);
    const expression = lookup(membership, 'VE');
    if (expression instanceof PDFArray) return this.#evaluate(expression, { left: EXPRESSION_MAX }) ?? true;
    const listed = lookup(membership, 'OCGs');
    const groups = listed instanceof PDFArray ? groupsIn(listed) : listed instanceof PDFDict ? [listed] : [];
    if (groups.length === 0) return true;
    const shown = groups.map((group) => !this.#hidden.has(group));
    switch (nameOf(membership, 'P')) {
      case 'AllOn':
        return shown.every(Boolean);
      case 'AnyOff':
        return !shown.every(Boolean);
      case 'AllOff':
        return !shown.some(Boolean);
      default:
        return shown.some(Boolean);
    }
  }

  /** What a group says of viewing, for those that the configuration sets by it (8.11.4.4). */
  #applyUsage(usual: PDFDict | undefined): void {
    for (const item of itemsOf(arrayOf(usual, 'AS'))) {
      const entry = dictOf(item);
      const categories = itemsOf(arrayOf(entry, 'Category')).map((name) => (name instanceof PDFName ? name.decodeText() : ''));
      if (nameOf(entry, 'Event') !== 'View' || !categories.includes('View')) continue;
      for (const group of groupsIn(arrayOf(entry, 'OCGs'))) {
        const state = nameOf(dictOf(lookup(dictOf(lookup(group, 'Usage')), 'View')), 'ViewState');
        if (state === 'OFF') this.#hidden.add(group);
        if (state === 'ON') this.#hidden.delete(group);
      }
    }
  }

  #evaluate(expression: PDFArray, budget: { left: number }): boolean | undefined {
    budget.left -= expression.size();
    if (budget.left < 0) return undefined;
    const [operator, ...operands] = itemsOf(expression);
    if (!(operator instanceof PDFName)) return undefined;
    const values = operands.map((operand) =>
      operand instanceof PDFArray ? (this.#evaluate(operand, budget) ?? true) : !(operand instanceof PDFDict && this.#hidden.has(operand)),
    );
    switch (operator.decodeText()) {
      case 'And':
        return values.every(Boolean);
      case 'Or':
        return values.some(Boolean);
      case 'Not':
        return values[0] !== true;
      default:
        return undefined;
    }
  }
}

function groupsIn(list: PDFArray | undefined): PDFDict[] {
  return (list?.asArray() ?? []).flatMap((item, at) => {
    const found = item instanceof PDFRef || item instanceof PDFDict ? list?.lookup(at) : undefined;
    return found instanceof PDFDict ? [found] : [];
  });
}
