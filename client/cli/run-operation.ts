// An operation over the files that are named: several at a time, each uploaded, run, fetched and reported.

import type { Operation } from '../generated/operations.ts';
import { ApiError, JobFailedError } from '../http/errors.ts';
import type { Pdf } from '../pdf.ts';
import type { JobProgress } from '../resources/jobs.ts';
import type { FilesItem, OperationName } from '../resources/requests.ts';
import type { Result } from '../resources/result.ts';
import { exitCodeOfAll, Interrupted } from './exit-codes.ts';
import { type Input } from './inputs.ts';
import { type Destination, writeResult } from './outputs.ts';
import type { Progress } from './progress.ts';
import { type StateFile, workId } from './state-file.ts';
import { bytes, dim, green, print, red, yellow } from './terminal.ts';

export interface Work {
  readonly pdf: Pdf;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, unknown>>;
  /** Paths of files that the operation reads beside each source. */
  readonly further: readonly string[];
  readonly destination: Destination;
  readonly state: StateFile | undefined;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly deletes: boolean;
  readonly region: string | undefined;
  /** Of standard input. */
  readonly filename: string | undefined;
}

/** One job: the files that it takes. */
export type Unit = readonly Input[];

/** Percents of the whole that the upload is. */
const UPLOAD_PERCENT = 10;
/** That the answer to a job's creation has after an interruption. */
const ANSWER_MS = 5000;

/** @returns the exit code */
export async function runAll(work: Work, units: readonly Unit[], parallel: number): Promise<number> {
  const left = [...units];
  const failures: unknown[] = [];
  const next = async (): Promise<void> => {
    for (let unit = left.shift(); unit !== undefined && !work.signal.aborted; unit = left.shift()) {
      const failure = await runOne(work, unit);
      if (failure !== undefined) failures.push(failure);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, units.length) }, next));
  if (work.signal.aborted) return exitCodeOfAll([new Interrupted()]);
  return exitCodeOfAll(failures);
}

/** @returns the failure, which has been told; undefined when it is done */
export async function runOne(given: Work, unit: Unit): Promise<unknown> {
  // Standard input comes once.
  const work = unit.some(({ path }) => path === undefined) ? { ...given, state: undefined } : given;
  const { operation, params, state, progress, isQuiet } = work;
  const id = workId(operation.type, [params, work.further], unit);
  const name = nameOf(unit);
  const known = state?.get(id);
  if (known?.state === 'done') {
    if (!isQuiet) progress.say(dim(`${name}: done before (${known.outputs.join(', ')})`));
    return undefined;
  }
  const move = progress.begin(name);
  try {
    const { result, outputs } = await fetchResult(work, unit, id, move);
    state?.set(id, { state: 'done', name, job_id: result.job.job_id, outputs });
    progress.end(name, isQuiet ? undefined : doneLine(name, unit, result, outputs), false);
    if (work.isJson) await print(`${JSON.stringify(outcomeOf(unit, result, outputs))}\n`);
    return undefined;
  } catch (failure) {
    if (failure instanceof JobFailedError || failure instanceof ApiError) state?.forget(id);
    if (work.signal.aborted) return new Interrupted();
    progress.end(name, `${red('✗')} ${name}: ${(failure as Error).message}`, true);
    if (work.isJson) await print(`${JSON.stringify({ input: namesOf(unit), status: 'failed', error: errorOf(failure) })}\n`);
    return failure;
  }
}

interface Fetched {
  readonly result: Result<OperationName>;
  readonly outputs: readonly string[];
}

async function fetchResult(work: Work, unit: Unit, id: string, move: (percent: number, words: string) => void): Promise<Fetched> {
  const { pdf, signal, state, destination } = work;
  const [first] = unit;
  const accepted = await acceptJob(work, unit, id, move);
  state?.set(id, { state: 'accepted', name: nameOf(unit), ...accepted });
  const onProgress = (told: JobProgress) => move(UPLOAD_PERCENT + Math.round((told.percent * (100 - UPLOAD_PERCENT)) / 100), wordsOf(told));
  try {
    const result = await pdf.jobs.result<OperationName>(accepted.job_id, { signal, onProgress });
    const input = { ...(first as Input), ...(unit.length > 1 ? { stem: stemOfMany(result) } : {}) };
    const outputs = await writeResult(result, input, destination, signal);
    if (work.deletes) await removeAll(pdf, result);
    return { result, outputs };
  } catch (failure) {
    // What nobody will come back for need not run.
    if (signal.aborted && !state) await pdf.jobs.cancel(accepted.job_id, { maxRetries: 1, timeout: ANSWER_MS }).catch(() => undefined);
    throw failure;
  }
}

