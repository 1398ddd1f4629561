// Fields and marks on a page become part of it before it is read, in memory only: values as text at their places, tick boxes as ☐ and ☒.

import type { Pdfium } from '../pdfium.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import { showBox, type ShownBox } from '../../geometry/shown-box.ts';
import { packCharacters, unpackCharacters } from './character-columns.ts';
import type { Character, CharacterColumns, TextStyle } from './page-content.ts';
import type { Scratch } from './scratch.ts';
import type { PageWidgets } from './widgets.ts';

/** A value that no letters show is drawn as a reader would draw it: shares of its size, or of its box. */
const VALUE = { size: 0.75, width: 0.5, leading: 1.2, baseline: 0.8 } as const;
const SIZE_MIN = 6;
/** In ems: letters with nearer baselines are on one line. */
const SAME_LINE_SHARE = 0.5;

const TICKS = { box: { on: '\u2612', off: '\u2610' }, radio: { on: '\u25c9', off: '\u25cb' } } as const;
/** What is typed as a tick box, where a field lies over it. */
const TYPED_TICK = /^[[\]()_\u2610\u25a1\u25fb\u25cb\uf06f\uf071\uf0a8]$/;
const IS_TICK = /^[\u2610\u2612\u2751\u25c9\u25cb]$/;
/** A box of a symbol font, and the one of them that has a shadow: they are as large as they are typed. */
const [TYPED_BOX, SHADOWED] = [/^[\u2610\u25a1\u25fb\uf06f\uf071\uf0a8]$/, '\uf071'];
const OFF_IN_SHADOW = '\u2751';
const FLAT_NORMAL_DISPLAY = 0;
/** Points. */
const TICK_SIZE_MAX = 24;
/** Of the size of a letter that its box takes. */
const TICK_SHARE = 0.8;
const VALUE_SIZE_MAX = 11;

export interface TakenWidgets {
  readonly ticks: readonly Character[];
  /** Where the tick boxes lie. */
  readonly tickBoxes: readonly ShownBox[];
  /** Of fields with text, for those whose appearance does not show it. */
  readonly values: readonly { readonly box: ShownBox; readonly characters: readonly Character[] }[];
}

/** Removes tick boxes, values that nothing shows, and invisible annotations from the page. */
export function takeWidgets(engine: Pdfium, scratch: Scratch, page: number, widgets: PageWidgets, toPage: Matrix): TakenWidgets {
  const ticks: Character[] = [];
  const tickBoxes: ShownBox[] = [];
  const values: { box: ShownBox; characters: Character[] }[] = [];
  const gone = [...widgets.hidden];
  for (const { index, checked, radio } of widgets.ticks) {
    const signs = radio ? TICKS.radio : TICKS.box;
    const box = rectOf(engine, scratch, page, index, toPage);
    if (box) {
      ticks.push(tickOf(box, checked ? signs.on : signs.off, -2 - index));
      tickBoxes.push(box);
    }
    gone.push(index);
  }
  for (const { index, text, drawn } of widgets.values) {
    const box = rectOf(engine, scratch, page, index, toPage);
    if (box) values.push({ box, characters: charactersOf(text, box, -2 - index) });
    if (!drawn) gone.push(index);
  }
  // Starting with the last, so that indexes stay valid.
  for (const index of gone.toSorted((a, b) => b - a)) engine.FPDFPage_RemoveAnnot(page, index);
  return { ticks, tickBoxes, values };
}

/** @param ownCount objects from this number on come from annotations */
export function withWidgets(columns: CharacterColumns, taken: TakenWidgets, ownCount: number): CharacterColumns {
  const found = unpackCharacters(columns);
  const isOwn = ({ object }: Character) => object < ownCount;
  const typed = found.filter((character) => isOwn(character) && TYPED_BOX.test(character.text));
  const ticks = taken.ticks.map((tick, at) => {
    const around = taken.tickBoxes[at];
    const box = around && typed.find((character) => isMiddleIn(character, around));
    return box ? asTyped(tick, box) : tick;
  });
  const added = [...found.filter((character) => !isOwn(character)), ...ticks, ...missingValues(taken, found)];
  const isCovered = (character: Character) => TYPED_TICK.test(character.text) && taken.tickBoxes.some((box) => isMiddleIn(character, box));
  const own = found.filter((character) => isOwn(character) && !isCovered(character));
  return added.length === 0 ? columns : packCharacters(insertByPlace(own, added));
}

/** Where the box that it is drawn over stands, and as large. */
function asTyped(tick: Character, { text, box, x, y, style }: Character): Character {
  const isOff = tick.text === TICKS.box.off;
  const sign = isOff && text === SHADOWED ? OFF_IN_SHADOW : tick.text;
  return { ...tick, text: sign, box, x, y, style: { ...tick.style, size: style.size, colour: style.colour } };
}

/** Values in whose boxes nothing stands. */
function missingValues({ values }: TakenWidgets, characters: readonly Character[]): Character[] {
  const isIn = (character: Character, around: ShownBox) =>
    !character.generated && character.text.trim() !== '' && isMiddleIn(character, around);
  return values.flatMap((value) => (characters.some((character) => isIn(character, value.box)) ? [] : value.characters));
}

