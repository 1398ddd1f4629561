// Removes texts from names that other parts of the document refer to: a named destination becomes an explicit one wherever it is used; keys of
// other name trees, identifiers of elements and names of Type 3 glyphs are renamed. All references still work.

import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFString } from 'pdf-lib';
import { dictOf, isString, lookup, nameOf, textOf } from '../../syntax/dictionary.ts';
import { unicodeOfGlyphName } from '../../fonts/glyph-names.ts';
import type { OpenedPdf } from '../../opened.ts';
import { readTree } from '../../pages/page-labels.ts';
import { walkLive } from '../../syntax/walk.ts';
import type { ScrubbedPlace } from './scrub-strings.ts';
import { saidIn, type Sought } from './sought.ts';

type Document = Pick<OpenedPdf, 'context' | 'catalog'>;

/** @returns the places, each as often as it was changed. @throws JobFailure corrupt_file */
export function scrubNames(opened: Document, sought: readonly Sought[]): ScrubbedPlace[] {
  return [...scrubDestinations(opened, sought), ...scrubTrees(opened, sought), ...scrubGlyphNames(opened, sought)];
}

const said = (object: PDFObject | undefined): string | undefined =>
  object instanceof PDFName ? object.decodeText() : isString(object) ? textOf(object) : undefined;

/** Named destinations (ISO 32000-2 12.3.2.4): those whose name holds a text become explicit where they are used, and lose their name. */
function scrubDestinations({ context, catalog }: Document, sought: readonly Sought[]): ScrubbedPlace[] {
  const names = dictOf(lookup(catalog, 'Names'));
  const tree = dictOf(lookup(names, 'Dests'));
  const old = dictOf(lookup(catalog, 'Dests'));
  const pairs = tree ? readTree(tree, 'Names') : [];
  const gone = new Map<string, PDFObject>();
  for (const [key, value] of [...pairs, ...(old?.entries() ?? [])]) {
    const name = said(key);
    if (name !== undefined && saidIn(name, sought).length > 0) gone.set(name, placeOf(context.lookup(value)) ?? value);
  }
  const places: ScrubbedPlace[] = [];
  walkLive(context, ({ dict }) => {
    for (const key of ['Dest', 'D']) {
      const name = said(lookup(dict, key));
      if (name === undefined || saidIn(name, sought).length === 0) continue;
      const place = gone.get(name);
      // A name that leads nowhere, or into another document.
      if (place) dict.set(PDFName.of(key), place);
      else dict.delete(PDFName.of(key));
      places.push(key);
    }
  });
  for (const key of old?.keys() ?? []) if (gone.has(key.decodeText())) old?.delete(key);
  if (names && gone.size > 0 && tree)
    setTree(
      names,
      'Dests',
      pairs.filter(([key]) => !gone.has(said(key) ?? '')),
    );
  return [...places, ...[...gone].map(() => 'destination')];
}

function placeOf(destination: PDFObject | undefined): PDFObject | undefined {
  if (destination instanceof PDFArray) return destination;
  return destination instanceof PDFDict ? destination.get(PDFName.of('D')) : undefined;
}

/** The other name trees (7.7.4), and the identifiers of structure elements (14.7.2) with all references to them. */
function scrubTrees({ context, catalog }: Document, sought: readonly Sought[]): ScrubbedPlace[] {
  const renamed = new Map<string, string>();
  const rename = (name: string): string | undefined => {
    if (saidIn(name, sought).length === 0) return undefined;
    const known = renamed.get(name) ?? `removed-${renamed.size + 1}`;
    renamed.set(name, known);
    return known;
  };
  const holders: (readonly [PDFDict | undefined, readonly string[]])[] = [
    [dictOf(lookup(catalog, 'Names')), (dictOf(lookup(catalog, 'Names'))?.keys() ?? []).map((key) => key.decodeText())],
    [dictOf(lookup(catalog, 'StructTreeRoot')), ['IDTree']],
  ];
  for (const [holder, keys] of holders) {
    for (const key of keys) {
      const tree = dictOf(lookup(holder, key));
      if (!holder || !tree) continue;
      const pairs = readTree(tree, 'Names');
      if (!pairs.some(([name]) => saidIn(said(name) ?? '', sought).length > 0)) continue;
      setTree(
        holder,
        key,
        pairs.map(([name, value]) => [renamedString(rename(said(name) ?? '')) ?? name, value] as const),
      );
    }
  }
  const places: ScrubbedPlace[] = [];
  walkLive(context, ({ dict }) => {
    for (const key of ['ID', 'Headers']) {
      const value = lookup(dict, key);
      const own = renamedString(rename(said(isString(value) ? value : undefined) ?? ''));
      if (own) dict.set(PDFName.of(key), own);
      if (value instanceof PDFArray)
        for (const [index, item] of value.asArray().entries()) {
          const other = renamedString(rename(said(isString(item) ? item : undefined) ?? ''));
          if (other) value.set(index, other);
        }
    }
  });
  return [...places, ...[...renamed].map(() => 'name')];
}

function renamedString(name: string | undefined): PDFString | undefined {
  return name === undefined ? undefined : PDFString.of(name);
}

/** A tree of one node; its keys are in the order of their bytes (7.9.6). */
function setTree(holder: PDFDict, key: string, pairs: readonly (readonly [PDFObject, PDFObject])[]): void {
  const bytesOf = (name: PDFObject) => Buffer.from(name instanceof PDFString || name instanceof PDFHexString ? name.asBytes() : []);
  const flat = PDFArray.withContext(holder.context);
  for (const [name, value] of pairs.toSorted(([a], [b]) => Buffer.compare(bytesOf(a), bytesOf(b)))) {
    flat.push(name);
    flat.push(value);
  }
  const root = PDFDict.withContext(holder.context);
  root.set(PDFName.of('Names'), flat);
  if (pairs.length === 0) holder.delete(PDFName.of(key));
  else holder.set(PDFName.of(key), holder.context.register(root));
}

/** Glyphs of Type 3 fonts (9.6.4) with a custom name that holds a text; `three` and the like only name the letter. */
function scrubGlyphNames({ context }: Document, sought: readonly Sought[]): ScrubbedPlace[] {
  const places: ScrubbedPlace[] = [];
  walkLive(context, ({ dict }) => {
    const procedures = dictOf(lookup(dict, 'CharProcs'));
    if (nameOf(dict, 'Subtype') !== 'Type3' || !procedures) return;
    for (const key of procedures.keys()) {
      const name = key.decodeText();
      const procedure = procedures.get(key);
      if (!procedure || unicodeOfGlyphName(name) !== '' || saidIn(name, sought).length === 0) continue;
      let number = 1;
      while (procedures.has(PDFName.of(`removed${number}`))) number++;
      const other = PDFName.of(`removed${number}`);
      procedures.set(other, procedure);
      procedures.delete(key);
      const differences = lookup(dictOf(lookup(dict, 'Encoding')), 'Differences');
      if (differences instanceof PDFArray)
        for (const [index, item] of differences.asArray().entries()) if (item === key) differences.set(index, other);
      places.push('glyph');
    }
  });
  return places;
}
