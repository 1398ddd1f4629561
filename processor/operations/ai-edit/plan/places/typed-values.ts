// Values that are known by how they are written: dates, times, amounts, ranges, versions, addresses. One takes the place of another of its kind.

import { findPattern } from '../../facts/text-patterns.ts';
import { plainName } from './ground-document.ts';

/** UTF-16 code units; `end` is exclusive. */
export interface TypedValue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: string;
  /** How its digits are grouped. */
  readonly shape: string;
}

const WEEKDAY =
  /(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miercoles|jueves|viernes|sabado|domingo/u;
const MONTH =
  'jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch|s|zo)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|januari|februari|maart|mei|augustus';
const MONTH_OF_YEAR = new RegExp(`(?<![\\p{L}\\p{N}])(?:${MONTH})\\.?(?: de)? \\d{4}(?![\\p{L}\\p{N}])`, 'giu');
/** `FY2011`, `A309`. */
const CODE = /(?<![\p{L}\p{N}.,/_-])\p{Lu}{1,4}-?\p{N}{2,6}(?![\p{L}\p{N}_/-])/gu;
const NUMBER =
  /(?<![\p{L}\p{N}.,])(?:[€$£] ?)?\p{N}+(?:[.,:/'’h-]\p{N}+)*(?: ?[-–] ?\p{N}+(?:[.,/]\p{N}+)*)?(?: ?[%€$£]|x(?![\p{L}]))?(?![\p{L}\p{N}])/giu;

/** What every value has one of. */
const HAS_VALUE = /[\p{N}@]|https?:|www\./iu;

/** Every value of a text, none inside another, in their order. */
export function valuesIn(text: string): readonly TypedValue[] {
  if (!HAS_VALUE.test(text)) return [];
  const found: TypedValue[] = [];
  const add = (start: number, end: number, kind: string) => {
    if (!found.some((one) => one.start < end && start < one.end))
      found.push({ start, end, text: text.slice(start, end), kind, shape: kindOf(text.slice(start, end)) });
  };
  for (const pattern of ['email', 'url'] as const) for (const { start, end } of findPattern(text, pattern)) add(start, end, pattern);
  for (const { start, end } of findPattern(text, 'date')) {
    const [day = ''] = /\p{L}+,? $/u.exec(text.slice(0, start)) ?? [];
    add(WEEKDAY.test(plainName(day)) ? start - day.length : start, end, 'date');
  }
  for (const { 0: hit, index } of text.matchAll(MONTH_OF_YEAR)) add(index, index + hit.length, 'month');
  for (const { 0: hit, index } of text.matchAll(CODE))
    add(index, index + hit.length, `code ${hit.replaceAll(/[^\p{L}]/gu, '').toLowerCase()}`);
  for (const { 0: hit, index } of text.matchAll(NUMBER)) add(index, index + hit.length, kindOf(hit));
  return found.toSorted((one, two) => one.start - two.start);
}

/** How a number is written: the digits of years, codes and postal codes count, those of amounts do not. */
function kindOf(written: string): string {
  const text = written
    .replaceAll(/[‐-―−]/gu, '-')
    .replaceAll(/\s/gu, '')
    .toLowerCase();
  if (/[€$£]/u.test(text)) return 'money';
  if (text.endsWith('%')) return 'percent';
  if (/^\d{1,2}[:h]\d{2}$/u.test(text)) return 'time';
  if (/^\d+[.,]\d+$/u.test(text)) return 'decimal';
  if (/^\d+[.,]\d+-\d+[.,]\d+$/u.test(text)) return 'range';
  return text.replaceAll(/\d+/gu, (run) => (run.length < 4 ? 'n' : 'n'.repeat(run.length)));
}

const BETWEEN =
  /(?<![\p{L}])(?:at|on|from|the|um|am|ab|uhr|à|a|le|las?|el|alle|ore|às|om|op|de|and|und|et|y|e|en|clock|o'clock)(?![\p{L}])|[,;()]/giu;

/** The values that a text is made of; undefined where it says anything else. */
export function onlyValues(text: string): readonly TypedValue[] | undefined {
  const values = valuesIn(text);
  let left = '';
  let from = 0;
  for (const { start, end } of values) {
    left += ` ${text.slice(from, start)}`;
    from = end;
  }
  left += ` ${text.slice(from)}`;
  return values.length > 0 && left.replaceAll(BETWEEN, ' ').trim() === '' ? values : undefined;
}

const NAMES: readonly (readonly [kind: RegExp, names: RegExp])[] = [
  [/^(?:date|n\/n)$/u, /^(?:dates?|dated|day|datum|fecha|data|deadline|termin|tag|jour|dia|giorno)$/u],
  [/^month$/u, /^(?:dates?|month|issue|datum|monat|mois|mes|mese|edition|ausgabe)$/u],
  [/^time$/u, /^(?:time|uhrzeit|zeit|heure|hora|ora)$/u],
  [/^n+(?:\.n+){2,}$/u, /^(?:version|release|versionsnummer)$/u],
  [/^decimal$/u, /^(?:version|release|versionsnummer|value|number|wert|valeur|valor|valore)$/u],
  [/^(?:email)$/u, /^(?:e|mail|mails|email|emails|address|adress|adresse|correo)$/u],
  [/^(?:url)$/u, /^(?:url|web|website|site|address|adresse|link)$/u],
  [/^nnnnn$/u, /^(?:zip|plz|postal|post|code|postleitzahl|postcode|cap|cp)$/u],
  [/^(?:money|percent)$/u, /^(?:price|fee|rate|cost|amount|sum|share|preis|gebuhr|betrag|satz|prix|tarif|taux|montant|precio|tasa|importe|prezzo|quota|preco|taxa|prijs|bedrag)$/u],
]; // prettier-ignore

/** Whether a folded word only says of what kind a value is: `date`, `zip`, `version`. */
export function namesKind(word: string, kind: string): boolean {
  return NAMES.some(([kinds, names]) => kinds.test(kind) && names.test(word));
}
