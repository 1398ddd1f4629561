// A thing repeated over a whole page: rows turned about the page's middle, every other one moved by half. Made once for pages of one size.

import type { PDFRef } from 'pdf-lib';
import { IDENTITY, multiply } from '../../pdf/geometry/matrix.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import type { PageView } from '../../pdf/pages/page-view.ts';
import { FINE, writeNumbers } from '../../pdf/syntax/write-operand.ts';
import { isOnPage, placementOf, turned } from './place-marks.ts';
import type { Thing } from './thing.ts';

const TILES_MAX = 300;
/** Between tiles, as shares of a tile's sides, and in points at least. */
const GAP_SHARE = 0.4;
const [GAP_ACROSS_MIN, GAP_UP_MIN] = [36, 60];

type Place = readonly [x: number, y: number];

/** @returns for a page, what covers it; its letters are those of the tiles that are whole */
export function tiles({ context }: OpenedPdf): (thing: Thing, view: PageView, angle: number) => Thing {
  const made = new Map<string, { readonly form: PDFRef; readonly letters: string }>();
  return (thing, view, angle) => {
    const { width, height } = view;
    const key = `${thing.form.tag} ${width} ${height} ${angle}`;
    const known = made.get(key) ?? cover(context, thing, view, angle);
    made.set(key, known);
    return { ...known, matrix: IDENTITY, inner: [0, 0, width, height], slack: 0 };
  };
}

function cover(context: OpenedPdf['context'], { form, matrix, inner, letters }: Thing, view: PageView, angle: number) {
  const [left, bottom, right, top] = inner;
  const extent = { width: right - left, height: top - bottom };
  const outer = turned(extent, angle);
  const places = placesOn(view, extent, angle);
  const middle = [(left + right) / 2, (bottom + top) / 2] as const;
  const lines = places.map((place) => `q ${writeNumbers(multiply(matrix, placementOf(middle, angle, place)), FINE)} cm /Tile Do Q`);
  const stream = context.flateStream(lines.join('\n'), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, view.width, view.height],
    Group: { S: 'Transparency' },
    Resources: { XObject: { Tile: form } },
  });
  return { form: context.register(stream), letters: letters.repeat(places.filter((place) => isOnPage(view, place, outer)).length) };
}

/** Middles of tiles of which something is on the page. */
function placesOn(view: PageView, extent: { readonly width: number; readonly height: number }, angle: number): readonly Place[] {
  const across = extent.width + Math.max(GAP_ACROSS_MIN, GAP_SHARE * extent.width);
  const up = extent.height + Math.max(GAP_UP_MIN, GAP_SHARE * extent.height);
  // Of small tiles there are not more, but wider apart.
  const wider = Math.max(1, Math.sqrt((view.width * view.height) / (across * up * TILES_MAX)));
  return gridPlaces(view, { across: across * wider, up: up * wider }, { outer: turned(extent, angle), angle });
}

function gridPlaces(
  { width, height }: PageView,
  { across, up }: { readonly across: number; readonly up: number },
  { outer, angle }: { readonly outer: { readonly width: number; readonly height: number }; readonly angle: number },
): readonly Place[] {
  const reach = Math.hypot(width + outer.width, height + outer.height) / 2;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const places: Place[] = [];
  for (let row = -Math.ceil(reach / up); row * up <= reach; row++) {
    const moved = row % 2 === 0 ? 0 : across / 2;
    for (let column = -Math.ceil(reach / across) - 1; column * across <= reach; column++) {
      const [x, y] = [column * across + moved, row * up];
      const place = [width / 2 + x * cos - y * sin, height / 2 + x * sin + y * cos] as const;
      const isSeen =
        Math.abs(place[0] - width / 2) < (width + outer.width) / 2 && Math.abs(place[1] - height / 2) < (height + outer.height) / 2;
      if (isSeen) places.push(place);
    }
  }
  return places;
}
