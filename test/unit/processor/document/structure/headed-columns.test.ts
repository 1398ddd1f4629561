// Slides: columns of text with headings of their own, whatever the order in which they are drawn; labels of charts.

import { describe, expect, it } from 'vitest';
import { findHeadings, textOfDraft } from '../../../../../processor/document/structure/headings.ts';
import { readRegion } from '../../../../../processor/document/structure/region.ts';
import type { DraftBlock } from '../../../../../processor/document/drafts.ts';
import type { Character } from '../../../../../processor/pdf/pdfium/page/page-content.ts';
import { BOLD, pageOf, set, STYLE } from '../../../../support/synthetic-page.ts';

const LARGE = { ...BOLD, size: 16 };
const HEAD = { ...STYLE, size: 14, colour: 0x6030c0 };
const body = (name: string, x: number, y: number): Character[][] => [
  set(`${name} is a text of several`, x, y),
  set('lines that stands below', x, y + 12),
  set('the head of its column', x, y + 24),
];
const read = (parts: readonly Character[][]): DraftBlock[] => readRegion({ ...pageOf(parts), columns: [] });
const textsOf = (blocks: readonly DraftBlock[]): string[] => blocks.flatMap((block) => (block.kind === 'text' ? [textOfDraft(block)] : []));
const BODY = { size: STYLE.size, bold: false, family: STYLE.family };

describe('headings of columns on one line', () => {
  const heads = [set('Purpose', 40, 100, HEAD), set('Mission', 240, 100, HEAD), set('Method', 440, 100, HEAD)];
  const texts = [...body('One', 40, 125), ...body('Two', 240, 125), ...body('Three', 440, 125)];

  it('stand above their texts, drawn before or after them', () => {
    for (const parts of [
      [...heads, ...texts],
      [...texts, ...heads],
    ]) {
      const firsts = textsOf(read(parts)).map((text) => text.split(' ')[0]);
      expect(firsts).toEqual(['Purpose', 'One', 'Mission', 'Two', 'Method', 'Three']);
    }
  });

  it('are headings, and larger text below them is none', () => {
    const state = (text: string, x: number) => [set(text, x, 130, LARGE), set('and good', x, 150, LARGE)];
    const statements = [...state('Useful for all', 40), ...state('Easy for each', 240), ...state('Slow and sure', 440)];
    const blocks = read([...statements, ...heads]);
    const found = [...findHeadings(blocks, BODY).keys()].map(textOfDraft);
    expect(found).toEqual(['Purpose', 'Mission', 'Method']);
  });

  it('a form’s line with nothing of its own below stays a line', () => {
    const form = [set('Name', 40, 100), set('Date', 240, 100), set('Ada Lovelace', 40, 113), set('5 May', 240, 113)];
    expect(textsOf(read([...form, set('A sentence of text follows the form and is as wide as the page itself.', 40, 160)]))[0]).toContain(
      'Name',
    );
  });
});

describe('labels of a chart', () => {
  it('are no headings, but its title is', () => {
    const labels = ['100', '75', '50', 'Recall', '94.2', '73.2', 'Precision', '89.0', '25', '0'];
    const parts = [
      set('Results of the year', 40, 40, { ...BOLD, size: 22 }),
      ...labels.map((label, at) => set(label, 40 + (at % 2) * 7, 90 + at * 30, { ...BOLD, size: STYLE.size + 2 })),
      set('The sentence below the chart says what it shows, and goes on for a while.', 40, 420),
    ];
    expect([...findHeadings(read(parts), BODY).keys()].map(textOfDraft)).toEqual(['Results of the year']);
  });
});
