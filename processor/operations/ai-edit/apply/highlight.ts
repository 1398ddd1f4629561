// Highlights text like a reader's marker: an annotation over the boxes of each match, with an appearance of its own that lets the text
// show through (ISO 32000-1 12.5.6.10).

import { PDFArray, type PDFContext, type PDFDict, PDFHexString, PDFName } from 'pdf-lib';
import { arrayOf } from '../../../pdf/syntax/dictionary.ts';
import { type Box, unite } from '../../../pdf/geometry/box.ts';
import { FINE, writeNumbers } from '../../../pdf/syntax/write-operand.ts';

/** @param boxes of one match, in default user space, a box for each line. @param color `#rrggbb` */
export function highlightBoxes(context: PDFContext, page: PDFDict, boxes: readonly Box[], color: string): void {
  const [first] = boxes;
  if (!first) return;
  const channels = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
  const rect = boxes.reduce(unite, first);
  const areas = boxes.map(([left, bottom, right, top]) => writeNumbers([left, bottom, right - left, top - bottom], FINE));
  const appearance = context.flateStream(`/Gs gs ${writeNumbers(channels, FINE)} rg ${areas.map((area) => `${area} re`).join(' ')} f`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [...rect],
    Group: { S: 'Transparency' },
    Resources: { ExtGState: { Gs: { Type: 'ExtGState', BM: 'Multiply' } } },
  });
  const annotation = context.obj({
    Type: 'Annot',
    Subtype: 'Highlight',
    Rect: [...rect],
    // In the order that readers expect, which is not the one of the standard: upper left, upper right, lower left, lower right.
    QuadPoints: boxes.flatMap(([left, bottom, right, top]) => [left, top, right, top, left, bottom, right, bottom]),
    C: channels,
    F: 4,
    AP: { N: context.register(appearance) },
  });
  annotation.set(PDFName.of('Contents'), PDFHexString.fromText(''));
  const list = PDFArray.withContext(context);
  for (const item of arrayOf(page, 'Annots')?.asArray() ?? []) list.push(item);
  list.push(context.register(annotation));
  page.set(PDFName.of('Annots'), list);
}
