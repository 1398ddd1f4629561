// A bar for each file that is under way, where somebody watches; otherwise nothing until a file is done.

import { bold, dim, isTerminal, say } from './terminal.ts';

interface Row {
  readonly name: string;
  percent: number;
  words: string;
}

const BAR = 24;
const NAME_MAX = 28;
const REDRAW_MS = 80;

export class Progress {
  readonly #rows = new Set<Row>();
  readonly #isShown: boolean;
  readonly #total: number | undefined;
  #done = 0;
  #failed = 0;
  #drawn = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param total of files; undefined: nobody knows */
  constructor(isQuiet: boolean, total: number | undefined) {
    this.#isShown = !isQuiet && isTerminal();
    this.#total = total;
  }

  /** @returns what moves the bar */
  begin(name: string): (percent: number, words: string) => void {
    const row: Row = { name, percent: 0, words: 'waiting' };
    this.#rows.add(row);
    return (percent, words) => {
      row.percent = percent;
      row.words = words;
      this.#rows.add(row);
      this.#redrawSoon();
    };
  }

  /** Takes the bar away and says what became of it. */
  end(name: string, line: string | undefined, isFailure: boolean): void {
    for (const row of this.#rows) if (row.name === name) this.#rows.delete(row);
    this.#done++;
    if (isFailure) this.#failed++;
    this.#clear();
    if (line !== undefined) say(line);
    this.#draw();
  }

  /** A line above the bars. */
  say(line: string): void {
    this.#clear();
    say(line);
    this.#draw();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#clear();
    this.#rows.clear();
  }

  #redrawSoon(): void {
    if (!this.#isShown || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#clear();
      this.#draw();
    }, REDRAW_MS);
  }

  #clear(): void {
    if (this.#drawn > 0) process.stderr.write(`\u001b[${this.#drawn}A\u001b[0J`);
    this.#drawn = 0;
  }

  #draw(): void {
    if (!this.#isShown || this.#rows.size === 0) return;
    const width = (process.stderr.columns || 80) - 1;
    const longest = Math.min(NAME_MAX, Math.max(...[...this.#rows].map(({ name }) => name.length)));
    const lines = [...this.#rows].map((row) => print(row, width, longest));
    if (this.#total !== undefined && this.#total > 1) lines.push(dim(this.#count()));
    process.stderr.write(`${lines.join('\n')}\n`);
    this.#drawn = lines.length;
  }

  #count(): string {
    return `${this.#done} of ${this.#total}${this.#failed > 0 ? `, ${this.#failed} failed` : ''}`;
  }
}

function print({ name, percent, words }: Row, width: number, longest: number): string {
  const shown = name.length > NAME_MAX ? `…${name.slice(1 - NAME_MAX)}` : name.padEnd(longest);
  const full = Math.round((percent / 100) * BAR);
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
  const rest = Math.max(0, width - shown.length - BAR - 8);
  return `${bold(shown)} ${bar} ${String(percent).padStart(3)} % ${dim(words.slice(0, rest))}`;
}
