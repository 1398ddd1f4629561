// Code → a fenced block (CommonMark 4.5): paragraphs of code that follow each other are one, their least indent taken off.

import type { CodeLine } from '../../../document/model.ts';

const FENCE_MIN = 3;

export class CodeFence {
  #lines: CodeLine[] = [];

  /** @param isApart more than a line's distance is above it */
  add(lines: readonly CodeLine[], isApart: boolean): void {
    if (isApart && this.#lines.length > 0) this.#lines.push({ indent: 0, text: '' });
    this.#lines.push(...lines);
  }

  /** The open block, which is closed with this; undefined where none is. */
  end(): string | undefined {
    const lines = this.#lines;
    if (lines.length === 0) return undefined;
    this.#lines = [];
    const least = Math.min(...lines.filter(({ text: line }) => line !== '').map(({ indent }) => indent));
    const text = lines.map(({ indent, text: line }) => (line === '' ? '' : `${' '.repeat(indent - least)}${clean(line)}`)).join('\n');
    const longest = Math.max(FENCE_MIN - 1, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
    const fence = '`'.repeat(longest + 1);
    return `${fence}\n${text}\n${fence}`;
  }
}

function clean(line: string): string {
  return line.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
}
