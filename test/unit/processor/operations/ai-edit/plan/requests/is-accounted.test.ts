import { expect, test } from 'vitest';
import type { EditOperation } from '#contract/params/edit-plan.ts';
import { hasAllQuotes, isAccounted } from '../../../../../../../processor/operations/ai-edit/plan/requests/is-accounted.ts';
import { type GroundDocument, openGround } from '../../../../../../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { factsOfText } from '../../../../../../support/text-document.ts';

const ground = { pageCount: 1, holds: () => false } as unknown as GroundDocument;
const item = (instruction: string, value: string): readonly EditOperation[] => [
  {
    id: 'op1',
    because: instruction,
    op: 'insert_text',
    pages: 'all',
    place: 'after',
    match: { text: 'Fifth', case: 'exact', whole_word: true, occurrence: 'all', expect: { min: 1 } },
    value,
    as: 'list_item',
  },
];

test.each(['vi. Gloves', '(6) Gloves', 'f) Gloves', '• Gloves'])('the mark of %s may come from the list', (written) => {
  const instruction = `Add a list item "${written}" after "Fifth"`;
  expect(isAccounted(instruction, item(instruction, 'Gloves'), ground)).toBe(true);
});

test('a quoted text that is nowhere in the plan speaks against it', () => {
  const instruction = 'Add a list item "vi. Gloves" after "Fifth"';
  expect(isAccounted(instruction, item(instruction, 'Hats'), ground)).toBe(false);
});

test.each(['only on the first page', 'solo sulla prima pagina', 'nur auf der ersten Seite'])(
  '%s limits what is done, and removes no page',
  (limit) => {
    const stamp = { id: 'op1', because: 'Write DRAFT', op: 'watermark', pages: 'all', value: 'DRAFT' } as unknown as EditOperation;
    const keep: EditOperation = { id: 'op2', because: limit, op: 'keep_pages', pages: '1' };
    expect(isAccounted(`Write DRAFT in red, ${limit}`, [stamp, keep], ground)).toBe(false);
    expect(isAccounted('only the first page', [{ ...keep, because: 'only the first page' }], ground)).toBe(true);
  },
);

const replaced = (instruction: string, old: string, value: string): readonly EditOperation[] => [
  {
    id: 'op1',
    because: instruction,
    op: 'replace_text',
    pages: 'all',
    match: { text: old, case: 'exact', whole_word: true, occurrence: 'all', expect: { min: 1 } },
    value,
    fit: 'shrink',
  },
];

test.each([
  ['that was Jan de Wit from our side and not Marc van Pul', 'Marc van Pul', 'Jan de Wit from our side'],
  ['das war Jan de Wit von uns und nicht Marc van Pul', 'Marc van Pul', 'Jan de Wit von uns'],
  ['The keywords should be in alphabetical order', 'Keywords', 'in alphabetical order'],
  ['La lista debe ser sin numeros', 'Lista', 'sin numeros'],
  ['fix Pg in the MCH line, unit is pg', 'Pg', 'unit is pg'],
])('%s: a wish, or words of its author, are no new text', (instruction, old, value) => {
  expect(isAccounted(instruction, replaced(instruction, old, value), ground)).toBe(false);
});

test.each([
  ['replace "in March" with "in May"', 'in March', 'in May'],
  ['change in March to in May', 'in March', 'in May'],
  ['change our offer to our new offer', 'our offer', 'our new offer'],
  ['change Contact to "from our side"', 'Contact', 'from our side'],
])('%s: a new text', (instruction, old, value) => {
  const held = { ...ground, holds: () => true };
  expect(isAccounted(instruction, replaced(instruction, old, value), held)).toBe(true);
});

test('a text that shall stand where one like it stands may be meant to take its place', () => {
  const row = [{ text: '0. Auflage, 31. Dezember 2016', words: [], box: [0, 0, 1, 1] }];
  const page = { ...ground, lines: () => ({ rows: [row] }) } as unknown as GroundDocument;
  const stamp = (because: string) =>
    [{ id: 'op1', because, op: 'stamp', pages: '1', value: '1. Auflage, 15. Januar 2017' }] as unknown as readonly EditOperation[];
  const wish = 'Auf dem Titelblatt unten soll „1. Auflage, 15. Januar 2017“ stehen';
  expect(isAccounted(wish, stamp(wish), page)).toBe(false);
  const added = 'Füge auf dem Titelblatt unten „1. Auflage, 15. Januar 2017“ hinzu';
  expect(isAccounted(added, stamp(added), page)).toBe(true);
});

test('one word of a quoted text, spelled otherwise, takes the place of that word and not of all', () => {
  const instruction = 'spelling: "it is not my intension" must be intention';
  expect(isAccounted(instruction, replaced(instruction, 'It is not my intension', 'intention'), ground)).toBe(false);
});

test('names that stand nowhere and are not written belong to a request that was left out', () => {
  const instruction = 'add a species after Golden Skiffia: Tequila Splitfin. And the caption has to say Five instead of Four';
  const page = { ...ground, holds: (_: number, name: string) => [' golden ', ' skiffia '].includes(name) };
  expect(isAccounted(instruction, replaced(instruction, 'Four', 'Five'), page)).toBe(false);
  const signed = 'the caption has to say Five instead of Four. Kind regards, Meera Ahuja Shah';
  expect(isAccounted(signed, replaced(signed, 'Four', 'Five'), page)).toBe(true);
});

