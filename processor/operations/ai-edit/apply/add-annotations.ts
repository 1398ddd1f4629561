// Makes the annotations that a plan adds beside highlights: lines under and through a text, links, notes (ISO 32000-1 12.5.6). Each draws its own
// appearance, so that every reader shows the same.

import { PDFArray, type PDFContext, type PDFDict, PDFHexString, PDFName, type PDFRef, PDFString } from 'pdf-lib';
import { type Box, unite } from '../../../pdf/geometry/box.ts';
import { arrayOf } from '../../../pdf/syntax/dictionary.ts';
import { FINE, writeNumbers } from '../../../pdf/syntax/write-operand.ts';
import { linksOver } from '../facts/choose-annotations.ts';

function addAnnotation(context: PDFContext, page: PDFDict, annotation: PDFDict): PDFRef {
  const list = PDFArray.withContext(context);
  for (const item of arrayOf(page, 'Annots')?.asArray() ?? []) list.push(item);
  const ref = context.register(annotation);
  list.push(ref);
  page.set(PDFName.of('Annots'), list);
  return ref;
}

/** Shares of the height of a line, from its lower side. */
const UNDER = 0.09;
const THROUGH = 0.43;
const THICKNESS = 0.055;

/**
 * @param boxes of one match, in default user space, a box for each line
 * @param quarterTurns how the text is turned, counterclockwise
 * @param color `#rrggbb`
 * @returns the places of the lines
 */
export function addLines(
  context: PDFContext,
  page: PDFDict,
  boxes: readonly Box[],
  { kind, quarterTurns, color }: { readonly kind: 'Underline' | 'StrikeOut'; readonly quarterTurns: number; readonly color: string },
): readonly Box[] {
  const [first] = boxes;
  if (!first) return [];
  const rules = boxes.map((box) => ruleOf(box, kind === 'Underline' ? UNDER : THROUGH, quarterTurns));
  const rect = boxes.reduce(unite, first);
  const channels = channelsOf(color);
  const drawn = rules.map(([left, bottom, right, top]) => `${writeNumbers([left, bottom, right - left, top - bottom], FINE)} re`);
  const appearance = context.flateStream(`${writeNumbers(channels, FINE)} rg ${drawn.join(' ')} f`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [...rect],
    Resources: {},
  });
  const annotation = context.obj({
    Type: 'Annot',
    Subtype: kind,
    Rect: [...rect],
    // In the order that readers expect, as for highlights.
    QuadPoints: boxes.flatMap(([left, bottom, right, top]) => [left, top, right, top, left, bottom, right, bottom]),
    C: channels,
    F: 4,
    AP: { N: context.register(appearance) },
  });
  annotation.set(PDFName.of('Contents'), PDFHexString.fromText(''));
  addAnnotation(context, page, annotation);
  return rules;
}

function ruleOf([left, bottom, right, top]: Box, share: number, quarterTurns: number): Box {
  const isUpright = quarterTurns % 2 === 0;
  const height = isUpright ? top - bottom : right - left;
  const half = Math.max(0.3, (height * THICKNESS) / 2);
  const at = height * share;
  switch (quarterTurns) {
    case 1:
      return [right - at - half, bottom, right - at + half, top];
    case 2:
      return [left, top - at - half, right, top - at + half];
    case 3:
      return [left + at - half, bottom, left + at + half, top];
    default:
      return [left, bottom + at - half, right, bottom + at + half];
  }
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
}

export type LinkTarget = { readonly url: string } | { readonly page: PDFDict };

/** A link that lies over the text gets the new target; where there is none, one is made over each line. @returns those that are new */
export function setLink(context: PDFContext, page: PDFDict, boxes: readonly Box[], target: LinkTarget): readonly PDFRef[] {
  const there = linksOver(page, boxes);
  for (const link of there) setTarget(context, link, target);
  if (there.length > 0) return [];
  return boxes.map((box) => {
    const link = context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [...box], Border: [0, 0, 0], F: 4 });
    setTarget(context, link, target);
    return addAnnotation(context, page, link);
  });
}

function setTarget(context: PDFContext, link: PDFDict, target: LinkTarget): void {
  for (const key of ['Dest', 'PA', 'A']) link.delete(PDFName.of(key));
  if ('url' in target) {
    const action = context.obj({ Type: 'Action', S: 'URI' });
    action.set(PDFName.of('URI'), PDFString.of(asciiOf(target.url)));
    link.set(PDFName.of('A'), action);
    return;
  }
  const ref = context.getObjectRef(target.page);
  if (ref) link.set(PDFName.of('Dest'), context.obj([ref, PDFName.of('Fit')]));
}

/** An address in ASCII (12.6.4.7). */
function asciiOf(url: string): string {
  return url
    .replaceAll(/[^\u0021-\u007e]/gu, (character) => encodeURIComponent(character))
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
}

export const NOTE_SIDE = 18;

/** A note with its sign at a place. @param at lower left corner of the sign, in default user space */
export function addNote(context: PDFContext, page: PDFDict, at: readonly [number, number], text: string): Box {
  const side = NOTE_SIDE;
  const rect: Box = [at[0], at[1], at[0] + side, at[1] + side];
  const sign = context.flateStream(
    `1 .86 .3 rg .35 .3 .1 RG .8 w 1 1 ${side - 2} ${side - 2} re B ` + [5, 8.5, 12].map((y) => `4 ${y} m ${side - 4} ${y} l S`).join(' '),
    { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, side, side], Resources: {} },
  );
  const note = context.obj({
    Type: 'Annot',
    Subtype: 'Text',
    Name: 'Comment',
    Rect: [...rect],
    C: [1, 0.86, 0.3],
    // Printed, and neither zoomed nor turned with the page.
    F: 4 | 8 | 16,
    AP: { N: context.register(sign) },
  });
  note.set(PDFName.of('Contents'), PDFHexString.fromText(text));
  addAnnotation(context, page, note);
  return rect;
}
