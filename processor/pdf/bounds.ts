// What a PDF may cost before it is refused. One place, so that all operations have the same limits.

const MIB = 1024 * 1024;

export const PDF_BOUNDS = {
  /** ISO 32000-1 Annex C: indirect objects in a file. */
  objectNumberMax: 8_388_607,
  /** Objects that are kept in memory at a time (about 300 bytes each). */
  liveObjectsMax: 1_000_000,
  /** Nesting of arrays and dictionaries; the same bound as qpdf. */
  depthMax: 500,
  /** All object and cross-reference streams of a file together. */
  structureBytesMax: 64 * MIB,
  /** One stream, decoded: pictures and anything else. */
  imageBytesMax: 256 * MIB,
  /** A picture as it is stored: the engine that draws it holds its data twice, and a job's memory has to hold that. */
  storedImageBytesMax: 200 * MIB,
  streamBytesMax: 64 * MIB,
  xmpBytesMax: 16 * MIB,
  /** ISO 32000-1 Annex C: a page side in default user space units. */
  pageSideUnitsMax: 14_400,
  /** The same side in points, that is times UserUnit: 50.8 m, wider than any press. */
  pageSidePointsMax: 144_000,
  /** ISO 32000-1 7.5.2, implementation note 13: the header lies within the first kibibyte. */
  headerBytesMax: 1024,
} as const;

/** The structure of a file violates the specification; a repair may help. Never leaves processor/pdf. */
export class PdfDamage extends Error {
  override readonly name = 'PdfDamage';
}
