// Which pages hold a text, without building them: the text of every page in one folded form, in which case, width, ligatures, kinds of hyphens
// and quotes, and white space make no difference.

/** Full case folding (Unicode 5.18) by way of capitals: ß is SS, and the dot of a Turkish İ and the form of a last sigma say nothing. */
const foldCase = (text: string): string => text.toUpperCase().toLowerCase().replaceAll('\u03c2', '\u03c3').replaceAll('i\u0307', 'i');

const HYPHENS = /[\u00ad\u2010-\u2015\u2212]/gu;
const QUOTES = /[\u2018\u2019\u201a\u201b\u2032]/gu;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\u00ab\u00bb]/gu;

/** Without white space: lines end where the page does, not where the words do. */
export function foldText(text: string): string {
  return foldCase(text.normalize('NFKC'))
    .replaceAll(HYPHENS, '-')
    .replaceAll(QUOTES, "'")
    .replaceAll(DOUBLE_QUOTES, '"')
    .replaceAll(/\s+/gu, '');
}

export class TextIndex {
  readonly #pages = new Map<number, string>();

  /** @param page 1-based */
  add(page: number, text: string): void {
    this.#pages.set(page, foldText(text));
  }

  /** Numbers of the pages that hold it, also where a line ends inside it; none for a text without characters. */
  pagesWith(text: string): number[] {
    const wanted = foldText(text);
    if (wanted === '') return [];
    // A word that is divided at the end of a line has a hyphen there.
    const bare = withoutHyphens(wanted);
    return [...this.#pages].filter(([, page]) => page.includes(wanted) || withoutHyphens(page).includes(bare)).map(([number]) => number);
  }
}

function withoutHyphens(text: string): string {
  return text.replaceAll('-', '');
}
