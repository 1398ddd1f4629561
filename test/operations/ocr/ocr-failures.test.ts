// What breaks while pages are read: threads and programs that die, memory and time that run out, data that are damaged. Each costs the page
// that it happened to and no other, every page is accounted for, and the process lives on.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Progress } from '#contract/processor.ts';
import { openOcrEngine } from '../../../processor/recognition/engine.ts';
import { takeTurns } from '../../../processor/recognition/turns.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { readProcessTable, startedBy } from '../../../processor/sandbox/process-group.ts';
import { findLanguageData } from '../../../processor/tools/tesseract-data.ts';
import { probeNativeTesseract } from '../../../processor/tools/tesseract-native.ts';
import { WasmTesseract } from '../../../processor/tools/tesseract-wasm.ts';
import { encodePnm } from '../../../processor/tools/tesseract.ts';
import { nameOf, readProgramPid } from '../../support/children/engine-processes.ts';
import { expectFailure } from '../../support/expect-failure.ts';
import { makeScan, makeScanPdf, type ScanPage, TEXTS } from '../../../support/documents/make-scan.ts';
import { isPresent } from '../../../support/judges/present.ts';
import { runOcr } from '../../../support/run/run-ocr.ts';

const native = await probeNativeTesseract();
isPresent('tesseract', native !== undefined);
const folder = mkdtempSync(join(tmpdir(), 'ocr-failures-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await endPdfium();
});

let page: ScanPage;
let fourPages: Uint8Array;
beforeAll(async () => {
  page = { raster: await makeScan({ columns: [TEXTS.eng.text] }), coding: 'grey' };
  fourPages = await makeScanPdf([page, page, page, page]);
});

const image = async (text = 'Hello harbour'): Promise<Uint8Array> => {
  return encodePnm(await makeScan({ columns: [text], dpi: 150, heightPoints: 80 }));
};
const RUN = { languages: ['eng'], dpi: 150, timeMs: 20_000 } as const;

/** What `work` starts as threads of this process. */
async function threadsOf<T>(work: (threads: Worker[]) => Promise<T>): Promise<T> {
  const threads: Worker[] = [];
  const onWorker = (thread: Worker): void => void threads.push(thread);
  process.on('worker', onWorker);
  try {
    return await work(threads);
  } finally {
    process.off('worker', onWorker);
  }
}

/** Fulfils when the thread has been at work on its first page for a while. */
async function busy(thread: Worker, timeMs: number): Promise<void> {
  while (thread.performance.eventLoopUtilization().active < timeMs) await new Promise((resolve) => setImmediate(resolve));
}

describe('a thread of the wasm engine', () => {
  test('that dies in mid-page costs that page only, and the job tells of every page', { tags: 'long' }, async () => {
    const { report, warnings } = await threadsOf(async (threads) => {
      let killed: Promise<void> | undefined;
      const kill = async (): Promise<void> => {
        const before = threads.length;
        while (threads.length === before) await new Promise((resolve) => setImmediate(resolve));
        const thread = threads[before];
        if (thread) await busy(thread, 150);
        await thread?.terminate();
      };
      const onProgress = ({ stage }: Progress): void => {
        if (stage === 'recognising') killed ??= kill();
      };
      const run = await runOcr(fourPages, {}, { engine: 'wasm', onProgress });
      await killed;
      return run;
    });
    expect(report.totals).toMatchObject({ pages: 4, ocr: 3, error: 1 });
    expect(report.pages.map((row) => row.page)).toEqual([1, 2, 3, 4]);
    const lost = report.pages.find(({ status }) => status === 'error')?.page;
    expect(report.pages_without_text).toBe(String(lost));
    expect(warnings).toMatchObject([{ code: 'page_not_read', page: lost }]);
  });

  test('that dies between two pages is replaced, and no page notices', async () => {
    await threadsOf(async (threads) => {
      await using engine = await WasmTesseract.open(1);
      expect(await engine.read({ ...RUN, image: await image() })).toMatchObject({ status: 'read' });
      await threads[0]?.terminate();
      expect(await engine.read({ ...RUN, image: await image() })).toMatchObject({
        status: 'read',
        text: expect.stringContaining('harbour'),
      });
    });
  });

  test('for whose page there is not enough memory answers broken, and its successor reads the next page', async () => {
    await using engine = await WasmTesseract.open(1, { memoryBytesMax: 64 * 1024 ** 2 });
    const large = encodePnm({ pixels: new Uint8Array(36_000_000).fill(200), width: 6000, height: 6000, channels: 1 });
    expect(await engine.read({ ...RUN, image: large })).toMatchObject({ status: 'broken' });
    expect(engine.threadsStarted).toBe(2);
    expect(await engine.read({ ...RUN, image: await image() })).toMatchObject({ status: 'read' });
  });

  test('is replaced after so many pages as it may read', { tags: 'long' }, async () => {
    await using engine = await WasmTesseract.open(1, { pagesPerThreadMax: 2 });
    const started: number[] = [];
    for (const text of ['one harbour', 'two harbours', 'three harbours', 'four harbours', 'five harbours']) {
      expect(await engine.read({ ...RUN, image: await image(text) })).toMatchObject({ status: 'read' });
      started.push(engine.threadsStarted);
    }
    expect(started).toEqual([1, 2, 2, 3, 3]);
  });

  test('answers broken for language data that are damaged or cut off, and reads on with whole ones', { tags: 'long' }, async () => {
    const whole = await findLanguageData('/nowhere');
    const bytes = readFileSync(whole.get('eng')?.path ?? '');
    const paths = { nothing: Buffer.alloc(0), garbage: Buffer.from('no data at all'), cut: bytes.subarray(0, 4096) };
    const damaged = Object.entries(paths).map(([code, data]) => {
      const path = join(folder, `${code}.traineddata${code === 'cut' ? '.gz' : ''}`);
      writeFileSync(path, data);
      return [code, { code, path }] as const;
    });
    await using engine = await WasmTesseract.open(1, { languages: new Map([...whole, ...damaged]) });
    for (const code of Object.keys(paths)) {
      expect(await engine.read({ ...RUN, languages: [code], image: await image() }), code).toMatchObject({ status: 'broken' });
    }
    expect(await engine.read({ ...RUN, image: await image() })).toMatchObject({ status: 'read' });
  });

  test('reads a page that lies wrong as it lies where the data for orientation are missing', async () => {
    const languages = new Map([...(await findLanguageData())].filter(([code]) => code !== 'osd'));
    await using engine = await WasmTesseract.open(1, { languages });
    expect(await engine.orient({ ...RUN, image: await image() })).toMatchObject({ status: 'broken', cause: { name: 'LanguageMissing' } });
  });
});

