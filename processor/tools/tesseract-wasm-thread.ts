// The body of one thread of tesseract-wasm.ts: Tesseract compiled to WebAssembly (tesseract.js-core), one page at a time. It reads language
// data from the given paths and nothing else; a trap inside the engine is answered as `broken`, after which the thread is replaced.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { SEGMENTATION_MODE, type Segmentation } from './tesseract.ts';
import type { LanguageData } from './tesseract-data.ts';
import { wasm, type WasmImports, type WasmInstance, type WasmMemory, type WasmModule } from './web-assembly.ts';

export interface ThreadData {
  readonly coreFile: string;
  readonly module: WasmModule;
}

export interface ThreadRequest {
  readonly kind: 'read' | 'orient';
  /** PNM. */
  readonly image: Uint8Array;
  readonly languages: readonly LanguageData[];
  readonly dpi: number;
  readonly segmentation?: Segmentation | undefined;
}

export interface ThreadAnswer {
  /** hOCR, or what the program prints about orientation and script; absent when the page could not be read. */
  readonly text?: string;
  readonly error?: string;
  /** The engine's state can no longer be trusted. */
  readonly broken: boolean;
  readonly heapBytes: number;
}

/** The part of the core's interface that is used here (tesseract.js-core 7, baseapi.h of Tesseract 5). */
interface BaseApi {
  Init(dataPath: null, languages: string, engineMode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetImageFile(exifOrientation: number, radians: number): number;
  Recognize(monitor: null): number;
  GetHOCRText(): string;
  DetectOS(results: OsResults): boolean;
  Clear(): void;
  End(): void;
}
interface OsResults {
  readonly best_result: { readonly orientation_id: number; readonly script_id: number; readonly sconfidence: number };
  readonly unicharset: { get_script_from_script_id(id: number): string };
}
interface Core {
  readonly TessBaseAPI: new () => BaseApi;
  readonly OSResults: new () => OsResults;
  readonly destroy: (object: object) => void;
  readonly FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void };
}
type Instantiate = (imports: WasmImports, done: (instance: WasmInstance) => void) => void;

const ENGINE = { legacy: 0, lstm: 1 } as const;
/** By OSResults' orientation_id. */
const TURNS = [0, 270, 180, 90] as const;

const { coreFile, module } = workerData as ThreadData;
let heap: WasmMemory | undefined;
let core: Promise<Core> | undefined;
let reader: { readonly api: BaseApi; readonly languages: string } | undefined;

parentPort?.on('message', (request: ThreadRequest) => {
  void answer(request).then((reply) => parentPort?.postMessage(reply));
});

async function answer(request: ThreadRequest): Promise<ThreadAnswer> {
  const heapBytes = (): number => heap?.buffer.byteLength ?? 0;
  try {
    core ??= startCore();
    const engine = await core;
    const text = request.kind === 'read' ? readPage(engine, request) : orientPage(engine, request);
    // A page without orientation is normal; one on which the engine gives up may have used up its memory.
    return text === undefined
      ? { error: 'refused', broken: request.kind === 'read', heapBytes: heapBytes() }
      : { text, broken: false, heapBytes: heapBytes() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), broken: true, heapBytes: heapBytes() };
  }
}

function startCore(): Promise<Core> {
  const makeCore = createRequire(import.meta.url)(coreFile) as (options: { instantiateWasm: Instantiate }) => Promise<Core>;
  const instantiateWasm: Instantiate = (imports, done) => {
    const instance = new wasm.Instance(module, imports);
    heap = Object.values(instance.exports).find((value) => value instanceof wasm.Memory);
    done(instance);
  };
  return makeCore({ instantiateWasm });
}

function readPage(engine: Core, { image, languages, dpi, segmentation = 'columns' }: ThreadRequest): string | undefined {
  const wanted = languages.map(({ code }) => code).join('+');
  if (reader?.languages !== wanted) {
    if (reader) endApi(engine, reader.api);
    reader = undefined;
    const api = startApi(engine, languages, ENGINE.lstm);
    reader = { api, languages: wanted };
  }
  const { api } = reader;
  api.SetVariable('tessedit_pageseg_mode', SEGMENTATION_MODE[segmentation]);
  setImage(engine, api, image, dpi);
  try {
    return api.Recognize(null) === 0 ? api.GetHOCRText() : undefined;
  } finally {
    api.Clear();
  }
}

/** Undefined when there is too little text. */
function orientPage(engine: Core, { image, languages, dpi }: ThreadRequest): string | undefined {
  const api = startApi(engine, languages, ENGINE.legacy);
  const results = new engine.OSResults();
  setImage(engine, api, image, dpi);
  const text = api.DetectOS(results) ? describeOrientation(results) : undefined;
  engine.destroy(results);
  endApi(engine, api);
  return text;
}

function describeOrientation({ best_result: best, unicharset }: OsResults): string | undefined {
  const turn = TURNS[best.orientation_id];
  if (turn === undefined) return undefined;
  const script = unicharset.get_script_from_script_id(best.script_id);
  return `Rotate: ${turn}\nScript: ${script}\nScript confidence: ${best.sconfidence.toFixed(2)}\n`;
}

function startApi(engine: Core, languages: readonly LanguageData[], mode: number): BaseApi {
  for (const { code, path } of languages) {
    const file = readFileSync(path);
    engine.FS.writeFile(`./${code}.traineddata`, path.endsWith('.gz') ? gunzipSync(file) : file);
  }
  const api = new engine.TessBaseAPI();
  const status = api.Init(null, languages.map(({ code }) => code).join('+'), mode);
  // Init has read the files; keeping them would waste memory.
  for (const { code } of languages) engine.FS.unlink(`./${code}.traineddata`);
  if (status !== 0) throw new Error('the language data was not accepted');
  api.SetVariable('debug_file', '/dev/null');
  return api;
}

function endApi(engine: Core, api: BaseApi): void {
  api.End();
  engine.destroy(api);
}

function setImage(engine: Core, api: BaseApi, image: Uint8Array, dpi: number): void {
  api.SetVariable('user_defined_dpi', String(dpi));
  engine.FS.writeFile('/input', image);
  const status = api.SetImageFile(1, 0);
  engine.FS.unlink('/input');
  if (status !== 0) throw new Error('the image was not accepted');
}
