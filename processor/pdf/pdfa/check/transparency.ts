// Whether a page uses transparency (ISO 32000-1, clause 11): blend modes, constant alpha, soft masks, transparency groups, in what it draws or in the
// appearances of its annotations.

import type { PDFDict } from 'pdf-lib';
import { PDFName } from 'pdf-lib';
import { interpretAppearances, interpretPage } from '../../content/interpret.ts';
import type { ContentEvent } from '../../content/events.ts';
import { dictOf, lookup, nameOf } from '../../syntax/dictionary.ts';

export function usesTransparency(page: PDFDict): boolean {
  let found = false;
  const visit = (event: ContentEvent) => {
    const { state } = event;
    const blends = state.blendMode !== 'Normal' && state.blendMode !== 'Compatible';
    found ||= blends || state.fillAlpha < 1 || state.strokeAlpha < 1 || state.softMask !== undefined;
    if (event.kind === 'image') found ||= event.softMask !== undefined || event.stream?.dict.has(PDFName.of('SMaskInData')) === true;
    if (event.kind === 'enter') found ||= nameOf(dictOf(lookup(event.source.stream?.dict, 'Group')), 'S') === 'Transparency';
  };
  interpretPage(page, visit);
  interpretAppearances(page, visit);
  return found;
}
