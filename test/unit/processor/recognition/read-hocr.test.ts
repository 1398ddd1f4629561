// Reading what Tesseract writes: order, boxes, baselines, direction, entities.

import { describe, expect, it } from 'vitest';
import { meanConfidence, readHocr } from '../../../../processor/recognition/read-hocr.ts';

const word = (box: string, text: string, confidence = 90): string =>
  `<span class='ocrx_word' id='w' title='bbox ${box}; x_wconf ${confidence}'>${text}</span>`;
const line = (box: string, properties: string, words: readonly string[], kind = 'ocr_line'): string =>
  `<span class='${kind}' id='l' title="bbox ${box}; ${properties}">\n${words.join('\n')}\n</span>`;
const paragraph = (lines: readonly string[], direction = ''): string =>
  `<p class='ocr_par' id='p' lang='eng'${direction} title="bbox 0 0 900 900">\n${lines.join('\n')}\n</p>`;
const page = (...blocks: string[]): string =>
  `<body>\n<div class='ocr_page' id='page_1' title='image "x"; bbox 0 0 900 900'>\n${blocks
    .map((block) => `<div class='ocr_carea' id='b' title="bbox 0 0 900 900">\n${block}\n</div>`)
    .join('\n')}\n</div></body>`;

describe('readHocr', () => {
  it('gives lines in order with their words, blocks and paragraphs, headers and captions among them', () => {
    const hocr = page(
      paragraph([line('10 10 200 40', 'baseline 0 -5', [word('10 10 90 40', 'One'), word('100 10 200 40', 'two')])]),
      `${paragraph([line('10 50 90 80', 'baseline 0 0', [word('10 50 90 80', 'three')], 'ocr_header')])}${paragraph([
        line('10 90 90 99', 'baseline 0 0', [word('10 90 90 99', 'four')], 'ocr_caption'),
      ])}`,
    );
    expect(readHocr(hocr).map(({ words, block, paragraph }) => [words.map(({ text }) => text).join(' '), block, paragraph])).toEqual([
      ['One two', 0, 0],
      ['three', 1, 1],
      ['four', 1, 2],
    ]);
  });

  it('places the baseline from the lower left corner by slope and offset', () => {
    const [found] = readHocr(page(paragraph([line('100 50 300 90', 'baseline 0.02 -10; x_size 30', [word('100 50 300 90', 'x')])])));
    expect(found?.baseline).toEqual({ x0: 100, y0: 80, x1: 300, y1: 84 });
  });

  it.each([
    ['90', { x0: 60, y0: 300, x1: 60, y1: 10 }],
    ['180', { x0: 60, y0: 10, x1: 20, y1: 10 }],
    ['270', { x0: 20, y0: 10, x1: 20, y1: 300 }],
  ])('runs the baseline of a line turned by %s degrees along its foot', (angle, baseline) => {
    const [found] = readHocr(page(paragraph([line('20 10 60 300', `textangle ${angle}; x_size 30`, [word('20 10 60 300', 'x')])])));
    expect(found?.baseline).toEqual(baseline);
  });

  it('knows a line that runs down by the order of its words where no angle is told', () => {
    const down = readHocr(page(paragraph([line('20 10 60 300', 'x_size 30', [word('20 10 60 90', 'a'), word('20 200 60 300', 'b')])])));
    const up = readHocr(page(paragraph([line('20 10 60 300', 'x_size 30', [word('20 200 60 300', 'a'), word('20 10 60 90', 'b')])])));
    expect(down[0]?.baseline).toEqual({ x0: 20, y0: 10, x1: 20, y1: 300 });
    expect(up[0]?.baseline).toEqual({ x0: 60, y0: 300, x1: 60, y1: 10 });
  });

  it('tells the direction by the letters, and of digits by the paragraph', () => {
    const hocr = page(
      paragraph([
        line('0 0 9 9', 'baseline 0 0', [word('0 0 9 9', 'שלום'), word('0 0 9 9', '12')]),
        line('0 0 9 9', 'baseline 0 0', [word('0 0 9 9', 'plain')]),
      ]),
      paragraph([line('0 0 9 9', 'baseline 0 0', [word('0 0 9 9', '2026')])], " dir='rtl'"),
    );
    expect(readHocr(hocr).map((line) => line.isRightToLeft)).toEqual([true, false, true]);
  });

  it('undoes entities and markup, and leaves out words and lines without a visible character', () => {
    const hocr = page(
      paragraph([line('0 0 9 9', 'baseline 0 0', [word('0 0 9 9', '<strong>A&amp;B &lt;i&gt;</strong>'), word('0 0 9 9', ' ')])]),
      paragraph([line('0 0 9 9', 'baseline 0 0', [word('0 0 9 9', ' ')])]),
    );
    expect(readHocr(hocr).map((line) => line.words.map((word) => word.text))).toEqual([['A&B <i>']]);
  });

  it('takes nothing for text that is not there', () => {
    expect(readHocr('')).toEqual([]);
    expect(readHocr("<div class='ocr_photo' title='bbox 0 0 9 9'></div>")).toEqual([]);
  });
});

describe('meanConfidence', () => {
  it('is the mean over words, and undefined without any', () => {
    const lines = readHocr(page(paragraph([line('0 0 9 9', 'baseline 0 0', [word('0 0 9 9', 'a', 90), word('0 0 9 9', 'b', 40)])])));
    expect(meanConfidence(lines)).toBe(65);
    expect(meanConfidence([])).toBeUndefined();
  });
});
