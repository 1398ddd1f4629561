// What an operator creates and sets by docs/operating.md, read from its commands and tables. It runs nothing.

interface Bucket {
  readonly name: string;
  readonly jurisdiction: string | undefined;
  readonly location: string | undefined;
}

export interface OperatingPage {
  readonly secrets: readonly string[];
  /** The secrets that the command generates and sets. */
  readonly secretsGenerated: readonly string[];
  readonly queues: readonly string[];
  readonly buckets: readonly Bucket[];
  readonly databases: readonly { readonly name: string; readonly location: string | undefined }[];
  readonly databasesMigrated: readonly string[];
  /** `<class> of <Dockerfile>` */
  readonly containers: readonly string[];
  readonly workerSettings: readonly string[];
  readonly processorSettings: readonly string[];
  readonly courierSettings: readonly string[];
}

export function readPage(markdown: string): OperatingPage {
  const deploying = sectionOf(markdown, 'Deploying');
  const commands = shellLines(deploying);
  const named = (prefix: string) => commands.flatMap((line) => (line.startsWith(prefix) ? [parseCommand(line.slice(prefix.length))] : []));
  return {
    secrets: firstCells(sectionOf(markdown, 'Secrets')).flat(),
    secretsGenerated: commands.flatMap((line) => /^for name in ([A-Z_ ]+); do /.exec(line)?.[1]?.split(' ') ?? []),
    queues: named('npx wrangler queues create ').map(({ name }) => name),
    buckets: named('npx wrangler r2 bucket create ').map(({ name, options }) => ({
      name,
      jurisdiction: options.get('jurisdiction'),
      location: options.get('location'),
    })),
    databases: named('npx wrangler d1 create ').map(({ name, options }) => ({ name, location: options.get('location') })),
    databasesMigrated: named('npx wrangler d1 migrations apply ').map(({ name }) => name),
    containers: tableRows(deploying).map(([className = '', image = '']) => `${quoted(className).join()} of ${quoted(image).join()}`),
    workerSettings: firstCells(sectionOf(markdown, 'Settings of the Worker')).flat(),
    processorSettings: ['Settings of a processor', 'A language model for edits'].flatMap((title) =>
      firstCells(sectionOf(markdown, title)).flat(),
    ),
    courierSettings: firstCells(sectionOf(markdown, 'Settings of the courier')).flat(),
  };
}

/** The text below a heading of the second level, up to the next one; empty where there is none. */
export function sectionOf(markdown: string, title: string): string {
  return markdown.split(/^## /m).find((section) => section.startsWith(`${title}\n`)) ?? '';
}

/** The lines of all fenced `sh` blocks, in order. Blocks in lists are indented. */
export function shellLines(markdown: string): string[] {
  const blocks = markdown.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm);
  return [...blocks].flatMap(([, block = '']) => block.split('\n').map((line) => line.trim())).filter((line) => line !== '');
}

/** The first word, and the options behind it: `--name value`. */
function parseCommand(text: string): { readonly name: string; readonly options: ReadonlyMap<string, string> } {
  const [name = '', ...rest] = text.split(/\s+/);
  const options = rest.flatMap((word, i) => (word.startsWith('--') ? [[word.slice(2), rest[i + 1] ?? ''] as const] : []));
  return { name, options: new Map(options) };
}

/** The cells of every row below a table's head. */
function tableRows(markdown: string): string[][] {
  const rows = markdown.split('\n').filter((line) => line.trimStart().startsWith('|'));
  const cells = rows.map((row) => row.split('|').slice(1, -1));
  return cells.filter((row, i) => !isRule(row) && !isRule(cells[i + 1] ?? []));
}

function isRule(cells: readonly string[]): boolean {
  return cells.length > 0 && cells.every((cell) => /^ *-+ *$/.test(cell));
}

function firstCells(markdown: string): string[][] {
  return tableRows(markdown).map(([first = '']) => quoted(first));
}

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
