// Every PDF of the corpus goes through `metadata remove`: each gives a result that independent programs find whole and clean, or a clear
// reason, in bounded time. Runs only where the corpus is.

import { readdirSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { JobFailure } from '../../processor/failure.ts';
import { removeInFile } from '../../support/run/run-metadata-pdf.ts';
import { listCorpus, readCorpus, readCorpusPasswords, readExpectations, sampleCorpus } from '../../support/corpus.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { decryptPdf, hasPdfJudges, pagesDrawnDifferently, qpdfCheck, tagsOfPdf, textOfPdf } from '../../support/judges/judge-pdf.ts';
import { useWorkDir } from '../support/work-dir.ts';
import { onBusyMachine } from '../support/busy-machine.ts';

const JOB_MS_MAX = onBusyMachine(8000);
const RENDERED_PAGES_MAX = 2;

/** What exiftool reports of any PDF: its version and pages, how it is shown, and how pictures are stored, with their colours. */
const STRUCTURE =
  /^(?:PDF:(?:PDFVersion|Linearized|PageCount|PageMode|PageLayout|Language|TaggedPDF|HasXFA|EmbeddedImage\w*)|JFIF:|Adobe:|ICC|Jpeg2000:|Composite:Image|Composite:Mega)/;

interface Row {
  readonly name: string;
  readonly outcome: string;
  readonly ms: number;
}

const workDir = useWorkDir();
const passwords = readCorpusPasswords();
const real = listCorpus('pdf', ['.pdf']);
const hostile = listCorpus('bad', ['.pdf']);
const rows: Row[] = [];

afterAll(() => {
  const outcomes = Map.groupBy(rows, ({ outcome }) => outcome);
  const slowest = rows.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  console.log(`${rows.length} files: ${[...outcomes].map(([outcome, of]) => `${outcome} ${of.length}`).join(', ')}`);
  console.log(`slowest: ${slowest.map(({ name, ms }) => `${name} ${Math.round(ms)} ms`).join(', ')}`);
});

async function remove(name: string): Promise<Awaited<ReturnType<typeof removeInFile>> | string> {
  const start = performance.now();
  const own = { removeAuthors: false, removeLayerNames: false, strict: false, onSignature: 'invalidate' as const };
  let outcome = 'succeeded';
  try {
    return await removeInFile(readCorpus(name), { ...own, workDir, pagesMax: 2000, password: passwords.get(name) });
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    outcome = error.reason;
    return outcome;
  } finally {
    rows.push({ name, outcome, ms: performance.now() - start });
  }
}

describeCorpus('metadata remove over real PDFs', real, hasPdfJudges, () => {
  test.each(sampleCorpus(real, 3))('%s: the same pages, and nothing left', async (name) => {
    const result = await remove(name);
    expect(rows.at(-1)?.ms).toBeLessThan(JOB_MS_MAX);
    if (typeof result === 'string') {
      expect(['encrypted_pdf', 'corrupt_file']).toContain(result);
      return;
    }
    // Poppler gives no text of a document that forbids copying: it is asked about the same document without its encryption.
    const source = decryptPdf(readCorpus(name), passwords.get(name));
    const after = qpdfCheck(result.bytes);
    if (after.status !== 0) expect(qpdfCheck(source).status, after.output).toBe(after.status);
    const text = textOfPdf(source);
    // Nothing at all: poppler cannot open the source, so it has nothing to compare.
    if (text !== '') {
      expect(textOfPdf(result.bytes)).toBe(text);
      const pages = { dpi: 50, lastPage: RENDERED_PAGES_MAX };
      expect(pagesDrawnDifferently(source, result.bytes, pages)).toEqual([]);
    }
    expect(Object.keys(tagsOfPdf(result.bytes)).filter((tag) => !STRUCTURE.test(tag))).toEqual([]);
  });
});

describeCorpus('metadata remove over hostile PDFs', hostile, hasPdfJudges, () => {
  const expected = readExpectations();

  test.each(sampleCorpus(hostile, 4))('%s: a sound result or a clear reason, in bounded time', async (name) => {
    const result = await remove(name);
    expect(rows.at(-1)?.ms).toBeLessThan(JOB_MS_MAX);
    if (expected.get(name)?.outcome === 'reject') expect(result).toBeTypeOf('string');
    if (expected.get(name)?.outcome === 'ok') expect(result).toBeTypeOf('object');
    expect(result).not.toBe('internal');
    if (typeof result === 'string') return;
    const after = qpdfCheck(result.bytes);
    // A stream that was damaged is kept as it was, damaged.
    if (after.status === 2) expect(qpdfCheck(readCorpus(name)).status, after.output).toBe(2);
    expect(Object.keys(tagsOfPdf(result.bytes)).filter((tag) => !STRUCTURE.test(tag))).toEqual([]);
  });

  test('nothing that the files name was read, fetched or written', () => {
    expect(readdirSync('/tmp').filter((name) => name.startsWith('pdfapi-canary-'))).toEqual([]);
  });
});
