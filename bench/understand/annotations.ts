// Instructions with the roles of their words: what `bench/train-reader.ts` learns from. In compact form (`*.txt`) a file holds many documents, each
// under its name; a line is a language, the text with its roles marked, and the acts (test/acceptance/understand/README.md). `*.jsonl` is older.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Span } from '#instruction/tokens.ts';
import { ACT_ROLES, type ActRole } from '../../processor/operations/ai-edit/plan/learned/roles.ts';

export interface AnnotatedAct {
  readonly act: string;
  readonly parts: readonly (readonly [role: ActRole, span: Span])[];
  /** What of the document is touched. */
  readonly truth: { readonly page?: number; readonly kind?: string; readonly text?: string };
}

export interface Annotated {
  /** Below the corpus. */
  readonly file: string;
  readonly language: string;
  readonly text: string;
  readonly acts: readonly AnnotatedAct[];
  readonly others: readonly (readonly [role: 'keep' | 'talk', span: Span])[];
  readonly outcome: Outcome;
}

type Outcome = 'do' | 'ambiguous' | 'impossible';

/** Rows that do not keep to the form are left out. */
export function readAnnotated(paths: readonly string[]): readonly Annotated[] {
  return paths.flatMap((path) => {
    const lines = readFileSync(path, 'utf8').split('\n');
    if (path.endsWith('.jsonl')) return lines.flatMap((line) => readObject(line) ?? []);
    let file = '';
    return lines.flatMap((line) => {
      if (line.startsWith('# ')) file = line.slice(2).trim();
      return line.startsWith('# ') || line.trim() === '' ? [] : (readCompact(file, line) ?? []);
    });
  });
}

/** Files of a folder, by name; what is put away lies in a folder below it. */
export const annotatedIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /\.(?:jsonl|txt)$/u.test(name))
    .toSorted()
    .map((name) => join(folder, name));

const LETTERS: Readonly<Record<string, ActRole | 'keep' | 'talk'>> = {
  v: 'verb', t: 'target', o: 'old', n: 'new', w: 'where', p: 'pages', l: 'look', c: 'count', k: 'keep', x: 'talk',
}; // prettier-ignore
const MARK = /\{([vtonwplckx])(\d(?:,\d)*)? ([^{}]*)\}/gu;
const ACT = /^([a-z-]+)(?: ([a-z-]+))?(?: p\.?(\d+)(?:[-,]\d+)*)?(?: (?:["“](.*)["”]|.*))?$/u;

interface Marked {
  readonly role: ActRole | 'keep' | 'talk';
  readonly acts: readonly number[];
  readonly span: Span;
}

function unmarked(marked: string): { readonly text: string; readonly marks: readonly Marked[] } {
  let text = '';
  let from = 0;
  const marks: Marked[] = [];
  for (const found of marked.matchAll(MARK)) {
    text += marked.slice(from, found.index);
    const [whole, letter = '', numbers, words = ''] = found;
    const role = LETTERS[letter];
    if (role)
      marks.push({ role, acts: (numbers ?? '1').split(',').map(Number), span: { start: text.length, end: text.length + words.length } });
    text += words;
    from = found.index + whole.length;
  }
  return { text: text + marked.slice(from), marks };
}

function readCompact(file: string, line: string): Annotated | undefined {
  const [language, marked, told] = line.split('\t');
  if (language === undefined || marked === undefined || told === undefined) return undefined;
  const { text, marks } = unmarked(marked);
  if (/[{}]/u.test(text)) return undefined;
  const outcome = (/\s*! (ambiguous|impossible)\s*$/u.exec(told)?.[1] as Outcome | undefined) ?? 'do';
  const acts = told
    .replace(/\s*! (?:ambiguous|impossible)\s*$/u, '')
    .split(/;\s+(?=[a-z]+(?:-[a-z]+)*(?: |$))/u)
    .map((one) => ACT.exec(one.trim()));
  const isOf = (nth: number) => (mark: Marked) => mark.acts.includes(nth);
  return {
    file,
    language,
    text,
    acts: acts.flatMap((found, at) => {
      if (!found) return [];
      const [, act = '', kind, page, words] = found;
      const parts = marks
        .filter(isOf(at + 1))
        .flatMap(({ role, span }) => (role === 'keep' || role === 'talk' ? [] : [[role, span] as const]));
      return [{ act, parts, truth: { ...(page && { page: Number(page) }), ...(kind && { kind }), ...(words && { text: words }) } }];
    }),
    others: marks.flatMap(({ role, span }) => (role === 'keep' || role === 'talk' ? [[role, span] as const] : [])),
    outcome,
  };
}

type Words = string | readonly [words: string, nth: number];

interface ActObject extends Readonly<Partial<Record<ActRole, Words | readonly Words[]>>> {
  readonly act: string;
  /** The rest of a verb of two parts. */
  readonly verb2?: Words | readonly Words[];
  readonly truth?: AnnotatedAct['truth'];
}

interface RowObject extends Pick<Annotated, 'file' | 'language' | 'text' | 'outcome'> {
  readonly acts: readonly ActObject[];
  readonly keep?: readonly Words[];
  readonly talk?: readonly Words[];
}

function readObject(line: string): Annotated | undefined {
  try {
    const row = JSON.parse(line) as RowObject;
    const { file, language, text, outcome } = row;
    const acts = row.acts.map((act) => ({ act: act.act, parts: spansOfAct(text, act), truth: act.truth ?? {} }));
    return { file, language, text, outcome, acts, others: spansOfOthers(row) };
  } catch {
    return undefined;
  }
}

function isPair(words: unknown): words is readonly [string, number] {
  return Array.isArray(words) && words.length === 2 && typeof words[0] === 'string' && typeof words[1] === 'number';
}

/** Where words stand in a text; undefined where they do not. */
function spanOfWords(text: string, words: Words): Span | undefined {
  const [said, nth] = isPair(words) ? words : [words, 1];
  let start = -1;
  for (let count = 0; count < nth; count++) {
    start = text.indexOf(said, start + 1);
    if (start < 0) return undefined;
  }
  const first = isPair(words) ? start : (wholeWord(text, said, start) ?? start);
  return { start: first, end: first + said.length };
}

/** Where it begins no earlier than `from` and touches no letter before it. */
function wholeWord(text: string, said: string, from: number): number | undefined {
  for (let at = from; at >= 0; at = text.indexOf(said, at + 1))
    if (!/[\p{L}\p{N}]/u.test(said.charAt(0)) || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return at;
  return undefined;
}

const listOf = (words: Words | readonly Words[] | undefined): readonly Words[] =>
  words === undefined ? [] : typeof words === 'string' || isPair(words) ? [words] : words;

const spansOfAct = (text: string, act: ActObject): readonly (readonly [ActRole, Span])[] =>
  ACT_ROLES.flatMap((role) =>
    [...listOf(act[role]), ...(role === 'verb' ? listOf(act.verb2) : [])].flatMap((words) => {
      const span = spanOfWords(text, words);
      return span ? [[role, span] as const] : [];
    }),
  );

const spansOfOthers = ({ text, keep, talk }: RowObject): readonly (readonly ['keep' | 'talk', Span])[] =>
  (['keep', 'talk'] as const).flatMap((role) =>
    listOf(role === 'keep' ? keep : talk).flatMap((words) => {
      const span = spanOfWords(text, words);
      return span ? [[role, span] as const] : [];
    }),
  );
