// The work of a job, its sources being there: one operation, or those of a pipeline one after the other, each in a directory of its own below
// the job's. What one step has made is moved to the next and never leaves the job's directory; a child process that a document has taken over
// can hand on nothing but plain files of its own step.

import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type OperationParams, OPERATIONS } from '#contract/operations.ts';
import { PIPELINE_FILES_MAX } from '#contract/params/pipeline-params.ts';
import type { JobLimits, Progress, RunJob, Warning } from '#contract/processor.ts';
import { limitsOf } from '#contract/source-limits.ts';
import { rowOf, type Step } from '#contract/steps.ts';
import { addDetails, JobFailure } from './failure.ts';
import { extensionOf } from './fetch-sources.ts';
import type { SourceFile } from './operations/operation.ts';
import type { ChildTask, TaskResult } from './sandbox/child-messages.ts';
import type { TaskControl } from './sandbox/job-process.ts';
import { hashInside } from './send-results.ts';

type Sources = readonly [SourceFile, ...SourceFile[]];

export interface StepRun {
  readonly run: (task: ChildTask, control: TaskControl) => Promise<TaskResult>;
  /** What all steps have in common. */
  readonly task: Omit<ChildTask, 'type' | 'params'>;
  readonly control: Omit<TaskControl, 'timeMs'>;
  readonly timeLeftMs: () => number;
}

/** @param params of the job, checked. @throws JobFailure; of a pipeline with `failed_step` in its details */
export async function runSteps(run: StepRun, job: RunJob, params: Record<string, unknown>): Promise<TaskResult> {
  if (job.type !== 'pipeline') return run.run({ ...run.task, type: job.type, params }, { ...run.control, timeMs: run.timeLeftMs() });
  const { files, steps } = params as OperationParams<'pipeline'>;
  const named = new Map(job.sources.map(({ file_id }, i) => [file_id, run.task.sources[i]]));
  const pipeline = new Pipeline(run, steps, named);
  return pipeline.runAll(run.task.sources.slice(0, files.length));
}

interface StepEvidence {
  readonly operation: string;
  readonly files: { readonly sources: readonly string[]; readonly results: readonly string[]; readonly report: Record<string, unknown> }[];
}

class Pipeline {
  readonly #run: StepRun;
  readonly #steps: readonly Step[];
  /** The job's files by their identifiers: what a step's own parameters name. */
  readonly #named: ReadonlyMap<string, SourceFile | undefined>;
  readonly #evidence: StepEvidence[] = [];
  /** Classes of records that the documents are known to be; each step knows what the steps before it have found. */
  readonly #records: Set<string>;
  #pages = 0;

  constructor(run: StepRun, steps: readonly Step[], named: ReadonlyMap<string, SourceFile | undefined>) {
    this.#run = run;
    this.#steps = steps;
    this.#named = named;
    this.#records = new Set(run.task.limits.source_records);
  }

