// The font programs of a document: each cut down to the glyphs that its pages show, Type 1 programs written in the compact format. A program stays
// whole where its use is unknown or a form field may show more, and unchanged where it cannot be read.

import { type PDFContext, PDFDict, PDFName, PDFRawStream, PDFRef } from 'pdf-lib';
import { PDF_BOUNDS } from '../../pdf/bounds.ts';
import type { DocumentFontUse } from '../../pdf/content/collect.ts';
import { tryDecodeWhole } from '../../pdf/streams/decode-stream.ts';
import { dictOf, lookup, nameOf } from '../../pdf/syntax/dictionary.ts';
import { readSfnt, TRUETYPE_VERSION } from '../../pdf/fonts/programs/sfnt.ts';
import { subsetCff } from '../../pdf/fonts/programs/subset-cff.ts';
import { subsetTrueType } from '../../pdf/fonts/programs/subset-truetype.ts';
import { readType1Font } from '../../pdf/fonts/programs/type1.ts';
import { convertType1ToCff } from '../../pdf/fonts/programs/type1-to-cff.ts';
import { encodingNamed } from '../../pdf/fonts/glyph-names.ts';
import type { KeepBytes } from '../../pdf/scratch-file.ts';
import { storeSmaller } from '../../pdf/streams/recompress-stream.ts';
import { walkLive } from '../../pdf/syntax/walk.ts';
import type { Level } from './levels.ts';
import { keepState, restoreState } from './store-picture.ts';

type FontFormat = 'type1' | 'truetype' | 'cff' | 'opentype';

export interface FontTold {
  readonly object: number;
  readonly name: string;
  readonly format: FontFormat;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly formatAfter: FontFormat;
  /** Number of shown glyphs; null: all were kept. */
  readonly glyphsUsed: number | null;
  readonly left?: string;
}

export interface CompressedFont {
  readonly ref: PDFRef;
  readonly told: FontTold;
  readonly isChanged: () => boolean;
  readonly restore: () => void;
}

/** A font program and everything in the document that shows its glyphs. */
interface Program {
  readonly ref: PDFRef;
  readonly stream: PDFRawStream;
  readonly key: 'FontFile' | 'FontFile2' | 'FontFile3';
  readonly descriptors: Set<PDFDict>;
  /** Undefined: all glyphs stay. */
  glyphIds: Set<number> | undefined;
  names: Set<string>;
  isSimple: boolean;
  /** Of the fonts that use it. */
  readonly subtypes: Set<string>;
  /** Why all glyphs stay. */
  whole?: string;
}

interface FontsRequest {
  readonly use: DocumentFontUse;
  readonly level: Level;
  /** Of PDF/A: part 1 requires lists of a subset's glyphs, and an existing list must still match the program. */
  readonly archivePart: number | undefined;
  readonly keep: KeepBytes;
}

export function compressFonts(context: PDFContext, { use, level, archivePart, keep }: FontsRequest): CompressedFont[] {
  const how = { level, keepsLists: archivePart === 1, keep };
  return [...gatherPrograms(context, use).values()].map((program) => compressProgram(program, how));
}

function gatherPrograms(context: PDFContext, use: DocumentFontUse): Map<PDFRef, Program> {
  const programs = new Map<PDFRef, Program>();
  walkLive(context, ({ dict }) => {
    const descriptor = dictOf(lookup(dict, 'FontDescriptor'));
    if (!descriptor || nameOf(dict, 'Type') === 'FontDescriptor') return;
    for (const key of ['FontFile', 'FontFile2', 'FontFile3'] as const) {
      const ref = descriptor.get(PDFName.of(key));
      const stream = descriptor.lookup(PDFName.of(key));
      if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) continue;
      const known = programs.get(ref);
      const program: Program = known ?? {
        ref,
        stream,
        key,
        descriptors: new Set(),
        glyphIds: new Set(),
        names: new Set(),
        isSimple: false,
        subtypes: new Set(),
      };
      programs.set(ref, program);
      program.descriptors.add(descriptor);
      if (program.key !== key) keepWhole(program, 'named_in_two_ways');
      const subtype = nameOf(dict, 'Subtype') ?? '';
      program.subtypes.add(subtype);
      if (!['CIDFontType0', 'CIDFontType2'].includes(subtype)) program.isSimple = true;
    }
  });
  if (use.unknown.size > 0) for (const program of programs.values()) keepWhole(program, 'use_unknown');
  for (const { font, glyphs, isForFields } of use.fonts.values()) {
    for (const descriptor of descriptorsOf(font.dict)) {
      for (const key of ['FontFile', 'FontFile2', 'FontFile3']) {
        const ref = descriptor.get(PDFName.of(key));
        const program = ref instanceof PDFRef ? programs.get(ref) : undefined;
        if (!program) continue;
        if (isForFields) keepWhole(program, 'fields_may_show_more');
        for (const { gid, name } of glyphs.values()) {
          if (gid === undefined) keepWhole(program, 'use_unknown');
          else program.glyphIds?.add(gid);
          if (name !== undefined) program.names.add(name);
        }
      }
    }
  }
  return programs;
}

function keepWhole(program: Program, why: string): void {
  program.glyphIds = undefined;
  program.whole ??= why;
}

