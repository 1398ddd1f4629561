// Tools that change what a PDF says. An edit is planned first and carried out by a second call; a redaction is carried out at once.

import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { TEXT_PATTERNS } from '#contract/params/edit-plan.ts';
import { addTool, READS, REMOVES, type ToolDeps, ToolRefusal } from '../tool.ts';
import { fileId, JobResult, pages, resultOf, runJob, wordsOfFailure } from './jobs.ts';

const REDACTED_MAX = 50;

const PlannedEdit = z.object({
  job_id: z.string(),
  status: z.string(),
  plan_id: z.string().optional().describe('For apply_plan, within 24 hours.'),
  summary: z.string().optional().describe('What would be done.'),
  operations: z.array(z.looseObject({ op: z.string() })).optional(),
  matches: z
    .array(z.looseObject({ page: z.int().optional() }))
    .optional()
    .describe('What would be touched, and where.'),
  next: z.string(),
});

export function addEditTools(server: McpServer, deps: ToolDeps): void {
  addTool(server, deps, 'edit_document', {
    title: 'Plan an edit of a PDF',
    description:
      'Reads an instruction in natural language and says what it would do to the document, without doing it. Put texts in quotation marks: `Replace "Acme Ltd" with "Acme GmbH" on pages 2-3, then delete the last page`. Carry it out with apply_plan.',
    input: z.strictObject({ file_id: fileId, instruction: z.string() }),
    output: PlannedEdit,
    annotations: READS,
    run: async ({ file_id, instruction }, signal) => {
      const job = await runJob(deps, 'ai-edit', { file_id, instruction, dry_run: true }, signal);
      const { job_id, status } = job;
      if (status === 'queued' || status === 'running')
        return { job_id, status, next: `Still planning: call get_job with job_id ${job_id}, then apply_plan with plan_id ${job_id}.` };
      if (status !== 'succeeded') throw new ToolRefusal(wordsOfFailure(job));
      const report = job.report as {
        plan_id?: string;
        summary?: string;
        plan?: { operations?: { op: string }[] };
        matches?: { page?: number }[];
      };
      return {
        job_id,
        status,
        plan_id: report.plan_id,
        summary: report.summary,
        operations: report.plan?.operations,
        matches: report.matches,
        next: 'Check that this is what was asked for, then call apply_plan with the same file_id and this plan_id.',
      };
    },
  });
  addTool(server, deps, 'apply_plan', {
    title: 'Carry out a planned edit',
    description: 'Carries out the plan of edit_document and verifies the result. The result is a new file; the source stays as it is.',
    input: z.strictObject({ file_id: fileId, plan_id: z.string().describe('From edit_document, on the same file.') }),
    output: JobResult,
    annotations: REMOVES,
    run: async ({ file_id, plan_id }, signal) => resultOf(await runJob(deps, 'ai-edit', { file_id, plan_id }, signal)),
  });
  addRedact(server, deps);
}

function addRedact(server: McpServer, deps: ToolDeps): void {
  addTool(server, deps, 'redact', {
    title: 'Redact a PDF',
    description:
      'Removes texts for good and covers their places in black, in every spelling. The result is a new file without them; the source stays as it is. Look with find_text first.',
    input: z.strictObject({
      file_id: fileId,
      texts: z.array(z.string().min(1).max(500)).max(REDACTED_MAX).default([]).describe('Literal texts.'),
      patterns: z.array(z.enum(TEXT_PATTERNS)).max(TEXT_PATTERNS.length).default([]).describe('Kinds of text: all of them go.'),
      pages,
    }),
    output: JobResult,
    annotations: REMOVES,
    run: async ({ file_id, texts, patterns, pages: chosen = 'all' }, signal) => {
      const matches = [...texts.map((text) => ({ text })), ...patterns.map((pattern) => ({ pattern }))];
      if (matches.length === 0) throw new ToolRefusal('invalid_request: Name at least one of `texts` and `patterns`.');
      const operations = matches
        .slice(0, REDACTED_MAX)
        .map((match, i) => ({ id: `op${i + 1}`, op: 'redact', because: 'redact', pages: chosen, match }));
      if (operations.length < matches.length) throw new ToolRefusal(`invalid_request: At most ${REDACTED_MAX} texts and patterns at once.`);
      return resultOf(await runJob(deps, 'ai-edit', { file_id, plan: { operations, unresolved: [] } }, signal));
    },
  });
}
