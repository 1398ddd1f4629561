// The common shape of what `metadata` finds and proves, whatever the file type.

/** One entry of metadata found in a file. */
export interface MetadataEntry {
  /** The family: info, xmp, exif, iptc, icc, text, thumbnail, piece_info, file_id, embedded_file, annotation_author, layer_name, core, app, custom, comment_author, revision_author, … */
  readonly kind: string;
  /** Where, in the file format's own words: `Info`, `page 3 /Metadata`, `image 12 0 R APP1`, `docProps/core.xml`. */
  readonly location: string;
  /** The entry's own name where it has one: `Author`, `dc:creator`, `GPSLatitude`. */
  readonly name?: string;
  /** As text, at most 500 characters; absent for binary data. */
  readonly value?: string;
  readonly bytes?: number;
}

export interface MetadataFindings {
  readonly entries: readonly MetadataEntry[];
  /** How many entries there are in all; `entries` stops at ENTRIES_MAX. */
  readonly total: number;
}

export const ENTRIES_MAX = 500;
export const VALUE_CHARS_MAX = 500;

/** Proof of absence: the result was searched for everything that was found in the source. */
export interface AbsenceProof {
  /** Distinct values searched for (values shorter than 4 characters are not evidence and are left out). */
  readonly markers_searched: number;
  readonly raw_bytes_searched: number;
  readonly streams_searched: number;
  readonly decoded_bytes_searched: number;
  /** Markers still present outside the visible content; a result with one is never shipped. */
  readonly markers_left: number;
}
