// What people see: standard error, so that standard output is what was asked for and nothing else.

import { createInterface } from 'node:readline/promises';

export const isTerminal = (): boolean => process.stderr.isTTY && process.env['TERM'] !== 'dumb';
export const hasColours = (): boolean => isTerminal() && process.env['NO_COLOR'] === undefined;

export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

export async function print(text: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => process.stdout.write(text, (failure) => (failure ? reject(failure) : resolve())));
}

const style = (code: number) => (text: string) => (hasColours() ? `\u001b[${code}m${text}\u001b[0m` : text);
export const bold = style(1);
export const dim = style(2);
export const struck = style(9);
export const red = style(31);
export const green = style(32);
export const yellow = style(33);

export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** @returns false where nobody can answer */
export async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}

/** Without showing what is typed. */
export async function askSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const { stdin } = process;
  stdin.setRawMode(true);
  stdin.resume();
  let typed = '';
  try {
    for await (const chunk of stdin) {
      for (const letter of String(chunk)) {
        if (letter === '\r' || letter === '\n') return typed.trim();
        if (letter === '\u0003') throw new Error('interrupted');
        if (letter === '\u007f') typed = typed.slice(0, -1);
        else typed += letter;
      }
    }
    return typed.trim();
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    process.stderr.write('\n');
  }
}

/** Columns as wide as what is in them. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((found, row) => row.map((cell, i) => Math.max(found[i] ?? 0, cell.length)), []);
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Text in lines of this width, each after the first with an indent. */
export function wrap(text: string, width: number, indent: string): string {
  const lines: string[] = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join(`\n${indent}`);
}
