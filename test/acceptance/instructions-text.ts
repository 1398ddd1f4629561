// Instructions about text, as people write them, each with the plan that it must lead to. Defaults of the plan's schema are left out.

import type { Labelled } from './labelled.ts';

export const TEXT_INSTRUCTIONS: readonly Labelled[] = [
  ['Replace "Acme Ltd" with "Acme GmbH"', { op: 'replace_text', match: { text: 'Acme Ltd' }, value: 'Acme GmbH' }],
  ['replace Acme Ltd with Acme GmbH on page 2', { op: 'replace_text', pages: '2', match: { text: 'Acme Ltd' }, value: 'Acme GmbH' }],
  ['Please change ‘Draft’ to ‘Final’.', { op: 'replace_text', match: { text: 'Draft' }, value: 'Final' }],
  ['Could you swap "Q3" for "Q4" on pages 2-5?', { op: 'replace_text', pages: '2-5', match: { text: 'Q3' }, value: 'Q4' }],
  ['change every "colour" to "color"', { op: 'replace_text', match: { text: 'colour' }, value: 'color' }],
  ['Change the word "shall" to "will" throughout the document', { op: 'replace_text', match: { text: 'shall' }, value: 'will' }],
  ['Replace all occurrences of „Straße“ with „Weg“', { op: 'replace_text', match: { text: 'Straße' }, value: 'Weg' }],
  ['replace «Monsieur» by «Madame»', { op: 'replace_text', match: { text: 'Monsieur' }, value: 'Madame' }],
  ['Replace the first occurrence of "Lorem" with "Ipsum"', { op: 'replace_text', match: { text: 'Lorem', occurrence: 1 }, value: 'Ipsum' }],
  [
    'On page 3, change the second "Total" to "Subtotal"',
    { op: 'replace_text', pages: '3', match: { text: 'Total', occurrence: 2 }, value: 'Subtotal' },
  ],
  ['Update "2023" to "2024" everywhere', { op: 'replace_text', match: { text: '2023' }, value: '2024' }],
  [
    'replace the last "Jane Doe" with "John Roe" on the last page',
    { op: 'replace_text', pages: 'last', match: { text: 'Jane Doe', occurrence: -1 }, value: 'John Roe' },
  ],
  [
    'Rename "Project Falcon" to "Project Heron", ignoring case',
    {
      op: 'replace_text',
      match: { text: 'Project Falcon', case: 'ignore' },
      value: 'Project Heron',
    },
  ],
  ['change "art" to "craft", whole words only', { op: 'replace_text', match: { text: 'art', whole_word: true }, value: 'craft' }],
  [
    'Replace "cat" with "dog" (case insensitive, whole word)',
    {
      op: 'replace_text',
      match: { text: 'cat', case: 'ignore', whole_word: true },
      value: 'dog',
    },
  ],
  [
    'I would like you to replace "Mr. Smith" with "Ms. Smith" on the cover',
    {
      op: 'replace_text',
      pages: '1',
      match: { text: 'Mr. Smith' },
      value: 'Ms. Smith',
    },
  ],
  ['Substitute "Hamburg" for "Berlin"', { op: 'replace_text', match: { text: 'Berlin' }, value: 'Hamburg' }],
  ['substitute "Berlin" with "Hamburg"', { op: 'replace_text', match: { text: 'Berlin' }, value: 'Hamburg' }],
  ['"Teh" should be "The"', { op: 'replace_text', match: { text: 'Teh' }, value: 'The' }],
  ['Fix the typo "recieve" to "receive"', { op: 'replace_text', match: { text: 'recieve' }, value: 'receive' }],
  ['correct "occured" to "occurred" on all pages', { op: 'replace_text', match: { text: 'occured' }, value: 'occurred' }],
  ['Use "customer" instead of "client"', { op: 'replace_text', match: { text: 'client' }, value: 'customer' }],
  ['find "ACME" and replace it with "Globex"', { op: 'replace_text', match: { text: 'ACME' }, value: 'Globex' }],
  ['Find all instances of "foo" and replace them with "bar".', { op: 'replace_text', match: { text: 'foo' }, value: 'bar' }],
  ['"Version 1.0" -> "Version 1.1"', { op: 'replace_text', match: { text: 'Version 1.0' }, value: 'Version 1.1' }],
  ['change 12.05.2024 to 13.05.2024', { op: 'replace_text', match: { text: '12.05.2024' }, value: '13.05.2024' }],
  ['Replace foo with bar', { op: 'replace_text', match: { text: 'foo' }, value: 'bar' }],
  [
    'change "+49 30 1234" to "+49 30 5678" on pages 1 and 4',
    {
      op: 'replace_text',
      pages: '1,4',
      match: { text: '+49 30 1234' },
      value: '+49 30 5678',
    },
  ],
  ['replace `foo_bar` with `foo_baz`', { op: 'replace_text', match: { text: 'foo_bar' }, value: 'foo_baz' }],
  [
    'Change the company name "Initech" to "Initrode" on every page except the first',
    {
      op: 'replace_text',
      pages: 'all except 1',
      match: { text: 'Initech' },
      value: 'Initrode',
    },
  ],
  ['replace "EUR" with "USD" on odd pages', { op: 'replace_text', pages: 'odd', match: { text: 'EUR' }, value: 'USD' }],
  ['Replace the third and last paragraph marker "§" with "¶"', 'unsupported'],
  ['Replace "O\'Brien" with "O\'Neill"', { op: 'replace_text', match: { text: "O'Brien" }, value: "O'Neill" }],
  ["replace 'John's car' with 'Mary's car'", { op: 'replace_text', match: { text: "John's car" }, value: "Mary's car" }],
  [
    'Please replace “terms and conditions” with “terms of use” from page 4 on',
    {
      op: 'replace_text',
      pages: '4-end',
      match: { text: 'terms and conditions' },
      value: 'terms of use',
    },
  ],
  [
    'Change "Invoice" to "Credit note" on the first 2 pages',
    {
      op: 'replace_text',
      pages: '1-2',
      match: { text: 'Invoice' },
      value: 'Credit note',
    },
  ],
  [
    'Change "Invoice" to "Credit note" on the last three pages',
    {
      op: 'replace_text',
      pages: '-3-end',
      match: { text: 'Invoice' },
      value: 'Credit note',
    },
  ],
  [
    'replace "A" by "B" and "C" by "D"',
    { op: 'replace_text', match: { text: 'A' }, value: 'B' },
    {
      op: 'replace_text',
      match: { text: 'C' },
      value: 'D',
    },
  ],
  ['turn "Chapter One" into "Chapter 1"', { op: 'replace_text', match: { text: 'Chapter One' }, value: 'Chapter 1' }],
  ['Instead of "Ms." write "Mrs."', { op: 'replace_text', match: { text: 'Ms.' }, value: 'Mrs.' }],
  ['replace 2023 with 2024', { op: 'replace_text', match: { text: '2023' }, value: '2024' }],
  [
    'Change Globex to Initech and Hooli to Pied Piper',
    { op: 'replace_text', match: { text: 'Globex' }, value: 'Initech' },
    {
      op: 'replace_text',
      match: { text: 'Hooli' },
      value: 'Pied Piper',
    },
  ],
  [
    'Replace "Price" with "Cost", and fail if the new text does not fit',
    {
      op: 'replace_text',
      match: { text: 'Price' },
      value: 'Cost',
      fit: 'error',
    },
  ],

  ['Delete "CONFIDENTIAL"', { op: 'delete_text', match: { text: 'CONFIDENTIAL' } }],
  ['remove the text "Internal use only" from all pages', { op: 'delete_text', match: { text: 'Internal use only' } }],
  [
    'Erase the sentence “This page is intentionally left blank.” on page 4',
    {
      op: 'delete_text',
      pages: '4',
      match: { text: 'This page is intentionally left blank.' },
    },
  ],
  ['take out "(draft)" everywhere', { op: 'delete_text', match: { text: '(draft)' } }],
  ['Get rid of the phrase "as soon as possible"', { op: 'delete_text', match: { text: 'as soon as possible' } }],
  ['delete the second occurrence of "N/A" on page 2', { op: 'delete_text', pages: '2', match: { text: 'N/A', occurrence: 2 } }],
  [
    'Remove "DRAFT" and "Preliminary"',
    { op: 'delete_text', match: { text: 'DRAFT' } },
    {
      op: 'delete_text',
      match: { text: 'Preliminary' },
    },
  ],
  ['Strike "Section 12" from page 7', { op: 'delete_text', pages: '7', match: { text: 'Section 12' } }],
  ['drop every "etc." in the document', { op: 'delete_text', match: { text: 'etc.' } }],
  [
    'remove the words "very" and "really" from pages 3 to 6',
    { op: 'delete_text', pages: '3-6', match: { text: 'very' } },
    {
      op: 'delete_text',
      pages: '3-6',
      match: { text: 'really' },
    },
  ],
  ['Remove Acme Corp from page 1', { op: 'delete_text', pages: '1', match: { text: 'Acme Corp' } }],
  ['cut "Appendix B" on the penultimate page', { op: 'delete_text', pages: '-2', match: { text: 'Appendix B' } }],
  [
    'delete the line "Page intentionally blank" on even pages',
    {
      op: 'delete_text',
      pages: 'even',
      match: { text: 'Page intentionally blank' },
    },
  ],

  ['Insert "Ltd" after "Acme"', { op: 'insert_text', place: 'after', match: { text: 'Acme' }, value: 'Ltd' }],
  [
    'add " (deceased)" after "John Roe" on page 5',
    {
      op: 'insert_text',
      pages: '5',
      place: 'after',
      match: { text: 'John Roe' },
      value: ' (deceased)',
    },
  ],
  ['Put "approx. " before "100 km"', { op: 'insert_text', place: 'before', match: { text: '100 km' }, value: 'approx. ' }],
  ['write "Dr." in front of "Miller"', { op: 'insert_text', place: 'before', match: { text: 'Miller' }, value: 'Dr.' }],
  ['Please append "®" to "Widget" throughout', { op: 'insert_text', place: 'after', match: { text: 'Widget' }, value: '®' }],
  [
    'insert the words "and sons" behind the first "Miller"',
    {
      op: 'insert_text',
      place: 'after',
      match: { text: 'Miller', occurrence: 1 },
      value: 'and sons',
    },
  ],
  [
    'Before "Summary" on page 2 add "Executive"',
    {
      op: 'insert_text',
      pages: '2',
      place: 'before',
      match: { text: 'Summary' },
      value: 'Executive',
    },
  ],
  ['prepend "No. " to "12345"', { op: 'insert_text', place: 'before', match: { text: '12345' }, value: 'No. ' }],
  [
    'add the text "incl. VAT" right after "Total" on the last page',
    {
      op: 'insert_text',
      pages: 'last',
      place: 'after',
      match: { text: 'Total' },
      value: 'incl. VAT',
    },
  ],

  ['Make "Important" red', { op: 'restyle_text', match: { text: 'Important' }, color: '#ff0000' }],
  [
    'make "Warning" red and 14 pt on page 1',
    {
      op: 'restyle_text',
      pages: '1',
      match: { text: 'Warning' },
      color: '#ff0000',
      size: { value: 14, unit: 'pt' },
    },
  ],
  ['Set "Summary" in bold', { op: 'restyle_text', match: { text: 'Summary' }, bold: true }],
  ['change the colour of "Overdue" to #c00000', { op: 'restyle_text', match: { text: 'Overdue' }, color: '#c00000' }],
  ['Color "Paid" green', { op: 'restyle_text', match: { text: 'Paid' }, color: '#008000' }],
  [
    'Set the font size of "Annual Report" to 24 pt',
    {
      op: 'restyle_text',
      match: { text: 'Annual Report' },
      size: { value: 24, unit: 'pt' },
    },
  ],
  ['make the word "Sale" 20% larger', { op: 'restyle_text', match: { text: 'Sale' }, size: { value: 120, unit: '%' } }],
  ['Turn the text "Hello" blue', { op: 'restyle_text', match: { text: 'Hello' }, color: '#0000ff' }],
  ['bold "Terms"', { op: 'restyle_text', match: { text: 'Terms' }, bold: true }],
  [
    'Please make "Acme" navy and 14pt everywhere',
    {
      op: 'restyle_text',
      match: { text: 'Acme' },
      color: '#000080',
      size: { value: 14, unit: 'pt' },
    },
  ],
  ['make "fine print" half the size', 'unsupported'],
  [
    'change the color of the first "Note" to purple',
    {
      op: 'restyle_text',
      match: { text: 'Note', occurrence: 1 },
      color: '#800080',
    },
  ],
  ['resize "Title" to 18 points', { op: 'restyle_text', match: { text: 'Title' }, size: { value: 18, unit: 'pt' } }],
  ['shrink "Disclaimer" by 10 percent', { op: 'restyle_text', match: { text: 'Disclaimer' }, size: { value: 90, unit: '%' } }],
  ['make "Notice" not bold', 'unsupported'],

  ['Redact "John Smith"', { op: 'redact', match: { text: 'John Smith' } }],
  ['black out all email addresses', { op: 'redact', match: { pattern: 'email' } }],
  ['Please redact every phone number on pages 1-3', { op: 'redact', pages: '1-3', match: { pattern: 'phone' } }],
  ['redact credit card numbers', { op: 'redact', match: { pattern: 'card_number' } }],
  [
    'Redact all IBANs and all social security numbers',
    { op: 'redact', match: { pattern: 'iban' } },
    {
      op: 'redact',
      match: { pattern: 'ssn' },
    },
  ],
  [
    'Anonymise "Maria Gonzalez" throughout the document, ignoring case',
    {
      op: 'redact',
      match: { text: 'Maria Gonzalez', case: 'ignore' },
    },
  ],
  ['censor the dates on page 2', { op: 'redact', pages: '2', match: { pattern: 'date' } }],
  ['redact all URLs', { op: 'redact', match: { pattern: 'url' } }],
  ['Black out "4111 1111 1111 1111" everywhere', { op: 'redact', match: { text: '4111 1111 1111 1111' } }],
  [
    'redact the names "Jane Roe", "Jim Poe" and "Joe Doe"',
    { op: 'redact', match: { text: 'Jane Roe' } },
    {
      op: 'redact',
      match: { text: 'Jim Poe' },
    },
    { op: 'redact', match: { text: 'Joe Doe' } },
  ],
  ['mask all e-mails and phone numbers', { op: 'redact', match: { pattern: 'email' } }, { op: 'redact', match: { pattern: 'phone' } }],
  ['Redact SSNs on the first page', { op: 'redact', pages: '1', match: { pattern: 'ssn' } }],
  ['redact Peter Parker on pages 2 and 3', { op: 'redact', pages: '2,3', match: { text: 'Peter Parker' } }],
  ['Redact the last date', { op: 'redact', match: { pattern: 'date', occurrence: -1 } }],
  ['blackout the text "Account no. 998877"', { op: 'redact', match: { text: 'Account no. 998877' } }],
  ['I need you to redact all telephone numbers, please', { op: 'redact', match: { pattern: 'phone' } }],

  ['Highlight "force majeure"', { op: 'highlight', match: { text: 'force majeure' } }],
  ['highlight "deadline" in green on every page', { op: 'highlight', match: { text: 'deadline' }, color: '#008000' }],
  ['mark "Total due" in yellow', { op: 'highlight', match: { text: 'Total due' } }],
  ['Highlight all dates', { op: 'highlight', match: { pattern: 'date' } }],
  [
    'please highlight the word "liability", whole word, on pages 5 through 9',
    {
      op: 'highlight',
      pages: '5-9',
      match: { text: 'liability', whole_word: true },
    },
  ],
  [
    'highlight "Clause 4" and "Clause 9" in aqua',
    { op: 'highlight', match: { text: 'Clause 4' }, color: '#00ffff' },
    {
      op: 'highlight',
      match: { text: 'Clause 9' },
      color: '#00ffff',
    },
  ],
  ['Highlight Section 3.2 on page 6', { op: 'highlight', pages: '6', match: { text: 'Section 3.2' } }],
];
