// How likely a plan is what the words ask for, whoever made it: over the likeliest readings, whether each act is done by an operation of its kind, on a
// thing that it can mean, with its new text, and whether each operation is asked for.

import { choosePages } from '#contract/params/edit-pages.ts';
import type { EditName, EditOperation } from '#contract/params/edit-plan.ts';
import { plainName } from '../places/ground-document.ts';
import type { Place } from '../places/page-lines.ts';
import type { Scene } from '../places/scene.ts';
import { type ActRead, isEvery, ON_TEXTS } from './act-edits.ts';
import type { Located } from './locate.ts';
import type { RoleReading } from './read-roles.ts';

/** The acts that an operation carries out; what is not here was not learned, and is not judged. */
const ACTS_OF: Readonly<Partial<Record<EditName, readonly string[]>>> = {
  replace_text: ['replace', 'correct-spelling', 'translate', 'shorten', 'fill-field', 'header-footer', 'delete', 'insert'],
  delete_text: ['delete', 'correct-spelling', 'shorten', 'redact', 'header-footer', 'page-numbers'],
  insert_text: ['insert', 'fill-field', 'replace', 'header-footer', 'stamp'],
  restyle_text: ['style'],
  highlight: ['highlight', 'style'],
  underline: ['underline', 'style'],
  strike: ['strike', 'style', 'delete'],
  redact: ['redact', 'delete'],
  fill_field: ['fill-field', 'tick', 'untick', 'replace', 'clear-field', 'insert', 'delete'],
  check_field: ['tick', 'untick', 'fill-field', 'replace'],
  stamp: ['stamp', 'insert', 'header-footer', 'replace', 'watermark'],
  watermark_text: ['watermark', 'stamp'],
  page_numbers: ['page-numbers', 'header-footer', 'insert', 'stamp'],
  header_footer: ['header-footer', 'insert', 'stamp', 'page-numbers'],
  rotate_pages: ['rotate-pages', 'other'],
  delete_pages: ['delete-pages', 'extract-pages', 'delete'],
  keep_pages: ['extract-pages', 'delete-pages', 'reorder-pages', 'delete'],
  move_pages: ['reorder-pages', 'move', 'other'],
  duplicate_pages: ['duplicate-page'],
  insert_blank_page: ['insert-page', 'insert'],
  set_link: ['link-add', 'link-change', 'replace', 'correct-spelling'],
  remove_links: ['link-remove', 'delete'],
  add_note: ['note-add'],
  delete_image: ['picture-remove', 'delete'],
  replace_image: ['picture-replace'],
  move_image: ['picture-move', 'move'],
  resize_image: ['picture-resize'],
  flatten_forms: ['flatten'],
  flatten_annotations: ['flatten', 'annotation-remove'],
  remove_annotations: ['annotation-remove', 'delete'],
  clear_fields: ['clear-field', 'delete'],
};

export interface ReadAct {
  readonly read: ActRead;
  readonly kinds: RoleReading['acts'][number]['kinds'];
  readonly located: readonly Located[];
}

/** Of a reading each act with the things that it can mean, looked up when they are asked for. */
export interface ReadThings {
  readonly reading: RoleReading;
  readonly acts: () => readonly ReadAct[];
}

interface Judged {
  readonly operation: EditOperation;
  readonly places: readonly Place[] | undefined;
}

/** Whether it is as likely as that; the things of a reading are looked up only where the likelier readings do not decide. */
export async function isAsLikely(
  scene: Scene,
  operations: readonly EditOperation[],
  readings: readonly ReadThings[],
  wanted: number,
): Promise<boolean> {
  const judged = await Promise.all(operations.map((operation) => placed(scene, operation)));
  if (!judged.some(({ operation }) => ACTS_OF[operation.op])) return true;
  const total = readings.reduce((sum, { reading }) => sum + reading.probability, 0);
  let [likely, left] = [0, 1];
  for (const one of readings) {
    const share = one.reading.probability / total;
    likely += share * likelihood(judged, one);
    left -= share;
    if (likely >= wanted || likely + left < wanted - ROUNDING) break;
  }
  return likely >= wanted;
}

const ROUNDING = 1e-9;

async function placed({ ground }: Scene, operation: EditOperation): Promise<Judged> {
  if (!('match' in operation)) return { operation, places: undefined };
  const { match, pages } = operation;
  const all = await ground.facts.locate(match, choosePages(pages, ground.pageCount) ?? []);
  const { occurrence } = match;
  const places = occurrence === 'all' ? all : all.slice(occurrence < 0 ? occurrence : occurrence - 1, occurrence < 0 ? occurrence + 1 || undefined : occurrence); // prettier-ignore
  return { operation, places };
}

/** What no act asks for. */
const UNASKED = 0.02;

