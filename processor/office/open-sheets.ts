// What OpenDocument spreadsheets (ODF 1.3) have beside texts: formulas, and the setup of their pages.

import { isSafeFormula } from './formulas.ts';
import { count, type Tally } from './neutralise.ts';
import { inMillimetres, type SheetSetup } from './sheet-setup.ts';
import { applyEdits, decodeXmlText, encodeXmlText, localName, scanXml, type XmlEdit, type XmlToken } from './xml.ts';

/** Attributes that hold a formula, by the element's local name; in cells only where there is no value. */
const FORMULAS: Readonly<Record<string, readonly string[]>> = {
  'table-cell': ['formula'],
  'covered-table-cell': ['formula'],
  'named-expression': ['expression'],
  condition: ['value'],
  'formatting-entry': ['value'],
};
/** They ask the person who types; nothing of them is printed. */
const VALIDATIONS = 'content-validations';

/** @throws JobFailure as scanXml */
export function freezeFormulas(text: string, removed: Tally): string {
  const edits: XmlEdit[] = [];
  let validations: number | undefined;
  for (const token of scanXml(text)) {
    const local = localName(token.name);
    if (local === VALIDATIONS && token.kind === 'open') validations ??= token.start;
    else if (local === VALIDATIONS && token.kind === 'close' && validations !== undefined) {
      edits.push({ start: validations, end: token.end, text: '' });
      validations = undefined;
    }
    if (token.kind === 'close' || !Object.hasOwn(FORMULAS, local)) continue;
    for (const attribute of token.attributes) {
      if (FORMULAS[local]?.includes(localName(attribute.name)) !== true) continue;
      const isValued = local.endsWith('cell') && token.attributes.some(({ name }) => localName(name) === 'value-type');
      if (!isValued && isSafeFormula(decodeXmlText(attribute.raw).replace(/^[a-z]+:(?==)/, ''))) continue;
      if (!isValued) count(removed, 'formula');
      edits.push({ start: attribute.start, end: attribute.end, text: '' });
    }
  }
  return applyEdits(text, edits);
}

/** 16.5 and 20.x of part 3: what an author scaled or fitted stays so. @throws JobFailure as scanXml */
export function setUpPages(text: string, setup: SheetSetup): string {
  if (!text.includes('page-layout')) return text;
  const edits: XmlEdit[] = [];
  let layout: XmlToken | undefined;
  for (const token of scanXml(text)) {
    const local = localName(token.name);
    if (local === 'page-layout') layout = token.kind === 'open' ? token : undefined;
    if (!layout || local !== 'page-layout-properties' || token.kind === 'close') continue;
    const values = new Map(token.attributes.map(({ name, raw }) => [name, decodeXmlText(raw)]));
    setValues(values, setup);
    const written = Array.from(values, ([name, value]) => ` ${name}="${encodeXmlText(value)}"`).join('');
    edits.push({ start: token.start, end: token.end, text: `<${token.name}${written}${token.kind === 'empty' ? '/' : ''}>` });
  }
  return applyEdits(text, edits);
}

/** With the prefixes that every writer uses; where others stand for them, the pages stay as they are. */
function setValues(values: Map<string, string>, { page, landscape, margins, scale }: SheetSetup): void {
  const isScaled = ['style:scale-to-pages', 'style:scale-to-X', 'style:scale-to-Y'].some((name) => values.has(name));
  if (scale !== undefined) {
    for (const name of ['style:scale-to-pages', 'style:scale-to-X', 'style:scale-to-Y']) values.delete(name);
    values.set('style:scale-to', `${Math.round(scale * 100)}%`);
  } else if (!isScaled && (values.get('style:scale-to') ?? '100%') === '100%') {
    values.delete('style:scale-to');
    values.set('style:scale-to-X', '1').set('style:scale-to-Y', '0');
  }
  const [width = '210mm', height = '297mm'] = page
    ? [inMillimetres(page.width), inMillimetres(page.height)]
    : [values.get('fo:page-width'), values.get('fo:page-height')];
  const isWide = Number.parseFloat(width) > Number.parseFloat(height);
  const isTurned = landscape !== undefined && landscape !== isWide;
  if (page || isTurned) {
    values.set('fo:page-width', isTurned ? height : width).set('fo:page-height', isTurned ? width : height);
    values.set('style:print-orientation', (landscape ?? isWide) ? 'landscape' : 'portrait');
  }
  if (!margins) return;
  values.delete('fo:margin');
  for (const side of ['top', 'right', 'bottom', 'left'] as const) values.set(`fo:margin-${side}`, inMillimetres(margins[side]));
}
