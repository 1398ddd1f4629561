// PDFs that swell, loop, nest, lie about themselves, or want something read, fetched, run or written.

import { makePdf, type PdfObject, plainObjects } from '../../support/documents/make-pdf.ts';
import type { HostileFile } from './hostile-file.ts';
import { zlibOf, type Repeated } from './repeated.ts';

const MIB = 1024 * 1024;
const FLATE = '/Filter /FlateDecode';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 200] >>';
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const CLOSED = 'http://127.0.0.1:9/a';

type Objects = Record<number, PdfObject>;

/** One page of text, with other entries in its page and its catalog, and further objects from 6 on. */
const page = (entries: { readonly page?: string; readonly catalog?: string; readonly trailer?: string }, objects: Objects = {}) =>
  makePdf({ objects: { ...plainObjects('Hello', entries.page, entries.catalog), ...objects }, trailer: entries.trailer ?? '' });

/** One page of these resources and this content. */
const drawn = (resources: string, data: Uint8Array | string, objects: Objects = {}, dict = '') =>
  makePdf({
    objects: {
      1: CATALOG,
      2: PAGES,
      3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << ${resources} >> >>`,
      4: { dict, data },
      ...objects,
    },
  });

const packed = (content: Repeated) => drawn('/Font << /F1 5 0 R >>', zlibOf(content), { 5: plainObjects()[5] ?? '' }, FLATE);

/** A gigabyte of spaces, compressed this many times. */
function nested(times: number): Uint8Array {
  let data = zlibOf({ unit: ' '.repeat(MIB), count: 1024 });
  for (let turn = 1; turn < times; turn++) data = zlibOf({ unit: data, count: 1 });
  return drawn('', data, {}, `/Filter [${'/FlateDecode '.repeat(times)}]`);
}

/** Only the tree of pages. */
const tree = (objects: Objects) => makePdf({ objects: { 1: CATALOG, ...objects } });

/** @param replaced a part that a sound file has once, searched from its end */
function spoilt(replaced: string | RegExp, by: string): Buffer {
  const text = Buffer.from(makePdf({ objects: plainObjects() })).toString('latin1');
  if (!text.match(replaced)) throw new Error(`no ${replaced} in the file`);
  return Buffer.from(text.replace(replaced, by), 'latin1');
}

/** Its cross-reference is a stream of a hundred million rows. */
function xrefStreamBomb(): Buffer {
  const body = Buffer.from(`%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n`, 'latin1');
  const rows = zlibOf({ unit: new Uint8Array(7 * 100_000), count: 1000 });
  const head = `3 0 obj\n<< /Type /XRef /Size 100000000 /W [1 4 2] /Root 1 0 R ${FLATE} /Length ${rows.length} >>\nstream\n`;
  return Buffer.concat([body, Buffer.from(head), rows, Buffer.from(`\nendstream\nendobj\nstartxref\n${body.length}\n%%EOF\n`)]);
}

const descendant = (entries: string) =>
  `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ${entries} >>`;
const composite = (entries: string) => `<< /Type /Font /Subtype /Type0 /BaseFont /A /DescendantFonts [6 0 R] ${entries} >>`;
const COMPOSITE_TEXT = 'BT /F1 14 Tf 20 100 Td <00480049> Tj ET';

const bombs: readonly HostileFile[] = [
  { name: 'flate-bomb-1g.pdf', tags: 'bomb;deflate', outcome: 'limit', make: () => nested(1) },
  { name: 'flate-flate-bomb.pdf', tags: 'bomb;deflate', outcome: 'limit', make: () => nested(2) },
  { name: 'flate-x4-bomb.pdf', tags: 'bomb;deflate', outcome: 'limit', make: () => nested(4) },
  {
    name: 'ops-bomb-3M.pdf',
    tags: 'bomb;ops',
    outcome: 'limit',
    make: () => packed({ unit: '9 9 m 90 70 l S\n'.repeat(1000), count: 1000 }),
  },
  {
    name: 'text-bomb.pdf',
    tags: 'bomb;text',
    outcome: 'limit',
    make: () => packed({ before: 'BT /F1 9 Tf 9 9 Td\n', unit: `(${'word '.repeat(200)}) Tj\n`.repeat(400), count: 100, after: 'ET' }),
  },
  {
    name: 'metadata-bomb.pdf',
    tags: 'bomb;xmp',
    outcome: 'limit',
    make: () =>
      page(
        { catalog: '/Metadata 6 0 R' },
        {
          6: {
            dict: `/Type /Metadata /Subtype /XML ${FLATE}`,
            data: zlibOf({ before: '<x:xmpmeta xmlns:x="adobe:ns:meta/">', unit: ' '.repeat(MIB), count: 512, after: '</x:xmpmeta>' }),
          },
        },
      ),
  },
  {
    name: 'pattern-tiny-step.pdf',
    tags: 'bomb;pattern',
    outcome: 'limit',
    make: () =>
      drawn('/Pattern << /P1 6 0 R >>', '/Pattern cs /P1 scn 0 0 300 200 re f', {
        6: {
          dict: '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 .02 .02] /XStep .0002 /YStep .0002 /Resources << >>',
          data: '0 0 .01 .01 re f',
        },
      }),
  },
  {
    name: 'tounicode-range-4g.pdf',
    tags: 'bomb;cmap',
    outcome: 'limit',
    make: () =>
      drawn('/Font << /F1 5 0 R >>', COMPOSITE_TEXT, {
        5: composite('/Encoding /Identity-H /ToUnicode 7 0 R'),
        6: descendant('/W [0 4294967295 600] /FontDescriptor << /Type /FontDescriptor /FontName /A /Flags 4 >>'),
        7: {
          dict: '',
          data:
            '/CIDInit /ProcSet findresource begin 9 dict begin begincmap\n1 begincodespacerange <00000000> <ffffffff> endcodespacerange\n' +
            '1 beginbfrange <00000000> <ffffffff> <0048> endbfrange\nendcmap end end',
        },
      }),
  },
];

const geometry: readonly HostileFile[] = [
  {
    name: 'img-negative.pdf',
    tags: 'corrupt;image',
    outcome: 'reject-or-blank',
    make: () =>
      drawn('/XObject << /I1 6 0 R >>', 'q 300 0 0 200 0 0 cm /I1 Do Q', {
        6: {
          dict: `/Type /XObject /Subtype /Image /Width -7 /Height -7 /ColorSpace /DeviceRGB /BitsPerComponent 8 ${FLATE}`,
          data: zlibOf({ unit: 'rgb', count: 3 }),
        },
      }),
  },
  {
    name: 'mediabox-14400-userunit-75000.pdf',
    tags: 'bomb;geometry',
    outcome: 'limit',
    make: () => page({ page: '/MediaBox [0 0 14400 14400] /UserUnit 75000' }),
  },
  { name: 'mediabox-inverted.pdf', tags: 'geometry', outcome: 'ok', make: () => page({ page: '/MediaBox [300 200 0 0]' }) },
  { name: 'mediabox-sliver.pdf', tags: 'geometry', outcome: 'reject-or-ok', make: () => page({ page: '/MediaBox [0 0 .001 20000]' }) },
  {
    name: 'mediabox-nan.pdf',
    tags: 'geometry;corrupt',
    outcome: 'reject-or-ok',
    make: () => page({ page: '/MediaBox [0 0 1e400 --4.1.3]' }),
  },
];

const pageTrees: readonly HostileFile[] = [
  {
    name: 'pages-loop.pdf',
    tags: 'loop;pagetree',
    outcome: 'reject',
    make: () => tree({ 2: '<< /Type /Pages /Kids [2 0 R] /Count 1 >>' }),
  },
  {
    name: 'pages-mutual-loop.pdf',
    tags: 'loop;pagetree',
    outcome: 'reject',
    make: () => tree({ 2: '<< /Type /Pages /Kids [3 0 R] /Count 4 >>', 3: '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 4 >>' }),
  },
  {
    name: 'pages-parent-loop.pdf',
    tags: 'loop;pagetree',
    outcome: 'ok-or-reject',
    make: () => tree({ 2: '<< /Type /Pages /Parent 2 0 R /Kids [3 0 R] /Count 1 >>', 3: '<< /Type /Page /Parent 2 0 R >>' }),
  },
  {
    name: 'pages-count-lie.pdf',
    tags: 'pagetree',
    outcome: 'limit',
    make: () =>
      tree({ 2: '<< /Type /Pages /Kids [3 0 R] /Count 1999999999 >>', 3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 20 20] >>' }),
  },
  {
    name: 'pages-count-negative.pdf',
    tags: 'pagetree',
    outcome: 'ok-or-reject',
    make: () => tree({ 2: '<< /Type /Pages /Kids [3 0 R] /Count -3 >>', 3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 20 20] >>' }),
  },
  {
    name: 'pages-same-200k.pdf',
    tags: 'bomb;pagetree;many-pages',
    outcome: 'limit',
    make: () =>
      tree({
        2: `<< /Type /Pages /Kids [${'3 0 R '.repeat(200_000)}] /Count 200000 >>`,
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>',
      }),
  },
];

const tables: readonly HostileFile[] = [
  { name: 'xref-startxref-negative.pdf', tags: 'xref;corrupt', outcome: 'repair', make: () => spoilt(/startxref\n\d+/, 'startxref\n-1') },
  { name: 'xref-size-2g.pdf', tags: 'xref;bomb', outcome: 'limit', make: () => spoilt(/\/Size \d+/, '/Size 2147483647') },
  { name: 'xref-subsection-2g.pdf', tags: 'xref;bomb', outcome: 'limit', make: () => spoilt(/xref\n0 1\n/, 'xref\n0 2147483647\n') },
  { name: 'xref-stream-bomb.pdf', tags: 'xref;bomb;deflate', outcome: 'limit', make: xrefStreamBomb },
  {
    name: 'length-self-ref.pdf',
    tags: 'loop;corrupt',
    outcome: 'repair',
    make: () =>
      tree({
        2: PAGES,
        3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
        4: '<< /Length 4 0 R >>\nstream\nq 9 0 0 9 0 0 cm Q\nendstream',
      }),
  },
  { name: 'ref-chain-loop.pdf', tags: 'loop', outcome: 'reject', make: () => tree({ 2: '3 0 R', 3: '4 0 R', 4: '2 0 R' }) },
];

const deep: readonly HostileFile[] = [
  {
    name: 'deep-array-500k.pdf',
    tags: 'deep',
    outcome: 'limit',
    make: () => page({ catalog: `/Deep ${'['.repeat(500_000)}${']'.repeat(500_000)}` }),
  },
  {
    name: 'deep-dict-200k.pdf',
    tags: 'deep',
    outcome: 'limit',
    make: () => page({ catalog: `/Deep ${'<</D'.repeat(200_000)} 1 ${'>>'.repeat(200_000)}` }),
  },
  { name: 'deep-content-array.pdf', tags: 'deep;ops', outcome: 'limit', make: () => packed({ unit: '['.repeat(10_000), count: 400 }) },
  { name: 'deep-q-1M.pdf', tags: 'deep;ops', outcome: 'limit', make: () => packed({ unit: 'q '.repeat(10_000), count: 100 }) },
];

const loops: readonly HostileFile[] = [
  {
    name: 'type3-recursion.pdf',
    tags: 'loop;font-type3',
    outcome: 'ok-or-reject',
    make: () =>
      drawn('/Font << /T1 5 0 R >>', 'BT /T1 14 Tf 20 100 Td (r) Tj ET', {
        5:
          '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 8 8] /FontMatrix [1 0 0 1 0 0] /CharProcs << /r 6 0 R >> /FirstChar 114 ' +
          '/Encoding << /Differences [114 /r] >> /LastChar 114 /Widths [8] /Resources << /Font << /T1 5 0 R >> >> >>',
        6: { dict: '', data: '8 0 d0 BT /T1 1 Tf (rrrrrr) Tj ET' },
      }),
  },
  {
    name: 'cmap-usecmap-loop.pdf',
    tags: 'loop;cmap',
    outcome: 'ok-or-reject',
    make: () =>
      drawn('/Font << /F1 5 0 R >>', COMPOSITE_TEXT, {
        5: composite('/Encoding 7 0 R'),
        6: descendant(''),
        7: { dict: '/Type /CMap /CMapName /Round /UseCMap 7 0 R', data: '/Round usecmap' },
      }),
  },
  {
    name: 'nametree-loop.pdf',
    tags: 'loop;names',
    outcome: 'ok-or-reject',
    make: () => page({ catalog: '/Names << /EmbeddedFiles 6 0 R /Dests 6 0 R >>' }, { 6: '<< /Kids [6 0 R 6 0 R] >>' }),
  },
  {
    name: 'ocg-loop.pdf',
    tags: 'loop;layers',
    outcome: 'ok-or-reject',
    make: () =>
      page(
        { catalog: '/OCProperties << /OCGs [6 0 R] /D << /Order [7 0 R] >> >>' },
        { 6: '<< /Type /OCMD /OCGs [6 0 R] /VE 8 0 R >>', 7: '[7 0 R]', 8: '[/Or 8 0 R 8 0 R]' },
      ),
  },
  {
    name: 'encrypt-unknown-handler.pdf',
    tags: 'encrypted',
    outcome: 'reject',
    make: () => page({ trailer: '/Encrypt << /Filter /Nobody.Knows /V 9 >> /ID [(1) (2)]' }),
  },
  {
    name: 'encrypt-self-ref.pdf',
    tags: 'encrypted;loop',
    outcome: 'reject',
    make: () => page({ trailer: '/Encrypt 6 0 R /ID [(1) (2)]' }, { 6: '<< /Filter /Standard /V 1 /R 2 /O 6 0 R /U 6 0 R /P 6 0 R >>' }),
  },
];

const active: readonly HostileFile[] = [
  {
    name: 'openaction-js.pdf',
    tags: 'active;js',
    outcome: 'strip-or-ok',
    make: () => page({ catalog: '/OpenAction << /S /JavaScript /JS (for \\(;;\\) app.alert\\("again"\\);) >>' }),
  },
  {
    name: 'launch-action.pdf',
    tags: 'active;launch',
    outcome: 'strip-or-ok',
    make: () => page({ catalog: '/OpenAction << /S /Launch /F (/bin/sh) /Win << /F (cmd.exe) /P (/c notepad) >> >>' }),
  },
  {
    name: 'gotor-unc.pdf',
    tags: 'active;ssrf',
    outcome: 'strip-or-ok',
    make: () =>
      page({
        page:
          '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 300 200] /A << /S /GoToR /F (\\\\\\\\192.0.2.9\\\\files\\\\a.pdf) /D [0 /Fit] >> >>] ' +
          '/AA << /O << /S /URI /URI (http://192.0.2.9/a) >> >>',
      }),
  },
  { name: 'external-stream-file.pdf', tags: 'active;lfi', outcome: 'must-not-read', make: () => drawn('', '', {}, '/F (/etc/passwd)') },
  {
    name: 'external-image-url.pdf',
    tags: 'active;ssrf',
    outcome: 'must-not-fetch',
    make: () =>
      drawn('/XObject << /I1 6 0 R >>', '/I1 Do', {
        6: {
          dict: `/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /F << /FS /URL /F (${CLOSED}) >>`,
          data: '',
        },
      }),
  },
  {
    name: 'refxobject-lfi.pdf',
    tags: 'active;lfi',
    outcome: 'must-not-read',
    make: () =>
      drawn('/XObject << /X1 6 0 R >>', '/X1 Do', {
        6: { dict: '/Type /XObject /Subtype /Form /BBox [0 0 90 90] /Ref << /F (/etc/passwd) /Page 0 >>', data: '' },
      }),
  },
  {
    name: 'metadata-evil-strings.pdf',
    tags: 'info;injection',
    outcome: 'ok',
    make: () =>
      page({
        trailer:
          "/Info << /Title (<script>alert\\(2\\)</script>$\\(touch /tmp/pdfapi-canary-title\\)`id`;' OR 1=1 --) " +
          `/Author (\\376\\377\\330\\001\\330\\001) /Producer (\\000\\002\\033[32m) /CreationDate (D:${'9'.repeat(60_000)}) >>`,
      }),
  },
  {
    name: 'filename-attachment-traversal.pdf',
    tags: 'traversal;attachments',
    outcome: 'must-not-write',
    make: () =>
      page(
        { catalog: '/Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >>' },
        {
          6: '<< /Type /Filespec /F (../../../../../tmp/pdfapi-canary-file) /UF (../../../../../tmp/pdfapi-canary-file) /EF << /F 7 0 R >> >>',
          7: { dict: '/Type /EmbeddedFile', data: 'attached' },
        },
      ),
  },
];

export const hostilePdfs: readonly HostileFile[] = [...bombs, ...geometry, ...pageTrees, ...tables, ...deep, ...loops, ...active];
