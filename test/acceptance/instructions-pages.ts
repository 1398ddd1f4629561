// Instructions about pages, images, stamps, forms and properties, as people write them, each with its plan.

import type { Labelled } from './labelled.ts';

export const PAGE_INSTRUCTIONS: readonly Labelled[] = [
  ['Rotate page 2 by 90 degrees', { op: 'rotate_pages', pages: '2', degrees: 90 }],
  ['rotate all pages 180°', { op: 'rotate_pages', pages: 'all', degrees: 180 }],
  ['Please rotate pages 3-5 clockwise', { op: 'rotate_pages', pages: '3-5', degrees: 90 }],
  ['turn page 4 upside down', { op: 'rotate_pages', pages: '4', degrees: 180 }],
  ['rotate the first page to the left', { op: 'rotate_pages', pages: '1', degrees: 270 }],
  ['Rotate the last two pages counterclockwise by 90', { op: 'rotate_pages', pages: '-2-end', degrees: 270 }],
  ['rotate the document 270 degrees clockwise', { op: 'rotate_pages', pages: 'all', degrees: 270 }],
  ['can you rotate even pages by 180 degrees?', { op: 'rotate_pages', pages: 'even', degrees: 180 }],
  ['Turn pages one to three 90 degrees to the right', { op: 'rotate_pages', pages: '1-3', degrees: 90 }],
  ['rotate page five anticlockwise', { op: 'rotate_pages', pages: '5', degrees: 270 }],
  ['Rotate page 2', 'unsupported'],
  ['rotate page 1 by 45 degrees', 'unsupported'],
  [
    'rotate page 1 by 90° and page 3 by 180°',
    { op: 'rotate_pages', pages: '1', degrees: 90 },
    {
      op: 'rotate_pages',
      pages: '3',
      degrees: 180,
    },
  ],
  ['Rotate pages 2, 4 and 6 by 90 degrees clockwise.', { op: 'rotate_pages', pages: '2,4,6', degrees: 90 }],

  ['Delete page 3', { op: 'delete_pages', pages: '3' }],
  ['remove pages 2-4', { op: 'delete_pages', pages: '2-4' }],
  ['Please delete the last page.', { op: 'delete_pages', pages: 'last' }],
  ['drop the cover page', { op: 'delete_pages', pages: '1' }],
  ['Remove the first three pages', { op: 'delete_pages', pages: '1-3' }],
  ['delete pages 1, 3 and 5', { op: 'delete_pages', pages: '1,3,5' }],
  ['Remove all even pages', { op: 'delete_pages', pages: 'even' }],
  ['delete everything after page 10', { op: 'delete_pages', pages: '11-end' }],
  ['get rid of page 7', { op: 'delete_pages', pages: '7' }],
  ['Delete the second page and the last page', { op: 'delete_pages', pages: '2,last' }],
  ['delete page two', { op: 'delete_pages', pages: '2' }],
  ['remove pages 5 through 8, please', { op: 'delete_pages', pages: '5-8' }],
  ['Delete the second-to-last page', { op: 'delete_pages', pages: '-2' }],
  ['discard pp. 12-14', { op: 'delete_pages', pages: '12-14' }],

  ['Keep only pages 1-3', { op: 'keep_pages', pages: '1-3' }],
  ['Delete all pages except 2-4', { op: 'keep_pages', pages: '2-4' }],
  ['remove every page but the first', { op: 'keep_pages', pages: '1' }],
  ['extract pages 5 to 7', { op: 'keep_pages', pages: '5-7' }],
  ['Keep just the last page', { op: 'keep_pages', pages: 'last' }],
  ['keep the odd pages only', { op: 'keep_pages', pages: 'odd' }],
  ['retain pages 1, 2 and 9', { op: 'keep_pages', pages: '1,2,9' }],

  ['Move page 3 to the front', { op: 'move_pages', pages: '3', place: 'before', page: 1 }],
  ['move the last page to the beginning', { op: 'move_pages', pages: 'last', place: 'before', page: 1 }],
  ['Move page 2 to the end of the document', { op: 'move_pages', pages: '2', place: 'after', page: -1 }],
  ['move pages 4-6 after page 9', { op: 'move_pages', pages: '4-6', place: 'after', page: 9 }],
  ['put page 5 before page 2', { op: 'move_pages', pages: '5', place: 'before', page: 2 }],
  ['Please place the cover page at the end', { op: 'move_pages', pages: '1', place: 'after', page: -1 }],
  ['Make page 3 the first page', { op: 'move_pages', pages: '3', place: 'before', page: 1 }],
  ['move page eight behind page ten', { op: 'move_pages', pages: '8', place: 'after', page: 10 }],

  ['Duplicate page 1', { op: 'duplicate_pages', pages: '1' }],
  ['copy page 2 three times', { op: 'duplicate_pages', pages: '2', copies: 3 }],
  ['Make two copies of page 4', { op: 'duplicate_pages', pages: '4', copies: 2 }],
  ['duplicate the last page twice', { op: 'duplicate_pages', pages: 'last', copies: 2 }],
  ['clone pages 1-2', { op: 'duplicate_pages', pages: '1-2' }],

  ['Insert a blank page after page 3', { op: 'insert_blank_page', place: 'after', page: 3 }],
  ['add an empty page at the end', { op: 'insert_blank_page', place: 'after', page: -1 }],
  ['Add two blank pages before page 1', { op: 'insert_blank_page', place: 'before', page: 1, count: 2 }],
  ['put a blank page at the beginning of the document', { op: 'insert_blank_page', place: 'before', page: 1 }],
  ['Insert a blank page between pages 2 and 3', { op: 'insert_blank_page', place: 'after', page: 2 }],
  ['append a blank page', { op: 'insert_blank_page', place: 'after', page: -1 }],
  ['please insert 3 empty pages after the cover', { op: 'insert_blank_page', place: 'after', page: 1, count: 3 }],

  [
    'Crop 1 cm from all sides',
    {
      op: 'crop',
      top: { value: 1, unit: 'cm' },
      right: { value: 1, unit: 'cm' },
      bottom: { value: 1, unit: 'cm' },
      left: { value: 1, unit: 'cm' },
    },
  ],
  ['crop 10 mm off the top of page 2', { op: 'crop', pages: '2', top: { value: 10, unit: 'mm' } }],
  ['Trim half an inch from the left', { op: 'crop', left: { value: 0.5, unit: 'in' } }],
  [
    'trim 20pt from the top and bottom on all pages',
    {
      op: 'crop',
      top: { value: 20, unit: 'pt' },
      bottom: { value: 20, unit: 'pt' },
    },
  ],
  [
    'Crop all pages by 5% on each side',
    {
      op: 'crop',
      top: { value: 5, unit: '%' },
      right: { value: 5, unit: '%' },
      bottom: { value: 5, unit: '%' },
      left: { value: 5, unit: '%' },
    },
  ],
  [
    'crop pages 1-2 by 2 cm at the bottom and 1 cm at the left',
    {
      op: 'crop',
      pages: '1-2',
      bottom: { value: 2, unit: 'cm' },
      left: { value: 1, unit: 'cm' },
    },
  ],
  ['Crop page 1', 'unsupported'],

  ['Add a watermark "DRAFT"', { op: 'watermark_text', value: 'DRAFT' }],
  ['watermark all pages with "CONFIDENTIAL" in red', { op: 'watermark_text', value: 'CONFIDENTIAL', color: '#ff0000' }],
  ['Put a diagonal "SAMPLE" watermark on every page', { op: 'watermark_text', value: 'SAMPLE' }],
  ['add a horizontal watermark saying "Copy" on page 1', { op: 'watermark_text', pages: '1', value: 'Copy', angle: 0 }],
  [
    'Please add a watermark that says "Do not copy" with 20% opacity',
    {
      op: 'watermark_text',
      value: 'Do not copy',
      opacity: 0.2,
    },
  ],
  ['Watermark pages 2-end "Internal"', { op: 'watermark_text', pages: '2-end', value: 'Internal' }],
  ['add the watermark “Entwurf” in light gray', { op: 'watermark_text', value: 'Entwurf', color: '#d3d3d3' }],
  [
    'Apply a DRAFT watermark in gray to all pages except the cover',
    {
      op: 'watermark_text',
      pages: 'all except 1',
      value: 'DRAFT',
    },
  ],
  [
    'watermark the document with "VOID", 72 pt, at an angle of 30 degrees',
    {
      op: 'watermark_text',
      value: 'VOID',
      font_size_pt: 72,
      angle: 30,
    },
  ],

  ['Stamp "PAID" in the top right corner of page 1', { op: 'stamp', pages: '1', value: 'PAID', position: 'top_right' }],
  ['stamp every page with "Received" at the bottom left', { op: 'stamp', value: 'Received', position: 'bottom_left' }],
  [
    'Add the text "Copy for customer" at the top of page 1',
    {
      op: 'stamp',
      pages: '1',
      value: 'Copy for customer',
      position: 'top_center',
    },
  ],
  [
    'put "Approved" in the centre of the last page in bold green',
    {
      op: 'stamp',
      pages: 'last',
      value: 'Approved',
      position: 'center',
      color: '#008000',
      bold: true,
    },
  ],
  [
    'Write "Exhibit A" bottom right on the first page, 14 pt',
    {
      op: 'stamp',
      pages: '1',
      value: 'Exhibit A',
      position: 'bottom_right',
      font_size_pt: 14,
    },
  ],
  [
    'stamp "URGENT" top left in red 2 cm from the edge',
    {
      op: 'stamp',
      value: 'URGENT',
      position: 'top_left',
      color: '#ff0000',
      margin: { value: 2, unit: 'cm' },
    },
  ],
  [
    'Add "Page reviewed" to the upper left corner of all odd pages',
    {
      op: 'stamp',
      pages: 'odd',
      value: 'Page reviewed',
      position: 'top_left',
    },
  ],
  [
    'Place the stamp "FINAL" at the bottom of pages 2-3',
    {
      op: 'stamp',
      pages: '2-3',
      value: 'FINAL',
      position: 'bottom_center',
    },
  ],

  ['Add page numbers', { op: 'page_numbers' }],
  ['add page numbers at the bottom right', { op: 'page_numbers', position: 'bottom_right' }],
  ['Number the pages starting with 5', { op: 'page_numbers', start: 5 }],
  [
    'Please insert page numbers in the top right corner of all pages except the first',
    {
      op: 'page_numbers',
      pages: 'all except 1',
      position: 'top_right',
    },
  ],
  ['add page numbers in the format "Page {n} of {total}"', { op: 'page_numbers', format: 'Page {n} of {total}' }],
  [
    'Put page numbers on pages 2-10, starting at 1, 9pt',
    {
      op: 'page_numbers',
      pages: '2-10',
      start: 1,
      font_size_pt: 9,
    },
  ],
  ['number all pages', { op: 'page_numbers' }],

  ['Add a header "Annual Report 2024"', { op: 'header_footer', area: 'header', value: 'Annual Report 2024' }],
  [
    'add the footer "Acme Corp - Confidential" to all pages',
    {
      op: 'header_footer',
      area: 'footer',
      value: 'Acme Corp - Confidential',
    },
  ],
  [
    'Put "Chapter 2" in the header of pages 10-20, left aligned',
    {
      op: 'header_footer',
      pages: '10-20',
      area: 'header',
      align: 'left',
      value: 'Chapter 2',
    },
  ],
  ['set the footer to "© 2024 Globex"', { op: 'header_footer', area: 'footer', value: '© 2024 Globex' }],
  [
    'add a right-aligned footer saying "v1.2" except on the first page',
    {
      op: 'header_footer',
      pages: 'all except 1',
      area: 'footer',
      align: 'right',
      value: 'v1.2',
    },
  ],

  ['Set the title to "Annual Report"', { op: 'set_metadata', field: 'title', value: 'Annual Report' }],
  ['change the author to Jane Doe', { op: 'set_metadata', field: 'author', value: 'Jane Doe' }],
  ['Set the document subject to "Quarterly figures"', { op: 'set_metadata', field: 'subject', value: 'Quarterly figures' }],
  ['set the keywords to "pdf, report, finance"', { op: 'set_metadata', field: 'keywords', value: 'pdf, report, finance' }],
  [
    'Set the PDF title to "Handbook" and the author to "ACME"',
    { op: 'set_metadata', field: 'title', value: 'Handbook' },
    {
      op: 'set_metadata',
      field: 'author',
      value: 'ACME',
    },
  ],
  ['update the document title to "Price List"', { op: 'set_metadata', field: 'title', value: 'Price List' }],
  ['In the metadata, set author to "HR Department"', { op: 'set_metadata', field: 'author', value: 'HR Department' }],

  ['Remove all metadata', { op: 'remove_metadata' }],
  ['strip the metadata from this document', { op: 'remove_metadata' }],
  ['remove the author from the metadata', { op: 'remove_metadata', fields: ['author'] }],
  ['delete title and keywords from the document properties', { op: 'remove_metadata', fields: ['title', 'keywords'] }],
  ['clear the document properties', { op: 'remove_metadata' }],

  ['Fill the field "Name" with "Jane Doe"', { op: 'fill_field', field: 'Name', value: 'Jane Doe' }],
  ['fill in "Street" with "Main St 5"', { op: 'fill_field', field: 'Street', value: 'Main St 5' }],
  ['Set the field "City" to "Bonn"', { op: 'fill_field', field: 'City', value: 'Bonn' }],
  ['enter "12345" in the field "ZIP"', { op: 'fill_field', field: 'ZIP', value: '12345' }],
  ['Please fill out the "Phone" field with "+1 555 0100"', { op: 'fill_field', field: 'Phone', value: '+1 555 0100' }],
  ['type "Acme" into the "Company" field', { op: 'fill_field', field: 'Company', value: 'Acme' }],
  ['Fill in Name with Jane Doe', { op: 'fill_field', field: 'Name', value: 'Jane Doe' }],
  ['set the value of the form field "Country" to "France"', { op: 'fill_field', field: 'Country', value: 'France' }],

  ['Check the box "I agree"', { op: 'check_field', field: 'I agree' }],
  ['tick the checkbox "Newsletter"', { op: 'check_field', field: 'Newsletter' }],
  ['uncheck "Subscribe"', { op: 'check_field', field: 'Subscribe', checked: false }],
  ['Please untick the "Terms" checkbox', { op: 'check_field', field: 'Terms', checked: false }],
  ['tick "Yes" and "Accept"', { op: 'check_field', field: 'Yes' }, { op: 'check_field', field: 'Accept' }],

  ['Flatten the form', { op: 'flatten_forms' }],
  ['flatten all form fields', { op: 'flatten_forms' }],
  ['Please flatten the forms in this PDF', { op: 'flatten_forms' }],

  ['Remove all annotations', { op: 'remove_annotations' }],
  ['delete the comments on page 2', { op: 'remove_annotations', pages: '2', kind: 'comments' }],
  ['Strip all highlights', { op: 'remove_annotations', kind: 'highlights' }],
  ['remove sticky notes from all pages', { op: 'remove_annotations', kind: 'comments' }],
  ['clear annotations on pages 3-4', { op: 'remove_annotations', pages: '3-4' }],

  ['Remove all links', { op: 'remove_links' }],
  ['delete every hyperlink on page 1', { op: 'remove_links', pages: '1' }],
  ['strip hyperlinks from the document', { op: 'remove_links' }],

  ['Replace the first image on page 1 with file_0123456789abcdefghijkl', 'unsupported'],
  ['swap the image on page 2 for file_ABCDEFGHIJKLMNOPQRSTUV', 'unsupported'],
  ['replace all pictures with file_0123456789abcdefghijkl', 'unsupported'],

  // Several clauses.
  [
    'Replace "2023" with "2024" and delete page 5',
    { op: 'replace_text', match: { text: '2023' }, value: '2024' },
    {
      op: 'delete_pages',
      pages: '5',
    },
  ],
  [
    'Delete page 2; rotate page 3 by 90 degrees; add page numbers',
    { op: 'delete_pages', pages: '2' },
    {
      op: 'rotate_pages',
      pages: '3',
      degrees: 90,
    },
    { op: 'page_numbers' },
  ],
  ['First remove all annotations, then flatten the form', { op: 'remove_annotations' }, { op: 'flatten_forms' }],
  [
    'Rotate all pages by 180 degrees and then add a watermark "DRAFT".',
    { op: 'rotate_pages', pages: 'all', degrees: 180 },
    {
      op: 'watermark_text',
      value: 'DRAFT',
    },
  ],
  [
    'Redact all email addresses, remove the metadata and delete all comments',
    { op: 'redact', match: { pattern: 'email' } },
    {
      op: 'remove_metadata',
    },
    { op: 'remove_annotations', kind: 'comments' },
  ],
  [
    'Replace "Acme" with "Globex" on page 1. Remove "Draft" on page 2. Keep only pages 1-2.',
    {
      op: 'replace_text',
      pages: '1',
      match: { text: 'Acme' },
      value: 'Globex',
    },
    { op: 'delete_text', pages: '2', match: { text: 'Draft' } },
    { op: 'keep_pages', pages: '1-2' },
  ],
  [
    'On page 2, replace "A1" with "B1" and delete "C1"',
    {
      op: 'replace_text',
      pages: '2',
      match: { text: 'A1' },
      value: 'B1',
    },
    { op: 'delete_text', pages: '2', match: { text: 'C1' } },
  ],
  ['Please delete the cover page and number the remaining pages', 'unsupported'],
  [
    '- Delete page 1\n- Rotate page 2 by 90 degrees\n- Add page numbers',
    { op: 'delete_pages', pages: '1' },
    {
      op: 'rotate_pages',
      pages: '2',
      degrees: 90,
    },
    { op: 'page_numbers' },
  ],
  [
    '1. Replace "x1" with "y1"\n2. Highlight "z1"',
    { op: 'replace_text', match: { text: 'x1' }, value: 'y1' },
    {
      op: 'highlight',
      match: { text: 'z1' },
    },
  ],
  [
    'Move page 4 to the front, delete page 2 and set the title to "Minutes"',
    {
      op: 'move_pages',
      pages: '4',
      place: 'before',
      page: 1,
    },
    { op: 'delete_pages', pages: '2' },
    { op: 'set_metadata', field: 'title', value: 'Minutes' },
  ],
  [
    'fill "Name" with "Ann Lee", tick "Agree" and flatten the form',
    { op: 'fill_field', field: 'Name', value: 'Ann Lee' },
    {
      op: 'check_field',
      field: 'Agree',
    },
    { op: 'flatten_forms' },
  ],
  [
    'Highlight "risk" in yellow and make "urgent" red',
    { op: 'highlight', match: { text: 'risk' } },
    {
      op: 'restyle_text',
      match: { text: 'urgent' },
      color: '#ff0000',
    },
  ],
  [
    'change "May" to "June", "2 pm" to "3 pm" and "Room A" to "Room B"',
    {
      op: 'replace_text',
      match: { text: 'May' },
      value: 'June',
    },
    { op: 'replace_text', match: { text: '2 pm' }, value: '3 pm' },
    {
      op: 'replace_text',
      match: { text: 'Room A' },
      value: 'Room B',
    },
  ],
  [
    'Stamp "PAID" top right on page 1, then duplicate page 1',
    { op: 'stamp', pages: '1', value: 'PAID', position: 'top_right' },
    {
      op: 'duplicate_pages',
      pages: '1',
    },
  ],
  [
    'Insert a blank page after page 1 and also crop 1 cm from the top of page 3',
    {
      op: 'insert_blank_page',
      place: 'after',
      page: 1,
    },
    { op: 'crop', pages: '3', top: { value: 1, unit: 'cm' } },
  ],
  ['Remove all links and strip the metadata, thanks!', { op: 'remove_links' }, { op: 'remove_metadata' }],
  [
    'add a header "Q4" and a footer "Globex Inc"',
    { op: 'header_footer', area: 'header', value: 'Q4' },
    {
      op: 'header_footer',
      area: 'footer',
      value: 'Globex Inc',
    },
  ],
  [
    'Hi, please black out the phone numbers and the IBANs on page 3. Thank you!',
    {
      op: 'redact',
      pages: '3',
      match: { pattern: 'phone' },
    },
    { op: 'redact', pages: '3', match: { pattern: 'iban' } },
  ],
  [
    'extract pages 2-6 and then rotate page 1 right',
    { op: 'keep_pages', pages: '2-6' },
    {
      op: 'rotate_pages',
      pages: '1',
      degrees: 90,
    },
  ],
  [
    'Delete "Old Co" from page 1 and insert "New Co" before "GmbH" on page 2',
    {
      op: 'delete_text',
      pages: '1',
      match: { text: 'Old Co' },
    },
    { op: 'insert_text', pages: '2', place: 'before', match: { text: 'GmbH' }, value: 'New Co' },
  ],
  [
    'Enlarge "Summary" by 50 percent; highlight "Findings" in lime; colour "Risks" maroon',
    {
      op: 'restyle_text',
      match: { text: 'Summary' },
      size: { value: 150, unit: '%' },
    },
    { op: 'highlight', match: { text: 'Findings' }, color: '#00ff00' },
    {
      op: 'restyle_text',
      match: { text: 'Risks' },
      color: '#800000',
    },
  ],
  [
    'Redact "Tom and Jerry" and delete page 9',
    { op: 'redact', match: { text: 'Tom and Jerry' } },
    {
      op: 'delete_pages',
      pages: '9',
    },
  ],
];
