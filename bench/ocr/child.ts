// A warm child process of the OCR benchmark: does one job on request, and answers with its cost. `operation` is the whole job of the
// service on one file; `engine` is raster and recognition alone, with a given number of workers.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { OcrParams } from '#contract/params/ocr-params.ts';
import { openOcrEngine, type OcrEngineChoice } from '../../processor/recognition/engine.ts';
import { handleOcr } from '../../processor/operations/ocr/ocr.ts';
import { PageRasters } from '../../processor/recognition/page-raster.ts';
import { recognisePages } from '../../processor/recognition/recognise-pages.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { warmUpPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';

export interface ChildJob {
  readonly kind: 'operation' | 'engine';
  readonly path: string;
  readonly workDir: string;
  readonly engine: OcrEngineChoice;
  /** Of the engine alone. */
  readonly workers: number;
}

export interface ChildResult {
  /** Absent for the engine alone. */
  readonly resultPath: string | undefined;
  readonly cpuSeconds: number;
  readonly startRssBytes: number;
  readonly peakRssBytes: number;
}

process.on('message', (job: ChildJob) => {
  void run(job).then((result) => process.send?.(result));
});
await warmUpPdfium();
process.send?.('ready');

async function run(job: ChildJob): Promise<ChildResult> {
  const startRssBytes = process.memoryUsage.rss();
  const cpuBefore = cpuSeconds();
  const resultPath = job.kind === 'operation' ? await runOperation(job) : await runEngine(job);
  return { resultPath, cpuSeconds: cpuSeconds() - cpuBefore, startRssBytes, peakRssBytes: process.resourceUsage().maxRSS * 1024 };
}

async function runOperation({ path, workDir, engine }: ChildJob): Promise<string | undefined> {
  const context = {
    workDir,
    limits: { processing_ms: 600_000, pages: 1000, output_bytes: 1024 ** 3 },
    progress: () => {},
    warn: () => {},
    settings: { ocrEngine: engine },
  };
  const source = { path, filename: basename(path), contentType: 'application/pdf', sizeBytes: 0, sha256: '' };
  const { files } = await handleOcr(context, [source], OcrParams.parse({ languages: ['eng'] }));
  return files[0]?.path;
}

async function runEngine({ path, workDir, engine: choice, workers }: ChildJob): Promise<undefined> {
  const document = await openPdf(readFileSync(path), { needs: 'read', pagesMax: 1000 });
  await using rasters = new PageRasters(document);
  await using engine = await openOcrEngine({ choice, workDir, workers });
  const pages = document.pages.map((_, pageIndex) => ({
    pageIndex,
    weight: rasters.weightOf(pageIndex),
    raster: () => rasters.rasterOf(pageIndex),
  }));
  for await (const { outcome } of recognisePages(engine, pages, { languages: ['eng'], pageTimeMs: 120_000 })) {
    if (!('page' in outcome)) throw new Error(`a page is ${outcome.status}`, { cause: outcome.cause });
  }
}

/** Of this process with its threads, and of the programs that it has waited for (proc(5), stat). */
function cpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? [];
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0) / 100;
}
