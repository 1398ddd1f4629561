// The proof of `split` and `merge` sees what a reader would miss: a result that is good is broken in one way at a time, by another program or byte by
// byte, and the verdict has to say so. A proof that calls a broken result verified is the worst defect.

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../../processor/failure.ts';
import { tellMerge } from '../../../processor/operations/merge/report-merge.ts';
import { tellSplit } from '../../../processor/operations/split/report-split.ts';
import { Assembly } from '../../../processor/pdf/assembly/assembly.ts';
import { SourceIndex } from '../../../processor/pdf/assembly/source-index.ts';
import { openPdf } from '../../../processor/pdf/open.ts';
import { richPdf } from '../../../support/documents/rich-pdf.ts';
import { hasPdfJudges, pagesDrawnDifferently, qpdfPlain } from '../../../support/judges/judge-pdf.ts';
import { useWorkDir } from '../../support/work-dir.ts';

const workDir = useWorkDir();
const source = richPdf();
const OPTIONS = { version: '1.7', objectStreams: false, identity: '0'.repeat(32), outline: 'keep', withAttachments: true } as const;

/** A path where nothing is. */
function fresh(name: string): string {
  rmSync(join(workDir, name), { force: true });
  return join(workDir, name);
}

type Break = (bytes: Buffer) => Uint8Array;

/** Of the same length, so that every offset stays. */
function replaced(from: string, to: string): Break {
  return (bytes) => {
    const plain = qpdfPlain(bytes);
    expect(plain).toContain(from);
    return repaired(plain.replace(from, to));
  };
}

function repaired(plain: string): Uint8Array {
  const [path, out] = [join(workDir, 'broken.pdf'), join(workDir, 'mended.pdf')];
  writeFileSync(path, plain, 'latin1');
  spawnSync('qpdf', [path, out]);
  return readFileSync(out);
}

const turned: Break = (bytes) => {
  const [path, out] = [join(workDir, 'straight.pdf'), join(workDir, 'turned.pdf')];
  writeFileSync(path, bytes);
  spawnSync('qpdf', ['--rotate=+90:1', path, out]);
  return readFileSync(out);
};

const swapped: Break = (bytes) => {
  const [path, out] = [join(workDir, 'ordered.pdf'), join(workDir, 'swapped.pdf')];
  writeFileSync(path, bytes);
  spawnSync('qpdf', [path, '--pages', path, '2,1,3-z', '--', out]);
  return readFileSync(out);
};

const shortened: Break = (bytes) => {
  const [path, out] = [join(workDir, 'long.pdf'), join(workDir, 'short.pdf')];
  writeFileSync(path, bytes);
  spawnSync('qpdf', [path, '--pages', path, '1-r2', '--', out]);
  return readFileSync(out);
};

/** What each does to a reader, and what the proof says: `internal` ends the job. */
const BREAKS: [string, Break, 'differs' | 'internal'][] = [
  ['a page that says something else', replaced('(Invoice 1)', '(Invoice 9)'), 'internal'],
  ['two pages in the other order', swapped, 'internal'],
  ['a page less', shortened, 'internal'],
  ['a page turned', turned, 'differs'],
  ['a square that has gone', replaced('200 20 30 30 re f', '200 20 30 30 re n'), 'differs'],
  ['a link that has gone', replaced('/Subtype /Link', '/Subtype /Gone'), 'differs'],
  ['a field that has gone', replaced('/Subtype /Widget', '/Subtype /Wisdom'), 'differs'],
  ['an outline item that has gone', replaced('/First', '/Fizzt'), 'differs'],
  ['tags that have gone', replaced('/StructTreeRoot', '/StructTreeRoof'), 'differs'],
];

const warnings: Warning[] = [];
const context = () => ({
  workDir,
  limits: { pages: 100, processing_ms: 60_000, output_bytes: 1e9 },
  progress: () => {},
  warn: (warning: Warning) => void warnings.push(warning),
});

/** The verdict over a result that was broken behind the back of its writer. */
async function verdictOfMerge(harm: Break | undefined): Promise<unknown> {
  const path = fresh('merged.pdf');
  using assembly = new Assembly(path, { ...OPTIONS, isMerged: true });
  const index = new SourceIndex(await openPdf(source, { needs: 'modify', pagesMax: 100 }));
  const pages = [...index.opened.pages.keys()];
  assembly.add(index, { slots: pages.map((pageIndex) => ({ pageIndex })) });
  const assembled = assembly.finish();
  if (harm) writeFileSync(path, harm(readFileSync(path)));
  const sources = [{ filename: 'a.pdf', origin: source, pages, padded: false, firstPage: 0 }];
  return verdict(tellMerge(context(), { path, bytes: 1, assembled, sources }));
}

async function verdictOfSplit(harm: Break | undefined): Promise<unknown> {
  const index = new SourceIndex(await openPdf(source, { needs: 'modify', pagesMax: 100 }));
  const parts = [
    [0, 1, 2, 3, 4],
    [5, 6, 7],
  ].map((pageIndexes, at) => {
    const path = fresh(`part-${at}.pdf`);
    using assembly = new Assembly(path, { ...OPTIONS, isMerged: false, withAttachments: at === 0 });
    assembly.add(index, { slots: pageIndexes.map((pageIndex) => ({ pageIndex })) });
    return { path, part: { pageIndexes }, assembled: assembly.finish(), bytes: 1 };
  });
  const first = parts[0]?.path ?? '';
  if (harm) writeFileSync(first, harm(readFileSync(first)));
  return verdict(tellSplit(context(), index, parts));
}

async function verdict(told: Promise<Record<string, unknown>>): Promise<unknown> {
  try {
    return ((await told)['verification'] as { result: string }).result;
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    return error.reason;
  }
}

describe.skipIf(!hasPdfJudges)('the proof', () => {
  test('of a good result says so', async () => {
    expect([await verdictOfMerge(undefined), await verdictOfSplit(undefined)]).toEqual(['verified', 'verified']);
  });

  test.each(BREAKS)('sees %s', async (_, harm, expected) => {
    expect([await verdictOfMerge(harm), await verdictOfSplit(harm)]).toEqual([expected, expected]);
  });

  test('and what the tests draw sees it too', () => {
    expect(pagesDrawnDifferently(source, turned(Buffer.from(source)))).toEqual([1]);
    expect(pagesDrawnDifferently(source, swapped(Buffer.from(source)))).toEqual([1, 2]);
  });
});
