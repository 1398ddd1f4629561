// PDFs whose look is known to the point: text, boxes, curves, pictures, fields and links placed by hand.

import { PDFArray, PDFDocument, type PDFFont, PDFName, type PDFPage, rgb, StandardFonts } from 'pdf-lib';

export interface Canvas {
  readonly document: PDFDocument;
  readonly font: PDFFont;
  readonly bold: PDFFont;
  readonly page: PDFPage;
  /** The baseline is `top` points below the upper edge. */
  readonly text: (text: string, left: number, top: number, size?: number, font?: PDFFont) => void;
  readonly addPage: () => Canvas;
}

export const PAGE = { width: 595, height: 842 } as const;
export const WORDS = 'river stone garden window letter morning market engine harbour village doctor winter and';

/** A page in Helvetica; `size` of the page in points. */
export async function makeCanvas(size: readonly [number, number] = [PAGE.width, PAGE.height]): Promise<Canvas> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const canvasOf = (page: PDFPage): Canvas => ({
    document,
    font,
    bold,
    page,
    text: (text, left, top, textSize = 11, textFont = font) =>
      page.drawText(text, { x: left, y: size[1] - top, size: textSize, font: textFont }),
    addPage: () => canvasOf(document.addPage([...size])),
  });
  return canvasOf(document.addPage([...size]));
}

/** Lines of prose from `top` on; returns the baseline that would be next. */
export function drawLines({ text }: Canvas, lines: readonly string[], left: number, top: number, step = 14, size = 11): number {
  for (const [index, line] of lines.entries()) text(line, left, top + index * step, size);
  return top + lines.length * step;
}

/** Axes, a curve and labels at the axes. */
export function drawChart({ page, text }: Canvas, left: number, top: number): void {
  const base = page.getHeight() - top - 150;
  page.drawLine({ start: { x: left, y: base }, end: { x: left + 200, y: base }, thickness: 1 });
  page.drawLine({ start: { x: left, y: base }, end: { x: left, y: base + 150 }, thickness: 1 });
  page.drawSvgPath('M 0 0 C 50 -20 80 -140 200 -130', { x: left, y: base, borderColor: rgb(0.8, 0.1, 0.1), borderWidth: 2 });
  page.drawEllipse({ x: left + 100, y: base + 70, xScale: 6, yScale: 6, color: rgb(0.1, 0.2, 0.8) });
  for (const [index, label] of ['1990', '2000', '2010'].entries()) text(label, left + index * 80, top + 162, 8);
  text('Kilograms', left + 90, top + 60, 8);
}

/** Three rows of three cells with lines around them; `heads` stand in the first row, in bold. */
export function drawTable({ page, text, font, bold }: Canvas, heads: readonly string[]): void {
  const height = page.getHeight();
  for (let cell = 0; cell < 9; cell++) {
    const [row, column] = [Math.floor(cell / 3), cell % 3];
    const place = { x: 80 + column * 120, y: height - 142 - row * 30, width: 120, height: 30 };
    page.drawRectangle({ ...place, borderWidth: 1, borderColor: rgb(0, 0, 0) });
    const head = row === 0 ? heads[column] : undefined;
    text(head ?? `cell ${row}${column}`, place.x + 6, height - place.y - 10, 11, head === undefined ? font : bold);
  }
}

/** A link annotation to a height of another page. */
export function addInnerLink(
  { document, page }: Canvas,
  box: readonly [number, number, number, number],
  target: PDFPage,
  height: number,
): void {
  const { context } = document;
  const destination = context.obj([target.ref, PDFName.of('XYZ'), null, height, null]);
  const link = context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [...box], Border: [0, 0, 0], Dest: destination });
  const list = page.node.Annots() ?? PDFArray.withContext(context);
  list.push(context.register(link));
  page.node.set(PDFName.of('Annots'), list);
}
