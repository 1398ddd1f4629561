// What callers get wrong with the operations that put pages together, and what each answer teaches. `PRINT_MISTAKES=1` prints all of them, to be read.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEdge } from '../support/service/edge.ts';
import { expectError } from '../support/expectations.ts';

const edge = await openEdge();
afterAll(edge.close);
const { api } = await edge.createAccount();
const ids = { pdf: '', png: '' };
const GONE = `file_${'0'.repeat(22)}`;

beforeAll(async () => {
  ids.pdf = await api.upload();
  ids.png = await api.upload(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), { filename: 'a.png', content_type: 'image/png' });
});

/** What was done, with which operation and parameters, and what the answer says. `<pdf>` and `<png>` stand for files that are there. */
type Mistake = readonly [what: string, operation: string, params: Record<string, unknown>, ...says: string[]];

const two = [{ file_id: '<pdf>' }, { file_id: '<pdf>' }];
const many = (count: number) => Array.from({ length: count }, () => ({ file_id: '<pdf>' }));
const step = (operation: string, params?: object) => ({ operation, ...(params ? { params } : {}) });
const one = (...steps: object[]) => ({ files: [{ file_id: '<pdf>' }], steps });

const MISTAKES: readonly Mistake[] = [
  // split
  ['ranges as one text', 'split', { ranges: '1-3' }, 'ranges: must be a list, not a text: put it into a list, `[…]`'],
  [
    'ranges of numbers',
    'split',
    { ranges: [1, 2] },
    'ranges.0: must be a text, not a whole number: put it into quotation marks',
    'ranges.1: must be a text, not a whole number: put it into quotation marks',
  ],
  ['ranges as pairs', 'split', { ranges: [[1, 3]] }, 'ranges.0: must be a text, not a list: write the list as one text, such as `"1,2"`'],
  ['a range that is none', 'split', { ranges: ['1..3'] }, 'ranges.0: is not a list of pages and ranges such as `1-3,5,8-end,last,-2`'],
  ['page 0', 'split', { ranges: ['0-3'] }, 'ranges.0: is not a list of pages and ranges such as `1-3,5,8-end,last,-2`'],
  ['a range without an end', 'split', { ranges: ['3-'] }, 'ranges.0: is not a list of pages and ranges such as `1-3,5,8-end,last,-2`'],
  [
    'a range that runs backwards',
    'split',
    { ranges: ['5-3'] },
    'ranges.0: has a range that runs backwards: the lower page comes first, such as `3-5`',
  ],
  ['no ranges', 'split', { ranges: [] }, 'ranges: must list at least 1, and lists 0'],
  ['every 0', 'split', { every: 0 }, 'every: must be at least 1, and is 0'],
  ['every as text', 'split', { every: '10' }, 'every: must be a whole number, not a text: send it without quotation marks'],
  [
    'pages as a range',
    'split',
    { pages: '1-3' },
    'pages: must be `each`, a result for each page; lists of pages go into `ranges`, such as `["1-3", "4-end"]`',
  ],
  [
    'pages: all',
    'split',
    { pages: 'all' },
    'pages: must be `each`, a result for each page; lists of pages go into `ranges`, such as `["1-3", "4-end"]`',
  ],
  ['mode', 'split', { mode: 'every', every: 2 }, 'mode: There is no such field.'],
  [
    'two modes',
    'split',
    { every: 2, by_outline: 1 },
    'ranges: Exactly one of `ranges`, `every`, `pages`, `by_outline`, `by_size_bytes`, `by_blank_pages`, `by_text`, `by_barcode` is needed. `every`, `by_outline` are given.',
  ],
  [
    'by_bookmarks',
    'split',
    { by_bookmarks: 1 },
    'by_bookmarks: There is no such field.',
    'ranges: Exactly one of `ranges`, `every`, `pages`, `by_outline`, `by_size_bytes`, `by_blank_pages`, `by_text`, `by_barcode` is needed.',
  ],
  ['by_outline: true', 'split', { by_outline: true }, 'by_outline: must be a whole number, not true'],
  ['by_size in megabytes', 'split', { by_size_bytes: 10 }, 'by_size_bytes: must be at least 10000, and is 10'],
  [
    'by_size',
    'split',
    { by_size: 5_000_000 },
    'by_size: There is no such field. Did you mean `by_size_bytes`?',
    'ranges: Exactly one of `ranges`, `every`, `pages`, `by_outline`, `by_size_bytes`, `by_blank_pages`, `by_text`, `by_barcode` is needed.',
  ],
  ['by_blank_pages: false', 'split', { by_blank_pages: false }, 'by_blank_pages: must be true, not false'],
  [
    'an expression with an open group',
    'split',
    { by_text: '(Invoice' },
    'by_text: is no regular expression that is understood: it has an unclosed `(`, near character 9',
  ],
  [
    'an expression with look-ahead',
    'split',
    { by_text: 'Invoice(?=\\d)' },
    'by_text: is no regular expression that is understood: it has a group of a kind that is not supported, near character 10',
  ],
  ['an empty expression', 'split', { by_text: '' }, 'by_text: must have at least 1 character'],
  ['barcodes as true', 'split', { by_barcode: true }, 'by_barcode: must be an object, not true: send `{}`'],
  [
    'a barcode by another name',
    'split',
    { by_barcode: { formats: ['qr'] } },
    'by_barcode.formats.0: is "qr", but must be one of qr_code, code_128. Did you mean qr_code?',
  ],
  [
    'an unknown barcode',
    'split',
    { by_barcode: { formats: ['ean_13'] } },
    'by_barcode.formats.0: is "ean_13", but must be one of qr_code, code_128.',
  ],
  ['an unknown output', 'split', { every: 1, output: 'pdf' }, 'output: is "pdf", but must be one of files, zip.'],
  [
    'split of a picture',
    'split',
    { every: 1, file_id: '<png>' },
    'split does not accept files of the type image/png; it accepts application/pdf.',
  ],
  // merge
  ['one file', 'merge', { files: many(1) }, 'files: must list at least 2, and lists 1'],
  ['101 files', 'merge', { files: many(101) }, 'files: must list at most 100, and lists 101'],
  ['a file that is gone', 'merge', { files: [{ file_id: '<pdf>' }, { file_id: GONE }] }, '`files.1.file_id`: there is no such file.'],
  [
    'identifiers alone',
    'merge',
    { files: ['<pdf>', '<pdf>'] },
    'files.0: must be an object, not a text: send `{"file_id": "…"}`',
    'files.1: must be an object, not a text: send `{"file_id": "…"}`',
  ],
  [
    'names of files',
    'merge',
    { files: [{ file_id: 'a.pdf' }, { file_id: 'b.pdf' }] },
    'files.0.file_id: is not a file identifier, which is `file_` and 22 letters and digits',
    'files.1.file_id: is not a file identifier, which is `file_` and 22 letters and digits',
  ],
  [
    'a file under another name',
    'merge',
    { files: [{ id: '<pdf>' }, { id: '<pdf>' }] },
    'files.0.file_id: is missing: send a text',
    'files.0.id: There is no such field. Did you mean `file_id`?',
    'files.1.file_id: is missing: send a text',
    'files.1.id: There is no such field. Did you mean `file_id`?',
  ],
  [
    'ranges of a file',
    'merge',
    { files: [{ file_id: '<pdf>', ranges: '1-3' }, { file_id: '<pdf>' }] },
    'files.0.ranges: There is no such field. Did you mean `pages`?',
  ],
  [
    'pages as a list',
    'merge',
    { files: [{ file_id: '<pdf>', pages: [1] }, { file_id: '<pdf>' }] },
    'files.0.pages: must be a text, not a list: write the list as one text, such as `"1,2"`',
  ],
  ['outline: true', 'merge', { files: two, outline: true }, 'outline: must be one of keep, file_names, none, not true'],
  [
    'an unknown outline',
    'merge',
    { files: two, outline: 'titles' },
    'outline: is "titles", but must be one of keep, file_names, none. Did you mean file_names?',
  ],
  ['bookmarks', 'merge', { files: two, bookmarks: 'keep' }, 'bookmarks: There is no such field. Did you mean `outline`?'],
  [
    'a table of contents by another name',
    'merge',
    { files: two, table_of_contents: true },
    'table_of_contents: There is no such field. Did you mean `toc`?',
  ],
  ['toc as a title', 'merge', { files: two, toc: 'Contents' }, 'toc: must be true or false, not a text'],
  ['collate: true', 'merge', { files: two, collate: true }, 'collate: must be one of none, alternate, alternate_reverse, not true'],
  ['interleave', 'merge', { files: two, interleave: true }, 'interleave: There is no such field. Did you mean `collate`?'],
  [
    'collate by another word',
    'merge',
    { files: two, collate: 'reverse' },
    'collate: is "reverse", but must be one of none, alternate, alternate_reverse. Did you mean alternate_reverse?',
  ],
  [
    'collate and a table of contents',
    'merge',
    { files: two, collate: 'alternate', toc: true },
    'collate: mixes the pages of the files, so it goes with neither `even_pages` nor `toc` nor `outline: "file_names"`',
  ],
  // pages
  ['no steps', 'pages', { steps: [] }, 'steps: must list at least 1, and lists 0'],
  ['rotate as a field', 'pages', { rotate: 90 }, 'steps: is missing: send a list', 'rotate: There is no such field. Did you mean `steps`?'],
  ['a step as a word', 'pages', { steps: ['rotate'] }, 'steps.0: must be an object, not a text: send `{"op": "rotate"}`'],
  [
    'a step without op',
    'pages',
    { steps: [{ rotate: 90 }] },
    'steps.0.op: is missing: send one of rotate, delete, keep, reorder, move, insert_blank, duplicate, crop, resize, n_up, booklet',
  ],
  [
    'remove',
    'pages',
    { steps: [{ op: 'remove', pages: '1' }] },
    'steps.0.op: is "remove", but must be one of rotate, delete, keep, reorder, move, insert_blank, duplicate, crop, resize, n_up, booklet. Did you mean delete?',
  ],
  [
    'rotate to the left',
    'pages',
    { steps: [{ op: 'rotate', degrees: 'left' }] },
    'steps.0.degrees: is "left", but must be one of 90, 180, 270, -90.',
  ],
  [
    'rotate by -180',
    'pages',
    { steps: [{ op: 'rotate', degrees: -180 }] },
    'steps.0.degrees: is -180, but must be one of 90, 180, 270, -90.',
  ],
  ['delete nothing', 'pages', { steps: [{ op: 'delete' }] }, 'steps.0.pages: is missing: send a text'],
  [
    'pages as a list',
    'pages',
    { steps: [{ op: 'delete', pages: [1, 2] }] },
    'steps.0.pages: must be a text, not a list: write the list as one text, such as `"1,2"`',
  ],
  [
    'a page as a number',
    'pages',
    { steps: [{ op: 'delete', pages: 2 }] },
    'steps.0.pages: must be a text, not a whole number: put it into quotation marks',
  ],
  [
    'pages that are none',
    'pages',
    { steps: [{ op: 'keep', pages: 'first' }] },
    'steps.0.pages: is not `all`, `odd`, `even`, a list such as `1-3,5,8-end,last,-2`, or `all except` such a list',
  ],
  ['a place twice', 'pages', { steps: [{ op: 'insert_blank', before: 1, after: 2 }] }, 'steps.0: needs either `before` or `after`'],
  ['no place', 'pages', { steps: [{ op: 'insert_blank' }] }, 'steps.0: needs either `before` or `after`'],
  [
    'page 0',
    'pages',
    { steps: [{ op: 'move', pages: '3', before: 0 }] },
    'steps.0.before: is 0; pages count from 1, or with -1 from the end',
  ],
  [
    'a cut without a unit',
    'pages',
    { steps: [{ op: 'crop', top: '20' }] },
    'steps.0.top: is neither a length such as `20mm` nor a share such as `10%`',
  ],
  [
    'a cut as a number',
    'pages',
    { steps: [{ op: 'crop', top: 20 }] },
    'steps.0.top: must be a text with a unit, such as `20mm`, or a share, such as `10%`',
  ],
  ['a cut of nothing', 'pages', { steps: [{ op: 'crop' }] }, 'steps.0: cuts nothing: name one of `top`, `right`, `bottom` and `left`'],
  [
    'an unknown size',
    'pages',
    { steps: [{ op: 'resize', page_size: 'B9' }] },
    'steps.0.page_size: is neither a name (a0, a1, a2, a3, a4, a5, a6, b4, b5, letter, legal, tabloid, ledger, executive) nor a width and a height such as `210mm x 297mm`, each from 0.5 to 200 inches',
  ],
  [
    'a size in small letters',
    'pages',
    { steps: [{ op: 'resize', size: 'a4' }] },
    'steps.0.page_size: is missing: send a text',
    'steps.0.size: There is no such field. Did you mean `page_size`?',
  ],
  [
    'five on a sheet',
    'pages',
    { steps: [{ op: 'n_up', pages_per_sheet: 5 }] },
    'steps.0.pages_per_sheet: is 5, but must be one of 2, 3, 4, 6, 8, 9, 16.',
  ],
  [
    'nup',
    'pages',
    { steps: [{ op: 'nup', pages_per_sheet: 2 }] },
    'steps.0.op: is "nup", but must be one of rotate, delete, keep, reorder, move, insert_blank, duplicate, crop, resize, n_up, booklet. Did you mean n_up?',
  ],
  [
    'a booklet bound at the top',
    'pages',
    { steps: [{ op: 'booklet', binding: 'top' }] },
    'steps.0.binding: is "top", but must be one of left, right.',
  ],
  // protect and unlock
  ['nothing', 'protect', {}, 'user_password: One of `user_password` and `owner_password` is needed.'],
  [
    'password for the new one',
    'protect',
    { password: 'open sesame' },
    'user_password: One of `user_password` and `owner_password` is needed. `password` opens a source that already has one.',
  ],
  ['an empty password', 'protect', { user_password: '' }, 'user_password: must have at least 1 character'],
  [
    'a password of 200 characters',
    'protect',
    { user_password: 'x'.repeat(200) },
    'user_password: must have at most 127 characters',
    'user_password: has more than 127 bytes in UTF-8',
  ],
  [
    'a password with a line break',
    'protect',
    { user_password: 'a\nb' },
    'user_password: has control characters or others that cannot be typed',
  ],
  [
    'permissions without an owner',
    'protect',
    { user_password: 'a', permissions: { copy: false } },
    'owner_password: `permissions` hold only with an `owner_password`, which lifts them.',
  ],
  [
    'the same password twice',
    'protect',
    { user_password: 'a', owner_password: 'a', permissions: { copy: false } },
    'owner_password: The owner password lifts the `permissions`: it must differ from the user password.',
  ],
  [
    'an owner who lifts nothing',
    'protect',
    { owner_password: 'a' },
    'permissions: Without `user_password` anyone opens the file: name the `permissions` that the owner password lifts.',
  ],
  ['permissions as a list', 'protect', { owner_password: 'a', permissions: ['print'] }, 'permissions: must be an object, not a list'],
  [
    'print: false',
    'protect',
    { owner_password: 'a', permissions: { print: false } },
    'permissions.print: must be one of none, low_resolution, full, not false',
  ],
  [
    'modify',
    'protect',
    { owner_password: 'a', permissions: { modify: 'none' } },
    'permissions.modify: There is no such field. Did you mean `change`?',
  ],
  ['an algorithm', 'protect', { user_password: 'a', encryption: 'AES-128' }, 'encryption: There is no such field.'],
  ['unlock with owner_password', 'unlock', { owner_password: 'a' }, 'owner_password: There is no such field. Did you mean `password`?'],
  [
    'unlock of a picture',
    'unlock',
    { password: 'a', file_id: '<png>' },
    'unlock does not accept files of the type image/png; it accepts application/pdf.',
  ],
  // stamp
  ['no marks', 'stamp', { marks: [] }, 'marks: must list at least 1, and lists 0'],
  [
    'one mark, not in a list',
    'stamp',
    { marks: { kind: 'text', text: 'x' } },
    'marks: must be a list, not an object: put it into a list, `[…]`',
  ],
  [
    'a text at the top level',
    'stamp',
    { text: 'DRAFT' },
    'marks: is missing: send a list',
    'text: There is no such field. Did you mean `marks`?',
  ],
  [
    'watermark',
    'stamp',
    { marks: [{ kind: 'watermark', text: 'x' }] },
    'marks.0.kind: is "watermark", but must be one of text, image, pdf, qr_code, page_numbers, bates, header, footer. Did you mean text?',
  ],
  [
    'type',
    'stamp',
    { marks: [{ type: 'text', text: 'x' }] },
    'marks.0.kind: is missing: send one of text, image, pdf, qr_code, page_numbers, bates, header, footer',
  ],
  ['a text without its text', 'stamp', { marks: [{ kind: 'text' }] }, 'marks.0.text: is missing: send a text'],
  ['two lines', 'stamp', { marks: [{ kind: 'text', text: 'a\nb' }] }, 'marks.0.text: holds a control character, such as a line break'],
  [
    'a colour by name',
    'stamp',
    { marks: [{ kind: 'text', text: 'x', color: 'red' }] },
    'marks.0.color: is not a colour such as `#ff0000`, in small letters',
  ],
  [
    'a colour in capitals',
    'stamp',
    { marks: [{ kind: 'text', text: 'x', color: '#FF0000' }] },
    'marks.0.color: is not a colour such as `#ff0000`, in small letters',
  ],
  ['opacity in percent', 'stamp', { marks: [{ kind: 'text', text: 'x', opacity: 30 }] }, 'marks.0.opacity: must be at most 1, and is 30'],
  [
    'a position with a hyphen',
    'stamp',
    { marks: [{ kind: 'text', text: 'x', position: 'top-left' }] },
    'marks.0.position: is "top-left", but must be one of top_left, top_center, top_right, center_left, center, center_right, bottom_left, bottom_center, bottom_right. Did you mean top_left?',
  ],
  [
    'middle',
    'stamp',
    { marks: [{ kind: 'text', text: 'x', position: 'middle' }] },
    'marks.0.position: is "middle", but must be one of top_left, top_center, top_right, center_left, center, center_right, bottom_left, bottom_center, bottom_right. Did you mean center?',
  ],
  [
    'a rotation in words',
    'stamp',
    { marks: [{ kind: 'text', text: 'x', rotation: 'vertical' }] },
    'marks.0.rotation: is "vertical", but must be diagonal, or a number.',
  ],
  [
    'a picture without its file',
    'stamp',
    { marks: [{ kind: 'image' }] },
    'marks.0.file: names file 1, and `files` has 0: list it there as `{"file_id": "…"}`.',
  ],
  [
    'an identifier as the file',
    'stamp',
    { marks: [{ kind: 'image', file: '<png>' }], files: [{ file_id: '<png>' }] },
    'marks.0.file: must be the place of the file in `files`, from 1',
  ],
  [
    'the second of one file',
    'stamp',
    { marks: [{ kind: 'image', file: 2 }], files: [{ file_id: '<png>' }] },
    'marks.0.file: names file 2, and `files` has 1: list it there as `{"file_id": "…"}`.',
  ],
  [
    'numbers without {page}',
    'stamp',
    { marks: [{ kind: 'page_numbers', format: 'Page' }] },
    'marks.0.format: has no `{page}`, where the number comes',
  ],
  [
    'numbers with <<page>>',
    'stamp',
    { marks: [{ kind: 'page_numbers', format: '<<page>> of <<pages>>' }] },
    'marks.0.format: has no `{page}`, where the number comes',
  ],
  [
    'roman numbers by another name',
    'stamp',
    { marks: [{ kind: 'page_numbers', style: 'ROMAN' }] },
    'marks.0.style: is "ROMAN", but must be one of arabic, roman, Roman, letters, Letters. Did you mean roman?',
  ],
  ['an empty header', 'stamp', { marks: [{ kind: 'header' }] }, 'marks.0: One of `left`, `center` and `right` is needed.'],
  [
    'a header by text',
    'stamp',
    { marks: [{ kind: 'header', text: 'x' }] },
    'marks.0.text: There is no such field.',
    'marks.0: One of `left`, `center` and `right` is needed.',
  ],
  ['13 digits', 'stamp', { marks: [{ kind: 'bates', digits: 13 }] }, 'marks.0.digits: must be at most 12, and is 13'],
  ['a code of nothing', 'stamp', { marks: [{ kind: 'qr_code', text: '' }] }, 'marks.0.text: must have at least 1 character'],
  [
    'qr',
    'stamp',
    { marks: [{ kind: 'qr', text: 'x' }] },
    'marks.0.kind: is "qr", but must be one of text, image, pdf, qr_code, page_numbers, bates, header, footer. Did you mean qr_code?',
  ],
  [
    'a size without a unit',
    'stamp',
    { marks: [{ kind: 'qr_code', text: 'x', size: '20' }] },
    'marks.0.size: is not a length such as `20mm`, `1.5cm`, `0.5in`, `36pt`, `48px` or `0`',
  ],
  // flatten
  ['what as a text', 'flatten', { what: 'forms' }, 'what: must be a list, not a text: put it into a list, `[…]`'],
  [
    'an unknown part',
    'flatten',
    { what: ['fields'] },
    'what.0: is "fields", but must be one of forms, annotations, layers, links. Did you mean forms?',
  ],
  [
    'comments',
    'flatten',
    { what: ['comments'] },
    'what.0: is "comments", but must be one of forms, annotations, layers, links. Did you mean annotations?',
  ],
  ['a part twice', 'flatten', { what: ['forms', 'forms'] }, 'what: names a part twice'],
  ['nothing to flatten', 'flatten', { what: [] }, 'what: must list at least 1, and lists 0'],
  ['forms: true', 'flatten', { forms: true }, 'forms: There is no such field. Did you mean `what`?'],
  [
    'flatten of a picture',
    'flatten',
    { file_id: '<png>' },
    'flatten does not accept files of the type image/png; it accepts application/pdf.',
  ],
  // pipeline
  ['no steps', 'pipeline', { files: [{ file_id: '<pdf>' }], steps: [] }, 'steps: must list at least 1, and lists 0'],
  ['nine steps', 'pipeline', one(...Array.from({ length: 9 }, () => step('compress'))), 'steps: must list at most 8, and lists 9'],
  [
    'a step as a word',
    'pipeline',
    { files: [{ file_id: '<pdf>' }], steps: ['compress'] },
    'steps.0: must be an object, not a text: send `{"operation": "compress"}`',
  ],
  [
    'an unknown operation',
    'pipeline',
    one(step('shrink')),
    'steps.0.operation: is "shrink", but must be one of ai_edit, metadata, convert, ocr, compress, split, merge, pages, flatten, stamp, protect, unlock. Did you mean compress?',
  ],
  [
    'a misspelt operation',
    'pipeline',
    one(step('comprss')),
    'steps.0.operation: is "comprss", but must be one of ai_edit, metadata, convert, ocr, compress, split, merge, pages, flatten, stamp, protect, unlock. Did you mean compress?',
  ],
  [
    'a hyphen',
    'pipeline',
    one(step('ai-edit', { instruction: 'Delete page 2' })),
    'steps.0.operation: is "ai-edit", but must be one of ai_edit, metadata, convert, ocr, compress, split, merge, pages, flatten, stamp, protect, unlock. Did you mean ai_edit?',
  ],
  [
    'type',
    'pipeline',
    { files: [{ file_id: '<pdf>' }], steps: [{ type: 'compress' }] },
    'steps.0.operation: is missing: send one of ai_edit, metadata, convert, ocr, compress, split, merge, pages, flatten, stamp, protect, unlock',
  ],
  [
    'parameters beside the operation',
    'pipeline',
    one({ operation: 'split', every: 1 }),
    'steps.0.params.ranges: Exactly one of `ranges`, `every`, `pages`, `by_outline`, `by_size_bytes`, `by_blank_pages`, `by_text`, `by_barcode` is needed.',
    'steps.0.every: There is no such field. Parameters of the operation go into `params`.',
  ],
  [
    'a wrong parameter of a step',
    'pipeline',
    one(step('compress', { quality: 'low' })),
    'steps.0.params.quality: is "low", but must be one of high, balanced, maximum.',
  ],
  [
    'no mode of split',
    'pipeline',
    one(step('split')),
    'steps.0.params.ranges: Exactly one of `ranges`, `every`, `pages`, `by_outline`, `by_size_bytes`, `by_blank_pages`, `by_text`, `by_barcode` is needed.',
  ],
  [
    'files of merge',
    'pipeline',
    one(step('split', { every: 1 }), step('merge', { files: two })),
    'steps.1.params.files: There is no such field.',
  ],
  [
    'collate with even pages in a step',
    'pipeline',
    one(step('split', { every: 1 }), step('merge', { collate: 'alternate', even_pages: true })),
    'steps.1.params.collate: mixes the pages of the files, so it goes with neither `even_pages` nor `toc` nor `outline: "file_names"`',
  ],
  [
    'a pipeline in a pipeline',
    'pipeline',
    one(step('pipeline', { steps: [] })),
    'steps.0.operation: is "pipeline", but must be one of ai_edit, metadata, convert, ocr, compress, split, merge, pages, flatten, stamp, protect, unlock.',
  ],
  [
    'a step that does not take what the one before makes',
    'pipeline',
    one(step('convert', { target_format: 'docx' }), step('compress')),
    'Step 2: compress does not accept application/vnd.openxmlformats-officedocument.wordprocessingml.document; it accepts application/pdf.',
  ],
  ['a file that is gone', 'pipeline', { files: [{ file_id: GONE }], steps: [step('compress')] }, 'There is no such file.'],
  ['no files', 'pipeline', { steps: [step('compress')] }, 'files: is missing: send a list'],
  [
    'file_id',
    'pipeline',
    { file_id: '<pdf>', steps: [step('compress')] },
    'file_id: pipeline reads several files, and lists all of them in `files`, in their order: `"files": [{"file_id": "…"}, {"file_id": "…"}]`.',
  ],
  [
    'operations',
    'pipeline',
    { files: [{ file_id: '<pdf>' }], operations: [step('compress')] },
    'steps: is missing: send a list',
    'operations: There is no such field. Did you mean `steps`?',
  ],
];

const withFiles = (params: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(params).replaceAll('<pdf>', ids.pdf).replaceAll('<png>', ids.png)) as Record<string, unknown>;

async function answerTo([, operation, params]: Mistake): Promise<Response> {
  const own = ['merge', 'pipeline'].includes(operation) ? {} : { file_id: ids.pdf };
  return api.post(`/jobs/${operation}`, { ...own, ...withFiles(params) });
}

test.each(MISTAKES.map((mistake) => [`${mistake[1]}: ${mistake[0]}`, mistake] as const))('%s', async (_, mistake) => {
  const response = await answerTo(mistake);
  if (process.env['PRINT_MISTAKES'] === '1') process.stdout.write(`${mistake[1]}: ${mistake[0]}\n    ${await response.clone().text()}\n`);
  const { message } = await expectError(
    response,
    response.status === 404 ? 'not_found' : response.status === 415 ? 'unsupported_file_type' : 'invalid_request',
  );
  expect(mistake.length).toBeGreaterThan(3);
  for (const said of mistake.slice(3) as string[]) expect(message).toContain(said);
});
