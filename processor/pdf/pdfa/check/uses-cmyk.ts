// Whether a document uses device CMYK colours anywhere that it shows: where the colour check would report a missing profile.

import type { OpenedPdf } from '../../opened.ts';
import { walkLive } from '../../syntax/walk.ts';
import { ColourJudge } from './check-colour.ts';
import { checkContent } from './check-content.ts';
import { checkDrawn, checkGroup } from './check-drawn.ts';
import type { PdfaRule } from './rules.ts';
import type { ShownContent } from './shown.ts';

export function usesDeviceCmyk({ context }: Pick<OpenedPdf, 'context'>, shown: ShownContent): boolean {
  let found = false;
  const blame = (rule: PdfaRule) => void (found ||= rule === 'device_cmyk');
  const colours = new ColourJudge(context.obj({}), blame);
  for (const content of shown.contents) checkContent(content, colours, blame);
  checkDrawn(shown, colours);
  walkLive(context, (visit) => checkGroup(visit, colours));
  return found;
}
