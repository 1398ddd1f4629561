// Each way of dividing, and what `merge` offers, on a document that has everything: what pdf.js finds before and after, how poppler draws each page,
// and what qpdf says of each file. None of them writes our files or is asked by them.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RICH_BLANK, RICH_SHEET, RICH_WORDS, richPdf } from '../../../support/documents/rich-pdf.ts';
import { hasPdfJudges, pagesDrawnDifferently, qpdfCheck } from '../../../support/judges/judge-pdf.ts';
import { type ReadParts, readParts } from '../../../support/judges/read-parts.ts';
import { merge, split } from '../../../support/run/run-assembly.ts';
import { useWorkDir } from '../../support/work-dir.ts';

useWorkDir();
const source = richPdf();
const whole = await readParts(source);
const ALL = RICH_WORDS.map((_, at) => at + 1);
const without = (...left: readonly number[]) => ALL.filter((page) => !left.includes(page));

/** Pages of a file in a file of their own, made by qpdf. */
function qpdfPages(bytes: Uint8Array, pages: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'joined-'));
  try {
    const [path, out] = [join(folder, 'in.pdf'), join(folder, 'out.pdf')];
    writeFileSync(path, bytes);
    const run = spawnSync('qpdf', [path, '--pages', path, pages, '--', out]);
    expect(run.stderr.toString()).toBe('');
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Outline items that lead to a page, without their places in the tree and the page’s new number. */
const titles = ({ outline }: ReadParts) => outline.filter((line) => /\d$/.test(line)).map((line) => line.trim().replace(/ \d+$/, ''));
const widgets = ({ fields }: ReadParts) => Object.entries(fields).flatMap(([name, pages]) => pages.map(() => name));

/** What a part of these pages of the source has to have. @param pages from 1 */
function expectPart(part: ReadParts, pages: readonly number[]): void {
  const here = new Map(pages.map((page, at) => [page, at + 1]));
  expect(part.texts).toEqual(pages.map((page) => whole.texts[page - 1]));
  expect(part.labels).toEqual(pages.map((page) => whole.labels?.[page - 1]));
  expect(part.tags).toEqual(pages.map((page) => whole.tags[page - 1]));
  const keptLinks = (links: readonly (number | string)[]) =>
    links.filter((to) => typeof to === 'string' || here.has(to)).map((to) => (typeof to === 'string' ? to : here.get(to)));
  expect(part.links).toEqual(pages.map((page) => keptLinks(whole.links[page - 1] ?? [])));
  const fieldsHere = Object.entries(whole.fields).flatMap(([name, on]) =>
    on.filter((page) => here.has(page)).map((page) => `${name} ${here.get(page)}`),
  );
  const found = Object.entries(part.fields).flatMap(([name, on]) => on.map((page) => `${name} ${page}`));
  expect(found.toSorted()).toEqual(fieldsHere.toSorted());
  const named = Object.entries(whole.destinations).filter(([, page]) => here.has(page));
  expect(part.destinations).toEqual(Object.fromEntries(named.map(([name, page]) => [name, here.get(page)])));
  const outlineHere = whole.outline.flatMap((line) => (here.has(Number(/\d+$/.exec(line)?.[0])) ? [line.trim().replace(/ \d+$/, '')] : []));
  expect(titles(part)).toEqual(outlineHere);
  if (pages.includes(2) || pages.includes(5)) expect(part.layers).toEqual(whole.layers);
  expect(part.calculated).toHaveLength(pages.includes(8) ? 1 : 0);
}

const MODES: [string, Record<string, unknown>, number[][]][] = [
  ['ranges', { ranges: ['1-3', '8,5', 'last'] }, [[1, 2, 3], [8, 5], [8]]],
  [
    'every',
    { every: 3 },
    [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8],
    ],
  ],
  ['pages', { pages: 'each' }, ALL.map((page) => [page])],
  [
    'by_outline',
    { by_outline: 1 },
    [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8],
    ],
  ],
  ['by_outline to the second level', { by_outline: 2 }, [[1], [2, 3], [4, 5, 6], [7, 8]]],
  [
    'by_blank_pages',
    { by_blank_pages: true },
    [
      [1, 2],
      [4, 5, 6, 7, 8],
    ],
  ],
  [
    'by_text',
    { by_text: '^Invoice \\d' },
    [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8],
    ],
  ],
  [
    'by_barcode',
    { by_barcode: { pattern: '^INVOICE-' } },
    [
      [1, 2, 3, 4, 5],
      [7, 8],
    ],
  ],
];

