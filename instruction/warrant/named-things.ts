// Pictures, properties, form fields and remarks as objects of an operation.

import type { EditOf } from '#contract/params/edit-plan.ts';
import { mentionsOf, plain } from '../said.ts';
import type { Span } from '../tokens.ts';
import { type Named, type Reading, isNumberSaid, noun, targetOf, valueIn, within } from './reading.ts';
import { isPositionMeant } from '../directions.ts';
import { movedBySaid } from '../moved-by.ts';

export const PICTURE =
  /images?|pictures?|photos?|logos?|signatures?|graphics?|scan|illustrations?|bild(?:er)?|foto|im[áa]gen|imagen|immagine/gu;

type OfPicture = EditOf<'replace_image'> | EditOf<'delete_image'> | EditOf<'move_image'> | EditOf<'resize_image'>;

export function pictured({ image, pages }: Pick<OfPicture, 'image' | 'pages'>, reading: Reading): Named {
  const text = reading.said.unquoted.slice(reading.said.start, reading.said.end);
  if (image === 'all' && !/\b(?:all|every|each|both|alle|toutes|tous|todas|todos|tutte)\b|(?:image|picture|photo|logo)s\b/u.test(text))
    return 'image';
  return within(noun(reading, PICTURE, 'image'), pages, reading);
}

/** What is made of lines and areas; a box to tick and one of the form are none. */
const DRAWING =
  /(?<!(?:check|tick|text|po|mail|letter|post) ?)(?<![\p{L}-])(?:drawings?|figures?|diagrams?|sketch(?:es)?|box(?:es)?|stars?|shapes?|lines?|rules?|bars?|circles?|arrows?|bubbles?|ovals?|stickers?|frames?|rectangles?|graphics?|logos?|illustrations?|zeichnung(?:en)?|linien?|balken|kästchen|kasten|sterne?|kreise?|pfeile?|sprechblasen?|rahmen|grafik(?:en)?|dessins?|encadrés?|étoiles?|formes?|lignes?|traits?|cercles?|flèches?|bulles?|dibujos?|recuadros?|estrellas?|líneas?|círculos?|flechas?|disegn[oi]|riquadr[oi]|stell[ea]|line[ae]|cerchi[o]?|frecc(?:ia|e)|desenhos?|caixas?|estrelas?|linhas?|setas?|tekening(?:en)?|kaders?|sterren|lijn(?:en)?|pijl(?:en)?)(?!\p{L})|[图圖]形|線|图案/gu;
/** `keep the text`, `the words stay`. */
const TEXT_STAYS =
  /\b(?:keep|keeping|leave|leaving|stays?|remains?|without|not|only|just|bleib\p{L}*|behalt\p{L}*|lass\p{L}*|nur|ohne|gard\p{L}*|reste\p{L}*|sauf|conserv\p{L}*|mant[eé]n\p{L}*|dej\p{L}*|sin|tien\p{L}*|lasci\p{L}*|senza|mantenha|deix\p{L}*|sem|behoud\p{L}*|laat|blijf\p{L}*|zonder)\b/u;

export function drawn({ pages, with_text: hasText }: EditOf<'delete_drawing'>, reading: Reading): Named {
  if (hasText && TEXT_STAYS.test(reading.said.unquoted)) return 'with_text';
  return within(noun(reading, DRAWING, 'drawing'), pages, reading);
}

const PROPERTY_NOUNS: Readonly<Record<EditOf<'set_metadata'>['field'], RegExp>> = {
  title: /titles?|titel|titre|t[íi]tulo|titolo|name/gu,
  author: /authors?|autor\p{L}*|auteur|autore|writer|creator/gu,
  subject: /subjects?|betreff|thema|sujet|asunto|oggetto|topic/gu,
  keywords: /key ?words?|tags?|schlagw\p{L}*|schlüsselw\p{L}*|mots[- ]cl\p{L}*|palabras clave|parole chiave/gu,
};

