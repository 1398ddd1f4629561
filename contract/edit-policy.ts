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

export interface PolicyRefusal {
  readonly record: RecordClass;
  readonly kind: FalsifiedKind;
  /** A sentence for the customer. */
  readonly message: string;
}

export function policyRefusal(record: RecordClass, kind: FalsifiedKind): PolicyRefusal {
  return {
    record,
    kind,
    message:
      `Acceptable use forbids changing ${FALSIFIED_KINDS[kind]} on ${RECORD_CLASSES[record]}. ` +
      'Redaction of what it states, rotation, page operations, watermarks and OCR are allowed on it.',
  };
}
