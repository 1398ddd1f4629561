// A page is blank where nobody sees anything on it and nothing is hidden there either.

import { expect, test } from 'vitest';
import { isBlankPage } from '../../../../../processor/pdf/edit/is-blank-page.ts';
import { onePage, openObjects } from '../../../../../support/run/edit-pdf.ts';

const NOTE = { 6: '<< /Type /Annot /Subtype /FreeText /Rect [0 0 9 9] /Contents (Hello) >>' };

test.each([
  ['nothing', '', true],
  ['a white ground', '1 g 0 0 600 800 re f', true],
  ['a clip and a space', '0 0 9 9 re W n BT /F1 9 Tf ( ) Tj ET', true],
  ['a rule', '0 0 0 RG 10 10 m 90 10 l S', false],
  ['a grey ground', '0.9 g 0 0 600 800 re f', false],
  ['an invisible text', 'BT 3 Tr /F1 9 Tf (Hidden) Tj ET', false],
  ['a white text', '1 g BT /F1 9 Tf (White) Tj ET', false],
  ['a picture', 'BI /W 1 /H 1 /CS /G /BPC 8 ID \x00 EI', false],
  ['a form that is not there', '/Fm1 Do', false],
])('%s', async (_, content, isBlank) => {
  const opened = await openObjects(onePage(content));
  expect(opened.pages.map(({ dict }) => isBlankPage(dict))).toEqual([isBlank]);
});

test('what somebody put over it', async () => {
  const opened = await openObjects(onePage('', { page: '/Annots [6 0 R]', more: NOTE }));
  expect(opened.pages.map(({ dict }) => isBlankPage(dict))).toEqual([false]);
});
