import { describe, expect, it } from 'vitest';
import { fold } from '../../../instruction/reading/folded.ts';
import { readSole } from '../../../instruction/reading/quoted/read-sole.ts';

const read = (instruction: string) => {
  const request = readSole(fold(instruction));
  const said = (span: { readonly start: number; readonly end: number } | undefined) =>
    span && instruction.slice(span.start + 1, span.end - 1);
  return request && [request.act, said(request.target.text), said(request.value?.text), request.side, request.pages];
};

describe('a request that its quoted texts say alone', () => {
  it.each([
    [
      'There is a mistake in the red line at the top of page 1: replace "Originial" with "Original"',
      ['replace', 'Originial', 'Original', undefined, '1'],
    ],
    ['In the Wednesday column (Wed), change "2EN2" to "2EN3"', ['replace', '2EN2', '2EN3', undefined, undefined]],
    [
      'Replace the third label, "/Sound" alone on its line, with "/Audio". The others stay.',
      ['replace', '/Sound', '/Audio', undefined, undefined],
    ],
    ['Add the sentence "B." on page 2 after "A." at the end of the paragraph.', ['insert', 'A.', 'B.', 'after', '2']],
    ['Append the sentence "B." to the paragraph "A."', ['insert', 'A.', 'B.', 'after', undefined]],
    ['On page 1, delete ", but not both" from the first paragraph', ['delete', ', but not both', undefined, undefined, '1']],
    [
      'In the label of the last box, "A + B + C", delete "+ B"; leave the label above as it is',
      ['delete', '+ B', undefined, undefined, undefined],
    ],
    [
      'Delete the text "A" in the box under Monday, but leave the box and the times 17.00 and 17.45',
      ['delete', 'A', undefined, undefined, undefined],
    ],
    ['Ersetze in der grauen Spalte rechts „Alt“ durch „Neu“', ['replace', 'Alt', 'Neu', undefined, undefined]],
  ])('%s', (instruction, expected) => {
    expect(read(instruction)).toEqual(expected);
  });

  it.each([
    'Delete the line above "A"',
    'Replace the line above "A" with "B"',
    'Change the colour of "A" to "red"',
    'Replace every "A" with "B"',
    'Replace "A" with "B", but not in the footer',
    'Replace "A" with "B" and delete the logo',
    'Delete the picture in the box, "A"',
    'Delete the text "A"; leave the box and "B"',
    'Move "A" behind "B"',
    'Delete "A" under "B"',
    'In "A" delete "B"',
  ])('%s: is not one', (instruction) => {
    expect(read(instruction)).toBeUndefined();
  });
});
