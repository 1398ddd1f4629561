// Acceptable use, judged on plan and document: refuses changes by which a record's heading, amount, date, name, number, grade, signature or finding
// would read differently, be hidden, or be written over. Open hiding (redaction) and changes of no statement are allowed. What is said to serve as
// evidence is judged like a record, and a purpose that no edit may have leaves only what hides openly, marks and orders.

import type { EditOf, EditOperation } from '#contract/params/edit-plan.ts';
import { type FalsifiedKind, type PolicyRefusal, policyRefusal, purposeRefusal, type RecordClass } from '#contract/edit-policy.ts';
import { isPlainMark, misleadsParty, type Stated } from '#instruction/policy/read-stated.ts';
import { luminanceOf } from '#instruction/warrant/named-text.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';
import type { DocumentFacts, LocatedText } from '../facts/locate.ts';
import { wordsCutOff, wordsUnder } from './record-cover.ts';
import { rowBeside } from '../facts/page-rows.ts';
import { isBlankForm } from './blank-form.ts';
import { bannedPurpose, evidencePurpose } from './judge-request.ts';
import { diffWords, linesAround, type WordChange } from './record-diff.ts';
import { addsOnlyMark, countHeadings, isLabel, isName, isReworded, kindOf, kindOfLine, printedKind, withoutMarks } from './record-words.ts';

/** Out of 1: text cannot be read through a darker colour. */
const DARK_MAX = 0.2;
/** Out of 255: a colour whose components are all this light looks white. */
const WHITE_MIN = 0xf0;

export type JudgedOperation = Pick<PlacedOperation, 'operation' | 'pages' | 'found'>;

interface Judged<O extends EditOperation = EditOperation> {
  readonly operation: O;
  readonly pages: readonly number[];
  readonly found: readonly LocatedText[];
  readonly facts: DocumentFacts;
  readonly record: RecordClass;
  /** A form that waits to be filled in. */
  readonly isBlank: boolean;
  /** What is changed is said to serve as evidence: the wording counts too. */
  readonly isEvidence?: boolean;
}

export interface Judgement {
  /** What the document is. */
  readonly records: ReadonlySet<RecordClass>;
  /** Classes that this account may edit, being their issuer. */
  readonly allowed?: ReadonlySet<RecordClass>;
  /** What the instruction, or the words of the plan, say of the purpose. */
  readonly stated?: Stated | undefined;
}

export async function judgePlan(
  operations: readonly JudgedOperation[],
  facts: DocumentFacts,
  { records, allowed = new Set(), stated }: Judgement,
): Promise<PolicyRefusal | undefined> {
  const banned = stated && bannedPurpose(stated, records);
  if (banned && (misleadsParty(stated) || operations.some(({ operation }) => !isOpenEffect(operation))))
    return purposeRefusal(banned.purpose, banned.words, [...records][0]);
  const isBlank = operations.some(({ operation: { op } }) => op === 'fill_field' || op === 'check_field') && (await isBlankForm(facts));
  for (const record of records) {
    if (allowed.has(record)) continue;
    for (const { operation, pages, found } of operations) {
      const kind = await falsifiedBy({ operation, pages, found, facts, record, isBlank });
      if (kind !== undefined) return policyRefusal(record, kind);
    }
  }
  const evidence = stated && evidencePurpose(stated, records);
  if (!evidence || (records.size > 0 && [...records].every((record) => allowed.has(record)))) return undefined;
  for (const { operation, pages, found } of operations) {
    const kind = await falsifiedBy({ operation, pages, found, facts, record: 'other_record', isBlank, isEvidence: true });
    if (kind !== undefined) return purposeRefusal(evidence.purpose, evidence.words, [...records][0]);
  }
  return undefined;
}

/** Changes nothing that the document states, or hides it so that everybody sees that it is hidden. */
function isOpenEffect(operation: EditOperation): boolean {
  switch (operation.op) {
    case 'redact':
    case 'rotate_pages':
    case 'move_pages':
    case 'duplicate_pages':
    case 'insert_blank_page':
    case 'page_numbers':
    case 'flatten_forms':
    case 'remove_links':
    case 'remove_metadata':
      return true;
    // The text stays readable on its ground: that is seen to where it is carried out.
    case 'restyle_box':
      return true;
    case 'highlight':
      return !covers(operation.color);
    case 'restyle_text':
      return !isHard(operation);
    case 'stamp':
    case 'header_footer':
    case 'watermark_text':
      return isPlainMark(operation.value);
    default:
      return false;
  }
}

