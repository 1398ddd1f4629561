// Classes of text that an edit can name: email addresses, phone numbers, card numbers, IBANs, US social security numbers, dates, web
// addresses. Numbers with check digits must pass them. Every expression is linear on its input.

import type { TEXT_PATTERNS } from '#contract/params/edit-plan.ts';

export type TextPattern = (typeof TEXT_PATTERNS)[number];

/** UTF-16 code units; `end` is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const MONTHS =
  'jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?' +
  '|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre' +
  '|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre';
const EXPRESSIONS: Readonly<Record<TextPattern, RegExp>> = {
  // Papers write several of one host as `{ada, bob}@host.org`.
  email:
    /(?:(?<![\w.+-])[\w.+-]{1,64}|\{[\w.+-]{1,64}(?:[,;|]\s?[\w.+-]{1,64}){0,12}\}\s?)@(?:[a-z\d](?:[a-z\d-]{0,62})\.){1,8}[a-z]{2,24}(?![\w-])/giu,
  phone: /(?<![\w.,+])(?:\+\d{7,15}|(?:\+\d{1,3}[ .\-/]?)?(?:\(0?\d{1,5}\)[ .\-/]?)?\d{1,5}(?:[ .\-/]\d{2,8}){1,5})(?!\w)/gu,
  card_number: /(?<![\d-])\d(?:[ -]?\d){12,18}(?![\d-])/gu,
  iban: /(?<![a-z\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}(?![a-z\d])/gu,
  ssn: /(?<![\d-])(?!000|666|9\d\d)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\d-])/gu,
  date: new RegExp(
    `(?<![\\d.])(?:\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])|(?:0?[1-9]|[12]\\d|3[01])([./-])(?:0?[1-9]|[12]\\d|3[01])\\1(?:\\d{4}|\\d{2}))(?![\\d])` +
      `|(?<![\\p{L}\\d])(?:[0-3]?\\d(?:st|nd|rd|th|\\.)? ?(?:de |of )?(?:${MONTHS})\\.?,?(?: de)? \\d{4}|(?:${MONTHS})\\.? [0-3]?\\d(?:st|nd|rd|th)?,? \\d{4})(?![\\p{L}\\d])`,
    'giu',
  ),
  url: /(?<![\w@])(?:https?:\/\/[^\s<>"'()]{1,2000}[^\s<>"'().,;:!?]|www\.(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?:\/[^\s<>"'()]{0,2000}[^\s<>"'().,;:!?])?)/giu,
};

/** What such a text has: the expressions themselves look at each word. */
const SIGNS: Readonly<Partial<Record<TextPattern, RegExp>>> = { email: /@/u, url: /https?:|www\./iu };

export function findPattern(text: string, pattern: TextPattern): readonly TextSpan[] {
  if (SIGNS[pattern]?.test(text) === false) return [];
  const spans: TextSpan[] = [];
  for (const match of text.matchAll(EXPRESSIONS[pattern])) {
    const found = accept(pattern, match[0]);
    if (found > 0) spans.push({ start: match.index, end: match.index + found });
  }
  return spans;
}

/** @returns how many code units of the candidate belong to the class; 0 for none. */
function accept(pattern: TextPattern, candidate: string): number {
  if (pattern === 'card_number') return passesLuhn(candidate.replaceAll(/\D/g, '')) ? candidate.length : 0;
  if (pattern === 'iban') return ibanLength(candidate);
  if (pattern === 'phone') return isPhone(candidate) ? candidate.length : 0;
  return candidate.length;
}

/** ISO/IEC 7812-1, Annex B. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.charAt(digits.length - 1 - place));
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0 && /[1-9]/.test(digits);
}

/** ISO 13616: the remainder by 97 is 1. */
export function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(compact)) return false;
  let remainder = 0;
  for (const char of compact.slice(4) + compact.slice(0, 4)) {
    const value = parseInt(char, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** Words in capitals may follow: the longest run of whole words that is an IBAN counts. */
function ibanLength(candidate: string): number {
  for (let length = candidate.length; length >= 15; length--) {
    const next = candidate.charAt(length);
    if ((next === '' || next === ' ') && isIban(candidate.slice(0, length))) return length;
  }
  return 0;
}

/** 7 to 15 digits (E.164), and neither a date nor an amount. */
function isPhone(candidate: string): boolean {
  const digits = candidate.replaceAll(/\D/g, '');
  if (digits.length < 7 || digits.length > 15) return false;
  if (/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(candidate)) return false;
  if (/^\d{1,3}(?:[ .]\d{3})+$/.test(candidate)) return false;
  return !(digits.length >= 13 && passesLuhn(digits));
}
