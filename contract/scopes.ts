// What a key may do. A route names the scope it needs; `jobs:write` covers every operation, `jobs:<operation>` one of them.

import { OPERATION_NAMES } from './operations.ts';

export const SCOPES = [
  'files:read',
  'files:write',
  'jobs:read',
  'jobs:write',
  'webhooks:manage',
  ...OPERATION_NAMES.map((name) => `jobs:${name}` as const),
] as const;
export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** Whether the scopes allow an action that any one of `needed` allows. */
export function allows(scopes: readonly string[], needed: readonly Scope[]): boolean {
  return needed.some((scope) => scopes.includes(scope));
}
