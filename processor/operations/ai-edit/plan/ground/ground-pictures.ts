// Pictures of the document by where they are, how large, which in order, and what their caption says. Nobody reads what a picture shows: a name
// (`the Microsoft picture`) is taken only where there is no other picture that could be meant.

import type { POSITIONS } from '#contract/params/edit-plan.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { positionSaid } from '#instruction/reading/looks.ts';
import { findPages, ordinalOf, ORDINAL, takeWhere } from '#instruction/reading/scope-words.ts';
import { CAPTION, CHART_PICTURE, FIGURE, PICTURE_NOUN, SMALL_PICTURE } from '#instruction/reading/thing-words.ts';
import type { Span } from '#instruction/tokens.ts';
import { choosePages } from '#contract/params/edit-pages.ts';
import type { Box } from '../../../../pdf/geometry/box.ts';
import type { LocatedImage } from '../../facts/locate.ts';
import { type Grounded, planAll, type PlannedEdit } from './outcome.ts';
import type { PlacedBlock } from '../places/blocks.ts';
import { placesOf } from '../places/page-lines.ts';
import type { Scene, Unresolved } from '../places/scene.ts';

type FoundPicture = { readonly ok: true; readonly picture: LocatedImage; readonly caption: Span | undefined } | Unresolved;

const LARGEST = /(?:^| )(?:largest|biggest|grosste\p{L}*|plus grande?|mas grande|piu grande|maior|grootste)(?= |$)/u;
const SMALLEST = /(?:^| )(?:smallest|kleinste\p{L}*|plus petite?|mas pequen[oa]|piu piccol[oa]|menor|kleinste)(?= |$)/u;
const EVERY = /(?:^| )(?:all|every|each|alle|samtliche|toutes|tous|todas|todos|tutte|tutti)(?= |$)/u;
const BOTH =
  /(?:^| )(?:both|the two|beiden?|die beiden|les deux|ambos|ambas|los dos|las dos|entramb[ei]|tutt[ei] e due|os dois|as duas)(?= |$)/u;
/** Below this share of the page a picture is a logo, a badge, an icon. */
const SMALL_SHARE = 0.06;
const TINY_SHARE = 0.002;

export async function groundPicture(scene: Scene, intent: Extract<Intent, { kind: 'picture' }>): Promise<Grounded> {
  const text = scene.folded.text.slice(intent.target.start, intent.target.end);
  if (EVERY.test(text) && intent.act !== 'move') return groundEvery(scene, intent, text);
  if (BOTH.test(text) && intent.act !== 'move' && scene.ground.facts.images(scene.pages).length === 2)
    return groundEvery(scene, intent, text.replace(BOTH, ' all'));
  const found = findPicture(scene, intent.target);
  if (!found.ok) return found;
  const { page } = found.picture;
  const nth = scene.ground.facts.images([page]).findIndex(({ index }) => index === found.picture.index) + 1;
  const edit = { op: OPS[intent.act], pages: String(page), image: nth, ...howOf(intent) };
  if (intent.withTextBelow) return withBelow(scene, edit, found.picture);
  if (!found.caption || intent.act !== 'delete') return { ok: true, edits: [edit] };
  const { start, end } = found.caption;
  const caption = await planAll(scene, { ok: true, kind: 'block', targets: [[{ page, start, end }]] }, (match) => ({
    op: 'delete_text',
    ...match,
  }));
  return caption.ok ? { ok: true, edits: [edit, ...caption.edits] } : caption;
}

export function groundReplacedPicture(scene: Scene, target: Span): Grounded {
  const found = findPicture(scene, target);
  if (!found.ok) return found;
  const { page, index } = found.picture;
  const nth = scene.ground.facts.images([page]).findIndex((one) => one.index === index) + 1;
  return { ok: true, edits: [{ op: 'replace_image', pages: String(page), image: nth }] };
}

async function withBelow(scene: Scene, edit: PlannedEdit, picture: LocatedImage): Promise<Grounded> {
  const below = textBelow(scene, picture, () => true);
  if (!below) return { ok: false, why: 'missing', said: 'text below the picture', candidates: [] };
  const [place] = placesOf(scene.ground.lines(picture.page), below.words);
  const made = await planAll(scene, { ok: true, kind: 'block', targets: [place ? [place] : []] }, (match) => ({
    op: 'delete_text',
    ...match,
    as: 'paragraph',
  }));
  return made.ok ? { ok: true, edits: [edit, ...made.edits] } : made;
}

const BELOW_SHARE = 0.08;

