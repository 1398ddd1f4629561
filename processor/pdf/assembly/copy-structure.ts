// The structure tree of a result (ISO 32000-1 14.7): of each document the elements that hold content of the result's pages, and those above them. They
// are found from below, through the parent tree, so that a page out of many costs no more than what it holds.

import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { PDF_BOUNDS } from '../bounds.ts';
import type { ObjectWriter } from '../object-writer.ts';
import { readTree } from '../pages/page-labels.ts';
import { dictOf, lookup, nameOf } from '../syntax/dictionary.ts';
import { bytesOf } from './destinations.ts';
import type { Part } from './part.ts';
import { writeNameTree, writeNumberTree } from './tree-text.ts';

const MAPS = ['RoleMap', 'ClassMap'] as const;

export class StructureWriter {
  /** Roles that two documents map differently; that of the earlier one holds. */
  conflicts = 0;
  readonly #writer: ObjectWriter;
  readonly #root: number;
  readonly #kids: number[] = [];
  readonly #parents = new Map<number, string>();
  readonly #ids = new Map<string, string>();
  readonly #namespaces: string[] = [];
  readonly #maps = { RoleMap: new Map<string, string>(), ClassMap: new Map<string, string>() };
  #nextKey = 0;

  constructor(writer: ObjectWriter) {
    this.#writer = writer;
    this.#root = writer.allocate();
  }

  readonly nextKey = (): number => this.#nextKey++;

