// What is drawn on a page lies over its pictures where it was drawn after them.

import { expect, it } from 'vitest';
import { shapesBehind } from '../../../../../processor/document/build/place-blocks.ts';
import { across, pageOf, set } from '../../../../support/synthetic-page.ts';

it('a line along the side of a picture lies over it where it is drawn later', () => {
  const picture = { box: { left: 40, top: 100.1, right: 140, bottom: 160 }, mcid: -1, object: 3, widthPixels: 10, heightPixels: 6 };
  const overOf = (object: number) => {
    const line = { ...across(100, 40, 360), thickness: 0.6, pen: { stroke: 1, width: 0.6 } as never, object };
    const page = pageOf([set('A price list', 160, 130)], {
      rules: [{ ...line, box: { ...line.box, top: 100, bottom: 100 } }],
      images: [picture],
    });
    return shapesBehind(page, []).map(({ over }) => over);
  };
  expect([overOf(4), overOf(2)]).toEqual([[3], [undefined]]);
});

it('a shape over the ground of a page lies over the pictures that the ground covers', () => {
  const picture = { box: { left: 40, top: 100, right: 140, bottom: 160 }, mcid: -1, object: 1, widthPixels: 10, heightPixels: 6 };
  const fill = (object: number, [left, top, right, bottom]: readonly [number, number, number, number], colour: number) => ({
    box: { left, top, right, bottom },
    colour,
    opacity: 255,
    object,
  });
  const page = pageOf([set('A price list', 160, 130)], {
    fills: [fill(2, [0, 0, 500, 700], 0x242424), fill(3, [300, 400, 304, 500], 0xc7c7c7)],
    images: [picture],
  });
  expect(shapesBehind(page, []).map(({ over }) => over)).toEqual([1, 1]);
});

it('a thin box is a line as thick as it was, one that is not so thin a box', () => {
  const rule = (y: number, thickness: number) => ({
    ...across(y, 40, 360),
    thickness,
    box: { left: 40, right: 360, top: y, bottom: y + thickness },
  });
  const page = pageOf([set('A price list', 160, 130)], { rules: [rule(100, 0.4), rule(110, 1.5)] });
  const shapes = shapesBehind(page, []).map(({ height, pen }) => [Math.round(height * 10) / 10, pen !== undefined]);
  expect(shapes).toEqual([
    [0.4, true],
    [1.5, false],
  ]);
});
