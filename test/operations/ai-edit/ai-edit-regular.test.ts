// Bold and italic words in the regular face of their family, judged by the faces in which poppler finds them.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { hasPdfJudges, qpdfCheck } from '../../../support/judges/judge-pdf.ts';
import { onePage } from '../../../support/run/edit-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';
import { useWorkDir } from '../../support/work-dir.ts';

const workDir = useWorkDir();
const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`;
const page = makePdf({
  objects: onePage(
    'BT /F1 10 Tf 1 0 0 1 40 200 Tm (fish are ) Tj /F2 10 Tf (obligate) Tj /F1 10 Tf ( breathers) Tj /F3 10 Tf 1 0 0 1 40 180 Tm (slanted) Tj ET',
    { fonts: '/F2 6 0 R /F3 7 0 R', more: { 6: font('Helvetica-Bold'), 7: font('Helvetica-Oblique') } },
  ),
});

/** The lines of the page, with `<b>` and `<i>`. */
function faces(pdf: Uint8Array): readonly string[] {
  const path = join(workDir, 'page.pdf');
  writeFileSync(path, pdf);
  const xml = spawnSync('pdftohtml', ['-xml', '-i', '-stdout', path]).stdout.toString('utf8');
  return [...xml.matchAll(/<text [^>]*>(.*)<\/text>/gu)].map(([, text = '']) => text.trim());
}

async function restyle(text: string, look: object): Promise<readonly string[]> {
  const operation = { id: 'op1', op: 'restyle_text', because: 'x', match: { text }, ...look };
  const { bytes } = await runEdit(page, { plan: { operations: [operation], unresolved: [] } } as never);
  expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
  return faces(bytes);
}

describe.skipIf(!hasPdfJudges)('the regular face', () => {
  test('of a bold word, and of one in italics; all else stays', async () => {
    expect(faces(page)).toEqual(['fish are <b>obligate</b> breathers', '<i>slanted</i>']);
    expect(await restyle('obligate', { bold: false })).toEqual(['fish are obligate breathers', '<i>slanted</i>']);
    expect(await restyle('slanted', { italic: false })).toEqual(['fish are <b>obligate</b> breathers', 'slanted']);
  });

  test('a colour alone leaves the face as it is, and what changes nothing is no operation', async () => {
    expect(await restyle('obligate', { color: '#ff0000' })).toContain('<b>obligate</b>');
    await expect(restyle('obligate', {})).rejects.toThrow();
  });
});