function isMiddleIn({ box }: Character, around: ShownBox): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return x > around.left && x < around.right && y > around.top && y < around.bottom;
}

/** Draws the remaining annotations into the page, which must be loaded again to show them. */
export function flattenPage(engine: Pdfium, page: number): void {
  engine.FPDFPage_Flatten(page, FLAT_NORMAL_DISPLAY);
}

function rectOf(engine: Pdfium, scratch: Scratch, page: number, index: number, toPage: Matrix): ShownBox | undefined {
  const annotation = engine.FPDFPage_GetAnnot(page, index);
  if (annotation === 0) return undefined;
  const found = engine.FPDFAnnot_GetRect(annotation, scratch.pointer);
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats;
  const box = found ? showBox(toPage, [left, bottom, right, top]) : undefined;
  engine.FPDFPage_CloseAnnot(annotation);
  return box && box.right > box.left && box.bottom > box.top ? box : undefined;
}

function styleOf(family: string, size: number): TextStyle {
  return {
    fontName: family,
    family,
    bold: false,
    italic: false,
    fixedPitch: false,
    serif: false,
    size,
    colour: 0,
    angle: 0,
    invisible: false,
  };
}

function characterAt(text: string, box: ShownBox, style: TextStyle, object: number): Character {
  const y = box.top + (box.bottom - box.top) * VALUE.baseline;
  return { text, box, x: box.left, y, style, object, mcid: -1, generated: false, hyphen: false, unmapped: false };
}

/** In the middle of its box. */
function tickOf(box: ShownBox, text: string, object: number): Character {
  const side = Math.min(box.bottom - box.top, box.right - box.left);
  const size = Math.max(SIZE_MIN, Math.min(TICK_SIZE_MAX, side / TICK_SHARE));
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const half = size / 2;
  return characterAt(text, { left: x - half, top: y - half, right: x + half, bottom: y + half }, styleOf('Segoe UI Symbol', size), object);
}

/** One line of letters of the usual width, or as many lines as the value has. */
function charactersOf(text: string, box: ShownBox, object: number): Character[] {
  const lines = text.split(/\r\n?|\n/);
  const size = Math.max(SIZE_MIN, Math.min(VALUE_SIZE_MAX, ((box.bottom - box.top) / lines.length) * VALUE.size));
  const style = styleOf('Arial', Math.round(size * 2) / 2);
  const width = Math.min(size * VALUE.width, (box.right - box.left) / Math.max(1, ...lines.map((line) => line.length)));
  const top = lines.length > 1 ? box.top + 1 : (box.top + box.bottom) / 2 - size / 2;
  return lines.flatMap((line, row) =>
    Array.from(line, (letter, column) => {
      const left = box.left + 2 + column * width;
      const rowTop = top + row * size * VALUE.leading;
      const at = { left, top: rowTop, right: left + width, bottom: rowTop + size };
      return characterAt(letter === '\t' ? ' ' : letter, at, style, object);
    }),
  );
}

/** Puts what was added last into the order of the text: behind what stands before it on its line, else before what follows, else below. */
function insertByPlace(characters: readonly Character[], added: readonly Character[]): Character[] {
  const groups: Character[][] = [];
  for (const character of added) {
    const open = groups.at(-1);
    const last = open?.at(-1);
    if (open && last?.object === character.object && Math.abs(last.y - character.y) < character.style.size * SAME_LINE_SHARE)
      open.push(character);
    else groups.push([character]);
  }
  const places = groups.map((group) => ({ group, at: placeOf(characters, group) })).toSorted((a, b) => a.at - b.at);
  const result: Character[] = [];
  let from = 0;
  for (const { group, at } of places) {
    result.push(...characters.slice(from, at), ...group);
    from = at;
  }
  return [...result, ...characters.slice(from)];
}

function placeOf(characters: readonly Character[], [first]: readonly Character[]): number {
  if (!first) return characters.length;
  let [before, gapBefore] = [-1, Infinity];
  let [behind, gapBehind] = [-1, Infinity];
  let [above, gapAbove] = [-1, Infinity];
  for (const [index, { box, y, generated, text, style }] of characters.entries()) {
    if (generated || text.trim() === '') continue;
    if (Math.abs(y - first.y) < Math.max(style.size, first.style.size) * SAME_LINE_SHARE) {
      const [left, right] = [first.box.left - box.right, box.left - first.box.right];
      if (left > -1 && left < gapBefore) [before, gapBefore] = [index, left];
      if (right > -1 && right < gapBehind) [behind, gapBehind] = [index, right];
    } else if (y < first.y && first.y - y <= gapAbove) [above, gapAbove] = [index, first.y - y];
  }
  // A tick box belongs to the text after it.
  const isTick = IS_TICK.test(first.text) && first.object < 0;
  if (isTick && behind >= 0 && gapBehind < Math.min(gapBefore, 40)) return behind;
  if (before >= 0) return before + 1;
  if (behind >= 0) return behind;
  return above >= 0 ? above + 1 : 0;
}
