// Whether a page paints in its initial colour, black of DeviceGray (ISO 32000-1 8.4.1), without setting it.

import type { PDFDict } from 'pdf-lib';
import type { ContentEvent } from '../../content/events.ts';
import { interpretPage } from '../../content/interpret.ts';
import { INITIAL_STATE } from '../../content/state.ts';

export function paintsInitialBlack(page: PDFDict): boolean {
  let found = false;
  interpretPage(page, (event: ContentEvent) => {
    const { fill, stroke } = event.state;
    if (event.kind === 'path') found ||= (event.fills && fill === INITIAL_STATE.fill) || (event.strokes && stroke === INITIAL_STATE.stroke);
    if (event.kind === 'text') found ||= event.glyphs.length > 0 && fill === INITIAL_STATE.fill && event.state.renderMode === 0;
  });
  return found;
}
