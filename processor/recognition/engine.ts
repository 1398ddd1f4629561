// Chooses and opens the engine that reads rasters: the program tesseract where it is installed, the one in WebAssembly otherwise, with the
// same settings. The choice is a setting of the processor (OCR_ENGINE) and is passed in.

import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { OperationSettings } from '../sandbox/child-messages.ts';
import {
  type NativeTesseract,
  orientWithNativeTesseract,
  probeNativeTesseract,
  readWithNativeTesseract,
} from '../tools/tesseract-native.ts';
import { type Segmentation, type TesseractAnswer, encodePnm, isLanguageCode, pnmParts } from '../tools/tesseract.ts';
import { findLanguageData } from '../tools/tesseract-data.ts';
import { LanguageMissing, WasmTesseract } from '../tools/tesseract-wasm.ts';
import { recogniseUpright } from './recognise-upright.ts';
import type { OcrEngine, GreyRaster, RecognisedOutcome } from './recognised.ts';
import { takeTurns } from './turns.ts';

export type OcrEngineChoice = OperationSettings['ocrEngine'];

export interface OcrEngineOptions {
  readonly choice: OcrEngineChoice;
  /** Languages of the pages, for `auto`. */
  readonly languages?: readonly string[];
  /** Absolute; holds rasters for the native engine while they are read. */
  readonly workDir: string;
  /** Pages at a time. Default: one per core, as long as `memoryBytesMax` is enough for each. */
  readonly workers?: number;
  /** Memory for all pages of expected size together while they are read. */
  readonly memoryBytesMax?: number | undefined;
  /** Memory of one native process. */
  readonly processMemoryBytesMax?: number;
}

export interface OcrLanguages {
  readonly engine: OcrEngine['name'];
  readonly version: string;
  /** Codes in alphabetical order, without `osd`. */
  readonly languages: readonly string[];
}

/** The chosen engine is not installed: the setting of this processor is at fault, never a document. */
export class OcrEngineMissing extends Error {
  override readonly name = 'OcrEngineMissing';
}

/** Memory for an A4 page, and for any page: a fixed part and one for each pixel (39 megapixels: native 255 MB, wasm 500; November 2026). */
const MEMORY = {
  native: { worker: 80e6, fixed: 45e6, perPixel: 5.5 },
  wasm: { worker: 160e6, fixed: 45e6, perPixel: 12 },
} as const;
const MEMORY_BYTES_MAX = 512 * 1024 ** 2;
const WASM_VERSION = 'tesseract.js-core 7.0.0';

/** The engine for a job in `wanted` languages, and all that are installed for the choice. @throws OcrEngineMissing */
export async function listOcrLanguages(choice: OcrEngineChoice, wanted: readonly string[] = []): Promise<OcrLanguages> {
  const native = choice === 'wasm' ? undefined : await probeNativeTesseract();
  const data = choice === 'native' ? [] : [...(await findLanguageData()).keys()];
  return chooseOcrEngine(choice, wanted, native, data);
}

/**
 * `auto` takes the native program unless only the other engine has all languages: that one also reads npm packages.
 * @param data codes of the languages that the WebAssembly engine reads
 * @throws OcrEngineMissing
 */
export function chooseOcrEngine(
  choice: OcrEngineChoice,
  wanted: readonly string[],
  native: NativeTesseract | undefined,
  data: readonly string[],
): OcrLanguages {
  if (choice === 'native' && !native) throw new OcrEngineMissing('tesseract is not installed');
  const ofNative = withoutOsd(native?.languages ?? []);
  const ofWasm = withoutOsd(data);
  const needsWasm =
    ofNative.length === 0 || (wanted.some((code) => !ofNative.includes(code)) && wanted.every((code) => ofWasm.includes(code)));
  if (native && (choice === 'native' || (choice === 'auto' && !needsWasm))) {
    return { engine: 'native', version: native.version, languages: withoutOsd([...ofNative, ...ofWasm]) };
  }
  return { engine: 'wasm', version: WASM_VERSION, languages: withoutOsd([...ofNative, ...ofWasm]) };
}

