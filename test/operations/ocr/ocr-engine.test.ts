// Both engines on scans of known text: what is read, how a page that lies wrong is turned, and that no page, crash, hang or shortage of memory
// does more than end that page.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thinned } from '../../../support/everything.ts';
import { scoreText } from '../../../support/judges/quality/ocr-score.ts';
import { listOcrLanguages, openOcrEngine, type OcrEngineOptions } from '../../../processor/recognition/engine.ts';
import { recognisePages } from '../../../processor/recognition/recognise-pages.ts';
import type { OcrEngine, GreyRaster, RecognisedOutcome, RecognisedPage } from '../../../processor/recognition/recognised.ts';
import { turnRaster } from '../../../processor/recognition/turn-raster.ts';
import { probeNativeTesseract } from '../../../processor/tools/tesseract-native.ts';
import { findLanguageData } from '../../../processor/tools/tesseract-data.ts';
import { WasmTesseract } from '../../../processor/tools/tesseract-wasm.ts';
import { encodePnm } from '../../../processor/tools/tesseract.ts';
import { readProgramPid } from '../../support/children/engine-processes.ts';
import { makeScan, type ScanOptions, TEXTS } from '../../../support/documents/make-scan.ts';
import { isPresent } from '../../../support/judges/present.ts';
import { onBusyMachine } from '../../support/busy-machine.ts';

const native = await probeNativeTesseract();
isPresent('tesseract', native !== undefined);
const workDir = mkdtempSync(join(tmpdir(), 'ocr-engine-'));
afterAll(() => rmSync(workDir, { recursive: true }));

const open = (choice: 'native' | 'wasm', options: Partial<OcrEngineOptions> = {}): Promise<OcrEngine> =>
  openOcrEngine({ choice, workDir, workers: 2, ...options });

const english = (options: Partial<ScanOptions> = {}): Promise<GreyRaster> => makeScan({ columns: [TEXTS.eng.text], ...options });
const SENTENCE = TEXTS.eng.text.slice(0, 330);
/** For tests in which it does not matter what is read. */
const short = english({ columns: ['Forty vans are on the road to markets in the hills'], heightPoints: 80 });
const read = (engine: OcrEngine, raster: GreyRaster, languages = ['eng'], timeMs = 60_000): Promise<RecognisedOutcome> =>
  engine.recognise(raster, { languages, timeMs });

function pageOf(outcome: RecognisedOutcome): RecognisedPage {
  if (!('page' in outcome)) throw new Error(`the page is ${outcome.status}`, { cause: outcome.cause });
  return outcome.page;
}
const textOf = (page: RecognisedPage): string => page.lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n');
const missedOf = (outcome: RecognisedOutcome, truth: string = TEXTS.eng.text): number =>
  scoreText(truth, textOf(pageOf(outcome))).missedWords;

/** What is done to a page before it is read is the same for both engines: of the second, less is tried every day. */
const sample = <T>(choice: 'native' | 'wasm', cases: readonly T[]): readonly T[] => thinned(cases, choice === 'native' ? 3 : 6);

const KINDS = [
  ['clean', {}, 0.01],
  ['skewed by 2°', { skewDegrees: 2 }, 0.02],
  ['at 150 dpi', { dpi: 150 }, 0.02],
  ['speckled', { speckle: 0.01, sizePoints: 12 }, 0.03],
  ['bilevel', { bilevel: true }, 0.01],
  ['white on black', { inverted: true }, 0.02],
] as const;

