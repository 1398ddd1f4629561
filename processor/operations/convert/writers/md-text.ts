// Runs of the model → inline Markdown (GitHub's): text, links to the web, marks of notes. What would be read as markup is escaped, nothing else,
// so that the text stays as it was. Emphasis is left out: a model reads the words.

import type { Run } from '../../../document/model.ts';
import { isSafeLink } from './html-text.ts';

/** Read as markup wherever they are: code, an escape, a tag, an entity. */
const ANYWHERE = /`|\\(?=[!-/:-@[-`{-~])|<(?=[A-Za-z/!?])|&(?=#?\w+;)|~(?=[^~]*~)|(?<=~[^~]*)~|\*(?=\S)|(?<=\S)\*/g;
/** Emphasis at the edge of a word; inside of one, and among others, it is none. */
const EDGE = /(?<![\p{L}\p{N}_])_(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])_(?![\p{L}\p{N}_])/gu;
/** Would read as a link or a note. */
const BRACKET = /\[(?=\^|[^\]]*\][([:])/g;
/** At the start of a line: a heading, a quotation, a bullet, a fence or a rule. */
const START = /^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|(?:[-=]\s*){3,}$)/;

/** One line. */
export function runsMarkdown(runs: readonly Run[]): string {
  let markdown = '';
  for (let index = 0; index < runs.length;) {
    const { link } = runs[index] ?? {};
    let end = index + 1;
    while (end < runs.length && runs[end]?.link === link) end++;
    const inner = runs.slice(index, end).map(runMarkdown).join('');
    markdown += link === undefined ? inner : linked(inner, link);
    index = end;
  }
  return oneLine(markdown);
}

/** Without any markup, for HTML. */
export function runsText(runs: readonly Run[]): string {
  return oneLine(runs.map((run) => (run.footnote === undefined ? run.text : `[${run.footnote}]`)).join(''));
}

export function escapeStart(line: string): string {
  return line.replace(START, '\\$&');
}

function runMarkdown(run: Run): string {
  if (run.footnote !== undefined) return `[^${run.footnote}]`;
  return run.script ? raised(run.text, run.script) : escapeMarkdown(run.text);
}

/** By place: the raised and lowered forms of Unicode. */
const RAISED = {
  plain: '0123456789+-=()n',
  super: '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207a\u207b\u207c\u207d\u207e\u207f',
  sub: '\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089\u208a\u208b\u208c\u208d\u208e\u2099',
} as const;

/** In letters that Unicode has raised or lowered; others stay on the line, as in plain text: `10⁶`, `H₂O`, `NLL`. */
function raised(text: string, script: 'super' | 'sub'): string {
  const letters = Array.from(text.replaceAll('\u2212', '-'), (letter) =>
    /\s/.test(letter) ? letter : RAISED[script][RAISED.plain.indexOf(letter)],
  );
  return letters.every((letter) => letter !== undefined) ? letters.join('') : escapeMarkdown(text);
}

export function escapeMarkdown(text: string): string {
  return text.toWellFormed().replaceAll(ANYWHERE, '\\$&').replaceAll(EDGE, '\\$&').replaceAll(BRACKET, '\\$&');
}

/** An address that is its own text is a link without brackets; places in the document have no names in Markdown. */
function linked(inner: string, link: string): string {
  const text = inner.trim();
  if (text === '' || !isSafeLink(link) || link.startsWith('#')) return inner;
  if (isItsOwn(text, link)) return inner;
  const [before, after] = [inner.startsWith(' ') ? ' ' : '', inner.endsWith(' ') ? ' ' : ''];
  return `${before}[${text}](<${link.replaceAll(/[<>\s]/g, encodeURIComponent)}>)${after}`;
}

function isItsOwn(text: string, link: string): boolean {
  const bare = (address: string) => address.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '');
  return bare(text.replaceAll('\\', '')) === bare(link);
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
}