describe('split keeps what belongs to the pages', () => {
  test('the document has everything', () => {
    expect(whole.texts).toEqual(RICH_WORDS);
    expect([whole.outline.length, whole.layers, whole.attachments, whole.calculated.length]).toEqual([
      4,
      ['Shown', '-Hidden'],
      ['notes.txt'],
      1,
    ]);
    expect([whole.links.flat().length, widgets(whole).length, Object.keys(whole.destinations).length]).toEqual([5, 4, 2]);
  });

  test.each(MODES)('%s', async (_, params, expected) => {
    const { files, report } = await split(source, params);
    expect(report).toMatchObject({ results: expected.length, verification: { result: 'verified' } });
    const parts = await Promise.all(files.map(({ bytes }) => readParts(bytes)));
    for (const [at, pages] of expected.entries()) expectPart(parts[at]!, pages);
    expect(parts.map(({ attachments }) => attachments.length)).toEqual(expected.map((__, at) => (at === 0 ? 1 : 0)));
    if (!hasPdfJudges) return;
    for (const { bytes } of files) expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
    for (const [at, pages] of expected.entries())
      expect(pagesDrawnDifferently(qpdfPages(source, pages.join(',')), files[at]!.bytes)).toEqual([]);
  });

  test('by_size_bytes', async () => {
    const { files } = await split(source, { by_size_bytes: 10_000 });
    const parts = await Promise.all(files.map(({ bytes }) => readParts(bytes)));
    expect(parts.flatMap(({ texts }) => texts)).toEqual(whole.texts);
    expect(parts.flatMap(widgets).toSorted()).toEqual(widgets(whole).toSorted());
    let page = 0;
    for (const part of parts)
      expectPart(
        part,
        part.texts.map(() => (page += 1)),
      );
  });
});

describe('merge keeps what the files have', () => {
  test.each([
    ['keep', {}, [...whole.outline, ...whole.outline]],
    ['file_names', { outline: 'file_names' }, ['one', ...whole.outline, 'two', ...whole.outline]],
    ['none', { outline: 'none' }, []],
  ] as const)('outline: %s', async (_, params, outline) => {
    const { files, report, warnings } = await merge(
      [
        { bytes: source, title: 'one' },
        { bytes: source, title: 'two' },
      ],
      params,
    );
    const parts = await readParts(files[0]!.bytes);
    const bare = (lines: readonly string[]) => lines.map((line) => line.trim().replace(/ \d+$/, ''));
    expect(bare(parts.outline)).toEqual(bare(outline));
    expect(parts.texts).toEqual([...whole.texts, ...whole.texts]);
    expect(parts.labels).toEqual([...(whole.labels ?? []), ...(whole.labels ?? [])]);
    expect(parts.tags).toEqual([...whole.tags, ...whole.tags]);
    const moved = whole.links.map((links) => links.map((to) => (typeof to === 'number' ? to + ALL.length : to)));
    expect(parts.links).toEqual([...whole.links, ...moved]);
    expect(Object.keys(parts.fields).toSorted()).toEqual(['Amount', 'Amount_2', 'Name', 'Name_2', 'Rate', 'Rate_2', 'Total', 'Total_2']);
    expect(parts.destinations).toEqual({ alpha: 2, charlie: 8, alpha_2: 10, charlie_2: 16 });
    expect([parts.calculated.length, parts.attachments.length]).toEqual([2, 2]);
    expect(parts.layers).toEqual([...whole.layers, ...whole.layers]);
    // The scripts of the second file name fields that have another name now.
    expect(warnings.map(({ code }) => code).toSorted()).toEqual(['calculations_may_differ', 'fields_renamed']);
    expect(report).toMatchObject({ verification: { result: 'verified', counted: true } });
    if (!hasPdfJudges) return;
    expect(qpdfCheck(files[0]!.bytes)).toMatchObject({ status: 0 });
    for (const half of ['1-8', '9-16']) expect(pagesDrawnDifferently(source, qpdfPages(files[0]!.bytes, half))).toEqual([]);
  });

  test('pages of one file without the others', async () => {
    const kept = without(RICH_BLANK, RICH_SHEET);
    const { files } = await merge([
      { bytes: source, pages: kept.join(',') },
      { bytes: source, pages: '1' },
    ]);
    const parts = await readParts(files[0]!.bytes);
    expect(parts.texts).toEqual([...kept.map((page) => whole.texts[page - 1]), whole.texts[0]]);
    expect(parts.links.slice(0, kept.length)).toEqual([[2, 'https://example.com/'], [6], [4], [], [], [5]]);
    expect(parts.calculated).toHaveLength(1);
    if (hasPdfJudges) expect(pagesDrawnDifferently(qpdfPages(source, kept.join(',')), qpdfPages(files[0]!.bytes, '1-6'))).toEqual([]);
  });
});
