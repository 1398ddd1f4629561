// The grammar planner: an English instruction becomes the operations of a plan, or a list of the parts that it does not understand.
// Deterministic, pure, one pass; it never guesses: every word of the instruction is either understood or named in a problem.

import { EditOperation, INSTRUCTION_CHARS_MAX, PLAN_OPERATIONS_MAX, type PlannedEdits } from '#contract/params/edit-plan.ts';
import { FORMS } from './forms/all-forms.ts';
import { type Clause, skipOpeners, splitClauses } from './clauses.ts';
import { attempt, type Cursor, isAtEnd, makeCursor, take } from './cursor.ts';
import type { Form, ReadEdit } from './forms/form.ts';
import { readInMetadata } from './forms/forms-records.ts';
import { readInsteadOf, readShouldBe, readWished } from './forms/forms-replace.ts';
import { readInsertAt } from './forms/forms-text.ts';
import { readPagesPhrase } from './pages.ts';
import { readTokens, type Span, type Token } from './tokens.ts';

export const GRAMMAR_VERSION = '1';

/** A part of the instruction that is not understood. */
export interface InstructionProblem extends Span {
  readonly text: string;
  readonly message: string;
  /** Instructions of the nearest forms. */
  readonly suggestions: readonly string[];
}

export type ParsedInstruction =
  | { readonly ok: true; readonly edits: PlannedEdits }
  | { readonly ok: false; readonly problems: readonly InstructionProblem[] };

const VERBS = new Map<string, { readonly words: readonly string[]; readonly forms: Form[] }[]>();
for (const form of FORMS) {
  for (const verb of form.verbs) {
    const words = verb.split(' ');
    const rows = VERBS.get(words[0] ?? '') ?? [];
    const row = rows.find((row) => row.words.join(' ') === verb);
    if (row) row.forms.push(form);
    else rows.push({ words, forms: [form] });
    VERBS.set(
      words[0] ?? '',
      rows.sort((a, b) => b.words.length - a.words.length),
    );
  }
}
const SUGGESTIONS_MAX = 3;

/** @param instruction up to INSTRUCTION_CHARS_MAX code units; spans count in them. Never throws. */
export function parseInstruction(instruction: string): ParsedInstruction {
  if (instruction.length > INSTRUCTION_CHARS_MAX) {
    return refused([
      problemAt(instruction, 0, instruction.length, `The instruction is longer than ${INSTRUCTION_CHARS_MAX} characters.`, []),
    ]);
  }
  const read = readTokens(instruction);
  if (!read.ok)
    return refused([problemAt(instruction, read.span.start, read.span.end, 'A quotation mark is not closed, or closes nothing.', [])]);
  const tokens = read.tokens;
  const clauses = splitClauses(tokens, (at) => findVerb(instruction, tokens, at));
  if (clauses.length === 0)
    return refused([problemAt(instruction, 0, instruction.length, 'The text contains no instruction.', examples([]))]);

  const operations: PlannedEdits['operations'] = [];
  const problems: InstructionProblem[] = [];
  let sentencePages: string | undefined;
  for (const clause of clauses) {
    if (clause.opensSentence) sentencePages = undefined;
    const cursor = makeCursor(instruction, tokens, clause.start, clause.end);
    const pages = readSentencePages(cursor);
    sentencePages = pages ?? sentencePages;
    const made = readClause(cursor);
    const because = instruction.slice(tokens[clause.start]?.start, tokens[clause.end - 1]?.end);
    const complete = made && placed(made, sentencePages, pages !== undefined);
    const parsed = complete?.map((edit, index) => EditOperation.safeParse({ ...edit, id: `op${operations.length + index + 1}`, because }));
    if (parsed === undefined || parsed.length === 0) {
      problems.push(notUnderstood(instruction, clause, cursor));
    } else if (operations.length + parsed.length > PLAN_OPERATIONS_MAX) {
      problems.push(
        problemAt(
          instruction,
          tokens[clause.start]?.start ?? 0,
          instruction.length,
          `The instruction asks for more than ${PLAN_OPERATIONS_MAX} operations.`,
          [],
        ),
      );
      break;
    } else {
      for (const operation of parsed) {
        if (operation.success) operations.push(operation.data);
        else problems.push(problemOfValue(instruction, clause, tokens, operation.error.issues[0]));
      }
    }
  }
  return problems.length > 0 ? refused(problems) : { ok: true, edits: { operations, unresolved: [] } };
}

function refused(problems: readonly InstructionProblem[]): ParsedInstruction {
  return { ok: false, problems };
}

/** `On page 2, …` holds for the whole sentence. */
function readSentencePages(cursor: Cursor): string | undefined {
  return attempt(cursor, (cursor) => {
    const pages = readPagesPhrase(cursor);
    if (pages === undefined) return undefined;
    take(cursor, ',', ':');
    cursor.at = skipOpeners(cursor.tokens, cursor.at, cursor.end);
    return isAtEnd(cursor) ? undefined : pages;
  });
}

function readClause(cursor: Cursor): readonly ReadEdit[] | undefined {
  const verbs = verbsAt(cursor.tokens, cursor.at, cursor.end);
  for (const { words, forms } of verbs ?? []) {
    for (const form of forms) {
      const made = whole(cursor, (cursor) => {
        cursor.at += words.length;
        return form.read(cursor, words.join(' '));
      });
      if (made !== undefined) return made;
    }
  }
  return (
    whole(cursor, (cursor) => (take(cursor, 'instead of') ? readInsteadOf(cursor) : undefined)) ??
    whole(cursor, (cursor) => (take(cursor, ...WHERE_IT_SAYS) ? readInsteadOf(cursor) : undefined)) ??
    whole(cursor, (cursor) => (take(cursor, ...WISHES) ? readWished(cursor) : undefined)) ??
    whole(cursor, (cursor) => (take(cursor, 'in the metadata', 'in the document properties') ? readInMetadata(cursor) : undefined)) ??
    whole(cursor, (cursor) => {
      const side = take(cursor, 'before', 'after');
      return side && readInsertAt(cursor, side);
    }) ??
    (verbs === undefined ? whole(cursor, readShouldBe) : undefined)
  );
}

