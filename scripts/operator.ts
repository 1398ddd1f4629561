// `npm run operator -- …`: the operator's command line. Finds the service and the credential, finds the command, prints its answer.

import { parseArgs } from 'node:util';
import { makeClient, OperatorError } from './operator/client.ts';
import { type Command, COMMANDS } from './operator/commands.ts';
import { findService } from './operator/find-service.ts';

const PROGRAM = 'npm run operator --';
const OPTIONS = {
  'base-url': { type: 'string' },
  'operator-key': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  state: { type: 'string' },
  limit: { type: 'string' },
  plan: { type: 'string' },
  set: { type: 'string', multiple: true },
  region: { type: 'string' },
  'key-name': { type: 'string' },
  note: { type: 'string' },
  name: { type: 'string' },
  scopes: { type: 'string' },
  mode: { type: 'string' },
  expires: { type: 'string' },
  minutes: { type: 'string' },
  hours: { type: 'string' },
  replayed: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;
const EVERYWHERE: readonly string[] = ['base-url', 'operator-key', 'json', 'help'];

/** A mistake of the caller: printed with a hint where to read more, exit code 2. */
class UsageError extends Error {}

try {
  process.stdout.write(`${await run(process.argv.slice(2), process.env)}\n`);
} catch (cause) {
  const isUsage = cause instanceof UsageError;
  if (!isUsage && !(cause instanceof OperatorError)) throw cause;
  process.stderr.write(`${cause.message}\n${isUsage ? `${PROGRAM} --help lists the commands.\n` : ''}`);
  process.exitCode = isUsage ? 2 : 1;
}

async function run(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { values, positionals } = parse(argv);
  const command = findCommand(positionals);
  if (values.help === true || positionals.length === 0) return command && positionals.length > 0 ? helpOf(command) : help();
  if (!command) throw new UsageError(`There is no command ${positionals.slice(0, 2).join(' ')}.`);
  const args = positionals.slice(command.words.length);
  const isShort = args.length < command.args.length;
  const isLong = args.length > command.args.length && command.repeats !== true;
  if (isShort || isLong) throw new UsageError(`Usage: ${PROGRAM} ${usageOf(command)}`);
  const allowed = [...EVERYWHERE, ...(command.options ?? [])];
  const strange = Object.keys(values).find((name) => !allowed.includes(name));
  if (strange !== undefined) throw new UsageError(`${command.words.join(' ')} has no option --${strange}.`);

  const { baseUrl, operatorKey } = findService(values, env);
  const output = await command.run(makeClient(baseUrl, operatorKey), { args, options: values, now: new Date().toISOString() });
  return values.json === true ? JSON.stringify(output.json, null, 2) : output.text;
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The command with the most words that the line begins with. */
function findCommand(positionals: readonly string[]): Command | undefined {
  const isUnknownVerb = (command: Command) => command.args.length === 0 && positionals.length > command.words.length;
  return COMMANDS.filter((command) => command.words.every((word, i) => positionals[i] === word))
    .toSorted((a, b) => b.words.length - a.words.length)
    .find((command) => !isUnknownVerb(command));
}

function usageOf(command: Command): string {
  const args = command.args.map((arg, i) => `<${arg}>${command.repeats === true && i === command.args.length - 1 ? ' …' : ''}`);
  return [...command.words, ...args, ...(command.options ?? []).map((option) => `[--${option} …]`)].join(' ');
}

function helpOf(command: Command): string {
  return `${PROGRAM} ${usageOf(command)}\n\n${command.help}`;
}

function help(): string {
  const names = COMMANDS.map((command) => [...command.words, ...command.args.map((arg) => `<${arg}>`)].join(' '));
  const width = Math.max(...names.map((name) => name.length));
  return [
    `${PROGRAM} <command> [options]`,
    '',
    ...COMMANDS.map((command, i) => `  ${(names[i] ?? '').padEnd(width)}  ${command.help}`),
    '',
    'Everywhere:',
    '  --json          the answer of the service, for machines',
    '  --base-url      which service, as https://api.example.com/v1 (or OPERATOR_BASE_URL; default: the local one)',
    '  --operator-key  the credential (better: OPERATOR_KEY, which other users of the machine cannot see)',
    '  --help          this; behind a command: its options',
    '',
    'Exit codes: 0 done, 1 refused or unreachable, 2 used wrongly.',
  ].join('\n');
}
