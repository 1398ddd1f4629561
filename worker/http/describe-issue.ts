// What is wrong with a value, in words that say what would be right: read from the schema that refused it. Pure.
// Values are repeated only where the schema lists the possible ones: a password is never one of them.

import type { z } from 'zod';
import type { RefusedField } from '#contract/params/submission.ts';
import { nearest } from './nearest.ts';

/** How much of a name or value chosen by the caller is repeated in an answer. */
const FIELD_CHARS_MAX = 100;
const VALUE_CHARS_MAX = 40;
const LISTED_MAX = 40;

/** The parts of zod's definitions that are walked. */
interface Definition {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly out?: z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly discriminator?: string;
  readonly format?: string;
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
}

interface Refused {
  readonly schema: z.core.$ZodType;
  readonly value: unknown;
  /** Fields that stand beside those of the schema. */
  readonly beside: readonly string[];
}

export function describeIssue(issue: z.core.$ZodIssue, refused: Refused): RefusedField[] {
  const field = issue.path.map(String).join('.').slice(0, FIELD_CHARS_MAX);
  const schemas = schemasAt(refused.schema, issue.path, refused.value);
  if (issue.code === 'unrecognized_keys') {
    const names = [...schemas.flatMap((schema) => Object.keys(definitionOf(schema).shape ?? {})), ...(field === '' ? refused.beside : [])];
    return issue.keys.slice(0, 10).map((key) => unknownField(field, key, [...new Set(names)]));
  }
  const member = issue.code === 'invalid_union' ? memberMeant(issue.errors) : undefined;
  if (member) return member.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, refused));
  const value = valueAt(refused.value, issue.path);
  // What a rule of the schema says of several fields names what is needed by itself.
  if (value === undefined && issue.code !== 'custom')
    return [{ field, issue: issue.code, message: `is missing${expected(schemas, ': send ')}` }];
  return [{ field, issue: issue.code, ...messageOf(issue, value, schemas) }];
}

