// Where a thing stands by another: in a section, under a chart, after a row. What does not name another thing must be said by the thing itself.

import type { Mention } from '#instruction/mentions/read-mention.ts';
import type { Relation } from '#instruction/mentions/mention-words.ts';
import { PICTURE_NOUN } from '#instruction/reading/thing-words.ts';
import { choosePages } from '#contract/params/edit-pages.ts';
import { findPages } from '#instruction/reading/scope-words.ts';
import type { Span } from '#instruction/tokens.ts';
import { placeRegion } from '../ground/regions.ts';
import { resolveTarget } from '../ground/resolve.ts';
import type { Place } from '../places/page-lines.ts';
import { isIn, type Scene } from '../places/scene.ts';
import { boxOf, type Candidate, namesAround } from './candidates.ts';
import { contentOf, matchOf, speaksOf } from './word-match.ts';

export interface Link {
  /** Of these, those that stand so. */
  readonly keep: (candidates: readonly Candidate[]) => readonly Candidate[];
  readonly keepPlaces: (places: readonly Place[]) => readonly Place[];
}

export function linksOf(scene: Scene, { at, deictic }: Mention): readonly Link[] {
  const box = deictic && scene.spoken ? boxOf(scene, scene.spoken) : undefined;
  const spoken = box && scene.spoken?.[0] ? [{ page: scene.spoken[0].page, box }] : undefined;
  return [...at.map(({ relation, of }) => linkTo(scene, relation, of)), ...(deictic && spoken ? [besideLink(deictic, spoken)] : [])];
}

function besideLink(relation: Relation, boxes: readonly Boxed[]): Link {
  const keep = (all: readonly Candidate[]) => {
    const near = boxes.flatMap((box) => nearestBeside(relation, box, all));
    return all.filter((one) => near.includes(one));
  };
  return { keep, keepPlaces: (all) => all };
}

function linkTo(scene: Scene, relation: Relation, of: Span): Link {
  const said = scene.folded.source.slice(of.start, of.end);
  const pages = pagesSaid(scene, of);
  if (pages)
    return {
      keep: (all) => all.filter(({ page }) => pages.includes(page)),
      keepPlaces: (all) => all.filter(({ page }) => pages.includes(page)),
    };
  if (relation === 'in') {
    const region = placeRegion(scene, of)?.region;
    const isThere = (places: readonly Place[]) => region !== undefined && places.every((place) => isIn(place, region));
    return {
      keep: (all) => {
        const inside = all.filter(({ places }) => isThere(places));
        // The whole is no part of itself.
        const own = all.filter((one) => !inside.includes(one) && isSaidBy(scene, one, said));
        return inside.length > 0 && inside.length < all.length ? inside : own.length > 0 ? own : inside;
      },
      keepPlaces: (all) => all.filter((place) => isThere([place])),
    };
  }
  return besideLink(relation, boxesOf(scene, of));
}

/** Each word is said by the thing, or by what it stands in; one of them by itself. */
function isSaidBy(scene: Scene, candidate: Candidate, said: string): boolean {
  const match = Math.max(matchOf(candidate.text, said), matchOf(candidate.name, said));
  if (match > 0) return true;
  const words = contentOf(said);
  if (words.length === 0) return false;
  const around = namesAround(scene, candidate);
  return words.every((one) => speaksOf(around, one));
}

function pagesSaid({ folded, ground }: Scene, of: Span): readonly number[] | undefined {
  const found = findPages(folded, of);
  return found && found.span.start <= of.start && found.span.end >= of.end ? choosePages(found.pages, ground.pageCount) : undefined;
}

interface Boxed {
  readonly page: number;
  readonly box: readonly [number, number, number, number];
}

const PICTURE = new RegExp(PICTURE_NOUN, 'u');

/** Of the things that something stands by: texts, or pictures. */
function boxesOf(scene: Scene, of: Span): readonly Boxed[] {
  const found = resolveTarget({ ...scene, region: undefined }, of);
  if (found.ok)
    return found.targets.flatMap((places) => {
      const box = boxOf(scene, places);
      return box && places[0] ? [{ page: places[0].page, box }] : [];
    });
  return PICTURE.test(scene.folded.text.slice(of.start, of.end))
    ? scene.ground.facts.images(scene.pages).map(({ page, box }) => ({ page, box }))
    : [];
}

const SLACK_PT = 4;

/** The nearest on that side. */
function nearestBeside(relation: Relation, { page, box }: Boxed, all: readonly Candidate[]): readonly Candidate[] {
  const isDown = relation === 'under' || relation === 'after';
  const isBeside = relation === 'beside';
  const there = all.filter((one) => {
    if (one.page !== page) return false;
    const overlap = Math.min(one.box[2], box[2]) > Math.max(one.box[0], box[0]);
    const beside = Math.min(one.box[3], box[3]) > Math.max(one.box[1], box[1]);
    if (isBeside) return beside && !overlap;
    return overlap && (isDown ? one.box[3] <= box[1] + SLACK_PT : one.box[1] >= box[3] - SLACK_PT);
  });
  const distance = (one: Candidate) =>
    isBeside ? Math.abs((one.box[0] + one.box[2] - box[0] - box[2]) / 2) : isDown ? box[1] - one.box[3] : one.box[1] - box[3];
  const nearest = Math.min(...there.map(distance));
  return there.filter((one) => distance(one) < nearest + 1);
}
