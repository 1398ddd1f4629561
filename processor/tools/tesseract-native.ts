// The program tesseract (5.x): one process and one thread per page, so that a crash, a hang or a page that eats memory ends with that process.
// It reads a file that the caller wrote and answers with text on stdout; it gets only paths, languages and numbers that were checked before.

import { runProgram } from '../sandbox/run-program.ts';
import { SEGMENTATION_MODE, type TesseractAnswer, type TesseractPage } from './tesseract.ts';

export interface NativeTesseract {
  readonly version: string;
  /** Codes as `-l` takes them, `osd` among them where it is installed. */
  readonly languages: readonly string[];
}

const PROBE_MS_MAX = 10_000;
/** A page of 40 megapixels with 200,000 specks had taken 311 MB of addresses when it was stopped after 24 s (November 2026). */
const ADDRESS_BYTES_MAX = 768 * 1024 ** 2;
const OUTPUT_BYTES_MAX = 64 * 1024 ** 2;
/** More threads cost more CPU than they save: 40–53 instead of 3.6 CPU seconds a page on a busy machine. */
const ENVIRONMENT = { OMP_THREAD_LIMIT: '1' };

/** What is installed, or undefined where there is no such program. */
export async function probeNativeTesseract(): Promise<NativeTesseract | undefined> {
  const [about, list] = await Promise.all(
    ['--version', '--list-langs'].map((question) => runProgram('tesseract', [question], { timeMsMax: PROBE_MS_MAX })),
  );
  const version = /tesseract (\S+)/.exec(`${about?.stdout.toString('utf8')}${about?.stderr}`)?.[1];
  if (version === undefined || !list) return undefined;
  const lines = list.stdout.toString('utf8').split('\n').slice(1);
  return { version, languages: lines.map((line) => line.trim()).filter((line) => line !== '') };
}

export interface NativeRun extends TesseractPage {
  /** Absolute path of a PNM file. */
  readonly imagePath: string;
  /** Absolute; the process's working directory. */
  readonly workDir: string;
  readonly timeMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Address space of the process, on Linux. */
  readonly memoryBytesMax?: number | undefined;
}

/** Reads a page: hOCR of the LSTM engine, without orientation. */
export function readWithNativeTesseract(run: NativeRun): Promise<TesseractAnswer> {
  const mode = SEGMENTATION_MODE[run.segmentation ?? 'columns'];
  const settings = ['--oem', '1', '--psm', mode, '--dpi', String(run.dpi), '-c', 'tessedit_create_hocr=1'];
  return runTesseract(run, [run.imagePath, 'stdout', '-l', run.languages.join('+'), ...settings]);
}

/** Detects only the orientation of a page (needs `osd`); too little text for it is `broken`. */
export function orientWithNativeTesseract(run: NativeRun): Promise<TesseractAnswer> {
  return runTesseract(run, [run.imagePath, 'stdout', '-l', 'osd', '--psm', '0', '--dpi', String(run.dpi)]);
}

async function runTesseract(run: NativeRun, args: readonly string[]): Promise<TesseractAnswer> {
  const { workDir, timeMs, signal, memoryBytesMax = ADDRESS_BYTES_MAX } = run;
  const options = { timeMsMax: timeMs, workDir, outputBytesMax: OUTPUT_BYTES_MAX, env: ENVIRONMENT, signal };
  let outcome = await runProgram('prlimit', [`--as=${memoryBytesMax}`, '--core=0', 'tesseract', ...args], options);
  // prlimit belongs to Linux (util-linux); elsewhere only the job's own limit bounds the memory.
  if (outcome.missing) outcome = await runProgram('tesseract', args, options);
  if (outcome.timedOut) return { status: 'timeout' };
  if (outcome.exitCode === 0 && !outcome.tooMuchOutput) return { status: 'read', text: outcome.stdout.toString('utf8') };
  return { status: 'broken', cause: new TesseractFailed(outcome.exitCode, outcome.stderr) };
}

class TesseractFailed extends Error {
  override readonly name = 'TesseractFailed';

  constructor(exitCode: number | null, stderr: string) {
    super(`tesseract ended with ${exitCode ?? 'a signal'}: ${stderr.slice(-500)}`);
  }
}
