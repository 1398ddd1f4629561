// An option of `convert` that does not apply to a conversion is refused when the job is created, and by the processor too, with those that apply.

import { afterAll, describe, expect, test } from 'vitest';
import { CONVERSIONS } from '#contract/params/conversions.ts';
import { refuseOptions } from '#contract/params/convert-options.ts';
import { ConvertParams, refuseConversion } from '#contract/params/convert-params.ts';
import { countScripts } from '../../../processor/operations/convert/to-pdf/sources/html-scripts.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makeDocx, plainFiles } from '../../../support/documents/make-docx.ts';
import { convert } from '../../../support/run/run-convert.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
afterAll(endPdfium);

describe('an option that does not apply', () => {
  test('is refused with its name and the options that do', () => {
    const submission = {
      params: { target_format: 'pdf', page_size: 'a4', pdfa: 'PDF/A-2b' },
      capabilities: undefined,
      editableRecords: [],
    };
    expect(refuseConversion({ ...submission, source: DOCX })).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^`page_size` does not apply when .*document becomes pdf; these do: .*`pdfa`/) as string,
      details: [{ field: 'page_size', issue: 'not_applicable' }],
    });
    expect(refuseConversion({ ...submission, source: 'text/html' })).toBeUndefined();
  });

  test('is refused by the processor too', async () => {
    await expect(convert(makeDocx(plainFiles()), DOCX, { page_size: 'a4' })).rejects.toThrow(/`page_size` does not apply/);
    await expect(convert('text', 'text/plain', { password: 'secret' })).rejects.toThrow(/`password` does not apply/);
  });

  test('every option but those with a default is judged, and applies somewhere', () => {
    const judged = Object.keys(ConvertParams.shape).filter((name) => !['target_format', 'on_signature', 'strict'].includes(name));
    const pairs = Object.entries(CONVERSIONS).flatMap(([source, targets]) => targets.map((target) => [source, target] as const));
    for (const name of judged) {
      const refused = pairs.filter(([source, target]) => refuseOptions(source, target, { [name]: true }) !== undefined);
      expect([name, refused.length > 0, refused.length < pairs.length]).toEqual([name, true, true]);
    }
  });
});

test.each([
  ['<p>text</p>', 0],
  ['<script>a()</script><p onclick="b()">x', 2],
  ['<script type="application/ld+json">{"a": "<script>"}</script>', 0],
  ['<script type=module src=a.js></script><SCRIPT>x', 2],
  ['<!-- <script>a()</script> --><p title="onclick=1" data-on="x">on=1 onclick=2', 0],
  ['<svg/onload=a()>', 1],
  ['<script type="text/javascript; charset=utf-8">a()</script><script type="text/template"><p onclick=a()></script>', 1],
])('scripts are counted: %s', (html, scripts) => expect(countScripts(html)).toBe(scripts));
