// Temporary addresses of a file's bytes: one port, two ways. By default the address is a signed route of this Worker; where the region
// has S3 credentials it is a SigV4 presigned address of R2 itself, for files beyond the platform's request limit. Same behaviour outside.

import { AwsClient } from 'aws4fetch';
import { BASE_PATH, type CreatedFile } from '#contract/api.ts';
import type { Deps, PresignConfig, Region } from '../deps.ts';
import { signAddress } from '../http/signed-address.ts';
import { type FileRow } from './file-table.ts';
import { uploadKey } from './file.ts';
import { partCountOf } from './part-sizes.ts';

interface UploadAddress {
  readonly url: string;
  /** What the client must send with the bytes. */
  readonly headers: Record<string, string>;
}

/** The object that a presigned upload writes; known before the bytes arrive. */
export const PRESIGNED_PART = 'presigned';

type Signer = Pick<Deps, 'config' | 'now'>;

/** @param origin Scheme and host of the caller's request. */
export async function makeUploadAddress(deps: Signer, region: Region, file: FileRow, origin: string): Promise<UploadAddress> {
  const expiresAt = file.upload_expires_at ?? file.expires_at;
  const headers: Record<string, string> = { 'Content-Type': file.content_type };
  if (region.presign) {
    // If-None-Match: bytes that have arrived are not overwritten while the address is still valid.
    const signed = { ...headers, 'Content-Length': String(file.size_bytes), 'If-None-Match': '*', ...checksumHeader(file) };
    const url = await presign(region.presign, {
      method: 'PUT',
      key: uploadKey(file.id, PRESIGNED_PART),
      seconds: secondsUntil(expiresAt, deps.now()),
      headers: signed,
    });
    return { url, headers: signed };
  }
  const token = await signAddress(await deps.config.addressSecret, { purpose: 'upload', subject: file.id, expiresAt });
  return { url: `${origin}${BASE_PATH}/uploads/${token}`, headers };
}

/** Through this Worker in every region: the parts are joined here. */
export async function makePartsAddress(deps: Signer, file: FileRow, origin: string): Promise<Pick<CreatedFile, 'parts'>> {
  const count = partCountOf(file.size_bytes, deps.config.uploadPartBytes);
  if (count < 2) return {};
  const expiresAt = file.upload_expires_at ?? file.expires_at;
  const token = await signAddress(await deps.config.addressSecret, { purpose: 'upload', subject: file.id, expiresAt });
  const url = `${origin}${BASE_PATH}/uploads/${token}`;
  return { parts: { parts_url: `${url}/parts`, complete_url: `${url}/complete`, part_bytes: deps.config.uploadPartBytes, count } };
}

export async function makeDownloadAddress(deps: Signer, region: Region, file: FileRow, origin: string, expiresAt: number): Promise<string> {
  if (region.presign && file.object_key) {
    const query = {
      'response-content-disposition': contentDisposition(file.filename),
      'response-content-type': file.content_type,
    };
    return presign(region.presign, { method: 'GET', key: file.object_key, seconds: secondsUntil(expiresAt, deps.now()), query });
  }
  const token = await signAddress(await deps.config.addressSecret, { purpose: 'download', subject: file.id, expiresAt });
  return `${origin}${BASE_PATH}/downloads/${token}`;
}

interface AddressedRequest {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  readonly seconds: number;
  readonly headers?: Record<string, string>;
  readonly query?: Record<string, string>;
}

async function presign(config: PresignConfig, { method, key, seconds, headers = {}, query = {} }: AddressedRequest): Promise<string> {
  const client = new AwsClient({ accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey, service: 's3', region: 'auto' });
  const url = new URL(`${config.bucketUrl.replace(/\/$/, '')}/${key}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  url.searchParams.set('X-Amz-Expires', String(seconds));
  const request = await client.sign(url.href, { method, headers, aws: { signQuery: true, allHeaders: true } });
  return request.url;
}

function checksumHeader(file: FileRow): Record<string, string> {
  if (!file.sha256) return {};
  const bytes = file.sha256.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  return { 'x-amz-checksum-sha256': btoa(String.fromCharCode(...bytes)) };
}

function secondsUntil(expiresAt: number, nowMs: number): number {
  return Math.max(1, Math.floor((expiresAt - nowMs) / 1000));
}

/** RFC 6266 with the extended form of RFC 8187; the plain form holds ASCII only. */
export function contentDisposition(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const extended = encodeURIComponent(filename.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`;
}
