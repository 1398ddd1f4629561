// Sends the bytes of a file to the holder of its download address: ranges (RFC 9110, section 14), validators, and headers that keep a
// hostile document from running in a browser.

import type { Deps } from '../deps.ts';
import { ok, refuse, type Result } from '../result.ts';
import { contentDisposition } from './addresses.ts';
import { findFile, requireBytes } from './file-rows.ts';
import type { FileRow } from './file-table.ts';

export async function sendFile(deps: Pick<Deps, 'orm' | 'now' | 'regions'>, fileId: string, request: Request): Promise<Result<Response>> {
  const found = await findFile(deps, fileId);
  if (!found) return refuse('not_found');
  const file = requireBytes(found, deps.now());
  if (!file.ok) return file;
  const { value: row } = file;
  const bucket = deps.regions.get(row.region)?.bucket;
  if (!bucket || !row.object_key) return refuse('unavailable', 'The region of the file is not configured.');

  const etag = row.etag ?? `"${row.sha256 ?? ''}"`;
  if (matchesEtag(request.headers.get('if-none-match'), etag))
    return ok(new Response(null, { status: 304, headers: headersOf(row, etag) }));

  const range = readRange(request, row.size_bytes, etag);
  if (range === 'unsatisfiable') {
    return ok(new Response(null, { status: 416, headers: { ...headersOf(row, etag), 'Content-Range': `bytes */${row.size_bytes}` } }));
  }
  const object = await bucket.get(row.object_key, range ? { range } : {});
  if (!object) throw new Error(`object of ${row.id} is missing`);
  const headers = headersOf(row, etag);
  headers['Content-Length'] = String(range ? range.length : row.size_bytes);
  if (range) headers['Content-Range'] = `bytes ${range.offset}-${range.offset + range.length - 1}/${row.size_bytes}`;
  if (request.method === 'HEAD') {
    await object.body.cancel();
    return ok(new Response(null, { status: range ? 206 : 200, headers }));
  }
  return ok(new Response(object.body, { status: range ? 206 : 200, headers }));
}

/** All bytes of a file that is there. */
export async function sendWhole(deps: Pick<Deps, 'regions'>, row: FileRow): Promise<Response> {
  const headers = { ...headersOf(row, row.etag ?? `"${row.sha256 ?? ''}"`), 'Content-Length': String(row.size_bytes) };
  return new Response(await openBytes(deps, row), { headers });
}

/** @throws Error when they are not there. */
export async function openBytes(deps: Pick<Deps, 'regions'>, row: FileRow): Promise<ReadableStream<Uint8Array>> {
  const object = await deps.regions.get(row.region)?.bucket.get(row.object_key ?? '');
  if (!object) throw new Error(`object of ${row.id} is missing`);
  return object.body;
}

function headersOf(row: FileRow, etag: string): Record<string, string> {
  return {
    'Content-Type': row.content_type,
    'Content-Disposition': contentDisposition(row.filename),
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    ...(row.sha256 ? { 'Repr-Digest': `sha-256=:${base64OfHex(row.sha256)}:` } : {}),
  };
}

function base64OfHex(hex: string): string {
  return btoa(String.fromCharCode(...(hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))));
}

function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '') === etag);
}

/** One byte range; several ranges and other units are answered with the whole file, as RFC 9110 allows. */
function readRange(request: Request, sizeBytes: number, etag: string): { offset: number; length: number } | 'unsatisfiable' | undefined {
  const ifRange = request.headers.get('if-range');
  if (ifRange !== null && ifRange !== etag) return undefined;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.get('range') ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { offset: sizeBytes - length, length };
  }
  const offset = Number(match[1]);
  const last = match[2] === '' ? sizeBytes - 1 : Math.min(Number(match[2]), sizeBytes - 1);
  if (match[2] !== '' && Number(match[2]) < offset) return undefined;
  if (offset >= sizeBytes) return 'unsatisfiable';
  return { offset, length: last - offset + 1 };
}
