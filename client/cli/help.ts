// What the command says of itself, from the tables.

import { OPERATIONS, type Operation, type Option } from '../generated/operations.ts';
import type { OwnOption } from './arguments.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { ownOptionsOf } from './operation-options.ts';
import { bold, dim, table, wrap } from './terminal.ts';

const WIDTH = 100;
const INDENT = 30;

/** A command that is no operation. */
export interface CommandHelp {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly options: readonly OwnOption[];
}

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  ai_edit: ['edit letter.pdf \'Replace "Acme Ltd" with "Acme GmbH"\' --dry-run', 'edit *.pdf "Delete the last page" -o edited/'],
  metadata: ['metadata photo.jpg --action remove', 'metadata report.pdf --action set --values.title "Report 2026"'],
  convert: ['convert report.docx --target-format pdf', 'cat page.html | pdf-api convert - --name page.html --target-format pdf > page.pdf'],
  ocr: ['ocr scans/ -o searchable/ --languages deu,eng --parallel 4 --resume', 'ocr scan.png --output-format txt -o -'],
  compress: ['compress report.pdf --quality maximum', 'compress --watch inbox/ -o outbox/'],
  split: ['split book.pdf --every 10 -o parts/', 'split book.pdf --ranges 1-3 --ranges 4-end --output zip'],
  merge: ['merge cover.pdf report.pdf#2-end -o whole.pdf --toc'],
  pages: ['pages scan.pdf --steps "rotate pages=odd degrees=90" --steps "delete pages=last"'],
  flatten: ['flatten form.pdf --what forms,annotations'],
  stamp: [
    'stamp draft.pdf --marks \'text text="DRAFT" color=#cc0000\' --marks "page_numbers"',
    'stamp letter.pdf --files logo.png --marks "image position=top_right"',
  ],
  protect: ['protect report.pdf --user-password @password.txt --permissions.print none'],
  unlock: ['unlock report.pdf --password @password.txt'],
  pipeline: ['pipeline scan.pdf --steps "ocr languages=[\\"deu\\"]" --steps compress'],
};

export function helpOf(operation: Operation): string {
  const { path, summary, takesFile, options, type } = operation;
  const names = type === 'ai_edit' ? 'edit FILE… "INSTRUCTION"' : `${path} FILE…`;
  const lead = takesFile ? 'Each FILE is a job' : 'All FILEs are one job';
  const required = options.filter(({ required: isRequired }) => isRequired);
  const others = options.filter(({ required: isRequired }) => !isRequired);
  return [
    `${bold(`pdf-api ${names}`)} [options]`,
    '',
    wrap(summary, WIDTH, ''),
    '',
    wrap(`${lead}: a path, a pattern, a folder (${operation.endings.join(', ')}), or - for standard input.`, WIDTH, ''),
    ...section('Parameters', [...required, ...others].map(rowOf)),
    ...section('Options', ownOptionsOf(operation).map(ownRowOf)),
    ...section(
      'Examples',
      (EXAMPLES[type] ?? []).map((example) => `  pdf-api ${example}`),
    ),
    '',
    dim('A value @FILE is read from the file.'),
  ].join('\n');
}

function section(title: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : ['', bold(title), ...rows];
}

function row(left: string, right: string): string {
  const text = wrap(right, WIDTH - INDENT, ' '.repeat(INDENT));
  return left.length + 2 >= INDENT ? `  ${left}\n${' '.repeat(INDENT)}${text}` : `  ${left}`.padEnd(INDENT) + text;
}

function rowOf({ name, kind, values, description = '', preset, required, step }: Option): string {
  const shown = { text: 'TEXT', number: 'N', boolean: '', texts: 'TEXT', words: 'A,B', steps: 'STEP', json: 'JSON' }[kind];
  const choices = values && !description.includes(`\`${values[0]}\``) ? ` One of ${values.join(', ')}.` : '';
  const steps = step ? ` ${step.names.join(', ')}, each with its fields: "${step.names[0]} name=value …"; or JSON.` : '';
  const given = preset === undefined || preset === false ? '' : ` (${typeof preset === 'string' ? preset : JSON.stringify(preset)})`;
  const many = kind === 'texts' || kind === 'steps' ? ' May be given several times.' : '';
  const left = `--${name}${shown === '' ? '' : ` ${shown}`}`;
  return row(left, `${required ? 'Required. ' : ''}${description}${choices}${steps}${many}${given}`.trim());
}

function ownRowOf({ name, short, value, description }: OwnOption): string {
  return row(`${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`, description);
}

export function helpOfCommand({ name, usage, summary, options }: CommandHelp): string {
  return [bold(`pdf-api ${name} ${usage}`.trim()), '', wrap(summary, WIDTH, ''), ...section('Options', options.map(ownRowOf))].join('\n');
}

export function helpOfAll(commands: readonly CommandHelp[]): string {
  const first = (text: string) => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
  const operations = Object.values(OPERATIONS).map(({ path, summary }) => [`  ${path === 'ai-edit' ? 'edit' : path}`, first(summary)]);
  const codes = Object.values(EXIT_CODES).map(([code, meaning]) => [`  ${code}`, meaning]);
  return [
    `${bold('pdf-api COMMAND FILE…')} [options]`,
    '',
    bold('Operations'),
    table(operations),
    '',
    bold('Other commands'),
    table(commands.map(({ name, summary }) => [`  ${name}`, first(summary)])),
    '',
    'pdf-api COMMAND --help says more. Key and address: `pdf-api login`, or PDF_API_KEY and PDF_API_URL.',
    '',
    bold('Exit codes'),
    table(codes),
  ].join('\n');
}