/** The faults of the member of a union whose kind the value has, and that has the fewest. */
function memberMeant(members: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  return members
    .filter((faults) => faults.some(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'))
    .toSorted((a, b) => a.length - b.length)[0];
}

export function unknownField(within: string, key: string, names: readonly string[]): RefusedField {
  const shown = key.slice(0, FIELD_CHARS_MAX);
  const near = nearest(key, names);
  const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  const inside = names.includes('params') ? ' Parameters of the operation go into `params`.' : '';
  const list = names.length === 0 ? '' : `${inside} The fields are ${listed(names)}.`;
  return {
    field: [within, shown].filter(Boolean).join('.'),
    issue: 'unknown',
    message: `There is no such field.${hint}${list}`,
    ...(near === undefined ? {} : { suggestions: [near] }),
  };
}

function messageOf(
  issue: z.core.$ZodIssue,
  value: unknown,
  schemas: readonly z.core.$ZodType[],
): Pick<RefusedField, 'message' | 'suggestions'> {
  switch (issue.code) {
    case 'invalid_value':
    case 'invalid_union':
      return hasOwnWords(schemas) ? { message: issue.message } : wrongValue(value, schemas);
    case 'invalid_type':
      if (hasOwnWords(schemas)) return { message: issue.message };
      return { message: `must be ${wanted(schemas) || issue.expected}, not ${kindOf(value)}${hintOf(value, issue.expected, schemas)}` };
    case 'too_big':
      return { message: boundOf('at most', issue.maximum, issue.origin, value) ?? issue.message };
    case 'too_small':
      return { message: boundOf('at least', issue.minimum, issue.origin, value) ?? issue.message };
    case 'invalid_format':
      return { message: issue.format === 'datetime' ? 'is not a time of ISO 8601 such as `2026-11-01T00:00:00Z`' : issue.message };
    default:
      return { message: issue.message };
  }
}

function wrongValue(value: unknown, schemas: readonly z.core.$ZodType[]): Pick<RefusedField, 'message' | 'suggestions'> {
  const values = schemas.flatMap(valuesOf);
  if (typeof value === 'number' && values.length > 0) return { message: `is ${value}, but must be ${wanted(schemas)}.` };
  if (typeof value !== 'string' || values.length === 0)
    return { message: `must be ${wanted(schemas)}, not ${kindOf(value)}${hintOf(value, '', schemas)}` };
  const near = nearest(value, values);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const shown = JSON.stringify(value.slice(0, VALUE_CHARS_MAX));
  return { message: `is ${shown}, but must be ${wanted(schemas)}.${hint}`, ...(near === undefined ? {} : { suggestions: [near] }) };
}

function boundOf(word: string, bound: number | bigint, origin: string, value: unknown): string | undefined {
  if (origin === 'number' || origin === 'int') return `must be ${word} ${bound}, and is ${Number(value)}`;
  if (origin === 'string') return `must have ${word} ${bound} ${Number(bound) === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `must list ${word} ${bound}, and lists ${Array.isArray(value) ? value.length : 0}`;
  return undefined;
}

/** The schema says by itself what would be right. */
function hasOwnWords(schemas: readonly z.core.$ZodType[]): boolean {
  return schemas.some((schema) => schema._zod.def.error !== undefined);
}

function hintOf(value: unknown, type: string, schemas: readonly z.core.$ZodType[]): string {
  if (typeof value === 'string' && /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(value) && type !== 'array' && type !== 'object')
    return ': send it without quotation marks';
  if (type === 'array' && !Array.isArray(value)) return ': put it into a list, `[…]`';
  if (type === 'string' && typeof value === 'number') return ': put it into quotation marks';
  if (type === 'string' && Array.isArray(value) && value.every(Number.isInteger)) return ': write the list as one text, such as `"1,2"`';
  return asObject(value, schemas);
}

/** How an object begins whose place a bare word or `true` has taken. */
function asObject(value: unknown, schemas: readonly z.core.$ZodType[]): string {
  const shapes = schemas.map((schema) => definitionOf(schema).shape).filter((shape) => shape !== undefined);
  if (value === true && shapes.some((shape) => Object.values(shape).every((field) => field._zod.optin !== undefined))) return ': send `{}`';
  if (typeof value !== 'string') return '';
  const named = shapes.flatMap((shape) => Object.entries(shape).slice(0, 1));
  const meant = named.find(([, field]) => valuesOf(unwrapped(field)).includes(value));
  if (meant) return `: send \`{"${meant[0]}": "${value}"}\``;
  return named.some(([name]) => name === 'file_id') ? ': send `{"file_id": "…"}`' : '';
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a number with decimals';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'boolean' ? String(value) : (KINDS[typeof value] ?? typeof value);
}

function expected(schemas: readonly z.core.$ZodType[], lead: string): string {
  const words = wanted(schemas);
  return words === '' ? '' : lead + words;
}

/** What may stand there. */
function wanted(schemas: readonly z.core.$ZodType[]): string {
  const values = [...new Set(schemas.flatMap(valuesOf))];
  const kinds = schemas.flatMap((schema) => {
    const { type, format } = definitionOf(schema);
    return KINDS[format === 'safeint' ? 'int' : type] ?? [];
  });
  const oneOf = values.length === 0 ? [] : [values.length === 1 ? String(values[0]) : `one of ${listed(values)}`];
  return [...oneOf, ...new Set(kinds)].join(', or ');
}

function valuesOf(schema: z.core.$ZodType): string[] {
  const { type, entries, values } = definitionOf(schema);
  if (type === 'enum') return Object.values(entries ?? {});
  return type === 'literal' ? (values ?? []).map(String) : [];
}

function listed(names: readonly string[]): string {
  return names.length <= LISTED_MAX ? names.join(', ') : `${names.slice(0, LISTED_MAX).join(', ')} and ${names.length - LISTED_MAX} more`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((at, step) => (at !== null && typeof at === 'object' ? (at as Record<PropertyKey, unknown>)[step] : undefined), value);
}

function schemasAt(schema: z.core.$ZodType, path: readonly PropertyKey[], value: unknown): z.core.$ZodType[] {
  const [step, ...rest] = path;
  const choices = choicesOf(schema, value);
  if (step === undefined) return choices;
  const inner = valueAt(value, [step]);
  return choices.flatMap((choice) => {
    const { shape, element, valueType } = definitionOf(choice);
    const next = shape && Object.hasOwn(shape, step) ? shape[step as string] : (element ?? valueType);
    return next ? schemasAt(next, rest, inner) : [];
  });
}

/** Without what is around it; of a union those of its members that the value can be. */
function choicesOf(schema: z.core.$ZodType, value: unknown): z.core.$ZodType[] {
  const bare = unwrapped(schema);
  const { options, discriminator } = definitionOf(bare);
  if (!options) return [bare];
  const members = options.flatMap((option) => choicesOf(option, value));
  if (discriminator === undefined) return members;
  const told = valueAt(value, [discriminator]);
  const meant = members.filter((member) => {
    const literal = definitionOf(member).shape?.[discriminator];
    return literal !== undefined && valuesOf(unwrapped(literal)).includes(String(told));
  });
  return meant.length > 0 ? meant : members;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const { type, innerType, in: before, out } = definitionOf(schema);
  if (type === 'pipe' && before && out) return unwrapped(definitionOf(before).type === 'transform' ? out : before);
  return innerType ? unwrapped(innerType) : schema;
}

function definitionOf(schema: z.core.$ZodType): Definition {
  return schema._zod.def;
}
