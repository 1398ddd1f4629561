// Tells which fonts of a document its PDF does not have.

import type { OperationContext } from '../../operation.ts';

/** Families with the same widths as another: lines break at the same places. */
const SAME_WIDTHS: ReadonlyMap<string, string> = new Map([
  ['calibri', 'carlito'],
  ['cambria', 'caladea'],
  ['arial', 'liberationsans'],
  ['helvetica', 'liberationsans'],
  ['timesnewroman', 'liberationserif'],
  ['couriernew', 'liberationmono'],
]);

/** A family missing from the result was replaced by another, or has no text. */
export function warnOfFonts(wanted: readonly string[], used: readonly string[], context: OperationContext): void {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const names = used.map(plain);
  const isThere = (family: string | undefined): boolean => family !== undefined && names.some((name) => name.startsWith(family));
  const replaced = wanted.filter((family) => !isThere(plain(family)) && !isThere(SAME_WIDTHS.get(plain(family))));
  if (replaced.length === 0) return;
  const message = `Fonts that the document names are not in the result and were replaced where text uses them: ${replaced.join(', ')}.`;
  context.warn({ code: 'fonts_replaced', message: message.slice(0, 900) });
}