/** @throws OcrEngineMissing, NoWasmSimd */
export async function openOcrEngine(options: OcrEngineOptions): Promise<OcrEngine> {
  const { engine, version, languages } = await listOcrLanguages(options.choice, options.languages);
  const memory = MEMORY[engine];
  const memoryBytesMax = options.memoryBytesMax ?? MEMORY_BYTES_MAX;
  const workers = options.workers ?? Math.max(1, Math.min(availableParallelism(), Math.floor(memoryBytesMax / memory.worker)));
  const turns = takeTurns(workers, memoryBytesMax);
  const reader = engine === 'native' ? nativeReader(options) : await wasmReader(workers);
  return {
    name: engine,
    version,
    workers,
    recognise: async (raster, page): Promise<RecognisedOutcome> => {
      const missing = page.languages.filter((code) => !languages.includes(code));
      if (missing.length > 0 || page.languages.length === 0) return { status: 'error', cause: new LanguageMissing(missing.join(', ')) };
      using _turn = await turns(memory.fixed + memory.perPixel * raster.pixels.length);
      if (page.signal?.aborted) return { status: 'error', cause: page.signal.reason };
      // Awaited: a turn ends when this function returns.
      return await recogniseUpright(
        {
          read: (raster, timeMs, segmentation) => reader.ask('read', { ...page, raster, timeMs, segmentation }),
          orient: (raster, timeMs) => reader.ask('orient', { ...page, raster, timeMs }),
        },
        raster,
        page.timeMs,
        page,
      );
    },
    [Symbol.asyncDispose]: () => reader.close(),
  };
}

interface Question {
  readonly raster: GreyRaster;
  readonly languages: readonly string[];
  readonly timeMs: number;
  readonly signal?: AbortSignal;
  readonly segmentation?: Segmentation | undefined;
}

interface EngineReader {
  readonly ask: (kind: 'read' | 'orient', question: Question) => Promise<TesseractAnswer>;
  readonly close: () => Promise<void>;
}

function nativeReader({ workDir, processMemoryBytesMax }: OcrEngineOptions): EngineReader {
  return {
    ask: async (kind, { raster, languages, timeMs, signal, segmentation }) => {
      // A file, not stdin: tesseract keeps piped input in memory twice, beside the decoded picture.
      const imagePath = join(workDir, `ocr-${randomUUID()}.pnm`);
      try {
        await writeFile(imagePath, pnmParts(raster));
        const page = { languages, dpi: dpiOf(raster), segmentation };
        const run = { ...page, imagePath, workDir, timeMs, signal, memoryBytesMax: processMemoryBytesMax };
        return await (kind === 'read' ? readWithNativeTesseract(run) : orientWithNativeTesseract(run));
      } finally {
        await rm(imagePath, { force: true });
      }
    },
    close: () => Promise.resolve(),
  };
}

async function wasmReader(workers: number): Promise<EngineReader> {
  const threads = await WasmTesseract.open(workers);
  return {
    ask: (kind, { raster, languages, timeMs, signal, segmentation }) => {
      const image = encodePnm(raster);
      return threads[kind]({ image, languages, dpi: dpiOf(raster), segmentation, timeMs, signal });
    },
    close: () => threads[Symbol.asyncDispose](),
  };
}

/** Tesseract takes 70 to 2400 (kMinCredibleResolution, kMaxCredibleResolution). */
function dpiOf(raster: GreyRaster): number {
  return Math.round(Math.min(2400, Math.max(70, raster.dpi)));
}

function withoutOsd(codes: readonly string[]): string[] {
  return [...new Set(codes)].filter((code) => code !== 'osd' && isLanguageCode(code)).toSorted();
}