/** Of the font itself and its descendants. */
function descriptorsOf(font: PDFDict): PDFDict[] {
  const parts = lookup(font, 'DescendantFonts');
  const fonts = [
    font,
    ...(parts && 'asArray' in parts
      ? (parts as { asArray(): unknown[] }).asArray().map((part) => font.context.lookup(part as PDFRef))
      : []),
  ];
  return fonts.flatMap((one) => {
    const descriptor = one instanceof PDFDict ? dictOf(lookup(one, 'FontDescriptor')) : undefined;
    return descriptor ? [descriptor] : [];
  });
}

function compressProgram(
  program: Program,
  { level, keepsLists, keep }: Pick<FontsRequest, 'level' | 'keep'> & { readonly keepsLists: boolean },
): CompressedFont {
  const { ref, stream, key, descriptors, glyphIds } = program;
  const bytesBefore = stream.getContentsSize();
  const [descriptor] = descriptors;
  const name = nameOf(descriptor, 'FontName') ?? '';
  const plain = decodeQuietly(stream);
  const format = formatOf(key, plain);
  const state = keepState(stream);
  const told = {
    object: ref.objectNumber,
    name,
    format,
    bytesBefore,
    glyphsUsed: glyphIds?.size ?? null,
    formatAfter: format,
    bytesAfter: bytesBefore,
  };
  const unchanged = (left: string): CompressedFont => ({ ref, told: { ...told, left }, isChanged: () => false, restore: () => {} });
  const lists = [...descriptors].flatMap((own) =>
    GLYPH_LISTS.flatMap((list) => (own.has(PDFName.of(list)) ? [[own, list, own.get(PDFName.of(list))] as const] : [])),
  );
  if (keepsLists && lists.length > 0) return unchanged('archive_lists_its_glyphs');
  if (!plain) return unchanged('not_decodable');
  const made = rewriteProgram(plain, format, program, level);
  if (!made) return unchanged(program.whole ?? 'not_readable');
  if (!storeSmaller(stream, made.bytes, keep)) return unchanged('no_smaller_form');
  for (const length of ['Length1', 'Length2', 'Length3']) stream.dict.delete(PDFName.of(length));
  if (format === 'truetype') stream.dict.set(PDFName.of('Length1'), stream.dict.context.obj(made.bytes.length));
  const turned = made.format !== format;
  if (turned) {
    stream.dict.set(PDFName.of('Subtype'), PDFName.of(program.isSimple ? 'Type1C' : 'CIDFontType0C'));
    moveKey(descriptors, key, 'FontFile3', ref);
  }
  // They are optional (ISO 32000-1 table 122), and would name glyphs that are gone.
  for (const [own, list] of lists) own.delete(PDFName.of(list));
  let changed = true;
  return {
    ref,
    told: { ...told, formatAfter: made.format, bytesAfter: stream.getContentsSize(), ...(program.whole ? { left: program.whole } : {}) },
    isChanged: () => changed,
    restore() {
      if (!changed) return;
      changed = false;
      restoreState(stream, state);
      for (const [own, list, value] of lists) if (value) own.set(PDFName.of(list), value);
      if (turned) moveKey(descriptors, 'FontFile3', key, ref);
    },
  };
}

const GLYPH_LISTS = ['CharSet', 'CIDSet'] as const;

function moveKey(descriptors: ReadonlySet<PDFDict>, from: string, to: string, ref: PDFRef): void {
  for (const descriptor of descriptors) {
    descriptor.delete(PDFName.of(from));
    descriptor.set(PDFName.of(to), ref);
  }
}

function rewriteProgram(
  plain: Buffer,
  format: FontFormat,
  { glyphIds, names, isSimple, subtypes }: Program,
  { dropsHints }: Level,
): { readonly bytes: Uint8Array; readonly format: FontFormat } | undefined {
  if (format === 'truetype') {
    const all = glyphIds ?? new Set(Array.from({ length: 65_535 }, (_, id) => id));
    const bytes = subsetTrueType(plain, { glyphIds: all, keepsEncoding: isSimple, dropsHints });
    return bytes && { bytes, format };
  }
  if (format === 'cff') {
    const bytes = glyphIds && subsetCff(plain, glyphIds);
    return bytes && { bytes, format };
  }
  if (format === 'opentype') {
    // A reader finds the glyphs of these in the bare program as in the wrapped one (ISO 32000-1 9.9).
    const [subtype] = subtypes;
    const outlines =
      subtypes.size === 1 && ['Type1', 'CIDFontType0'].includes(subtype ?? '') ? readSfnt(plain)?.tables.get('CFF ') : undefined;
    const bytes = outlines && glyphIds && subsetCff(outlines, glyphIds);
    return bytes && { bytes, format: 'cff' };
  }
  const font = readType1Font(plain);
  if (!font) return undefined;
  const order = [...font.glyphs.keys()];
  const glyphNames = glyphIds && new Set([...names, ...[...glyphIds].flatMap((id) => order[id] ?? [])]);
  const bytes = convertType1ToCff(font, { glyphNames, standardNames: encodingNamed('StandardEncoding'), dropsHints: false });
  return bytes && { bytes, format: 'cff' };
}

function formatOf(key: string, plain: Buffer | undefined): FontFormat {
  if (key === 'FontFile') return 'type1';
  if (key === 'FontFile2') return 'truetype';
  return plain?.toString('latin1', 0, 4) === 'OTTO' || plain?.readUInt32BE(0) === TRUETYPE_VERSION ? 'opentype' : 'cff';
}

function decodeQuietly(stream: PDFRawStream): Buffer | undefined {
  const bytes = tryDecodeWhole(stream, PDF_BOUNDS.streamBytesMax);
  return bytes && bytes.length > 4 ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : undefined;
}