describe.skipIf(!native)('the program tesseract', () => {
  test('that is killed in mid-page costs that page only, and the job tells of every page', async () => {
    let killed: Promise<void> | undefined;
    const kill = async (): Promise<void> => void process.kill(await readProgramPid('tesseract', 100), 'SIGKILL');
    const onProgress = ({ stage }: Progress): void => {
      if (stage === 'recognising') killed ??= kill();
    };
    const { report } = await runOcr(fourPages, {}, { engine: 'native', onProgress });
    await killed;
    expect(report.totals).toMatchObject({ pages: 4, ocr: 3, error: 1 });
    expect(report.pages.map((row) => row.page)).toEqual([1, 2, 3, 4]);
    expect([...startedBy(readProcessTable(), process.pid)].map(nameOf)).not.toContain('tesseract');
  });
});

describe.each(['native', 'wasm'] as const)('a job with the %s engine', (engine) => {
  test.skipIf(engine === 'native' && !native)('goes on when a page runs out of time, and says which', { tags: 'long' }, async () => {
    // Specks take many times as long as letters.
    const slow = await makeScan({ columns: ['.'], widthPoints: 595, heightPoints: 842, dpi: 300, speckle: 0.5, bilevel: true });
    const short = { raster: await makeScan({ columns: ['Hello harbour'], heightPoints: 60 }), coding: 'grey' } as const;
    const pdf = await makeScanPdf([short, { raster: slow, coding: 'bilevel' }, short]);
    // A third of the job's time is a page's.
    const { report, warnings } = await runOcr(pdf, {}, { engine, limits: { processing_ms: 4500 } });
    expect(report.pages.map(({ status }) => status)).toEqual(['ocr', 'timeout', 'ocr']);
    expect(report.pages_without_text).toBe('2');
    expect(warnings).toMatchObject([{ code: 'page_timeout', page: 2 }]);
  });

  test.skipIf(engine === 'native' && !native)('fails when no page could be read in time', async () => {
    await expectFailure('timeout', () => runOcr(fourPages, {}, { engine, limits: { processing_ms: 90 } }));
  });
});

describe('memory', () => {
  test('is shared out by the size of pages: what is larger than all has its turn alone', async () => {
    const turns = takeTurns(3, 100);
    const order: string[] = [];
    const take = async (name: string, weight: number): Promise<Disposable> => {
      const turn = await turns(weight);
      order.push(name);
      return turn;
    };
    const [first, second] = [await take('first', 60), await take('second', 40)];
    const third = take('third', 500);
    const fourth = take('fourth', 10);
    first[Symbol.dispose]();
    await Promise.resolve();
    expect(order).toEqual(['first', 'second']);
    second[Symbol.dispose]();
    const large = await third;
    expect(order).toEqual(['first', 'second', 'third']);
    large[Symbol.dispose]();
    await fourth;
    expect(order).toEqual(['first', 'second', 'third', 'fourth']);
  });

  test('bounds the number of pages that are read at a time', async () => {
    await using small = await openOcrEngine({ choice: 'wasm', workDir: folder, memoryBytesMax: 1 });
    expect(small.workers).toBe(1);
  });
});
