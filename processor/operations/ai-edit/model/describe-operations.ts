// What a plan may hold, in a few hundred words instead of the 26 kB of its JSON Schema: printed from that schema, so that it cannot say anything
// else. A model's answer is checked against the schema itself.

import { plannedEditsSchema } from '#contract/params/edit-plan-schema.ts';

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Every operation has them; the prompt explains them. */
const COMMON = new Set(['id', 'op', 'because']);
/** Shapes that several operations share, by the property that has them first. */
const SHARED = { match: 'Match', top: 'Length' } as const;

/** @returns a line for each operation, then the shared shapes and what the properties mean */
export function describeOperations(): string {
  const operations = (plannedEditsSchema() as Schema).properties?.['operations']?.items;
  const variants = operations?.oneOf ?? operations?.anyOf ?? [];
  const shapes = new Map<string, string>();
  const meanings = new Map<string, string>();
  for (const variant of variants) {
    for (const [name, property] of Object.entries(variant.properties ?? {})) {
      const shared = name in SHARED ? SHARED[name as keyof typeof SHARED] : undefined;
      const shape = shapeOf(property, new Map());
      if (shared === undefined || shapes.has(shape)) continue;
      shapes.set(shape, [...shapes.values()].includes(shared) ? `${shared}Of_${String(variant.properties?.['op']?.const)}` : shared);
    }
  }
  const lines = variants.map((variant) => {
    const told = propertiesOf(variant, shapes, meanings).filter(([name]) => !COMMON.has(name));
    const note = variant.description === undefined ? '' : ` — ${variant.description}`;
    return `${String(variant.properties?.['op']?.const)}: ${told.map(([, text]) => text).join(', ') || 'nothing else'}${note}`;
  });
  const named = [...shapes].map(([shape, name]) => `${name} = ${shape}`);
  return [...lines, '', ...named, ...[...meanings].map(([meaning, name]) => `${name}: ${meaning}`)].join('\n');
}

function propertiesOf(
  { properties = {}, required = [] }: Schema,
  shapes: ReadonlyMap<string, string>,
  meanings: Map<string, string>,
): (readonly [string, string])[] {
  return Object.entries(properties).map(([name, property]) => {
    const isTold = property.description === undefined || COMMON.has(name) || meanings.has(property.description);
    const isTaken = [...meanings.values()].includes(name);
    if (!isTold) meanings.set(property.description ?? '', isTaken ? `${String(properties['op']?.const)}.${name}` : name);
    for (const [inner, { description }] of Object.entries(property.properties ?? {})) {
      if (description !== undefined && !meanings.has(description)) meanings.set(description, `${name}.${inner}`);
    }
    const usual = property.default === undefined || typeof property.default === 'object' ? '' : `=${JSON.stringify(property.default)}`;
    return [name, `${name}${required.includes(name) ? '' : '?'}: ${shapeOf(property, shapes)}${usual}`] as const;
  });
}

function shapeOf(schema: Schema, shapes: ReadonlyMap<string, string>): string {
  const printed = printShape(schema, shapes);
  return shapes.get(printed) ?? printed;
}

function printShape(schema: Schema, shapes: ReadonlyMap<string, string>): string {
  const { anyOf, oneOf, properties, items } = schema;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join('|');
  if (anyOf ?? oneOf) return (anyOf ?? oneOf ?? []).map((one) => shapeOf(one, shapes)).join('|');
  if (items) return `[${shapeOf(items, shapes)}]`;
  if (properties)
    return `{${propertiesOf(schema, shapes, new Map())
      .map(([, text]) => text)
      .join(', ')}}`;
  return schema.type ?? 'any';
}