/** The nearest block of text under a picture, within its sides. */
export function textBelow(
  { ground }: Scene,
  { page, box }: LocatedImage,
  isWanted: (block: PlacedBlock) => boolean,
): PlacedBlock | undefined {
  const { height } = ground.lines(page);
  const foot = height - box[1];
  const under = ground.blocks(page).filter((block) => {
    const sides = block.words.map((one) => one.box);
    const isBeneath =
      sides.length > 0 && Math.min(...sides.map((one) => one[0])) < box[2] && Math.max(...sides.map((one) => one[2])) > box[0];
    return isBeneath && block.top > foot - 8 && isWanted(block);
  });
  const [first] = under.toSorted((one, two) => one.top - two.top);
  return first && first.top - foot < height * BELOW_SHARE ? first : undefined;
}

const OPS = { delete: 'delete_image', move: 'move_image', resize: 'resize_image' } as const;

function howOf({ act, position, by, percent }: Extract<Intent, { kind: 'picture' }>) {
  if (act === 'move') return by ? { by } : { position };
  return act === 'resize' ? { percent } : {};
}

function groundEvery(scene: Scene, intent: Extract<Intent, { kind: 'picture' }>, text: string): Grounded {
  const { where } = takeWhere(scene.folded, intent.target);
  const choice = where.pages ?? intent.where?.pages ?? 'all';
  const pages = choosePages(choice, scene.ground.pageCount) ?? [];
  const left = bareName(text.replace(EVERY, ' '));
  if (left !== '') return { ok: false, why: 'unclear', said: text, candidates: [] };
  if (scene.ground.facts.images(pages).length === 0) return { ok: false, why: 'missing', said: text, candidates: [] };
  return { ok: true, edits: [{ op: OPS[intent.act], pages: choice, image: 'all', ...howOf(intent) }] };
}

/** Left of the verb: `take it off, top left`. */
const PARTICLE = / (?:off|out|away|weg|raus)(?=,| |$)/u;

const NAME_FILL =
  /(?<![\p{L}\p{N}])(?:the|our|my|your|this|that|a|an|of|in|at|on|der|die|das|den|dem|des|unser|im|am|in|an|auf|oben|unten|le|la|les|l|un|une|en|au|du|de|dans|notre|el|los|las|del|nuestro|il|lo|i|gli|nel|nella|al|alla|o|os|as|no|na|do|da|het|op|van|old|company|corner|side|edge|page|ecke|seite|coin|esquina|angolo|canto|hoek|together|with|its|and|und|mit|et|avec|y|con|e|com|en|met|big|small|large|little|gross\p{L}*|klein\p{L}*)(?![\p{L}\p{N}])/gu;

const BARE_NAME_LEFT = new RegExp(CAPTION, 'gu');
const BARE_NAME_LEFT_2 = new RegExp(PICTURE_NOUN, 'gu');
const BARE_NAME_WORDS = new RegExp(ORDINAL, 'gu');

