// How a text shall look, where every word of it is understood: half of `bold and centred` would be a wrong edit.

import { BIGGER, BOLD, COLOR, colorSaid, ITALIC, SMALLER } from '#instruction/reading/looks.ts';
import { patternOf, word } from '#instruction/reading/lexicon.ts';

export interface SaidLook {
  readonly color?: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly upper?: true;
  readonly family?: 'serif' | 'sans' | 'mono';
  readonly size?: { readonly value: number; readonly unit: 'pt' | '%' };
  readonly align?: 'left' | 'center' | 'right' | 'justify';
}

const CENTER = word(
  'cent(?:er(?:ed)?|red?)|centering|in the (?:middle|cent(?:er|re))|zentriert|zentrieren|mittig|centre[er]?|centree?s?|centrad[oa]s?|centrat[oaie]|centralizad[oa]s?|gecentreerd|centreren|居中|中央(?:揃え|寄せ)?|センタリング',
);
const SIDE = (words: string) => word(`(?:${words})(?:[ -](?:aligned?|justified|hand(?: side)?|bundig))?|(?:align(?:ed)?|flush|alineado|alinhado|allineato|aligne[er]?) (?:to the |a la |a |al |a l )?(?:${words})`); // prettier-ignore
const LEFT = `${word('linksbundig')}|${SIDE('left|links|gauche|izquierda|sinistra|esquerda')}|左(?:对齐|揃え|寄せ)`;
const RIGHT = `${word('rechtsbundig')}|${SIDE('right|rechts|droite|derecha|destra|direita')}|右(?:对齐|揃え|寄せ)`;
const JUSTIFY = word('justif(?:y|ied|ie[er]?|icado|icato)|blocksatz|uitgevuld|两端对齐|両端揃え');
const UNDERLINE = word(
  'underlined?|unterstrichen|souligne[er]?e?s?|subrayad[oa]s?|sottolineat[oaie]|sublinhad[oa]s?|onderstreept|下划线|下線',
);
const UPPER = word(
  '(?:in )?(?:all[ -])?(?:caps|capitals|capital letters|upper[ -]?case)|grossbuchstaben|versalien|majuscules?|mayusculas?|maiuscol[oe]|maiusculas?|hoofdletters|大写|大文字',
);
const SIZE =
  /(\d{1,3}(?:[.,]\d)?)[ -]?(pts?|points?|punkt|punti|puntos|pontos|punten|pixels?|px|%|percent|prozent|号|ポイント)?(?![\p{L}\p{N}])/gu;
const MONO = word(
  'mono(?:spaced?)?|fixed[ -]width|typewriter|courier(?: new)?|schreibmaschine(?:nschrift)?|monospace|monoespaciada|monospaziato|等幅(?:フォント)?|等宽(?:字体)?',
);
const SANS = word('sans(?:[ -]serif)?|arial|helvetica|serifenlos|sin serifa|senza grazie|sem serifa|schreefloos|ゴシック体?|黑体');
const SERIF = word('serif|serifenschrift|times(?: new roman)?|avec empattement|con serifa|con grazie|com serifa|schreef|明朝体?|宋体');
const LIGHT = word(
  '(?:very )?(?:light|pale|soft)(?:er)?|hell(?:es|er|en)?|blass(?:es)?|(?:tres )?(?:clair|pale)e?s?|clar[oa]s?|palid[oa]s?|chiar[oaei]|licht(?:e)?|浅|淡|薄い|薄',
);
const DARK = word('dark(?:er)?|deep|dunkel|dunkles|fonce(?:e)?s?|oscur[oa]s?|scur[oaei]|escur[oa]s?|donker(?:e)?|深|濃い');
const HALF = word('half(?: the size| as big| size)?|halb so gross|moitie|la mitad|la meta|metade|half zo groot');
const TWICE = word(
  'twice(?: the size| as (?:big|large))?|double(?: the size)?|doppelt so gross|doppelte grosse|deux fois plus grand|el doble|il doppio|o dobro|dubbel zo groot',
);
const MUCH = word(
  'a (?:tad|bit|little|touch)|slightly|somewhat|etwas|ein bisschen|un peu|un poco|un po|um pouco|iets|een beetje|一点|少し|noticeably|much|deutlich|viel|beaucoup|mucho|molto|muito|veel',
);
const FILL = word(
  'in|on|by|like|really|proper|properly|bright|clearly|em|di|al|del|della|du|au|aux|corps|punkt|marker|highlighter|and|the|a|an|to|be|of|it|its|with|as|at|for|font|fonts|size|text|letters?|type|colou?r(?:ed)?|all|both|please|face|weight|style|und|auch|die|der|das|den|schrift|schriftgrosse|farbe|gross|grosse|setzen|auf|et|en|de|la|le|les|couleur|taille|police|y|el|los|con|color|letra|tamano|e|il|lo|colore|carattere|dimensione|cor|o|os|com|letra|tamanho|van|het|kleur|lettergrootte|lettertype|maken|so|only|just|make|set|put|的|で|に|を|の|い|は|へ|と|用|一点|标|体|号|色|字|文字|字体|成|为|，|改',
);

