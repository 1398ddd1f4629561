// Words for what is not running text, in nine languages, after folding: pictures, links, annotations, and where something lies beside another.

import type { ANNOTATION_KINDS, SIDES_OF_ANCHOR } from '#contract/params/edit-plan.ts';
import { patternOf, word } from './lexicon.ts';

type Kind = (typeof ANNOTATION_KINDS)[number];

/** Nouns of pictures. Small ones are logos and signs; drawn ones are charts. */
const SMALL =
  'logos?|(?:qr|bar)[ -]?codes?|strichcodes?|codes? qr|codigos? qr|codici? qr|emblems?|badges?|icons?|seals?|crests?|signets?|wappen|abzeichen|symbole?|embleme|sigle|logotipos?|insignias?|escudos?|iconos?|stemm[ai]|icona|icone|distintivos?|selos?|pictogrammen?|标志|徽标|ロゴ';
const LARGE =
  'pictures?|images?|photos?|photographs?|pics?|screenshots?|illustrations?|graphics?|drawings?|bild(?:er)?|fotos?|abbildung(?:en)?|grafik(?:en)?|illustration(?:en)?|' +
  'imagenes|imagen|fotografias?|ilustracion(?:es)?|immagin[ei]|fotografi[ae]|imagens?|imagem|ilustracao|afbeelding(?:en)?|plaatjes?|图片|图像|照片|画像|写真|图';
const CHART =
  '(?:(?:bar|pie|line|column|area|flow) ?)?(?:charts?|graphs?|plots?|diagrams?)|(?:balken|saulen|kreis|torten|linien)?diagramme?n?|graphiques?|diagrammes?|graficos?|diagramas?|grafic[oi]|diagramm[ai]|grafieken?|diagrammen?|图表|グラフ';
export const SMALL_PICTURE = word(SMALL);
export const CHART_PICTURE = word(CHART);
export const PICTURE_NOUN = word(`${SMALL}|${LARGE}|${CHART}`);
/** Counted in its caption: `figure 2`. */
export const FIGURE = new RegExp(
  word(
    '(?:figure|fig\\.?|abbildung|abb\\.?|figura|afbeelding|photo|image|bild|chart|exhibit|figuur|schaubild|foto) ?(?<number>\\d{1,3}(?:[.-]\\d{1,3})*)',
  ),
  'u',
);
export const CAPTION = word('captions?|bildunterschrift|beschriftung|legendes?|leyenda|didascalia|legenda|bijschrift|onderschrift');

const REMARKS: readonly (readonly [Kind, string])[] = [
  [
    'strikeouts',
    'strike-?(?:through|out)s?(?: marks?| lines?)?|strike through marks?|crossings?-out|durchstreichung(?:en)?|textes? barres?|tachaduras?|barrature|riscados?|doorhaling(?:en)?|删除线|取り消し線',
  ],
  [
    'underlines',
    'underlin(?:es?|ings?)(?: marks?)?|unterstreichung(?:en)?|soulignements?|soulignages?|subrayados?|sottolineatur[ae]|sublinhados?|onderstreping(?:en)?|下划线|下線',
  ],
  [
    'highlights',
    'highlight(?:s|ings?|ers?)?(?: marks?)?|marker(?: marks)?|(?:text)?markierung(?:en)?|(?:text)?marker|hervorhebung(?:en)?|surlignages?|surlignements?|resaltados?|evidenziazion[ei]|evidenziature?|destaques?|realces?|markering(?:en)?|高亮|ハイライト|マーカー',
  ],
  [
    'comments',
    '(?:sticky )?notes?|(?:review(?:er)? )?comments?|sticky(?: notes?)?|post-?its?|kommentare?n?|notiz(?:en)?|haftnotiz(?:en)?|commentaires?|remarques?|notes? adhesives?|comentarios?|notas?(?: adhesivas?)?|comment[oi]|opmerking(?:en)?|notities?|批注|注释|コメント|付箋',
  ],
  [
    'drawings',
    'scribbles?|doodles?|ink(?: marks?| drawings?)?|hand-?drawn (?:lines?|marks?)|freehand (?:lines?|drawings?)|freihandzeichnung(?:en)?|kritzelei(?:en)?|gribouillages?|garabatos?|scarabocchi|rabiscos?|krabbels?',
  ],
  ['all', 'annotations?|mark-?ups?|anmerkung(?:en)?|anotacion(?:es)?|annotazion[ei]|anotac(?:ao|oes)|annotaties?|标注|注釈'],
];
export const REMARK_NOUN = word(REMARKS.map(([, words]) => words).join('|'));

