// Colours of what content draws besides its own operators: pictures, shadings, the blending spaces of groups (ISO 19005-2, 6.2.4.3, 6.2.10).

import { dictOf, lookup, nameOf } from '../../syntax/dictionary.ts';
import type { Visit } from '../../syntax/walk.ts';
import type { ColourJudge } from './check-colour.ts';
import { placeOf } from './check-syntax.ts';
import { entriesOf, type ShownContent } from './shown.ts';

/** Blending spaces have no resources. */
export function checkGroup({ dict, key, ref }: Visit, colours: ColourJudge): void {
  if (key !== 'Group' || nameOf(dict, 'S') !== 'Transparency') return;
  const space = lookup(dict, 'CS');
  if (space) colours.judge(space, undefined, placeOf(ref, 'group'));
}

/** Pictures and shadings in the resources that draw them. */
export function checkDrawn({ images, resources }: ShownContent, colours: ColourJudge): void {
  for (const { stream, resources: own, place } of images) {
    const space = lookup(stream.dict, 'ColorSpace');
    if (space && lookup(stream.dict, 'ImageMask')?.toString() !== 'true') colours.judge(space, own, `${place}, image`);
    const mask = dictOf(lookup(stream.dict, 'SMask'));
    const maskSpace = lookup(mask, 'ColorSpace');
    if (maskSpace) colours.judge(maskSpace, own, `${place}, mask`);
  }
  for (const [own, place] of resources) {
    const shadings = entriesOf(own, 'Shading').map(([, shading]) => shading);
    for (const [, pattern] of entriesOf(own, 'Pattern')) {
      const shading = dictOf(lookup(pattern, 'Shading'));
      if (shading) shadings.push(shading);
    }
    for (const shading of shadings) {
      const space = lookup(shading, 'ColorSpace');
      if (space) colours.judge(space, own, `${place}, shading`);
    }
  }
}
