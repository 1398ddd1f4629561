// Brackets of right-to-left text have the shape of their counterparts (UAX #9, rule L4). Some files say what they look like, others what was written.

const OPENING = '([{«‹<';
const CLOSING = ')]}»›>';
/** Those that may be signs of comparison are no pairs. */
const PAIRED = '()[]{}«»‹›';

/** Rule L4. */
export function mirrored(character: string): string {
  const [opening, closing] = [OPENING.indexOf(character), CLOSING.indexOf(character)];
  return opening >= 0 ? CLOSING.charAt(opening) : closing >= 0 ? OPENING.charAt(closing) : character;
}

/** Of brackets without their counterparts: those that close nothing, and those that stay open. */
function unmatched(brackets: readonly string[]): { readonly closing: number; readonly opening: number } {
  let [opening, closing] = [0, 0];
  for (const bracket of brackets) {
    if (OPENING.includes(bracket)) opening++;
    else if (opening > 0) opening--;
    else closing++;
  }
  return { closing, opening };
}

export const isBracket = (text: string): boolean => text.length === 1 && PAIRED.includes(text);

/**
 * Of each line whether its brackets are given as they look, and so have to be turned: its own pairs say so, else those of
 * the other lines of the page, else pairs over several lines, else one
 * that closes what nothing opened.
 *
 * @param lines the characters of right-to-left runs in reading order
 */
export function findShapes(lines: readonly (readonly string[])[]): boolean[] {
  const found = lines.map((line) => gainOf(line.filter(isBracket)));
  const ofPage = found.reduce((sum, { gain }) => sum + gain, 0) || gainOf(lines.flatMap((line) => line.filter(isBracket))).gain;
  return found.map(({ given, gain }) => (gain || ofPage || given.closing - given.opening) > 0);
}

/** How many more find their counterparts when they are turned. */
function gainOf(brackets: readonly string[]): { readonly given: ReturnType<typeof unmatched>; readonly gain: number } {
  const [given, turned] = [unmatched(brackets), unmatched(brackets.map(mirrored))];
  return { given, gain: given.closing + given.opening - turned.closing - turned.opening };
}
