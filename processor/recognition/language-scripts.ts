// Which languages of Tesseract are written in which script: says when a page is evidently written in another script than was asked for.

import type { Warning } from '#contract/processor.ts';

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

/** @returns the most spoken of the languages that are written in the script; undefined where none is */
export function likelyLanguage(script: string, languages: readonly string[]): string | undefined {
  return (script === LATIN ? [LATIN_LANGUAGE] : LANGUAGES_OF_SCRIPT[script])?.find((code) => languages.includes(code));
}

/** @param page 1-based @param likely named as advice, where one is installed @param isUsed the page was read in it */
export function languageMismatch(page: number, script: string, likely: string | undefined, isUsed = false): Warning {
  const advice = likely === undefined ? '' : isUsed ? `; it was read as \`${likely}\`` : `; \`languages: ["${likely}"]\` may be right`;
  return {
    code: 'language_mismatch',
    message: `This page, and maybe others, is written in another script (${script}) than the languages that recognition was to read${advice}.`,
    page,
  };
}
