// What a key may do. A route names the scope it needs; `jobs:write` covers every operation, `jobs:<operation>` one of them.

import { OPERATION_NAMES } from './operations.ts';

export const SCOPES = [
  'files:read',
  'files:write',
  'jobs:read',
  'jobs:write',
  'webhooks:manage',
  'keys:manage',
  'usage:read',
  'audit:read',
  ...OPERATION_NAMES.map((name) => `jobs:${name}` as const),
] as const;
export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** Whether a key with these scopes may hand out `wanted`: what it has itself, and single operations when it has all of them. */
export function mayGrant(scopes: readonly string[], wanted: Scope): boolean {
  const operation = wanted.startsWith('jobs:') ? wanted.slice('jobs:'.length) : '';
  return scopes.includes(wanted) || ((OPERATION_NAMES as readonly string[]).includes(operation) && scopes.includes('jobs:write'));
}

/** Whether the scopes allow an action that any one of `needed` allows. */
export function allows(scopes: readonly string[], needed: readonly Scope[]): boolean {
  return needed.some((scope) => scopes.includes(scope));
}
