// What sets a record apart from other papers that hold dates, numbers, names and offices: reports, articles, regulations, lists, minutes,
// instructions, invoices. Nothing in them is certified to somebody.

import { MONTH } from './months.ts';

/** One of these, at the start of a line: a figure or table with its number, what it was taken from or refers to, an article of a regulation. */
const PUBLISHED =
  /^[ \t]*(?:\[\d{1,3}\][ \t\n]+\p{Lu}|(?:figure|fig\.|table|chart|abbildung|abb\.|tabelle|tab\.|tableau|graphique|encadr[ée]|figura|cuadro|tabla|gr[áa]fic[oa]|tabella|tabela|quadro|figuur|tabel|grafiek)(?: ?\d{1,3}(?:[.-]\d{1,3})*[ .:–—-]| ?:)|(?:sources?|quellen?|fuentes?|fonti?|fontes?|bron(?:nen)?) ?:|[图表図] ?\d+|(?:资料来源|出典|数据来源)|(?:§ ?|sec(?:tion|\.) |art(?:icle|\.) |chapter )?\d{1,3}\.\d{2}\.\d{3}\.?[ \t])/imu;
/** Anywhere on the page: what is cited, what a reader of a form is told to do. */
const ADDRESSED =
  /\bdoi\.org|\bdoi: ?10\.|\bISBN\b|\bISSN\b|\bet al\.|\barXiv:|(?:read|see)(?: the)? instructions|(?:completing|filling (?:in|out)) this form|\benter line \d|\bcheck here\b|print or type|remplir (?:ce|le) formulaire|formulaire permet|pièces à fournir|bitte ausfüllen|zutreffendes ankreuzen|rellen[ae]r? (?:este|el) formulario|compilare il modulo|preench[ae]r? (?:este|o) formul[áa]rio|vul (?:dit|het) formulier|填表说明|記入(?:例|上の注意)/iu;

/** Who was there, and what somebody sold. */
const DEALINGS =
  /(?<!\p{L})(?:[ée]taient présents?|absents? excusés?|ordre du jour|apologies for absence|those present|anwesend(?:e|:| waren)|entschuldigt fehl\p{L}+|tagesordnung|orden del d[íi]a|ordine del giorno|ordem do dia|议程|議事録|出席者|invoice (?:no\b|number|date|#)|factuur(?:nr|nummer|datum)|rechnungs(?:nr|nummer|datum)|(?:facture|factura|fattura|fatura) ?(?:n[°ºo.]|num)|n[°ºo.]+ ?(?:de |da |di )?(?:la )?(?:facture|factura|fattura|fatura)|faktura(?:nr|nummer)|发票(?:号码|代码)|請求書番号)/iu;
/** A regulation refers to its own and other sections. */
const SECTIONS =
  /(?<!\p{L})(?:sections?|chapters?|subsections?|subdivisions?|§§?|art(?:icles?|ículos?|icol[oi]|igos?|ikels?|\.)) ?\(?(?:[A-Z]\.? ?)?\d|第\s?[\d一二三四五六七八九十]+\s?条/giu;
const SECTIONS_MIN = 4;
/** Lists of sources and advertisements refer to pages of the web. */
const ADDRESS = /https?:\/\/[^\s/]+\/\S/gu;
const ADDRESSES_MIN = 3;

/** Whether it tells its reader how to fill it in, or cites what others published. */
export function addressesReader(text: string): boolean {
  return ADDRESSED.test(text);
}

/** Whether a page is of a kind that is not issued to one person to rely on. */
export function isOrdinaryPaper(text: string): boolean {
  const hasMany = (what: RegExp, least: number) => (text.match(what) ?? []).length >= least;
  return (
    PUBLISHED.test(text) ||
    ADDRESSED.test(text) ||
    DEALINGS.test(text) ||
    hasMany(SECTIONS, SECTIONS_MIN) ||
    hasMany(ADDRESS, ADDRESSES_MIN)
  );
}

const RUNNING_CHARS_MIN = 40;

/** A caption, or a line inside a sentence: it goes on from the line before, or on the next one. */
export function isNoTitle(line: string, next: string): boolean {
  return PUBLISHED.test(line) || (line.length >= RUNNING_CHARS_MIN && (/^\p{Ll}/u.test(line) || /^\p{Ll}/u.test(next)));
}

const CODE = /\b(?=[A-Z0-9./-]*\d{3})(?=[A-Z0-9./-]*[A-Z/-])[A-Z0-9]+(?:[-/. ]?[A-Z0-9]+)+\b|\b\d{6,}\b/g;
/** A date, the years from and to, an identifier of a publication, a round figure of a scale. */
const NO_CODE =
  /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|(?:19|20)\d{2}[/-](?:19|20)?\d{2}|10\.\d{4,}.*|\d{1,3}0{4,}|\d{1,2})$/u;

/** Different codes of letters and digits, and long numbers. */
export function countIdentifiers(text: string): number {
  const codes = Array.from(text.matchAll(CODE), ([found]) =>
    found
      .split(' ')
      .filter((part) => !NO_CODE.test(part))
      .join(' '),
  );
  return new Set(codes.filter((code) => (/[A-Z/-]/.test(code) ? /\d{3}/.test(code) : /\d{6}/.test(code)))).size;
}

/** A month by its name, and its year. */
export function namesMonth(text: string): boolean {
  return [...text.matchAll(/(?<!\p{L})(\p{L}{3,12})\.? (?:de |del )?(?:19|20)\d{2}(?!\d)/gu)].some(([, word = '']) => MONTH.test(word));
}