describe.each(native ? thinned(['native', 'wasm'] as const, 2) : (['wasm'] as const))('the %s engine', (choice) => {
  const unavailable = choice === 'native' && !native;
  let engine: OcrEngine;
  beforeAll(async () => {
    if (!unavailable) engine = await open(choice);
  });
  afterAll(() => engine?.[Symbol.asyncDispose]());

  test.skipIf(unavailable)('says what it is and which languages it has', async () => {
    const found = await listOcrLanguages(choice);
    expect(found).toMatchObject({ engine: choice, version: engine.version });
    expect(found.languages).toContain('eng');
    expect(found.languages).not.toContain('osd');
  });

  test.skipIf(unavailable)('has no more pages in hand than workers', async () => {
    await using alone = await open(choice, { workers: 1 });
    const raster = await short;
    const start = performance.now();
    const pages = (await Promise.all([1, 2, 3].map(() => read(alone, raster)))).map(pageOf);
    // One after the other: their times add up to no more than the whole.
    expect(pages.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThanOrEqual(performance.now() - start + 5);
  });

  test.skipIf(unavailable).each(sample(choice, KINDS))('reads a page that is %s', async (_, options, missedMax) => {
    const outcome = await read(engine, await english(options));
    expect(outcome.status).toBe('ocr');
    expect(missedOf(outcome)).toBeLessThanOrEqual(missedMax);
    expect(pageOf(outcome).confidence).toBeGreaterThan(80);
  });

  test.skipIf(unavailable)(
    'reads columns one after the other, with boxes inside the page and baselines inside the lines',
    { tags: 'long' },
    async () => {
      const words = TEXTS.eng.text.split(' ');
      const columns = [words.slice(0, 50).join(' '), words.slice(50).join(' ')];
      const page = pageOf(await read(engine, await english({ columns, sizePoints: 10 })));
      expect(scoreText(TEXTS.eng.text, textOf(page)).wordError).toBeLessThan(0.03);
      expect(page.lines.every(({ isRightToLeft }) => !isRightToLeft)).toBe(true);
      for (const { box, baseline, words } of page.lines) {
        expect(baseline.y0).toBeGreaterThan(box.top);
        expect(baseline.y1).toBeLessThanOrEqual(box.bottom + 2);
        for (const word of words) {
          expect(word.box.left).toBeGreaterThanOrEqual(0);
          expect(word.box.right).toBeLessThanOrEqual(page.widthPx);
          expect(word.box.right).toBeGreaterThan(word.box.left);
          expect(word.confidence).toBeLessThanOrEqual(100);
        }
      }
    },
  );

  const sentence = english({ columns: [SENTENCE], heightPoints: 200 });
  let missedUpright: Promise<number> | undefined;
  test.skipIf(unavailable).each(sample(choice, [90, 180, 270] as const))(
    'turns a page that lies by %i degrees upright before it reads it',
    async (turn) => {
      const upright = await sentence;
      const outcome = await read(engine, turnRaster(upright, turn));
      const page = pageOf(outcome);
      expect(page).toMatchObject({ rotation: 360 - turn, widthPx: upright.width, heightPx: upright.height });
      missedUpright ??= read(engine, upright).then((straight) => missedOf(straight, SENTENCE));
      expect(missedOf(outcome, SENTENCE)).toBeLessThanOrEqual((await missedUpright) + 0.01);
    },
  );

  test.skipIf(unavailable)('finds nothing on a blank page and says so', async () => {
    const blank: GreyRaster = { pixels: new Uint8Array(1240 * 1754).fill(255), width: 1240, height: 1754, channels: 1, dpi: 150 };
    expect(await read(engine, blank)).toMatchObject({ status: 'blank', page: { lines: [], confidence: undefined, rotation: 0 } });
  });

  test.skipIf(unavailable)('reads a page of noise without an error and without confidence', { tags: 'long' }, async () => {
    const outcome = await read(engine, await makeScan({ columns: ['.'], dpi: 100, speckle: 0.5 }));
    expect(['ocr', 'blank']).toContain(outcome.status);
    if (outcome.status === 'ocr') expect(pageOf(outcome).confidence).toBeLessThan(60);
  });

  test.skipIf(unavailable || !hasLanguage('ara'))('reads Arabic in logical order, right to left', async () => {
    const raster = await makeScan({ columns: [TEXTS.ara.text], face: TEXTS.ara.face, sizePoints: 14, heightPoints: 160 });
    const outcome = await read(engine, raster, ['ara']);
    expect(pageOf(outcome).lines.every(({ isRightToLeft }) => isRightToLeft)).toBe(true);
    expect(scoreText(TEXTS.ara.text, textOf(pageOf(outcome))).wordError).toBeLessThan(0.25);
  });

  test.skipIf(unavailable || !hasLanguage('jpn') || !TEXTS.jpn.face)('reads Japanese', async () => {
    const face = TEXTS.jpn.face ?? TEXTS.eng.face;
    const outcome = await read(engine, await makeScan({ columns: [TEXTS.jpn.text], face, sizePoints: 14, heightPoints: 160 }), ['jpn']);
    expect(scoreText(TEXTS.jpn.text, textOf(pageOf(outcome))).characterError).toBeLessThan(0.1);
  });

  test.skipIf(unavailable || !hasLanguage('deu'))('reads two languages on one page', async () => {
    const truth = `${TEXTS.deu.text} ${TEXTS.eng.text.slice(0, 200)}`;
    expect(missedOf(await read(engine, await makeScan({ columns: [truth] }), ['deu', 'eng']), truth)).toBeLessThan(0.05);
  });

  test.skipIf(unavailable).each([['tlh'], ['../../etc/passwd'], ['eng;reboot'], ['osd'], ['']])(
    'answers the language %j, which is not installed, with an error and stays usable',
    async (language) => {
      const raster = await short;
      expect(await read(engine, raster, [language])).toMatchObject({ status: 'error', cause: { name: 'LanguageMissing' } });
      expect((await read(engine, raster)).status).toBe('ocr');
    },
  );

  test.skipIf(unavailable)('ends a page at its time limit, and reads the next one', async () => {
    const raster = await english();
    const started = performance.now();
    expect(await read(engine, raster, ['eng'], 60)).toMatchObject({ status: 'timeout' });
    expect(performance.now() - started).toBeLessThan(onBusyMachine(1000));
    expect((await read(engine, await short)).status).toBe('ocr');
  });

  test.skipIf(unavailable)('ends a page that is cancelled at once', async () => {
    const cancel = new AbortController();
    const raster = await english();
    const reading = engine.recognise(raster, { languages: ['eng'], timeMs: 60_000, signal: cancel.signal });
    const waiting = engine.recognise(raster, { languages: ['eng'], timeMs: 60_000, signal: AbortSignal.abort() });
    cancel.abort();
    const started = performance.now();
    expect((await reading).status).toBe('error');
    expect((await waiting).status).toBe('error');
    expect(performance.now() - started).toBeLessThan(onBusyMachine(1000));
  });

  test.skipIf(unavailable)('leaves nothing in the work directory', () => {
    expect(readdirSync(workDir)).toEqual([]);
  });

  test.skipIf(unavailable)('reads many pages in their order, whatever the order of work, and tells of each', async () => {
    const texts = ['First page', 'Second page', 'Third page', 'Fourth page', 'Fifth page', 'Sixth page'];
    const progress: number[] = [];
    let [alive, aliveMax] = [0, 0];
    const pages = texts.map((text, pageIndex) => ({
      pageIndex,
      weight: pageIndex === 3 ? 100 : pageIndex,
      raster: async () => {
        if (pageIndex === 4) throw new Error('this page has no raster');
        aliveMax = Math.max(aliveMax, ++alive);
        return { ...(await makeScan({ columns: [text], dpi: 150, heightPoints: 80 })), note: text };
      },
    }));
    const found: (string | undefined)[] = [];
    const onProgress = (done: number): void => {
      progress.push(done);
      alive--;
    };
    for await (const { pageIndex, outcome, raster } of recognisePages(engine, pages, {
      languages: ['eng'],
      pageTimeMs: 60_000,
      onProgress,
    })) {
      found.push('page' in outcome ? textOf(outcome.page) : outcome.status);
      expect(raster?.note).toBe(pageIndex === 4 ? undefined : texts[pageIndex]);
    }
    expect(found).toEqual(texts.map((text, index) => (index === 4 ? 'error' : text)));
    expect(progress).toEqual([1, 2, 3, 4, 5, 6]);
    expect(aliveMax).toBeLessThanOrEqual(engine.workers * 2);
  });

  test.skipIf(unavailable)('stops the pages that are under way when nobody wants them any more', async () => {
    const raster = await english();
    const pages = Array.from({ length: 8 }, (_, pageIndex) => ({ pageIndex, weight: 0, raster: () => Promise.resolve(raster) }));
    const cancel = new AbortController();
    const started = performance.now();
    const reading = recognisePages(engine, pages, { languages: ['eng'], pageTimeMs: 60_000, signal: cancel.signal });
    const first = reading.next();
    cancel.abort(new Error('cancelled'));
    await expect(first).rejects.toThrow('cancelled');
    expect(performance.now() - started).toBeLessThan(onBusyMachine(1000));
  });
});

describe('the native engine', () => {
  test.skipIf(!native)('survives a crash of the program: that page is an error, the next one is read', async () => {
    await using engine = await open('native');
    const raster = await english();
    const reading = read(engine, raster);
    process.kill(await readProgramPid('tesseract'), 'SIGSEGV');
    expect((await reading).status).toBe('error');
    expect((await read(engine, await short)).status).toBe('ocr');
  });

  test.skipIf(!native || process.platform !== 'linux')('survives a page for which there is not enough memory', async () => {
    await using engine = await open('native', { processMemoryBytesMax: 90 * 1024 ** 2 });
    expect((await read(engine, await english())).status).toBe('error');
    expect(readdirSync(workDir)).toEqual([]);
  });

  test.skipIf(!native)('agrees with the other engine on the same raster within half a point of word error', { tags: 'long' }, async () => {
    await using one = await open('native');
    await using two = await open('wasm');
    const texts: string[][] = [];
    for (const options of [{}, { skewDegrees: 1 }, { dpi: 200, speckle: 0.005 }]) {
      const raster = await english(options);
      texts.push((await Promise.all([one, two].map((engine) => read(engine, raster)))).map((outcome) => textOf(pageOf(outcome))));
    }
    const [inNative = '', inWasm = ''] = [0, 1].map((index) => texts.map((pair) => pair[index]).join('\n'));
    expect(scoreText(inNative, inWasm).wordError).toBeLessThanOrEqual(0.005);
  });
});

describe('the threads of the wasm engine', () => {
  const image = async (): Promise<Uint8Array> => {
    return encodePnm(await makeScan({ columns: ['Hello harbour'], dpi: 150, heightPoints: 80 }));
  };

  test(
    'answers broken for language data that cannot be read and for a picture that is none, and replaces the thread',
    { tags: 'long' },
    async () => {
      const languages = new Map([...(await findLanguageData()), ['xxx', { code: 'xxx', path: '/nowhere/xxx.traineddata' }]]);
      await using threads = await WasmTesseract.open(1, { languages });
      const run = { dpi: 150, timeMs: 20_000 };
      expect(await threads.read({ ...run, image: await image(), languages: ['xxx'] })).toMatchObject({ status: 'broken' });
      expect(await threads.read({ ...run, image: Buffer.from('P5\n60000 60000\n255\n'), languages: ['eng'] })).toMatchObject({
        status: 'broken',
      });
      expect(threads.threadsStarted).toBe(3);
      expect(await threads.read({ ...run, image: await image(), languages: ['eng'] })).toMatchObject({
        status: 'read',
        text: expect.stringContaining('harbour'),
      });
    },
  );

  test('never hangs for a language that is not there', async () => {
    await using threads = await WasmTesseract.open(1);
    const answer = await threads.read({ image: await image(), languages: ['eng', 'tlh'], dpi: 150, timeMs: 20_000 });
    expect(answer).toMatchObject({ status: 'broken', cause: { name: 'LanguageMissing' } });
  });

  test('reads from the npm data where Debian has none', async () => {
    const languages = await findLanguageData('/nowhere');
    expect(languages.get('eng')?.path).toMatch(/node_modules.*best_int/);
    await using threads = await WasmTesseract.open(1, { languages });
    const answer = await threads.read({ image: await image(), languages: ['eng'], dpi: 150, timeMs: 20_000 });
    expect(answer).toMatchObject({ status: 'read', text: expect.stringContaining('harbour') });
  });

  test('answers pages under way when it is closed', async () => {
    const threads = await WasmTesseract.open(1);
    const reading = threads.read({ image: await image(), languages: ['eng'], dpi: 150, timeMs: 60_000 });
    await threads[Symbol.asyncDispose]();
    expect(['broken', 'read']).toContain((await reading).status);
  });
});

function hasLanguage(code: string): boolean {
  return native?.languages.includes(code) ?? false;
}
