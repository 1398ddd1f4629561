// Words for how a text looks and where on a page something goes, in nine languages.

import type { POSITIONS } from '#contract/params/edit-plan.ts';
import { colorOf } from '../words.ts';
import type { Folded } from './folded.ts';
import type { Look } from './intents.ts';
import { patternOf, word } from './lexicon.ts';

const COLORS: Readonly<Record<string, string>> = {
  'dark blue': 'dunkelblau(?:e[nrsm]?)?|bleue?s? foncee?s?|azul oscuro|blu scuro|azul escuro|donkerblauwe?|深蓝色?|濃い青',
  'dark red': 'dunkelrot(?:e[nrsm]?)?|rouges? foncee?s?|rojo oscuro|rosso scuro|vermelho escuro|donkerrode?|深红色?',
  'dark green': 'dunkelgrun(?:e[nrsm]?)?|verte?s? foncee?s?|verde oscuro|verde scuro|verde escuro|donkergroene?|深绿色?',
  'dark gray': 'dunkelgrau(?:e[nrsm]?)?|gris foncee?s?|gris oscuro|grigio scuro|cinza escuro|donkergrijze?|深灰色?',
  'light blue': 'hellblau(?:e[nrsm]?)?|bleue?s? claire?s?|azul claro|azzurr[oaie]|lichtblauwe?|浅蓝色?|水色',
  'light green': 'hellgrun(?:e[nrsm]?)?|verte?s? claire?s?|verde claro|verde chiaro|lichtgroene?|浅绿色?',
  'light gray': 'hellgrau(?:e[nrsm]?)?|gris claire?s?|gris claro|grigio chiaro|cinza claro|lichtgrijze?|浅灰色?',
  red: 'rot(?:e[nrsm]?)?|rouges?|roj[oa]s?|ross[oaie]|vermelh[oa]s?|rode?|rood|红色|赤色?|赤',
  green: 'grun(?:e[nrsm]?)?|gruen(?:e[nrsm]?)?|verte?s?|verdes?|groene?|绿色|緑色?',
  blue: 'blau(?:e[nrsm]?)?|bleue?s?|azul|blu|blauwe?|蓝色|青色?',
  yellow: 'gelb(?:e[nrsm]?)?|jaunes?|amarill[oa]s?|giall[oaie]|amarel[oa]s?|gele?|geel|黄色',
  orange: 'orangen?|naranja|arancione|laranja|oranje|橙色|オレンジ色?',
  black: 'schwarz(?:e[nrsm]?)?|noire?s?|negr[oa]|ner[oa]|pret[oa]|zwarte?|黑色|黒色?',
  grey: 'grau(?:e[nrsm]?)?|gris|grigi[oa]|cinza|grijze?|grijs|灰色',
  pink: 'rosa|rose|roze|粉色|ピンク',
  white: 'weiss(?:e[nrsm]?)?|blanche?|blanc[oa]?|bianc[oa]|branc[oa]|witte?|白色',
  brown: 'braun(?:e[nrsm]?)?|marron|brun|marrone|bruin',
  purple: 'lila|violett|violet|morad[oa]|viola|rox[oa]|paars',
};
const ENGLISH_COLORS =
  '(?:light|dark|sky|royal|navy|forest)[ -]?(?:gr[ae]y|blue|green|red|yellow|pink|orange)|black|silver|gr[ae]y|white|maroon|red|purple|magenta|green|lime|olive|yellow|navy|blue|teal|cyan|orange|pink|brown|gold|violet|turquoise|indigo|#[0-9a-f]{6}';
const CJK_COLOR = /红色|绿色|蓝色|黄色|橙色|黑色|灰色|粉色|白色|赤色?|緑色?|青色?|黒色?|オレンジ色?|ピンク/u;

/** Colours with a letter missing or two letters swapped. */
const MISSPELLED: ReadonlyMap<string, string> = new Map(
  ['yellow', 'orange', 'purple', 'green', 'black', 'brown', 'white']
    .flatMap((color) =>
      Array.from(color).flatMap((_, at) => [
        [color.slice(0, at) + color.slice(at + 1), color] as const,
        [color.slice(0, at) + color.charAt(at + 1) + color.charAt(at) + color.slice(at + 2), color] as const,
      ]),
    )
    .filter(([said, color]) => said !== color && said.length >= 5 && said !== 'range'),
);

export const COLOR = `(?:${word(`(?:${ENGLISH_COLORS}|${Object.values(COLORS).join('|')}|${[...MISSPELLED.keys()].join('|')})`)}|${CJK_COLOR.source}|#[\\da-f]{6}(?![\\da-f]))`;

/** @returns `#rrggbb` */
export function colorSaid(said: string): string | undefined {
  if (said.startsWith('#')) return said;
  const own = colorOf((MISSPELLED.get(said) ?? said).replace('-', ' '));
  if (own !== undefined) return own;
  const name = Object.entries(COLORS).find(([, words]) => patternOf(`^(?:${words})$`, 'u').test(said))?.[0];
  return name === undefined ? undefined : colorOf(name);
}

