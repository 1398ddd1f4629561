// Where pages are to go: how many pages come before the place that an instruction names.

import { type NamedPages, type Said, sentenceOf } from './said.ts';

export const BEFORE =
  /(?:before|ahead of|in front of|preceding|precedes?|prior to|vor|avant|devant|antes de|prima d\p{L}*|davanti a|voor|przed)[\p{L} ]{0,8}$/u;
export const AFTER =
  /(?:after|behind|following|follows?|nach|hinter|après|derrière|después de|tras|detrás de|dopo|depois de|achter|na|po|za)[\p{L} ]{0,8}$/u;
const AT_START = /(?:beginning|start|front|anfang|début|principio|inizio)(?! of page|\p{L})|(?<!\p{L})first(?= *(?:$|[.,;!]))/u;
const AT_END = /(?:(?:very|the|at) (?:end|back)|ende|à la fin|al final|alla fine)(?! of page|\p{L})|(?<!\p{L})last(?= *(?:$|[.,;!]))/u;

interface Place {
  readonly place: 'before' | 'after';
  readonly page: number;
}

/** Where the instruction names no side of a page, either side will do. */
export function isPlaceSaid({ place, page }: Place, said: Said, pages: readonly NamedPages[], pageCount: number): boolean {
  const sentence = sentenceOf(said);
  const text = said.unquoted.slice(sentence.start, sentence.end);
  const places = pages
    .filter(({ start, end }) => start >= sentence.start && end <= sentence.end)
    .flatMap((named) => {
      const before = said.unquoted.slice(Math.max(sentence.start, named.start - 24), named.start);
      if (BEFORE.test(before)) return [Math.min(...named.pages) - 1];
      return AFTER.test(before) ? [Math.max(...named.pages)] : [];
    });
  if (places.length > 0 && AT_START.test(text)) places.push(0);
  if (places.length > 0 && AT_END.test(text)) places.push(pageCount);
  const counted = page < 0 ? pageCount + 1 + page : page;
  return places.length === 0 || places.includes(place === 'before' ? counted - 1 : counted);
}
