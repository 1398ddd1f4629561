// `edit FILE "…" --dry-run`: what the edit would touch, as it stands in the document and as it would stand, and the question whether to make it.

import type { AiEditReport } from '../generated/api.ts';
import type { Result } from '../resources/result.ts';
import type { Input } from './inputs.ts';
import { runOne, type Work } from './run-operation.ts';
import { ask, bold, dim, green, hasColours, print, red, say, struck, yellow } from './terminal.ts';

interface PlannedOperation {
  readonly id: string;
  readonly op: string;
  readonly because?: string;
  readonly pages?: string;
  readonly value?: string;
}

interface Match {
  readonly operation: string;
  readonly page: number;
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

const CONTEXT = 32;

/** @param assumesYes `--yes` @returns the failure of the edit, if it was made and failed */
export async function previewEdit(work: Work, input: Input, assumesYes: boolean): Promise<unknown> {
  const { pdf, params, signal, region, filename, progress, isJson } = work;
  const move = progress.begin(input.name);
  move(0, 'uploading');
  const source = await pdf.files.upload(input.path ?? process.stdin, { signal, region, ...(input.path === undefined ? { filename } : {}) });
  const file = { file_id: source.file_id };
  const onProgress = ({ percent, stage }: { percent: number; stage: string }) => move(percent, stage);
  const planned = await pdf.run('ai-edit', file, { ...params, dry_run: true }, { signal, onProgress }).finally(() => progress.stop());
  if (isJson)
    await print(`${JSON.stringify({ input: input.name, status: 'planned', job_id: planned.job.job_id, report: planned.report })}\n`);
  else say(`${bold(input.name)}\n${describe(planned)}`);
  const isMade = assumesYes || (!isJson && (await ask('Make this edit?')));
  if (!isMade) {
    if (!isJson && !process.stdin.isTTY) say(dim('Nothing was changed; --yes makes the edit.'));
    return undefined;
  }
  const { instruction: _, plan: _plan, dry_run: _dry, ...rest } = params;
  const made = { ...work, params: { ...rest, plan_id: planned.job.job_id } };
  return runOne(made, [{ ...input, fileId: source.file_id }]);
}

/** Each operation of the plan, with the places that it would touch. */
function describe({ report }: Pick<Result<'ai-edit'>, 'report'>): string {
  const { plan, matches = [], skipped, summary } = report as AiEditReport & { summary?: string };
  const operations = (plan?.operations ?? []) as readonly PlannedOperation[];
  const places = matches as unknown as readonly Match[];
  const lines = operations.flatMap((operation, i) => {
    const own = places.filter((match) => match.operation === operation.id);
    const head = `${i + 1}. ${operation.because ?? operation.op}${own.length === 0 && operation.pages ? dim(` (pages ${operation.pages})`) : ''}`;
    return [head, ...own.map((match) => `   ${dim(`page ${match.page}`)}  ${difference(operation, match)}`)];
  });
  const left = skipped.map((part) => yellow(`   left out: ${JSON.stringify(part)}`));
  return [...lines, ...left, dim(summary ?? '')].join('\n');
}

/** The text around it, what goes in red, what comes in green; without colours in brackets. */
function difference({ op, value }: PlannedOperation, { text, before, after }: Match): string {
  const line = (part: string) => part.replace(/\s+/g, ' ');
  const lead = line(before).slice(-CONTEXT);
  const rest = line(after).slice(0, CONTEXT);
  const comes = op.startsWith('redact') ? '█'.repeat(Math.min(text.length, 12)) : (value ?? '');
  const gone = text === '' ? '' : hasColours() ? red(struck(line(text))) : `[-${line(text)}-]`;
  const come = comes === '' ? '' : hasColours() ? green(line(comes)) : `{+${line(comes)}+}`;
  return `…${lead}${gone}${come}${rest}…`;
}
