// Text as an object of an operation: what is replaced, written, restyled or drawn over, and by what.

import type { Anchor, EditOf } from '#contract/params/edit-plan.ts';
import { saidAnew, saidNearly, saidOtherwise } from '../derived.ts';
import { isPositionMeant, isSideMeant } from '../directions.ts';
import type { Said } from '../said.ts';
import type { Span } from '../tokens.ts';
import { colorOf } from '../words.ts';
import { type Named, type Reading, isNumberSaid, numbersIn, targetOf, valueIn, within } from './reading.ts';

/** `replace X with Y`, `Y instead of X`: each on its own side, with nothing else between them. */
export function replaced({ match, value, pages }: EditOf<'replace_text'>, reading: Reading): Named {
  const { text, unquoted, start, end } = reading.said;
  const olds = targetOf(match, reading);
  if (typeof olds === 'string') {
    if (!saidNearly(match.text, value, text.slice(start, end))) return olds;
    const copies = valueIn(value.replace(/(?<=[\p{L}\p{N}])\p{P}+$/u, ''), reading);
    return copies.length === 0 ? olds : within(copies, pages, reading);
  }
  if (saidAnew(match.text, value, text) || saidOtherwise(match.text, value, unquoted)) return within(olds, pages, reading);
  const news = valueIn(value, reading);
  if (news.length === 0) return 'value';
  const paired = olds.filter((old) => news.some((fresh) => isPair(old, fresh, reading.said)));
  return paired.length === 0 ? 'match.text' : within(paired, pages, reading);
}

const ONTO = /(?:^| )(?:to|with|by|into|becomes?|durch|auf|zu|par|por|con|→|->|=>) /gu;

