// Codes of fonts that are UTF-8 (libHaru writes such fonts): the engine does not find those of several bytes in the font's map, and gives the code
// itself, without a meaning.

/** @param code that the engine has no meaning for @returns the character whose bytes in UTF-8 are the code's; undefined where it is none */
export function utf8Character(code: number): number | undefined {
  const [lead, last] = [code >> 8, code & 0xff];
  if (!isContinuation(last)) return undefined;
  if (lead >= 0xc2 && lead <= 0xdf) return ((lead & 0x1f) << 6) | (last & 0x3f);
  const [first, middle] = [lead >> 8, lead & 0xff];
  if (first < 0xe0 || first > 0xef || !isContinuation(middle)) return undefined;
  const character = ((first & 0xf) << 12) | ((middle & 0x3f) << 6) | (last & 0x3f);
  return character < 0x800 || (character >= 0xd800 && character <= 0xdfff) ? undefined : character;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}
