// A warm child process of the OCR benchmark: reads one PDF when it is told to, and answers with the text by page and what it cost.

import { readFileSync } from 'node:fs';
import { openOcrEngine, type OcrEngineChoice } from '../../processor/operations/ocr/engine.ts';
import { PageRasters } from '../../processor/operations/ocr/page-raster.ts';
import { recognisePages } from '../../processor/operations/ocr/recognise-pages.ts';
import { openPdf } from '../../processor/pdf/open.ts';

export interface ChildJob {
  readonly path: string;
  readonly workDir: string;
  readonly engine: OcrEngineChoice;
  readonly workers: number;
}

export interface ChildResult {
  readonly texts: readonly string[];
  readonly cpuSeconds: number;
  readonly startRssBytes: number;
  readonly peakRssBytes: number;
}

process.on('message', (job: ChildJob) => {
  void run(job).then((result) => process.send?.(result));
});
process.send?.('ready');

async function run({ path, workDir, engine: choice, workers }: ChildJob): Promise<ChildResult> {
  const startRssBytes = process.memoryUsage.rss();
  const cpuBefore = cpuSeconds();
  const texts: string[] = [];
  {
    const document = await openPdf(readFileSync(path), { needs: 'read', pagesMax: 1000 });
    await using rasters = new PageRasters(document);
    await using engine = await openOcrEngine({ choice, workDir, workers });
    const pages = document.pages.map((_, pageIndex) => ({
      pageIndex,
      weight: rasters.weightOf(pageIndex),
      raster: () => rasters.rasterOf(pageIndex),
    }));
    for await (const { outcome } of recognisePages(engine, pages, { languages: ['eng'], pageTimeMs: 120_000 })) {
      texts.push(
        'page' in outcome ? outcome.page.lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n') : outcome.status,
      );
    }
  }
  return { texts, cpuSeconds: cpuSeconds() - cpuBefore, startRssBytes, peakRssBytes: process.resourceUsage().maxRSS * 1024 };
}

/** Of this process with its threads, and of the programs that it has waited for (proc(5), stat). */
function cpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? [];
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0) / 100;
}
