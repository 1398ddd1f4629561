// Words of folded text in Latin script, without the classes of Unicode: hundreds of words are tried, and those classes would make them slow to
// compile.

const LETTER = '[a-z0-9ßøæœ]';

/** Alone: no letter or digit touches it. */
export function word(alternatives: string): string {
  return `(?<!${LETTER})(?:${alternatives})(?!${LETTER})`;
}