const REVERSED =
  /(?:instead of|in place of|in lieu of|rather than|no longer|any ?more|in exchange for|over|replac\p{L}*|formerly|previously|where(?:ver)? (?:it|there) (?:says|reads)|, ?-? ?not|statt|anstelle(?: von)?|anstatt|nicht mehr|au lieu de|à la place de|plus|en lugar de|en vez de|al posto di|invece di)\s*(?:\p{L}+ )?["'`]?$/u;

/** `swap X for Y`, but `use Y for X`. */
const TAKES_FOR = /\b(?:swap|switch|exchang|trad)\p{L}*/u;

const FOR = /^ ?["'`]? *for *["'`]?$/u;

function isPair(old: Span, fresh: Span, { text, unquoted, start }: Said): boolean {
  const [first, second] = old.start < fresh.start ? [old, fresh] : [fresh, old];
  if (first.end > second.start) return false;
  if (FOR.test(unquoted.slice(first.end, second.start))) return TAKES_FOR.test(unquoted.slice(start, first.start)) === (first === old);
  if (old.end <= fresh.start) {
    const between = unquoted.slice(old.end, fresh.start);
    return between.length < 200 && !REVERSED.test(between.trimEnd()) && [...between.matchAll(ONTO)].length <= 1;
  }
  return fresh.end <= old.start && REVERSED.test(text.slice(fresh.end, old.start).trimEnd());
}

export function inserted({ match, value, place, pages }: EditOf<'insert_text'>, reading: Reading): Named {
  const anchors = targetOf(match, reading);
  if (typeof anchors === 'string') return anchors;
  if (!anchors.some((anchor) => isSideMeant(place, anchor, reading.said.unquoted))) return 'place';
  const values = valueIn(value, reading);
  const apart = anchors.filter((anchor) => values.some((one) => one.end <= anchor.start || anchor.end <= one.start));
  return apart.length === 0 ? 'value' : within(apart, pages, reading);
}

export function stamped(operation: EditOf<'stamp'>, reading: Reading): Named {
  if (operation.anchor !== undefined) return isAnchorSaid(operation.anchor, reading) ? written(operation, reading) : 'anchor';
  const text = reading.said.unquoted.slice(reading.said.start, reading.said.end);
  return isPositionMeant(operation.position, text) ? written(operation, reading) : 'position';
}

/** A picture beside which something is put needs no name; a text does. */
function isAnchorSaid({ match }: Anchor, reading: Reading): boolean {
  return match === undefined || typeof targetOf(match, reading) !== 'string';
}

export function written({ value, pages }: EditOf<'stamp' | 'header_footer' | 'watermark_text' | 'add_note'>, reading: Reading): Named {
  const spans = valueIn(value, reading);
  return spans.length === 0 ? 'value' : within(spans, pages, reading);
}

/** A mark that hides what is under it must be asked for as one. */
export function watermarked(operation: EditOf<'watermark_text'>, reading: Reading): Named {
  const { opacity } = operation;
  const text = reading.said.unquoted.slice(reading.said.start, reading.said.end);
  const isSaid =
    opacity <= OPAQUE_MIN || numbersIn(text).includes(Math.round(opacity * 100)) || /opaque|solid|deckend|full(?:y)? /u.test(text);
  return isSaid ? written(operation, reading) : 'opacity';
}

const OPAQUE_MIN = 0.6;

const PALE_MIN = 0.75;

const DARK_MAX = 0.2;

const FAINT_PT_MAX = 4;

const FAINT_PERCENT_MAX = 50;

/** Relative luminance (WCAG 2), from 0 for black to 1 for white. */
export function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Text that is hard to see on white, or too small to read. */
export function isFaint(color: string | undefined, size: EditOf<'restyle_text'>['size']): boolean {
  if (color !== undefined && luminanceOf(color) > PALE_MIN) return true;
  return size !== undefined && (size.unit === 'pt' ? size.value < FAINT_PT_MAX : size.value < FAINT_PERCENT_MAX);
}

export function restyled({ match, color, size, pages }: EditOf<'restyle_text'>, reading: Reading): Named {
  const objects = targetOf(match, reading);
  if (isFaint(color, undefined) && !isColorSaid(color ?? '', reading)) return 'color';
  if (size !== undefined && !isNumberSaid(size.value, reading) && (isFaint(undefined, size) || !isSizeMeant(reading))) return 'size';
  return within(objects, pages, reading);
}

const SIZE =
  /(?<!\p{L})(?:(?:font |text |type )?size|big(?:ger)?|larger?|small(?:er)?|enlarge\p{L}*|shrink|grow|doubl\p{L}*|hal(?:f|ve)|twice|triple|tiny|huge|größer|kleiner|grand|petit|grande|pequeñ\p{L}+)(?!\p{L})/u;

const SIZE_STAYS =
  /(?:same|keep(?:ing)?|leav\p{L}+|not)(?: \p{L}+){0,3} size|size(?: \p{L}+){0,2} (?:stays?|remains?|unchanged|as (?:it )?is|the same)/u;

function isSizeMeant({ said }: Reading): boolean {
  const text = said.unquoted.slice(said.start, said.end);
  return SIZE.test(text) && !SIZE_STAYS.test(text);
}

/** White or black over a text hides it: the colour must be said. */
export function highlighted({ match, color, pages }: EditOf<'highlight'>, reading: Reading): Named {
  const luminance = luminanceOf(color);
  if ((luminance > 0.95 || luminance < DARK_MAX) && !isColorSaid(color, reading)) return 'color';
  return within(targetOf(match, reading), pages, reading);
}

/** A ground without a colour that is said could hide its text. */
export function boxed({ match, ground, frame, pages }: EditOf<'restyle_box'>, reading: Reading): Named {
  const isSaid = (color: string | undefined) => color === undefined || color === 'none' || isColorSaid(color, reading);
  const isHard = ground !== undefined && (luminanceOf(ground) > 0.95 || luminanceOf(ground) < DARK_MAX);
  if (isHard && !isSaid(ground)) return 'ground';
  if (frame === 'none' && !FRAME.test(reading.said.unquoted)) return 'frame';
  return within(targetOf(match, reading), pages, reading);
}

/** What goes is named. */
const FRAME =
  /(?<!\p{L})(?:frames?|framed|borders?|bordered|box(?:es|ed)?|outlines?|rectangles?|(?:ein|um)?rahm(?:en|ung|t)|kasten|kästen|cadres?|encadr|bordures?|marcos?|recuadros?|bordes?|riquadr|cornic|bord[oi]|moldura|bordas?|caixas?|kaders?|rand(?:en)?)|枠|框/u;

const INVISIBLE = /\b(?:invisible|unsichtbar|hidden|transparent)\b/u;

function isColorSaid(color: string, { said }: Reading): boolean {
  const text = said.unquoted.slice(said.start, said.end);
  const words = text.split(/[\s,.;:!?()]+/);
  const names = words.flatMap((word, index) => [word, `${word} ${words[index + 1] ?? ''}`]);
  return (
    names.some((name) => colorOf(name) === color) ||
    INVISIBLE.test(text) ||
    (/weiß|weiss|blanc|blanco|bianc/u.test(text) && luminanceOf(color) > 0.95)
  );
}
