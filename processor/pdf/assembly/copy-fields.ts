// The form of a result (ISO 32000-1 12.7.2): the fields whose widgets are on its pages, of all documents. A name that an earlier document has is changed.

import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import type { ObjectWriter } from '../object-writer.ts';
import { arrayOf, dictOf, lookup, textOf } from '../syntax/dictionary.ts';
import type { Part } from './part.ts';
import type { IndexedField } from './source-index.ts';

export interface RenamedField {
  readonly from: string;
  readonly to: string;
}

export class FormWriter {
  readonly renamed: RenamedField[] = [];
  /** Fields that are renamed and calculated, or calculated from such. */
  calculationsAtRisk = 0;
  hasXfa = false;
  readonly #names = new Set<string>();
  readonly #roots: number[] = [];
  readonly #order: number[] = [];
  /** By category and name. */
  readonly #resources = new Map<string, Map<string, string>>();
  #defaults = '';
  #needsAppearances = false;
  #sources = 0;

  /** To be called before anything of the document is written, and after its annotations were chosen. */
  keepFields(part: Part): void {
    const form = dictOf(lookup(part.index.opened.catalog, 'AcroForm'));
    if (!form) return;
    const renamedBefore = this.renamed.length;
    let kept = 0;
    for (const root of part.index.fields) {
      if (!keepField(part, root, 0)) continue;
      kept++;
      this.#rename(part, root);
      if (this.#sources > 0) inheritDefaults(part, form, root.dict);
      this.#roots.push(part.copy.keep(root.ref));
    }
    if (kept === 0 && !part.isWhole) return;
    this.hasXfa ||= form.has(PDFName.of('XFA'));
    const order = (arrayOf(form, 'CO')?.asArray() ?? []).filter((ref) => ref instanceof PDFRef && part.copy.has(ref));
    if (this.renamed.length > renamedBefore) this.calculationsAtRisk += order.length;
    this.#order.push(...order.flatMap((ref) => (ref instanceof PDFRef ? (part.copy.numberOf(ref) ?? []) : [])));
    this.#takeForm(part, form);
    this.#sources++;
  }

  /** @returns the form's dictionary, undefined where there is none */
  finish(writer: ObjectWriter): string | undefined {
    if (this.#sources === 0) return undefined;
    const fields = writer.allocate();
    writer.writeObject(fields, `[${this.#roots.map((number) => `${number} 0 R`).join(' ')}]`);
    const order = this.#order.length === 0 ? '' : `/CO[${this.#order.map((number) => `${number} 0 R`).join(' ')}]`;
    const resources = [...this.#resources].map(
      ([category, entries]) => `${category}<<${[...entries].map(([name, value]) => `${name} ${value}`).join('')}>>`,
    );
    const own = resources.length === 0 ? '' : `/DR<<${resources.join('')}>>`;
    return `<</Fields ${fields} 0 R${order}${own}${this.#defaults}${this.#needsAppearances ? '/NeedAppearances true' : ''}>>`;
  }

  #rename(part: Part, { dict }: IndexedField): void {
    const name = textOf(lookup(dict, 'T'));
    if (name === undefined) return;
    let own = name;
    for (let count = 2; this.#names.has(own); count++) own = `${name}_${count}`;
    this.#names.add(own);
    if (own === name) return;
    part.copy.change(dict, 'T', PDFHexString.fromText(own));
    this.renamed.push({ from: name, to: own });
  }

  #takeForm({ copy }: Part, form: PDFDict): void {
    this.#needsAppearances ||= lookup(form, 'NeedAppearances')?.toString() === 'true';
    for (const [category, entries] of dictOf(lookup(form, 'DR'))?.entries() ?? []) {
      const found = form.context.lookup(entries);
      if (!(found instanceof PDFDict)) continue;
      const known = this.#resources.get(category.toString()) ?? new Map<string, string>();
      this.#resources.set(category.toString(), known);
      for (const [name, value] of found.entries()) {
        if (!known.has(name.toString())) known.set(name.toString(), copy.textOf(value));
      }
    }
    if (this.#sources > 0) return;
    for (const key of ['DA', 'Q']) {
      const value = lookup(form, key);
      if (value) this.#defaults += `/${key} ${copy.textOf(value)}`;
    }
  }
}

/** @returns whether anything of the field is in the result */
function keepField(part: Part, { dict, ref, kids }: IndexedField, depth: number): boolean {
  const { copy, index, left } = part;
  const kept = kids.filter((kid) => keepField(part, kid, depth + 1));
  const isWidget = index.pageOfAnnotation.has(dict);
  const stays = kids.length > 0 ? kept.length > 0 : isWidget ? copy.has(ref) : part.isWhole;
  if (!stays) {
    if (depth === 0) left.fields++;
    return false;
  }
  copy.keep(ref);
  if (kept.length < kids.length) copy.change(dict, 'Kids', arrayWith(dict, kept));
  return true;
}

function arrayWith({ context }: PDFDict, fields: readonly IndexedField[]): PDFArray {
  const list = PDFArray.withContext(context);
  for (const { ref } of fields) list.push(ref);
  return list;
}

/** What the form of a document says for all its fields is said by the field, beside another form. */
function inheritDefaults({ copy }: Part, form: PDFDict, root: PDFDict): void {
  for (const key of ['DA', 'Q']) {
    const value: PDFObject | undefined = lookup(form, key);
    if (value && !root.has(PDFName.of(key))) copy.change(root, key, value);
  }
}
