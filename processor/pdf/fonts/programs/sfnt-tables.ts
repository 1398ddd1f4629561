// The tables of TrueType and OpenType fonts that are read and written here (ISO/IEC 14496-22, clause 5): the places of their fields, by the names of the
// specification, and whole tables of given values.

/** Bytes from the start of the table; `bytes` is its least length. */
export const HEAD = { unitsPerEm: 18, indexToLocFormat: 50, bytes: 54 } as const;
export const HHEA = { numberOfHMetrics: 34, bytes: 36 } as const;
export const MAXP = { numGlyphs: 4, bytes: 6 } as const;
/** An entry for each glyph; those after the last have a left side bearing only. */
export const HMTX = { advanceWidth: 0, lsb: 2, bytes: 4, bearingBytes: 2 } as const;
/** Version 2 continues with the number of glyphs, an index of a name for each, and the names that are not standard. */
export const POST = { version: 0, bytes: 32, numGlyphs: 32, glyphNameIndex: 34 } as const;
export const POST_VERSION = { standardNames: 0x00010000, ownNames: 0x00020000 } as const;
/** Names from this index on are the font's own. */
export const STANDARD_NAMES = 258;
/** A record of the glyf table. */
export const GLYPH = { numberOfContours: 0, xMin: 2, bytes: 10 } as const;
/** Flags of the parts of a composite glyph (5.3.3.2). */
export const COMPONENT = {
  argsAreWords: 0x0001,
  argsAreOffsets: 0x0002,
  hasScale: 0x0008,
  more: 0x0020,
  hasTwoScales: 0x0040,
  hasMatrix: 0x0080,
  hasInstructions: 0x0100,
} as const;

export const CMAP = { numTables: 2, records: 4, recordBytes: 8 } as const;
/** Of a record of the cmap table. */
export const CMAP_RECORD = { platform: 0, encoding: 2, offset: 4 } as const;
/** Of subtables, by format; `bytes` is the length up to the codes. */
export const CMAP_0 = { glyphs: 6, bytes: 6 + 256 } as const;
export const CMAP_4 = { language: 4, segCountX2: 6, endCodes: 14, bytes: 16, segmentBytes: 8 } as const;
export const CMAP_6 = { firstCode: 6, entryCount: 8, glyphs: 10 } as const;
export const CMAP_12 = { numGroups: 12, groups: 16, groupBytes: 12 } as const;

/** Where the four arrays of a subtable of format 4 begin. */
export function segmentArrays(start: number, count: number) {
  const ends = start + CMAP_4.endCodes;
  // Two reserved bytes follow the end codes.
  const starts = ends + 2 + count * 2;
  return { ends, starts, deltas: starts + count * 2, ranges: starts + count * 4 };
}

/** Offsets of four bytes, not of halves in two. */
export function hasLongLoca(head: Buffer): boolean {
  return head.readInt16BE(HEAD.indexToLocFormat) !== 0;
}

export function locaEntryBytes(isLong: boolean): number {
  return isLong ? 4 : 2;
}

/** @throws RangeError beyond its end */
export function readLocaEntry(loca: Buffer, isLong: boolean, index: number): number {
  return isLong ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2;
}

/** In the order of the table; values of more than two bytes as their words. */
type Fields = Readonly<Record<string, number | readonly number[]>>;

function write(fields: Fields): Buffer {
  const values = Object.values(fields).flat();
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2);
  return bytes;
}

export interface HeadValues {
  readonly unitsPerEm: number;
  readonly bounds: readonly [xMin: number, yMin: number, xMax: number, yMax: number];
  readonly hasLongLoca: boolean;
  readonly bold?: boolean;
  readonly italic?: boolean;
}

