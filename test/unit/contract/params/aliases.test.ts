// Other names of formats and languages are taken, and become the names of the contract.

import { expect, test } from 'vitest';
import { ConvertParams } from '#contract/params/convert-params.ts';
import { OcrParams } from '#contract/params/ocr-params.ts';

test.each([
  ['jpeg', 'jpg'],
  ['JPG', 'jpg'],
  ['Markdown', 'md'],
  ['text', 'txt'],
  ['htm', 'html'],
])('the format %s', (given, known) => {
  expect(ConvertParams.parse({ target_format: given })).toMatchObject({ target_format: known });
});

test.each([
  ['en', 'eng'],
  ['DE', 'deu'],
  ['ger', 'deu'],
  ['pt-BR', 'por'],
  ['zh-Hant', 'chi_tra'],
  ['eng', 'eng'],
])('the language %s', (given, known) => {
  expect(OcrParams.parse({ languages: [given] }).languages).toEqual([known]);
});
