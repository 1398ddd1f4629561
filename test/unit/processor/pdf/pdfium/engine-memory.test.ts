// A page whose marks need more memory than the engine may have ends the engine's thread, not the job: the process would be over its limit.

import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { onePage } from '../../../../../support/run/edit-pdf.ts';

const ENGINE = new URL('../../../../../processor/pdf/pdfium/pdfium.ts', import.meta.url);
const HEAP_MIB = 100;

/** @returns what the engine's memory has grown to, and how the thread ended: `drawn` when the page was loaded */
async function loadPage(marks: number): Promise<{ readonly ending: string; readonly bytes: number; readonly bytesMax: number }> {
  const bytes = makePdf({ objects: onePage('1 1 m 9 9 l S\n'.repeat(marks)) });
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.engine).then(async ({ loadPdfium, openInPdfium, heapBytes }) => {
      const engine = await loadPdfium();
      const limit = require('node:v8').getHeapStatistics().heap_size_limit;
      const tell = (ending) => parentPort.postMessage({ ending, bytes: heapBytes(engine), bytesMax: limit });
      try {
        const document = openInPdfium(engine, workerData.bytes);
        tell(engine.FPDF_LoadPage(document.handle, 0) === 0 ? 'no page' : 'drawn');
      } catch (error) {
        tell(error.constructor.name);
      }
    });`;
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: 8 };
  const thread = new Worker(code, { eval: true, execArgv: [], workerData: { engine: ENGINE.href, bytes }, resourceLimits });
  try {
    return await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
  } finally {
    await thread.terminate();
  }
}

describe('the memory of the engine', () => {
  it('is enough for a page of many marks', async () => {
    const { ending, bytes, bytesMax } = await loadPage(20_000);
    expect(bytesMax).toBeLessThan(getHeapStatistics().heap_size_limit);
    expect({ ending, isLess: bytes < bytesMax }).toEqual({ ending: 'drawn', isLess: true });
  });

  it('ends before that of the process does', async () => {
    const { ending, bytes, bytesMax } = await loadPage(600_000);
    expect({ ending, isLess: bytes < bytesMax }).toEqual({ ending: 'RuntimeError', isLess: true });
  });
});
