// A job in the API document, by what is done (`type`) and how far it is (`status`): a reader that knows one of them knows which fields there
// are. Printed from the one schema of a job and the table of operations. Pure.

import { JOB_STATES, type JobState } from '../jobs.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../operations.ts';
import { REPORTS } from '../reports.ts';
import { WARNINGS } from '../warnings.ts';
import { type Json, inputSchema, outputSchema } from './schemas.ts';

/** `ai_edit` → `AiEdit`. */
export function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Fields that a job has in a state for certain, beside those that every job has. */
const CERTAIN: { readonly [S in JobState]: readonly string[] } = {
  queued: [],
  running: ['started_at'],
  succeeded: ['started_at', 'completed_at', 'result_file_id', 'result_files', 'report'],
  failed: ['completed_at', 'error'],
  cancelled: ['completed_at'],
  expired: ['completed_at'],
};

const refer = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** @param job The schema of any job, printed. @returns `Job` and what it consists of */
export function jobSchemas(job: Json): Record<string, Json> {
  const { properties, required } = job as { properties: Record<string, Json>; required: string[] };
  const { type: _type, status: _status, params: _params, report: _report, ...common } = properties;
  const ofType = (name: OperationName) => `${pascal(name)}Job`;
  const ofState = (state: JobState) => `${pascal(state)}State`;
  // Told apart by the constant `status` of each. Generators take what has the keyword `discriminator` within `allOf` for inheritance, and drop it.
  const inAnyState = {
    description: 'What a job of any type has, by its `status`.',
    oneOf: JOB_STATES.map((state) => refer(ofState(state))),
  };
  const parts: Record<string, Json> = {
    Job: {
      description: 'What a job is, by its `type`; each by its `status`.',
      oneOf: OPERATION_NAMES.map((name) => refer(ofType(name))),
      discriminator: { propertyName: 'type', mapping: mapping(OPERATION_NAMES, ofType) },
    },
    JobFields: { type: 'object', properties: common, required: required.filter((name) => Object.hasOwn(common, name)) },
  };
  for (const state of JOB_STATES) {
    const certain = Object.fromEntries(CERTAIN[state].map((name) => [name, properties[name]]));
    parts[ofState(state)] = {
      allOf: [
        refer('JobFields'),
        { type: 'object', properties: { status: { type: 'string', const: state }, ...certain }, required: ['status', ...CERTAIN[state]] },
      ],
    };
  }
  for (const name of OPERATION_NAMES) {
    parts[`${pascal(name)}Params`] = paramsOf(name);
    parts[`${pascal(name)}Report`] = {
      description: 'The evidence: what was done and how it was verified.',
      ...outputSchema(REPORTS[name]),
    };
    parts[ofType(name)] = {
      description: OPERATIONS[name].summary,
      allOf: [
        inAnyState,
        {
          type: 'object',
          properties: {
            type: { type: 'string', const: name },
            params: refer(`${pascal(name)}Params`),
            report: refer(`${pascal(name)}Report`),
            warnings: warningsOf(name),
          },
          required: ['type', 'params'],
        },
      ],
    };
  }
  return parts;
}

function mapping<N extends string>(names: readonly N[], componentOf: (name: N) => string): Json {
  return Object.fromEntries(names.map((name) => [name, `#/components/schemas/${componentOf(name)}`]));
}

function warningsOf(name: OperationName): Json {
  const own = WARNINGS[name].map((code) => `\`${code}\``).join(', ');
  const lead = own === '' ? '' : `Of this operation: ${own}. `;
  const description = `${lead}Others come from the document itself, as \`repaired\` and \`signature_removed\`, and more may be added.`;
  return { type: 'array', description, items: refer('Warning') };
}

/** As a job shows them: without passwords, and those of earlier days may lack what has a default now. */
function paramsOf(name: OperationName): Json {
  const { properties } = inputSchema(OPERATIONS[name].params) as { properties: Record<string, Json> };
  const shown = Object.entries(properties).filter(([field]) => !field.endsWith('password'));
  return { type: 'object', description: 'The parameters of the job, as they were read.', properties: Object.fromEntries(shown) };
}
