// `merge`: the result holds what the files held, and what they have alike once; pdf.js and qpdf look at what was written.

import { describe, expect, test } from 'vitest';
import { JobFailure } from '../../../processor/failure.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { makePng } from '../../../support/documents/make-png.ts';
import { PAGE_WORDS, reportPdf } from '../../../support/documents/report-pdf.ts';
import { hasPdfJudges, qpdfCheck, qpdfPlain } from '../../../support/judges/judge-pdf.ts';
import { readParts } from '../../../support/judges/read-parts.ts';
import { merge, split } from '../../../support/run/run-assembly.ts';
import { useWorkDir } from '../../support/work-dir.ts';

useWorkDir();

async function failureOf(outcome: Promise<unknown>): Promise<JobFailure | undefined> {
  return outcome.then(
    () => undefined,
    (error: unknown) => (error instanceof JobFailure ? error : undefined),
  );
}

describe('merge', () => {
  test('keeps outline, labels, destinations, links, fields and tags of both files, and renames what both have', async () => {
    const { files, report, warnings } = await merge([{ bytes: reportPdf() }, { bytes: reportPdf() }]);
    const [whole, parts] = await Promise.all([readParts(reportPdf()), readParts(files[0]!.bytes)]);
    expect(parts.texts).toEqual([...PAGE_WORDS, ...PAGE_WORDS]);
    expect(parts.labels).toEqual([...whole.labels!, ...whole.labels!]);
    expect(parts.tags).toEqual([...whole.tags, ...whole.tags]);
    const later = whole.outline.map((line) => line.replace(/\d+$/, (page) => String(Number(page) + 4)));
    expect(parts.outline).toEqual([...whole.outline, ...later]);
    expect(parts.destinations).toEqual({ second: 2, third: 3, fourth: 4, second_2: 6, third_2: 7, fourth_2: 8 });
    expect(parts.links.map((links) => links.filter((link) => typeof link === 'number'))).toEqual([[4], [], [], [], [8], [], [], []]);
    expect(Object.keys(parts.fields).toSorted()).toEqual(['Agree', 'Agree_2', 'Both', 'Both_2', 'Name', 'Name_2']);
    expect(report).toMatchObject({
      pages: 8,
      before: { links: 4, fields: 8, tags: 16 },
      after: { links: 4, fields: 8, tags: 16 },
      verification: { result: 'verified', counted: true, text_identical: true, rendered_identical: true },
    });
    expect(warnings.map(({ code }) => code)).toEqual(['fields_renamed']);
    if (hasPdfJudges) expect(qpdfCheck(files[0]!.bytes).output).toMatch(/No syntax or stream encoding errors/);
  });

  test('what was split and is merged again is the document', async () => {
    const { files } = await split(reportPdf(), { every: 2 });
    const merged = await merge(files);
    const [before, after] = await Promise.all([readParts(reportPdf()), readParts(merged.files[0]!.bytes)]);
    // The link of page 1 led to another file in between.
    const tags = [before.tags[0]!.replace(' Link', ''), ...before.tags.slice(1)];
    expect({ ...after, outline: [], links: [], fields: [] }).toEqual({ ...before, tags, outline: [], links: [], fields: [] });
    expect(merged.files[0]!.bytes.length).toBeLessThan(reportPdf().length * 1.1);
  });

  test('an item for each file, with its own outline below; or none', async () => {
    const files = [
      { bytes: reportPdf(), filename: 'Führer.pdf' },
      { bytes: makePdf({ objects: plainObjects() }), title: 'Annex' },
    ];
    const named = await readParts((await merge(files, { outline: 'file_names' })).files[0]!.bytes);
    expect(named.outline[0]).toBe('Führer 1');
    expect(named.outline.at(-1)).toBe('Annex 5');
    expect(named.outline).toHaveLength(2 + (await readParts(reportPdf())).outline.length);
    expect((await readParts((await merge(files, { outline: 'none' })).files[0]!.bytes)).outline).toEqual([]);
  });

  test('pages in the order asked for, an empty one where the next file is to begin on the right', async () => {
    const { files, report } = await merge(
      [
        { bytes: reportPdf(), pages: 'last,2,1' },
        { bytes: reportPdf(), pages: '3' },
      ],
      { even_pages: true },
    );
    expect((await readParts(files[0]!.bytes)).texts).toEqual(['Delta', 'Bravo', 'Alpha', '', 'Charlie']);
    expect(report['files']).toMatchObject([
      { pages: 3, first_page: 1, padded: true },
      { pages: 1, first_page: 5 },
    ]);
  });

  test('a table of contents leads to the first page of each file and stands before them, tagged', async () => {
    const files = [
      { bytes: reportPdf(), filename: 'Führer.pdf' },
      { bytes: reportPdf(), title: 'שלום' },
      { bytes: reportPdf(), filename: `${'long '.repeat(40)}name.pdf`, pages: '2' },
    ];
    const { files: written, report, warnings } = await merge(files, { toc: true, toc_title: 'Inhalt', outline: 'file_names' });
    const parts = await readParts(written[0]!.bytes);
    expect(report).toMatchObject({
      pages: 10,
      toc: { pages: 1, entries: 3 },
      files: [{ first_page: 2 }, { first_page: 6 }, { first_page: 10 }],
      verification: { result: 'verified', counted: true },
    });
    expect(warnings.map(({ code }) => code)).toEqual(['fields_renamed']);
    expect(parts.texts.slice(1)).toEqual([...PAGE_WORDS, ...PAGE_WORDS, PAGE_WORDS[1]]);
    expect(parts.texts[0]).toMatch(/Inhalt.*Führer 2.*6.*long name 10/s);
    expect(parts.links[0]).toEqual([2, 6, 10]);
    expect(parts.tags[0]).toMatch(/H1.*TOC.*TOCI.*Reference.*Link/);
    expect(parts.outline[0]).toBe('Inhalt 1');
    expect(parts.labels?.[0]).toBe('i');
    if (hasPdfJudges) expect(qpdfCheck(written[0]!.bytes).output).toMatch(/No syntax or stream encoding errors/);
  });

  test('a table of contents of many files takes several pages, and an empty one where the next file is to begin on the right', async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ bytes: makePdf({ objects: plainObjects(`Text ${at}`) }), title: `File ${at}` }));
    const { files, report } = await merge(many, { toc: true, even_pages: true });
    const parts = await readParts(files[0]!.bytes);
    const { pages } = report['toc'] as { pages: number };
    expect(pages % 2).toBe(0);
    expect(parts.links.slice(0, pages).flat()).toEqual(many.map((_, at) => pages + 1 + 2 * at));
    expect(parts.texts[pages]).toContain('Text 0');
  });

  test('files of other kinds are converted, and the one at fault is named', async () => {
    const text = { bytes: Buffer.from('What a text says.'), filename: 'note.txt', contentType: 'text/plain' };
    const { files, report } = await merge([{ bytes: reportPdf() }, text]);
    const parts = await readParts(files[0]!.bytes);
    expect(parts.texts.at(-1)).toContain('What a text says.');
    expect(report).toMatchObject({ pages: 5, verification: { result: 'verified' } });
    expect(await failureOf(merge([{ bytes: reportPdf() }, { ...text, bytes: Buffer.alloc(0) }]))).toMatchObject({
      reason: 'empty_file',
      details: { file: 2, filename: 'note.txt' },
    });
  });

  describe('scans of fronts and backs', () => {
    const stack = async (...texts: string[]) => {
      const { files } = await merge(texts.map((text) => ({ bytes: makePdf({ objects: plainObjects(text) }) })));
      return { bytes: files[0]!.bytes };
    };
    const collated = async (files: Parameters<typeof merge>[0], collate: string) => {
      const { files: written, report, warnings } = await merge(files, { collate });
      expect(report).toMatchObject({ verification: { result: 'verified', text_identical: true, rendered_identical: true } });
      if (hasPdfJudges) expect(qpdfCheck(written[0]!.bytes).output).toMatch(/No syntax or stream encoding errors/);
      return { texts: (await readParts(written[0]!.bytes)).texts, report, codes: warnings.map(({ code }) => code) };
    };

    test('are one document, the backs from first to last or from last to first', async () => {
      const [fronts, backs] = [await stack('one', 'three', 'five'), await stack('two', 'four', 'six')];
      const sheets = ['one', 'two', 'three', 'four', 'five', 'six'];
      expect(await collated([fronts, backs], 'alternate')).toMatchObject({ texts: sheets, codes: [] });
      const turned = await stack('six', 'four', 'two');
      const { texts, report } = await collated([fronts, turned], 'alternate_reverse');
      expect(texts).toEqual(sheets);
      expect(report['files']).toMatchObject([{ first_page: 1 }, { first_page: 2 }]);
      expect(
        (
          await collated(
            [
              { ...fronts, pages: '2-end' },
              { ...turned, pages: '1,2' },
            ],
            'alternate_reverse',
          )
        ).texts,
      ).toEqual(sheets.slice(2));
    });

    test('of several kinds, what is left of the longer one at the end with a warning, and tags that are not in turn', async () => {
      const [short, long, last] = [await stack('a1', 'a2'), await stack('b1', 'b2', 'b3', 'b4'), await stack('c1', 'c2', 'c3')];
      const { texts, codes } = await collated([short, long, last], 'alternate');
      expect(texts).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'b3', 'c3', 'b4']);
      expect(codes).toEqual(['collated_unevenly']);
      const tagged = await collated([{ bytes: reportPdf() }, { bytes: reportPdf() }], 'alternate_reverse');
      expect(tagged.texts).toEqual(PAGE_WORDS.flatMap((word, at) => [word, PAGE_WORDS.at(-1 - at)]));
      expect(tagged.codes).toContain('tags_not_collated');
    });

    test('of more pages than a node of the page tree has', async () => {
      const texts = (name: string) => Array.from({ length: 70 }, (_, at) => `${name}${at}`);
      const files = [await stack(...texts('f')), await stack(...texts('b'))];
      expect((await collated(files, 'alternate')).texts).toEqual(texts('f').flatMap((text, at) => [text, `b${at}`]));
    });
  });

  test('a page that comes twice is there twice, the second time with what its fields say', async () => {
    const { files } = await merge([{ bytes: reportPdf(), pages: '1,1' }, { bytes: makePdf({ objects: plainObjects() }) }]);
    const parts = await readParts(files[0]!.bytes);
    expect(parts.texts.slice(0, 2)).toEqual(['Alpha', 'AlphaFilled']);
    expect(parts.fields['Name']).toEqual([1]);
  });

  test('pictures become pages, and a picture that several files have is stored once', async () => {
    const data = Buffer.from(Array.from({ length: 30_000 }, (_, at) => (at * 7919) % 251));
    const source = (text: string) =>
      makePdf({
        objects: {
          ...plainObjects(text, '/Annots []'),
          3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /I 6 0 R >> >> >>',
          4: { dict: '', data: `q 90 0 0 90 9 9 cm /I Do Q BT /F1 18 Tf 20 100 Td (${text}) Tj ET` },
          6: {
            dict: '/Type /XObject /Subtype /Image /Width 100 /Height 100 /BitsPerComponent 8 /ColorSpace /DeviceRGB /SMask 7 0 R',
            data,
          },
          7: {
            dict: '/Type /XObject /Subtype /Image /Width 100 /Height 100 /BitsPerComponent 8 /ColorSpace /DeviceGray',
            data: data.subarray(0, 10_000),
          },
        },
      });
    const { files, report } = await merge([
      { bytes: source('one') },
      { bytes: makePng(), contentType: 'image/png', filename: 'logo.png' },
      { bytes: source('two') },
    ]);
    expect(qpdfPlain(files[0]!.bytes).match(/\/Subtype \/Image/g)).toHaveLength(3);
    expect(report).toMatchObject({ pages: 3, verification: { result: 'verified' } });
  });

  test('names the file that is at fault', async () => {
    const good = { bytes: reportPdf() };
    const bad = async (file: Parameters<typeof merge>[0][number]) => failureOf(merge([good, file]));
    expect(await bad({ bytes: Buffer.from('%PDF-1.7\nnothing'), filename: 'broken.pdf' })).toMatchObject({
      reason: 'corrupt_file',
      details: { file: 2, filename: 'broken.pdf' },
    });
    expect(await bad({ bytes: new Uint8Array(0) })).toMatchObject({ reason: 'empty_file', details: { file: 2 } });
    expect(await bad({ bytes: reportPdf(), pages: '5' })).toMatchObject({ reason: 'page_out_of_range', details: { file: 2, pages: 4 } });
    expect(await failureOf(merge([good, good], {}, { output_bytes: 500 }))).toMatchObject({ reason: 'output_limit' });
  });

  test('files with hundreds of pages have a page tree of short nodes', async () => {
    const kids = Array.from({ length: 150 }, (_, at) => at + 100);
    const objects: Record<number, string> = {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: `<< /Type /Pages /Count 150 /MediaBox [0 0 9 9] /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
    };
    for (const kid of kids) objects[kid] = '<< /Type /Page /Parent 2 0 R >>';
    const long = { bytes: makePdf({ objects }) };
    const { files } = await merge([long, long]);
    const plain = qpdfPlain(files[0]!.bytes);
    expect(Math.max(...[...plain.matchAll(/\/Count (\d+)/g)].map(([, count]) => Number(count)))).toBe(300);
    expect(plain.match(/\/Type \/Pages/g)).toHaveLength(6);
  });
});
