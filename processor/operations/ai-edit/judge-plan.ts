// Acceptable use, judged on the plan beside the document: a record whose amount, date, name, number, grade, signature or finding would
// come to read otherwise. What hides openly (redaction) or changes no statement (pages, watermarks, highlights, properties) is allowed.

import type { EditOperation } from '#contract/edit-plan.ts';
import { type FalsifiedKind, type PolicyRefusal, policyRefusal, type RecordClass } from '#contract/edit-policy.ts';
import type { LocatedText } from './locate.ts';
import { findPattern } from './text-patterns.ts';

export interface JudgedOperation {
  readonly operation: EditOperation;
  readonly found: readonly LocatedText[];
}

const MONEY = /[$€£¥]|\b(?:usd|eur|gbp|chf|dollars?|euros?|pounds?)\b/iu;
const GRADE =
  /^(?:[A-F][+-]?|[1-6][.,]\d|\d{1,3} ?(?:\/ ?\d{1,3}|%|points?|percent)|pass(?:ed)?|fail(?:ed)?|(?:with )?(?:high(?:est)? )?(?:distinction|merit|honou?rs)|(?:summa |magna )?cum laude|first[ -]class.*|upper second.*|lower second.*|sehr gut|gut|befriedigend|ausreichend|mangelhaft|(?:nicht )?bestanden|tr[èe]s bien|assez bien|sobresaliente|notable|aprobado|suspenso)$/iu;
const NAME_LABEL =
  /(?:name|holder|patient|insured|member|employee|student|surname|given names?|plaintiff|defendant|petitioner|respondent|subscriber|policyholder|prescriber|physician|\bdr\.?|\bmr\.?|\bmrs\.?|\bms\.?|that|inhaber(?:in)?|kläger(?:in)?|beklagte[rn]?|nachname|vorname|\bfrau|\bherrn?|nom|pr[ée]nom|titular|apellidos?|cognome|employer|arbeitgeber|conferred (?:up)?on|awarded to|verleiht)\s*[:.]?\s*$/iu;
const PERSON =
  /^\p{Lu}[\p{L}'’.-]+(?:,? (?:(?:de|del|della|di|du|la|le|van|von|der|den|bin|al|el|y|da|dos)\b ?)*\p{Lu}[\p{L}'’.-]*){1,4}$/u;
const COMMON_CAPITALS =
  /\b(?:account|statement|page|bank|customer|client|service|services|summary|total|notes?|information|contact|department|office|terms|conditions|report|section|number|date|address|please|thank|you|dear|sir|madam|for|our|your|the|and|of|to|ltd|inc|gmbh|llc|university|college|court|school|opening|closing|balance|seite|konto)\b/iu;
const SIGNATURE = /signature|signed (?:by|as)|unterschrift|\bgez\.|firmado|sign[ée] par|\/s\//iu;

/** The words that a record of this class certifies, beside names and figures. */
const FINDINGS: Readonly<Partial<Record<RecordClass, RegExp>>> = {
  court_document:
    /\b(?:not )?guilty\b|\bgranted\b|\bdenied\b|\bdismissed\b|\bsustained\b|\baffirmed\b|\breversed\b|\bacquitted\b|\bconvicted\b|\bplaintiff\b|\bdefendant\b|verurteilt|freigesprochen|abgewiesen|stattgegeben|condamn|relax[ée]|\bwith(?:out)? prejudice\b/iu,
  diploma: /bachelor|master|doctor|diploma|ph\.?d|m\.?b\.?a|arts|science|engineering|honou?rs|laude|bestanden|licen[cs]e|[a-zé]+ logie/iu,
  transcript: /\bpass(?:ed)?\b|\bfail(?:ed)?\b|\bincomplete\b|\bwithdrawn?\b|bachelor|master|completed|bestanden/iu,
  prescription:
    /\b\p{L}{4,}(?:ine|in|ol|one|am|ide|ate|cin|lin|pril|statin|codone|phine|fen|mol)\b|\bpositive\b|\bnegative\b|\bpositiv\b|\bnegativ\b|\bdiagnos|\bfit\b|\bunfit\b|\btablets?\b|\brefills?\b|\bdaily\b|arbeitsunfähig/iu,
  identity_document: /^(?:\p{Lu}{3}|male|female|[MFX]|\p{Lu}\p{Ll}+(?:an|ish|ese|ch|sch|ien|ienne|ano|ana|ol))$/u,
  insurance_card: /\b(?:full|liability|comprehensive|collision|active|inactive|lapsed|cancelled|expired)\b/iu,
  tax_form: /\b(?:single|married|exempt|resident|dependents?)\b/iu,
};

