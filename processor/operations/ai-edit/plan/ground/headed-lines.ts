// What stands under a heading, by the size of its letters: the lines below it in its column, up to the next line as large. A table that was seen over
// a heading, or a section that was seen too long, would put a text under a heading that it does not stand under.

import { writtenAs } from '#instruction/reading/folded.ts';
import { DETERMINER } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { plainName } from '../places/ground-document.ts';
import { type PageLines, type Piece, type Place, placesOf } from '../places/page-lines.ts';
import type { Scene } from '../places/scene.ts';

/** A heading is larger by so much than the line below it. */
const LARGER = 1.08;
/** As large as the heading, and no subheading. */
const AS_LARGE = 0.97;

export interface Headed {
  readonly page: number;
  readonly heading: readonly Place[];
  readonly places: readonly Place[];
  /** Another heading ends it on its page. */
  readonly isEnded: boolean;
}

/** @returns what stands under each line of that name that is larger than what follows it */
export function headedLines({ ground, pages, folded }: Scene, span: Span): readonly Headed[] {
  const article = DETERMINER.exec(folded.text.slice(span.start, span.end))?.[0].length ?? 0;
  const name = plainName(writtenAs(folded, { start: span.start + article, end: span.end }).text);
  if (name === '') return [];
  return pages.flatMap((page) => {
    if (!ground.holds(page, ` ${name} `)) return [];
    const lines = ground.lines(page);
    const pieces = lines.rows.flat();
    return pieces.filter(({ text }) => plainName(text) === name).flatMap((heading) => under(lines, pieces, heading) ?? []);
  });
}

const heightOf = ({ words }: Piece) => Math.max(...words.map(({ box }) => box[3] - box[1]));

function under(lines: PageLines, pieces: readonly Piece[], heading: Piece): Headed | undefined {
  const height = heightOf(heading);
  const [left, , right] = heading.box;
  const others = pieces.filter((piece) => piece !== heading && heightOf(piece) >= height * AS_LARGE);
  // A heading further to the right opens another column.
  const beside = others.filter(({ box }) => box[0] > right + height).map(({ box }) => box[0]);
  const limit = beside.length > 0 ? Math.min(...beside) - 1 : Infinity;
  const isInColumn = ({ box }: Piece) => box[0] >= left - height * 2 && box[0] < limit;
  const below = pieces.filter((piece) => isInColumn(piece) && piece.box[3] <= heading.box[1] + height * 0.3);
  const next = below.filter((piece) => others.includes(piece)).map(({ box }) => box[3]);
  const end = next.length > 0 ? Math.max(...next) : -Infinity;
  const own = below.filter(({ box }) => box[1] >= end - height * 0.3 && box[3] > end);
  const [first] = own;
  if (!first || heightOf(first) * LARGER > height) return undefined;
  const places = placesOf(lines, own.flatMap(({ words }) => words)); // prettier-ignore
  return { page: lines.page, heading: placesOf(lines, heading.words), places, isEnded: next.length > 0 };
}
