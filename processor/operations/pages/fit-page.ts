// Pages onto pages of another size: how large, where, which way round.

import { parseLength } from '#contract/params/lengths.ts';
import type { Matrix } from '../../pdf/geometry/matrix.ts';
import { moveOnto, type PageSides, type PlannedPage } from '../../pdf/geometry/planned-page.ts';

export type Orientation = 'auto' | 'portrait' | 'landscape';

/** A size, turned if need be. @param like whose orientation `auto` takes; a square takes any */
export function turnedFor(size: PageSides | undefined, orientation: Orientation, like: PageSides): PageSides {
  const { width, height } = size ?? like;
  const isWide = orientation === 'auto' ? like.width > like.height : orientation === 'landscape';
  const isSquare = orientation === 'auto' && like.width === like.height;
  const turns = !isSquare && width !== height && isWide !== width > height;
  return turns ? { width: height, height: width } : { width, height };
}

type Fit = 'contain' | 'cover' | 'stretch' | 'none';

interface Fitting {
  readonly fit: Fit;
  /** A length. */
  readonly margin: string;
}

/** The margin where it leaves at least half of the shorter side, else a quarter of that. */
export function marginOf(margin: string, { width, height }: PageSides): number {
  return Math.min(parseLength(margin) ?? 0, Math.min(width, height) / 4);
}

export function fitOnto(page: PlannedPage, size: PageSides, { fit, margin }: Fitting): PlannedPage {
  const free = marginOf(margin, size);
  const room = { width: size.width - 2 * free, height: size.height - 2 * free };
  const [x, y] = scales(page, room, fit);
  const onto: Matrix = [x, 0, 0, y, (size.width - x * page.width) / 2, (size.height - y * page.height) / 2];
  return moveOnto(page, onto, size);
}

function scales(page: PageSides, room: PageSides, fit: Fit): readonly [number, number] {
  const [x, y] = [room.width / page.width, room.height / page.height];
  switch (fit) {
    case 'contain':
      return [Math.min(x, y), Math.min(x, y)];
    case 'cover':
      return [Math.max(x, y), Math.max(x, y)];
    case 'stretch':
      return [x, y];
    case 'none':
      return [1, 1];
  }
}
