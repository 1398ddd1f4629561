// Which papers are records: a form is one only when it is filled in, and reports, regulations, lists, minutes and invoices are none, though they hold
// offices, dates, numbers and names.

import { describe, expect, test } from 'vitest';
import { recogniseRecords } from '../../../../../../processor/operations/ai-edit/records/recognise-record.ts';
import { factsOfText, type TextDocument } from '../../../../../support/text-document.ts';

const recordsOf = async (document: TextDocument, known: readonly string[] = []) => [
  ...(await recogniseRecords(factsOfText(document), [], known)),
];

const FORM = [
  'State of Northland, Office of Tax and Revenue',
  '2026 Income Tax Return, Form 1040',
  'Please read the instructions on the reverse before completing this form.',
  'Your first name and last name',
  'Social security number',
  '1 Wages, salaries',
  '2 Taxable income, adjusted gross',
  'Revised 3/26',
].join('\n');
const FIELDS = Object.fromEntries(
  ['Name', 'SSN', 'Wages', 'Income', ...Array.from({ length: 16 }, (_, line) => `Line ${line}`)].map((name) => [name, 'text' as const]),
);

describe('a form', () => {
  test('that nobody has filled in is nobody’s record, with fields or printed only', async () => {
    expect(await recordsOf({ pages: [FORM] })).toEqual([]);
    expect(await recordsOf({ pages: [FORM], fields: FIELDS })).toEqual([]);
    expect(await recordsOf({ pages: [FORM], fields: FIELDS, values: { Name: 'example', Wages: '0' } })).toEqual([]);
  });

  test('that is filled in is one, in its fields or in print', async () => {
    const values = { Name: 'Ann Marsh', SSN: '219-09-9999', Wages: '41,200', Income: '38,000' };
    expect(await recordsOf({ pages: [FORM], fields: FIELDS, values })).toEqual(['tax_form']);
    const printed = FORM.replace('last name', 'last name Ann Marsh').replace('number', 'number 219-09-9999');
    expect(await recordsOf({ pages: [printed] })).toEqual(['tax_form']);
    expect(await recordsOf({ pages: [FORM.replace('salaries', 'salaries 41,200.00 1,100.00 90.50')] })).toEqual(['tax_form']);
  });

  test('that prints what is stated of somebody stays a record, though fields are empty', async () => {
    const pages = [`${FORM}\nSocial security number 219-09-9999`];
    expect(await recordsOf({ pages, fields: FIELDS })).toEqual(['tax_form']);
  });

  test('of a file that was a record stays one', async () => {
    expect(await recordsOf({ pages: [FORM], fields: FIELDS }, ['tax_form'])).toEqual(['tax_form']);
  });

  test('to be filled in by hand is none, and the one that was typed into is', async () => {
    const blank = (name: string, born: string, no: string) =>
      [
        'District Court of Northland',
        'Certificate of Registration',
        'This is to certify that the person named below has been registered.',
        `Name ${name}`,
        `Date of birth ${born}`,
        `Registration No ${no}`,
        'Place ________',
        'Signature ________',
        'Seal ________',
      ].join('\n');
    expect(await recordsOf({ pages: [blank('________', '________', '________')] })).toEqual([]);
    expect(await recordsOf({ pages: [blank('Ann Marsh', '4 May 1990', 'NR-20481')] })).toEqual(['certificate']);
  });
});

describe('a paper that is no record', () => {
  const STATED = 'County Office of Labour, Director: Ann Marsh\n12 May 2026, No. NL-20481/26\nwas approved by the agency';

  test('nor is it without what tells it apart: the same page is taken for one then', async () => {
    expect(await recordsOf({ pages: [STATED] })).toEqual(['other_record']);
  });

  test.each([
    ['a report', 'Figure 8: Permits by county\nSource: County Office of Labour'],
    ['un rapport', 'Tableau 3. Permis par département\nSource : Office du travail'],
    ['minutes', 'Those present: Marsh, Lee, Novak\nApologies for absence: Silva'],
    ['un procès-verbal de club', 'Étaient présents : Marsh, Lee\nOrdre du jour'],
    ['an invoice', 'Invoice number 88213\nDelivery of two chairs'],
    ['een factuur', 'Factuurnr. 88213\nLevering van twee stoelen'],
    ['a regulation', 'under Section 12, Section 14(b), subsection 3 and Chapter 7 of the Code'],
    ['eine Satzung', 'nach § 3, § 12 Absatz 1, § 14 und § 20 der Satzung'],
  ])('%s', async (_, lines) => {
    expect(await recordsOf({ pages: [`${lines}\n${STATED}`] })).toEqual([]);
  });

  test('a list of sources', async () => {
    const sources = ['a', 'b', 'c'].map((name) => `https://example.org/${name}.html`).join('\n');
    expect(await recordsOf({ pages: [`${sources}\n${STATED}`] })).toEqual([]);
  });

  test('a later page of a contract or a brochure, unless a record begins there', async () => {
    const contract = 'This agreement is made by and between Marsh Ltd, hereinafter the Supplier, and Lee Inc.';
    expect(await recordsOf({ pages: [contract, STATED] })).toEqual([]);
    expect(await recordsOf({ pages: ['Summer brochure of the county', STATED] })).toEqual([]);
    expect(await recordsOf({ pages: [contract, `Certificate of Competence\n${STATED}`] })).toEqual(['certificate']);
  });

  test('what is done, in an office, on a day, says nothing about anybody', async () => {
    const notes = 'Week 4 of the group\nThe County Office of Labour was visited.\n12 May 2026\nThe form has been completed.';
    expect(await recordsOf({ pages: [notes] })).toEqual([]);
    expect(await recordsOf({ pages: [`${notes}\nName: Ann Marsh\nNo. NL-20481/26`] })).toEqual(['other_record']);
  });

  test('a list of many, whose dates are no numbers of anything', async () => {
    const rows = ['Denver', 'Boulder', 'Aspen', 'Pueblo'].map(
      (city, row) => `0${row + 1}/05/2026 0${row + 2}/06/2026 ${city} Mills LLC 150`,
    );
    expect(await recordsOf({ pages: [`Summary by Received Date\nNotice Received Company No. Of\n${rows.join('\n')}`] })).toEqual([]);
  });
});
