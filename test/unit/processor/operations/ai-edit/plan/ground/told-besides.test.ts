// What is said besides the name of a thing: in brackets, by the marks of its list, by the number of a figure, by its place in a line.

import { describe, expect, test } from 'vitest';
import { groundOfLines, plannedFor, type TypedLines } from '../../../../../../support/modelled-text.ts';

const LINES: TypedLines = [
  ['heading', 'Harbour notes'],
  ['paragraph', 'Ordered by'],
  ['paragraph', 'Ann Brown'],
  ['paragraph', '4.10 Purpose.'],
  ['paragraph', 'The purpose of this chapter is to:'],
  ['paragraph', 'A. Increase the supply.'],
  ['paragraph', 'B. Keep the quay clean.'],
  ['paragraph', 'Dealers must be wary of those whom they do not know well.'],
  ['row', 'fsw    Air    Nitrox'],
  ['row', '40     120    180'],
  ['row', '50     80     147'],
  ['row', 'All Berths Total   312'],
  ['row', 'ALL GULLS   17'],
  ['row', 'Gulls   16'],
  ['row', 'Total   99'],
  ['caption', 'Figure 3. Saltmeter'],
  ['heading', 'How do you fi le this form?'],
  ['paragraph', 'Send it by mail. Warning: mail is slow.'],
  ['paragraph', 'Keywords: one, two, three'],
  ['paragraph', 'Write to ann@example.org at once.'],
  ['paragraph', 'Eve Green'],
  ['paragraph', 'Harbour master'],
  ['paragraph', 'eve@old.example'],
];
const ground = groundOfLines(LINES);

describe('what is said besides', () => {
  test.each([
    ['highlight the grand total (All Berths)', ['highlight 312']],
    ['redact the name of the buyer (Ann Brown)', ['redact Ann Brown']],
    ['redact the name of the buyer (Max Grey)', 'missing'],
    ['delete the sentence about dealers ("Dealers must ... know well.")', ['delete_text Dealers must be wary of those whom they']],
    ['figure 3: call it "Fermentation tube"', ['replace_text Saltmeter → Fermentation tube']],
    ['fsw 50 / Nitrox: make it 150', ['replace_text 147 → 150']],
    ['Keywords: glass, sand (instead of the placeholders)', ['replace_text one, two, three → glass, sand']],
    ['highlight How do you file this form?', ['highlight How do you fi le this form']],
    ['in the sentence with Warning delete "Warning:" at the beginning', ['delete_text Warning:']],
    ['highlight item B', ['highlight B. Keep the quay clean.']],
    ['insert a new item "C. Feed the gulls." after item B under 4.10', ['insert_text B. Keep the quay clean. → Feed the gulls.']],
    ['under "Ordered by / Ann Brown" add our cost centre: Unit 4410', ['insert_text Ordered by Ann Brown → Unit 4410']],
    ['after "mail is slow" add the number (0800-123)', ['insert_text mail is slow → (0800-123)']],
    ['Lak Ann Brown', ['redact Ann Brown']],
  ])('%s', async (instruction, lines) => {
    expect(await plannedFor(ground, instruction)).toEqual(lines);
  });

  test.each([
    ['highlight the ALL GULLS row', ['highlight ALL GULLS 17']],
    ['strike out Ann Brown', ['strike Ann Brown']],
    ['keywords in red', ['restyle_text one, two, three']],
    ['underline Ann Brown', ['underline Ann Brown']],
    ['highlight Ann Brown', ['highlight Ann Brown']],
    ['make Ann Brown bold', ['restyle_text Ann Brown']],
    ['enter AB-12 behind "Keywords:"', ['insert_text Keywords: → AB-12']],
    [
      'change ann@example.org to eve@example.org, the links too',
      ['replace_text ann@example.org → eve@example.org', 'set_link ann@example.org'],
    ],
    ['change the mail of Eve Green to eve@example.com', ['replace_text eve@old.example → eve@example.com']],
    ['highlight the second paragraph', 'missing'],
    ['write 150 instead of 147 in the third column of the third row', ['replace_text 147 → 150']],
  ])('%s', async (instruction, lines) => {
    expect(await plannedFor(ground, instruction)).toEqual(lines);
  });

  test.each(['Change the total on page 1', 'change the Purpose at the top right', 'after "mail is slow" add the total'])(
    'nothing is guessed: %s',
    async (instruction) => {
      expect(await plannedFor(ground, instruction)).toBeTypeOf('string');
    },
  );
});
