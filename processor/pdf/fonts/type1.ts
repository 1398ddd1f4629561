// Type 1 programs as far as PDF needs them (Adobe Type 1 Font Format): the encoding, and the names of the charstrings. Nothing is interpreted.

import { readType1Font } from './programs/type1.ts';
import { encodingNamed } from './glyph-names.ts';
import type { FontProgram } from './font-program.ts';

export function describeType1(bytes: Buffer): FontProgram | undefined {
  const font = readType1Font(bytes);
  if (!font) return undefined;
  const names = [...font.glyphs.keys()];
  return {
    format: 'type1',
    glyphCount: names.length,
    encoding: font.encoding === 'standard' ? standardEncoding() : font.encoding,
    glyphNames: new Map(names.map((name, gid) => [name, gid])),
    cids: undefined,
    cmaps: new Map(),
    advanceOf: () => undefined,
    // hsbw and endchar alone take at most 11 bytes.
    hasOutline: (gid) => (font.glyphs.get(names[gid] ?? '')?.length ?? 0) > 11,
  };
}

function standardEncoding(): Map<number, string> {
  const encoding = new Map<number, string>();
  for (const [code, name] of encodingNamed('StandardEncoding').entries()) if (name) encoding.set(code, name);
  return encoding;
}
