// Pages that are larger than a Word document may have them (ISO/IEC 29500-1 17.6.13; Word and LibreOffice: 22 inches) become smaller, with all that is on
// them: beyond that size programs place nothing.

import type { DocumentPart, SectionHead } from '../model.ts';

/** Points. */
const SIDE_MAX = 1584;

/** By which lengths of a page are multiplied: 1 for most. @param page points */
export function scaleOfPage({ width, height }: { readonly width: number; readonly height: number }): number {
  return Math.min(1, SIDE_MAX / Math.max(1, width, height));
}

export async function* scaleLargePages(parts: AsyncIterable<DocumentPart>): AsyncGenerator<DocumentPart, void, void> {
  let scale = 1;
  for await (const part of parts) {
    if (part.kind === 'section') scale = scaleOfSection(part.section);
    yield scale === 1 ? part : scaled(part, scale);
  }
}

function scaleOfSection({ pageWidth, pageHeight }: SectionHead): number {
  return scaleOfPage({ width: pageWidth, height: pageHeight });
}

/** Properties of the model that are lengths, one or several. */
const LENGTHS: ReadonlySet<string> = new Set(
  (
    'pageWidth pageHeight columnGap headerDistance footerDistance left top right bottom width height at widths rowHeights indentLeft indentRight ' +
    'indentFirst spaceBefore lineHeight paddingLeft paddingRight size letterSpacing rise thickness dash radius'
  ).split(' '),
);

function scaled<T>(value: T, scale: number): T {
  if (Array.isArray(value)) return value.map((one: unknown) => scaled(one, scale)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => [name, LENGTHS.has(name) ? lengthOf(one, scale) : scaled(one, scale)]),
  ) as T;
}

function lengthOf(value: unknown, scale: number): unknown {
  if (typeof value === 'number') return value * scale;
  return Array.isArray(value) ? value.map((one: unknown) => lengthOf(one, scale)) : scaled(value, scale);
}
