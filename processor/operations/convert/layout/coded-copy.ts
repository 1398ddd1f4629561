// A copy of a document in which every code of a font means a character of its own: an engine that is asked for the outline of a character gives that
// of the code, also where several codes mean one letter (small capitals, old-style figures, ligatures) or a code means none.

import { join } from 'node:path';
import { PDFDict, PDFName, type PDFRef } from 'pdf-lib';
import { JobFailure } from '../../../failure.ts';
import { fileSource } from '../../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { writeToUnicode } from '../../../pdf/pdfa/mend/to-unicode.ts';
import { type EngineInput, engineInput } from '../../../pdf/pdfium/pdfium.ts';
import { CODED_FROM, CODES_MAX } from '../../../pdf/pdfium/page/coded-letters.ts';
import { savePackedFile } from '../../../pdf/save-packed.ts';
import { nameOf } from '../../../pdf/syntax/dictionary.ts';

/** By kind of font: how many codes it has, and their bytes. */
const CODES: Readonly<Record<string, readonly [count: number, bytes: number]>> = {
  Type1: [256, 1],
  MMType1: [256, 1],
  TrueType: [256, 1],
  Type0: [CODES_MAX, 2],
};
const SOURCE_BYTES_MAX = 50 * 1024 * 1024;

/** Fonts of the source are as before. Undefined where the document is too large, or is damaged. */
export function writeCodedCopy({ context, source }: OpenedPdf, workDir: string): EngineInput | undefined {
  if (source.size > SOURCE_BYTES_MAX) return undefined;
  const key = PDFName.of('ToUnicode');
  const maps = new Map<string, PDFRef>();
  const before: (readonly [PDFDict, ReturnType<PDFDict['get']>])[] = [];
  try {
    for (const [, font] of context.enumerateIndirectObjects()) {
      const kind = font instanceof PDFDict && nameOf(font, 'Type') === 'Font' ? nameOf(font, 'Subtype') : undefined;
      const codes = kind === undefined || !Object.hasOwn(CODES, kind) ? undefined : CODES[kind];
      if (!codes || kind === undefined || !(font instanceof PDFDict)) continue;
      const map = maps.get(kind) ?? context.register(context.flateStream(writeCodes(...codes)));
      maps.set(kind, map);
      before.push([font, font.get(key)]);
      font.set(key, map);
    }
    if (before.length === 0) return undefined;
    const path = join(workDir, 'convert-coded.pdf');
    savePackedFile(context, path, { objectStreams: true });
    return engineInput(fileSource(path));
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  } finally {
    for (const [font, value] of before) {
      if (value === undefined) font.delete(key);
      else font.set(key, value);
    }
    for (const map of maps.values()) context.delete(map);
  }
}

function writeCodes(count: number, bytes: number): string {
  return writeToUnicode(
    Array.from({ length: count }, (_, code) => [code, String.fromCodePoint(CODED_FROM + code)] as const),
    bytes,
  );
}
