// The text that readers get instead of the glyphs (ISO 32000-2 14.9.4): it would keep the old text, so it is removed where the text is edited.

import type { ContentEdit } from '../syntax/operations.ts';
import { readOperations } from '../syntax/operations.ts';
import type { Mark } from '../content/state.ts';
import type { PlacedGlyph } from './page-text.ts';
import { writeName } from '../syntax/write-operand.ts';

export const SPOKEN = ['ActualText', 'Alt', 'E'];

/** The edits that remove it from the marks around the glyphs, in the same content; `shared` where other text uses a mark too. */
export function writeActualText(glyphs: readonly PlacedGlyph[]): ContentEdit[] | 'shared' {
  const edits = new Map<number, ContentEdit>();
  for (const { event } of glyphs) {
    for (const mark of event.marks) {
      if (mark.actualText === undefined && mark.alt === undefined) continue;
      const edit = mark.source === event.source ? silenceMark(mark) : undefined;
      if (!edit) return 'shared';
      edits.set(mark.span.start, edit);
    }
  }
  return [...edits.values()];
}

/** The edit that removes it from one mark; undefined where it is in the resources. */
export function silenceMark(mark: Mark): ContentEdit | undefined {
  if (mark.properties) return undefined;
  const bytes = mark.source.content.bytes.subarray(mark.span.start, mark.span.end);
  const [operation] = readOperations(bytes);
  const dict = operation?.operands[1];
  if (dict?.kind !== 'dict') return undefined;
  const entries = [...dict.entries]
    .filter(([key]) => !SPOKEN.includes(key))
    .map(([key, value]) => `${writeName(key)} ${Buffer.from(bytes.subarray(value.start, value.end)).toString('latin1')}`);
  return { ...mark.span, replacement: `${writeName(mark.tag)} <<${entries.join(' ')}>> BDC` };
}