const removed = (instruction: string, text: string): readonly EditOperation[] => [
  {
    id: 'op1',
    because: instruction,
    op: 'delete_text',
    pages: 'all',
    match: { text, case: 'exact', whole_word: true, occurrence: 'all', expect: { min: 1 } },
    as: 'text',
  },
];
const shown = { pageCount: 1, holds: () => true } as unknown as GroundDocument;

test.each([
  ['schwärze den Namen hinter Printed by', 'Printed by'],
  ['remove the line under Signed', 'Signed'],
  ['quita la palabra después de Total', 'Total'],
])('%s: what says where is not what goes', (instruction, text) => {
  expect(isAccounted(instruction, removed(instruction, text), shown)).toBe(false);
});

test('of two quoted texts of which one is in the other, the shorter one goes', () => {
  const instruction = 'remove the word "However," from "However, it is so"';
  expect(isAccounted(instruction, removed(instruction, 'However, it is so'), shown)).toBe(false);
  expect(isAccounted(instruction, removed(instruction, 'However,'), shown)).toBe(true);
});

test('what is named elsewhere than behind a word of place may go', () => {
  const instruction = 'remove Signed, also under Signed';
  expect(isAccounted(instruction, removed(instruction, 'Signed'), shown)).toBe(true);
});

test.each([
  ['Apague o último item de Attitudes and Values', 'Attitudes and Values'],
  ['delete the last line of the Terms', 'Terms'],
  ['supprime la phrase de Conditions', 'Conditions'],
])('%s: a part of it is meant', (instruction, text) => {
  expect(isAccounted(instruction, removed(instruction, text), shown)).toBe(false);
});

test('a text in one of several languages cannot be told from the others', () => {
  for (const instruction of ['In the Spanish text replace hormigas with abejas', 'En el texto español cambia hormigas por abejas'])
    expect(isAccounted(instruction, replaced(instruction, 'hormigas', 'abejas'), shown)).toBe(false);
  const instruction = 'replace hormigas with abejas';
  expect(isAccounted(instruction, replaced(instruction, 'hormigas', 'abejas'), shown)).toBe(true);
});

test('one thing that is described, whose text stands in two places of a page, is not both of them', () => {
  const instruction = 'the candidates of the Youth Party should be 1,842';
  const cells = openGround(factsOfText({ pages: ['Youth Party 1,824 1,824'] }), () => Promise.resolve([]));
  const cell = openGround(factsOfText({ pages: ['Youth Party 1,824 1,900'] }), () => Promise.resolve([]));
  const pages = openGround(factsOfText({ pages: ['Youth Party 1,824', 'Youth Party 1,824'] }), () => Promise.resolve([]));
  const plan = replaced(instruction, '1,824', '1,842');
  expect([cells, cell, pages].map((one) => isAccounted(instruction, plan, one))).toEqual([false, true, true]);
  const every = `${instruction} in both columns`;
  expect(isAccounted(every, replaced(every, '1,824', '1,842'), cells)).toBe(true);
});

test('the row of a text goes as a row', () => {
  const instruction = 'delete the row of Terms';
  const [text] = removed(instruction, 'Terms');
  expect(isAccounted(instruction, [{ ...text, as: 'row' } as EditOperation], shown)).toBe(true);
});

test('the mark of a new item may come from its list, also where both texts are quoted', () => {
  const instruction = 'Add a list item "5. Share it." below "Fifth"';
  expect(hasAllQuotes(instruction, item(instruction, 'Share it.'))).toBe(true);
  expect(hasAllQuotes(instruction, item(instruction, 'Keep it.'))).toBe(false);
});

test('one title of several that say the same is not all of them', () => {
  const instruction = 'remplace le titre Heading par Introduction';
  const several = openGround(factsOfText({ pages: ['Heading\nA text.\nHeading\nAnother Heading.'] }), () => Promise.resolve([]));
  const one = openGround(factsOfText({ pages: ['Heading\nA text.\nAnother Heading.'] }), () => Promise.resolve([]));
  const plan = replaced(instruction, 'Heading', 'Introduction');
  expect([several, one].map((each) => isAccounted(instruction, plan, each))).toEqual([false, true]);
  const all = 'remplace les titres Heading par Introduction';
  expect(isAccounted(all, replaced(all, 'Heading', 'Introduction'), several)).toBe(true);
});

test('the source is what stands behind its label', () => {
  const styled = (because: string) =>
    [{ ...removed(because, 'Source')[0], op: 'restyle_text', bold: true }] as unknown as readonly EditOperation[];
  const labelled = openGround(factsOfText({ pages: ['Source: A survey'] }), () => Promise.resolve([]));
  const text = openGround(factsOfText({ pages: ['The Source is old'] }), () => Promise.resolve([]));
  const described = 'Mets en gras la source sous le graphique';
  expect([labelled, text].map((each) => isAccounted(described, styled(described), each))).toEqual([false, true]);
  const named = 'make the word Source bold';
  expect(isAccounted(named, styled(named), labelled)).toBe(true);
});