/** @param said folded @returns undefined where a word of it is not understood */
export function readLook(said: string): SaidLook | undefined {
  let rest = said;
  const take = (words: string): boolean => {
    const pattern = patternOf(words, 'gu');
    const before = rest;
    rest = rest.replaceAll(pattern, ' ');
    return rest !== before;
  };
  // `light grey` has a colour of its own, `light red` is half a red.
  const own = colorIn(rest);
  const shade = own === undefined ? (take(LIGHT) ? LIGHTER : take(DARK) ? DARKER : 0) : 0;
  const color = own ?? colorIn(rest);
  if (color === undefined && shade !== 0) return undefined;
  if (color !== undefined) take(COLOR);
  const further = color !== undefined && shade === 0 ? (take(LIGHT) ? LIGHTER : take(DARK) ? DARKER : 0) : shade;
  const sizes = [...rest.matchAll(SIZE)];
  const [size] = sizes;
  if (sizes.length > 1) return undefined;
  if (size) rest = rest.replace(size[0], ' ');
  const look: SaidLook = {
    ...(color === undefined ? {} : { color: shaded(color, further) }),
    ...(take(BOLD) ? { bold: true } : {}),
    ...(take(ITALIC) ? { italic: true } : {}),
    ...(take(UNDERLINE) ? { underline: true } : {}),
    ...(take(UPPER) ? { upper: true } : {}),
    ...(take(MONO) ? { family: 'mono' } : take(SANS) ? { family: 'sans' } : take(SERIF) ? { family: 'serif' } : {}),
    ...(take(CENTER) ? { align: 'center' } : take(JUSTIFY) ? { align: 'justify' } : take(LEFT) ? { align: 'left' } : take(RIGHT) ? { align: 'right' } : {}),
    ...sizeOf(size, take),
  }; // prettier-ignore
  take(MUCH);
  take(FILL);
  return /[\p{L}\p{N}]/u.test(rest) || Object.keys(look).length === 0 ? undefined : look;
}

const colorIn = (said: string): string | undefined => colorSaid((/#[\da-f]{6}/u.exec(said) ?? patternOf(COLOR, 'u').exec(said))?.[0] ?? '');

/** Shares of white or black that are mixed in. */
const LIGHTER = 0.5;
const DARKER = -0.4;

/** `light green`: half of it white. */
function shaded(color: string, shade: number): string {
  if (shade === 0) return color;
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const mixed = parts.map((part) => Math.round(shade > 0 ? part + (255 - part) * shade : part * (1 + shade)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function sizeOf(said: RegExpMatchArray | undefined, take: (words: string) => boolean): Pick<SaidLook, 'size'> {
  const [isBigger, isSmaller, isTwice, isHalf] = [take(BIGGER), take(SMALLER), take(TWICE), take(HALF)];
  if (said) {
    const value = Number((said[1] ?? '').replace(',', '.'));
    const isPercent = /%|percent|prozent/u.test(said[2] ?? '');
    // By how much, or to how much, is not the same.
    if (isBigger || isSmaller) return isPercent ? { size: { value: isBigger ? 100 + value : Math.max(1, 100 - value), unit: '%' } } : {};
    return { size: { value, unit: isPercent ? '%' : 'pt' } };
  }
  if (isTwice) return { size: { value: 200, unit: '%' } };
  if (isHalf) return { size: { value: 50, unit: '%' } };
  return isBigger ? { size: { value: 125, unit: '%' } } : isSmaller ? { size: { value: 80, unit: '%' } } : {};
}
