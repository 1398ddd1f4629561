// Draws Form XObjects over (or under) what a page shows. The page's own content streams are not rewritten: they are put between `q` and `Q`,
// and what is drawn comes in a stream of its own.

import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib';
import { dictOf, lookup } from './dictionary.ts';

/** [a b c d e f] as in `cm` (ISO 32000-1 8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

export interface DrawnForm {
  readonly form: PDFRef;
  readonly matrix: Matrix;
}

/** @param page with its own /Resources; see inheritAll in arrange-pages.ts */
export function drawOnPage(page: PDFDict, drawn: readonly DrawnForm[], layer: 'over' | 'under' = 'over'): void {
  if (drawn.length === 0) return;
  const { context } = page;
  const xobjects = ownXObjects(page);
  const lines = drawn.map(({ form, matrix }) => {
    const name = freeName(xobjects);
    xobjects.set(PDFName.of(name), form);
    return `q ${matrix.map(printNumber).join(' ')} cm /${name} Do Q`;
  });
  const contents = PDFArray.withContext(context);
  const own = contentsOf(page);
  const drawing = lines.join('\n');
  if (layer === 'under') contents.push(streamRef(context, `${drawing}\n`));
  contents.push(streamRef(context, 'q\n'));
  for (const item of own) contents.push(item);
  contents.push(streamRef(context, layer === 'over' ? `\nQ\n${drawing}\n` : '\nQ\n'));
  page.set(PDFName.of('Contents'), contents);
}

function contentsOf(page: PDFDict): readonly PDFObject[] {
  const raw = page.get(PDFName.of('Contents'));
  const contents = page.context.lookup(raw);
  if (contents instanceof PDFArray) return contents.asArray().filter((item) => page.context.lookup(item) instanceof PDFStream);
  return contents instanceof PDFStream && raw ? [raw] : [];
}

/** Resources are shared among pages: this page gets its own copy before it is changed. */
function ownXObjects(page: PDFDict): PDFDict {
  const resources = copyOf(dictOf(lookup(page, 'Resources')), page.context);
  const xobjects = copyOf(dictOf(lookup(resources, 'XObject')), page.context);
  resources.set(PDFName.of('XObject'), xobjects);
  page.set(PDFName.of('Resources'), resources);
  return xobjects;
}

function copyOf(dict: PDFDict | undefined, context: PDFContext): PDFDict {
  return PDFDict.fromMapWithContext(new Map(dict?.asMap()), context);
}

function freeName(names: PDFDict): string {
  for (let number = 1; ; number++) {
    const name = `Added${number}`;
    if (!names.has(PDFName.of(name))) return name;
  }
}

function streamRef(context: PDFContext, content: string): PDFRef {
  return context.register(context.flateStream(content));
}

/** At most five decimals, never in the notation with an exponent, which PDF does not have. */
export function printNumber(value: number): string {
  return String(Number(value.toFixed(5)) + 0);
}