export function writeHead({ unitsPerEm, bounds, hasLongLoca, bold = false, italic = false }: HeadValues): Buffer {
  return write({
    version: [1, 0],
    fontRevision: [1, 0],
    checkSumAdjustment: [0, 0],
    magicNumber: [0x5f0f, 0x3cf5],
    flags: 0,
    unitsPerEm,
    created: [0, 0, 0, 0],
    modified: [0, 0, 0, 0],
    bounds,
    macStyle: (bold ? 1 : 0) | (italic ? 2 : 0),
    lowestRecPPEM: 8,
    fontDirectionHint: 2,
    indexToLocFormat: hasLongLoca ? 1 : 0,
    glyphDataFormat: 0,
  });
}

export interface HheaValues {
  readonly ascender: number;
  readonly descender: number;
  readonly advanceWidthMax: number;
  readonly numberOfHMetrics: number;
}

export function writeHhea({ ascender, descender, advanceWidthMax, numberOfHMetrics }: HheaValues): Buffer {
  return write({
    version: [1, 0],
    ascender,
    descender,
    lineGap: 0,
    advanceWidthMax,
    minLeftSideBearing: 0,
    minRightSideBearing: 0,
    xMaxExtent: 0,
    caretSlopeRise: 1,
    caretSlopeRun: 0,
    caretOffset: 0,
    reserved: [0, 0, 0, 0],
    metricDataFormat: 0,
    numberOfHMetrics,
  });
}

export interface MaxpValues {
  readonly numGlyphs: number;
  readonly maxPoints: number;
  readonly maxContours: number;
}

/** For glyphs without components and instructions. */
export function writeMaxp({ numGlyphs, maxPoints, maxContours }: MaxpValues): Buffer {
  return write({
    version: [1, 0],
    numGlyphs,
    maxPoints,
    maxContours,
    maxCompositePoints: 0,
    maxCompositeContours: 0,
    maxZones: 1,
    maxTwilightPoints: 0,
    maxStorage: 0,
    maxFunctionDefs: 0,
    maxInstructionDefs: 0,
    maxStackElements: 0,
    maxSizeOfInstructions: 0,
    maxComponentElements: 0,
    maxComponentDepth: 0,
  });
}

/** Version 3: without names. */
/** @param italicAngle degrees, counter-clockwise from the vertical */
export function writePost(isFixedPitch: boolean, italicAngle = 0): Buffer {
  return write({
    version: [3, 0],
    italicAngle: [italicAngle, 0],
    underlinePosition: 0,
    underlineThickness: 0,
    isFixedPitch: [0, isFixedPitch ? 1 : 0],
    memoryOfType42: [0, 0, 0, 0],
    memoryOfType1: [0, 0, 0, 0],
  });
}

/** A cmap table of one subtable, for a symbolic font (platform 3, encoding 0). */
export function writeSymbolCmap(subtable: Buffer): Buffer {
  return Buffer.concat([write({ version: 0, numTables: 1, platform: 3, encoding: 0, offset: [0, 12] }), subtable]);
}

/** Codes `from` to `to` lead to the glyph `delta` further on, or, with a `range`, to the value so many bytes after it. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly delta: number;
  readonly range?: number;
}

/** Every subtable of format 4 ends with it. */
export const LAST_SEGMENT: Segment = { from: 0xffff, to: 0xffff, delta: 1 };

/**
 * A subtable of format 4.
 * @param glyphs that the ranges lead to
 * @throws RangeError for more segments than its length field can hold
 */
export function writeSegments(segments: readonly Segment[], glyphs: readonly number[] = [], language = 0): Buffer {
  const count = segments.length;
  const length = CMAP_4.bytes + count * CMAP_4.segmentBytes + glyphs.length * 2;
  if (length > 0xffff) throw new RangeError('too many segments');
  const power = 2 ** Math.floor(Math.log2(count));
  return write({
    format: 4,
    length,
    language,
    segCountX2: count * 2,
    searchRange: power * 2,
    entrySelector: Math.log2(power),
    rangeShift: (count - power) * 2,
    endCodes: segments.map(({ to }) => to),
    reserved: 0,
    startCodes: segments.map(({ from }) => from),
    deltas: segments.map(({ delta }) => delta),
    rangeOffsets: segments.map(({ range = 0 }) => range),
    glyphs,
  });
}
