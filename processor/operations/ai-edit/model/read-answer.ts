// Reads what a language model meant by its answer: calls of tools, a question, or a plan. Models wrap JSON in fences and thoughts, write null for
// omitted fields, and number things in their own way. Only the wrapping is removed here; the schema decides whether it is a plan.

import { z } from 'zod';
import { PlannedEdits } from '#contract/params/edit-plan.ts';
import type { ModelCompletion } from '#contract/planning/model-answer.ts';

export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly given: unknown;
  /** As it was written. */
  readonly asked: string;
}

export type ReadAnswer =
  | { readonly kind: 'calls'; readonly calls: readonly [ModelCall, ...ModelCall[]] }
  | { readonly kind: 'question'; readonly question: string }
  | { readonly kind: 'edits'; readonly edits: PlannedEdits }
  | { readonly kind: 'none'; readonly issues: readonly { readonly field: string; readonly issue: string }[] };

const DEPTH_MAX = 20;
const ISSUES_MAX = 10;
const QUESTION_CHARS_MAX = 300;

const WrittenCalls = z.object({
  calls: z
    .array(z.object({ tool: z.string().max(64), arguments: z.record(z.string(), z.unknown()).default({}) }))
    .min(1)
    .max(16),
});
const Question = z.object({ question: z.string().trim().min(1) });
/** A question shows the way to nobody: a document could have had it asked. */
const ADDRESS = /[^\s"]@[^\s"]|:\/\/|www\.|\b[\p{L}\p{N}-]+\.[a-z]{2,}\b|(?:\d[ ()/.+-]{0,2}){9}/iu;

export function readAnswer({ text, calls, cut }: ModelCompletion): ReadAnswer {
  const [first, ...others] = calls.map(({ id, name, arguments: asked }) => ({ id, name, given: findJson(asked) ?? {}, asked }));
  if (first) return { kind: 'calls', calls: [first, ...others] };
  const found = findJson(text);
  if (found === undefined) return none(cut ? 'too_long' : 'not_json');
  const written = WrittenCalls.safeParse(found).data?.calls.map((call, index) => ({
    id: `call_${index + 1}`,
    name: call.tool,
    given: call.arguments,
    asked: JSON.stringify(call),
  }));
  const [one, ...more] = written ?? [];
  if (one) return { kind: 'calls', calls: [one, ...more] };
  const asked = Question.safeParse(found).data?.question.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  if (asked !== undefined && !('operations' in (found as object))) {
    if (ADDRESS.test(asked)) return none('question_with_an_address');
    return { kind: 'question', question: asked.slice(0, QUESTION_CHARS_MAX).toWellFormed() };
  }
  const parsed = PlannedEdits.safeParse(tidyAnswer(found));
  const isEmpty = parsed.success && parsed.data.operations.length === 0 && parsed.data.unresolved.length === 0;
  if (parsed.success) return isEmpty ? none('no_operation') : { kind: 'edits', edits: parsed.data };
  // Codes and places only: the messages could carry document text on to logs and customers.
  return {
    kind: 'none',
    issues: parsed.error.issues.slice(0, ISSUES_MAX).map(({ path, code }) => ({ field: path.join('.'), issue: code })),
  };
}

function none(issue: string): ReadAnswer {
  return { kind: 'none', issues: [{ field: '', issue }] };
}

/** @returns the JSON object in a text: all of it, the part in a fence, or from the first brace to the last; undefined where there is none */
export function findJson(text: string): unknown {
  const plain = text.replaceAll(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '').trim();
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/i.exec(plain)?.[1];
  for (const candidate of [plain, fenced, plain.slice(plain.indexOf('{'), plain.lastIndexOf('}') + 1)]) {
    if (candidate === undefined || !candidate.trimStart().startsWith('{')) continue;
    try {
      return JSON.parse(candidate);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Without nulls, and with identifiers in the order of the operations: neither carries meaning. */
function tidyAnswer(answer: unknown): unknown {
  const tidy = withoutNulls(answer, 0);
  if (typeof tidy !== 'object' || tidy === null || !('operations' in tidy) || !Array.isArray(tidy.operations)) return tidy;
  const operations = (tidy.operations as unknown[]).map((operation, index) =>
    typeof operation === 'object' && operation !== null && !Array.isArray(operation) ? { ...operation, id: `op${index + 1}` } : operation,
  );
  return { unresolved: [], ...tidy, operations };
}

function withoutNulls(value: unknown, depth: number): unknown {
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, withoutNulls(item, depth + 1)]),
  );
}
