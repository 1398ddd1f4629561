// `pdf-api OPERATION FILE…`.

import { basename, dirname } from 'node:path';
import { OPERATIONS, type Operation } from '../generated/operations.ts';
import { type Arguments, countOf, readArguments } from './arguments.ts';
import { connect } from './credentials.ts';
import { previewEdit } from './edit-preview.ts';
import { exitCodeOfAll, UsageError } from './exit-codes.ts';
import { helpOf } from './help.ts';
import { findInputs, type Input } from './inputs.ts';
import { ownOptionsOf, PARALLEL } from './operation-options.ts';
import { type Destination, judgeDestination, STDOUT, toStdout } from './outputs.ts';
import { Progress } from './progress.ts';
import { runAll, type Unit, type Work } from './run-operation.ts';
import { STATE_FILE, StateFile } from './state-file.ts';
import { print } from './terminal.ts';
import { watchFolder } from './watch.ts';

/** By the name of its command; `edit` is short for `ai-edit`. */
export function operationOf(command: string): Operation | undefined {
  const path = command === 'edit' ? 'ai-edit' : command.replaceAll('_', '-');
  return Object.values(OPERATIONS).find((operation) => operation.path === path);
}

/** @returns the exit code */
export async function runOperation(operation: Operation, args: readonly string[], signal: AbortSignal): Promise<number> {
  const { own, positionals, params: given } = readArguments(args, ownOptionsOf(operation), operation.options);
  if (own.has('help')) {
    await print(`${helpOf(operation)}\n`);
    return 0;
  }
  const { files, params } = withInstruction(operation, positionals, given);
  const watched = last(own, 'watch');
  if (files.length === 0 && watched === undefined) throw new UsageError(`Name a file: pdf-api ${operation.path} FILE… (--help says more).`);
  if (files.length > 0 && watched !== undefined) throw new UsageError('With --watch no files are named.');
  judgeRequired(operation, params);
  const inputs = toldApart(await findInputs(files, operation.endings), own.has('out'));
  const units: Unit[] = operation.takesFile ? inputs.map((input) => [input]) : inputs.length === 0 ? [] : [inputs];
  const work = await workOf(operation, { own, params, positionals }, units, signal);
  const parallel = countOf(own, 'parallel') ?? PARALLEL;
  try {
    if (watched !== undefined) {
      await watchFolder(work, watched, parallel);
      return 0;
    }
    if (operation.type === 'ai_edit' && params['dry_run'] === true && work.destination.out === undefined) {
      return await previewAll(work, inputs, own.has('yes'));
    }
    return await runAll(work, units, parallel);
  } finally {
    work.progress.stop();
  }
}

/** Names of results follow those of sources: two that are alike in one folder would be one. */
function toldApart(inputs: readonly Input[], isOneFolder: boolean): Input[] {
  const taken = new Map<string, number>();
  return inputs.map((input) => {
    const key = isOneFolder ? input.stem : `${dirname(input.path ?? '')}/${basename(input.stem)}`;
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    return before === 0 ? input : { ...input, stem: `${input.stem}-${before + 1}` };
  });
}

async function previewAll(work: Work, inputs: readonly Input[], assumesYes: boolean): Promise<number> {
  const failures: unknown[] = [];
  for (const input of inputs) {
    const failure = await previewEdit(work, input, assumesYes);
    if (failure !== undefined) failures.push(failure);
  }
  return exitCodeOfAll(failures);
}

async function workOf(operation: Operation, { own, params }: Arguments, units: readonly Unit[], signal: AbortSignal): Promise<Work> {
  const [firstUnit = []] = units;
  const out = last(own, 'out') ?? defaultOut(operation, params, units);
  const isWatching = own.has('watch');
  const destination: Destination = { out, overwrites: own.has('force'), suffix: operation.path, isMany: units.length > 1 || isWatching };
  judgeDestination(destination);
  const further = own.get(operation.takesFile ? (operation.filesParam ?? '') : '') ?? [];
  // They are looked for before anything is sent.
  await findInputs(further, []);
  const isJson = own.has('json');
  if (isJson && firstUnit[0] && toStdout(firstUnit[0], destination))
    throw new UsageError('--json writes to standard output, where the result goes as well: name a file with -o, or leave --json out.');
  const keeps = own.has('resume') || own.has('state') || isWatching;
  return {
    pdf: connect(),
    operation,
    params: withTags(params, own),
    further,
    destination,
    state: keeps ? new StateFile(last(own, 'state') ?? STATE_FILE) : undefined,
    progress: new Progress(own.has('quiet'), isWatching ? undefined : units.length),
    signal,
    isJson,
    isQuiet: own.has('quiet'),
    deletes: own.has('delete'),
    region: last(own, 'region'),
    filename: last(own, 'name'),
  };
}

/** What is read of one file is for reading. */
function defaultOut(operation: Operation, params: Readonly<Record<string, unknown>>, units: readonly Unit[]): string | undefined {
  const isReading = operation.type === 'metadata' && params['action'] === 'read';
  return isReading && units.length === 1 ? STDOUT : undefined;
}

/** `edit FILE… "INSTRUCTION"`: the last word is the instruction where none is given otherwise. */
function withInstruction(
  operation: Operation,
  positionals: readonly string[],
  params: Readonly<Record<string, unknown>>,
): { files: readonly string[]; params: Readonly<Record<string, unknown>> } {
  const isGiven = ['instruction', 'plan', 'plan_id'].some((name) => params[name] !== undefined);
  if (operation.type !== 'ai_edit' || isGiven) return { files: positionals, params };
  const instruction = positionals.at(-1);
  if (instruction === undefined || positionals.length < 2) throw new UsageError('Say what to do: pdf-api edit FILE… "INSTRUCTION".');
  return { files: positionals.slice(0, -1), params: { ...params, instruction } };
}

function judgeRequired(operation: Operation, params: Readonly<Record<string, unknown>>): void {
  const missing = operation.options.find(({ required, path: [name = ''] }) => required && params[name] === undefined);
  if (!missing) return;
  const { name, values, step } = missing;
  const choices = values ? ` (${values.join(', ')})` : step ? ` (${step.names.join(', ')})` : '';
  throw new UsageError(`--${name} is missing${choices}.`);
}

function withTags(params: Readonly<Record<string, unknown>>, own: Arguments['own']): Readonly<Record<string, unknown>> {
  const tags = (own.get('tag') ?? []).map((tag) => {
    const [name = '', ...value] = tag.split('=');
    if (name === '' || value.length === 0) throw new UsageError(`--tag takes NAME=VALUE, not ${tag}.`);
    return [name, value.join('=')] as const;
  });
  return tags.length === 0 ? params : { ...params, metadata: Object.fromEntries(tags) };
}

function last(own: Arguments['own'], name: string): string | undefined {
  return own.get(name)?.at(-1);
}
