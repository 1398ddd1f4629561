// Fills of whole pages behind their text: one colour for all of them, or backgrounds to leave out.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { PageContent } from '../../pdf/pdfium/page/page-content.ts';
import type { CharacterFacts } from '../words/character-facts.ts';

interface GroundPage {
  readonly content: PageContent;
  readonly facts: CharacterFacts;
}

export interface Grounds {
  /** 0xRRGGBB: every page has it with nothing over it. */
  readonly colour?: number;
  /** 0-based: the first page with a background that a text document cannot hold. */
  readonly lostOn?: number;
}

const SHARE_MIN = 0.85;
const WHITE = 0xffffff;

/** A page that only shows a picture has no ground: the picture is its content. */
export function findGrounds(pages: readonly GroundPage[]): Grounds {
  const colours = pages.map(groundOf);
  const [first] = colours;
  const same = first !== undefined && first !== WHITE && colours.every((colour) => colour === first);
  const lost = pages.find((page, index) => isPicture(page) || (!same && colours[index] !== undefined && colours[index] !== WHITE));
  return {
    ...(same && !pages.some(isPicture) ? { colour: first } : {}),
    ...(lost === undefined ? {} : { lostOn: lost.content.pageIndex }),
  };
}

function groundOf({ content: page }: GroundPage): number | undefined {
  return page.fills.findLast((fill) => fill.opacity > 200 && covers(page, fill))?.colour;
}

function isPicture({ content, facts }: GroundPage): boolean {
  return facts.hasVisibleText && content.images.some((image) => covers(content, image));
}

function covers({ width, height }: PageContent, { box }: { readonly box: ShownBox }): boolean {
  const across = Math.min(box.right, width) - Math.max(box.left, 0);
  const down = Math.min(box.bottom, height) - Math.max(box.top, 0);
  return across > 0 && down > 0 && across * down > width * height * SHARE_MIN;
}
