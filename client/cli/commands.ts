// The table of commands that are no operations.

import type { OwnOption } from './arguments.ts';
import type { CommandHelp } from './help.ts';

const JSON_OPTION: OwnOption = { name: 'json', description: 'JSON on standard output.' };
const HELP: OwnOption = { name: 'help', short: 'h', description: 'This text.' };
const LIMIT: OwnOption = { name: 'limit', value: 'N', description: 'How many at most (20).' };
const QUIET: OwnOption = { name: 'quiet', short: 'q', description: 'Say nothing but errors.' };
const STATUS: OwnOption = { name: 'status', value: 'STATUS', description: 'Only those in this state.' };
const URL_OPTION: OwnOption = { name: 'url', value: 'URL', description: 'The address of the service, such as https://api.example.com/v1.' };

interface Command extends CommandHelp {
  /** What follows its name, where that is one of a few. */
  readonly verbs?: readonly string[];
}

export const COMMANDS: readonly Command[] = [
  {
    name: 'jobs',
    usage: 'list | get JOB… | wait JOB… | download JOB… [-o FOLDER] | cancel JOB…',
    summary: 'Jobs: what became of them, and why.',
    verbs: ['list', 'get', 'wait', 'download', 'cancel'],
    options: [
      STATUS,
      { name: 'type', value: 'TYPE', description: 'Only jobs of this operation.' },
      LIMIT,
      { name: 'out', short: 'o', value: 'FOLDER', description: 'Where results are written (.).' },
      JSON_OPTION,
      HELP,
    ],
  },
  {
    name: 'files',
    usage: 'list | upload FILE… | download ID… [-o FOLDER] | rm ID…',
    summary: 'Files on the service. `files rm --all` deletes every one that is listed.',
    verbs: ['list', 'upload', 'download', 'rm'],
    options: [
      STATUS,
      LIMIT,
      { name: 'all', description: 'Of rm: every file of the account that has bytes; asks first.' },
      { name: 'yes', short: 'y', description: 'Do not ask.' },
      { name: 'out', short: 'o', value: 'FOLDER', description: 'Where files are written (.).' },
      JSON_OPTION,
      HELP,
    ],
  },
  {
    name: 'webhooks',
    usage: 'list | deliveries WEBHOOK | test WEBHOOK',
    summary: 'Endpoints of events, what was delivered to them, and a test event.',
    verbs: ['list', 'deliveries', 'test'],
    options: [STATUS, LIMIT, JSON_OPTION, HELP],
  },
  {
    name: 'batch',
    usage: 'OPERATION FILE… -o RESULTS.zip',
    summary: 'Many files as one batch: uploaded, run together on the service, and fetched as one ZIP with a manifest.',
    options: [
      { name: 'out', short: 'o', value: 'FILE', description: 'The ZIP (results.zip).' },
      { name: 'parallel', value: 'N', description: 'How many uploads at a time (3).' },
      JSON_OPTION,
      QUIET,
      HELP,
    ],
  },
  {
    name: 'batches',
    usage: 'list | get BATCH… | wait BATCH… | download BATCH… [-o FOLDER] | cancel BATCH…',
    summary: 'Batches: how far they are, and their results, each as one ZIP.',
    verbs: ['list', 'get', 'wait', 'download', 'cancel'],
    options: [
      STATUS,
      LIMIT,
      { name: 'out', short: 'o', value: 'FOLDER', description: 'Where the ZIPs are written (.).' },
      JSON_OPTION,
      HELP,
    ],
  },
  {
    name: 'usage',
    usage: '',
    summary: 'Jobs, pages and bytes by day.',
    options: [
      { name: 'from', value: 'DAY', description: 'First day, YYYY-MM-DD (UTC).' },
      { name: 'to', value: 'DAY', description: 'Last day.' },
      { name: 'by', value: 'key|type', description: 'A row for each key or each operation.' },
      JSON_OPTION,
      HELP,
    ],
  },
  {
    name: 'login',
    usage: '[--url URL]',
    summary:
      'Store a key, after it was tried, readable by you alone. It is asked for, or read from standard input. PDF_API_KEY and PDF_API_URL of the environment win.',
    options: [URL_OPTION, HELP],
  },
  { name: 'logout', usage: '', summary: 'Remove the stored key.', options: [HELP] },
  { name: 'whoami', usage: '', summary: 'Which key and which service are used, and where they come from.', options: [JSON_OPTION, HELP] },
  {
    name: 'doctor',
    usage: '',
    summary: 'Try everything that is needed: address, service, clock, key, what the service can do.',
    options: [URL_OPTION, JSON_OPTION, HELP],
  },
  {
    name: 'completion',
    usage: 'bash | zsh | fish',
    summary: 'A script for the shell: `source <(pdf-api completion bash)`.',
    verbs: ['bash', 'zsh', 'fish'],
    options: [HELP],
  },
];
