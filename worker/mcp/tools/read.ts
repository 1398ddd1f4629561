// Tools that read: a document as Markdown, part by part, and where a text stands.

import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { DownloadAddress, FileObject, JobObject } from '#contract/api.ts';
import { CONVERSIONS } from '#contract/params/conversions.ts';
import { addTool, READS, type ToolDeps, ToolRefusal } from '../tool.ts';
import { fileId, pages, runJob, WAIT_MS, wordsOfFailure } from './jobs.ts';

const CHARS_DEFAULT = 20_000;
const CHARS_MAX = 50_000;
/** Of a character in UTF-8. */
const BYTES_PER_CHAR_MAX = 4;

const ReadDocument = z.strictObject({
  file_id: fileId.optional(),
  pages,
  cursor: z.string().optional().describe('`next_cursor` of the part before, instead of `file_id`.'),
  max_chars: z.int().min(100).max(CHARS_MAX).default(CHARS_DEFAULT),
});

const DocumentText = z.object({
  markdown: z.string(),
  total_bytes: z.int().optional().describe('Of the whole text.'),
  next_cursor: z.string().optional().describe('There is more: call read_document with it as `cursor`.'),
  job_id: z.string().optional().describe('The conversion that made the text.'),
  note: z.string().optional(),
});

/** Where to read on: in a stored text, or in the one that a job makes. */
type Place = { readonly fileId: string; readonly start: number } | { readonly jobId: string };

function placeOf(cursor: string): Place {
  const [, job, file, start = '0'] = /^(?:(job_\w+)|(file_\w+):(\d{1,15}))$/.exec(cursor) ?? [];
  if (job !== undefined) return { jobId: job };
  if (file !== undefined) return { fileId: file, start: Number(start) };
  throw new ToolRefusal('invalid_request: `cursor` is the `next_cursor` of an earlier answer.');
}

export function addReadTools(server: McpServer, deps: ToolDeps): void {
  addTool(server, deps, 'read_document', {
    title: 'Read a document',
    description:
      'The text of a document as Markdown: headings, lists, tables and notes in reading order, with a comment where each page begins. Scanned pages are recognised. Long documents come in parts: go on with `next_cursor`, or read some `pages`.',
    input: ReadDocument,
    output: DocumentText,
    annotations: READS,
    run: async ({ file_id, cursor, max_chars, ...choice }, signal) => {
      if ((file_id === undefined) === (cursor === undefined))
        throw new ToolRefusal('invalid_request: Give `file_id` to begin, or `cursor` to go on.');
      const place = cursor === undefined ? await begin(deps, file_id ?? '', choice.pages, signal) : placeOf(cursor);
      return 'fileId' in place ? readPart(deps, place, max_chars) : readOfJob(deps, place.jobId, max_chars, signal);
    },
    text: ({ markdown, next_cursor, note }) =>
      [markdown, note, next_cursor === undefined ? undefined : `[More: read_document with cursor ${next_cursor}]`]
        .filter((part) => part !== undefined && part !== '')
        .join('\n\n'),
  });
  addFindText(server, deps);
}

/** Texts are read as they are; everything else is converted. */
async function begin(deps: ToolDeps, id: string, chosen: string | undefined, signal: AbortSignal): Promise<Place> {
  const file = await deps.api.get<FileObject>(`/files/${encodeURIComponent(id)}`);
  const type = file.content_type;
  if (chosen === undefined && /^text\/|^application\/json$/.test(type) && type !== 'text/html') return { fileId: id, start: 0 };
  const targets: readonly string[] = (CONVERSIONS as Readonly<Record<string, readonly string[]>>)[type] ?? [];
  const params = { target_format: 'md', page_marks: true, ...(chosen === undefined ? {} : { pages: chosen }) };
  const viaPdf = {
    files: [{ file_id: id }],
    steps: [
      { operation: 'convert', params: { target_format: 'pdf' } },
      { operation: 'convert', params },
    ],
  };
  const isDirect = targets.includes('md') || !targets.includes('pdf');
  const job = isDirect ? await runJob(deps, 'convert', { file_id: id, ...params }, signal) : await runJob(deps, 'pipeline', viaPdf, signal);
  return { jobId: job.job_id };
}

