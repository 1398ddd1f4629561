// Which annotations of a page an operation means: by kind, author, colour, and by what they say or lie over. Nothing is changed.

import type { PDFDict } from 'pdf-lib';
import type { EditOf } from '#contract/params/edit-plan.ts';
import { findText } from '../../../pdf/edit/find.ts';
import { readPageTextEvents } from '../../../pdf/edit/page-text.ts';
import { numbersIn } from '../../../pdf/fonts/dictionaries.ts';
import { type Box, intersect, isEmpty } from '../../../pdf/geometry/box.ts';
import { annotationsOf, areasOf } from '../../../pdf/pages/annotations.ts';
import { arrayOf, dictOf, lookup, nameOf, textOf } from '../../../pdf/syntax/dictionary.ts';

type OfAnnotations = EditOf<'remove_annotations'> | EditOf<'flatten_annotations'> | EditOf<'remove_links'>;

export type AnnotationKind = EditOf<'remove_annotations'>['kind'];

/** Table 169, by everyday names. Links and fields are not remarks: they have operations of their own. */
const KINDS: Readonly<Record<AnnotationKind, ReadonlySet<string> | undefined>> = {
  all: undefined,
  comments: new Set(['Text', 'FreeText', 'Popup', 'Caret', 'FileAttachment', 'Sound']),
  highlights: new Set(['Highlight', 'Underline', 'Squiggly', 'StrikeOut']),
  underlines: new Set(['Underline', 'Squiggly']),
  strikeouts: new Set(['StrikeOut']),
  stamps: new Set(['Stamp']),
  drawings: new Set(['Ink', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine']),
};
const NOT_REMARKS = new Set(['Link', 'Widget']);

export function isRemark(annotation: PDFDict, kind: AnnotationKind): boolean {
  const subtype = nameOf(annotation, 'Subtype');
  return subtype !== undefined && (KINDS[kind]?.has(subtype) ?? !NOT_REMARKS.has(subtype));
}

export function annotationsMeant(page: PDFDict, operation: OfAnnotations): readonly PDFDict[] {
  if (operation.op === 'remove_links') {
    const links = annotationsOf(page).filter((annotation) => nameOf(annotation, 'Subtype') === 'Link');
    const wanted = operation.url === undefined ? undefined : plainAddress(operation.url);
    const led = wanted === undefined ? links : links.filter((link) => plainAddress(addressOf(link) ?? '') === wanted);
    return operation.text === undefined ? led : overText(page, led, operation.text);
  }
  const kind = annotationsOf(page).filter((annotation) => isRemark(annotation, operation.kind));
  if (operation.op === 'flatten_annotations') return kind;
  const { author, color, text } = operation;
  const own = author === undefined ? kind : kind.filter((one) => isSaid(textOf(lookup(one, 'T')), author));
  const coloured = color === undefined ? own : own.filter((one) => isAlike(colorOf(one), channelsOf(color)));
  if (text === undefined) return coloured;
  const saying = coloured.filter((one) => isSaid(textOf(lookup(one, 'Contents')), text));
  return saying.length > 0 ? saying : overText(page, coloured, text);
}

/** The address that a link leads to. */
export function addressOf(link: PDFDict): string | undefined {
  return textOf(lookup(dictOf(lookup(link, 'A')), 'URI'));
}

/** Without what does not change where it leads. */
function plainAddress(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/u, '')
    .replace(/^www\./u, '')
    .replace(/[/#]+$/u, '');
}

function overText(page: PDFDict, annotations: readonly PDFDict[], text: string): readonly PDFDict[] {
  if (annotations.length === 0) return [];
  const boxes = findText(readPageTextEvents(page), { text, isCaseSensitive: false }).flatMap((match) => match.boxes);
  return annotations.filter((annotation) => areasOf(annotation).some((area) => boxes.some((box) => isOver(area, box))));
}

/** The links that lie over a text. @param boxes one for each of its lines, in default user space */
export function linksOver(page: PDFDict, boxes: readonly Box[]): readonly PDFDict[] {
  return annotationsOf(page).filter(
    (one) => nameOf(one, 'Subtype') === 'Link' && areasOf(one).some((area) => boxes.some((box) => covers(area, box))),
  );
}

/** A neighbour that only touches the line does not count. */
function covers(area: Box, box: Box): boolean {
  const shared = intersect(area, box);
  return (
    !isEmpty(shared) &&
    shared[3] - shared[1] > Math.min(area[3] - area[1], box[3] - box[1]) * 0.4 &&
    shared[2] - shared[0] > Math.min(area[2] - area[0], box[2] - box[0]) * 0.3
  );
}

/** Half the height of the one lies in the other, and they share some width. */
function isOver(area: Box, box: Box): boolean {
  const shared = intersect(area, box);
  return !isEmpty(shared) && shared[3] - shared[1] > Math.min(area[3] - area[1], box[3] - box[1]) / 2 && shared[2] - shared[0] > 1;
}

function isSaid(own: string | undefined, wanted: string): boolean {
  const plain = (text: string) => text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();
  return own !== undefined && plain(own).includes(plain(wanted));
}

type Channels = readonly [number, number, number];

function channelsOf(color: string): Channels {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255) as unknown as Channels;
}

/** /C in grey, RGB or CMYK (Table 164). */
function colorOf(annotation: PDFDict): Channels | undefined {
  const parts = numbersIn(arrayOf(annotation, 'C'));
  const [one = 0, two = 0, three = 0, four = 0] = parts;
  if (parts.length === 1) return [one, one, one];
  if (parts.length === 3) return [one, two, three];
  return parts.length === 4 ? [(1 - one) * (1 - four), (1 - two) * (1 - four), (1 - three) * (1 - four)] : undefined;
}

const HUE_SLACK = 35;
const GREY_MAX = 0.15;

/** Of about one hue: people say `yellow` of all yellows. */
function isAlike(one: Channels | undefined, two: Channels): boolean {
  if (!one) return false;
  const [hue, other] = [hueOf(one), hueOf(two)];
  if (hue === undefined || other === undefined) return hue === other && Math.abs(one[0] - two[0]) < 0.4;
  const apart = Math.abs(hue - other);
  return Math.min(apart, 360 - apart) <= HUE_SLACK;
}

/** In degrees; undefined for greys. */
function hueOf([red, green, blue]: Channels): number | undefined {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const range = most - least;
  if (range < GREY_MAX) return undefined;
  if (most === red) return (60 * ((green - blue) / range) + 360) % 360;
  return most === green ? 60 * ((blue - red) / range) + 120 : 60 * ((red - green) / range) + 240;
}
