// A workbook without anything that leads out of it (safe-ooxml.ts): links to other workbooks, data connections, exchange with other programs, and
// formulas that ask or read something. Cells show the values that they were saved with. Its sheets are set up for printing.

import { count, type SafeDocument, type Tally } from './neutralise.ts';
import { isSafeFormula } from './formulas.ts';
import { openOfficeDocument, type OfficeParts } from './parts.ts';
import { cleanOffice } from './safe-ooxml.ts';
import { inMillimetres, type SheetSetup } from './sheet-setup.ts';
import { applyEdits, attributeValue, decodeXmlText, encodeXmlText, localName, scanXml, type XmlEdit, type XmlToken } from './xml.ts';

/** @throws JobFailure as openOfficeDocument and cleanOffice do */
export async function makeSafeXlsx(bytes: Uint8Array, setup: SheetSetup): Promise<SafeDocument> {
  const { parts, mainPart } = openOfficeDocument(bytes, 'workbook');
  const removed: Tally = new Map();
  const imagesIn = await cleanOffice(parts, mainPart, removed);
  const sheets = new Set(
    parts.relationships(mainPart).flatMap(({ kind, part }) => (kind === 'worksheet' && part !== undefined ? [part.toLowerCase()] : [])),
  );
  for (const name of parts.names()) {
    if (!/\.xml$/i.test(name)) continue;
    const text = parts.readText(name);
    const cleaned = HAS_FORMULAS.test(text) ? applyEdits(text, formulaEdits(text, removed)) : text;
    const setUp = sheets.has(name.toLowerCase()) ? setUpSheet(cleaned, setup) : cleaned;
    if (setUp !== text) parts.write(name, Buffer.from(setUp));
  }
  return { bytes: parts.save(), removed, imagesIn, fonts: fontsOf(parts) };
}

const HAS_FORMULAS = /<(?:[\w.-]+:)?(?:f|formula\d?|definedName|(?:odd|even|first)(?:Header|Footer)|dataValidations)\b/;
const FORMULA = /^(?:f|formula\d?|definedName)$/;
/** They ask the person who types; nothing of them is printed. */
const ASKING = 'dataValidations';
const MARGIN_TEXT = /^(?:odd|even|first)(?:Header|Footer)$/;

interface Cell {
  formula?: { readonly start: number; readonly end: number; readonly text: string };
  hasValue: boolean;
}

/** @throws JobFailure as scanXml */
function formulaEdits(text: string, removed: Tally): XmlEdit[] {
  const edits: XmlEdit[] = [];
  let cell: Cell | undefined;
  let open: XmlToken | undefined;
  let asking: number | undefined;
  for (const token of scanXml(text)) {
    const local = localName(token.name);
    if (local === ASKING && token.kind === 'open') asking ??= token.start;
    else if (local === ASKING && token.kind === 'close' && asking !== undefined) {
      edits.push({ start: asking, end: token.end, text: '' });
      asking = undefined;
    } else if (local === 'c' && token.kind === 'open' && token.depth > 2) cell = { hasValue: false };
    else if (local === 'c' && token.kind === 'close' && cell) {
      edits.push(...settleCell(cell, removed));
      cell = undefined;
    } else if (cell && local === 'v' && token.kind === 'open') cell.hasValue = true;
    else if (token.kind === 'open' && (FORMULA.test(local) || MARGIN_TEXT.test(local))) open = token;
    else if (token.kind === 'close' && open && localName(open.name) === local) {
      const inner = decodeXmlText(text.slice(open.end, token.start));
      if (MARGIN_TEXT.test(local)) edits.push({ start: open.end, end: token.start, text: encodeXmlText(withoutPlaces(inner)) });
      else if (cell) cell.formula = { start: open.start, end: token.end, text: inner };
      else if (!isSafeFormula(inner)) {
        count(removed, 'formula');
        edits.push({ start: open.end, end: token.start, text: '' });
      }
      open = undefined;
    }
  }
  return edits;
}

function settleCell({ formula, hasValue }: Cell, removed: Tally): XmlEdit[] {
  if (!formula || (!hasValue && isSafeFormula(formula.text))) return [];
  if (!hasValue) count(removed, 'formula');
  return [{ start: formula.start, end: formula.end, text: '' }];
}

