// The JSON Schema of what a planner decides, for language models and for callers who bring their own. Printed from the schema that validates.

import { z } from 'zod';
import { PlannedEdits } from './edit-plan.ts';

/** What a planner writes: defaults may be left out. Rules that JSON Schema cannot express are checked too. */
export function plannedEditsSchema(): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(PlannedEdits, { io: 'input', unrepresentable: 'any', override: withoutUnicodeClasses });
  return schema;
}

/** Constrained decoders do not know Unicode property classes. */
function withoutUnicodeClasses({ jsonSchema }: { jsonSchema: { pattern?: string } }): void {
  if (jsonSchema.pattern?.includes(String.raw`\p{`)) delete jsonSchema.pattern;
}
