// Running any content stream ends soon and throws nothing but a refusal of the closed list.

import { PDFRawStream, PDFRef } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { JobFailure } from '../../processor/failure.ts';
import type { ContentEvent } from '../../processor/pdf/content/events.ts';
import { interpretAppearances, interpretPage } from '../../processor/pdf/content/interpret.ts';
import { readPageTextEvents } from '../../processor/pdf/edit/page-text.ts';
import { onePage, openObjects } from '../../support/run/edit-pdf.ts';
import { damage } from '../../support/documents/mutations.ts';
import { makeContent } from '../../support/documents/random-content.ts';
import { makeRandom, type Random } from '../../support/documents/random.ts';

const TIME_MS = 3000;
/** A run of a content of this size takes a few milliseconds. */
const ROUND_MS_MAX = 2000;

/** Every category of resources, sound and broken; forms that draw themselves, one another, and things that are not forms. */
const RESOURCES =
  '/XObject << /Im0 10 0 R /A 11 0 R /B 12 0 R /C 4 0 R /D 99 0 R /F1 11 0 R >> /Pattern << /F1 13 0 R /Im0 14 0 R >> ' +
  '/ExtGState << /F1 << /SMask << /G 12 0 R >> /Font [16 0 R 9] /BM [/Multiply] >> /Im0 15 0 R >> /ColorSpace << /F1 [/Indexed] >> /Properties << /F1 17 0 R /Im0 null >>';

const form = (more: string, data: string) => ({ dict: `/Type /XObject /Subtype /Form ${more}`, data });

const MORE = {
  10: { dict: '/Type /XObject /Subtype /Image /Width -3 /Height 99999999 /ColorSpace 10 0 R', data: 'x' },
  11: form(`/BBox [0 0 (x) 9] /Matrix [1 0 0 0 0 0] /Resources << ${RESOURCES} >>`, '/A Do /B Do q /F1 gs'),
  12: form(`/BBox [0 0 100 100] /Resources << ${RESOURCES} >>`, 'BT /F1 3 Tf (ab) Tj /B Do /A Do /Pattern cs /F1 scn 0 0 9 9 re f'),
  13: { dict: '/Type /Pattern /PatternType 1 /BBox [0 0 9 9] /Matrix [0 0 0 0 0 0]', data: '/Pattern cs /F1 scn 0 0 1 1 re B (x) Tj' },
  14: '<< /PatternType 2 /Shading 14 0 R >>',
  15: '<< /SMask 15 0 R /Font 15 0 R /ca (x) /BM 15 0 R >>',
  16: `<< /Type /Font /Subtype /Type3 /FontMatrix [0 0 0 0 0 0] /FontBBox [0 0 0] /CharProcs << /a 13 0 R /b 18 0 R >> /Encoding << /Differences [97 /a /b (x) 9 /c] >> /FirstChar 97 /Widths [1 (x)] >>`,
  17: '<< /ActualText 17 0 R /MCID (x) >>',
  18: { dict: '', data: '1 0 d0 BT /F1 1 Tf (ab) Tj ET' },
  19: '<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [19 0 R] /ToUnicode 13 0 R >>',
  20: '<< /Type /Annot /Subtype /Widget /Rect [0 0 -9 9] /AP << /N 11 0 R /D << /A 12 0 R /B 10 0 R >> >> >>',
};

const REAL =
  'q 1 0 0 1 9 9 cm /A Do BT /F2 9 Tf (ab) Tj T* [(b) -9 (a)] TJ /F3 4 Tf <00410042> Tj ET /Im0 Do /OC /F1 BDC 1 0 0 rg 0 0 5 5 re W n EMC Q\n';

function makeRandomContent(random: Random): Uint8Array {
  const mixed = Buffer.concat([makeContent(random, random.below(60)), Buffer.from(REAL), makeContent(random, random.below(20))]);
  const content = random.below(3) === 0 ? Buffer.from(damage(mixed, random.next)) : mixed;
  // Numbers that no page has, and nests.
  const wild = [
    '1e308 0 0 1e308 0 0 cm ',
    'q '.repeat(50),
    '/Span <</ActualText <feff00>>> BDC '.repeat(20),
    '99999999999 Tz ',
    '0 0 0 0 0 0 Tm ',
  ];
  return random.below(4) === 0 ? Buffer.concat([Buffer.from(random.pick(wild)), content]) : content;
}

const open = () => openObjects(onePage('', { resources: RESOURCES, fonts: '/F2 16 0 R /F3 19 0 R', page: '/Annots [20 0 R]', more: MORE }));

describe('any content stream', () => {
  test('is run to its end in bounded time, and nothing is thrown but a refusal', { timeout: 30_000 }, async () => {
    const random = makeRandom('interpreter');
    const opened = await open();
    const page = opened.pages[0]!.dict;
    const end = performance.now() + TIME_MS;
    let [rounds, events, slowest] = [0, 0, 0];
    const visit = (event: ContentEvent) => {
      events++;
      if (event.kind === 'text') expect(event.glyphs.every(({ glyph }) => typeof glyph.unicode === 'string')).toBe(true);
    };
    while (performance.now() < end) {
      const content = makeRandomContent(random);
      // The page's content, and now and then that of a form in it.
      const number = random.below(4) === 0 ? random.pick([11, 12, 13, 18]) : 4;
      const ref = PDFRef.of(number);
      const old = opened.context.lookup(ref);
      expect(old).toBeInstanceOf(PDFRawStream);
      opened.context.assign(ref, PDFRawStream.of((old as PDFRawStream).dict, content));
      const start = performance.now();
      for (const run of [
        () => interpretPage(page, visit),
        () => interpretAppearances(page, visit, { allStates: true }),
        () => readPageTextEvents(page),
      ]) {
        try {
          run();
        } catch (error) {
          expect(error, `round ${rounds}, object ${number}: ${JSON.stringify(Buffer.from(content).toString('latin1'))}`).toBeInstanceOf(
            JobFailure,
          );
          expect(['decompression_limit']).toContain((error as JobFailure).reason);
        }
      }
      slowest = Math.max(slowest, performance.now() - start);
      expect(slowest, `round ${rounds}`).toBeLessThan(ROUND_MS_MAX);
      rounds++;
    }
    expect(rounds).toBeGreaterThan(50);
    expect(events).toBeGreaterThan(rounds);
  });

  test('of forms that draw each other many times stops at the bound and says so', { timeout: 30_000 }, async () => {
    const levels = Array.from({ length: 12 }, (_, level) => level + 20);
    const more = Object.fromEntries(
      levels.map((number) => [
        number,
        form(`/BBox [0 0 9 9] /Resources << /XObject << /N ${number + 1} 0 R >> >>`, number === 31 ? '0 0 1 1 re f' : '/N Do '.repeat(10)),
      ]),
    );
    const opened = await openObjects(onePage('/N Do', { resources: '/XObject << /N 20 0 R >>', more }));
    const { gaps } = interpretPage(opened.pages[0]!.dict, () => undefined);
    expect([...gaps]).toContain('entries');
  });
});