function likelihood(judged: readonly Judged[], { acts }: ReadThings): number {
  const shares = acts().map((act) => judged.map((one) => shareOf(one, act)));
  const done = shares.reduce((product, own) => product * Math.max(0, ...own), 1);
  const asked = judged.every((_, at) => shares.some((own) => (own[at] ?? 0) > UNASKED));
  return asked ? done : done * UNASKED;
}

function shareOf({ operation, places }: Judged, { read, kinds, located }: ReadAct): number {
  const wanted = ACTS_OF[operation.op];
  if (!wanted) return UNKNOWN;
  const kind = kinds.reduce((sum, one) => sum + (wanted.includes(one.name) ? one.probability : 0), 0);
  const isSame = located.some(
    ({ thing, probability }) => thing !== undefined && probability > OF_NONE && hasSameEffect(operation, read, thing.text.trim()),
  );
  if (isSame) return kind;
  const value = valueShare(operation, read);
  if (!places || !ON_TEXTS.has(read.act)) return kind * value;
  if (located.length === 0) return kind * value * OF_NONE;
  const shares = located.map(({ thing, probability }) => (thing ? probability * sharedPart(operation, thing.places, places) : 0));
  // Several places are one thing, unless all of them are asked for.
  const isOne = places.length > 1 && WHOLE.has(operation.op) && !isEvery(read);
  const things = isOne ? Math.max(...shares) : shares.reduce((sum, one) => sum + one, 0);
  // What is meant may be none of the things that were looked at.
  const none = located.find(({ thing }) => thing === undefined)?.probability ?? 0;
  return kind * value * Math.min(1, things + none * OF_NONE);
}

/** `Team` to `Project` for `The LaTeX Team` to `The LaTeX Project`. */
function hasSameEffect(operation: EditOperation, { folded, parts }: ActRead, whole: string): boolean {
  if (operation.op !== 'replace_text') return false;
  const [old, value] = [plainName(operation.match.text ?? ''), plainName(operation.value)];
  const said = plainName((parts.new ?? []).map(({ start, end }) => folded.source.slice(start, end)).join(' ')).replace(ARTICLE, '');
  const rest = whole.replace(ARTICLE, '');
  if (old === '' || value === '') return false;
  return (
    (rest.endsWith(` ${old}`) && said === `${rest.slice(0, -old.length)}${value}`) ||
    (rest.startsWith(`${old} `) && said === `${value}${rest.slice(old.length)}`)
  );
}

const ARTICLE = /^(?:the|an?|der|die|das|le|la|les|el|los|las|il|lo|gli|i|os?|as|de|het) /u;

/** Of an operation that was not learned. */
const UNKNOWN = 0.5;
const OF_NONE = 0.3;

/** What takes another text's place, or takes it away, must be as long as what is meant. */
const WHOLE: ReadonlySet<EditName> = new Set(['replace_text', 'delete_text', 'redact']);

function sharedPart(operation: EditOperation, thing: readonly Place[], places: readonly Place[]): number {
  const lengthOf = (all: readonly Place[]) => all.reduce((sum, { start, end }) => sum + end - start, 0);
  const own = places.filter((one) => thing.some((other) => one.page === other.page && one.start < other.end && other.start < one.end));
  if (own.length === 0) return 0;
  const isUnit = 'as' in operation && operation.as !== 'text';
  if (!WHOLE.has(operation.op) || isUnit) return 1;
  const shared = own.reduce(
    (sum, one) =>
      sum +
      thing.reduce(
        (all, other) => all + (one.page === other.page ? Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start)) : 0),
        0,
      ),
    0,
  );
  return Math.min(1, shared / Math.max(lengthOf(own), lengthOf(thing), 1));
}

/** Another new text than the words are likely to have. */
const OTHER_VALUE = 0.05;
/** A part of it, or more than it: a word of the request may be among them. */
const MORE_OR_LESS = 0.05;
/** `that says DRAFT`: of what is put on pages or into fields less is read too far. */
const MARKED = 0.3;
const OF_TEXTS: ReadonlySet<EditName> = new Set(['replace_text', 'insert_text']);

function valueShare(operation: EditOperation, { folded, parts }: ActRead): number {
  if (!('value' in operation) || operation.op === 'add_note') return 1;
  const said = plainName((parts.new ?? []).map(({ start, end }) => folded.source.slice(start, end)).join(' '));
  const written = plainName(operation.value);
  if (said === '') return 0.5;
  const bare = (text: string) => text.replace(ARTICLE, '').replaceAll(' ', '');
  if (bare(said) === bare(written)) return 1;
  return ` ${said} `.includes(` ${written} `) || ` ${written} `.includes(` ${said} `)
    ? OF_TEXTS.has(operation.op)
      ? MORE_OR_LESS
      : MARKED
    : OTHER_VALUE;
}
