// What a job on pages says when the document does not allow what was asked for: the reason, and words that name the place and what is possible.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JobFailure } from '../../../processor/failure.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { makePng } from '../../../support/documents/make-png.ts';
import { reportPdf } from '../../../support/documents/report-pdf.ts';
import { hasPdfJudges } from '../../../support/judges/judge-pdf.ts';
import { flatten, merge, pages, protect, split, stamp, unlock } from '../../../support/run/run-assembly.ts';
import { useWorkDir } from '../../support/work-dir.ts';

const workDir = useWorkDir();
const doc = reportPdf();
const plain = makePdf({ objects: plainObjects() });
const png = { bytes: makePng(), filename: 'a.png', contentType: 'image/png' };

function lock(user: string, owner: string): Uint8Array {
  const [path, out] = [join(workDir, 'open.pdf'), join(workDir, 'locked.pdf')];
  writeFileSync(path, doc);
  spawnSync('qpdf', ['--encrypt', user, owner, '256', '--modify=none', '--', path, out]);
  return readFileSync(out);
}
const locked = hasPdfJudges ? lock('user', 'owner') : doc;
const restricted = hasPdfJudges ? lock('', 'owner') : doc;

const FAILURES: readonly (readonly [what: string, reason: string, says: string, run: () => Promise<unknown>])[] = [
  [
    'split ranges beyond',
    'page_out_of_range',
    '`ranges.0` names pages that the document does not have; it has 4.',
    () => split(doc, { ranges: ['1-9'] }),
  ],
  [
    'split no outline',
    'unsupported_feature',
    'The document has no outline that leads to its pages.',
    () => split(plain, { by_outline: 1 }),
  ],
  ['split no text match', 'text_not_found', 'Slashes around it are looked for too.', () => split(doc, { by_text: '/Invoice/i' })],
  [
    'split no barcode',
    'unsupported_feature',
    'No page has a barcode (qr_code, code_128) that could be read and that `by_barcode.pattern` matches where there is one.',
    () => split(doc, { by_barcode: {} }),
  ],
  [
    'split all blank',
    'unsupported_feature',
    'All pages of the document are blank.',
    () => split(makePdf({ objects: { ...plainObjects(), 3: '<< /Type /Page /Parent 2 0 R >>' } }), { by_blank_pages: true }),
  ],
  [
    'merge pages beyond',
    'page_out_of_range',
    'File 2 (source.pdf): The file has 4 pages; `pages` names others.',
    () => merge([{ bytes: doc }, { bytes: doc, pages: '9' }]),
  ],
  [
    'merge encrypted',
    'encrypted_pdf',
    'File 2 (secret.pdf): The document is encrypted; pass its password in `password`.',
    () => merge([{ bytes: doc }, { bytes: locked, filename: 'secret.pdf' }]),
  ],
  [
    'merge wrong password',
    'password_incorrect',
    'File 2 (secret.pdf): The password does not open the document.',
    () => merge([{ bytes: doc }, { bytes: locked, filename: 'secret.pdf' }], { password: 'x' }),
  ],
  [
    'merge restricted',
    'encrypted_pdf',
    'File 2 (source.pdf): The document forbids changes; pass its owner password',
    () => merge([{ bytes: doc }, { bytes: restricted }]),
  ],
  [
    'merge broken',
    'corrupt_file',
    'File 2 (source.pdf): The file is damaged beyond repair.',
    () => merge([{ bytes: doc }, { bytes: Buffer.from('%PDF-1.7\nnothing') }]),
  ],
  ['pages delete all', 'plan_invalid', 'Step 1 would leave no page.', () => pages(doc, [{ op: 'delete', pages: 'all' }])],
  [
    'pages delete beyond',
    'page_out_of_range',
    'Step 1 names pages that do not exist (`9`): there are 4 pages.',
    () => pages(doc, [{ op: 'delete', pages: '9' }]),
  ],
  [
    'pages second step',
    'page_out_of_range',
    'Step 2 names pages that do not exist (`3`): there are 2 pages.',
    () =>
      pages(doc, [
        { op: 'delete', pages: '3-4' },
        { op: 'rotate', pages: '3', degrees: 90 },
      ]),
  ],
  [
    'pages move beyond',
    'page_out_of_range',
    'Step 1 names pages that do not exist (`9`): there are 4 pages.',
    () => pages(doc, [{ op: 'move', pages: '1', after: 9 }]),
  ],
  [
    'pages crop too much',
    'plan_invalid',
    'Step 1: the crop would leave nothing of a page.',
    () => pages(doc, [{ op: 'crop', left: '60%', right: '50%' }]),
  ],
  [
    'pages too many',
    'output_limit',
    'Step 2 would make 40804 pages; at most 10000 are allowed.',
    () =>
      pages(doc, [
        { op: 'duplicate', copies: 100 },
        { op: 'duplicate', copies: 100 },
      ]),
  ],
  [
    'pages restricted',
    'encrypted_pdf',
    'forbids changes; pass its owner password',
    () => pages(restricted, [{ op: 'rotate', degrees: 90 }]),
  ],
  [
    'protect of a locked',
    'encrypted_pdf',
    'The document is encrypted; pass its password in `password`.',
    () => protect(locked, { user_password: 'a' }),
  ],
  [
    'protect wrong pw',
    'password_incorrect',
    'The password does not open the document.',
    () => protect(locked, { user_password: 'a', password: 'x' }),
  ],
  ['protect restricted', 'encrypted_pdf', 'forbids changes; pass its owner password', () => protect(restricted, { user_password: 'a' })],
  ['unlock no password', 'encrypted_pdf', 'The document is encrypted; pass its password in `password`.', () => unlock(locked)],
  ['unlock wrong', 'password_incorrect', 'The password does not open the document.', () => unlock(locked, { password: 'x' })],
  [
    'unlock user',
    'password_incorrect',
    'The password opens the document but does not lift its restrictions; pass the owner password.',
    () => unlock(locked, { password: 'user' }),
  ],
  ['unlock restricted no password', 'encrypted_pdf', 'forbids changes; pass its owner password', () => unlock(restricted)],
  [
    'stamp beyond',
    'page_out_of_range',
    'Mark 1 names pages that do not exist (`9`): the document has 4.',
    () => stamp(doc, [{ kind: 'text', text: 'x', pages: '9' }]),
  ],
  ['stamp glyph', 'glyph_missing', 'has all the characters of "', () => stamp(doc, [{ kind: 'text', text: '\u{1F9FF}\u{13000}' }])],
  [
    'stamp wide',
    'text_does_not_fit',
    'Mark 1 is larger than page 1, which has 300pt × 200pt: make it smaller, or leave that page out.',
    () => stamp(doc, [{ kind: 'header', left: 'x'.repeat(400) }]),
  ],
  [
    'stamp image is pdf',
    'plan_invalid',
    'File 1 is a PDF; a mark of the kind `pdf` takes it, `image` takes pictures.',
    () => stamp(doc, [{ kind: 'image' }], [{ bytes: doc }]),
  ],
  [
    'stamp pdf is image',
    'plan_invalid',
    'File 1 is a picture; a mark of the kind `image` takes it, `pdf` takes PDFs.',
    () => stamp(doc, [{ kind: 'pdf' }], [png]),
  ],
  [
    'stamp file_pages',
    'page_out_of_range',
    'The file has 4 pages; `file_pages` names others.',
    () => stamp(doc, [{ kind: 'pdf', file_pages: '9' }], [{ bytes: doc }]),
  ],
  [
    'stamp qr small',
    'text_does_not_fit',
    'A QR code with this text needs a `size` of 86pt, else its squares are too small to be read.',
    () => stamp(doc, [{ kind: 'qr_code', text: 'x'.repeat(900), size: '20pt' }]),
  ],
  [
    'stamp qr long',
    'text_does_not_fit',
    'A QR code with this text needs a `size` of 120pt, else its squares are too small to be read.',
    () => stamp(doc, [{ kind: 'qr_code', text: 'x'.repeat(1000), error_correction: 'H', size: '20pt' }]),
  ],
  [
    'stamp image too wide',
    'text_does_not_fit',
    'Mark 1 is larger than page 1, which has 300pt × 200pt: make it smaller, or leave that page out.',
    () => stamp(doc, [{ kind: 'image', width: '5000mm' }], [png]),
  ],
  [
    'stamp locked',
    'encrypted_pdf',
    'The document is encrypted; pass its password in `password`.',
    () => stamp(locked, [{ kind: 'text', text: 'x' }]),
  ],
  ['flatten locked', 'encrypted_pdf', 'The document is encrypted; pass its password in `password`.', () => flatten(locked)],
  ['flatten restricted', 'encrypted_pdf', 'forbids changes; pass its owner password', () => flatten(restricted)],
];

test.skipIf(!hasPdfJudges).each(FAILURES)('%s: %s', async (_, reason, says, run) => {
  const failure: unknown = await run().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(JobFailure);
  expect(failure).toMatchObject({ reason });
  expect((failure as JobFailure).message).toContain(says);
});
