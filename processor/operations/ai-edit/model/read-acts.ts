// What an instruction asks for, read by the language model from the instruction alone: no word of the document is in the request, so that none of it
// can widen what is asked for. A plan that was made beside the document is held against it where the words themselves do not decide.

import { z } from 'zod';
import { EDIT_NAMES, type EditName } from '#contract/params/edit-plan.ts';
import type { AskModel } from '../../../sandbox/child-messages.ts';
import { Asker, type ModelUse } from './asker.ts';
import { Conversation } from './conversation.ts';
import { findJson } from './read-answer.ts';

const UNITS = ['words', 'line', 'list_item', 'row', 'paragraph', 'section'] as const;
const REACHES = ['one', 'several', 'all'] as const;
const said = z.string().max(4000).catch('');

/** A language model writes what it does not know as null, or not at all. */
const SaidAct = z.object({
  /** Each of them would do it. */
  ops: z.array(z.string()).transform((names): EditName[] => EDIT_NAMES.filter((name) => names.includes(name))),
  /** What asks for it, as it stands in the instruction. */
  words: z.string().min(1).max(4000),
  /** What it acts on, without the place. */
  target: said,
  /** Where that is. */
  where: said,
  /** What is to be written. */
  value: said,
  /** The new text is the old one in another form. */
  from_old: z.boolean().catch(false),
  unit: z.enum(UNITS).catch('words'),
  reach: z.enum(REACHES).catch('one'),
});
export type SaidAct = z.infer<typeof SaidAct>;

const ACTS_MAX = 50;
const Acts = z.object({ acts: z.array(z.unknown()).max(ACTS_MAX) });

const RULES = `You read one instruction to edit a PDF. You do not see the document, and you do not carry anything out.
List what the instruction asks for, and nothing else: one act for each thing that is to be done. Answer with JSON alone:
{"acts":[{"ops":[…],"words":…,"target":…,"where":…,"value":…,"from_old":false,"unit":…,"reach":…}]}
"ops": all of these operations that would do it: ${EDIT_NAMES.join(', ')}.
"words": the part of the instruction that asks for it, copied word for word.
"target": the words of the instruction for what is acted on, without those for its place; for a form field its label.
"where": the words for the place: beside, under or inside what, on which page; "" where there are none.
"value": the text to write, as the instruction says it; "" where nothing is written, or where the instruction does not say the words.
"from_old": true where the new text is the old one in another form: translated, shortened, sorted, in capitals, a date written otherwise.
"unit": what is taken or put as a whole: "words", "line", "list_item", "row", "paragraph", or "section" for several of them.
"reach": "one" thing, "several" that are named, or "all" of a kind.
`;

/** @returns nothing where the model did not say it in this form. Never rejects. */
export async function readActs(ask: AskModel, instruction: string, use: ModelUse, deadlineMs: number): Promise<readonly SaidAct[]> {
  try {
    const conversation = new Conversation(RULES, JSON.stringify({ instruction }), undefined);
    const completion = await new Asker(ask, use, performance.now() + deadlineMs).ask(conversation);
    const listed = completion === 'no_tools' ? undefined : Acts.safeParse(findJson(completion.text)).data;
    return (listed?.acts ?? []).flatMap((act) => SaidAct.safeParse(act).data ?? []);
  } catch {
    return [];
  }
}
