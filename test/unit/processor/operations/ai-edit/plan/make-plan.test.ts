import { describe, expect, test } from 'vitest';
import { makePlan } from '../../../../../../processor/operations/ai-edit/plan/make-plan.ts';
import { factsOfText } from '../../../../../support/text-document.ts';

const planIn = (page: string, instruction: string) =>
  makePlan(instruction, { facts: factsOfText({ pages: [page] }), fields: () => Promise.resolve([]) }, undefined);

test('what several things fit is not decided by which of them is likelier', async () => {
  const heads = 'Our Purpose      Our Mission      What We Do\nBeneficial       Everywhere       Solutions';
  await expect(planIn(heads, 'Our Mission -> "AI for every team"')).rejects.toMatchObject({ reason: 'ambiguous_match' });
  const { operations } = await planIn('Read Our Mission today.', 'Our Mission -> "AI for every team"');
  expect(operations).toMatchObject([{ match: { text: 'Our Mission' }, value: 'AI for every team' }]);
});

describe('which of several quoted texts is meant, and what is read in the end', () => {
  const page = 'Heading\n\nAll documents shall be structured.\n\nHeading\n\nNumbered headings may be used.';

  test.each([
    ['Replace the first "Heading" on page 1, the one above "All documents shall be", with "Weak"', 1],
    ['Replace "Heading", the one above "Numbered headings", with "Weak"', 2],
    ['Replace the second "Heading", the one below "All documents shall be", with "Weak"', 2],
    ['Ersetze "Heading", die über "Numbered headings", durch "Weak"', 2],
  ])('%s', async (instruction, occurrence) => {
    const { operations } = await planIn(page, instruction);
    expect(operations).toMatchObject([{ op: 'replace_text', match: { text: 'Heading', occurrence }, value: 'Weak' }]);
  });

  test.each([
    'Replace the second "Heading", the one above "All documents shall be", with "Weak"',
    'Replace the third "Heading", the one above "Numbered headings", with "Weak"',
    'Replace "Heading", the one above "Unknown words", with "Weak"',
  ])('what contradicts itself is refused: %s', async (instruction) => {
    await expect(planIn(page, instruction)).rejects.toThrow();
  });

  test('a place by what the page calls it, in brackets behind its name in another language', async () => {
    const seasons = 'Sesong      Dager      Timer\nSommer      12         15\nVinter      12         18';
    const { operations } = await planIn(seasons, 'In the winter row (Vinter) on page 1, change "12" to "13"');
    expect(operations).toMatchObject([{ op: 'replace_text', match: { text: '12', occurrence: 2 }, value: '13' }]);
    await expect(planIn(seasons, 'In the winter row (Høst) on page 1, change "12" to "13"')).rejects.toThrow();
  });

  const GRID = 'OA + OC     OB + OC     OE + OC\nOF + OC     OG + OC     OH + OC';

  test.each([
    ['In the formula at the top left of page 1 (first row, first column) replace "OC" with "OD"', 1],
    ['On page 1 replace "OC" with "OD" in the bottom row, right-most formula', 6],
    ['In the sums of page 1, second row and second column, replace "OC" with "OD"', 5],
  ])('rows and columns of what reads the same: %s', async (instruction, occurrence) => {
    const { operations } = await planIn(GRID, instruction);
    expect(operations).toMatchObject([{ op: 'replace_text', match: { text: 'OC', occurrence }, value: 'OD' }]);
  });

  test('rows that others stand among are not counted', async () => {
    const instruction = 'In the formula at the top left of page 1 (first row, first column) replace "OC" with "OD"';
    await expect(planIn(`Sums of vectors\n${GRID}`, instruction)).rejects.toThrow();
  });

  test('a removal leaves what shall be read', async () => {
    const title = 'Digital Signature using TSA\n\nSome text stands here.';
    const { operations } = await planIn(
      title,
      'Delete the word "Digital" from the title on page 1, so that it reads "Signature using TSA"',
    );
    expect(operations).toMatchObject([{ op: 'delete_text', match: { text: 'Digital' } }]);
    const other = 'Delete the word "Digital" from the title on page 1, so that it reads "Signature for TSA"';
    await expect(planIn(title, other)).rejects.toThrow();
  });
});

describe('a part of a line', () => {
  test('before a formula of single letters a text is put into the line', async () => {
    const { operations } = await planIn(
      '1 An example\n\nSome mathematics involving x ∈ R.\n\nMore text.',
      'insert "a real number" after "Some mathematics involving" (before the formula)',
    );
    expect(operations).toMatchObject([{ op: 'insert_text', as: 'text', match: { text: 'Some mathematics involving' } }]);
  });

  test('in a script without spaces it is not the whole line', async () => {
    const { operations } = await planIn(
      '漏電遮断機構（電流制限器等に特性を持\nたせたもの）と検知機\n構を収めたもの',
      '"（電流制限器等に特性を持たせたもの）" を括弧ごと削除してください。',
    );
    expect(operations).toMatchObject([{ op: 'delete_text', as: 'text' }]);
  });
});
