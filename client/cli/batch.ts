// `pdf-api batch OPERATION FILE… -o RESULTS.zip`: many files as one batch of the service.

import type { CreateBatch } from '../generated/api.ts';
import type { Operation } from '../generated/operations.ts';
import { type Arguments, countOf, readArguments, type OwnOption } from './arguments.ts';
import { connect } from './credentials.ts';
import { EXIT_CODES, UsageError } from './exit-codes.ts';
import { findInputs } from './inputs.ts';
import { operationOf } from './operation-command.ts';
import { PARALLEL } from './operation-options.ts';
import { Progress } from './progress.ts';
import { dim, green, print, red, say } from './terminal.ts';

const ITEMS_MAX = 1000;

export async function runBatch(args: readonly string[], options: readonly OwnOption[], signal: AbortSignal): Promise<number> {
  const [name = '', ...rest] = args;
  const operation = operationOf(name);
  if (!operation?.takesFile)
    throw new UsageError(`Name an operation on single files: pdf-api batch compress FILE… (not ${name || 'nothing'}).`);
  const { own, positionals, params } = readArguments(rest, options, operation.options);
  const inputs = await findInputs(positionals, operation.endings);
  if (inputs.length === 0) throw new UsageError('Name files: pdf-api batch compress FILE…');
  if (inputs.length > ITEMS_MAX) throw new UsageError(`A batch has at most ${ITEMS_MAX} files, not ${inputs.length}.`);
  const progress = new Progress(own.has('quiet'), undefined);
  try {
    return await run({ operation, own, params, paths: inputs.map(({ path = '-' }) => path), progress, signal });
  } finally {
    progress.stop();
  }
}

interface BatchWork extends Pick<Arguments, 'own' | 'params'> {
  readonly operation: Operation;
  readonly paths: readonly string[];
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

async function run({ operation, own, params, paths, progress, signal }: BatchWork): Promise<number> {
  const pdf = connect();
  const move = progress.begin('batch');
  const ids: string[] = [];
  const left = [...paths.entries()];
  const upload = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [i, path] = next;
      ids[i] = (await pdf.files.upload(path === '-' ? process.stdin : path, { signal })).file_id;
      move(Math.round((ids.filter(Boolean).length / paths.length) * 20), `uploaded ${ids.filter(Boolean).length} of ${paths.length}`);
    }
  };
  await Promise.all(Array.from({ length: countOf(own, 'parallel') ?? PARALLEL }, upload));
  const request = { operation: operation.type, params, items: ids.map((file_id) => ({ file_id })), on_error: 'continue' } as CreateBatch;
  const created = await pdf.batches.create(request, { signal });
  const onProgress = ({ progress: { percent } }: { progress: { percent: number } }) =>
    move(20 + Math.round(percent * 0.75), `${percent} % of the jobs`);
  const { batch_id, counts } = await pdf.batches.wait(created, { signal, onProgress });
  const path = own.get('out')?.at(-1) ?? 'results.zip';
  const { savePath } = await import('../node/paths.ts');
  if (counts.succeeded > 0) await savePath(path, await pdf.batches.results(batch_id, { signal }), undefined);
  progress.stop();
  const failed = counts.total - counts.succeeded;
  if (own.has('json')) await print(`${JSON.stringify({ batch_id, counts, output: path })}\n`);
  else if (!own.has('quiet'))
    say(`${failed === 0 ? green('✓') : red('✗')} ${counts.succeeded} of ${counts.total} done → ${path} ${dim(`(${batch_id})`)}`);
  for await (const item of pdf.batches.items(batch_id, {}, { signal })) {
    const why = item.error?.message ?? item.job?.error?.message;
    if (why !== undefined) say(`${red('✗')} ${paths[item.position]}: ${why}`);
  }
  return failed === 0 ? EXIT_CODES.done[0] : EXIT_CODES.failed[0];
}
