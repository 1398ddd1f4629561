// Fills of whole pages behind their text: one colour for all of them, or backgrounds to leave out.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { PageContent } from '../../pdf/pdfium/page/page-content.ts';
import type { CharacterFacts } from '../words/character-facts.ts';

/** What lies behind the text of one page. */
export interface PageGround {
  /** 0xRRGGBB: of the last fill that covers the page. */
  readonly colour?: number;
  /** A picture covers the page. A page that only shows a picture has no ground: the picture is its content. */
  readonly isPicture: boolean;
}

export interface Grounds {
  /** 0xRRGGBB: every page has it with nothing over it. */
  readonly colour?: number;
  /** 0-based: the first page with a background that a text document cannot hold. */
  readonly lostOn?: number;
}

const SHARE_MIN = 0.85;
const WHITE = 0xffffff;

export function groundOf(page: PageContent, { hasVisibleText }: CharacterFacts): PageGround {
  const colour = page.fills.findLast((fill) => fill.opacity > 200 && covers(page, fill))?.colour;
  return { ...(colour !== undefined && { colour }), isPicture: hasVisibleText && page.images.some((image) => covers(page, image)) };
}

/** Of a document, page by page. */
export class GroundFinder {
  #count = 0;
  #first: number | undefined;
  #isSame = true;
  #hasPicture = false;
  /** The first page with a picture, and the first with a colour. */
  #pictureOn: number | undefined;
  #colourOn: number | undefined;

  /** @param pageIndex 0-based */
  add({ colour, isPicture }: PageGround, pageIndex: number): void {
    if (this.#count++ === 0) this.#first = colour;
    if (colour !== this.#first) this.#isSame = false;
    if (isPicture) this.#hasPicture = true;
    if (isPicture) this.#pictureOn ??= pageIndex;
    if (isPicture || (colour !== undefined && colour !== WHITE)) this.#colourOn ??= pageIndex;
  }

  find(): Grounds {
    const isSame = this.#first !== undefined && this.#first !== WHITE && this.#isSame;
    const lostOn = isSame ? this.#pictureOn : this.#colourOn;
    return {
      ...(isSame && !this.#hasPicture && this.#first !== undefined && { colour: this.#first }),
      ...(lostOn !== undefined && { lostOn }),
    };
  }
}

function covers({ width, height }: PageContent, { box }: { readonly box: ShownBox }): boolean {
  const across = Math.min(box.right, width) - Math.max(box.left, 0);
  const down = Math.min(box.bottom, height) - Math.max(box.top, 0);
  return across > 0 && down > 0 && across * down > width * height * SHARE_MIN;
}
