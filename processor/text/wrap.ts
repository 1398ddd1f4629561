// Breaks a line of text into parts that fit a width: after a space where there is one, between characters where a word alone is too wide or the
// script writes without spaces. A base character and its marks stay together.

/** Scripts that break between any two characters (UAX #14, class ID). */
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const MARK = /\p{M}|\u200d/u;
/** How much of a long line is measured at a time: measuring takes at least linear time. */
const WINDOW_CHARS = 400;

/** The parts in order; without the space at which a line was broken. An empty line is one empty part. */
export function* wrapLine(line: string, widthMax: number, measure: (text: string) => number): Generator<string> {
  let rest = line.trimEnd();
  if (rest === '') {
    yield '';
    return;
  }
  while (rest !== '') {
    const window = rest.length > WINDOW_CHARS ? rest.slice(0, WINDOW_CHARS) : rest;
    if (window.length === rest.length && measure(rest) <= widthMax) {
      yield rest;
      return;
    }
    const fits = longestFit(window, widthMax, measure);
    const end = breakBefore(rest, fits);
    yield rest.slice(0, end).trimEnd();
    rest = rest.slice(end).replace(/^ +/, '');
  }
}

/** In UTF-16 units, at least one character. */
function longestFit(text: string, widthMax: number, measure: (text: string) => number): number {
  let [low, high] = [1, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measure(text.slice(0, middle)) <= widthMax) low = middle;
    else high = middle - 1;
  }
  return low;
}

function breakBefore(text: string, fits: number): number {
  if (fits >= text.length) return text.length;
  if (text[fits] === ' ') return fits;
  for (let at = fits; at > 0; at--) {
    const before = text[at - 1] ?? '';
    if (before === ' ') return at;
    if (before === '-' && /\p{L}/u.test(text[at] ?? '') && at > 1) return at;
    if (IDEOGRAPH.test(before) && !MARK.test(text[at] ?? '') && !/[、。，．）」』】!?]/u.test(text[at] ?? '')) return at;
  }
  let at = fits;
  while (at > 1 && (MARK.test(text[at] ?? '') || isLowSurrogate(text, at))) at--;
  return at > 1 || !isLowSurrogate(text, 1) ? at : 2;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
