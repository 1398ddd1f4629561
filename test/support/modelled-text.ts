// A page as a document that is typed in a test: each line with the kind of its block; cells of a row are separated by two spaces.

import type { PageBlock, PageModel } from '../../processor/document/pages/page-model.ts';
import { type GroundDocument, openGround } from '../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { planGrounded } from '../../processor/operations/ai-edit/plan/ground/plan-grounded.ts';
import { factsOfText } from './text-document.ts';

export type TypedLines = readonly (readonly [PageBlock['kind'] | 'row', string])[];

export function groundOfLines(lines: TypedLines): GroundDocument {
  const facts = factsOfText({ pages: [lines.map(([, text]) => text).join('\n')] });
  const model: PageModel = { page: 1, width: 595, height: 842, blocks: blocksOf(lines), pairs: [], fields: [], links: [], remarks: [] };
  return openGround(
    facts,
    () => Promise.resolve([]),
    () => model,
  );
}

/** `op old → new` for each operation; why it is refused where it is not planned. */
export async function plannedFor(ground: GroundDocument, instruction: string): Promise<readonly string[] | string> {
  const plan = await planGrounded(instruction, ground);
  if (!plan.ok) return plan.open.map(({ refusal }) => refusal.why).join(' ');
  return plan.edits.operations.map((operation) => {
    const target = 'match' in operation ? (operation.match.text ?? '') : '';
    return `${operation.op} ${target}${'value' in operation ? ` → ${operation.value}` : ''}`;
  });
}

function boxOf(line: number, from = 0, to = 200) {
  const [left, top] = [56 + 6 * from, 56 + 16 * line];
  return { left, top, right: 56 + 6 * to, bottom: top + 12 };
}

function blocksOf(typed: TypedLines): PageBlock[] {
  const blocks: PageBlock[] = [];
  const rows = typed.flatMap(([kind, text], line) => (kind === 'row' ? [{ line, text }] : []));
  for (const [line, [kind, text]] of typed.entries()) {
    const id = `p1-b${line + 1}`;
    const own = { id, box: boxOf(line, 0, text.length), text, lines: [{ text, box: boxOf(line, 0, text.length) }], from: 'text' as const };
    if (kind === 'list_item') blocks.push({ ...own, kind, level: 1, label: text.slice(0, 2) });
    else if (kind === 'heading') blocks.push({ ...own, kind, level: 1 });
    else if (kind === 'row') {
      if (rows[0]?.line !== line) continue;
      const cells = rows.flatMap((row, index) =>
        Array.from(row.text.matchAll(/\S+(?: \S+)*/gu), ({ 0: cell, index: at }, column) => {
          return {
            row: index,
            column,
            rowSpan: 1,
            columnSpan: 1,
            header: index === 0,
            text: cell,
            box: boxOf(row.line, at, at + cell.length),
          };
        }),
      );
      blocks.push({ id, box: { ...boxOf(line), bottom: boxOf(line + 2).bottom }, kind: 'table', rows: 3, columns: 4, cells, from: 'text' });
    } else if (kind !== 'picture' && kind !== 'table') blocks.push({ ...own, kind });
  }
  return blocks;
}
