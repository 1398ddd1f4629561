// The options that every operation has, beside its own.

import type { Operation } from '../generated/operations.ts';
import type { OwnOption } from './arguments.ts';

export const PARALLEL = 3;

const COMMON: readonly OwnOption[] = [
  {
    name: 'out',
    short: 'o',
    value: 'PATH',
    description:
      'A file, a folder (for several files, or with / at its end), or - for standard output. Without it results lie beside their sources.',
  },
  { name: 'force', short: 'f', description: 'Write over files that are there. Sources never are.' },
  { name: 'json', description: 'A line of JSON for each file on standard output: what became of it, with the report.' },
  { name: 'quiet', short: 'q', description: 'Say nothing but errors.' },
  { name: 'parallel', value: 'N', description: `How many files at a time (${PARALLEL}).` },
  {
    name: 'watch',
    value: 'FOLDER',
    description: 'Process every file that comes into the folder, until Ctrl-C. Needs -o. What was done is remembered (--resume).',
  },
  { name: 'resume', description: 'Note what is done in .pdf-api-resume.json, and do not do it again; go on with jobs that were begun.' },
  { name: 'state', value: 'FILE', description: 'Another file for --resume.' },
  { name: 'name', value: 'NAME', description: 'The name of what comes from standard input, such as scan.png.' },
  { name: 'region', value: 'NAME', description: 'Where files are stored and jobs run.' },
  { name: 'tag', value: 'NAME=VALUE', many: true, description: 'Your own note on the job, echoed in lists and events.' },
  { name: 'delete', description: 'Delete source and results from the service once they are here.' },
  { name: 'help', short: 'h', description: 'This text.' },
];

const YES: OwnOption = { name: 'yes', short: 'y', description: 'After --dry-run: make the edit without asking.' };

export function ownOptionsOf(operation: Operation): OwnOption[] {
  const { filesParam, takesFile, type } = operation;
  const files: OwnOption[] =
    filesParam !== undefined && takesFile
      ? [{ name: filesParam, value: 'FILE', many: true, description: `A file for \`${filesParam}\`, in their order.` }]
      : [];
  return [...files, ...(type === 'ai_edit' ? [YES] : []), ...COMMON];
}
