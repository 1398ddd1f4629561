// Where nothing can keep jobs apart, converters that follow what a document names do not run, and the customer reads why; and where they do run,
// no program that has read a document of one account reads one of another.

import { describe, expect, test } from 'vitest';
import { ProcessorCapabilities } from '#contract/processor-capabilities.ts';
import type { RunJob } from '#contract/processor.ts';
import { thinned } from '../../support/everything.ts';
import { ISOLATION_WAYS } from '../../processor/sandbox/isolation.ts';
import { textOfPdf } from '../../support/judges/judge-pdf.ts';
import { makeDocx, plainFiles } from '../../support/documents/make-docx.ts';
import { type ProcessorUnderTest, processorUnderTest } from '../../support/run/processor-under-test.ts';
import { hasSoffice } from '../../support/judges/soffice.ts';
import { runToReport, WorkerSide } from '../../support/run/worker-side.ts';
import { BUNDLED_CHILD, bundled } from '../../scripts/bundle-processor.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const limits = { processing_ms: 60_000, pages: 100, output_bytes: 10_000_000 };
const UNTRUSTED = [DOCX, 'application/vnd.oasis.opendocument.text', 'application/rtf', 'text/html'];

function conversionOf(side: WorkerSide, document: string | Buffer, contentType: string, account: string): RunJob {
  const job = side.job(document, { type: 'convert', params: { target_format: 'pdf' }, account_id: account, limits });
  return { ...job, sources: job.sources.map((source) => ({ ...source, content_type: contentType, filename: 'a' })) };
}

async function capabilitiesOf(processor: ProcessorUnderTest): Promise<ProcessorCapabilities> {
  return ProcessorCapabilities.parse(await (await fetch(`http://127.0.0.1:${processor.port}/capabilities`)).json());
}

test('a processor without isolation offers no conversion of office documents, RTF and HTML, refuses those that come, and says so at its start', async () => {
  await using processor = await processorUnderTest({ isolation: 'none', allowUnisolated: false }, Date.now, BUNDLED_CHILD);
  await using side = await WorkerSide.start();
  const capabilities = await capabilitiesOf(processor);
  expect(capabilities.isolation).toBe('none');
  expect(Object.keys(capabilities.convert?.conversions ?? {})).toContain('application/pdf');
  for (const type of UNTRUSTED) expect(Object.keys(capabilities.convert?.conversions ?? {})).not.toContain(type);
  expect(processor.log.find(({ event }) => event === 'not_isolated')).toMatchObject({ level: 'error', converters: 'refused' });
  for (const [type, document] of [
    [DOCX, Buffer.from(makeDocx(plainFiles()))],
    ['application/rtf', '{\\rtf1 text}'],
    ['text/html', '<p>text</p>'],
  ] as const) {
    const report = await runToReport(processor.port, side, conversionOf(side, document, type, 'account'));
    expect(report).toMatchObject({ outcome: 'failed', error: { reason: 'unsupported_feature' } });
  }
});

describe.runIf(hasSoffice && process.platform === 'linux').each(thinned(ISOLATION_WAYS, 2))('with %s', (isolation) => {
  test('office documents and HTML become PDFs as ever, however deep the work root lies', { tags: 'long' }, async () => {
    await using processor = await processorUnderTest({ isolation }, Date.now, BUNDLED_CHILD, 'a-work-root-with-a-long-name-'.repeat(3));
    await using side = await WorkerSide.start();
    expect(Object.keys((await capabilitiesOf(processor)).convert?.conversions ?? {})).toEqual(expect.arrayContaining(UNTRUSTED));
    for (const [type, document] of [
      [DOCX, Buffer.from(makeDocx(plainFiles()))],
      ['text/html', '<p>Hello world</p>'],
    ] as const) {
      const report = await runToReport(processor.port, side, conversionOf(side, document, type, 'account'));
      expect(report, type).toMatchObject({ outcome: 'succeeded' });
      expect(textOfPdf(side.results.get(0)!.bytes)).toContain('Hello world');
    }
  });
});

describe.runIf(hasSoffice)('LibreOffice', () => {
  test('stays warm for one account, and ends before it reads a document of another', async () => {
    await using processor = await processorUnderTest({}, Date.now, bundled('unguarded-child'));
    await using side = await WorkerSide.start();
    const isCold: unknown[] = [];
    for (const account of ['one', 'one', 'one', 'two', 'two', 'two', 'one']) {
      const report = await runToReport(processor.port, side, conversionOf(side, Buffer.from(makeDocx(plainFiles())), DOCX, account));
      isCold.push(report.outcome === 'succeeded' ? report.report['cold'] : report);
    }
    // Of another account never warm; of the same one mostly: on a busy machine it may have been stopped for its age.
    expect([isCold[0], isCold[3], isCold[6]]).toEqual([true, true, true]);
    expect([isCold.slice(1, 3).includes(false), isCold.slice(4, 6).includes(false)]).toEqual([true, true]);
  });
});
