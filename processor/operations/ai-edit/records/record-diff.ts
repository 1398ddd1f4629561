// What a change of words does to a line: the removed and the added words, each with the text before it. A match may include as much of
// its surroundings as it likes: what stays the same is not part of the difference.

export interface WordChange {
  readonly removed: string;
  readonly added: string;
  /** The text before it on the page, and after it on the line. */
  readonly before: string;
  readonly after: string;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const CONTEXT_CHARS = 80;
/** Longer stretches are compared as one: the table of differences would grow with the square. */
const WORDS_MAX = 400;

/** @param page its whole text. @param value the text there afterwards */
export function diffWords(page: string, start: number, end: number, value: string): readonly WordChange[] {
  const [from, to] = [page.lastIndexOf('\n', start - 1) + 1, lineEnd(page, end)];
  const old = wordsOf(page.slice(from, to));
  const changed = page.slice(from, start) + value + page.slice(end, to);
  const fresh = wordsOf(changed);
  return stretches(old, fresh).map(([oldFrom, oldTo, newFrom, newTo]) => {
    const at = from + (old[oldFrom]?.start ?? old.at(-1)?.end ?? 0);
    const behind = from + (old[oldTo - 1]?.end ?? at - from);
    return {
      removed: textOf(old, oldFrom, oldTo),
      added: textOf(fresh, newFrom, newTo),
      before: (page.slice(0, from) + changed.slice(0, fresh[newFrom]?.start ?? changed.length)).slice(-CONTEXT_CHARS),
      after: page.slice(Math.max(at, behind), to),
    };
  });
}

/** The lines of a place, as they are and as they would be. */
export function linesAround(page: string, start: number, end: number, value: string): readonly [before: string, after: string] {
  const [from, to] = [page.lastIndexOf('\n', start - 1) + 1, lineEnd(page, end)];
  return [page.slice(from, to), page.slice(from, start) + value + page.slice(end, to)];
}

function lineEnd(page: string, end: number): number {
  const at = page.indexOf('\n', end);
  return at < 0 ? page.length : at;
}

/** Writing without spaces is divided by its punctuation. */
const WORD = /[^\s：，。；、（）]+[：，。；、（）]*|[：，。；、（）]+/gu;

function wordsOf(text: string): readonly Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({ text: word, start: index, end: index + word.length }));
}

function textOf(words: readonly Word[], from: number, to: number): string {
  return words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');
}

type Stretch = readonly [oldFrom: number, oldTo: number, newFrom: number, newTo: number];

/** By the longest common sequence of words. */
function stretches(old: readonly Word[], fresh: readonly Word[]): readonly Stretch[] {
  let head = 0;
  while (head < old.length && head < fresh.length && old[head]?.text === fresh[head]?.text) head++;
  let tail = 0;
  while (tail < old.length - head && tail < fresh.length - head && old.at(-1 - tail)?.text === fresh.at(-1 - tail)?.text) tail++;
  const [oldEnd, newEnd] = [old.length - tail, fresh.length - tail];
  if (head === oldEnd && head === newEnd) return [];
  if (oldEnd - head > WORDS_MAX || newEnd - head > WORDS_MAX) return [[head, oldEnd, head, newEnd]];
  const width = newEnd - head + 1;
  const common = new Uint16Array((oldEnd - head + 1) * width);
  const at = (i: number, j: number) => common[(i - head) * width + (j - head)] ?? 0;
  for (let i = oldEnd - 1; i >= head; i--)
    for (let j = newEnd - 1; j >= head; j--)
      common[(i - head) * width + (j - head)] =
        old[i]?.text === fresh[j]?.text ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found: Stretch[] = [];
  let [i, j] = [head, head];
  let open: [number, number] | undefined;
  const close = () => {
    if (open) found.push([open[0], i, open[1], j]);
    open = undefined;
  };
  while (i < oldEnd || j < newEnd) {
    if (i < oldEnd && j < newEnd && old[i]?.text === fresh[j]?.text) {
      close();
      i++;
      j++;
      continue;
    }
    open ??= [i, j];
    if (j >= newEnd || (i < oldEnd && at(i + 1, j) >= at(i, j + 1))) i++;
    else j++;
  }
  close();
  return found;
}
