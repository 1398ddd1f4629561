// One run of bench/assembly.ts in a process of its own: `nothing` loads the code, `assemble-…` writes the results, `job-…` is the whole operation,
// `repeat-merge` writes the same result again and again, as a process of the service does one job after the other, and prints the CPU seconds of each.

import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MergeParams } from '#contract/params/merge-params.ts';
import { SplitParams } from '#contract/params/split-params.ts';
import { handleMerge } from '../../processor/operations/merge/merge.ts';
import { handleSplit } from '../../processor/operations/split/split.ts';
import { Assembly, type AssemblyOptions } from '../../processor/pdf/assembly/assembly.ts';
import { SourceIndex } from '../../processor/pdf/assembly/source-index.ts';
import { fileSource } from '../../processor/pdf/byte-source.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { endPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';

const [task = '', folder = '', ...paths] = process.argv.slice(2);
const REPEATS = 8;
const OPTIONS: AssemblyOptions = {
  version: '1.7',
  objectStreams: true,
  identity: '0'.repeat(32),
  outline: 'keep',
  isMerged: false,
  withAttachments: true,
};
const indexOf = async (path: string) => new SourceIndex(await openPdf(fileSource(path), { needs: 'modify', pagesMax: 100_000 }));
const context = {
  workDir: folder,
  limits: { pages: 100_000, processing_ms: 600_000, output_bytes: 4e9 },
  progress: () => {},
  warn: () => {},
};
const sourceOf = (path: string, at: number) => {
  const own = join(folder, `source-${at}.pdf`);
  copyFileSync(path, own);
  return { path: own, filename: 'large.pdf', contentType: 'application/pdf', sizeBytes: 1, sha256: String(at) };
};

async function assembleSplit(path: string): Promise<void> {
  const index = await indexOf(path);
  for (const pageIndex of index.opened.pages.keys()) {
    using assembly = new Assembly(join(folder, `a-${pageIndex}.pdf`), OPTIONS);
    assembly.add(index, { slots: [{ pageIndex }] });
    assembly.finish();
  }
}

async function assembleMerge(): Promise<void> {
  using assembly = new Assembly(join(folder, 'a.pdf'), { ...OPTIONS, isMerged: true });
  for (const path of paths) {
    const index = await indexOf(path);
    assembly.add(index, { slots: index.opened.pages.map((_, pageIndex) => ({ pageIndex })) });
  }
  assembly.finish();
}

const [first = ''] = paths;
async function repeatMerge(): Promise<void> {
  const seconds: number[] = [];
  for (let at = 0; at < REPEATS; at++) {
    const before = process.cpuUsage();
    await assembleMerge();
    const { user, system } = process.cpuUsage(before);
    seconds.push((user + system) / 1e6);
    rmSync(join(folder, 'a.pdf'));
  }
  process.stdout.write(JSON.stringify(seconds));
}

if (task === 'repeat-merge') await repeatMerge();
if (task === 'assemble-split') await assembleSplit(first);
if (task === 'assemble-merge') await assembleMerge();
if (task === 'job-split') await handleSplit(context, [sourceOf(first, 0)], SplitParams.parse({ pages: 'each', output: 'zip' }));
if (task === 'job-merge') {
  const [source, ...rest] = paths.map(sourceOf);
  const files = paths.map(() => ({ file_id: `file_${'0'.repeat(22)}` }));
  if (source) await handleMerge(context, [source, ...rest], MergeParams.parse({ files }));
}
await endPdfium();
