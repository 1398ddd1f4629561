// An instruction as tokens: words, quoted texts, punctuation, line ends, each with its place. One pass over the text.

/** The place of a part of the instruction, in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Token extends Span {
  readonly kind: 'word' | 'quoted' | 'mark' | 'line';
  /** A quoted text without its quotes; a word as written. */
  readonly text: string;
  /** A word in lower case with straight apostrophes; empty for a quoted text, which is never a word of the language. */
  readonly word: string;
}

export type Tokens = { readonly ok: true; readonly tokens: readonly Token[] } | { readonly ok: false; readonly span: Span };

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '‘': '’',
  '„': '“”"',
  '‚': '‘’',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
};
const STRAY = /["“”„«»`]/;
const SPACE = /[^\S\n]/;
const LETTER = /[\p{L}\p{N}]/u;
const MARKS_BEFORE = '([{';
const MARKS_AFTER = '.,;:!?)]}';

/** @returns the span of a quote that does not close, or of one that closes nothing. */
export function readTokens(instruction: string): Tokens {
  const tokens: Token[] = [];
  let at = 0;
  while (at < instruction.length) {
    const char = instruction.charAt(at);
    if (char === '\n') {
      tokens.push({ kind: 'line', text: char, word: '\n', start: at, end: at + 1 });
      at++;
    } else if (SPACE.test(char)) {
      at++;
    } else if (MARKS_BEFORE.includes(char) || MARKS_AFTER.includes(char)) {
      tokens.push({ kind: 'mark', text: char, word: char, start: at, end: at + 1 });
      at++;
    } else {
      const quoted = char === '`' ? readFenced(instruction, at) : readQuoted(instruction, at);
      if (quoted === undefined) return { ok: false, span: { start: at, end: endOfLine(instruction, at) } };
      const token = quoted === 'no quote' ? readWord(instruction, at) : quoted;
      if (token.kind === 'word' && STRAY.test(token.text)) return { ok: false, span: { start: token.start, end: token.end } };
      tokens.push(token);
      at = token.end;
    }
  }
  return { ok: true, tokens };
}

function readQuoted(text: string, start: number): Token | 'no quote' | undefined {
  const closing = CLOSING[text.charAt(start)];
  if (closing === undefined) return 'no quote';
  const apostrophe = closing.includes("'") || closing.includes('’');
  for (let at = start + 1; at < text.length && text.charAt(at) !== '\n'; at++) {
    if (!closing.includes(text.charAt(at))) continue;
    const insideWord = LETTER.test(text.charAt(at + 1));
    if (insideWord && apostrophe) continue;
    if (insideWord || at === start + 1) return undefined;
    return { kind: 'quoted', text: text.slice(start + 1, at), word: '', start, end: at + 1 };
  }
  return undefined;
}

/** Any number of backticks, closed by as many; one space on each side belongs to the fence when both are there, as in Markdown. */
function readFenced(text: string, start: number): Token | undefined {
  let fence = 1;
  while (text.charAt(start + fence) === '`') fence++;
  let run = 0;
  for (let at = start + fence; at <= text.length; at++) {
    if (text.charAt(at) === '`') {
      run++;
      continue;
    }
    if (run === fence) {
      const inner = text.slice(start + fence, at - fence);
      const padded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== '';
      if (inner === '') return undefined;
      return { kind: 'quoted', text: padded ? inner.slice(1, -1) : inner, word: '', start, end: at };
    }
    run = 0;
    if (text.charAt(at) === '\n') return undefined;
  }
  return undefined;
}

function readWord(text: string, start: number): Token {
  let end = start;
  while (end < text.length && !/\s/.test(text.charAt(end))) end++;
  while (end > start + 1 && MARKS_AFTER.includes(text.charAt(end - 1))) end--;
  const written = text.slice(start, end);
  return { kind: 'word', text: written, word: written.toLowerCase().replaceAll('’', "'"), start, end };
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}
