// A language model plans what the words of an instruction do not decide; the same model, asked without the document, says what is asked for.

import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { hasPdfJudges, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { onePage } from '../../../support/run/edit-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';
import { say, startChatServer } from '../../support/service/chat-server.ts';

const at = (x: number, y: number, text: string) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`;
const content = `BT /F1 20 Tf ${at(60, 720, 'Ideology as ritual')} /F1 12 Tf ${at(60, 690, 'Avram Lyon')} ${at(60, 660, 'Monday, December 5, 2011')} ET`;
const source = makePdf({ objects: onePage(content, { page: '/MediaBox [0 0 600 800]' }) });
const instruction = 'author must become Jane Q. Public pls';
const replacing = (text: string) => ({
  operations: [{ id: 'op1', op: 'replace_text', match: { text }, value: 'Jane Q. Public', because: instruction }],
});
const acts = {
  acts: [
    {
      ops: ['replace_text'],
      words: 'author must become Jane Q. Public',
      target: 'author',
      value: 'Jane Q. Public',
      unit: 'words',
      reach: 'one',
    },
  ],
};

const startModel = async (plan: object, reading: object) =>
  startChatServer((response, { body }) => {
    say(response, JSON.stringify(body.messages[0]?.content.startsWith('You read one instruction') ? reading : plan));
  });

describe.skipIf(!hasPdfJudges)('a role that no word of the page names', () => {
  test('is changed where the model says, and told as its choice', async () => {
    await using model = await startModel(replacing('Avram Lyon'), acts);
    const run = await runEdit(source, instruction, { planner: { baseUrl: model.baseUrl, apiKey: undefined, model: 'm' } });
    expect(textOfPdf(run.bytes).split(/\s*\n\s*/)).toEqual(
      expect.arrayContaining(['Ideology as ritual', 'Jane Q. Public', 'Monday, December 5, 2011']),
    );
    expect(run.warnings).toMatchObject([
      { code: 'place_inferred', page: 1, message: expect.stringContaining('“Avram Lyon” on page 1') as string },
    ]);
    // The plan, and the instruction by itself: no word of the page is in that request.
    expect(model.requests).toHaveLength(2);
    const [reading] = model.requests.filter(({ body }) => body.messages.length === 2 && body.tools === undefined);
    expect(reading?.body.messages[1]?.content).toBe(JSON.stringify({ instruction }));
  });

  test('stays where the model reads the instruction as nothing of that kind', async () => {
    await using model = await startModel(replacing('Avram Lyon'), { acts: [] });
    const planner = { baseUrl: model.baseUrl, apiKey: undefined, model: 'm' };
    await expect(runEdit(source, instruction, { planner })).rejects.toMatchObject({ reason: 'instruction_refused' });
  });
});