/** A job that was accepted before is waited for; one whose answer was lost is asked for by the same key. */
async function acceptJob(
  work: Work,
  unit: Unit,
  id: string,
  move: (percent: number, words: string) => void,
): Promise<{ job_id: string; key: string }> {
  const { pdf, operation, state, signal } = work;
  const known = state?.get(id);
  if (known?.state === 'accepted') {
    const job = await pdf.jobs.get(known.job_id, { signal }).catch(() => undefined);
    if (job && ['queued', 'running', 'succeeded'].includes(job.status)) return known;
  }
  const key = known?.state === 'begun' ? known.key : crypto.randomUUID();
  state?.set(id, { state: 'begun', name: nameOf(unit), key });
  const onUpload = ({ sent, total }: { sent: number; total: number | undefined }) =>
    move(
      Math.round((sent / (total ?? Math.max(sent, 1))) * UPLOAD_PERCENT),
      `uploading ${bytes(sent)}${total === undefined ? '' : ` of ${bytes(total)}`}`,
    );
  const request = await requestOf(work, unit, key, onUpload);
  signal.throwIfAborted();
  // What was sent may have made a job already: only its answer tells which, for it to be cancelled.
  const options = { idempotencyKey: key, signal: laterThan(signal, ANSWER_MS) };
  const { job_id } = await pdf.jobs.create(operation.type as OperationName, request, options);
  return { job_id, key };
}

function laterThan(signal: AbortSignal, ms: number): AbortSignal {
  const later = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => later.abort(signal.reason), ms).unref(), { once: true });
  return later.signal;
}

type OnUpload = (progress: { sent: number; total: number | undefined }) => void;

/** What has a name or a place of its own is uploaded first. */
async function requestOf(work: Work, unit: Unit, key: string, onProgress: OnUpload): Promise<Record<string, unknown>> {
  const { pdf, operation, params, further, region, filename, signal } = work;
  const upload = async (path: string | undefined, part: string): Promise<{ file_id: string }> => {
    const options = { region, signal, onProgress, idempotencyKey: `${key}-${part}`, ...(path === undefined ? { filename } : {}) };
    const { file_id } = await pdf.files.upload(path ?? process.stdin, options);
    return { file_id };
  };
  const sources: FilesItem[] = [];
  for (const [i, { path, pages, fileId }] of unit.entries()) {
    const file = fileId === undefined ? await upload(path, `source-${i}`) : { file_id: fileId };
    sources.push({ ...file, ...(pages === undefined || fileId !== undefined ? {} : { pages }) });
  }
  if (!operation.takesFile) return { ...params, [operation.filesParam ?? 'files']: sources };
  const files: FilesItem[] = [];
  for (const [i, path] of further.entries()) files.push(await upload(path, `file-${i}`));
  return { ...params, ...(sources[0] as object), ...(files.length === 0 ? {} : { [operation.filesParam ?? 'files']: files }) };
}

async function removeAll(pdf: Pdf, { job, files }: Result<OperationName>): Promise<void> {
  for (const fileId of [...files.map(({ file }) => file.file_id), job.file_id]) await pdf.files.delete(fileId).catch(() => undefined);
}

function nameOf(unit: Unit): string {
  const [first] = unit;
  return unit.length > 1 ? `${first?.name} and ${unit.length - 1} more` : (first?.name ?? '');
}

function namesOf(unit: Unit): string | string[] {
  const names = unit.map(({ name }) => name);
  return names.length === 1 ? (names[0] ?? '') : names;
}

function stemOfMany({ first }: Result<OperationName>): string {
  return first.filename.replace(/\.[^.]*$/, '').replace(/-merged$/, '');
}

function wordsOf({ status, stage, pages_done, pages_total, step, steps_total }: JobProgress): string {
  const pages = pages_total === undefined ? '' : ` ${pages_done ?? 0} of ${pages_total} pages`;
  const steps = steps_total === undefined ? '' : `step ${step} of ${steps_total}: `;
  return status === 'queued' ? 'in line' : `${steps}${stage.replaceAll('_', ' ')}${pages}`;
}

function doneLine(name: string, unit: Unit, { files, warnings }: Result<OperationName>, outputs: readonly string[]): string {
  const before = unit.reduce((sum, { size }) => sum + size, 0);
  const after = files.reduce((sum, { size }) => sum + size, 0);
  const sizes = before === 0 ? bytes(after) : `${bytes(before)} → ${bytes(after)}`;
  const where =
    outputs.length === 0 ? '' : ` → ${outputs.length > 3 ? `${outputs.length} files, ${outputs[0]} and on` : outputs.join(', ')}`;
  const told = warnings.map(({ message, page }) => yellow(`\n  ! ${page === undefined ? '' : `page ${page}: `}${message}`));
  return `${green('✓')} ${name}${where} ${dim(`(${sizes})`)}${told.join('')}`;
}

function outcomeOf(unit: Unit, { job, report, warnings }: Result<OperationName>, outputs: readonly string[]): Record<string, unknown> {
  return { input: namesOf(unit), status: job.status, outputs, job_id: job.job_id, report, warnings };
}

function errorOf(failure: unknown): Record<string, unknown> {
  const { message, name } = failure as Error;
  if (failure instanceof JobFailedError)
    return { kind: name, reason: failure.reason, message, job_id: failure.job.job_id, details: failure.details };
  if (failure instanceof ApiError)
    return { kind: name, code: failure.code, message, request_id: failure.requestId, details: failure.details };
  return { kind: name, message };
}
