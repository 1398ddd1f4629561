// What goes along with a thing by a language model's plan: the caption of a picture, a stage direction of a speech, the heading of a paragraph. Only the
// one beside it goes, and with the words that ask for it.

import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { hasPdfJudges, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { onePage } from '../../../support/run/edit-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';
import { say, startChatServer } from '../../support/service/chat-server.ts';

const at = (x: number, y: number, text: string) => `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`;
const picture = (y: number) => `q 200 0 0 100 60 ${y} cm BI /W 2 /H 1 /CS /G /BPC 8 ID \x40\x80 EI Q`;
const speech = 'Nobody hears me, and my bell does not make enough noise for them to come at once.';
const CONTENT = [
  picture(640), at(60, 622, 'Figure 1: A ship in the harbour of Cadiz'), at(60, 560, 'The ship was built of oak and came home in spring with a load of salt.'),
  picture(420), at(60, 402, 'Figure 2: A sturgeon in the lake'), at(60, 340, 'A sturgeon lives for many years, and it grows as long as it lives there.'),
  at(60, 240, '(He rings a bell to call his people.)'), at(60, 226, speech), at(60, 160, 'The end of the act is near, and nobody has come to see what he wants.'),
].join('\n'); // prettier-ignore
const source = makePdf({ objects: onePage(CONTENT, { page: '/MediaBox [0 0 600 800]' }) });
const flat = (bytes: Uint8Array) => textOfPdf(bytes).replaceAll(/\s+/g, ' ').trim();
const before = flat(source);

const IMAGE = { op: 'delete_image', pages: '1', image: 2 };
const textOf = (text: string) => ({ op: 'delete_text', pages: '1', match: { text }, as: 'paragraph' });
const CAPTION = 'Figure 2: A sturgeon in the lake';
/** As it is read without the document: of a caption nobody speaks by itself. */
const actOf = (instruction: string) => ({ ops: ['delete_image'], words: instruction, target: 'sturgeon', where: '', value: '', unit: 'paragraph', reach: 'one' }); // prettier-ignore

async function edit(instruction: string, ...operations: readonly object[]): Promise<string> {
  const plan = { operations: operations.map((one, index) => ({ id: `op${index + 1}`, because: instruction, ...one })), unresolved: [] };
  await using model = await startChatServer((response, { body }) => {
    const isReading = body.messages[0]?.content.startsWith('You read one instruction') === true;
    say(response, JSON.stringify(isReading ? { acts: [actOf(instruction)] } : plan));
  });
  return flat((await runEdit(source, instruction, { planner: { baseUrl: model.baseUrl, apiKey: undefined, model: 'm' } })).bytes);
}

describe.skipIf(!hasPdfJudges)('what goes along', () => {
  test.each([
    'Bitte das Bild vom Stör samt Bildunterschrift rausnehmen',
    'lösch das zweite Bild auf dieser Seite mitsamt seiner Bildunterschrift, bitte',
    "s'il te plaît supprime l'image de l'esturgeon avec sa légende",
    'elimina per cortesia la foto dello storione con la didascalia',
    'por favor elimina la imagen del esturión con su pie de foto',
    'apaga por gentileza a imagem do esturjão com a sua legenda',
    'verwijder alstublieft de foto van de steur met het bijschrift',
    'kindly get rid of the fish picture together with its caption',
    'would you remove the fish picture and its caption for me please',
  ])('%s', async (instruction) => {
    expect(await edit(instruction, IMAGE, textOf(CAPTION))).toBe(before.replace(`${CAPTION} `, ''));
  });

  test.each([
    ['the caption of another picture', 'Bitte das Bild vom Stör samt Bildunterschrift rausnehmen', [IMAGE, textOf('Figure 1: A ship in the harbour of Cadiz')]],
    ['a picture whose caption stays', 'Bitte das Bild vom Stör samt Bildunterschrift rausnehmen', [IMAGE]],
    ['a paragraph that is no caption', 'Bitte das Bild vom Stör samt Bildunterschrift rausnehmen', [IMAGE, textOf('The ship was built of oak')]],
    ['a caption that shall stay', 'kindly get rid of the fish picture but keep the frame and its caption', [IMAGE, textOf(CAPTION)]],
    ['a caption without its picture', 'kindly get rid of the fish picture together with its caption', [textOf(CAPTION), textOf('The end of the act')]],
    ['a part of a caption', 'kindly get rid of the fish picture together with its caption', [IMAGE, { ...textOf('Figure 2'), as: 'text' }]],
  ] as const)('%s is refused', async (_, instruction, operations) => {
    await expect(edit(instruction, ...operations)).rejects.toMatchObject({ reason: 'instruction_refused' });
  }); // prettier-ignore

  const direction = '(He rings a bell to call his people.)';
  test.each([
    'Ok, supprime le paragraphe "Nobody hears me" avec sa didascalie',
    'Ok, streiche den Absatz "Nobody hears me" mitsamt der Regieanweisung',
    'take out the paragraph "Nobody hears me" together with its stage direction',
  ])('%s', async (instruction) => {
    expect(await edit(instruction, { ...textOf('Nobody hears me') }, { ...textOf(direction), because: instruction })).toBe(
      before.replace(`${direction} ${speech} `, ''),
    );
    await expect(edit(instruction, textOf('Nobody hears me'), textOf('The end of the act is near'))).rejects.toMatchObject({
      reason: 'instruction_refused',
    });
  });

  test.each([
    'Supprime le paragraphe "Nobody hears me" avec sa didascalie',
    'Streiche den Absatz "Nobody hears me" mitsamt der Regieanweisung',
    'Delete the paragraph "Nobody hears me" together with its stage direction',
  ])('%s: without a model nothing goes but both', async (instruction) => {
    const left = await runEdit(source, instruction).then(({ bytes }) => flat(bytes), () => before); // prettier-ignore
    expect([before, before.replace(`${direction} ${speech} `, '')]).toContain(left);
  });
});
