// Instructions with the roles of their words: what `bench/train-reader.ts` learns from. One JSON object a line.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Span } from '#instruction/tokens.ts';
import { ACT_ROLES, type ActRole } from '../../processor/operations/ai-edit/plan/learned/roles.ts';

type Words = string | readonly [words: string, nth: number];

export interface AnnotatedAct extends Readonly<Partial<Record<ActRole, Words | readonly Words[]>>> {
  readonly act: string;
  /** The rest of a verb of two parts. */
  readonly verb2?: Words | readonly Words[];
  readonly truth?: { readonly page?: number; readonly kind?: string; readonly text?: string };
}

export interface Annotated {
  /** Below the corpus. */
  readonly file: string;
  readonly language: string;
  readonly text: string;
  readonly acts: readonly AnnotatedAct[];
  readonly keep?: readonly Words[];
  readonly talk?: readonly Words[];
  readonly outcome: 'do' | 'ambiguous' | 'impossible';
}

export function readAnnotated(paths: readonly string[]): readonly Annotated[] {
  return paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as Annotated];
        } catch {
          return [];
        }
      }),
  );
}

/** Files of a folder, by name; what is put away lies in a folder below it. */
export const annotatedIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => join(folder, name));

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

export const spansOfAct = (text: string, act: AnnotatedAct): readonly (readonly [ActRole, Span])[] =>
  ACT_ROLES.flatMap((role) =>
    [...listOf(act[role]), ...(role === 'verb' ? listOf(act.verb2) : [])].flatMap((words) => {
      const span = spanOfWords(text, words);
      return span ? [[role, span] as const] : [];
    }),
  );

export const spansOfOthers = ({ text, keep, talk }: Annotated): readonly (readonly ['keep' | 'talk', Span])[] =>
  (['keep', 'talk'] as const).flatMap((role) =>
    listOf(role === 'keep' ? keep : talk).flatMap((words) => {
      const span = spanOfWords(text, words);
      return span ? [[role, span] as const] : [];
    }),
  );