/** What is left of the words when nouns, places and articles are gone: a name, or a description. */
function bareName(text: string): string {
  let left = text.replaceAll(BARE_NAME_LEFT, ' ').replaceAll(BARE_NAME_LEFT_2, ' ').replace(LARGEST, ' ').replace(SMALLEST, ' ');
  for (const one of left.match(/[\p{L}-]+/gu) ?? []) if (positionSaid(one) !== undefined) left = left.replace(one, ' ');
  return left
    .replaceAll(BARE_NAME_WORDS, ' ')
    .replaceAll(NAME_FILL, ' ')
    .replaceAll(/[\s,.'’()-]+/gu, ' ')
    .trim();
}

const PICTURE_WANTS_CAPTION = new RegExp(CAPTION, 'u');
const PICTURE_CHOSEN = new RegExp(CAPTION, 'gu');

/** The one picture that the words can mean. */
export function findPicture(scene: Scene, span: Span): FoundPicture {
  const where = findPages(scene.folded, span) ?? { pages: undefined, span: { start: span.end, end: span.end } };
  const text = `${scene.folded.text.slice(span.start, where.span.start)} ${scene.folded.text.slice(where.span.end, span.end)}`.replace(
    PARTICLE,
    ' ',
  );
  const source = scene.folded.source.slice(span.start, span.end);
  const said = where.pages === undefined ? scene.pages : (choosePages(where.pages, scene.ground.pageCount) ?? []);
  const pages = said.filter((page) => scene.pages.includes(page));
  const all = scene.ground.facts.images(pages).filter((one) => isSeen(scene, one));
  const refuse = (some: readonly LocatedImage[]): Unresolved => ({
    ok: false,
    why: some.length > 0 ? 'ambiguous' : 'missing',
    said: source,
    candidates: [],
    things: some.map(({ page, box }) => ({ page, what: 'picture', box })),
  });
  if (all.length === 0) return refuse([]);
  const wantsCaption = PICTURE_WANTS_CAPTION.test(text);
  const figure = FIGURE.exec(text)?.groups?.['number'];
  if (figure !== undefined) {
    const captioned = all.flatMap((picture) => {
      const caption = captionOf(scene, picture, figure);
      return caption ? [{ picture, caption }] : [];
    });
    const nearest = captioned.length === 0 && !wantsCaption ? nearestTo(scene, all, figure) : undefined;
    if (nearest) return { ok: true, picture: nearest, caption: undefined };
    const [only] = captioned;
    if (!only || captioned.length > 1) return refuse(captioned.length > 0 ? captioned.map(({ picture }) => picture) : all);
    return { ok: true, picture: only.picture, caption: wantsCaption ? only.caption : undefined };
  }
  const chosen = choose(scene, all, text.replaceAll(PICTURE_CHOSEN, ' '));
  const [only] = chosen;
  if (!only || !isOne(chosen)) return refuse(chosen.length > 0 ? chosen : all);
  if (wantsCaption) {
    const block = textBelow(scene, only, ({ kind }) => kind === 'caption');
    const places = block ? placesOf(scene.ground.lines(only.page), block.words) : [];
    const [place] = places;
    return place && places.length === 1 ? { ok: true, picture: only, caption: place } : refuse(all);
  }
  // A name cannot be looked up: it is taken only for the one picture that there is, or one that its place tells apart.
  const isTold = chosen.length < all.length || isOne(all);
  return bareName(text) === '' || isTold ? { ok: true, picture: only, caption: undefined } : refuse(all);
}

function isSeen(scene: Scene, { page, box }: LocatedImage): boolean {
  const { width, height } = scene.ground.lines(page);
  return (box[2] - box[0]) * (box[3] - box[1]) > width * height * TINY_SHARE * 0.1;
}

/** The same picture drawn on several pages counts as several. */
function isOne(pictures: readonly LocatedImage[]): boolean {
  return pictures.length === 1;
}

const CHOOSE_ORDINAL = new RegExp(ORDINAL, 'u');

function choose(scene: Scene, all: readonly LocatedImage[], text: string): readonly LocatedImage[] {
  const ofKind = all.filter((one) => fitsNoun(scene, one, text));
  const area = ({ box }: LocatedImage) => (box[2] - box[0]) * (box[3] - box[1]);
  if (LARGEST.test(text)) return ofKind.toSorted((one, two) => area(two) - area(one)).slice(0, 1);
  if (SMALLEST.test(text)) return ofKind.toSorted((one, two) => area(one) - area(two)).slice(0, 1);
  const ordinal = CHOOSE_ORDINAL.exec(text)?.[0];
  const nth = ordinal === undefined ? undefined : ordinalOf(ordinal);
  if (nth !== undefined) {
    const one = all.at(nth > 0 ? nth - 1 : nth);
    return one ? [one] : [];
  }
  const position = positionSaid(text);
  return position === undefined ? ofKind : inPlace(scene, ofKind, position);
}

const FITS_NOUN_WORDS = new RegExp(SMALL_PICTURE, 'u');
const FITS_NOUN_WORDS_2 = new RegExp(CHART_PICTURE, 'u');

/** A logo is small, a chart is not. */
function fitsNoun(scene: Scene, { page, box }: LocatedImage, text: string): boolean {
  const { width, height } = scene.ground.lines(page);
  const [wide, high] = [(box[2] - box[0]) / width, (box[3] - box[1]) / height];
  if (FITS_NOUN_WORDS.test(text)) return wide * high <= SMALL_SHARE;
  if (FITS_NOUN_WORDS_2.test(text)) return wide * high >= 0.01;
  return true;
}

/** Those whose middle lies in this part of the page; of several in a corner the one that is clearly nearest to it. */
function inPlace(scene: Scene, pictures: readonly LocatedImage[], position: (typeof POSITIONS)[number]): readonly LocatedImage[] {
  const [vertical, horizontal = 'center'] = position.split('_') as [string, string?];
  const middle = ({ page, box }: LocatedImage): readonly [number, number] => {
    const { width, height } = scene.ground.lines(page);
    return [(box[0] + box[2]) / 2 / width, (box[1] + box[3]) / 2 / height];
  };
  const isIn = (share: number, part: string) =>
    part === 'left' || part === 'bottom' ? share < 0.5 : part === 'right' || part === 'top' ? share > 0.5 : share > 0.25 && share < 0.75;
  const isCenterSaid = position === 'center' || position === 'center_left' || position === 'center_right';
  const there = pictures.filter((picture) => {
    const [x, y] = middle(picture);
    return (position.includes('_') && horizontal === 'center' ? true : isIn(x, horizontal)) && (isCenterSaid ? true : isIn(y, vertical));
  });
  if (there.length < 2 || horizontal === 'center') return there;
  const [cornerX, cornerY] = [horizontal === 'left' ? 0 : 1, vertical === 'bottom' ? 0 : vertical === 'top' ? 1 : 0.5];
  const far = (picture: LocatedImage) => {
    const { width, height } = scene.ground.lines(picture.page);
    const [x0, y0, x1, y1] = picture.box;
    const [x, y] = [cornerX === 0 ? x0 / width : 1 - x1 / width, cornerY === 0 ? y0 / height : cornerY === 1 ? 1 - y1 / height : 0];
    return Math.hypot(x, y);
  };
  const sorted = there.toSorted((one, two) => far(one) - far(two));
  const [first, second] = sorted;
  return first && second && far(first) < far(second) * 0.6 ? [first] : there;
}

const COUNTED =
  /^(?:fig(?:ure|\.)?|abb(?:ildung|\.)?|figura|afbeelding|photo|image|bild|chart|exhibit|figuur|schaubild|foto)\.? ?(?<number>\d{1,3}(?:[.-]\d{1,3})*)(?![\d])/iu;
const NUMBER_CHARS_MAX = 12;
const CAPTION_GAP_SHARE = 0.06;

/** The paragraph below or above a picture that counts it. */
function captionOf(scene: Scene, { page, box }: LocatedImage, number: string): Span | undefined {
  const lines = scene.ground.lines(page);
  const near = lines.paragraphs.filter(({ box: own, text }) => {
    if (COUNTED.exec(text)?.groups?.['number'] !== number) return false;
    const gap = Math.max(box[1] - own[3], own[1] - box[3]);
    return gap < lines.height * CAPTION_GAP_SHARE && gap > -12 && shares(own, box);
  });
  const [only] = near;
  if (!only || near.length > 1) return undefined;
  // Its number may stand apart from its text, in the same row.
  const isBeside = (other: typeof only) =>
    other !== only && other.box[3] > only.box[1] && other.box[3] <= only.box[3] + 2 && shares(other.box, box);
  const parts = only.text.length > NUMBER_CHARS_MAX ? [only] : [only, ...lines.paragraphs.filter(isBeside)];
  const places = placesOf(
    lines,
    parts.flatMap(({ pieces }) => pieces.flatMap(({ words }) => words)),
  );
  const [place] = places;
  return place && places.length === 1 ? { start: place.start, end: place.end } : undefined;
}

/** The picture that lies clearly nearest to the one caption of this number. */
function nearestTo(scene: Scene, all: readonly LocatedImage[], number: string): LocatedImage | undefined {
  const captions = [...new Set(all.map(({ page }) => page))].flatMap((page) =>
    scene.ground.blocks(page).filter(({ kind, text }) => kind === 'caption' && COUNTED.exec(text)?.groups?.['number'] === number),
  );
  const [caption] = captions;
  if (!caption || captions.length > 1) return undefined;
  const sides = caption.words.map(({ box }) => box);
  const own: Box = [
    Math.min(...sides.map(([x]) => x)),
    Math.min(...sides.map(([, y]) => y)),
    Math.max(...sides.map((one) => one[2])),
    Math.max(...sides.map((one) => one[3])),
  ];
  const far = ({ box }: LocatedImage) =>
    Math.hypot(Math.max(0, box[0] - own[2], own[0] - box[2]), Math.max(0, box[1] - own[3], own[1] - box[3]));
  const [first, second] = all.filter(({ page }) => page === caption.page).toSorted((one, two) => far(one) - far(two));
  const { height } = scene.ground.lines(caption.page);
  if (!first || far(first) > height * CAPTION_GAP_SHARE) return undefined;
  return second && far(second) < Math.max(far(first) * 2, 24) ? undefined : first;
}

function shares(one: Box, two: Box): boolean {
  return Math.min(one[2], two[2]) - Math.max(one[0], two[0]) > Math.min(one[2] - one[0], two[2] - two[0]) * 0.4;
}
