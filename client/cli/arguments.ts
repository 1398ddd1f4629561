// The command line, read with node:util: options of a table, known ones only, with what was probably meant.

import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Option } from '../generated/operations.ts';
import { UsageError } from './exit-codes.ts';
import { didYouMean } from './suggest.ts';

/** An option of the program itself. */
export interface OwnOption {
  readonly name: string;
  readonly short?: string;
  /** What stands for its value in the help; absent: it has none. */
  readonly value?: string;
  readonly many?: true;
  readonly description: string;
}

export interface Arguments {
  readonly positionals: readonly string[];
  /** Of the program's own options. */
  readonly own: ReadonlyMap<string, readonly string[]>;
  /** The parameters of the operation, as the request has them. */
  readonly params: Readonly<Record<string, unknown>>;
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** @throws UsageError */
export function readArguments(args: readonly string[], own: readonly OwnOption[], operation: readonly Option[] = []): Arguments {
  const known: Options = Object.fromEntries(own.map(({ name, short, value }) => [name, typeOf(value !== undefined, short)]));
  for (const { name, kind } of operation) {
    known[name] = typeOf(kind !== 'boolean');
    if (kind === 'boolean') known[`no-${name}`] = typeOf(false);
  }
  const { tokens } = parseArgs({ args: joinNegative(args, known), options: known, strict: false, tokens: true, allowPositionals: true });
  const given = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind === 'option') note(given, known, token);
  }
  const params: Record<string, unknown> = {};
  for (const option of operation) setParam(params, option, given);
  return { positionals, own: new Map(own.flatMap(({ name }) => (given.has(name) ? [[name, given.get(name) ?? []]] : []))), params };
}

/** `--degrees -90`: what looks like a number is a value. */
function joinNegative(args: readonly string[], known: Options): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1) ?? '';
    const takesValue = before.startsWith('--') && known[before.slice(2)]?.type === 'string';
    if (takesValue && /^-\d/.test(arg)) joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function typeOf(hasValue: boolean, short?: string): Options[string] {
  return { type: hasValue ? 'string' : 'boolean', multiple: true, ...(short === undefined ? {} : { short }) };
}

function note(given: Map<string, string[]>, known: Options, token: { name: string; rawName: string; value?: string | undefined }): void {
  const option = known[token.name];
  const names = Object.keys(known);
  if (!option) throw new UsageError(`There is no option ${token.rawName}.${didYouMean(token.name, names, (name) => `--${name}`)}`);
  if (option.type === 'string' && token.value === undefined) throw new UsageError(`${token.rawName} needs a value.`);
  if (option.type === 'boolean' && token.value !== undefined)
    throw new UsageError(`${token.rawName} takes no value; --no-${token.name} is its opposite.`);
  given.set(token.name, [...(given.get(token.name) ?? []), token.value ?? '']);
}

function setParam(params: Record<string, unknown>, option: Option, given: ReadonlyMap<string, readonly string[]>): void {
  const { name, kind, path } = option;
  const isOff = kind === 'boolean' && given.has(`no-${name}`);
  const values = given.get(name);
  if (!values && !isOff) return;
  const [first = '', inner] = path;
  const value = isOff ? false : valueOf(option, (values ?? []).map(readAt));
  if (inner === undefined) params[first] = value;
  else params[first] = { ...(params[first] as object | undefined), [inner]: value };
}

/** `@path` is what the file holds, `@@text` is `@text`. */
function readAt(value: string): string {
  if (value.startsWith('@@')) return value.slice(1);
  if (!value.startsWith('@') || value.length === 1) return value;
  try {
    return readFileSync(value.slice(1), 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw new UsageError(`There is no file ${value.slice(1)}; a value that begins with @ is written @@.`, { cause });
  }
}

function valueOf(option: Option, values: readonly string[]): unknown {
  const { kind, name } = option;
  const last = values.at(-1) ?? '';
  switch (kind) {
    case 'boolean':
      return true;
    case 'number': {
      if (last.trim() === '' || Number.isNaN(Number(last))) throw new UsageError(`--${name} takes a number, not ${JSON.stringify(last)}.`);
      return Number(last);
    }
    case 'text':
      return last;
    case 'texts':
      return [...values];
    case 'words':
      return values.flatMap((value) => value.split(',').map((word) => word.trim())).filter(Boolean);
    case 'steps':
      return values.flatMap((value) => stepsOf(option, value));
    case 'json':
      return readJson(name, last);
  }
}

/** JSON, or a plain text where it is none. */
function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    if (/^\s*[[{]/.test(text)) throw new UsageError(`--${name} is no valid JSON: ${(cause as Error).message}`, { cause });
    return text;
  }
}

/** `rotate pages=odd degrees=90`, or JSON: one object or a list. */
function stepsOf({ name, step }: Option, text: string): unknown[] {
  if (/^\s*[[{]/.test(text)) {
    const read = readJson(name, text);
    return Array.isArray(read) ? read : [read];
  }
  const { field = '', names = [], inner } = step ?? {};
  const [first = '', ...rest] = wordsOf(text);
  if (!names.includes(first))
    throw new UsageError(`--${name} begins with one of ${names.join(', ')}, not ${first}.${didYouMean(first, names)}`);
  const fields = rest.map((word) => {
    const [key = '', ...value] = word.split('=');
    if (value.length === 0) throw new UsageError(`--${name} "${text}": ${word} is no field; they are written name=value.`);
    return [key.replaceAll('-', '_'), readJson(name, value.join('='))] as const;
  });
  const own = Object.fromEntries(fields);
  return [inner === undefined ? { [field]: first, ...own } : { [field]: first, ...(fields.length === 0 ? {} : { [inner]: own }) }];
}

/** Divided at spaces that are not within quotation marks. */
function wordsOf(text: string): string[] {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''));
}

/** An option that counts something; undefined: it is not given. */
export function countOf(own: Arguments['own'], name: string): number | undefined {
  const given = own.get(name)?.at(-1);
  if (given === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(given)) throw new UsageError(`--${name} takes a number from 1 on, not ${given}.`);
  return Number(given);
}