export const BOLD = word('bold(?:face)?|fett(?:gedruckt)?|gras|negrita|grassetto|negrito|vet(?:gedrukt)?|加?粗体?|加粗|太字|ボールド');
export const ITALIC = word('italics?|kursiv|italique|cursiva|corsivo|italico|cursief|斜体|イタリック');
export const UPPER = word(
  '(?:all (?:in )?)?(?:upper ?case|capital letters|block letters|capitals?|caps)|grossbuchstaben|majuscules?|mayusculas?|(?:tutto (?:in )?)?maiuscol[oe]|maiusculas?|hoofdletters',
);
export const BIGGER = word(
  '(?:noticeably |a bit |slightly |much )?(?:bigger|larger)|grosser|groesser|plus grande?s?|mas grandes?|piu grandi?|maior(?:es)?|groter|大一点|大きく',
);
export const SMALLER = word(
  '(?:noticeably |a bit |slightly |much )?smaller|kleiner|plus petite?s?|mas pequen[oa]s?|piu piccol[oiae]|menor(?:es)?|小一点|小さく',
);

const TOP = 'top|upper|oben|obere[nrsm]?|haut|arriba|superior|alto|cima|boven(?:aan)?|bovenste';
const BOTTOM = 'bottom|lower|unten|untere[nrsm]?|bas|abajo|inferior|basso|baixo|onder(?:aan)?|onderste|foot';
const LEFT = 'left(?:[- ]hand)?|links|linke[nrsm]?|gauche|izquierd[ao]|sinistr[ao]|esquerd[ao]|linker';
const RIGHT = 'right(?:[- ]hand)?|rechts|rechte[nrsm]?|droite?|derech[ao]|destr[ao]|direit[ao]|rechter';
const CENTER =
  'cent(?:er(?:ed)?|red?)|middle|mittig|zentriert|mitte|milieu|centro|centrad[oa]|centrat[oa]|centralizad[oa]|meio|midden|gecentreerd';
const JOINED: Readonly<Record<string, string>> = {
  rechtsonder: 'bottom_right',
  linksonder: 'bottom_left',
  rechtsboven: 'top_right',
  linksboven: 'top_left',
  '左上角?': 'top_left',
  '右上角?': 'top_right',
  '左下角?': 'bottom_left',
  '右下角?': 'bottom_right',
};

/** Words of a place on a page, with those that only join them. */
export const PLACE_WORDS = word(
  `${TOP}|${BOTTOM}|${LEFT}|${RIGHT}|${CENTER}|${Object.keys(JOINED).slice(0, 4).join('|')}|corner|side|edge|very|margin|ecke|seite|rand|coin|esquina|angolo|canto|hoek|parte`,
);

type Position = (typeof POSITIONS)[number];

/** @returns undefined where no place is named, or two that contradict each other */
export function positionSaid(said: string): Position | undefined {
  for (const [joined, position] of Object.entries(JOINED)) if (patternOf(joined, 'u').test(said)) return position as Position;
  const has = (words: string) => patternOf(word(words), 'u').test(said);
  const [top, bottom, left, right, center] = [has(TOP), has(BOTTOM), has(LEFT), has(RIGHT), has(CENTER)];
  if ((top && bottom) || (left && right)) return undefined;
  if (!top && !bottom && !left && !right && !center) return undefined;
  const horizontal = left ? 'left' : right ? 'right' : 'center';
  if (top || bottom) return `${top ? 'top' : 'bottom'}_${horizontal}`;
  return horizontal === 'center' ? 'center' : `center_${horizontal}`;
}

const JOINS_LOOK = /(?:^|[ ,])(?:in|with|using|auf|mit|en|de|con|em|met|and|und|et|y|e|to|as|,) $/u;

/** `Ann Brown`: a colour with a capital behind a name, in a text that has small letters too. */
export function isPartOfName({ source, text }: Folded, at: number): boolean {
  const before = source.slice(0, at);
  return /^\p{Lu}\p{Ll}/u.test(source.slice(at)) && /\p{Lu}[\p{L}'’-]* $/u.test(before) && /\p{Ll}/u.test(before) && !JOINS_LOOK.test(text.slice(0, at)); // prettier-ignore
}

const LOOK_OF_COLOR = new RegExp(COLOR, 'u');

/** What is said of how a text shall look. */
export function lookOf(said: string): Look | undefined {
  // `dark blue (#003366)`
  const color = colorSaid((/#[\da-f]{6}/u.exec(said) ?? LOOK_OF_COLOR.exec(said))?.[0] ?? '');
  const has = (words: string) => patternOf(words, 'u').test(said);
  const points = /(\d{1,3}) ?(?:pt|points?|punkt)/u.exec(said)?.[1];
  const look: Look = {
    ...(color === undefined ? {} : { color }),
    ...(has(BOLD) ? { bold: true } : {}),
    ...(has(ITALIC) ? { italic: true } : {}),
    ...(has(UPPER) ? { upper: true } : {}),
    ...(has(BIGGER) ? { percent: 125 } : has(SMALLER) ? { percent: 80 } : {}),
    ...(points === undefined ? {} : { points: Number(points) }),
  };
  return Object.keys(look).length > 0 ? look : undefined;
}
