// Of what kind a text is by how it is written.

import { onlyValues } from '../places/typed-values.ts';

/** How values are written: of one kind, or words. */
export function kindOfText(text: string): string {
  const values = text.length < 60 ? onlyValues(text.trim()) : undefined;
  if (values?.length === 1) return values[0]?.kind ?? 'words';
  if (values) return 'values';
  return /\p{N}/u.test(text) ? 'mixed' : 'words';
}
