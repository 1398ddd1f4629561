// Files that are not what their names say, or only a part of it.

import { PDFDocument, StandardFonts } from 'pdf-lib';
import { makeDocx, plainFiles } from '../../support/documents/make-docx.ts';
import { makePdf, plainObjects } from '../../support/documents/make-pdf.ts';
import { seeded } from '../../support/documents/random.ts';
import type { HostileFile } from './hostile-file.ts';
import { zipOf } from './repeated.ts';

const PAGES = 12;
const LINES = 45;
const WORDS = 'harbour ledger lighthouse quarter bread umbrella auction herring window garden letter number morning street market'.split(
  ' ',
);

/** A document of some pages, packed as today's programs pack. */
async function wholePdf(): Promise<Buffer> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  const next = seeded(7);
  for (let number = 0; number < PAGES; number++) {
    const page = pdf.addPage([595, 842]);
    for (let line = 0; line < LINES; line++) {
      const text = Array.from({ length: 11 }, () => WORDS[Math.floor(next() * WORDS.length)]).join(' ');
      page.drawText(text, { x: 60, y: 780 - line * 16, size: 11, font });
    }
  }
  return Buffer.from(await pdf.save({ useObjectStreams: true }));
}

function wholeDocx(): Buffer {
  const next = seeded(8);
  const paragraphs = Array.from({ length: 400 }, () => `<w:p><w:r><w:t>${next()} ${next()}</w:t></w:r></w:p>`);
  return Buffer.from(makeDocx(plainFiles(paragraphs.join(''))));
}

async function withFlippedBits(count: number): Promise<Buffer> {
  const bytes = await wholePdf();
  const next = seeded(count);
  for (let turn = 0; turn < count; turn++) {
    const at = Math.floor(next() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(next() * 8));
  }
  return bytes;
}

async function firstOf(share: number): Promise<Buffer> {
  const bytes = await wholePdf();
  return bytes.subarray(0, Math.floor(bytes.length * share));
}

const postScript = `%!PS-Adobe-3.0
/Courier findfont 14 scalefont setfont 60 640 moveto
{ (/etc/passwd) (r) file 80 string readstring pop show } stopped pop
{ (%pipe%touch /tmp/pdfapi-canary-postscript) (w) file closefile } stopped pop
showpage
`;

export const brokenFiles: readonly HostileFile[] = [
  { name: 'one-byte.pdf', tags: 'empty', outcome: 'reject', make: () => '%' },
  { name: 'header-only.pdf', tags: 'empty', outcome: 'reject', make: () => '%PDF-1.7\n' },
  { name: 'whitespace.pdf', tags: 'empty', outcome: 'reject', make: () => ' \n'.repeat(500) },
  { name: 'pdf-renamed.docx', tags: 'renamed', outcome: 'reject', make: wholePdf },
  { name: 'docx-renamed.pdf', tags: 'renamed', outcome: 'reject', make: wholeDocx },
  { name: 'postscript-renamed.pdf', tags: 'renamed;gs-ps-injection', outcome: 'reject', make: () => postScript },
  { name: 'pdf-in-html.html', tags: 'polyglot', outcome: 'either', make: () => '<!-- %PDF-1.5 --><html><body><p>both</p></body></html>\n' },
  {
    name: 'gif-pdf-polyglot.pdf',
    tags: 'polyglot;leading-junk',
    outcome: 'either',
    make: () => makePdf({ objects: plainObjects(), beforeHeader: 'GIF89a\u0001\0\u0001\0\0\0\0;\n' }),
  },
  {
    name: 'pdf-zip-polyglot.pdf',
    tags: 'polyglot',
    outcome: 'either',
    make: () => Buffer.concat([makePdf({ objects: plainObjects() }), zipOf([{ name: 'inside.txt', content: { unit: 'a', count: 9 } }])]),
  },
  { name: 'mhtml-text.pdf', tags: 'renamed', outcome: 'reject', make: () => 'MIME-Version: 1.0\nContent-Type: text/html\n\n<p>page</p>\n' },
  { name: 'truncated-10.pdf', tags: 'truncated', outcome: 'reject-or-repair', make: () => firstOf(0.1) },
  { name: 'truncated-50.pdf', tags: 'truncated', outcome: 'reject-or-repair', make: () => firstOf(0.5) },
  { name: 'truncated-90.pdf', tags: 'truncated', outcome: 'reject-or-repair', make: () => firstOf(0.9) },
  { name: 'bitflip-20.pdf', tags: 'corrupt', outcome: 'reject-or-repair', make: () => withFlippedBits(20) },
  { name: 'bitflip-200.pdf', tags: 'corrupt', outcome: 'reject-or-repair', make: () => withFlippedBits(200) },
  { name: 'utf8-mangled.pdf', tags: 'corrupt', outcome: 'reject', make: async () => (await wholePdf()).toString('utf8') },
  {
    name: 'trailing-junk-2k.pdf',
    tags: 'corrupt',
    outcome: 'ok',
    make: () => makePdf({ objects: plainObjects(), afterEnd: '\0junk'.repeat(410) }),
  },
  {
    name: 'truncated-50.docx',
    tags: 'truncated',
    outcome: 'reject',
    make: () => wholeDocx().subarray(0, wholeDocx().length / 2),
  },
  {
    name: 'no-content-types.docx',
    tags: 'corrupt',
    outcome: 'reject',
    make: () => zipOf([{ name: 'note', content: { unit: 'n', count: 1 } }]),
  },
  { name: 'zero-byte.docx', tags: 'empty', outcome: 'reject', make: () => '' },
  { name: 'zero-byte.png', tags: 'empty', outcome: 'reject', make: () => '' },
  { name: 'zero-byte.txt', tags: 'empty', outcome: 'ok-or-reject', make: () => '' },
];
