// A presentation without anything that leads out of it (safe-ooxml.ts).

import { JobFailure } from '../failure.ts';
import { countWords, type SafeDocument, type Tally } from './neutralise.ts';
import { openOfficeDocument } from './parts.ts';
import { cleanOffice } from './safe-ooxml.ts';
import { attributeValue, decodeXmlText, localName, scanXml } from './xml.ts';

/** @throws JobFailure as openOfficeDocument and cleanOffice do; page_limit */
export async function makeSafePptx(bytes: Uint8Array, pagesMax: number): Promise<SafeDocument> {
  const { parts, mainPart } = openOfficeDocument(bytes, 'presentation');
  const removed: Tally = new Map();
  const imagesIn = await cleanOffice(parts, mainPart, removed);
  const slides = parts
    .relationships(mainPart)
    .flatMap(({ kind, part }) => (kind === 'slide' && part !== undefined && parts.has(part) ? [part] : []));
  if (slides.length > pagesMax) throw new JobFailure('page_limit', { details: { pages: slides.length, pages_max: pagesMax } });
  const fonts = new Set<string>();
  let wordsIn = 0;
  for (const slide of slides) {
    const source = parts.readText(slide);
    let text = '';
    for (const token of scanXml(source)) {
      const name = localName(token.name);
      if (token.kind === 'text') text += decodeXmlText(source.slice(token.start, token.end));
      else if ((token.kind === 'close' && name === 'p') || name === 'br') text += ' ';
      const family = name === 'latin' ? attributeValue(token, 'typeface') : undefined;
      if (family !== undefined && !family.startsWith('+') && fonts.size < 50) fonts.add(family);
    }
    wordsIn += countWords(text);
  }
  return { bytes: parts.save(), removed, imagesIn, wordsIn, fonts: [...fonts].toSorted() };
}
