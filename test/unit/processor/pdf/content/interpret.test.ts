import { describe, expect, it } from 'vitest';
import type { ContentEvent, ImageEvent, TextEvent } from '../../../../../processor/pdf/content/events.ts';
import { glyphMatrix, glyphQuad } from '../../../../../processor/pdf/content/events.ts';
import { collectFontUse, collectImagePlacements } from '../../../../../processor/pdf/content/collect.ts';
import { interpretAppearances, interpretPage } from '../../../../../processor/pdf/content/interpret.ts';
import { openPdf } from '../../../../../processor/pdf/open.ts';
import { makePdf, plainObjects, type PdfObject } from '../../../../../support/documents/make-pdf.ts';

const open = (objects: Record<number, PdfObject>) => openPdf(makePdf({ objects }), { needs: 'read', pagesMax: 10 });

async function eventsOf(objects: Record<number, PdfObject>) {
  const opened = await open(objects);
  const events: ContentEvent[] = [];
  const { gaps } = interpretPage(opened.pages[0]!.dict, (event) => events.push(event));
  const texts = events.filter((event): event is TextEvent => event.kind === 'text');
  const images = events.filter((event): event is ImageEvent => event.kind === 'image');
  return { opened, events, texts, images, gaps };
}
const textOf = (event: TextEvent | undefined) => (event?.glyphs ?? []).map(({ glyph }) => glyph.unicode).join('');
const content = (data: string, resources = '/Font << /F1 5 0 R >>') => ({
  ...plainObjects(),
  3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << ${resources} >> >>`,
  4: { dict: '', data },
});

describe('the interpreter', () => {
  it('glyphs stand where size, spacing, scale, rise and matrices put them', async () => {
    const { texts } = await eventsOf(content('2 0 0 2 10 20 cm BT /F1 10 Tf 1 Tc 2 Tw 50 Tz 3 Ts 5 7 Td [(A ) -100 (B)] TJ ET'));
    const [event] = texts;
    expect(textOf(event)).toBe('A B');
    // Helvetica: A 667, space 278.
    const shown = event!.glyphs[2]!;
    expect(shown.position).toBeCloseTo((6.67 + 1 + 2.78 + 1 + 2 + 1) * 0.5, 6);
    const matrix = glyphMatrix(event!, shown);
    expect(matrix[4]).toBeCloseTo(10 + 2 * (5 + shown.position), 6);
    expect(matrix[5]).toBeCloseTo(20 + 2 * (7 + 3), 6);
    expect(glyphQuad(event!, shown)[2] - glyphQuad(event!, shown)[0]).toBeCloseTo(6.67 * 0.5 * 2, 6);
  });

  it('several streams are one content that remembers its parts', async () => {
    const { texts } = await eventsOf({
      ...content(''),
      3: '<< /Type /Page /Parent 2 0 R /Contents [4 0 R 6 0 R] /Resources << /Font << /F1 5 0 R >> >> >>',
      4: { dict: '', data: 'BT /F1 9 Tf' },
      6: { dict: '', data: '(joined) Tj ET' },
    });
    expect(textOf(texts[0])).toBe('joined');
    const part = texts[0]!.source.content.parts.find(
      ({ start, end }) => texts[0]!.operation.start >= start && texts[0]!.operation.end <= end,
    );
    expect(part?.ref?.objectNumber).toBe(6);
  });

  it('forms are followed with their matrix and box, and a form that draws itself ends', async () => {
    const { texts, events } = await eventsOf({
      ...content('/Fm Do', '/XObject << /Fm 6 0 R >>'),
      6: {
        dict: '/Type /XObject /Subtype /Form /BBox [0 0 50 50] /Matrix [1 0 0 1 100 0] /Resources << /Font << /F1 5 0 R >> /XObject << /Fm 6 0 R >> >>',
        data: 'BT /F1 9 Tf (in a form) Tj ET /Fm Do',
      },
    });
    expect(texts.map(textOf)).toEqual(['in a form']);
    expect(texts[0]!.state.clip).toEqual([100, 0, 150, 50]);
    expect(events.filter(({ kind }) => kind === 'enter')).toHaveLength(1);
  });

  it('an image tells its dpi and whether it is clipped', async () => {
    const { images } = await eventsOf({
      ...content('q 0 0 10 10 re W n 72 0 0 36 0 0 cm /Im Do Q q 144 0 0 72 0 0 cm /Im Do Q', '/XObject << /Im 6 0 R >>'),
      6: { dict: '/Subtype /Image /Width 100 /Height 100 /BitsPerComponent 8 /ColorSpace /DeviceGray', data: '' },
    });
    expect(images.map(({ dpi, isClipped }) => [dpi, isClipped])).toEqual([
      [100, true],
      [50, false],
    ]);
  });

  it('what marked content says comes with the text', async () => {
    const { texts } = await eventsOf(content('/Span << /ActualText (three) /MCID 4 >> BDC BT /F1 9 Tf (3) Tj ET EMC BT (x) Tj ET'));
    expect(texts[0]!.marks.map(({ tag, actualText, mcid }) => [tag, actualText, mcid])).toEqual([['Span', 'three', 4]]);
    expect(texts[1]!.marks).toEqual([]);
  });

  it('unbalanced q and Q, missing fonts and missing objects stop nothing', async () => {
    const { texts, gaps } = await eventsOf(content('Q Q q q BT /Nope 9 Tf (lost) Tj /F1 9 Tf (kept) Tj ET /Gone Do'));
    expect(texts.map(textOf)).toEqual(['', 'kept']);
    expect([...gaps].sort()).toEqual(['missing_font', 'missing_object']);
  });

  it('font use counts forms, appearances of every state and glyph procedures', async () => {
    const opened = await open({
      ...content('BT /F1 9 Tf (AB) Tj /T3 9 Tf (a) Tj ET', '/Font << /F1 5 0 R /T3 7 0 R >>'),
      3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R /T3 7 0 R >> >> /Annots [9 0 R] >>',
      7: '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 8 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /Resources << /Font << /F1 5 0 R >> >> >>',
      8: { dict: '', data: '1 0 d0 BT /F1 1 Tf (C) Tj ET' },
      9: '<< /Type /Annot /Subtype /Widget /Rect [0 0 10 10] /AS /Off /AP << /N << /Off 10 0 R /On 11 0 R >> >> >>',
      10: { dict: '/Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 5 0 R >> >>', data: 'BT /F1 9 Tf (D) Tj ET' },
      11: { dict: '/Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 5 0 R >> >>', data: 'BT /F1 9 Tf (E) Tj ET' },
    });
    const { fonts, unknown } = collectFontUse(opened);
    const helvetica = [...fonts.values()].find(({ font }) => font.baseFont === 'Helvetica');
    expect([...(helvetica?.glyphs.values() ?? [])].map(({ unicode }) => unicode).sort()).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(unknown.size).toBe(0);
    const shown: string[] = [];
    interpretAppearances(opened.pages[0]!.dict, (event) => event.kind === 'text' && shown.push(textOf(event)));
    expect(shown).toEqual(['D']);
  });

  it('image placements count masks with what they mask, and patterns as repeated', async () => {
    const image = '/Subtype /Image /Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceGray';
    const opened = await open({
      ...content('/Pattern cs /P scn 0 0 9 9 re f q 72 0 0 72 0 0 cm /Im Do Q', '/XObject << /Im 6 0 R >> /Pattern << /P 8 0 R >>'),
      6: { dict: `${image} /SMask 7 0 R`, data: '' },
      7: { dict: image.replaceAll(' 10', ' 20'), data: '' },
      8: { dict: '/PatternType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /XObject << /Im 6 0 R >> >>', data: '/Im Do' },
    });
    const { images } = collectImagePlacements(opened);
    const rows = [...images.values()].map(({ ref, placements }) => [
      ref?.objectNumber,
      placements.map(({ dpi, isRepeated }) => [dpi, isRepeated]),
    ]);
    expect(rows).toEqual([
      [
        6,
        [
          [720, true],
          [10, false],
        ],
      ],
      [
        7,
        [
          [1440, true],
          [20, false],
        ],
      ],
    ]);
  });
});
