// The structure tree of a tagged document (ISO 32000-1 14.7): its parts in reading order, down to the marked content of the
// pages. Roles are mapped to the standard types. Bounded in size and depth; a loop or a damaged part is left out.

import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRef, PDFStream, type PDFObject } from 'pdf-lib';
import { dictOf, lookup, nameOf, numberOf, textOf } from '../syntax/dictionary.ts';
import type { OpenedPdf } from '../opened.ts';

/** A piece of marked content (14.7.4.2). */
export interface MarkedContent {
  /** 0-based. */
  readonly pageIndex: number;
  readonly mcid: number;
}

export interface StructureElement {
  /** A standard type (14.8.4) where the role map leads to one: `P`, `H1`, `Table`, `LI`. */
  readonly type: string;
  readonly children: readonly (StructureElement | MarkedContent)[];
  readonly alternative?: string;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

const ELEMENTS_MAX = 200_000;
const DEPTH_MAX = 100;

/** @returns undefined for a document that is not tagged */
export function readStructure(source: Pick<OpenedPdf, 'catalog' | 'pages' | 'context'>): StructureElement | undefined {
  const root = lookup(source.catalog, 'StructTreeRoot');
  if (!(root instanceof PDFDict)) return undefined;
  const reader = new StructureReader(source, root);
  const children = reader.childrenOf(root, undefined, 0);
  return children.length === 0 ? undefined : { type: 'Document', children, rowSpan: 1, columnSpan: 1 };
}

export function isElement(child: StructureElement | MarkedContent): child is StructureElement {
  return 'type' in child;
}

class StructureReader {
  readonly #source: Pick<OpenedPdf, 'pages' | 'context'>;
  readonly #roles: PDFDict | undefined;
  readonly #pageIndexes: ReadonlyMap<PDFDict, number>;
  readonly #seen = new Set<PDFDict>();
  #left = ELEMENTS_MAX;

  constructor(source: Pick<OpenedPdf, 'pages' | 'context'>, root: PDFDict) {
    this.#source = source;
    const roles = lookup(root, 'RoleMap');
    this.#roles = roles instanceof PDFDict ? roles : undefined;
    this.#pageIndexes = new Map(source.pages.map(({ dict }, index) => [dict, index]));
  }

  childrenOf(dict: PDFDict, outerPage: number | undefined, depth: number): (StructureElement | MarkedContent)[] {
    const kids = lookup(dict, 'K');
    const list = kids instanceof PDFArray ? kids.asArray() : kids === undefined ? [] : [dict.get(PDFName.of('K')) ?? kids];
    const page = this.#pageOf(dict) ?? outerPage;
    return list.flatMap((kid) => this.#readKid(kid, page, depth + 1) ?? []);
  }

  #readKid(kid: PDFObject, page: number | undefined, depth: number): StructureElement | MarkedContent | undefined {
    if (depth > DEPTH_MAX || this.#left-- <= 0) return undefined;
    const object = kid instanceof PDFRef ? this.#source.context.lookup(kid) : kid;
    if (object instanceof PDFNumber) return page === undefined ? undefined : { pageIndex: page, mcid: object.asNumber() };
    const dict = dictOf(object);
    if (!dict || object instanceof PDFStream) return undefined;
    const type = nameOf(dict, 'Type');
    if (type === 'MCR') {
      const own = this.#pageOf(dict) ?? page;
      const mcid = numberOf(dict, 'MCID');
      // Content of a stream of its own (/Stm) has another count of identifiers.
      return own === undefined || mcid === undefined || dict.has(PDFName.of('Stm')) ? undefined : { pageIndex: own, mcid };
    }
    if (type === 'OBJR' || this.#seen.has(dict)) return undefined;
    this.#seen.add(dict);
    const alternative = textOf(lookup(dict, 'Alt'));
    return {
      type: this.#roleOf(nameOf(dict, 'S') ?? ''),
      children: this.childrenOf(dict, page, depth),
      ...(alternative === undefined ? {} : { alternative }),
      rowSpan: this.#attribute(dict, 'RowSpan'),
      columnSpan: this.#attribute(dict, 'ColSpan'),
    };
  }

  #pageOf(dict: PDFDict): number | undefined {
    const page = lookup(dict, 'Pg');
    return page instanceof PDFDict ? this.#pageIndexes.get(page) : undefined;
  }

  #roleOf(name: string): string {
    let role = name;
    for (let steps = 0; steps < 8 && !STANDARD.has(role); steps++) {
      const next = nameOf(this.#roles, role);
      if (next === undefined || next === role) break;
      role = next;
    }
    return role;
  }

  #attribute(dict: PDFDict, key: string): number {
    const attributes = lookup(dict, 'A');
    const all = attributes instanceof PDFArray ? attributes.asArray().map((item) => this.#source.context.lookup(item)) : [attributes];
    for (const one of all) {
      const value = one instanceof PDFDict ? numberOf(one, key) : undefined;
      if (value !== undefined && value >= 1 && value <= 1000) return Math.floor(value);
    }
    return 1;
  }
}

const STANDARD: ReadonlySet<string> = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead ' +
    'TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby Warichu Figure Formula Form Title Artifact Aside FENote Em Strong Sub'
  ).split(' '),
);
