// Requests and answers of the running service, as the API document shows them (test/contract/examples.test.ts makes and checks them). Pure.

import { type Route, type RouteName, ROUTES } from '../api.ts';
import { ERRORS, type ErrorCode, sectionOf } from '../errors.ts';
import examples from './examples.json' with { type: 'json' };

interface Example {
  readonly request?: unknown;
  /** By status. */
  readonly answers: Readonly<Record<string, unknown>>;
}

const ROUTE_EXAMPLES = examples.routes as Readonly<Record<string, Example>>;
const ERROR_EXAMPLES = examples.errors as Readonly<Record<string, unknown>>;

export function exampleOf(name: RouteName): Example | undefined {
  return ROUTE_EXAMPLES[name];
}

/** One that came from the service, or, for what cannot be had at will, one in its form. */
export function errorExample(code: ErrorCode): unknown {
  const { meaning, retryable } = ERRORS[code];
  const docs = `https://api.example.com/docs/guides/${sectionOf(code)}`;
  return ERROR_EXAMPLES[code] ?? { error: { code, message: meaning, request_id: 'req_01kT9xQ2mB7vR4nW6pL1sJ', retryable, docs } };
}

/** Routes whose answers are JSON of ours. */
export const SHOWN = (Object.entries(ROUTES) as [RouteName, Route][]).filter(([, { success }]) =>
  Object.values(success).some((schema) => schema !== null),
);