  /**
   * To be called when the pages of the document are written: only then it is known which keys are used.
   * @param isFirst its elements come before those of all others
   */
  addElements(part: Part, isFirst = false): void {
    const { index, copy, keys } = part;
    const root = index.structureRoot;
    if (!root) return;
    const found = new KeptElements(part, root);
    for (const key of keys.used.keys()) for (const element of elementsAt(part, key)) found.keepUpwards(element);
    if (part.isWhole) found.keepAll();
    const tops = found.settle(copy.refTo(this.#root)).map((ref) => copy.keep(ref));
    if (isFirst) this.#kids.unshift(...tops);
    else for (const top of tops) this.#kids.push(top);
    for (const [key, own] of keys.used) {
      const value = copy.context.lookup(index.parentTree.get(key));
      const held = index.parentTree.get(key);
      if (value instanceof PDFArray) this.#parents.set(own, `${copy.put(value)} 0 R`);
      else if (held instanceof PDFRef && copy.has(held)) this.#parents.set(own, `${copy.numberOf(held)} 0 R`);
    }
    this.#takeMaps(part, root);
    copy.flush();
  }

  /** @returns the root's number, undefined where nothing is tagged */
  finish(): number | undefined {
    if (this.#kids.length === 0) return undefined;
    const put = (text: string): number => {
      const number = this.#writer.allocate();
      this.#writer.writeObject(number, text);
      return number;
    };
    const kids = put(`[${this.#kids.map((number) => `${number} 0 R`).join(' ')}]`);
    const parents = put(writeNumberTree(this.#writer, this.#parents));
    const maps = MAPS.flatMap((name) => {
      const entries = [...this.#maps[name]].map(([key, value]) => `${key} ${value}`);
      return entries.length === 0 ? [] : [`/${name}<<${entries.join('')}>>`];
    });
    const ids = this.#ids.size === 0 ? '' : `/IDTree ${put(writeNameTree(this.#writer, this.#ids))} 0 R`;
    const namespaces = this.#namespaces.length === 0 ? '' : `/Namespaces[${this.#namespaces.join(' ')}]`;
    const rest = `/K ${kids} 0 R/ParentTree ${parents} 0 R/ParentTreeNextKey ${this.#nextKey}`;
    this.#writer.writeObject(this.#root, `<</Type/StructTreeRoot${rest}${maps.join('')}${ids}${namespaces}>>`);
    return this.#root;
  }

  #takeMaps({ copy }: Part, root: PDFDict): void {
    for (const name of MAPS) {
      for (const [key, value] of dictOf(lookup(root, name))?.entries() ?? []) {
        const [own, text] = [key.toString(), copy.textOf(value)];
        const known = this.#maps[name].get(own);
        if (known === undefined) this.#maps[name].set(own, text);
        else if (known !== text && name === 'RoleMap') this.conflicts++;
      }
    }
    const ids = dictOf(lookup(root, 'IDTree'));
    for (const [key, value] of ids ? readTree(ids, 'Names') : []) {
      const id = bytesOf(key);
      if (value instanceof PDFRef && copy.has(value) && !this.#ids.has(id)) this.#ids.set(id, `${copy.numberOf(value)} 0 R`);
    }
    const namespaces = lookup(root, 'Namespaces');
    if (namespaces instanceof PDFArray) this.#namespaces.push(...namespaces.asArray().map((item) => copy.textOf(item)));
  }
}

function elementsAt({ index, copy }: Part, key: number): PDFRef[] {
  const held = index.parentTree.get(key);
  const value = copy.context.lookup(held);
  if (value instanceof PDFArray) return value.asArray().filter((item) => item instanceof PDFRef);
  return held instanceof PDFRef && value instanceof PDFDict ? [held] : [];
}

/** The kids of an element, and where each of those stands that are elements. */
interface Kids {
  readonly list: readonly PDFObject[];
  readonly positions: ReadonlyMap<PDFRef, number>;
  /** Those that are no references to elements. */
  readonly others: readonly number[];
}

class KeptElements {
  readonly #part: Part;
  readonly #root: PDFDict;
  readonly #kept = new Map<PDFRef, PDFDict>();
  /** By parent. */
  readonly #below = new Map<PDFDict, Set<PDFRef>>();

  constructor(part: Part, root: PDFDict) {
    this.#part = part;
    this.#root = root;
  }

  /** An element and all above it. */
  keepUpwards(ref: PDFRef): void {
    let own: PDFRef | undefined = ref;
    for (let depth = 0; own && !this.#kept.has(own) && depth < PDF_BOUNDS.depthMax; depth++) {
      const dict = dictOf(this.#part.copy.context.lookup(own));
      if (!dict || dict === this.#root) return;
      this.#kept.set(own, dict);
      const above: PDFObject | undefined = dict.get(PDFName.of('P'));
      const parent = dictOf(this.#part.copy.context.lookup(above)) ?? this.#root;
      const siblings = this.#below.get(parent);
      if (siblings) siblings.add(own);
      else this.#below.set(parent, new Set([own]));
      own = above instanceof PDFRef && parent !== this.#root ? above : undefined;
    }
  }

  /** Also elements without content. */
  keepAll(): void {
    const waiting: PDFDict[] = [this.#root];
    const seen = new Set<PDFDict>();
    for (let dict = waiting.pop(); dict; dict = waiting.pop()) {
      for (const kid of kidsOf(dict).list) {
        const below = kid instanceof PDFRef ? dictOf(this.#part.copy.context.lookup(kid)) : undefined;
        if (!(kid instanceof PDFRef) || !below || !isElement(below)) continue;
        const siblings = this.#below.get(dict) ?? new Set();
        this.#below.set(dict, siblings.add(kid));
        this.#kept.set(kid, below);
        if (seen.has(below)) continue;
        seen.add(below);
        waiting.push(below);
      }
    }
  }

  /** Tells the copy what is kept of each element. @returns the highest of them, in their order */
  settle(root: PDFRef): readonly PDFRef[] {
    const { copy } = this.#part;
    const tops = this.#keptKids(this.#root).filter((kid) => kid instanceof PDFRef);
    for (const [ref, dict] of this.#kept) {
      copy.keep(ref);
      const { list } = kidsOf(dict);
      const kept = this.#keptKids(dict);
      if (kept.length < list.length) copy.change(dict, 'K', kept.length === 0 ? undefined : arrayWith(dict, kept));
      const page = dictOf(lookup(dict, 'Pg'));
      if (page && !this.#part.numbers.has(page)) copy.change(dict, 'Pg', undefined);
    }
    for (const top of tops) {
      const dict = this.#kept.get(top);
      if (dict) copy.change(dict, 'P', root);
    }
    return tops;
  }

  #keptKids(dict: PDFDict): PDFObject[] {
    const { list, positions, others } = kidsOf(dict);
    const below = [...(this.#below.get(dict) ?? [])].map((ref) => positions.get(ref)).filter((at) => at !== undefined);
    const page = dictOf(lookup(dict, 'Pg'));
    const own = others.filter((at) => this.#staysContent(list[at], page));
    const kept = new Set([...below, ...own]);
    // A cell without content stays between its neighbours.
    for (const at of this.#emptyWithin(dict, kept)) kept.add(at);
    return [...kept].toSorted((one, two) => one - two).flatMap((at) => list[at] ?? []);
  }

  /** @returns positions of empty elements between the first and the last that is kept, which are kept too */
  #emptyWithin(dict: PDFDict, kept: ReadonlySet<number>): number[] {
    if (kept.size === 0 || dict === this.#root) return [];
    let [first, last] = [Infinity, -1];
    for (const at of kept) [first, last] = [Math.min(first, at), Math.max(last, at)];
    return emptyKids(dict)
      .filter(({ at, ref }) => {
        const stays = at > first && at < last && !kept.has(at);
        if (stays) this.#part.copy.keep(ref);
        return stays;
      })
      .map(({ at }) => at);
  }

  #staysContent(kid: PDFObject | undefined, page: PDFDict | undefined): boolean {
    const { numbers, copy } = this.#part;
    const found = copy.context.lookup(kid);
    const dict = dictOf(found);
    const own = dictOf(lookup(dict, 'Pg')) ?? page;
    if (own && !numbers.has(own)) return false;
    if (found instanceof PDFNumber) return true;
    if (!dict) return false;
    if (nameOf(dict, 'Type') !== 'OBJR') return true;
    const object = dict.get(PDFName.of('Obj'));
    return !(object instanceof PDFRef) || copy.numberOf(object) !== undefined;
  }
}

/** Read once for each element, not once for each result. */
const KIDS = new WeakMap<PDFDict, Kids>();

function kidsOf(dict: PDFDict): Kids {
  const known = KIDS.get(dict);
  if (known) return known;
  const raw = dict.get(PDFName.of('K'));
  const found = dict.context.lookup(raw);
  const list = found instanceof PDFArray ? found.asArray() : raw === undefined ? [] : [raw];
  const positions = new Map<PDFRef, number>();
  const others: number[] = [];
  for (const [at, kid] of list.entries()) {
    if (kid instanceof PDFRef && isElement(dictOf(dict.context.lookup(kid)))) positions.set(kid, at);
    else others.push(at);
  }
  const kids = { list, positions, others };
  KIDS.set(dict, kids);
  return kids;
}

function isElement(dict: PDFDict | undefined): boolean {
  const type = nameOf(dict, 'Type');
  return dict !== undefined && type !== 'MCR' && type !== 'OBJR';
}

const EMPTY = new WeakMap<PDFDict, readonly { readonly at: number; readonly ref: PDFRef }[]>();

/** Kids that are elements without any kids. */
function emptyKids(dict: PDFDict): readonly { readonly at: number; readonly ref: PDFRef }[] {
  const known = EMPTY.get(dict);
  if (known) return known;
  const found = [...kidsOf(dict).positions].flatMap(([ref, at]) => {
    const kid = dictOf(dict.context.lookup(ref));
    return kid && kidsOf(kid).list.length === 0 ? [{ at, ref }] : [];
  });
  EMPTY.set(dict, found);
  return found;
}

function arrayWith({ context }: PDFDict, items: readonly PDFObject[]): PDFArray {
  const list = PDFArray.withContext(context);
  for (const item of items) list.push(item);
  return list;
}
