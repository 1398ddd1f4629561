// Passwords of a job: they are sealed beside its parameters, not among them, and put back when it starts. Those of a pipeline are one JSON list
// with a place for each step.

import type { OperationName } from '#contract/operations.ts';
import { stepsOf, withSteps } from '#contract/steps.ts';

type Params = Record<string, unknown>;

/** @returns the parameters without passwords, and the text to seal; undefined: there are none */
export function takeSecrets(type: OperationName, params: Params): { readonly open: Params; readonly secrets: string | undefined } {
  const steps = stepsOf(type, params);
  const passwords = steps.map(({ params: { password } }) => (typeof password === 'string' ? password : null));
  const without = steps.map(({ operation, params }) => {
    const { password, ...others } = params;
    return { operation, params: password === undefined ? params : others };
  });
  const secrets = type === 'pipeline' ? JSON.stringify(passwords) : passwords[0];
  return {
    open: withSteps(type, params, without),
    secrets: passwords.some((password) => password !== null) ? (secrets ?? undefined) : undefined,
  };
}

export function putSecrets(type: OperationName, open: Params, secrets: string): Params {
  const passwords = type === 'pipeline' ? (JSON.parse(secrets) as (string | null)[]) : [secrets];
  const steps = stepsOf(type, open).map((step, i) => {
    const password = passwords[i] ?? null;
    return password === null ? step : { ...step, params: { ...step.params, password } };
  });
  return withSteps(type, open, steps);
}
