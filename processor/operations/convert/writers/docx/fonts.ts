// Fonts inside a Word document (ISO/IEC 29500-1 17.8.1): obfuscated with a key that is written beside the name of the font, so that no program takes
// them for files of their own.

import { createHash } from 'node:crypto';
import type { EmbeddedFont } from '../writer.ts';

const OBFUSCATED_BYTES = 32;
const KEY_BYTES = 16;

export interface FontPart {
  /** In the folder `word`. */
  readonly file: string;
  readonly key: string;
  readonly bytes: Uint8Array;
}

/** The key is made from the font: the same source gives the same document. */
export function fontPart({ bytes }: EmbeddedFont, number: number): FontPart {
  const key = createHash('sha256').update(bytes).digest().subarray(0, KEY_BYTES);
  const hidden = Uint8Array.from(bytes);
  for (let at = 0; at < Math.min(OBFUSCATED_BYTES, hidden.length); at++)
    hidden[at] = (hidden[at] ?? 0) ^ (key[KEY_BYTES - 1 - (at % KEY_BYTES)] ?? 0);
  return { file: `fonts/font${number}.odttf`, key: guidOf(key), bytes: hidden };
}

function guidOf(key: Uint8Array): string {
  const hex = Buffer.from(key).toString('hex').toUpperCase();
  return `{${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}}`;
}

const STYLES = ['Regular', 'Bold', 'Italic', 'BoldItalic'] as const;

/** The elements of a family, in the order of the schema. @param fonts each with the id of its relationship */
export function embedXml(fonts: readonly { readonly font: EmbeddedFont; readonly id: string; readonly key: string }[]): string {
  return STYLES.flatMap((style) =>
    fonts
      .filter(({ font }) => styleOf(font) === style)
      .slice(0, 1)
      .map(({ id, key }) => `<w:embed${style} r:id="${id}" w:fontKey="${key}"/>`),
  ).join('');
}

function styleOf({ bold, italic }: EmbeddedFont): (typeof STYLES)[number] {
  if (bold) return italic ? 'BoldItalic' : 'Bold';
  return italic ? 'Italic' : 'Regular';
}
