// Passwords of a job: they are sealed beside its parameters, not among them, and put back when it starts. The one password of an operation is
// sealed as it is; those of a pipeline, and of an operation that has several, are a JSON list with a place for each step.

import type { OperationName } from '#contract/operations.ts';
import { stepsOf, withSteps } from '#contract/steps.ts';

type Params = Record<string, unknown>;

/** Parameters that nobody may read again. */
const SECRET_PARAMS = ['password', 'user_password', 'owner_password'] as const;

/** Of a step: all of them by name; its `password` alone; none. */
type Secret = Readonly<Record<string, string>> | string | null;

/** @returns the parameters without passwords, and the text to seal; undefined: there are none */
export function takeSecrets(type: OperationName, params: Params): { readonly open: Params; readonly secrets: string | undefined } {
  const taken = stepsOf(type, params).map((step) => ({ ...step, ...takeFrom(step.params) }));
  const secrets = taken.map(({ secret }) => secret);
  const open = withSteps(
    type,
    params,
    taken.map(({ operation, params: others }) => ({ operation, params: others })),
  );
  if (secrets.every((secret) => secret === null)) return { open, secrets: undefined };
  const [first] = secrets;
  return { open, secrets: typeof first === 'string' && !isList(type) ? first : JSON.stringify(secrets) };
}

export function putSecrets(type: OperationName, open: Params, sealed: string): Params {
  const secrets = isList(type) ? (JSON.parse(sealed) as Secret[]) : [sealed];
  const steps = stepsOf(type, open).map((step, i) => {
    const secret = secrets[i] ?? null;
    if (secret === null) return step;
    return { ...step, params: { ...step.params, ...(typeof secret === 'string' ? { password: secret } : secret) } };
  });
  return withSteps(type, open, steps);
}

function isList(type: OperationName): boolean {
  return type === 'pipeline' || type === 'protect';
}

function takeFrom(params: Params): { readonly params: Params; readonly secret: Secret } {
  const found = SECRET_PARAMS.flatMap((name) => (typeof params[name] === 'string' ? [[name, params[name]] as const] : []));
  if (found.length === 0) return { params, secret: null };
  const others = Object.fromEntries(Object.entries(params).filter(([name]) => !(SECRET_PARAMS as readonly string[]).includes(name)));
  const [only] = found;
  return { params: others, secret: found.length === 1 && only?.[0] === 'password' ? only[1] : Object.fromEntries(found) };
}
