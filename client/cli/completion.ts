// Completion for shells, printed from the tables: commands, options, values, and otherwise files.

import { OPERATIONS, type Option } from '../generated/operations.ts';
import type { OwnOption } from './arguments.ts';
import { COMMANDS } from './commands.ts';
import { UsageError } from './exit-codes.ts';
import { ownOptionsOf } from './operation-options.ts';

interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly verbs: readonly string[];
  readonly options: readonly { readonly name: string; readonly description: string; readonly values: readonly string[] }[];
}

function everything(): Completed[] {
  const operations = Object.values(OPERATIONS).flatMap((operation): Completed[] => {
    const options = [...operation.options.map(ofOption), ...ownOptionsOf(operation).map(ofOwn)];
    const names = operation.type === 'ai_edit' ? ['edit', operation.path] : [operation.path];
    return names.map((name) => ({ name, summary: operation.summary, verbs: [], options }));
  });
  const others = COMMANDS.map(({ name, summary, verbs = [], options }) => ({ name, summary, verbs, options: options.map(ofOwn) }));
  return [...operations, ...others];
}

function ofOption({ name, description = '', values, kind, step }: Option): Completed['options'][number] {
  return { name, description, values: values ?? (kind === 'steps' ? (step?.names ?? []) : []) };
}

function ofOwn({ name, description }: OwnOption): Completed['options'][number] {
  return { name, description, values: [] };
}

export function completionFor(shell: string): string {
  const printers: Readonly<Record<string, () => string>> = { bash, zsh, fish };
  const printer = Object.hasOwn(printers, shell) ? printers[shell] : undefined;
  if (!printer) throw new UsageError(`pdf-api completion takes ${Object.keys(printers).join(', ')}, not ${shell || 'nothing'}.`);
  return printer();
}

/** What bash and zsh share: for a command its words, for a command and an option the option's values. */
function cases(): string {
  return everything()
    .map(({ name, verbs, options }) => {
      const valued = options.filter(({ values }) => values.length > 0);
      const inner = valued.map((option) => `      --${option.name}) words="${option.values.join(' ')}" ;;`);
      const words = [...options.map((option) => `--${option.name}`), ...verbs].join(' ');
      return [`    ${name})`, '      case "$before" in', ...inner, `      *) words="${words}" ;;`, '      esac ;;'].join('\n');
    })
    .join('\n');
}

const names = () =>
  everything()
    .map(({ name }) => name)
    .join(' ');

function bash(): string {
  return `# pdf-api: source <(pdf-api completion bash)
_pdf_api() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names()}" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases()}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [ "\${#COMPREPLY[@]}" -eq 0 ] || [ -z "$word" ]; then compopt -o default 2>/dev/null; fi
}
complete -F _pdf_api pdf-api
`;
}

function zsh(): string {
  return `#compdef pdf-api
# pdf-api: source <(pdf-api completion zsh)
_pdf_api() {
  local before="\${words[CURRENT-1]}" command="\${words[2]}"
  local words_before=("\${words[@]}")
  if (( CURRENT == 2 )); then
    compadd -- ${names()}
    return
  fi
  local words=""
  case "$command" in
${cases()}
  esac
  compadd -- \${=words}
  _files
}
compdef _pdf_api pdf-api
`;
}

function fish(): string {
  const quote = (text: string) => `'${text.replace(/\s+/g, ' ').slice(0, 90).replaceAll('\\', '\\\\').replaceAll(`'`, `\\'`)}'`;
  const lines = everything().flatMap(({ name, summary, verbs, options }) => {
    const within = `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c pdf-api -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
      ...(verbs.length === 0 ? [] : [`complete -c pdf-api ${within} -f -a '${verbs.join(' ')}'`]),
      ...options.map((option) => {
        const values = option.values.length === 0 ? '' : ` -x -a '${option.values.join(' ')}'`;
        return `complete -c pdf-api ${within} -l ${option.name}${values} -d ${quote(option.description)}`;
      }),
    ];
  });
  return `# pdf-api: pdf-api completion fish | source\n${lines.join('\n')}\n`;
}