  async runAll(sources: readonly SourceFile[]): Promise<TaskResult> {
    let files = sources;
    for (const at of this.#steps.keys()) files = await this.#runStep(at, files);
    const report = { steps: shorten(this.#evidence), ...(this.#records.size > 0 && { records: [...this.#records] }) };
    return { files: files.map(({ path, filename, contentType }) => ({ path, filename, contentType })), report, pages: this.#pages };
  }

  /** @returns what the step has made, in the order of its sources */
  async #runStep(at: number, sources: readonly SourceFile[]): Promise<readonly SourceFile[]> {
    const step = this.#steps[at] as Step;
    const groups = rowOf(step).furtherSources?.withFirst ? [sources] : sources.map((source) => [source]);
    const evidence: StepEvidence = { operation: step.operation, files: [] };
    this.#evidence.push(evidence);
    const made: SourceFile[] = [];
    for (const [i, group] of groups.entries()) {
      try {
        const { results, report } = await this.#runOn(step, group as unknown as Sources, { at, i, of: groups.length });
        made.push(...results);
        evidence.files.push({ sources: namesOf(group), results: namesOf(results), report });
        this.#checkMade(made);
      } catch (error) {
        if (!(error instanceof JobFailure)) throw error;
        const file = groups.length > 1 ? { file: i + 1, filename: group[0]?.filename } : {};
        throw addDetails(error, { failed_step: at + 1, operation: step.operation, ...file });
      }
    }
    await rm(join(this.#run.task.workDir, `step-${at}`), { recursive: true, force: true });
    return made;
  }

  async #runOn(
    step: Step,
    group: Sources,
    place: { readonly at: number; readonly i: number; readonly of: number },
  ): Promise<{ results: SourceFile[]; report: Record<string, unknown> }> {
    for (const source of group) this.#checkSource(step, source);
    const workDir = join(this.#run.task.workDir, `step-${place.at + 1}`, String(place.i + 1));
    await mkdir(workDir, { recursive: true, mode: 0o700 });
    const sources = await this.#bring(step, group, workDir);
    const task = { ...this.#run.task, type: step.operation, params: paramsOf(step), sources, workDir, limits: this.#limitsOf(step) };
    const result = await this.#run.run(task, this.#controlOf(step, place));
    this.#pages += result.pages ?? 0;
    const { records } = result.report;
    if (Array.isArray(records)) for (const record of records) this.#records.add(String(record));
    const results: SourceFile[] = [];
    for (const file of result.files) results.push({ ...file, ...(await hashInside(workDir, file.path)) });
    return { results, report: result.report };
  }

  /** Moves the sources into the directory of their step, and copies what its parameters name. */
  async #bring(step: Step, group: Sources, workDir: string): Promise<Sources> {
    const { furtherSources } = rowOf(step);
    const listed = furtherSources && !furtherSources.withFirst ? step.params[furtherSources.param] : undefined;
    const further = Array.isArray(listed) ? (listed as { file_id: string }[]).map(({ file_id }) => this.#named.get(file_id)) : [];
    const brought: SourceFile[] = [];
    for (const source of [...group, ...further]) {
      if (!source) throw new JobFailure('internal');
      const path = join(workDir, `source-${brought.length}${extensionOf(source.contentType)}`);
      await (brought.length < group.length ? rename(source.path, path) : copyFile(source.path, path));
      brought.push({ ...source, path });
    }
    return brought as unknown as Sources;
  }

  #controlOf(step: Step, { at, i, of }: { readonly at: number; readonly i: number; readonly of: number }): TaskControl {
    const { control, timeLeftMs } = this.#run;
    const total = this.#steps.length;
    return {
      ...control,
      timeMs: Math.min(rowOf(step).processingMsMax, timeLeftMs()),
      onProgress: (progress: Progress) => {
        const percent = Math.floor(((at + (i + progress.percent / 100) / of) / total) * 100);
        control.onProgress({ ...progress, percent, step: at + 1, steps_total: total });
      },
      onWarning: (warning: Warning) => control.onWarning({ ...warning, step: at + 1 }),
    };
  }

  #limitsOf(step: Step): JobLimits {
    const { limits } = this.#run.task;
    const { pagesMax = limits.pages } = limitsOf(rowOf(step), step.params);
    return { ...limits, pages: Math.min(limits.pages, pagesMax), ...(this.#records.size > 0 && { source_records: [...this.#records] }) };
  }

  /** What is asked of the source of a job when it is created. */
  #checkSource(step: Step, { contentType, sizeBytes }: SourceFile): void {
    const row = rowOf(step);
    if (!(row.accepts as readonly string[]).includes(contentType)) {
      const message = `${step.operation} does not accept files of the type ${contentType}; it accepts ${row.accepts.join(', ')}.`;
      throw new JobFailure('type_mismatch', { message });
    }
    const { bytesMax = Infinity } = limitsOf(row, step.params);
    if (sizeBytes <= bytesMax) return;
    throw new JobFailure('output_limit', {
      message: `${step.operation} takes files of up to ${bytesMax} bytes; this one has ${sizeBytes}.`,
    });
  }

  #checkMade(made: readonly SourceFile[]): void {
    if (made.length > PIPELINE_FILES_MAX) {
      throw new JobFailure('output_limit', { message: `A step of a pipeline may make at most ${PIPELINE_FILES_MAX} files.` });
    }
    if (made.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > this.#run.task.limits.output_bytes) throw new JobFailure('output_limit');
  }
}

/** The parameter that lists all files is what the step before has made. */
function paramsOf(step: Step): Record<string, unknown> {
  const { furtherSources } = OPERATIONS[step.operation] as ReturnType<typeof rowOf>;
  return furtherSources?.withFirst ? { ...step.params, [furtherSources.param]: [] } : step.params;
}

function namesOf(files: readonly SourceFile[]): string[] {
  return files.map(({ filename }) => filename);
}

const EVIDENCE_BYTES_MAX = 384 * 1024;

/** Where the reports of all steps are too long together, each file keeps how it was verified. */
function shorten(evidence: readonly StepEvidence[]): readonly StepEvidence[] {
  if (Buffer.byteLength(JSON.stringify(evidence)) <= EVIDENCE_BYTES_MAX) return evidence;
  return evidence.map(({ operation, files }) => ({
    operation,
    files: files.map(({ sources, results, report }) => ({
      sources: sources.slice(0, 1),
      results: results.slice(0, 1),
      report: { verification: verdictOf(report), shortened: true },
    })),
  }));
}

function verdictOf({ verification }: Record<string, unknown>): unknown {
  return typeof verification === 'object' && verification !== null && 'result' in verification
    ? { result: verification.result }
    : undefined;
}
