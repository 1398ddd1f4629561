#!/usr/bin/env node
// `pdf-api`: operations over files, and what belongs to them.

import { readFileSync } from 'node:fs';
import { OPERATIONS } from '../generated/operations.ts';
import { readArguments } from './arguments.ts';
import { runBatch } from './batch.ts';
import { COMMANDS } from './commands.ts';
import { completionFor } from './completion.ts';
import { connect } from './credentials.ts';
import { EXIT_CODES, exitCodeOf, Interrupted, UsageError } from './exit-codes.ts';
import { helpOfAll, helpOfCommand } from './help.ts';
import { batches, type Call, files, jobs, usage, webhooks } from './listing.ts';
import { operationOf, runOperation } from './operation-command.ts';
import { doctor, login, logout, whoami } from './session.ts';
import { didYouMean } from './suggest.ts';
import { print, red, say } from './terminal.ts';

const LISTINGS: Readonly<Record<string, (call: Call) => Promise<number>>> = { jobs, batches, files, webhooks, usage };
const SESSIONS = { login, logout, whoami, doctor } as const;

async function run([command = '', ...args]: readonly string[], signal: AbortSignal): Promise<number> {
  if (['', 'help', '--help', '-h'].includes(command)) return help(args[0]);
  if (['version', '--version', '-v'].includes(command)) return version();
  const operation = operationOf(command);
  if (operation) return runOperation(operation, args, signal);
  const row = COMMANDS.find(({ name }) => name === command);
  if (!row) {
    const names = [...Object.values(OPERATIONS).map(({ path }) => path), 'edit', ...COMMANDS.map(({ name }) => name)];
    throw new UsageError(`There is no command ${command}.${didYouMean(command, names)} \`pdf-api help\` lists them.`);
  }
  if (args.includes('--help') || args.includes('-h')) return help(command);
  if (command === 'batch') return runBatch(args, row.options, signal);
  const { own, positionals } = readArguments(args, row.options);
  const [verb = '', ...names] = positionals;
  if (command === 'completion') {
    await print(completionFor(verb));
    return 0;
  }
  const session = Object.hasOwn(SESSIONS, command) ? SESSIONS[command as keyof typeof SESSIONS] : undefined;
  if (session) return session(own, signal);
  const listing = LISTINGS[command];
  if (!listing) throw new UsageError(`There is no command ${command}.`);
  return listing({ pdf: connect(), verb: verb === '' && row.verbs ? 'list' : verb, names, own, signal });
}

async function help(command: string | undefined): Promise<number> {
  const operation = command === undefined ? undefined : operationOf(command);
  if (operation) return runOperation(operation, ['--help'], new AbortController().signal);
  const row = COMMANDS.find(({ name }) => name === command);
  await print(`${row ? helpOfCommand(row) : helpOfAll(COMMANDS)}\n`);
  return 0;
}

async function version(): Promise<number> {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  // Beside dist/ in the package.
  const { version: own } = JSON.parse(read('../../package.json')) as { version: string };
  await print(`${own}\n`);
  return 0;
}

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // The second time without ceremony.
    if (interrupted.signal.aborted) process.exit(EXIT_CODES.interrupted[0]);
    interrupted.abort(new Interrupted('interrupted'));
  });
}
// A reader that has gone, such as `head`, is no fault.
process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
  if (failure.code === 'EPIPE') process.exit(0);
  throw failure;
});

try {
  process.exitCode = await run(process.argv.slice(2), interrupted.signal);
} catch (failure) {
  if (!(failure instanceof Interrupted)) say(`${red('✗')} ${(failure as Error).message}`);
  process.exitCode = exitCodeOf(failure);
}
// Standard input may be open still, and connections are kept.
process.exit();
