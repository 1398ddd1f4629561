// What acceptable use forbids editing: classes of records, and the parts of a record that an edit would falsify. A refusal names both.

const RECORD_CLASSES = {
  identity_document: 'an identity document',
  bank_statement: 'a bank statement',
  transcript: 'an academic transcript',
  diploma: 'a diploma',
  payslip: 'a payslip',
  tax_form: 'a tax record',
  prescription: 'a medical record',
  court_document: 'a court document',
  insurance_card: 'an insurance record',
  criminal_record: 'a criminal record check',
  employment_reference: 'an employment reference',
  official_report: 'an official report',
  certificate: 'a certificate',
  civil_status: 'a civil status record',
  official_decision: 'an official decision',
  /** Never recognised from a document: for an instruction that says it itself. */
  other_record: 'a record',
} as const;
export type RecordClass = keyof typeof RECORD_CLASSES;
export const RECORD_CLASS_NAMES = Object.keys(RECORD_CLASSES) as [RecordClass, ...RecordClass[]];

const FALSIFIED_KINDS = {
  amount: 'an amount',
  date: 'a date',
  name: 'a name',
  id: 'an identifying number',
  grade: 'a grade',
  signature: 'a signature or picture',
  finding: 'what the record certifies',
  heading: 'the heading',
} as const;
export type FalsifiedKind = keyof typeof FALSIFIED_KINDS;

/** What an instruction says that an edit is for, or does. */
const STATED_PURPOSES = {
  forgery: 'forging what a document states',
  deceit: 'making somebody believe what is not so',
  concealment: 'keeping from somebody who relies on a document what it states',
  proof: 'changing what a document states so that it proves something',
  evidence: 'changing what a document states for somebody who relies on it',
} as const;
export type StatedPurpose = keyof typeof STATED_PURPOSES;

export interface PolicyRefusal {
  readonly record: RecordClass;
  readonly kind: FalsifiedKind;
  /** The purpose for which it is refused, and the words of the instruction that state it. */
  readonly stated?: { readonly purpose: StatedPurpose; readonly words: string };
  /** A sentence for the customer. */
  readonly message: string;
}

const ALLOWED =
  'Allowed are: filling in empty form fields, redaction, highlighting, marks such as COPY or DRAFT, rotation, page operations and OCR.';

export function policyRefusal(record: RecordClass, kind: FalsifiedKind): PolicyRefusal {
  return {
    record,
    kind,
    message:
      `Acceptable use forbids changing ${FALSIFIED_KINDS[kind]} on ${RECORD_CLASSES[record]}: only its issuer can correct it. ` +
      'Redaction of what it states, rotation, page operations, watermarks and OCR are allowed on it, and filling in empty form fields.',
  };
}

/** @param words of the instruction, which state the purpose @param record what the document is, where that is known */
export function purposeRefusal(purpose: StatedPurpose, words: string, record: RecordClass = 'other_record'): PolicyRefusal {
  const known = record === 'other_record' ? '' : ` The document is ${RECORD_CLASSES[record]}.`;
  return {
    record,
    kind: 'finding',
    stated: { purpose, words },
    message: `Acceptable use forbids ${STATED_PURPOSES[purpose]}; the instruction says: “${words}”.${known} ${ALLOWED} Ask the issuer to correct what is wrong.`,
  };
}