const WHERE_IT_SAYS = ['where', 'wherever'].flatMap((where) =>
  ['it says', 'it reads', 'you see', 'the text says', 'the document says'].map((says) => `${where} ${says}`),
);
const WISHES = ["i'd like", 'i would like', 'i want', "we'd like", 'we would like', 'we want'];

/** A clause is understood when no part of it remains. */
function whole(cursor: Cursor, read: (cursor: Cursor) => readonly ReadEdit[] | undefined): readonly ReadEdit[] | undefined {
  return attempt(cursor, (cursor) => {
    const made = read(cursor);
    return made !== undefined && isAtEnd(cursor) ? made : undefined;
  });
}

/** The verb here, or after a place, with or without a comma: `on page 2, delete`. */
function findVerb(instruction: string, tokens: readonly Token[], at: number): number | undefined {
  if (opensVerb(tokens, at)) return at;
  if (!PLACES.has(tokens[at]?.word ?? '')) return undefined;
  const cursor = makeCursor(instruction, tokens, at, tokens.length);
  return readSentencePages(cursor) !== undefined && opensVerb(tokens, cursor.at) ? cursor.at : undefined;
}

const PLACES = new Set('on in at from throughout across within starting beginning for except everywhere'.split(' '));

/** A verb with something after it: in `red, bold and large` there is none. */
function opensVerb(tokens: readonly Token[], at: number): boolean {
  const [verb] = verbsAt(tokens, at) ?? [];
  const next = verb && tokens[at + verb.words.length];
  return next !== undefined && next.word !== 'and' && next.kind !== 'mark' && next.kind !== 'line';
}

function verbsAt(
  tokens: readonly Token[],
  at: number,
  end = tokens.length,
): readonly { readonly words: readonly string[]; readonly forms: readonly Form[] }[] | undefined {
  const rows = VERBS.get(tokens[at]?.word ?? '');
  const here = rows?.filter(({ words }) => at + words.length <= end && words.every((word, ahead) => tokens[at + ahead]?.word === word));
  return here === undefined || here.length === 0 ? undefined : here;
}

/** Operations that take pages and name none get those of the sentence; pages that no operation takes are not understood. */
function placed(edits: readonly ReadEdit[], pages: string | undefined, saidHere: boolean): readonly ReadEdit[] | undefined {
  if (pages === undefined) return edits;
  const open = edits.filter((edit) => edit['pages'] === undefined && takesPages(edit));
  if (saidHere && open.length < edits.length) return undefined;
  return edits.map((edit) => (open.includes(edit) ? { ...edit, pages } : edit));
}

const WITH_PAGES = new Set(
  EditOperation.options.filter((option) => 'pages' in option.shape).map((option) => option.shape.op.value as string),
);
function takesPages(edit: ReadEdit): boolean {
  return WITH_PAGES.has(edit.op);
}

function notUnderstood(instruction: string, clause: Clause, cursor: Cursor): InstructionProblem {
  const tokens = cursor.tokens;
  const forms = verbsAt(tokens, cursor.at, cursor.end)?.flatMap((row) => row.forms) ?? [];
  const stuckAt = Math.min(Math.max(cursor.furthest.at, clause.start), clause.end - 1);
  // Where everything was read and something is missing, the whole clause is named.
  const missing = cursor.furthest.at >= clause.end;
  const start = tokens[missing || forms.length === 0 ? clause.start : stuckAt]?.start ?? 0;
  const end = tokens[clause.end - 1]?.end ?? instruction.length;
  const message =
    missing && forms.length > 0 ? 'Something is missing here, or it can be read in two ways.' : 'This part is not understood.';
  return problemAt(instruction, start, end, message, examples(forms, wordsOf(tokens, clause)));
}

function problemOfValue(
  instruction: string,
  clause: Clause,
  tokens: readonly Token[],
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): InstructionProblem {
  const start = tokens[clause.start]?.start ?? 0;
  const end = tokens[clause.end - 1]?.end ?? instruction.length;
  return problemAt(instruction, start, end, `\`${issue?.path.join('.') ?? ''}\`: ${issue?.message ?? 'is not valid'}`, []);
}

function problemAt(instruction: string, start: number, end: number, message: string, suggestions: readonly string[]): InstructionProblem {
  return { start, end, text: instruction.slice(start, end), message, suggestions };
}

function wordsOf(tokens: readonly Token[], clause: Clause): ReadonlySet<string> {
  return new Set(tokens.slice(clause.start, clause.end).map((token) => token.word));
}

/** The examples that share most words with the clause, those of its verb first. */
function examples(forms: readonly Form[], words: ReadonlySet<string> = new Set()): readonly string[] {
  const scored = (forms.length > 0 ? forms : FORMS).map((form, index) => {
    const shared = form.example.split(/[\s"]+/).filter((word) => words.has(word)).length;
    return { example: form.example, score: shared - index / 1000 };
  });
  return [...new Set(scored.sort((a, b) => b.score - a.score).map((row) => row.example))].slice(0, SUGGESTIONS_MAX);
}
