// How far a thing is moved from its place, and where to: `1 cm to the left`, `down by 5 mm`, `um 2 cm nach rechts`.

import type { DIRECTIONS, Length } from '#contract/params/edit-plan.ts';
import { unitOf } from './words.ts';

export interface MovedBy {
  readonly direction: (typeof DIRECTIONS)[number];
  readonly distance: Length;
}

const WORDS = {
  left: 'left(?:wards?)?|links|gauche|izquierda|sinistra|esquerda',
  right: 'right(?:wards?)?|rechts|droite|derecha|destra|direita',
  up: 'up(?:wards?)?|higher|oben|hoch|h[oö]her|haut|arriba|alto|su|cima|omhoog|boven|hoger',
  down: 'down(?:wards?)?|lower|unten|runter|tiefer|bas|abajo|basso|gi[uù]|baixo|omlaag|beneden|lager',
} as const satisfies Record<MovedBy['direction'], string>;
const DIRECTION = `(?:${Object.entries(WORDS)
  .map(([name, words]) => `(?<${name}>${words})`)
  .join('|')})`;
const TO = '(?:(?:to|on|further|weiter|plus|m[aá]s|pi[uù]|mais|verder|nach|vers|hacia|verso|para|naar|a|en|in|the|la|le|l|o) ){0,3}';
const BY = '(?:by|um|de|di|d|met|em|con) ';
const DISTANCE =
  '(?<value>\\d{1,4}(?:[.,]\\d{1,3})?) ?(?<unit>cm|mm|pts?|points?|in|inch(?:es)?|centimet(?:er|re)s?|millimet(?:er|re)s?|zentimeter|punkte?|centim[eè]tres?|millim[eè]tres?|cent[ií]metros?|mil[ií]metros?|centimetri|millimetri)';
const EDGE = '(?![\\p{L}\\p{N}])';
const FORMS = [`(?:${BY})?${DISTANCE} ${TO}${DIRECTION}${EDGE}`, `${TO}${DIRECTION} (?:${BY})?${DISTANCE}${EDGE}`].map(
  (form) => new RegExp(`(?<![\\p{L}\\p{N}])${form}`, 'u'),
);

/** @param text in lower case @returns undefined where no distance is said with a direction, or several are */
export function movedBySaid(text: string): (MovedBy & { readonly start: number; readonly end: number }) | undefined {
  for (const form of FORMS) {
    const found = form.exec(text);
    const { value = '', unit = '', ...sides } = found?.groups ?? {};
    const direction = (Object.keys(WORDS) as MovedBy['direction'][]).find((side) => sides[side] !== undefined);
    if (!found || !direction) continue;
    const rest = text.slice(found.index + found[0].length);
    if (/\d ?(?:cm|mm|pt|in)(?!\p{L})/u.test(rest)) return undefined;
    const distance: Length = { value: Number(value.replace(',', '.')), unit: unitOf(unit) ?? abroad(unit) };
    return { direction, distance, start: found.index, end: found.index + found[0].length };
  }
  return undefined;
}

/** What they are called in other languages. */
const abroad = (unit: string): Length['unit'] => (unit.startsWith('punkt') ? 'pt' : unit.startsWith('mil') ? 'mm' : 'cm');