async function falsifiedBy(judged: Judged): Promise<FalsifiedKind | undefined> {
  const { operation, pages, facts, record } = judged;
  switch (operation.op) {
    case 'replace_text':
      return rewritten(judged, () => operation.value);
    case 'insert_text':
      return rewritten(judged, ({ text }) => (operation.place === 'after' ? `${text} ${operation.value}` : `${operation.value} ${text}`));
    case 'delete_text':
    // A struck text reads as taken back.
    case 'strike':
      return rewritten(judged, () => '');
    case 'restyle_text':
      return isHard(operation) ? rewritten(judged, () => '') : undefined;
    case 'highlight':
      return covers(operation.color) ? rewritten(judged, () => '') : undefined;
    case 'redact':
      return judged.found.some((place) => losesHeading(place, '', judged)) ? 'heading' : undefined;
    case 'stamp':
    case 'header_footer':
    case 'watermark_text':
    case 'page_numbers':
      return printed({ ...judged, operation });
    case 'crop':
      return firstOf(pages, (page) =>
        firstOf(wordsCutOff(operation, facts.layout(page), facts.pageText(page)), (line) => kindOfHidden(line, record)),
      );
    case 'fill_field':
      return filled({ ...judged, operation });
    case 'check_field':
      return FILLABLE.has(record) || judged.isBlank ? undefined : 'finding';
    case 'remove_annotations':
      return firstOf(facts.remarks(pages, operation.kind), ({ kind, text }) =>
        SEALS.has(kind) ? 'signature' : kind === 'FreeText' ? kindOfHidden(text, record) : undefined,
      );
    case 'clear_fields':
      return 'finding';
    case 'replace_image':
    case 'delete_image':
    case 'delete_drawing':
    case 'move_image':
    case 'resize_image':
    case 'insert_image':
      return 'signature';
    // The number, order and position of pages is visible; what is said over a text, or leads elsewhere, states nothing of the record itself.
    case 'rotate_pages':
    case 'delete_pages':
    case 'keep_pages':
    case 'move_pages':
    case 'duplicate_pages':
    case 'insert_blank_page':
    case 'set_metadata':
    case 'remove_metadata':
    case 'flatten_forms':
    case 'flatten_annotations':
    case 'remove_links':
    case 'set_link':
    case 'underline':
    case 'add_note':
    case 'restyle_box':
      return undefined;
  }
}

const FILLABLE: ReadonlySet<RecordClass> = new Set<RecordClass>(['tax_form', 'insurance_card', 'court_document']);
const SEALS: ReadonlySet<string> = new Set(['Stamp', 'Ink', 'Watermark']);
const PALE_MIN = 0.5;
const SMALL_PT = 6;
const SMALL_PERCENT = 75;

/** Hard to see on white, or too small to read. */
function isHard({ color, size }: EditOf<'restyle_text'>): boolean {
  if (color !== undefined && luminanceOf(color) > PALE_MIN) return true;
  return size !== undefined && (size.unit === 'pt' ? size.value < SMALL_PT : size.value < SMALL_PERCENT);
}

/** White, which some readers draw over the text, or so dark that the text cannot be read through it. */
function covers(color: string): boolean {
  return luminanceOf(color) < DARK_MAX || [1, 3, 5].every((at) => parseInt(color.slice(at, at + 2), 16) >= WHITE_MIN);
}

/** @param valueOf the text of a place afterwards */
function rewritten(judged: Judged, valueOf: (place: LocatedText) => string): FalsifiedKind | undefined {
  return firstOf(judged.found, (place) => {
    const value = valueOf(place);
    if (losesHeading(place, value, judged)) return 'heading';
    const changes = diffWords(judged.facts.pageText(place.page), place.start, place.end, value);
    const beside = rowAround(place, judged.facts);
    return firstOf(changes, (change) => kindOfChange(inRow(change, beside), judged));
  });
}

/** The text of a page has each table cell on its own line: the neighbours of a place are found in its row. */
function inRow(change: WordChange, [left, right]: readonly [string, string]): WordChange {
  const isFirst = change.before === '' || change.before.endsWith('\n');
  return { ...change, before: isFirst && left !== '' ? left : change.before, after: change.after.trim() === '' ? right : change.after };
}

function rowAround({ page, start, end }: LocatedText, facts: DocumentFacts): readonly [left: string, right: string] {
  const { words } = facts.layout(page);
  const text = facts.pageText(page);
  return rowBeside(words, start, end).map((side) => side.map((word) => text.slice(word.start, word.end)).join(' ')) as [string, string];
}

