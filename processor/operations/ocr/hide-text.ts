// Removes the meaning of text that a page draws, not its look: the glyphs stay, and readers find blanks where recognised words replace it.
// The page gets its own copies of the fonts, with a /ToUnicode that maps every shown code to a space (ISO 32000-1 9.10.3), and its replacement
// texts are removed (14.9.4). What pages share does not change.

import { deflateSync } from 'node:zlib';
import { type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream, type PDFRef } from 'pdf-lib';
import { type ContentEdit, writeContent } from '../../pdf/syntax/operations.ts';
import { interpretPage } from '../../pdf/content/interpret.ts';
import type { ContentSource } from '../../pdf/content/content-source.ts';
import { lookup, nameOf } from '../../pdf/syntax/dictionary.ts';
import { SPOKEN, silenceMark } from '../../pdf/edit/actual-text.ts';
import { inherited } from '../../pdf/syntax/inherited.ts';
import { shallowCopy } from './add-layer.ts';
import { writeBlankMap } from './blank-map.ts';

/** Restores the page. */
export type Undo = () => void;

/** @returns undefined where the page draws no text, or its meaning cannot be removed; the page is then unchanged */
export function hideText(page: PDFDict): Undo | undefined {
  const shown = collectText(page);
  const resources = inherited(page, 'Resources');
  if (!shown || !(resources instanceof PDFDict)) return undefined;
  const before = ['Resources', 'Contents'].map((key) => [PDFName.of(key), page.get(PDFName.of(key))] as const);
  const copier = new Copier(page.context, shown);
  page.set(PDFName.of('Resources'), copier.resources(resources));
  if (shown.pageEdits.size > 0) page.set(PDFName.of('Contents'), copier.content(shown.pageBytes, shown.pageEdits));
  return () => {
    for (const [key, value] of before) {
      if (value === undefined) page.delete(key);
      else page.set(key, value);
    }
  };
}

interface ShownText {
  /** By font dictionary: the codes shown, with their lengths in bytes. */
  readonly codes: ReadonlyMap<PDFDict, ReadonlyMap<number, number>>;
  /** Replacement texts to remove, by place. */
  readonly pageEdits: ReadonlyMap<number, ContentEdit>;
  readonly pageBytes: Uint8Array;
  readonly formEdits: ReadonlyMap<unknown, { readonly bytes: Uint8Array; readonly edits: ReadonlyMap<number, ContentEdit> }>;
  readonly spokenProperties: ReadonlySet<PDFDict>;
}

function collectText(page: PDFDict): ShownText | undefined {
  const codes = new Map<PDFDict, Map<number, number>>();
  const pageEdits = new Map<number, ContentEdit>();
  let pageBytes: Uint8Array = new Uint8Array(0);
  const formEdits = new Map<unknown, { readonly bytes: Uint8Array; readonly edits: Map<number, ContentEdit> }>();
  const spokenProperties = new Set<PDFDict>();
  let isBound = false;
  const editsOf = ({ stream, content }: ContentSource): Map<number, ContentEdit> => {
    if (!stream) {
      pageBytes = content.bytes;
      return pageEdits;
    }
    const known = formEdits.get(stream) ?? { bytes: content.bytes, edits: new Map<number, ContentEdit>() };
    formEdits.set(stream, known);
    return known.edits;
  };
  const { gaps } = interpretPage(
    page,
    (event) => {
      if (event.kind !== 'text' || !event.font) return;
      // Readers choose the glyphs of such a font by the meaning of its codes, having nothing else.
      isBound ||= event.font.kind === 'composite' && !event.font.isEmbedded;
      const own = codes.get(event.font.dict) ?? new Map<number, number>();
      codes.set(event.font.dict, own);
      for (const { glyph } of event.glyphs) own.set(glyph.code, glyph.length);
      for (const mark of event.marks) {
        if (mark.actualText === undefined && mark.alt === undefined) continue;
        const edit = silenceMark(mark);
        if (edit) editsOf(mark.source).set(edit.start, edit);
        else if (mark.properties) spokenProperties.add(mark.properties);
      }
    },
    { patterns: false, glyphProcedures: false, softMasks: false },
  );
  if (codes.size === 0 || isBound || gaps.size > 0) return undefined;
  return { codes, pageEdits, pageBytes, formEdits, spokenProperties };
}

