// What is said exactly, and yet only the page decides: which of several is `the heading "A"`, and whether a text is a whole line, which is removed
// with its place and beside which nothing is written.

import { choosePages } from '#contract/params/edit-pages.ts';
import { THINGS } from '#instruction/reading/things.ts';
import type { PlannedEdits } from '#contract/params/edit-plan.ts';
import type { DocumentFacts } from '../../../facts/locate.ts';
import { findIn, type GroundDocument } from '../../places/ground-document.ts';
import { followsAsSentence, isWholeLine, leavesHole } from '../whole-lines.ts';

type Operation = PlannedEdits['operations'][number];

const HEADING_BEFORE = /(?<!\p{L})(?:headings?|headlines?|titles?|sub-?(?:headings?|titles?)) ["'“„«‘]$/iu;

/** @param ground its lines are enough */
export async function isDecidedByPage(
  operations: readonly Omit<Operation, 'id' | 'because'>[],
  instruction: string,
  ground: GroundDocument,
): Promise<boolean> {
  for (const operation of operations as PlannedEdits['operations'])
    if ((await isHeadingAmongOthers(operation, instruction, ground.facts)) || isLineAmongOthers(operation, instruction, ground))
      return true;
  return false;
}

async function isHeadingAmongOthers(operation: Operation, instruction: string, facts: Pick<DocumentFacts, 'locate' | 'pageCount'>) {
  if (!('match' in operation) || operation.op === 'redact') return false;
  const { text } = operation.match;
  if (text === undefined || !HEADING_BEFORE.test(instruction.slice(0, instruction.indexOf(text)))) return false;
  const pages = choosePages(operation.pages, facts.pageCount) ?? [];
  return (await facts.locate({ ...operation.match, whole_word: true }, pages)).length > 1;
}

const LINE_BEFORE = new RegExp(`(?:${THINGS.line})[:,]? ?["'“„«‘]$`, 'iu');

function isLineAmongOthers(operation: Operation, instruction: string, ground: GroundDocument): boolean {
  if (operation.op !== 'delete_text' && operation.op !== 'insert_text') return false;
  const { as, match, pages } = operation;
  if (as !== 'text' || match.text === undefined) return false;
  // Not where it is `the line "…"`.
  const goesOn = operation.op === 'insert_text' && operation.place === 'after' && followsAsSentence(match.text, operation.value);
  if (goesOn && !LINE_BEFORE.test(instruction.slice(0, instruction.indexOf(operation.value)))) return false;
  const places = findIn(ground, match.text, choosePages(pages, ground.pageCount) ?? [])?.places ?? [];
  const scene = { ground };
  return operation.op === 'delete_text'
    ? places.some((place) => leavesHole(scene, [place]))
    : !/[:：]$/u.test(match.text.trim()) && places.some((place) => isWholeLine(scene, place));
}
