// A file as rules and shapes, pure: its public shape, how long it lives, the names of its objects.

import { type FileObject } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import type { FileRow } from './file-table.ts';

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

export function fileObject(row: FileRow, nowMs: number): FileObject {
  const expired = row.expires_at <= nowMs && row.state !== 'deleted';
  return {
    file_id: row.id,
    status: expired ? 'expired' : row.state,
    filename: row.filename,
    content_type: row.content_type,
    size_bytes: row.size_bytes,
    region: row.region,
    created_at: isoTime(row.created_at),
    expires_at: isoTime(row.expires_at),
    ...(row.sha256 && row.state === 'uploaded' ? { sha256: row.sha256 } : {}),
    ...(row.job_id ? { job_id: row.job_id } : {}),
    ...(row.uploaded_at ? { uploaded_at: isoTime(row.uploaded_at) } : {}),
    ...(row.metadata ? { metadata: JSON.parse(row.metadata) as Record<string, string> } : {}),
  };
}

/** When a record whose bytes never arrive ends, and when an upload that no job uses ends. */
export function expiryOf(state: 'awaiting_upload' | 'uploaded', nowMs: number): number {
  return nowMs + (state === 'awaiting_upload' ? LIMITS.neverUploadedMs : LIMITS.unusedUploadMs);
}

/** Where an upload's bytes go. The last part is random for a streamed upload, so that two PUTs never write the same object. */
export function uploadKey(fileId: string, part: string): string {
  return `uploads/${fileId}/${part}`;
}

/** Where a result's bytes go: the attempt is in the key, so a processor that was given up cannot overwrite. */
export function resultKey(jobId: string, attempt: number, index: number): string {
  return `${resultPrefix(jobId)}${attempt}/${index}`;
}

export function resultPrefix(jobId: string): string {
  return `results/${jobId}/`;
}
