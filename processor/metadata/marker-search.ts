// Proof of absence: gathers the values found in a source as markers and counts how many are still in the result.
// Searches bytes only; what is visible content, and so not searched, is the caller's decision.

import type { AbsenceProof, MetadataEntry, MetadataFindings } from './evidence.ts';
import { BytePatterns } from './byte-patterns.ts';
import { ENTRIES_MAX, VALUE_CHARS_MAX } from './evidence.ts';

/** A range of the result in which no marker may remain. */
export interface SearchedBytes {
  readonly bytes: Uint8Array;
  /** True for a decompressed stream, false for bytes as they lie in the file. */
  readonly decoded: boolean;
}

/** A found entry with its whole value, which becomes a marker; `entry.value` is only its beginning. */
export interface FoundValue {
  readonly kind: string;
  readonly location: string;
  readonly name?: string;
  readonly value?: string;
  readonly bytes?: number;
  /** False when the value is no evidence: a number, or a constant that any such file may hold. */
  readonly isMarker?: boolean;
}

const MARKER_CHARS_MIN = 4;
const MARKER_CHARS_MAX = 2000;
const MARKERS_MAX = 5000;

export function toFindings(found: readonly FoundValue[]): MetadataFindings {
  const entries = found.slice(0, ENTRIES_MAX).map(({ kind, location, name, value, bytes }): MetadataEntry => ({
    kind,
    location: location.slice(0, VALUE_CHARS_MAX),
    ...(name === undefined ? {} : { name: name.slice(0, VALUE_CHARS_MAX).toWellFormed() }),
    ...(value === undefined ? {} : { value: value.slice(0, VALUE_CHARS_MAX).toWellFormed() }),
    ...(bytes === undefined ? {} : { bytes }),
  }));
  return { entries, total: found.length };
}

/** Distinct values that are evidence: at least four characters with two different ones, not a plain number. */
export function collectMarkers(found: readonly FoundValue[]): Set<string> {
  const markers = new Set<string>();
  for (const { value, isMarker } of found) {
    const marker = value?.trim().slice(0, MARKER_CHARS_MAX).trim();
    if (isMarker === false || marker === undefined || marker.length < MARKER_CHARS_MIN || markers.size >= MARKERS_MAX) continue;
    if (/^[\d.,+\-\s]*$/.test(marker) || new Set(marker).size < 2) continue;
    markers.add(marker);
  }
  return markers;
}

/** Searches for each marker as UTF-8, Latin-1 and UTF-16 of both byte orders, in one range after the other; no range is kept. */
export class MarkerSearch {
  private readonly forms = new BytePatterns<string>();
  private readonly found = new Set<string>();
  private readonly counts = { raw_bytes_searched: 0, streams_searched: 0, decoded_bytes_searched: 0 };
  private readonly markersSearched: number;

  constructor(markers: ReadonlySet<string>) {
    for (const marker of markers) for (const form of markerForms(marker)) this.forms.add(form, marker);
    this.markersSearched = markers.size;
  }

  search({ bytes, decoded }: SearchedBytes): void {
    if (decoded) this.counts.streams_searched++;
    this.counts[decoded ? 'decoded_bytes_searched' : 'raw_bytes_searched'] += bytes.length;
    for (const marker of this.forms.within(bytes)) this.found.add(marker);
  }

  /** Whether one of them is in these bytes, which do not count as searched. */
  finds(bytes: Uint8Array): boolean {
    return this.forms.within(bytes).size > 0;
  }

  proof(): AbsenceProof & { readonly left: readonly string[] } {
    const { found, markersSearched } = this;
    return { markers_searched: markersSearched, ...this.counts, markers_left: found.size, left: [...found] };
  }
}

/** As MarkerSearch, for ranges that are all at hand. */
export function proveAbsence(
  markers: ReadonlySet<string>,
  searched: readonly SearchedBytes[],
): AbsenceProof & { readonly left: readonly string[] } {
  const search = new MarkerSearch(markers);
  for (const one of searched) search.search(one);
  return search.proof();
}

function markerForms(marker: string): Buffer[] {
  const utf16 = Buffer.from(marker, 'utf16le');
  const forms = [Buffer.from(marker, 'utf8'), utf16, Buffer.from(utf16).swap16()];
  // Latin-1 differs from UTF-8 only in the upper half, and cannot hold more.
  // oxlint-disable-next-line no-control-regex
  if (/^[\0-\u00ff]*$/.test(marker) && /[\u0080-\u00ff]/.test(marker)) forms.push(Buffer.from(marker, 'latin1'));
  return forms;
}

export interface RemovedKind {
  readonly kind: string;
  readonly count: number;
  readonly locations: readonly string[];
}

/** How many of each kind, and where; at most 50 locations per kind. */
export function summariseRemoved(
  removed: readonly { readonly kind: string; readonly location: string; readonly count?: number }[],
): RemovedKind[] {
  const kinds = new Map<string, { count: number; locations: Set<string> }>();
  for (const { kind, location, count = 1 } of removed) {
    const row = kinds.get(kind) ?? { count: 0, locations: new Set<string>() };
    row.count += count;
    if (row.locations.size < 50) row.locations.add(location);
    kinds.set(kind, row);
  }
  return [...kinds].map(([kind, { count, locations }]) => ({ kind, count, locations: [...locations] }));
}