/** Copies resources as far as text depends on them. */
class Copier {
  readonly #context: PDFContext;
  readonly #shown: ShownText;
  readonly #copies = new Map<PDFDict, PDFRef>();

  constructor(context: PDFContext, shown: ShownText) {
    this.#context = context;
    this.#shown = shown;
  }

  resources(own: PDFDict): PDFRef {
    return this.#copyOnce(own, (copy) => {
      this.#copyEntries(copy, 'Font', (font) => {
        const codes = font instanceof PDFDict ? this.#shown.codes.get(font) : undefined;
        if (!(font instanceof PDFDict) || !codes) return undefined;
        return this.#copyOnce(font, (blank) => blank.set(PDFName.of('ToUnicode'), this.#deflated(writeBlankMap(codes))));
      });
      this.#copyEntries(copy, 'Properties', (properties) => {
        if (!(properties instanceof PDFDict && this.#shown.spokenProperties.has(properties))) return undefined;
        return this.#copyOnce(properties, (silent) => {
          for (const key of SPOKEN) silent.delete(PDFName.of(key));
        });
      });
      this.#copyEntries(copy, 'XObject', (form) =>
        form instanceof PDFRawStream && nameOf(form.dict, 'Subtype') === 'Form' ? this.#copyForm(form) : undefined,
      );
    });
  }

  content(bytes: Uint8Array, edits: ReadonlyMap<number, ContentEdit>): PDFRef {
    return this.#deflated(writeContent(bytes, [...edits.values()]));
  }

  #copyForm(form: PDFRawStream): PDFRef | undefined {
    const inner = lookup(form.dict, 'Resources');
    const spoken = this.#shown.formEdits.get(form);
    if (!(inner instanceof PDFDict) && !spoken) return undefined;
    const known = this.#copies.get(form.dict);
    if (known) return known;
    const dict = shallowCopy(form.dict);
    const contents = spoken ? deflateSync(writeContent(spoken.bytes, [...spoken.edits.values()])) : form.getContents();
    if (spoken) {
      for (const key of ['DecodeParms', 'Length']) dict.delete(PDFName.of(key));
      dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
    }
    const ref = this.#context.register(PDFRawStream.of(dict, contents));
    // Registered before its resources are copied, because they may name it.
    this.#copies.set(form.dict, ref);
    if (inner instanceof PDFDict) dict.set(PDFName.of('Resources'), this.resources(inner));
    return ref;
  }

  #copyOnce(dict: PDFDict, fill: (copy: PDFDict) => void): PDFRef {
    const known = this.#copies.get(dict);
    if (known) return known;
    const copy = shallowCopy(dict);
    const ref = this.#context.register(copy);
    this.#copies.set(dict, ref);
    fill(copy);
    return ref;
  }

  #copyEntries(resources: PDFDict, category: string, copyOf: (object: PDFObject | undefined) => PDFRef | undefined): void {
    const own = lookup(resources, category);
    if (!(own instanceof PDFDict)) return;
    const entries = shallowCopy(own);
    for (const [key, value] of own.entries()) {
      const copy = copyOf(this.#context.lookup(value));
      if (copy) entries.set(key, copy);
    }
    resources.set(PDFName.of(category), entries);
  }

  #deflated(content: Uint8Array | string): PDFRef {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    return this.#context.register(this.#context.stream(deflateSync(bytes, { level: 9 }), { Filter: 'FlateDecode' }));
  }
}