const ALL_PROPERTIES =
  /meta ?-?(?:data|daten|données|datos|dati)|métadonnées|metadatos|metadati|properties|document info\p{L}*|eigenschaften|propriétés|propiedades|proprietà/gu;

export function property({ field, value }: EditOf<'set_metadata'>, reading: Reading): Named {
  const named = noun(reading, PROPERTY_NOUNS[field], 'field');
  if (typeof named === 'string') return named;
  const others = Object.entries(PROPERTY_NOUNS).flatMap(([name, nouns]) => {
    const spans = name === field ? [] : noun(reading, nouns, 'field');
    return typeof spans === 'string' ? [] : [...spans];
  });
  // The property named last before a value gets the value.
  const values = valueIn(value, reading).filter((one) => {
    const own = named.findLast((span) => span.end <= one.start);
    return !own || !others.some((span) => own.end <= span.start && span.end <= one.start);
  });
  return values.length === 0 ? 'value' : named;
}

export function properties({ fields }: EditOf<'remove_metadata'>, reading: Reading): Named {
  const all = noun(reading, ALL_PROPERTIES, 'fields');
  if (fields === 'all') return all;
  const named = fields.map((field) => noun(reading, PROPERTY_NOUNS[field], 'fields'));
  if (named.every((one) => typeof one !== 'string')) return named.flat();
  return all;
}

const FIELD_FILLERS = new Set(
  'the a an of to with and my your is box field form i have full complete customer client applicant user text input'.split(' '),
);

/** A field by its name or label; of a technical name, its last part: `form1.page1.Last_Name[0]`. */
export function fieldNamed(field: string, reading: Reading): Named {
  const last = field.slice(field.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '');
  const spaced = last.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll(/[_\s-]+/gu, ' ');
  for (const name of [field, last, spaced]) {
    const spans = mentionsOf(reading.said, name.replace(/[:*?]+$/, ''), 'parts');
    if (spans.length > 0) return spans;
  }
  const words =
    plain(spaced)
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.filter((word) => !FIELD_FILLERS.has(word)) ?? [];
  const places = words.map((word) => mentionsOf(reading.said, word));
  return words.length > 0 && places.every((spans) => spans.length > 0) ? (places[0] ?? 'field') : 'field';
}

const NEXT_OF_LIST = /(?:[,;]| and | und | et | y | e )\s*\p{L}/u;

/** The value is beside its own field, not behind the next one of a list. */
export function filled({ field, value }: EditOf<'fill_field'>, reading: Reading): Named {
  const named = fieldNamed(field, reading);
  if (typeof named === 'string') return named;
  const { text } = reading.said;
  const isBeside = (one: Span) =>
    named.some((own) => !NEXT_OF_LIST.test(own.end <= one.start ? text.slice(own.end, one.start) : text.slice(one.end, own.start)));
  return valueIn(value, reading).some(isBeside) ? named : 'value';
}

const REMARKS: Readonly<Record<EditOf<'remove_annotations'>['kind'], RegExp>> = {
  all: /annotations?|mark-?ups?|remarks?|anmerkung\p{L}*|anotacion\p{L}*|annotazion\p{L}*/gu,
  comments: /comments?|(?:sticky )?notes?|kommentar\p{L}*|commentaires?|comentarios?|commenti|annotations?/gu,
  underlines: /underlin\p{L}*|unterstreich\p{L}*|soulign\p{L}*|subrayad\p{L}*|sottolineatur\p{L}*|annotations?/gu,
  strikeouts: /str(?:ike|uck)[- ]?(?:through|out)?\p{L}*|crossed|durchstreich\p{L}*|barr[ée]\p{L}*|tachad\p{L}*|annotations?/gu,
  highlights:
    /highlight\p{L}*|underlin\p{L}*|(?<!\p{L})mark(?:er|ing)s?(?!\p{L})|(?:text)?markierung\p{L}*|(?:text|leucht)(?:marker|stift)\p{L}*|surlign(?:age|eur)\p{L}*|resalta(?:d|dor)\p{L}*|subrayador\p{L}*|evidenzia\p{L}*|marcador\p{L}*|annotations?/gu,
  stamps: /stamps?|stempel|tampons?|sellos?|timbri|annotations?/gu,
  drawings: /drawings?|scribbles?|ink|sketch\p{L}*|zeichnung\p{L}*|dessins?|dibujos?|disegni|annotations?/gu,
};

