import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePdf } from '../../../../support/documents/make-pdf.ts';
import { hasPdfJudges, qpdfCheck, qpdfPlain } from '../../../../support/judges/judge-pdf.ts';
import { runEdit } from '../../../../support/run/run-edit.ts';

/** Two tagged paragraphs; a link is set on a word of the first. */
function tagged(parents: string) {
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R /Lang (en) >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 200] >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /StructParents 0 /Resources << /Font << /F1 5 0 R >> >> >>',
      4: {
        dict: '',
        data: '/P << /MCID 0 >> BDC BT /F1 12 Tf 20 150 Td (See our terms for more.) Tj ET EMC /P << /MCID 1 >> BDC BT /F1 12 Tf 20 100 Td (Second.) Tj ET EMC',
      },
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      6: '<< /Type /StructTreeRoot /K [7 0 R] /ParentTree 10 0 R /ParentTreeNextKey 1 >>',
      7: '<< /Type /StructElem /S /Document /P 6 0 R /K [8 0 R 9 0 R] >>',
      8: '<< /Type /StructElem /S /P /P 7 0 R /Pg 3 0 R /K 0 >>',
      9: '<< /Type /StructElem /S /P /P 7 0 R /Pg 3 0 R /K 1 >>',
      10: parents,
      11: '<< /Nums [0 [8 0 R 9 0 R]] /Limits [0 0] >>',
    },
  });
}

/** The structure as poppler reads it. */
function structureOf(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'structure-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, bytes);
    return spawnSync('pdfinfo', ['-struct', path], { timeout: 30_000 }).stdout.toString();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.skipIf(!hasPdfJudges)('a new link in a tagged document', () => {
  it.each([
    ['in one piece', '<< /Nums [0 [8 0 R 9 0 R]] >>'],
    ['in parts', '<< /Kids [11 0 R] >>'],
  ])('is an element of the paragraph that it stands in (parent tree %s)', async (_, parents) => {
    const { bytes } = await runEdit(tagged(parents), 'Link "our terms" to https://example.com/terms');
    expect(qpdfCheck(bytes).status).toBe(0);
    const elements = structureOf(bytes)
      .split('\n')
      .map((line) => line.trimEnd());
    const at = elements.findIndex((line) => line.trim().startsWith('Link'));
    expect(elements.filter((line) => /^\s*P\b/.test(line))).toHaveLength(2);
    // Below the first paragraph, before the second.
    expect(at).toBeGreaterThan(elements.findIndex((line) => /^\s*P\b/.test(line)));
    expect(at).toBeLessThan(elements.findLastIndex((line) => /^\s*P\b/.test(line)));
    expect(elements.slice(at).join('\n')).toMatch(/Object \d+ 0/);
    const plain = qpdfPlain(bytes);
    expect(plain).toMatch(/\/StructParent 1\b/);
    expect(plain).toMatch(/\/ParentTreeNextKey 2\b/);
    expect(plain).toMatch(/\/Tabs \/S/);
  });
});
