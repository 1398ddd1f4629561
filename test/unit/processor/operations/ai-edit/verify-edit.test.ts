import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Applied, PageExpectation } from '../../../../../processor/operations/ai-edit/applied.ts';
import { verifyEdit } from '../../../../../processor/operations/ai-edit/verify-edit.ts';
import type { Box } from '../../../../../processor/pdf/geometry/box.ts';
import { onePage, openObjects, save } from '../../../../../support/run/edit-pdf.ts';

const workDir = mkdtempSync(join(tmpdir(), 'verify-'));
afterAll(() => rmSync(workDir, { recursive: true }));

const WORD = 'BT /F1 18 Tf 20 100 Td (one word) Tj ET';
const AROUND: Box = [15, 90, 160, 125];

async function verify(before: string, after: string, expected: Partial<PageExpectation>) {
  const source = await openObjects(onePage(before));
  const result = await save(await openObjects(onePage(after)));
  const page = { texts: [], boxes: [], quarterTurns: 0, isCut: false, isFlattened: false, ...expected };
  const applied: Applied = {
    changes: [{ operation: 'op1', op: 'replace_text', page: 1 }],
    skipped: [],
    pages: new Map([[1, page]]),
  };
  return verifyEdit(source, result, [{ sourcePage: 1 }], applied, workDir);
}

const refused = (finding: string) => ({
  reason: 'unsupported_feature',
  page: 1,
  details: { check: 'verify', operations: ['op1'] },
  cause: { message: finding },
});

describe('the guard of an edit', () => {
  it('lets pass what was declared, and counts what it looked at', async () => {
    const texts = [{ operation: 'op1', old: 'word', new: 'wolf', box: AROUND }];
    const { report } = await verify(WORD, WORD.replace('word', 'wolf'), { boxes: [AROUND], texts });
    expect(report).toMatchObject({ texts_checked: 2, places_checked: 1, rendered_pages_compared: 1, qpdf_check: 'clean' });
  });

  it('refuses an old text that is left, a new one that is missing or elsewhere, and names the operation', async () => {
    const texts = [{ operation: 'op1', old: 'word', new: 'wolf', box: AROUND }];
    await expect(verify(WORD, WORD, { boxes: [AROUND], texts })).rejects.toMatchObject(
      refused('the text of a page is not what was planned'),
    );
    const moved = WORD.replace('20 100', '20 20').replace('word', 'wolf');
    await expect(verify(WORD, moved, { boxes: [AROUND, [0, 0, 300, 60]], texts })).rejects.toMatchObject(
      refused('a new text does not stand where it was put'),
    );
  });

  it('refuses a picture that differs elsewhere', async () => {
    await expect(verify(WORD, `${WORD} 250 20 20 20 re f`, { boxes: [AROUND] })).rejects.toMatchObject(
      refused('a page looks different elsewhere'),
    );
  });

  it('refuses words in a content that are no operators and were not there before, whatever a reader makes of them', async () => {
    const joined = WORD.replace('Tf 20', 'Tf1 0 0 rg 20');
    const loose = { boxes: [[0, 0, 300, 200]] as Box[], texts: [{ old: undefined, new: undefined }] };
    await expect(verify(WORD, joined, loose)).rejects.toMatchObject(refused('a content has words that are no operators'));
    await expect(verify(`${WORD} nonsense`, `${WORD} nonsense`, loose)).resolves.toBeDefined();
  });
});