/** @param allowed classes that this account may edit, being their issuer. */
export function judgePlan(
  judged: readonly JudgedOperation[],
  record: RecordClass | undefined,
  allowed: ReadonlySet<RecordClass> = new Set(),
): PolicyRefusal | undefined {
  if (record === undefined || allowed.has(record)) return undefined;
  for (const { operation, found } of judged) {
    const kind = falsifiedBy(operation, found, record);
    if (kind !== undefined) return policyRefusal(record, kind);
  }
  return undefined;
}

function falsifiedBy(operation: EditOperation, found: readonly LocatedText[], record: RecordClass): FalsifiedKind | undefined {
  switch (operation.op) {
    case 'replace_text':
      return kindAmong([operation.value], found, record) ?? kindOfFound(found, record);
    case 'insert_text':
      return kindAmong([operation.value], found, record);
    case 'delete_text':
      return kindOfFound(found, record);
    case 'restyle_text':
      return hides(operation) ? kindOfFound(found, record) : undefined;
    case 'stamp':
    case 'header_footer':
      return printedKind(operation.value);
    case 'fill_field':
      // A form is there to be filled in; a finished record is not.
      return FILLABLE.has(record) ? undefined : kindAmong([operation.value], [], record);
    case 'replace_image':
      return 'signature';
    case 'redact':
    case 'highlight':
    case 'rotate_pages':
    case 'delete_pages':
    case 'keep_pages':
    case 'move_pages':
    case 'duplicate_pages':
    case 'insert_blank_page':
    case 'crop':
    case 'watermark_text':
    case 'page_numbers':
    case 'set_metadata':
    case 'remove_metadata':
    case 'check_field':
    case 'flatten_forms':
    case 'remove_annotations':
    case 'remove_links':
      return undefined;
  }
}

const FILLABLE: ReadonlySet<RecordClass> = new Set<RecordClass>(['tax_form', 'insurance_card', 'court_document']);

/** Nearly white, or too small to read: deleted to the eye. */
function hides({ color, size }: Extract<EditOperation, { op: 'restyle_text' }>): boolean {
  const channels = color === undefined ? [] : [color.slice(1, 3), color.slice(3, 5), color.slice(5, 7)].map((hex) => parseInt(hex, 16));
  const pale = channels.length === 3 && channels.every((channel) => channel >= 0xe0);
  return pale || (size !== undefined && (size.unit === 'pt' ? size.value < 3 : size.value < 30));
}

function kindOfFound(found: readonly LocatedText[], record: RecordClass): FalsifiedKind | undefined {
  for (const place of found) {
    const kind = kindOf(place.text, place.before, record);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function kindAmong(values: readonly string[], found: readonly LocatedText[], record: RecordClass): FalsifiedKind | undefined {
  for (const value of values) {
    const kind = kindOf(value, found[0]?.before ?? '', record);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** @param before what stands in front of it: a label says that a word is a name. */
function kindOf(text: string, before: string, record: RecordClass): FalsifiedKind | undefined {
  const trimmed = text.trim();
  const grades = record === 'transcript' || record === 'diploma' || record === 'prescription';
  if (SIGNATURE.test(trimmed)) return 'signature';
  if (grades && GRADE.test(trimmed)) return 'grade';
  if (findPattern(trimmed, 'date').length > 0) return 'date';
  if (isHarmlessContact(trimmed)) return undefined;
  if (/\d/.test(trimmed)) return isIdentifier(trimmed) ? 'id' : 'amount';
  if (MONEY.test(trimmed)) return 'amount';
  if (FINDINGS[record]?.test(trimmed)) return 'finding';
  if (isName(trimmed, before)) return 'name';
  return undefined;
}

/** An email or web address is how to reach the issuer, not what the record states. */
function isHarmlessContact(text: string): boolean {
  return ['email', 'url'].some((pattern) => {
    const [span] = findPattern(text, pattern as 'email' | 'url');
    return span?.start === 0 && span.end === text.length;
  });
}

function isIdentifier(text: string): boolean {
  return /\p{L}\d|\d\p{L}/u.test(text) || /\d{6,}/.test(text.replaceAll(/[ -]/g, '')) || findPattern(text, 'iban').length > 0;
}

function isName(text: string, before: string): boolean {
  if (NAME_LABEL.test(before.trimEnd().slice(-40)) && /^\p{Lu}/u.test(text)) return true;
  return (PERSON.test(text) || /^\p{Lu}{2,}(?:[ ,-]+\p{Lu}{2,}){1,3}$/u.test(text)) && !COMMON_CAPITALS.test(text);
}

/** What may not be printed on a record as if it had been there. */
function printedKind(value: string): FalsifiedKind | undefined {
  if (SIGNATURE.test(value)) return 'signature';
  if (MONEY.test(value) || /\d[.,]\d{2}\b/.test(value)) return 'amount';
  return GRADE.test(value.trim()) ? 'grade' : undefined;
}
