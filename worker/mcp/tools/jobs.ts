// Tools that run an operation. Each waits for its job for a while; a job that takes longer is named, and `get_job` goes on waiting.

import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AcceptedJob, JobObject } from '#contract/api.ts';
import { TARGET_FORMATS } from '#contract/params/conversions.ts';
import { addTool, MAKES, READS, type ToolDeps, ToolRefusal } from '../tool.ts';

/** Less than the minute for which clients wait for an answer. */
export const WAIT_MS = 40_000;
const FILES_SHOWN_MAX = 100;

export const fileId = z.string().describe('`file_…`, from an upload or a result.');
const jobId = z.string().describe('`job_…`');
export const pages = z.string().optional().describe('`1-3,5,8-end,last,-2`; absent: all.');
const options = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('Further parameters of the operation as the API takes them, for example `password`.');

export const JobResult = z.object({
  job_id: z.string(),
  operation: z.string(),
  status: z.string().describe('`queued` or `running`: ask `get_job`. `succeeded`: `files` are there. Otherwise it has ended without.'),
  percent: z.int(),
  files: z
    .array(z.object({ file_id: z.string(), filename: z.string(), content_type: z.string(), size_bytes: z.int() }))
    .describe('Results: `download_link` gives an address, `read_document` the text.'),
  warnings: z.array(z.string()),
  report: z.string().describe('The resource with the evidence: what was done, and how it was verified.'),
  next: z.string().optional().describe('What to do now.'),
});

/** @throws ToolRefusal when the job has failed */
export function resultOf(job: JobObject): z.input<typeof JobResult> {
  if (job.status === 'failed') throw new ToolRefusal(wordsOfFailure(job));
  const isGoingOn = job.status === 'queued' || job.status === 'running';
  return {
    job_id: job.job_id,
    operation: job.type,
    status: job.status,
    percent: job.progress.percent,
    files: (job.result_files ?? [])
      .slice(0, FILES_SHOWN_MAX)
      .map(({ file_id, filename, content_type, size_bytes }) => ({ file_id, filename, content_type, size_bytes })),
    warnings: job.warnings.map(({ code, message }) => `${code}: ${message}`),
    report: `job://${job.job_id}/report`,
    ...(isGoingOn ? { next: `The job goes on. Call get_job with job_id ${job.job_id} to wait for it; do not start it again.` } : {}),
  };
}

export function wordsOfFailure({ job_id, error }: JobObject): string {
  const again = error?.retryable === true ? ' Trying again can help.' : '';
  const details = error?.details === undefined ? '' : `\n${JSON.stringify(error.details)}`;
  return `job_failed: ${error?.reason ?? 'internal'}: ${error?.message ?? ''}${again}${details}\n(${job_id})`;
}

/** Starts a job and waits for it. */
export async function runJob({ api, now }: ToolDeps, path: string, body: object, signal: AbortSignal): Promise<JobObject> {
  const { job_id } = await api.post<AcceptedJob>(`/jobs/${path}`, body);
  return api.waitFor(job_id, now() + WAIT_MS, signal);
}

/** A tool that is an operation: its own parameters, those of `options`, one job. */
function addOperation<S extends z.ZodRawShape>(
  server: McpServer,
  deps: ToolDeps,
  { name, path = name, ...tool }: { name: string; path?: string; title: string; description: string; input: S },
  bodyOf: (input: Record<string, unknown>) => object = (input) => input,
): void {
  addTool(server, deps, name, {
    title: tool.title,
    description: `${tool.description} The result is a new file; the source stays as it is.`,
    input: z.strictObject({ ...tool.input, options }),
    output: JobResult,
    annotations: MAKES,
    run: async (input, signal) => {
      const { options: further = {}, ...own } = input as Record<string, unknown> & { options?: object };
      return resultOf(await runJob(deps, path, { ...further, ...bodyOf(own) }, signal));
    },
  });
}

export function addJobTools(server: McpServer, deps: ToolDeps): void {
  addOperation(server, deps, {
    name: 'convert',
    title: 'Convert a document',
    description:
      'Converts PDF, Office, HTML, Markdown, EPUB, e-mail and pictures to another format. To read a document yourself, use read_document.',
    input: { file_id: fileId, target_format: z.enum(TARGET_FORMATS), pages },
  });
  addOperation(server, deps, {
    name: 'ocr',
    title: 'Recognise text',
    description: 'Makes scanned pages searchable: a PDF with a text layer, or the text alone.',
    input: {
      file_id: fileId,
      languages: z.array(z.string()).optional().describe('`eng`, `deu`, `fra` …, the most frequent first; absent: English.'),
      output_format: z.enum(['searchable_pdf', 'pdfa', 'txt', 'hocr', 'json']).optional(),
    },
  });
  addOperation(server, deps, {
    name: 'compress',
    title: 'Make a PDF smaller',
    description: 'Makes a PDF smaller without losing anything that it can do.',
    input: { file_id: fileId, quality: z.enum(['high', 'balanced', 'maximum']).optional().describe('`maximum` is the smallest file.') },
  });
  addOperation(
    server,
    deps,
    {
      name: 'merge',
      title: 'Merge files into one PDF',
      description: 'Makes one PDF of 2 to 100 files of any kind, in their order.',
      input: {
        file_ids: z.array(fileId).min(2).max(100),
        collate: z
          .enum(['none', 'alternate', 'alternate_reverse'])
          .optional()
          .describe('A page of each file in turn, as for scans of fronts and backs; `alternate_reverse`: the backs from last to first.'),
      },
    },
    ({ file_ids, ...others }) => ({ ...others, files: (file_ids as string[]).map((file_id) => ({ file_id })) }),
  );
  addOperation(server, deps, {
    name: 'split',
    title: 'Divide a PDF',
    description:
      'Divides a PDF into several. Exactly one of `ranges` and `every`, or another way in `options` (`by_outline`, `by_text` …).',
    input: {
      file_id: fileId,
      ranges: z.array(z.string()).optional().describe('A result for each list of pages: `["1-3", "4-end"]`.'),
      every: z.int().optional().describe('A result for every so many pages.'),
    },
  });
  addGetJob(server, deps);
}

function addGetJob(server: McpServer, deps: ToolDeps): void {
  addTool(server, deps, 'get_job', {
    title: 'Read a job, or wait for it',
    description: 'How far a job is, and its results when it has ended. Waits for a running job up to `wait_seconds`.',
    input: z.strictObject({
      job_id: jobId,
      wait_seconds: z
        .int()
        .min(0)
        .max(WAIT_MS / 1000)
        .default(20),
    }),
    output: JobResult,
    annotations: READS,
    run: async ({ job_id, wait_seconds }, signal) => resultOf(await deps.api.waitFor(job_id, deps.now() + wait_seconds * 1000, signal)),
  });
}
