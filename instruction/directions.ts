// Sides and directions that an instruction names: of a place on a page, of a turn, of new text beside old. Where it names none, any will do.

import { AFTER, BEFORE } from './places.ts';
import type { Span } from './tokens.ts';

/** Only where a place is meant: `left` and `right` may mean something else. */
const CORNER = String.raw`(?:(?:at|on|in|to|into|along|near) (?:the |its )?(?:\p{L}+[ -])?|(?:top|bottom|upper|lower|middle)[ -])`;
const VERTICAL = {
  top: /(?<!\p{L})(?:top|upper|oben|haut|arriba|alto)(?!\p{L})/u,
  bottom: /(?<!\p{L})(?:bottom|lower|unten|bas|abajo|basso)(?!\p{L})/u,
};
const HORIZONTAL = { left: new RegExp(`${CORNER}left`, 'u'), right: new RegExp(`${CORNER}right(?! (?:after|before|below|above))`, 'u') };

/** @param position such as `top_left`; @param text of the fragment, in lower case */
export function isPositionMeant(position: string, text: string): boolean {
  return [VERTICAL, HORIZONTAL].every((sides) => {
    const said = Object.entries(sides).flatMap(([side, pattern]) => (pattern.test(text) ? side : []));
    return said.length !== 1 || position.includes(said[0] ?? '');
  });
}

const TO_THE_LEFT =
  /to the left|leftwards?|(?:counter|anti)-?clockwise|nach links|gegen den uhrzeigersinn|vers la gauche|a la izquierda|a sinistra/u;
const TO_THE_RIGHT =
  /to the right|rightwards?|(?<!counter-?|anti-?)clockwise|nach rechts|(?<!gegen den )uhrzeigersinn|vers la droite|a la derecha|a destra/u;

/** @param degrees clockwise; @param turns the multiples of 90 that are said */
export function isTurnMeant(degrees: number, turns: readonly number[], text: string): boolean {
  const isLeft = TO_THE_LEFT.test(text);
  const isRight = TO_THE_RIGHT.test(text);
  const asked = turns.length > 0 ? turns : [90, 180, 270].filter((turn) => !(isLeft || isRight) || turn !== 270);
  return asked.some((turn) => (!isLeft && turn % 360 === degrees) || (!isRight && (360 - (turn % 360)) % 360 === degrees));
}

/** The words directly before the old text say on which side of it the new one goes. */
export function isSideMeant(place: 'before' | 'after', anchor: Span, text: string): boolean {
  const lead = text.slice(Math.max(0, anchor.start - 24), anchor.start).replace(/["'`“”„«»‘’\s]+$/u, ' ');
  return place === 'before' ? !AFTER.test(lead) : !BEFORE.test(lead);
}
