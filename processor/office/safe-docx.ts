// A Word document without anything that leads out of it (safe-ooxml.ts), and what its text says of itself.

import { JobFailure } from '../failure.ts';
import { countWords, type SafeDocument, type Tally } from './neutralise.ts';
import { openWordDocument, type OfficeParts } from './parts.ts';
import { cleanOffice } from './safe-ooxml.ts';
import { attributeValue, decodeXmlText, localName, scanXml } from './xml.ts';

/** @throws JobFailure as openWordDocument and cleanOffice do; page_limit */
export async function makeSafeDocx(bytes: Uint8Array, pagesMax: number): Promise<SafeDocument> {
  const { parts, mainPart } = openWordDocument(bytes);
  const removed: Tally = new Map();
  const imagesIn = await cleanOffice(parts, mainPart, removed);
  const { pageBreaks, ...text } = surveyText(parts, mainPart);
  // Each break makes a page: counting here saves the converter from laying them out first.
  if (pageBreaks >= pagesMax) throw new JobFailure('page_limit', { details: { page_breaks: pageBreaks, pages_max: pagesMax } });
  return { bytes: parts.save(), removed, imagesIn, ...text };
}

function surveyText(parts: OfficeParts, mainPart: string): { wordsIn: number; fonts: string[]; pageBreaks: number } {
  const fonts = new Set<string>();
  let text = '';
  let inText = false;
  let pageBreaks = 0;
  const source = parts.readText(mainPart);
  for (const token of scanXml(source)) {
    const name = localName(token.name);
    if (token.kind === 'open' && name === 't') inText = true;
    else if (token.kind === 'close') {
      inText = false;
      if (name === 'p' || name === 'tab' || name === 'br') text += ' ';
    } else if (inText && token.kind === 'text') text += decodeXmlText(source.slice(token.start, token.end));
    else if (token.kind === 'empty' && (name === 'tab' || name === 'br')) text += ' ';
    if (name === 'br' && token.kind !== 'close' && attributeValue(token, 'type') === 'page') pageBreaks++;
    if (name === 'rFonts') for (const local of ['ascii', 'hAnsi', 'eastAsia', 'cs']) addFont(fonts, attributeValue(token, local));
  }
  return { wordsIn: countWords(text), fonts: [...fonts].toSorted(), pageBreaks };
}

function addFont(fonts: Set<string>, name: string | undefined): void {
  if (name !== undefined && name !== '' && fonts.size < 50) fonts.add(name);
}
