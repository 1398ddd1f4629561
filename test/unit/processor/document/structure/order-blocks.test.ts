// The order of blocks on a page whose stream draws them in another one.

import { describe, expect, it } from 'vitest';
import { textOfDraft } from '../../../../../processor/document/structure/headings.ts';
import { readRegion } from '../../../../../processor/document/structure/region.ts';
import type { Character } from '../../../../../processor/pdf/pdfium/page/page-content.ts';
import { BOLD, pageOf, set } from '../../../../support/synthetic-page.ts';

const TITLE = { ...BOLD, size: 16 };
const lines = (name: string, x: number, y: number, count = 3): Character[][] =>
  Array.from({ length: count }, (_, at) => set(at === 0 ? `${name} begins the words here` : 'and more words go on and on', x, y + at * 12));
const orderOf = (parts: readonly Character[][]): string[] =>
  readRegion({ ...pageOf(parts), columns: [] }).flatMap((block) => (block.kind === 'text' ? [textOfDraft(block).split(' ')[0] ?? ''] : []));

describe('a page that is drawn in another order than it is read', () => {
  it('is read from its title down, column by column', () => {
    const right = [...lines('Three', 300, 80), ...lines('Four', 300, 140)];
    const left = [...lines('One', 40, 80), ...lines('Two', 40, 140)];
    expect(orderOf([...right, set('Title of all', 40, 40, TITLE), ...left])).toEqual(['Title', 'One', 'Two', 'Three', 'Four']);
  });

  it('is read across where something is over all columns', () => {
    const above = [...lines('One', 40, 80), ...lines('Two', 300, 80)];
    const below = [...lines('Three', 40, 200), ...lines('Four', 300, 200)];
    const middle = set('Middle of the page, as wide as all the columns of text together', 40, 150, TITLE);
    expect(orderOf([...below, middle, ...above])).toEqual(['One', 'Two', 'Middle', 'Three', 'Four']);
  });

  it('has the headings beside its text where that begins', () => {
    const text = [...lines('One', 140, 80), ...lines('Two', 140, 140), ...lines('Three', 140, 200)];
    const beside = [set('Alpha', 40, 80), set('Gamma', 40, 200)];
    expect(orderOf([...text, ...beside, set('Title of all', 40, 40, TITLE)])).toEqual(['Title', 'Alpha', 'One', 'Two', 'Gamma', 'Three']);
  });

  it('keeps the order of its stream where that goes down', () => {
    const page = [set('Title of all', 40, 40, TITLE), ...lines('One', 40, 80), ...lines('Two', 300, 70), ...lines('Three', 300, 140)];
    expect(orderOf(page)).toEqual(['Title', 'One', 'Two', 'Three']);
  });
});
