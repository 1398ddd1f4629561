// Puts new text at a place of a page, in an embedded face of its own.

import { PDFName } from 'pdf-lib';
import type { Box } from '../geometry/box.ts';
import { pageResources } from '../content/resources.ts';
import { JobFailure } from '../../failure.ts';
import { codeBytes } from './encode-text.ts';
import { embedFace, findFaces, type FaceStyle } from '../draw/fallback-font.ts';
import { overlayPage } from '../draw/page-overlay.ts';
import type { Color } from './color.ts';
import { writeName, writeNumber, writeNumbers, writeString } from '../syntax/write-operand.ts';
import { freeName, subDictionary, type EditableDocument } from '../content/write-source.ts';

export interface TextPlacement {
  readonly text: string;
  /** Left end of the baseline, in default user space. */
  readonly x: number;
  readonly y: number;
  /** Points. */
  readonly size: number;
  readonly color?: Color;
  readonly style?: FaceStyle;
  /** Counterclockwise, in degrees: for pages that are shown turned. */
  readonly rotation?: number;
}

/**
 * One line of text; control characters are refused as missing glyphs.
 * @returns the box that it takes, in page space, and the faces used; undefined when no face has some character
 * @throws JobFailure internal for a page that does not exist
 */
export async function insertTextAt(
  document: EditableDocument,
  pageIndex: number,
  placement: TextPlacement,
): Promise<{ readonly bbox: Box; readonly faces: readonly string[] } | undefined> {
  const page = document.pages[pageIndex]?.dict;
  if (!page) throw new JobFailure('internal', { message: 'There is no such page.' });
  const { text, x, y, size, color, rotation = 0 } = placement;
  const style = placement.style ?? { family: 'sans', isBold: false, isItalic: false };
  const faces = await findFaces(text, style);
  if (!faces) return undefined;
  const resources = pageResources(page)?.clone(document.context) ?? document.context.obj({});
  page.set(PDFName.of('Resources'), resources);
  const fonts = subDictionary(document.context, resources, 'Font');
  const names = faces.map((face) => {
    const name = freeName(fonts, 'Fi');
    fonts.set(PDFName.of(name), embedFace(document.context, face, style));
    return name;
  });
  const parts: string[] = [];
  let width = 0;
  for (const character of text) {
    const index = faces.findIndex(({ glyphs }) => glyphs.has(character));
    const glyph = faces[index]?.glyphs.get(character);
    if (!glyph) return undefined;
    parts.push(
      `${writeName(names[index] ?? '')} ${writeNumber(size)} Tf ${writeString(codeBytes({ code: glyph.gid, length: 2 }), true)} Tj`,
    );
    width += (glyph.width * size) / 1000;
  }
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const fill = color ? `${writeNumbers([color.red, color.green, color.blue])} rg` : '0 g';
  const matrix = writeNumbers([cos, sin, -sin, cos, x, y]);
  overlayPage(document.context, page, `q BT ${fill} ${matrix} Tm ${parts.join(' ')} ET Q`);
  const corners = [
    [0, -0.25 * size],
    [width, -0.25 * size],
    [width, size],
    [0, size],
  ].map(([along = 0, up = 0]) => [x + along * cos - up * sin, y + along * sin + up * cos] as const);
  const [xs, ys] = [corners.map(([at]) => at), corners.map(([, at]) => at)];
  return {
    bbox: [Math.min(...xs) - 1, Math.min(...ys) - 1, Math.max(...xs) + 1, Math.max(...ys) + 1],
    faces: faces.map(({ name }) => name),
  };
}
