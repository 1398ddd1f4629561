// The fonts that new text brings, in the resources of the content that shows it.

import { type PDFContext, type PDFDict, PDFName } from 'pdf-lib';
import { freeName, subDictionary } from '../../content/write-source.ts';
import { lookup } from '../../syntax/dictionary.ts';
import type { EncodedText, NeededFont } from '../new-text.ts';

export interface NamedFonts {
  /** By key. */
  readonly fonts: ReadonlyMap<string, NeededFont>;
  /** In the resources, by key. */
  readonly names: ReadonlyMap<string, string>;
}

export function nameFonts(encoded: readonly EncodedText[], resources: PDFDict | undefined): NamedFonts {
  const known = resources && lookup(resources, 'Font');
  const names = new Map<string, string>();
  const fonts = new Map<string, NeededFont>();
  for (const font of encoded.flatMap((one) => one.fonts)) {
    if (fonts.has(font.key)) continue;
    names.set(font.key, freeName(known, `Fe${names.size}x`));
    fonts.set(font.key, font);
  }
  return { fonts, names };
}

/** Undefined where there are none. */
export function embedInto(context: PDFContext, { fonts, names }: NamedFonts): ((resources: PDFDict) => void) | undefined {
  if (fonts.size === 0) return undefined;
  return (resources) => {
    const dict = subDictionary(context, resources, 'Font');
    for (const [key, font] of fonts) dict.set(PDFName.of(names.get(key) ?? key), font.embed(context));
  };
}