/** ISO/IEC 29500-1, 18.3.1.46: `&F` is the name of the file, `&Z` its path. */
function withoutPlaces(text: string): string {
  return text.replaceAll(/&(&|"[^"]*"|K[0-9A-F]{6}|\d+|.)/gis, (code, what: string) => (/^[FZ]$/i.test(what) ? '' : code));
}

/** 18.3.1.63 and 18.3.1.65. What an author fitted or scaled stays so. */
function setUpSheet(text: string, setup: SheetSetup): string {
  const found: Partial<Record<'worksheet' | 'sheetPr' | 'pageSetUpPr' | 'pageSetup' | 'pageMargins', XmlToken>> = {};
  let end: XmlToken | undefined;
  for (const token of scanXml(text)) {
    if (token.kind === 'close' && token.depth === 0) end = token;
    if ((token.kind !== 'open' && token.kind !== 'empty') || token.depth > 2) continue;
    const local = localName(token.name);
    if (local === 'worksheet' || local === 'sheetPr' || local === 'pageSetUpPr' || local === 'pageSetup' || local === 'pageMargins')
      found[local] ??= token;
  }
  const { worksheet, pageSetup } = found;
  if (!worksheet || !end) return text;
  const read = (token: XmlToken | undefined, name: string): string | undefined => token && attributeValue(token, name);
  const isFitted = /^(?:1|true)$/.test(read(found.pageSetUpPr, 'fitToPage') ?? '');
  const ownScale = Number(read(pageSetup, 'scale') ?? 100);
  const prefix = worksheet.name.slice(0, worksheet.name.length - 'worksheet'.length);
  const attributes = new Map<string, string>();
  for (const name of [
    'paperSize',
    'scale',
    'fitToWidth',
    'fitToHeight',
    'pageOrder',
    'orientation',
    'firstPageNumber',
    'useFirstPageNumber',
    'paperWidth',
    'paperHeight',
  ]) {
    const value = read(pageSetup, name);
    if (value !== undefined) attributes.set(name, value);
  }
  const fits = setup.scale === undefined && (isFitted || ownScale === 100);
  if (setup.scale !== undefined) attributes.set('scale', String(Math.round(setup.scale * 100)));
  else if (fits && !isFitted) attributes.set('fitToWidth', '1').set('fitToHeight', '0');
  if (setup.page) {
    const { width, height } = setup.page;
    attributes.delete('paperSize');
    const sides = [Math.min(width, height), Math.max(width, height)].map(inMillimetres);
    attributes.set('paperWidth', sides[0] ?? '').set('paperHeight', sides[1] ?? '');
    attributes.set('orientation', (setup.landscape ?? width > height) ? 'landscape' : 'portrait');
  } else if (setup.landscape !== undefined) attributes.set('orientation', setup.landscape ? 'landscape' : 'portrait');
  const edits: XmlEdit[] = [found.pageSetup, ...(setup.margins ? [found.pageMargins] : [])].flatMap((token) =>
    token ? [replaceElement(text, token, '')] : [],
  );
  const element = (name: string, values: Iterable<readonly [string, string]>): string =>
    `<${prefix}${name}${Array.from(values, ([key, value]) => ` ${key}="${encodeXmlText(value)}"`).join('')}/>`;
  const properties = `<${prefix}sheetPr>${element('pageSetUpPr', [['fitToPage', fits ? '1' : '0']])}</${prefix}sheetPr>`;
  edits.push(
    found.sheetPr ? replaceElement(text, found.sheetPr, properties) : { start: worksheet.end, end: worksheet.end, text: properties },
  );
  const margins = setup.margins && marginsOf(setup.margins);
  edits.push({
    start: end.start,
    end: end.start,
    text: `${margins ? element('pageMargins', margins) : ''}${element('pageSetup', attributes)}`,
  });
  return applyEdits(text, edits);
}

/** Inches. Headers and footers stay where they usually are. */
function marginsOf(margins: NonNullable<SheetSetup['margins']>): [string, string][] {
  const sides = (['left', 'right', 'top', 'bottom'] as const).map((side): [string, string] => [side, String(margins[side] / 72)]);
  return [...sides, ['header', '0.3'], ['footer', '0.3']];
}

/** The element with all that is in it. */
function replaceElement(text: string, token: XmlToken, by: string): XmlEdit {
  const end = token.kind === 'empty' ? token.end : text.indexOf('>', text.indexOf(`</${token.name}`, token.end)) + 1;
  return { start: token.start, end, text: by };
}

function fontsOf(parts: OfficeParts): string[] {
  const styles = parts.names().find((name) => /^xl\/styles\.xml$/i.test(name));
  if (styles === undefined) return [];
  const fonts = new Set<string>();
  let inFonts = false;
  for (const token of scanXml(parts.readText(styles))) {
    if (localName(token.name) === 'fonts') inFonts = token.kind === 'open';
    const name = inFonts && localName(token.name) === 'name' ? attributeValue(token, 'val') : undefined;
    if (name !== undefined && fonts.size < 50) fonts.add(name);
  }
  return [...fonts].toSorted();
}
