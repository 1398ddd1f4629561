// What looks like a heading and is none: captions, sources, addresses, names, a line that is set to both sides of the page, a part of a sentence.

import type { DraftText } from '../drafts.ts';
import { textOfWords } from '../words/lines.ts';

/** A picture or table that is counted. */
const CAPTION =
  /^(?:fig(?:ure|ura|uur)?|table|tab(?:elle|ella|leau)?|abb(?:ildung)?|chart|exhibit|grafik|graphique|gr\u00e1fico)\.?\s*\d|^(?:\u56fe|\u5716|\u56f3|\u8868)\s*\d/iu;
/** Says where something is from. */
const SOURCE = /^(?:sources?|quellen?|fuentes?|fonti|bron(?:nen)?|notes?|anmerkung(?:en)?)\s*:/iu;
/** So many names of at most so many words are a list of people. */
const NAMES = { count: 3, words: 4 } as const;
/** In ems: a gap this wide parts a line into what is left and right on the page, as running heads are. */
const PARTED_EM = 6;

/** @param text of the block */
export function isNoHeading({ lines }: DraftText, text: string): boolean {
  return (
    CAPTION.test(text) ||
    SOURCE.test(text) ||
    /https?:\/\//i.test(text) ||
    isAside(text) ||
    areNames(text) ||
    (lines.length === 1 && lines.some((line) => isParted(line) || isUnnumbered(line)))
  );
}

/** All of it in brackets: a remark about the text above. */
function isAside(text: string): boolean {
  return /^[(\uff08].*[)\uff09]$/.test(text);
}

/** Of the authors of a paper, with their marks. */
function areNames(text: string): boolean {
  const names = text.split(/,\s*|\s+and\s+|\s*&\s*/u).filter((name) => name !== '');
  const isName = (name: string) => {
    const words = name.split(/\s+/);
    return words.length >= 2 && words.length <= NAMES.words && words.every((word) => /^\p{Lu}[\p{L}.'\u2019-]*[^\p{L}]*$/u.test(word));
  };
  const areMarked = names.length > 1 && names.every((name) => /\p{Ll}[\d*\u2020\u2021\u00a7]+$/u.test(name));
  return (names.length >= NAMES.count || areMarked) && names.every(isName);
}

function isParted({ segments, size }: DraftText['lines'][number]): boolean {
  return segments.some((segment, at) => {
    const last = segments[at - 1];
    return last !== undefined && segment.box.left - last.box.right > size * PARTED_EM;
  });
}

/** Pieces beside each other of which the first is no number: heads of columns, or labels. */
function isUnnumbered({ segments }: DraftText['lines'][number]): boolean {
  const [first, ...others] = segments;
  if (!first || !others.some(({ words }) => /\p{L}{2}/u.test(textOfWords(words)))) return false;
  return !/^(?:\P{L}*\d|[\p{Lu}\p{Lo}]{1,5}[.):]?$|\p{L}+\.? [\dIVX]+[.:)]?$)/u.test(textOfWords(first.words));
}

/** In the middle of a sentence: it begins small, or what follows does. */
export function isWithinSentence(text: string, next: string): boolean {
  return /^\p{Ll}/u.test(text) || (/^\p{Ll}/u.test(next) && !/[.!?:]$/.test(text));
}