export function kindOfRemark(said: string): Kind | undefined {
  return REMARKS.find(([, words]) => patternOf(`^(?:${words})$`, 'u').test(said))?.[0];
}

export const LINK_NOUN = word(
  '(?:hyper|web)?-?links?|verlinkung(?:en)?|verknupfung(?:en)?|liens?(?: hypertextes?)?|hyperliens?|(?:hiper)?enlaces?|vinculos?|collegament[oi](?: ipertestual[ei])?|ligac(?:ao|oes)|hiperligac(?:ao|oes)|koppeling(?:en)?|链接|超链接|リンク',
);
export const CLICKABLE = word(
  'clickable|click-?able|anklickbar|klickbar|cliquables?|clicables?|pulsables?|cliccabil[ei]|clicavel|aanklikbaar|klikbaar|可点击|クリックできる',
);

type Side = (typeof SIDES_OF_ANCHOR)[number];

/** Longer phrases first. What follows is the anchor. */
const BESIDE: readonly (readonly [Side, string])[] = [
  [
    'below',
    'right under|(?:directly |just )?(?:under|below|beneath|underneath)|direkt unter|unter(?:halb)?(?: von)?|(?:en |juste )?(?:sous|au-dessous d[eu]|en dessous d[eu])|(?:por )?debajo del?|bajo|sotto|abaixo d[aoe]|debaixo d[aoe]|(?:direct )?onder',
  ],
  [
    'above',
    '(?:directly |just )?above|oberhalb(?: von)?|uber|au-dessus d[eu]|(?:por )?encima del?|sobre|sopra|acima d[aoe]|por cima d[aoe]|boven',
  ],
  [
    'left',
    '(?:to the )?left of|links (?:von|neben)|a gauche d[eu]|a la izquierda del?|a sinistra d(?:i|el|ella|ello)|a esquerda d[aoe]|links van',
  ],
  [
    'right',
    '(?:to the )?right of|next to|beside|alongside|rechts (?:von|neben)|neben|a droite d[eu]|a cote d[eu]|a la derecha del?|al lado del?|junto al?|a destra d(?:i|el|ella|ello)|accanto a(?:l|lla|llo)?|vicino a(?:l|lla)?|a direita d[aoe]|ao lado d[aoe]|junto a|rechts van|naast',
  ],
];
export const BESIDE_WORD = word(BESIDE.map(([, words]) => words).join('|'));

export function sideSaid(said: string): Side | undefined {
  return BESIDE.find(([, words]) => patternOf(`^(?:${words})$`, 'u').test(said))?.[0];
}

export const UNDERLINE = word(
  'underlines?|underscore|unterstreichen?|unterstreich|souligne[rz]?|subraya(?:r|e)?|sottolinea(?:re)?|sublinh(?:a|ar|e)|onderstreep|onderstrepen',
);
export const STRIKE = word(
  'strike(?: |-)?through|strike out|cross out|put a (?:strike|line) through|draw a line through|streiche?(?: bitte)?|durchstreichen?|barre[rz]?|raye[rz]?|doorstreep|doorstrepen|risca(?:r)?',
);
export const UNDERLINED = word('underlined?|unterstrichen|soulignee?s?|subrayad[oa]s?|sottolineat[oaie]|sublinhad[oa]s?|onderstreept');
