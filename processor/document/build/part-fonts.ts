// Fonts that go with a document without the letters that join or stack, which only a whole font can set: they have a name of their own, so that such
// letters are looked for in the whole font, where there is one, and in its stand-in elsewhere.

import { isJoining } from '../../pdf/draw/visual-order.ts';

export function partFamily(family: string): string {
  return `${family} Part`;
}

const FIRST_JOINING = 0x600;

export function hasJoining(text: string): boolean {
  for (const letter of text) if ((letter.codePointAt(0) ?? 0) >= FIRST_JOINING && isJoining(letter)) return true;
  return false;
}