function losesHeading({ page, start, end }: LocatedText, value: string, { facts, record }: Judged): boolean {
  const [before, after] = linesAround(facts.pageText(page), start, end, value);
  return countHeadings(before, record) > countHeadings(after, record);
}

/** Added and removed text is judged with the label before it; a label is judged by the text beside it. */
function kindOfChange(
  { removed, added, before, after }: WordChange,
  { record, isEvidence = false }: Pick<Judged, 'record' | 'isEvidence'>,
): FalsifiedKind | undefined {
  if (!isEvidence && addsOnlyMark(removed, added)) return undefined;
  for (const text of [added, removed]) {
    if (text === '') continue;
    const kind = kindOf(text, before, record) ?? kindOfLine(text, record) ?? (isName(wider(text, before, after), '') ? 'name' : undefined);
    if (kind !== undefined) return kind;
  }
  if ([added, removed].some((text) => isLabel(text, record))) return kindOfLine(after, record) ?? 'finding';
  if (isReworded(removed, added, isEvidence ? 'certificate' : record)) return 'finding';
  // A line that ends in a figure names what the figure is for.
  return isEntry(after) ? kindOfLine(after, record) : undefined;
}

/** With the words in capitals around it: a surname alone does not count as a name. */
function wider(text: string, before: string, after: string): string {
  const [left = ''] = /(?:\p{Lu}[\p{L}'’.-]* ){0,2}$/u.exec(before.replaceAll(/\s+$/gu, ' ')) ?? [];
  const [right = ''] = /^(?: \p{Lu}[\p{L}'’.-]*){0,2}/u.exec(after.replace(/^\s+/u, ' ')) ?? [];
  return `${left}${text}${right}`.trim();
}

const ENTRY_WORDS_MAX = 8;

function isEntry(after: string): boolean {
  const words = after.trim().split(/\s+/);
  return words.length <= ENTRY_WORDS_MAX && words.some((word) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(word));
}

function kindOfHidden(line: string, record: RecordClass): FalsifiedKind | undefined {
  const stated = kindOfLine(line, record) ?? kindOf(line, '', record);
  return stated ?? (isLabel(line, record) ? 'finding' : undefined);
}

type Printed = EditOf<'stamp'> | EditOf<'header_footer'> | EditOf<'watermark_text'> | EditOf<'page_numbers'>;

function printed({ operation, pages, facts, record, isEvidence = false }: Judged<Printed>): FalsifiedKind | undefined {
  const isNumbering = operation.op === 'page_numbers';
  const text = isNumbering ? operation.format.replaceAll(/\{(?:n|total)\}/g, String(operation.start)) : operation.value;
  const isBody =
    operation.op === 'watermark_text'
      ? operation.font_size_pt !== undefined
      : 'position' in operation && operation.position.startsWith('center');
  // Page numbers at the edge of a page are not statements.
  if (isNumbering && !isBody && /^\D*\d{1,4}\D*\d{0,4}\D*$/.test(text) && !/[.,]\d|[$€£¥]/.test(text)) return undefined;
  if (isEvidence && !isNumbering && !isPlainMark(text)) return 'finding';
  const said = isPlainMark(text) ? undefined : (printedKind(text, record) ?? (isBody ? kindOf(withoutMarks(text), '', record) : undefined));
  if (said !== undefined) return said;
  return firstOf(pages, (page) =>
    firstOf(wordsUnder(operation, text, facts.layout(page), facts.pageText(page)), (line) => kindOfHidden(line, record)),
  );
}

async function filled({ operation, facts, record, isBlank }: Judged<EditOf<'fill_field'>>): Promise<FalsifiedKind | undefined> {
  const before = await facts.fieldValue(operation.field);
  // A form is meant to be filled in; a finished record is not, and neither is a field that already has a value.
  if ((FILLABLE.has(record) || isBlank) && before.trim() === '') return undefined;
  const label = `${operation.field}:`;
  const kind = kindOf(operation.value, label, record) ?? kindOf(before, label, record);
  return kind ?? (before.trim() === '' ? undefined : 'finding');
}

function firstOf<T>(items: readonly T[], kindOfItem: (item: T) => FalsifiedKind | undefined): FalsifiedKind | undefined {
  for (const item of items) {
    const kind = kindOfItem(item);
    if (kind !== undefined) return kind;
  }
  return undefined;
}
