// What a Word document says of the look of its body, read from its XML by a parser of its own: distances, indents, tabs, tables, pictures.

import { strFromU8, unzipSync } from 'fflate';
import { childOf, childrenOf, descendants, type Element, parseXml, textOf } from './quality/xml-tree.ts';

export interface ParagraphLook {
  readonly text: string;
  /** Points. */
  readonly before: number;
  readonly after: number;
  readonly left: number;
  readonly pageBreak: boolean;
  readonly shading: string | undefined;
  readonly tabs: readonly { readonly at: number; readonly kind: string; readonly leader: string | undefined }[];
  readonly bookmarks: readonly string[];
  readonly anchors: readonly string[];
  readonly colours: readonly string[];
  readonly pictures: readonly PictureLook[];
}

export interface PictureLook {
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly floats: boolean;
  readonly description: string;
}

export interface DocxLook {
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly part: (name: string) => string;
  readonly body: Element;
  /** All, those in tables too, in order. */
  readonly paragraphs: readonly ParagraphLook[];
  /** The texts of cells, by table and row. */
  readonly tables: readonly (readonly (readonly string[])[])[];
}

export function readDocxLook(bytes: Uint8Array): DocxLook {
  const files = unzipSync(bytes);
  const part = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const body = childOf(parseXml(part('word/document.xml')), 'document', 'body');
  if (!body) throw new Error('no body');
  const paragraphs = [...descendants(body, 'p')].map(lookOf);
  const tables = [...descendants(body, 'tbl')].map((table) =>
    childrenOf(table, 'tr').map((row) => childrenOf(row, 'tc').map((cell) => [...descendants(cell, 't')].map(textOf).join(''))),
  );
  return { files, part, body, paragraphs, tables };
}

function lookOf(paragraph: Element): ParagraphLook {
  const properties = childOf(paragraph, 'pPr');
  const twips = (name: string, key: string) => Number(childOf(properties, name)?.attributes[key] ?? 0) / 20;
  return {
    text: [...descendants(paragraph, 't')].map(textOf).join(''),
    before: twips('spacing', 'before'),
    after: twips('spacing', 'after'),
    left: twips('ind', 'start') || twips('ind', 'left'),
    pageBreak: childOf(properties, 'pageBreakBefore') !== undefined,
    shading: childOf(properties, 'shd')?.attributes['fill'],
    tabs: childrenOf(childOf(properties, 'tabs'), 'tab').map(({ attributes }) => ({
      at: Number(attributes['pos']) / 20,
      kind: attributes['val'] ?? '',
      leader: attributes['leader'],
    })),
    bookmarks: [...descendants(paragraph, 'bookmarkStart')].map(({ attributes }) => attributes['name'] ?? ''),
    anchors: [...descendants(paragraph, 'hyperlink')].flatMap(({ attributes }) => attributes['anchor'] ?? []),
    colours: [...descendants(paragraph, 'color')].map(({ attributes }) => attributes['val'] ?? ''),
    pictures: [...descendants(paragraph, 'drawing')].map(pictureOf),
  };
}

function pictureOf(drawing: Element): PictureLook {
  const extent = [...descendants(drawing, 'extent')][0]?.attributes ?? {};
  return {
    width: Number(extent['cx']) / 12_700,
    height: Number(extent['cy']) / 12_700,
    floats: childOf(drawing, 'anchor') !== undefined,
    description: [...descendants(drawing, 'docPr')][0]?.attributes['descr'] ?? '',
  };
}