async function readOfJob(deps: ToolDeps, id: string, charsMax: number, signal: AbortSignal): Promise<z.input<typeof DocumentText>> {
  const job: JobObject = await deps.api.waitFor(id, deps.now() + WAIT_MS, signal);
  if (job.status === 'queued' || job.status === 'running')
    return { markdown: '', next_cursor: id, job_id: id, note: `The document is still being read (${job.progress.percent} %).` };
  const text = job.result_files?.[0];
  if (job.status !== 'succeeded' || !text) throw new ToolRefusal(wordsOfFailure(job));
  return { ...(await readPart(deps, { fileId: text.file_id, start: 0 }, charsMax)), job_id: id };
}

async function readPart({ api }: ToolDeps, { fileId: id, start }: { fileId: string; start: number }, charsMax: number) {
  const { download_url } = await api.get<DownloadAddress>(`/files/${encodeURIComponent(id)}/download`);
  const response = await api.fetchBytes(download_url, { start, bytes: charsMax * BYTES_PER_CHAR_MAX });
  if (response.status === 416) return { markdown: '', note: 'The text has ended.' };
  if (!response.ok) throw new ToolRefusal(`The text was answered ${response.status}; try again.`);
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? response.headers.get('content-length') ?? 0);
  // What is cut within a character is left to the next part.
  const whole = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(await response.arrayBuffer(), { stream: true });
  const markdown = cutAtLine(whole, charsMax);
  const end = start + new TextEncoder().encode(markdown).length;
  return { markdown, total_bytes: total, ...(end < total && markdown !== '' ? { next_cursor: `${id}:${end}` } : {}) };
}

/** At the end of a line, where one is near enough; never within a surrogate pair. */
function cutAtLine(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const line = text.lastIndexOf('\n', charsMax - 1) + 1;
  const end = line > charsMax / 2 ? line : charsMax;
  return text.slice(0, (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end);
}

const Found = z.object({
  total: z.int(),
  matches: z
    .array(z.looseObject({ page: z.int().optional() }))
    .describe('In reading order, each with its page and place; of many the first.'),
  job_id: z.string(),
  status: z.string(),
  next: z.string().optional(),
});

function addFindText(server: McpServer, deps: ToolDeps): void {
  addTool(server, deps, 'find_text', {
    title: 'Find a text in a PDF',
    description:
      'Where a literal text stands in a PDF, page by page: what an edit or a redaction of it would touch. PDFs with text only: other files go through convert first, scans through ocr; read_document reads all of them as they are.',
    input: z.strictObject({
      file_id: fileId,
      text: z.string().min(1).max(500),
      pages,
      match_case: z.boolean().default(false),
    }),
    output: Found,
    annotations: READS,
    run: async ({ file_id, text, pages: chosen = 'all', match_case }, signal) => {
      const match = { text, case: match_case ? 'exact' : 'ignore' };
      const operation = { id: 'op1', op: 'highlight', because: 'find', pages: chosen, match };
      const plan = { operations: [operation], unresolved: [] };
      const job = await runJob(deps, 'ai-edit', { file_id, dry_run: true, plan }, signal);
      const { job_id, status } = job;
      if (status === 'queued' || status === 'running')
        return {
          total: 0,
          matches: [],
          job_id,
          status,
          next: `Still searching: read the resource job://${job_id}/report when get_job says it is done.`,
        };
      if (job.error?.reason === 'text_not_found') return { total: 0, matches: [], job_id, status: 'succeeded' };
      if (status !== 'succeeded') throw new ToolRefusal(wordsOfFailure(job));
      const { matches = [], matches_total } = job.report as { matches?: { page?: number }[]; matches_total?: number };
      return { total: matches_total ?? matches.length, matches, job_id, status };
    },
  });
}
