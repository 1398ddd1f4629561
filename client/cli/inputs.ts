// The files that are named: paths, patterns, folders, `-` for standard input.

import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { UsageError } from './exit-codes.ts';

export interface Input {
  /** As it is shown. */
  readonly name: string;
  /** Absent: standard input. */
  readonly path?: string;
  /** Below the folder that was named, without the ending: where its result goes below another. */
  readonly stem: string;
  readonly size: number;
  readonly modified: number;
  /** Of `merge`: `a.pdf#2-5`. */
  readonly pages?: string;
  /** It is there already. */
  readonly fileId?: string;
}

const STDIN = '-';

/** @param endings of files in folders; a file that is named itself is taken whatever its name */
export async function findInputs(given: readonly string[], endings: readonly string[]): Promise<Input[]> {
  const found: Input[] = [];
  for (const each of given) {
    if (each === STDIN) found.push({ name: 'standard input', stem: 'stdin', size: 0, modified: 0 });
    else found.push(...(await find(each, endings)));
  }
  if (found.filter(({ path }) => path === undefined).length > 1) throw new UsageError('Standard input can be read once.');
  return found;
}

async function find(given: string, endings: readonly string[]): Promise<Input[]> {
  const known = await stat(given).catch(() => undefined);
  if (known?.isFile()) return [await inputOf(given, '')];
  if (known?.isDirectory()) {
    const inFolder = await listFolder(given, endings);
    if (inFolder.length === 0) throw new UsageError(`${given} has no file that the operation takes (${endings.join(', ')}).`);
    return inFolder;
  }
  const [, path = '', pages] = /^(.+)#([^#]+)$/.exec(given) ?? [];
  if (pages !== undefined && (await stat(path).catch(() => undefined))?.isFile()) return [{ ...(await inputOf(path, '')), pages }];
  if (!/[*?[{]/.test(given)) throw new UsageError(`There is no file ${given}.`);
  const matching = await expand(given);
  if (matching.length === 0) throw new UsageError(`No file matches ${given}.`);
  return Promise.all(matching.map(async (path) => inputOf(path, '')));
}

/** All the way down, without what is hidden. */
export async function listFolder(folder: string, endings: readonly string[]): Promise<Input[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && endings.includes(extname(entry.name).slice(1).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        !relative(folder, path)
          .split(sep)
          .some((part) => part.startsWith('.')),
    );
  return Promise.all(paths.toSorted().map(async (path) => inputOf(path, folder)));
}

async function inputOf(path: string, folder: string): Promise<Input> {
  const { size, mtimeMs } = await stat(path);
  const shown = folder === '' ? basename(path) : relative(folder, path);
  return { name: path, path, stem: shown.slice(0, shown.length - extname(shown).length), size, modified: mtimeMs };
}

/** A pattern that the shell left as it is: `*`, `?`, `[…]`, `{a,b}`, and `**` for folders. */
async function expand(pattern: string): Promise<string[]> {
  const parts = pattern.split(/[/\\]/);
  const plain = parts.slice(0, -1).findIndex((part) => /[*?[{]/.test(part));
  const root = parts.slice(0, plain === -1 ? -1 : plain).join('/') || (pattern.startsWith('/') ? '/' : '.');
  const expression = regexOf(pattern);
  const entries = await readdir(root, { recursive: pattern.includes('**') || plain !== -1, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.filter((path) => expression.test(path.replaceAll('\\', '/'))).toSorted();
}

function regexOf(pattern: string): RegExp {
  const tokens = pattern.replace(/^\.\//, '').match(/\*\*\/|\*\*|\*|\?|\[[^\]]*\]|\{[^}]*\}|[^*?[{]+|./g) ?? [];
  const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const source = tokens.map((token) => {
    if (token === '**/') return '(?:[^/]+/)*';
    if (token === '**') return '.*';
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (/^\[.+\]$/.test(token)) return `[${token.slice(1, -1).replace(/^!/, '^').replaceAll('\\', '\\\\')}]`;
    if (/^\{.*\}$/.test(token)) return `(?:${token.slice(1, -1).split(',').map(escape).join('|')})`;
    return escape(token);
  });
  return new RegExp(`^${source.join('')}$`);
}
