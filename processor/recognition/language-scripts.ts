// Which languages of Tesseract are written in which script: says when a page is evidently written in another script, or in another language of Latin
// letters, than was asked for.

import type { Warning } from '#contract/processor.ts';
import { nameOfLanguage, otherLanguage } from '../function-words.ts';

/** By the names of Tesseract's detection; the most spoken language first. Languages that are nowhere here are written in Latin letters. */
const LANGUAGES_OF_SCRIPT: Readonly<Record<string, readonly string[]>> = {
  Arabic: ['ara', 'fas', 'urd', 'pus', 'snd', 'uig', 'kur_ara'],
  Armenian: ['hye'],
  Bengali: ['ben', 'asm'],
  Cyrillic: ['rus', 'ukr', 'bul', 'bel', 'srp', 'mkd', 'kaz', 'kir', 'mon', 'tat', 'tgk', 'uzb_cyrl', 'aze_cyrl'],
  Devanagari: ['hin', 'mar', 'nep', 'san'],
  Georgian: ['kat', 'kat_old'],
  Greek: ['ell', 'grc'],
  Gujarati: ['guj'],
  Han: ['chi_sim', 'chi_tra', 'jpn', 'chi_sim_vert', 'chi_tra_vert', 'jpn_vert'],
  Hangul: ['kor', 'kor_vert'],
  Hebrew: ['heb', 'yid'],
  Japanese: ['jpn', 'jpn_vert'],
  Kannada: ['kan'],
  Khmer: ['khm'],
  Korean: ['kor', 'kor_vert'],
  Lao: ['lao'],
  Malayalam: ['mal'],
  Myanmar: ['mya'],
  Tamil: ['tam'],
  Telugu: ['tel'],
  Thai: ['tha'],
};
const LATIN = 'Latin';
const LATIN_LANGUAGE = 'eng';
const NOT_LATIN = new Set(Object.values(LANGUAGES_OF_SCRIPT).flat());

/** @returns whether one of the languages is written in the script; true for scripts that are not known here, such as Fraktur */
export function isWrittenIn(script: string, languages: readonly string[]): boolean {
  if (script === LATIN) return languages.some((code) => !NOT_LATIN.has(code));
  const known = LANGUAGES_OF_SCRIPT[script];
  return known === undefined || languages.some((code) => known.includes(code));
}

/** @param texts words, as they were read in `languages` @returns the language that they are evidently written in, where it is none of those */
export function otherLatinLanguage(texts: readonly string[], languages: readonly string[]): string | undefined {
  return otherLanguage(
    texts,
    languages.filter((code) => !NOT_LATIN.has(code)),
  );
}

/**
 * @param writing a script, or a language
 * @returns that language, or the most spoken of the languages that are written in the script; undefined where none of them is in `languages`
 */
export function likelyLanguage(writing: string, languages: readonly string[]): string | undefined {
  const likely = writing === LATIN ? [LATIN_LANGUAGE] : (LANGUAGES_OF_SCRIPT[writing] ?? [writing]);
  return likely.find((code) => languages.includes(code));
}

/**
 * @param page 1-based
 * @param writing a script, or a language
 * @param likely named as advice, where one is installed
 * @param isUsed the page was read in it
 */
export function languageMismatch(page: number, writing: string, likely: string | undefined, isUsed = false): Warning {
  const name = nameOfLanguage(writing);
  const isWhat = name === undefined ? `in another script (${writing})` : `in another language (${name})`;
  const advice = likely === undefined ? '' : isUsed ? `; it was read as \`${likely}\`` : `; \`languages: ["${likely}"]\` may be right`;
  const doubt = name !== undefined && likely === undefined ? '; that language is not installed, and letters may be wrong' : '';
  return {
    code: 'language_mismatch',
    message: `This page, and maybe others, is written ${isWhat} than the languages that recognition was to read${advice}${doubt}.`,
    page,
  };
}
