// One form of the language: the verbs that open it, an example, and the reader of what follows the verb.

import type { EditName } from '#contract/params/edit-plan.ts';
import type { Cursor } from '../cursor.ts';
import { MATCH_KEYS, type Scope, type ScopeKey } from '../scope.ts';
import type { Target } from '../targets.ts';

/** An operation as read: fields that were not said are absent; the plan's schema fills them in and decides. */
export type ReadEdit = Readonly<Record<string, unknown>> & { readonly op: EditName };

export interface Form {
  readonly op: EditName;
  /** Longer phrases first. */
  readonly verbs: readonly string[];
  /** What to write instead, for an instruction that is close to this form. */
  readonly example: string;
  /** Starts after the verb. @returns undefined when the form does not match; the clause must be read to its end. */
  readonly read: (cursor: Cursor, verb: string) => readonly ReadEdit[] | undefined;
}

export const DELETE_VERBS = [
  'get rid of',
  'take out',
  'delete',
  'remove',
  'erase',
  'drop',
  'cut',
  'strip',
  'clear',
  'discard',
  'wipe',
  'eliminate',
  'omit',
  'strike',
] as const;
export const ADD_VERBS = ['insert', 'add', 'put', 'write', 'place', 'print', 'apply', 'include', 'append', 'type'] as const;
export const CHANGE_VERBS = ['change', 'update', 'modify', 'edit', 'alter', 'amend'] as const;

/** An operation without the fields that nobody said. */
export function edit(op: EditName, fields: Readonly<Record<string, unknown>>): ReadEdit {
  return { ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)), op };
}

/** @returns undefined when the occurrence is said twice, in different ways. */
export function matchOf(target: Target, scope: Scope): Readonly<Record<string, unknown>> | undefined {
  if (target.occurrence !== undefined && scope.occurrence !== undefined && target.occurrence !== scope.occurrence) return undefined;
  const { pages: _, ...said } = only(scope, MATCH_KEYS);
  return Object.fromEntries(
    Object.entries({ text: target.text, pattern: target.pattern, ...said, occurrence: target.occurrence ?? scope.occurrence }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

/** One operation per target; undefined where a target is impossible. */
export function editsOf(
  targets: readonly Target[],
  scope: Scope,
  make: (match: Readonly<Record<string, unknown>>) => ReadEdit,
): readonly ReadEdit[] | undefined {
  const edits: ReadEdit[] = [];
  for (const target of targets) {
    const match = matchOf(target, scope);
    if (match === undefined) return undefined;
    edits.push(make(match));
  }
  return edits.length === 0 ? undefined : edits;
}

function only(scope: Scope, keys: readonly ScopeKey[]): Scope {
  return Object.fromEntries(Object.entries(scope).filter(([key]) => keys.includes(key as ScopeKey)));
}
