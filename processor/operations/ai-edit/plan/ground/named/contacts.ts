// Whose address or number it is: `the e-mail of Ann Brown`, where it stands below her name.

import { trimmed, writtenAs } from '#instruction/reading/folded.ts';
import { word } from '#instruction/reading/lexicon.ts';
import { thingOf } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { findIn } from '../../places/ground-document.ts';
import { type Place, wordsAt } from '../../places/page-lines.ts';
import { placesOfThing } from '../../places/roles.ts';
import { isIn, missing, type Resolution, type Scene } from '../../places/scene.ts';

const OF = new RegExp(
  `^(?<what>(?:e-?)?mails?(?: address(?:es)?)?|(?:tele)?phone(?: numbers?)?|\\p{L}+(?:-\\p{L}+)?) (?:${word('of|for|from|von|fur|de|du|d|del|di|della|do|da|van|voor')})[ '](?<who>.+)$`,
  'du',
);
/** Points below a name in which its address stands. */
const BELOW_PT = 90;

/** @param own without its article. @returns undefined where it is no address or number, or nobody of that name has one */
export function resolveContact(scene: Scene, own: Span): Resolution | undefined {
  const { folded, ground, pages } = scene;
  const groups = OF.exec(folded.text.slice(own.start, own.end))?.indices?.groups;
  const [what, who] = [groups?.['what'], groups?.['who']];
  if (!what || !who) return undefined;
  const said = folded.text.slice(own.start + what[0], own.start + what[1]);
  const thing = /^mails?$/u.test(said) ? 'email' : thingOf(said);
  const name = writtenAs(folded, trimmed(folded, { start: own.start + who[0], end: own.start + who[1] })).text;
  if ((thing !== 'email' && thing !== 'phone') || !/\p{Lu}/u.test(name)) return undefined;
  const named = (findIn(ground, name, pages)?.places ?? []).filter((place) => isIn(place, scene.region));
  const all = placesOfThing(scene, thing).flat();
  const near = named.map((place) => nearest(scene, place, all)).flatMap((place) => place ?? []);
  const distinct = [...new Map(near.map((place) => [JSON.stringify(place), place])).values()];
  const [only] = distinct;
  if (!only) return undefined;
  return distinct.length === 1 ? { ok: true, kind: 'value', targets: [[only]] } : missing(name, distinct);
}

/** The first below the name that stands in its column, unless another one stands beside it there. */
function nearest({ ground }: Scene, name: Place, all: readonly Place[]): Place | undefined {
  const lines = ground.lines(name.page);
  const [own] = wordsAt(lines, name);
  const last = wordsAt(lines, name).at(-1);
  if (!own || !last) return undefined;
  const below = all
    .filter(({ page }) => page === name.page)
    .flatMap((place) => {
      const words = wordsAt(lines, place);
      const [left, right] = [Math.min(...words.map(({ box }) => box[0])), Math.max(...words.map(({ box }) => box[2]))];
      const down = own.box[1] - Math.max(...words.map(({ box }) => box[1]));
      const isUnder = left < last.box[2] && right > own.box[0] && down > 0 && down < BELOW_PT;
      return isUnder ? [{ place, down }] : [];
    })
    .toSorted((one, two) => one.down - two.down);
  const [first, second] = below;
  return first && (!second || second.down - first.down > 2) ? first.place : undefined;
}
