// The program qpdf (11.3 or later): rewrites and checks PDF files by path. It preserves stream data and never interprets pages.
// Its exit codes are 0 clean, 3 warnings, 2 errors; an output is only trusted after it was opened again.

import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { PDFRef } from 'pdf-lib';
import { type ByteSource, fileSource, memorySource } from '../pdf/byte-source.ts';
import { runProgram } from '../sandbox/run-program.ts';

const TIME_MS_MAX = 20_000;
const BYTES_PER_MS_MIN = 10_000;
const PIECE_BYTES = 64 * 1024;

export type QpdfVerdict = 'clean' | 'warnings' | 'errors' | 'missing';

/** The version of the qpdf on PATH, or undefined when there is none. */
export async function probeQpdf(): Promise<string | undefined> {
  const run = await runProgram('qpdf', ['--version'], { timeMsMax: TIME_MS_MAX });
  return /qpdf version (\S+)/.exec(run.stdout.toString('latin1'))?.[1];
}

export interface RewriteOptions {
  readonly workDir: string;
  /** `generate` packs objects into object streams (PDF 1.5), `disable` writes them plainly. */
  readonly objectStreams?: 'generate' | 'preserve' | 'disable';
  /** Opens an encrypted file; the result is written without encryption. */
  readonly password?: string;
  /** A new /ID derived from the content, so that the same input gives the same bytes. */
  readonly deterministicId?: boolean;
}

/** Reads a file, repairs it if needed, and rewrites it: live objects only, stream data unchanged. `result` is written unless the verdict is `errors` or `missing`. */
export async function rewritePdfFile(source: string, result: string, options: RewriteOptions): Promise<QpdfVerdict> {
  const { workDir, objectStreams = 'preserve', password, deterministicId = false } = options;
  const args = ['--stream-data=preserve', `--object-streams=${objectStreams}`, '--decrypt'];
  if (deterministicId) args.push('--deterministic-id');
  // The password goes through stdin: a command line is readable by every process of the machine.
  if (password !== undefined) args.push('--password-file=-');
  const run = await runProgram('qpdf', [...args, source, result], {
    timeMsMax: await timeFor(source),
    workDir,
    ...(password === undefined ? {} : { stdin: `${password}\n` }),
  });
  return verdictOf(run);
}

/** As rewritePdfFile, for a document wherever it lies: a file stays one, in `workDir`. Undefined when qpdf is missing, failed, or was stopped. */
export async function rewriteSource(source: ByteSource, options: RewriteOptions): Promise<ByteSource | undefined> {
  const stem = join(options.workDir, `qpdf-${randomUUID()}`);
  const result = `${stem}.pdf`;
  if (source.file) return isWritten(await rewritePdfFile(source.file.path, result, options)) ? fileSource(result) : undefined;
  const copy = `${stem}.in.pdf`;
  try {
    await writeFile(copy, source.read(0, source.size));
    return isWritten(await rewritePdfFile(copy, result, options)) ? memorySource(await readFile(result)) : undefined;
  } finally {
    await Promise.all([rm(copy, { force: true }), rm(result, { force: true })]);
  }
}

export interface Encryption {
  /** Empty: anyone opens the result. */
  readonly userPassword: string;
  readonly ownerPassword: string;
  readonly print: 'none' | 'low' | 'full';
  readonly modify: 'none' | 'assembly' | 'form' | 'annotate' | 'all';
  readonly extract: boolean;
}

/** Writes the file with AES-256, revision 6 of the standard handler (ISO 32000-2 7.6.4). `result` is written unless the verdict is `errors` or `missing`. */
export async function encryptPdfFile(source: string, result: string, encryption: Encryption, workDir: string): Promise<QpdfVerdict> {
  const { userPassword, ownerPassword, print, modify, extract } = encryption;
  const permissions = { print, modify, extract: extract ? 'y' : 'n' };
  const encrypt = { userPassword, ownerPassword, '256bit': permissions };
  // In a file of the job that is gone at once: a command line is readable by every process of the machine, and takes no password that begins
  // with a hyphen.
  const job = join(workDir, `qpdf-${randomUUID()}.json`);
  try {
    await writeFile(job, JSON.stringify({ inputFile: source, outputFile: result, streamData: 'preserve', encrypt }), { mode: 0o600 });
    return verdictOf(await runProgram('qpdf', [`--job-json-file=${job}`], { timeMsMax: await timeFor(source), workDir }));
  } finally {
    await rm(job, { force: true });
  }
}

/** `qpdf --check`: the syntax, the cross-reference and every stream's data, where the time suffices for that. It holds each stream twice, and a picture's samples beside it. */
export async function checkWhole(path: string): Promise<QpdfVerdict> {
  const run = await runProgram('qpdf', ['--check', path], { timeMsMax: await timeFor(path) });
  // Being slow is no error of the file.
  return run.timedOut ? checkStructure(path) : verdictOf(run);
}

/** The syntax, the cross-reference, and where each stream ends; no stream's data. */
export async function checkStructure(path: string): Promise<QpdfVerdict> {
  const args = ['--json=2', '--json-key=qpdf', '--json-stream-data=none', path, '/dev/null'];
  return verdictOf(await runProgram('qpdf', args, { timeMsMax: await timeFor(path) }));
}

/** Whether qpdf reads just these bytes as the data of a stream, as they are stored. */
export async function hasStreamData(path: string, { objectNumber, generationNumber }: PDFRef, data: ByteSource): Promise<boolean> {
  let at = 0;
  // One buffer for all pieces: a new one for each would cost more in collected garbage than the reading does.
  let ours = Buffer.allocUnsafeSlow(PIECE_BYTES);
  const onOutput = (piece: Buffer): boolean => {
    if (piece.length > ours.length) ours = Buffer.allocUnsafeSlow(piece.length);
    const count = data.readInto(ours, at, piece.length);
    at += piece.length;
    return count === piece.length && piece.compare(ours, 0, count) === 0;
  };
  const args = [`--show-object=${objectNumber},${generationNumber}`, '--raw-stream-data', path];
  const { exitCode } = await runProgram('qpdf', args, { timeMsMax: await timeFor(path), onOutput });
  return exitCode !== null && at === data.size;
}

/** Writes the file with its first page first (ISO 32000-1 annex F), stream data unchanged. */
export async function linearizePdf(source: string, result: string, { workDir }: Pick<RewriteOptions, 'workDir'>): Promise<QpdfVerdict> {
  const args = ['--linearize', '--stream-data=preserve', '--object-streams=preserve', '--compression-level=9', source, result];
  return verdictOf(await runProgram('qpdf', args, { timeMsMax: await timeFor(source), workDir }));
}

/** A large file takes longer, on a slow disk that others use too. */
async function timeFor(path: string): Promise<number> {
  return TIME_MS_MAX + (await stat(path)).size / BYTES_PER_MS_MIN;
}

function verdictOf(run: { readonly exitCode: number | null; readonly missing: boolean }): QpdfVerdict {
  if (run.missing) return 'missing';
  if (run.exitCode === 0) return 'clean';
  return run.exitCode === 3 ? 'warnings' : 'errors';
}

export function isWritten(verdict: QpdfVerdict): boolean {
  return verdict === 'clean' || verdict === 'warnings';
}
