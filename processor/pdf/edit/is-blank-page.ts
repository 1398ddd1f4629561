// Whether nothing is on a page: no text, not even an invisible one, no picture, nothing drawn but white areas, no annotation but links.

import type { PDFDict } from 'pdf-lib';
import { isPainted, type PathEvent } from '../content/events.ts';
import { interpretPage } from '../content/interpret.ts';
import type { Paint } from '../content/state.ts';
import { annotationsOf } from '../pages/annotations.ts';
import { nameOf } from '../syntax/dictionary.ts';
import { hexOf } from './hex-of.ts';

const UNSEEN = new Set(['Link', 'Popup']);

/** @throws JobFailure decompression_limit */
export function isBlankPage(page: PDFDict): boolean {
  if (annotationsOf(page).some((annotation) => !UNSEEN.has(nameOf(annotation, 'Subtype') ?? ''))) return false;
  let isBlank = true;
  const { gaps } = interpretPage(page, (event) => {
    if (event.kind === 'text') isBlank &&= event.glyphs.every(({ glyph }) => glyph.unicode !== '' && glyph.unicode.trim() === '');
    if (event.kind === 'image') isBlank &&= event.isHidden;
    if (event.kind === 'path') isBlank &&= event.clips || !isPainted(event) || isWhite(event);
    if (event.kind === 'shading') isBlank = false;
  });
  return isBlank && gaps.size === 0;
}

function isWhite({ fills, strokes, state }: PathEvent): boolean {
  const isOf = (paint: Paint) => paint.space !== 'Lab' && hexOf(paint) === '#ffffff';
  return (!fills || isOf(state.fill)) && (!strokes || isOf(state.stroke));
}
