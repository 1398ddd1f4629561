// What is seen of a page: text under what is drawn over it later is not, and a shape is a box only where it is one.

import { afterAll, describe, expect, it } from 'vitest';
import { withoutCovered } from '../../../../../processor/pdf/pdfium/page/character-columns.ts';
import type { PageContent } from '../../../../../processor/pdf/pdfium/page/page-content.ts';
import { endPdfium, readPagesBounded } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';

afterAll(endPdfium);

/** @param form drawn by `/X Do` */
async function readPage(content: string, form = ''): Promise<PageContent> {
  const input = makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> /Font << /F 6 0 R >>
        /ExtGState << /Half << /ca 0.5 >> /Marker << /BM /Multiply >> >> >> >>`,
      4: { dict: '', data: content },
      5: { dict: '/Type /XObject /Subtype /Form /BBox [0 0 400 400]', data: form },
      6: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    },
  });
  const request = { input, imagePixelsMax: 0, imageBytesMax: 0, imageMsMax: 0, maskedJpegBytes: [], marksCovered: true as const };
  for await (const page of readPagesBounded(request, [{ pageIndex: 0, widgets: undefined }], 30_000)) if (page) return page;
  throw new Error('no page');
}

async function seenText(content: string, form?: string): Promise<string> {
  const { characters } = await readPage(content, form);
  const { code, count } = withoutCovered(characters);
  return String.fromCodePoint(...code.subarray(0, count))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const text = (words: string, y: number) => `0 g BT /F 12 Tf 50 ${y} Td (${words}) Tj ET`;
const OLD = text('Old lesson of Monday', 200);
const REST = ['The timetable of this school', 'has rows and columns'].map((words, at) => text(words, 100 - at * 20)).join('\n');
const REST_TEXT = 'The timetable of this school has rows and columns';

describe('text', () => {
  it('is not there under an area that is drawn later, under which new text stands', async () => {
    expect(await seenText(`${OLD} 0.9 g 40 190 150 30 re f ${text('New lesson', 204)} ${REST}`)).toBe(`New lesson ${REST_TEXT}`);
  });

  it('is not there where a form covers it', async () => {
    expect(await seenText(`${OLD} ${REST} /X Do`, '1 g 40 190 150 30 re f')).toBe(REST_TEXT);
  });

  it.each([
    ['an area that lies under it', `0.9 g 40 190 150 30 re f ${OLD}`],
    ['an area that lets it through', `${OLD} /Half gs 0.5 g 40 190 150 30 re f`],
    ['a marker', `${OLD} /Marker gs 1 1 0 rg 40 190 150 30 re f`],
    ['a frame around it', `${OLD} 0 G 40 190 150 30 re S`],
    ['an area beside it', `${OLD} 0.9 g 40 220 150 30 re f`],
  ])('stays with %s', async (_, content) => {
    expect(await seenText(`q ${content} Q ${REST}`)).toBe(`Old lesson of Monday ${REST_TEXT}`);
  });

  // Of two grey pixels over "lesson", or over all of the line.
  const picture = (pixels: string, width: number) => `q ${width} 0 0 30 80 190 cm BI /W 2 /H 1 /CS /G /BPC 8 /F /AHx ID ${pixels}> EI Q`;

  it('stays in a line that goes on at both sides of a picture', async () => {
    expect(await seenText(`${OLD} ${picture('80C0', 26)} ${REST}`)).toBe(`Old lesson of Monday ${REST_TEXT}`);
  });

  it.each([
    ['is plain', picture('0000', 26)],
    ['is an area', '0.2 g 80 190 13 30 re f 0.7 g 93 190 13 30 re f'],
    ['covers the end of the line', picture('80C0', 150)],
  ])('does not where the picture %s', async (_, cover) => {
    expect(await seenText(`${OLD} ${cover} ${REST}`)).not.toContain('lesson');
  });

  it('stays as far as it is seen', async () => {
    expect(await seenText(`${OLD} 0.9 g 109 190 150 30 re f ${REST}`)).toBe(`Old lesson ${REST_TEXT}`);
  });
});

describe('a shape', () => {
  const boxesOf = async (content: string, form?: string) => {
    const { fills, drawings } = await readPage(content, form);
    return { fills: fills.length, drawings: drawings.length };
  };

  it('that is half of a box is none', async () => {
    expect(await boxesOf('50 50 m 50 150 l 350 50 l h f')).toEqual({ fills: 0, drawings: 1 });
    expect(await boxesOf('50 50 m 50 150 l 350 150 l 350 50 l h f')).toEqual({ fills: 1, drawings: 0 });
  });

  it('is none where what is around its form leaves a triangle', async () => {
    const box = '0 0 400 400 re f';
    expect(await boxesOf('q 50 50 m 50 150 l 350 100 l h W n /X Do Q', box)).toEqual({ fills: 0, drawings: 1 });
    expect(await boxesOf('q 50 50 300 100 re W n /X Do Q', box)).toEqual({ fills: 1, drawings: 0 });
  });
});
