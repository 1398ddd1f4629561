// What is refused when an edit is created: an instruction that no planner of the region can read, one that names a picture that did not come
// with it, and one that openly asks for what acceptable use forbids.

import type { PlannedEdits } from '#contract/params/edit-plan.ts';
import type { RefusedField, Submission, SubmissionRefusal } from '#contract/params/submission.ts';
import { judgeInstruction, judgeUnread } from './judge.ts';
import { type InstructionProblem, parseInstruction } from './parse.ts';
import { isRequested } from './requests/is-requested.ts';
import { isReadable } from './reading/readable.ts';

export function refuseInstruction({ params, capabilities, editableRecords }: Submission): SubmissionRefusal | undefined {
  const { instruction } = params;
  const planned = params['plan'] === undefined ? undefined : wrongPicture(params['plan'] as PlannedEdits, params['images']);
  if (typeof instruction !== 'string') return planned;
  const forbidden = judgeInstruction(instruction);
  if (forbidden && (forbidden.stated !== undefined || !editableRecords.includes(forbidden.record)))
    return { code: 'policy_violation', message: forbidden.message };
  if (params['plan'] !== undefined) return planned;
  const parsed = parseInstruction(instruction);
  // A processor that has never answered may have a model: then the job decides.
  const hasModel = capabilities === undefined || capabilities.ai_edit?.planners.includes('llm') === true;
  if (parsed.ok) return wrongPicture(parsed.edits, params['images']);
  // What is named without quotation marks, only the document can tell.
  if (hasModel || isReadable(instruction)) return undefined;
  const unread = judgeUnread(instruction);
  if (unread) return { code: 'policy_violation', message: unread.message };
  if (isRequested(instruction)) return undefined;
  return {
    code: 'invalid_instruction',
    message: parsed.problems.map(sentenceOf).join(' ').slice(0, 1000),
    details: parsed.problems.slice(0, 20).map(fieldOf),
  };
}

/** A plan that names a picture that did not come with it, or "the picture" where there are several. */
function wrongPicture({ operations }: Pick<PlannedEdits, 'operations'>, images: unknown): SubmissionRefusal | undefined {
  const count = Array.isArray(images) ? images.length : 0;
  if (operations.every((operation) => !('with' in operation) || hasPicture(operation.with, count))) return undefined;
  const several = `\`images\` names ${count} ${count === 1 ? 'picture' : 'pictures'}; say which one, from 1.`;
  const message = count === 0 ? 'The job has no such picture: list it in `images`.' : several;
  return { code: 'invalid_instruction', message, details: [{ field: 'images', issue: 'missing', message }] };
}

/** @param count of pictures that came with the instruction */
export function hasPicture(which: 'only' | number, count: number): boolean {
  return which === 'only' ? count === 1 : which <= count;
}

function sentenceOf({ text, message, suggestions }: InstructionProblem): string {
  const nearest = suggestions.length > 0 ? ` Nearest: ${suggestions.map((example) => `‘${example}’`).join(', ')}.` : '';
  return `“${text.length > 80 ? `${text.slice(0, 79)}…` : text}”: ${message}${nearest}`;
}

function fieldOf({ start, end, message, suggestions }: InstructionProblem): RefusedField {
  return { field: 'instruction', issue: 'not_understood', message, start, end, suggestions };
}
