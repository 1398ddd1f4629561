// A second look, written after the grammar had been measured: forms that it did not know, and forms that must stay refused.

import type { Labelled } from './labelled.ts';

export const SECOND_INSTRUCTIONS: readonly Labelled[] = [
  ['Can you please change all mentions of "Jon" to "John"?', { op: 'replace_text', match: { text: 'Jon' }, value: 'John' }],
  ['Change the name from "Bob" to "Rob" on page 1 and 2', { op: 'replace_text', pages: '1,2', match: { text: 'Bob' }, value: 'Rob' }],
  ['Replace the company name Foo Inc. with Bar LLC', { op: 'replace_text', match: { text: 'Foo Inc.' }, value: 'Bar LLC' }],
  [
    'On the first page change "January" into "February", and on the second page change "2023" into "2024"',
    { op: 'replace_text', pages: '1', match: { text: 'January' }, value: 'February' },
    { op: 'replace_text', pages: '2', match: { text: '2023' }, value: '2024' },
  ],
  ['remove pages 3, 4, and 5', { op: 'delete_pages', pages: '3,4,5' }],
  ['delete pages 1,3,5', { op: 'delete_pages', pages: '1,3,5' }],
  ['Delete pages 10-12 and pages 15-17', { op: 'delete_pages', pages: '10-12,15-17' }],
  [
    'Rotate page 1 left and page 2 right',
    { op: 'rotate_pages', pages: '1', degrees: 270 },
    { op: 'rotate_pages', pages: '2', degrees: 90 },
  ],
  ['Add the page number at the bottom of each page', { op: 'page_numbers' }],
  ['Add page numbers "Page {n} of {total}" bottom right', { op: 'page_numbers', position: 'bottom_right', format: 'Page {n} of {total}' }],
  ['Watermark: "DRAFT"', { op: 'watermark_text', value: 'DRAFT' }],
  ['Put "DRAFT" diagonally across every page as a watermark', { op: 'watermark_text', value: 'DRAFT' }],
  ['Stamp CONFIDENTIAL in red at the top of every page', { op: 'stamp', value: 'CONFIDENTIAL', color: '#ff0000', position: 'top_center' }],
  ['Redact the following: "A1", "B2"', { op: 'redact', match: { text: 'A1' } }, { op: 'redact', match: { text: 'B2' } }],
  ['Replace all "–" with "-"', { op: 'replace_text', match: { text: '–' }, value: '-' }],
  ['change Euro to € throughout', { op: 'replace_text', match: { text: 'Euro' }, value: '€' }],
  ['Remove every instance of Lorem Ipsum', { op: 'delete_text', match: { text: 'Lorem Ipsum' } }],
  [
    'Please anonymize all emails & phone numbers',
    { op: 'redact', match: { pattern: 'email' } },
    { op: 'redact', match: { pattern: 'phone' } },
  ],
  [
    'Add "(c) 2024" at the bottom center in 8pt gray on all pages',
    { op: 'stamp', value: '(c) 2024', position: 'bottom_center', font_size_pt: 8, color: '#808080' },
  ],
  ['crop 0.5in from left and right', { op: 'crop', left: { value: 0.5, unit: 'in' }, right: { value: 0.5, unit: 'in' } }],
  ['Trim the top of each page by 2cm', { op: 'crop', top: { value: 2, unit: 'cm' } }],
  [
    'Change the phrase "net 30" to "net 60" on pp. 3–5, please!',
    { op: 'replace_text', pages: '3-5', match: { text: 'net 30' }, value: 'net 60' },
  ],
  ['Replace USD by EUR on all pages but the last', { op: 'replace_text', pages: 'all except last', match: { text: 'USD' }, value: 'EUR' }],
  ['Make all dates bold', { op: 'restyle_text', match: { pattern: 'date' }, bold: true }],
  ['copy page 1 to the end', 'unsupported'],
  ['move page 5 to position 2', 'unsupported'],
  ['Highlight "x" in light blue', 'unsupported'],
  ['Add a blank page after every page', 'unsupported'],
  ['In the footer, replace "2023" with "2024"', 'unsupported'],
  ['Replace "Foo" with "Bar" and "Baz" with "Qux" on page 3', 'unsupported'],
  ['remove the first page, then rotate the remaining pages', 'unsupported'],
  ['mark all checkboxes', 'unsupported'],
  ['Insert "foo" at the end of page 2', 'unsupported'],
  ['rotate everything by 180', 'unsupported'],
];
