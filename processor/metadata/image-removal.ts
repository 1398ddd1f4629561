// What removing metadata from a JPEG or a PNG has in common: the proof that nothing removed remains, the comparison of the image data, and
// the warnings to the customer.

import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../failure.ts';
import type { AbsenceProof, MetadataFindings } from './evidence.ts';
import {
  collectMarkers,
  type FoundValue,
  proveAbsence,
  type RemovedKind,
  type SearchedBytes,
  summariseRemoved,
  toFindings,
} from './marker-search.ts';

export interface RemovedMetadata {
  readonly bytes: Uint8Array;
  readonly found: MetadataFindings;
  readonly removed: readonly RemovedKind[];
  readonly proof: AbsenceProof;
  readonly notes: readonly Warning[];
  readonly verification: Record<string, unknown>;
}

interface StrippedImage {
  readonly bytes: Uint8Array;
  readonly removed: Parameters<typeof summariseRemoved>[0];
  readonly orientation?: number | undefined;
  readonly iccKept: boolean;
}

/** @param searched the result without image data and colour profile. @throws JobFailure internal when it holds a removed value */
export function describeRemoval(
  stripped: StrippedImage,
  found: readonly FoundValue[],
  searched: readonly SearchedBytes[],
): Omit<RemovedMetadata, 'verification'> {
  const { left, ...proof } = proveAbsence(collectMarkers(found), searched);
  if (left.length > 0) throw new JobFailure('internal', { cause: new Error('a removed value is still in the image') });
  const notes: Warning[] = [];
  if (stripped.orientation !== undefined) {
    notes.push({
      code: 'orientation_kept',
      message: 'The image is stored turned; only its EXIF orientation was kept, so that it is shown as before.',
    });
  }
  if (stripped.iccKept)
    notes.push({ code: 'icc_profile_kept', message: 'The colour profile was kept, with the description and copyright texts inside it.' });
  return { bytes: stripped.bytes, found: toFindings(found), removed: summariseRemoved(stripped.removed), proof, notes };
}

export interface ImageDigest {
  readonly width: number;
  readonly height: number;
  /** Of all that makes the picture. */
  readonly sha256: string;
}

/** @throws JobFailure internal when they differ */
export function proveSameImage(source: ImageDigest, result: ImageDigest): Record<string, unknown> {
  if (source.sha256 !== result.sha256) throw new JobFailure('internal', { cause: new Error('the image data changed') });
  return { width: result.width, height: result.height, image_data_sha256: result.sha256, image_data_identical: true };
}
