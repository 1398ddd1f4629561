// The operations of an instruction with the pages that they act on, as the checks of a plan hand them on.

import { choosePages } from '#contract/params/edit-pages.ts';
import { parseInstruction } from '#instruction/parse.ts';
import type { PlacedOperation } from '../../processor/operations/ai-edit/facts/placed-operation.ts';

export function placedOperations(instruction: string, pageCount: number): readonly PlacedOperation[] {
  const read = parseInstruction(instruction);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.edits.operations.map((operation) => {
    const pages = 'pages' in operation ? choosePages(operation.pages, pageCount) : [];
    if (!pages) throw new Error(`no such page: ${instruction}`);
    return { operation, pages, found: [] };
  });
}
