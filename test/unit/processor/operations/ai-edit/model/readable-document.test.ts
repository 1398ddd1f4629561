import { expect, test } from 'vitest';
import type { TextBlock } from '../../../../../../processor/document/pages/page-model.ts';
import { readableDocument } from '../../../../../../processor/operations/ai-edit/model/readable-document.ts';
import { factsOfText, modelOfText } from '../../../../../support/text-document.ts';

test('a text is told as a match finds it, where the model of the page has other letters or spaces', () => {
  const facts = factsOfText({ pages: ['2018 年 04 月\nA strongly-\ncoupled fluid'] });
  const [line, first] = [16, { left: 0, top: 55, right: 595, bottom: 69 }];
  const second = { ...first, top: first.top + line, bottom: first.bottom + 2 * line };
  const block = (text: string, box: typeof first): TextBlock => ({
    id: text,
    kind: 'paragraph',
    text,
    box,
    lines: [{ text, box }],
    from: 'text',
  });
  const page = modelOfText({ pages: [''] }).page(1);
  const blocks = [
    block('2018年04月', first),
    block('A stronglycoupled fluid', second),
    block('something else', { ...first, top: 500, bottom: 520 }),
  ];
  const told = readableDocument({ page: () => page && { ...page, blocks } }, facts).model.page(1);
  expect(told?.blocks.map((one) => one.kind === 'paragraph' && one.text)).toEqual([
    '2018 年 04 月',
    'A stronglycoupled fluid',
    'something else',
  ]);
});
