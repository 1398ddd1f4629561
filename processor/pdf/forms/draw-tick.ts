// The mark of a box that is ticked, where it would be a letter of ZapfDingbats that is not in the file: a machine without that font shows an
// empty box. It is drawn as lines instead, in the place and colour of the letter.

import { PDFDict, PDFName, PDFStream } from 'pdf-lib';
import { numbersIn } from '../fonts/dictionaries.ts';
import { boxIn } from '../geometry/box.ts';
import { decoded, encoded } from '../streams/decoded.ts';
import { arrayOf, dictOf, lookup, nameOf, textOf } from '../syntax/dictionary.ts';
import { FINE, writeNumbers } from '../syntax/write-operand.ts';

/** ISO 32000-1 Annex D.6: the letters that forms use, in a square of side 1. */
const MARKS: Readonly<Record<string, string>> = {
  '4': '.12 w 1 J 1 j .15 .5 m .4 .2 l .85 .85 l S',
  '8': '.12 w 1 J .18 .18 m .82 .82 l S .18 .82 m .82 .18 l S',
  l: '.5 .15 m .693 .15 .85 .307 .85 .5 c .85 .693 .693 .85 .5 .85 c .307 .85 .15 .693 .15 .5 c .15 .307 .307 .15 .5 .15 c f',
  n: '.15 .15 .7 .7 re f',
  u: '.5 .1 m .9 .5 l .5 .9 l .1 .5 l f',
  H: '.5 .95 m .62 .62 l .97 .62 l .69 .41 l .79 .07 l .5 .28 l .21 .07 l .31 .41 l .03 .62 l .38 .62 l f',
};
const TEXT = /\bBT\b[\s\S]*?\bET\b/u;

/** Gives the appearance of one state lines instead of a letter that a reader may not have, and puts it where every reader looks. */
export function drawTick(widget: PDFDict, state: string): void {
  const appearances = dictOf(lookup(widget, 'AP'));
  const normal = dictOf(lookup(appearances, 'N'));
  // Poppler takes a reference for a stream, and shows nothing where it leads to the states.
  if (appearances && normal) appearances.set(PDFName.of('N'), normal);
  const stream = lookup(normal, state);
  if (!normal || !(stream instanceof PDFStream) || !needsDingbats(stream.dict)) return;
  const box = boxIn(numbersIn(arrayOf(stream.dict, 'BBox')));
  const bytes = decoded(stream);
  const content = bytes && Buffer.from(bytes).toString('latin1');
  const text = content && TEXT.exec(content)?.[0];
  const letter = text && (/\((.)\)\s*Tj/u.exec(text)?.[1] ?? hexLetter(/<([0-9a-f]{2})>\s*Tj/iu.exec(text)?.[1]));
  const mark = letter && Object.hasOwn(MARKS, letter) ? MARKS[letter] : undefined;
  if (!box || !content || !text || mark === undefined) return;
  const side = Math.min(box[2] - box[0], box[3] - box[1]) * 0.8;
  const [x, y] = [(box[0] + box[2] - side) / 2, (box[1] + box[3] - side) / 2];
  const color = text.match(/(?:[\d.]+\s+){1,4}(?:g|rg|k)\b/gu)?.at(-1) ?? '0 g ';
  const lines = color.replace(/(g|rg|k)\s*$/u, (operator) => operator.toUpperCase());
  const drawn = `q ${color} ${lines} ${writeNumbers([side, 0, 0, side, x, y], FINE)} cm ${mark} Q`;
  const dict = stream.dict.clone(widget.context);
  for (const key of ['Filter', 'DecodeParms', 'Length', 'DL']) dict.delete(PDFName.of(key));
  normal.set(
    PDFName.of(state),
    widget.context.register(encoded(widget.context, dict, Buffer.from(content.replace(TEXT, drawn), 'latin1'))),
  );
}

/** Gives a box that is ticked, and has no appearance of its own, the mark that readers draw for it. @param usual the mark where it names none */
export function giveTick(widget: PDFDict, state: string, usual: '4' | 'l'): void {
  const rect = boxIn(numbersIn(arrayOf(widget, 'Rect')));
  if (!rect) return;
  const caption = textOf(lookup(dictOf(lookup(widget, 'MK')), 'CA')) ?? usual;
  const mark = (Object.hasOwn(MARKS, caption) ? MARKS[caption] : undefined) ?? MARKS[usual];
  const [width, height] = [rect[2] - rect[0], rect[3] - rect[1]];
  const side = Math.min(width, height) * 0.8;
  const place = writeNumbers([side, 0, 0, side, (width - side) / 2, (height - side) / 2], FINE);
  const { context } = widget;
  const form = (content: string) =>
    context.register(context.flateStream(content, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: {} }));
  const states = context.obj({ [state]: form(`q 0 g 0 G ${place} cm ${mark} Q`), Off: form('') });
  widget.set(PDFName.of('AP'), context.obj({ N: states }));
  widget.set(PDFName.of('AS'), PDFName.of(state));
}

function needsDingbats(form: PDFDict): boolean {
  const fonts = dictOf(lookup(dictOf(lookup(form, 'Resources')), 'Font'));
  return (fonts?.keys() ?? []).some((key) => {
    const font = lookup(fonts, key.decodeText());
    return font instanceof PDFDict && nameOf(font, 'BaseFont') === 'ZapfDingbats' && !font.has(PDFName.of('FontDescriptor'));
  });
}

function hexLetter(hex: string | undefined): string | undefined {
  return hex === undefined ? undefined : String.fromCharCode(parseInt(hex, 16));
}
