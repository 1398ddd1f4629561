// A font cut down to the glyphs that are used, each keeping its number (HarfBuzz's subsetter, in WebAssembly): text shaped with the whole font
// can be shown with the subset.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

interface Subsetter {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly _initialize: () => void;
  readonly malloc: (bytes: number) => number;
  readonly free: (pointer: number) => void;
  readonly hb_blob_create: (data: number, length: number, mode: number, user: number, destroy: number) => number;
  readonly hb_blob_destroy: (blob: number) => void;
  readonly hb_blob_get_data: (blob: number, length: number) => number;
  readonly hb_blob_get_length: (blob: number) => number;
  readonly hb_face_create: (blob: number, index: number) => number;
  readonly hb_face_destroy: (face: number) => void;
  readonly hb_face_reference_blob: (face: number) => number;
  readonly hb_set_add: (set: number, value: number) => void;
  readonly hb_set_clear: (set: number) => void;
  readonly hb_subset_input_create_or_fail: () => number;
  readonly hb_subset_input_destroy: (input: number) => void;
  readonly hb_subset_input_glyph_set: (input: number) => number;
  readonly hb_subset_input_set: (input: number, which: number) => number;
  readonly hb_subset_input_set_flags: (input: number, flags: number) => void;
  readonly hb_subset_or_fail: (face: number, input: number) => number;
}

/** TypeScript declares it only with the browser types. */
declare const WebAssembly: { readonly instantiate: (bytes: Uint8Array) => Promise<{ instance: { exports: unknown } }> };

const MEMORY_MODE_WRITABLE = 2;
/** hb-subset.h: layout tables are useless in a PDF, hints nearly so. */
const FLAGS = { noHinting: 0x01, retainGids: 0x02, notdefOutline: 0x40, noLayoutClosure: 0x200 } as const;
const SET_LAYOUT_FEATURES = 6;

let subsetter: Promise<Subsetter> | undefined;

async function loadSubsetter(): Promise<Subsetter> {
  const file = await readFile(fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')));
  const { instance } = await WebAssembly.instantiate(file);
  const exports = instance.exports as Subsetter;
  exports._initialize();
  return exports;
}

/**
 * @param faceIndex of a collection; 0 otherwise
 * @param keepsNumbers false closes the gaps between glyphs: only for fonts whose glyphs have CIDs, which stay
 * @throws Error when the font is not one
 */
export async function subsetGlyphs(
  font: Uint8Array,
  faceIndex: number,
  glyphs: Iterable<number>,
  keepsNumbers = true,
): Promise<Uint8Array> {
  subsetter ??= loadSubsetter();
  const hb = await subsetter;
  const data = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer).set(font, data);
  const blob = hb.hb_blob_create(data, font.length, MEMORY_MODE_WRITABLE, 0, 0);
  const face = hb.hb_face_create(blob, faceIndex);
  hb.hb_blob_destroy(blob);
  const input = hb.hb_subset_input_create_or_fail();
  const numbers = keepsNumbers ? FLAGS.retainGids : 0;
  hb.hb_subset_input_set_flags(input, FLAGS.noHinting | numbers | FLAGS.notdefOutline | FLAGS.noLayoutClosure);
  hb.hb_set_clear(hb.hb_subset_input_set(input, SET_LAYOUT_FEATURES));
  const wanted = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) hb.hb_set_add(wanted, glyph);
  const subset = hb.hb_subset_or_fail(face, input);
  hb.hb_subset_input_destroy(input);
  try {
    if (subset === 0) throw new Error('the font cannot be cut down');
    const result = hb.hb_face_reference_blob(subset);
    const start = hb.hb_blob_get_data(result, 0);
    const bytes = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(result));
    hb.hb_blob_destroy(result);
    hb.hb_face_destroy(subset);
    return bytes;
  } finally {
    hb.hb_face_destroy(face);
    hb.free(data);
  }
}