export function remarks({ kind, pages }: Pick<EditOf<'remove_annotations'>, 'kind' | 'pages'>, reading: Reading): Named {
  return within(noun(reading, REMARKS[kind], 'kind'), pages, reading);
}

/** Annotations of one author, colour or text: what limits them is said too. */
export function someRemarks(operation: EditOf<'remove_annotations'>, reading: Reading): Named {
  for (const field of ['author', 'text'] as const) {
    const said = operation[field];
    if (said !== undefined && mentionsOf(reading.said, said).length === 0) return field;
  }
  return remarks(operation, reading);
}

/** The picture that is moved, to the place that is said, or as far as is said. */
export function movedPicture(operation: EditOf<'move_image'>, reading: Reading): Named {
  const text = reading.said.unquoted.slice(reading.said.start, reading.said.end);
  const { position, by } = operation;
  if (by) {
    const said = movedBySaid(text);
    const isSaid = said?.direction === by.direction && said.distance.value === by.distance.value && said.distance.unit === by.distance.unit;
    return isSaid ? pictured(operation, reading) : 'by';
  }
  return position !== undefined && isPositionMeant(position, text) ? pictured(operation, reading) : 'position';
}

/** Its new size, as a share of the old one. */
export function resizedPicture(operation: EditOf<'resize_image'>, reading: Reading): Named {
  const text = reading.said.unquoted.slice(reading.said.start, reading.said.end);
  const isSaid = isNumberSaid(operation.percent, reading) || /hal[fv]|double|twice|bigger|larger|smaller|third|quarter/u.test(text);
  return isSaid ? pictured(operation, reading) : 'percent';
}

export function addedPicture({ pages }: EditOf<'insert_image'>, reading: Reading): Named {
  return within(noun(reading, PICTURE, 'with'), pages, reading);
}

/** A link: its text is named, and its address stands in the instruction or is that text. */
export function linked({ match, url, page, pages }: EditOf<'set_link'>, reading: Reading): Named {
  const objects = targetOf(match, reading);
  const bare = (text: string) =>
    plain(text)
      .replace(/^(?:https?:\/\/|mailto:|tel:)/u, '')
      .replace(/\/$/u, '');
  const isSaid =
    url === undefined
      ? page !== undefined && isNumberSaid(page, reading)
      : bare(reading.said.text).includes(bare(url)) || bare(match.text ?? '') === bare(url);
  return isSaid ? within(objects, pages, reading) : url === undefined ? 'page' : 'url';
}

export function unlinked({ pages, url, text }: EditOf<'remove_links'>, reading: Reading): Named {
  if (url !== undefined && !reading.said.text.includes(plain(url))) return 'url';
  if (text !== undefined && mentionsOf(reading.said, text).length === 0) return 'text';
  return within(noun(reading, /(?:hyper)?links?|urls?|lien|enlace|collegament|frames?|borders?/gu, 'op'), pages, reading);
}

/** All fields, or those that are named. */
export function emptied(fields: 'all' | readonly string[] | undefined, reading: Reading): Named {
  if (fields === undefined || fields === 'all') return [reading.said];
  const named = fields.map((field) => fieldNamed(field, reading));
  const missing = named.find((one) => typeof one === 'string');
  return missing ?? named.flatMap((one) => (typeof one === 'string' ? [] : one));
}
