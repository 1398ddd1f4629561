// Forms: one that waits to be filled in takes values into its empty fields; one that nobody has filled in yet is nobody's record, and its labels and
// headings are free.

import type { RecordClass } from '#contract/edit-policy.ts';
import type { DocumentFacts } from '../facts/locate.ts';
import { findPattern } from '../facts/text-patterns.ts';
import { addressesReader, countIdentifiers } from './ordinary-paper.ts';

/** A form of this share of empty fields waits to be filled in. */
const EMPTY_SHARE_MIN = 0.5;
const FIELDS_MIN = 3;
/** Of a form that nobody has filled in a field may hold an example or a preset. */
const STATED_MAX = 2;
const STATED_SHARE_MAX = 0.1;

/** To be written on: lines, leaders, combs. */
const BLANKS = /_{4,}|\.{8,}|…{3,}/gu;
const BLANKS_MIN = 5;
/** Forms print a few amounts: thresholds, rates. */
const AMOUNTS = /(?<![\d.,])\d{1,3}(?:[.,' ]?\d{3})*[.,]\d{2}(?![\d.,])|(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d.,])/gu;
const AMOUNTS_MAX = 2;
const IDENTIFIERS_MAX = 2;

export async function isBlankForm(facts: DocumentFacts): Promise<boolean> {
  const { all, empty } = await facts.countFields();
  return all >= FIELDS_MIN && empty >= all * EMPTY_SHARE_MIN;
}

/**
 * A form as its issuer hands it out: fields without values, or lines to write on, and nothing on its pages that is stated of somebody.
 * @param text of the pages that show what the document is @param found what it looks like otherwise
 */
export async function isTemplate(facts: DocumentFacts, text: string, found: ReadonlySet<RecordClass>): Promise<boolean> {
  if (statesOfSomebody(text)) return false;
  const { all, stated } = await facts.countFields();
  if (all >= FIELDS_MIN) return stated <= STATED_MAX && stated <= all * STATED_SHARE_MAX;
  if (stated > 0) return false;
  // The numbers of forms and rooms may stand on it. A tax form prints days of payment, and boxes instead of lines.
  if (countIdentifiers(text) > IDENTIFIERS_MAX) return false;
  if (found.has('tax_form')) return addressesReader(text);
  return (text.match(BLANKS) ?? []).length >= BLANKS_MIN && findPattern(text, 'date').length === 0;
}

function statesOfSomebody(text: string): boolean {
  return findPattern(text, 'ssn').length > 0 || findPattern(text, 'iban').length > 0 || (text.match(AMOUNTS) ?? []).length > AMOUNTS_MAX;
}
