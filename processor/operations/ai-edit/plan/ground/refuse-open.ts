// Says why a request was not planned: what it was read as, what of it is not in the document or is there several times, and where.

import type { InstructionProblem } from '#instruction/parse.ts';
import { JobFailure } from '../../../../failure.ts';
import type { DocumentFacts } from '../../facts/locate.ts';
import type { OpenRequest } from './plan-grounded.ts';
import type { Place } from '../places/page-lines.ts';

const CANDIDATES_MAX = 20;
const CONTEXT_CHARS = 60;
const SAID_CHARS_MAX = 200;

const READ_AS: Readonly<Record<NonNullable<OpenRequest['intent']>, string>> = {
  replace: 'replacing a text',
  told: 'replacing a text',
  replace_pairs: 'replacing several texts',
  replace_image: 'replacing a picture',
  delete: 'removing a text',
  doubled: 'removing a word that stands twice',
  insert: 'inserting a text',
  insert_unit: 'inserting a line, item, row or paragraph',
  restyle: 'changing how a text looks',
  highlight: 'highlighting a text',
  redact: 'redacting a text',
  fill: 'filling a form field',
  fill_pairs: 'filling form fields',
  fill_list: 'filling form fields',
  tick: 'ticking a form field',
  mark: 'adding a mark to pages',
  number: 'numbering the pages',
  delete_pages: 'deleting pages',
  keep_pages: 'keeping some pages',
  rotate: 'turning pages',
  reverse: 'reversing the pages',
  crop: 'cropping the margins',
  flatten: 'flattening the form',
  set_property: 'setting a property of the document',
  set_cell: 'replacing what stands in a cell',
  swap_pages: 'swapping two pages',
  move_pages: 'moving pages',
  duplicate_pages: 'copying pages',
  copy_pages: 'copying pages',
  insert_blank: 'inserting a blank page',
  named_pages: 'keeping a page by its heading',
  remove_properties: 'removing properties of the document',
  picture: 'changing a picture',
  add_picture: 'adding a picture',
  remarks: 'removing or flattening annotations',
  line: 'underlining or striking a text',
  note: 'adding a note to a text',
  link: 'making a text a link',
  unlink: 'removing links',
  clear_fields: 'emptying form fields',
};

/** @returns plan_invalid where the words were not understood; text_not_found or ambiguous_match where the document does not have what they name, or several of it */
export function refuseOpen(
  instruction: string,
  open: readonly OpenRequest[],
  problems: readonly InstructionProblem[],
  facts: DocumentFacts,
): JobFailure {
  const [first] = open;
  const unread = open.every(({ refusal }) => refusal.why === 'unclear');
  if (!first || unread) {
    const shown = problems.map(({ start, end, message, suggestions }) => ({ start, end, message, suggestions }));
    const own = open.map(({ start, end, intent, refusal, nearest }) => ({
      start,
      end,
      message:
        intent === undefined
          ? 'This part is not understood.'
          : `Read as ${READ_AS[intent]}, but this is not understood: ${quote(refusal.said)}.`,
      suggestions:
        intent === undefined
          ? (problems.find((problem) => problem.start < end && start < problem.end)?.suggestions ?? [])
          : suggest(instruction, refusal.said, nearest),
    }));
    return new JobFailure('plan_invalid', {
      message: 'The instruction was not understood.',
      refused: { kind: 'edit', check: 'instruction' },
      details: { problems: own.length > 0 ? own : shown },
    });
  }
  const isAmbiguous = open.some(({ refusal }) => refusal.why === 'ambiguous');
  return new JobFailure(isAmbiguous ? 'ambiguous_match' : 'text_not_found', {
    message: isAmbiguous
      ? 'What the instruction names can be several things in this document; say which one, in quotation marks or with its page.'
      : `What the instruction names was not found in this document: ${open.map(({ refusal }) => quote(refusal.said)).join(', ')}.`,
    refused: { kind: 'edit', check: 'located' },
    details: { requests: open.map((request) => tell(request, instruction, facts)) },
  });
}

const quote = (text: string) => `“${text.slice(0, SAID_CHARS_MAX)}”`;

/** The same instruction with what the document has in place of what it has not. */
function suggest(instruction: string, said: string, nearest: OpenRequest['nearest'] = []): readonly string[] {
  const at = said === '' ? -1 : instruction.toLowerCase().indexOf(said.toLowerCase());
  if (at < 0 || nearest.length === 0) return [];
  const before = instruction.slice(0, at).replace(/["'“”„«»]$/u, '');
  const after = instruction.slice(at + said.length).replace(/^["'“”„«»]/u, '');
  return nearest.map(({ text }) => `${before}"${text.replaceAll('"', "'")}"${after}`);
}

function tell(
  { start, end, intent, refusal, nearest = [] }: OpenRequest,
  instruction: string,
  facts: DocumentFacts,
): Record<string, unknown> {
  const { why, said, candidates, things = [] } = refusal;
  return {
    start,
    end,
    instruction: instruction.slice(start, end).slice(0, SAID_CHARS_MAX),
    ...(intent === undefined ? {} : { understood: READ_AS[intent] }),
    why,
    said: said.slice(0, SAID_CHARS_MAX),
    candidates: [
      ...candidates.map((place) => describe(place, facts)),
      ...things.map(({ page, what, box }) => ({
        page,
        what: what.slice(0, SAID_CHARS_MAX),
        box: box.map((side) => Math.round(side * 100) / 100),
      })),
    ].slice(0, CANDIDATES_MAX),
    nearest: nearest.map(({ place }) => describe(place, facts)),
    suggestions: suggest(instruction, said, nearest),
  };
}

function describe({ page, start, end }: Place, facts: DocumentFacts): Record<string, unknown> {
  const text = facts.pageText(page);
  const boxes = facts
    .layout(page)
    .words.filter((word) => word.end > start && word.start < end)
    .map(({ box }) => box);
  const round = (side: number) => Math.round(side * 100) / 100;
  return {
    page,
    text: text.slice(start, end).slice(0, SAID_CHARS_MAX),
    before: text.slice(Math.max(0, start - CONTEXT_CHARS), start),
    after: text.slice(end, end + CONTEXT_CHARS),
    ...(boxes.length === 0
      ? {}
      : {
          box: [
            round(Math.min(...boxes.map((box) => box[0]))),
            round(Math.min(...boxes.map((box) => box[1]))),
            round(Math.max(...boxes.map((box) => box[2]))),
            round(Math.max(...boxes.map((box) => box[3]))),
          ],
        }),
  };
}
