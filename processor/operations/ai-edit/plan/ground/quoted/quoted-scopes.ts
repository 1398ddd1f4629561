// The place in which a quoted text is said to stand: a table by its number, a section by its heading, a row by a text of it. One that is not found is
// none: the whole page never stands for it.

import { writtenAs } from '#instruction/reading/folded.ts';
import type { QuotedScope } from '#instruction/reading/quoted/read-quoted.ts';
import { patternOf, word } from '#instruction/reading/lexicon.ts';
import { THINGS } from '#instruction/reading/things.ts';
import { findIn } from '../../places/ground-document.ts';
import type { Place } from '../../places/page-lines.ts';
import { isIn, type Scene } from '../../places/scene.ts';
import { placeRegion } from '../regions.ts';
import { wholesAround } from './quoted-units.ts';

const ROW = patternOf(`(?:${THINGS.row}|${word('wiersz(?:u|em)?|rzedzie|row')})$`, 'u');

/** @returns undefined where there is no such place, or several */
export function scopeRegion(scene: Scene, { joint, name, noun }: QuotedScope): readonly Place[] | undefined {
  const { text, isQuoted } = writtenAs(scene.folded, name);
  if (isQuoted && ROW.test(noun)) {
    const places = (findIn(scene.ground, text, scene.pages)?.places ?? []).filter((place) => isIn(place, scene.region));
    const around = wholesAround(scene, places, { whole: 'row', isWithAll: true, besides: [], nth: undefined });
    return around.ok ? around.targets.flat() : undefined;
  }
  // A part of a text, and not what stands below it.
  if (isQuoted && joint === 'within') {
    const { places } = findIn(scene.ground, text, scene.pages) ?? { places: [] };
    return places.length === 1 ? places : undefined;
  }
  return placeRegion(scene, name, joint.trim())?.region;
}
