// `npm run bench:isolation`: what isolating jobs costs. The same jobs through the same processor, without isolation and with each
// kind of it, in turn in one run: a metadata job, a Word document to PDF with LibreOffice warm, HTML to PDF (a new browser each time), and the start of
// a child process. Writes bench/results/.

import type { RunJob } from '#contract/processor.ts';
import { ISOLATION_WAYS } from '../processor/sandbox/isolation.ts';
import { makeDocx, plainFiles } from '../support/documents/make-docx.ts';
import { makePdf, plainObjects } from '../support/documents/make-pdf.ts';
import { type ProcessorUnderTest, processorUnderTest } from '../support/run/processor-under-test.ts';
import { runToReport, WorkerSide } from '../support/run/worker-side.ts';
import { interleave, median, quantile, round, writeResult } from './measure.ts';
import { BUNDLED_CHILD, bundleProcessor } from '../scripts/bundle-processor.ts';

await bundleProcessor();
const ROUNDS = Number(process.env['ISOLATION_ROUNDS'] ?? 60);
const HTML_ROUNDS = Math.ceil(ROUNDS / 6);
const WARM_UP = 5;
const limits = { processing_ms: 60_000, pages: 100, output_bytes: 10_000_000 };
const convert = { type: 'convert', params: { target_format: 'pdf' } } as const;

interface BenchJob {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly change: Partial<RunJob>;
  readonly rounds: number;
}

const JOBS: Readonly<Record<string, BenchJob>> = {
  metadata: {
    bytes: Buffer.from(makePdf({ objects: plainObjects() })),
    contentType: 'application/pdf',
    change: { type: 'metadata', params: { action: 'remove' } },
    rounds: ROUNDS,
  },
  docx_to_pdf_warm: {
    bytes: Buffer.from(makeDocx(plainFiles())),
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    change: convert,
    rounds: ROUNDS,
  },
  html_to_pdf: { bytes: Buffer.from('<h1>Title</h1><p>text</p>'), contentType: 'text/html', change: convert, rounds: HTML_ROUNDS },
};

const side = await WorkerSide.start();

async function runJob(processor: ProcessorUnderTest, { bytes, contentType, change }: BenchJob): Promise<void> {
  const job = side.job(bytes, { ...change, account_id: 'bench', limits });
  const sources = job.sources.map((source) => ({ ...source, content_type: contentType, filename: 'a' }));
  const report = await runToReport(processor.port, side, { ...job, sources });
  if (report.outcome !== 'succeeded') throw new Error(JSON.stringify(report));
}

const ways = ['none', ...ISOLATION_WAYS] as const;
const processors = Object.fromEntries(
  await Promise.all(
    ways.map(
      async (isolation) => [isolation, await processorUnderTest({ isolation, allowUnisolated: true }, Date.now, BUNDLED_CHILD)] as const,
    ),
  ),
) as Record<(typeof ways)[number], ProcessorUnderTest>;
const figures: Record<string, object> = {};
for (const [name, job] of Object.entries(JOBS)) {
  const contestants = Object.fromEntries(ways.map((way) => [way, () => runJob(processors[way], job)] as const));
  const times = await interleave(contestants, job.rounds, WARM_UP);
  const base = times['none'] ?? [];
  figures[name] = Object.fromEntries(
    ways.map((way) => {
      const own = times[way] ?? [];
      const ratios = own.map((ms, i) => ms / (base[i] ?? Number.NaN));
      return [way, { ms: round(median(own), 1), p95_ms: round(quantile(own, 0.95), 1), ratio: round(median(ratios)) }];
    }),
  );
}
for (const processor of Object.values(processors)) await processor[Symbol.asyncDispose]();
const starts = await interleave(
  Object.fromEntries(
    ways.map((isolation) => [
      isolation,
      async () => (await processorUnderTest({ isolation, allowUnisolated: true }, Date.now, BUNDLED_CHILD))[Symbol.asyncDispose](),
    ]),
  ),
  5,
  1,
);
figures['processor_start_and_stop'] = Object.fromEntries(ways.map((way) => [way, { ms: round(median(starts[way] ?? []), 0) }]));
await side[Symbol.asyncDispose]();
writeResult('isolation', figures);
process.exit(0);
