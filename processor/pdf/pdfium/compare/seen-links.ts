// Whether links still lie on their words: a link whose text went on, or that went on without its text, leads from somewhere else.

import type { TextExpectation } from './judged-page.ts';

export interface SeenLink {
  /** An address, or a page. */
  readonly target: string;
  /** Its letters whose middle lies within, in the engine's order. */
  readonly text: string;
}

/** A link over more is none of a word. */
const LETTERS_MAX = 120;
/** Boxes end within letters: so many at an end may be another's. */
const LETTERS_OFF = 2;

/** @param was on the source's page, and `is` on the result's, in the order of their annotations @returns undefined where they cannot be compared one by one */
export function areLinksOnWords(was: readonly SeenLink[], is: readonly SeenLink[], texts: readonly TextExpectation[]): boolean {
  if (was.length !== is.length || was.some(({ target }, index) => target !== is[index]?.target)) return true;
  const changed = texts.flatMap(({ old, new: fresh }) => [old, fresh]).map((text) => letters(text ?? ''));
  return was.every(({ text }, index) => {
    const [before, after] = [letters(text), letters(is[index]?.text ?? '')];
    const isOwn = before.length > 0 && before.length <= LETTERS_MAX;
    const isEdited = changed.some(
      (one) => one !== '' && (one.includes(before) || [before, after].some((text) => text.includes(one) || reachesInto(one, text))),
    );
    return !isOwn || isEdited || isNearly(before, after);
  });
}

function letters(text: string): string {
  return text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The changed text ends, or begins, within what the link lies on. */
function reachesInto(changed: string, text: string): boolean {
  for (let length = 1; length < text.length; length++)
    if (length > LETTERS_OFF && (changed.endsWith(text.slice(0, length)) || changed.startsWith(text.slice(-length)))) return true;
  return false;
}

function isNearly(before: string, after: string): boolean {
  if (before.length <= LETTERS_OFF * 2) return after !== '' || before === '';
  const core = before.slice(LETTERS_OFF, -LETTERS_OFF);
  return after.includes(core) || (after.length > LETTERS_OFF * 2 && before.includes(after.slice(LETTERS_OFF, -LETTERS_OFF)));
}
